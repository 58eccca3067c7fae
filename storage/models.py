"""The tables. Keys are our own: a Telegram id may change or be forgotten. All times are aware and UTC."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, UniqueConstraint
from sqlmodel import AutoString, Field, SQLModel

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(column_0_N_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class TableStatus(StrEnum):
    """The life of a table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    BETWEEN = "between"
    """A deal is over, the next one has not started: all say that they are ready, or whether they play on."""
    OVER = "over"
    CANCELLED = "cancelled"
    STOPPED = "stopped"


class DealStatus(StrEnum):
    """The life of a deal. ``lost``: it no longer replays to its digest and was dealt anew."""

    RUNNING = "running"
    OVER = "over"
    VOID = "void"
    STOPPED = "stopped"
    LOST = "lost"


class Holder(StrEnum):
    """Who holds a seat: its person, an AI player that owns it, or one that stands in (托管)."""

    PERSON = "person"
    AI = "ai"
    TRUSTEE = "trustee"


class How(StrEnum):
    """How an action came about."""

    TAP = "tap"
    PRESET = "preset"
    AUTO = "auto"
    TIMEOUT = "timeout"
    AI = "ai"


class IntentKind(StrEnum):
    """What somebody has chosen before the game has reached it."""

    ACTION = "action"
    LEAD = "lead"
    """The first of two confirming taps."""
    DRAFT = "draft"
    PRESET = "preset"
    """To pass this trick, or until the opposite plays."""


class SlotKind(StrEnum):
    """The screens that a table has."""

    TABLE = "table"
    HAND = "hand"
    RESULT = "result"
    MENU = "menu"
    """What can be done with the people of a table."""
    VOTE = "vote"
    """The vote that is open, or what became of the last one."""


class VoteKind(StrEnum):
    """What the people of a table vote on."""

    SUBSTITUTE = "substitute"
    KICK = "kick"
    PAUSE = "pause"


class VoteOutcome(StrEnum):
    """How a vote ended. ``void``: what it was about is not so any more."""

    YES = "yes"
    NO = "no"
    EXPIRED = "expired"
    VOID = "void"


class User(SQLModel, table=True):
    """A person. ``reachable``: the bot may write to them in private."""

    __tablename__ = "user_account"

    id: int | None = Field(default=None, primary_key=True)
    telegram_id: int | None = Field(default=None, unique=True, sa_type=BigInteger)
    first_name: str = ""
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    language: str = ""
    """What they have chosen with ``/lang``; empty: as Telegram says."""
    reachable: bool = False
    looked_at: datetime | None = None
    """When they last acted in their private chat."""


class Chat(SQLModel, table=True):
    """A group chat and its settings. ``posts`` counts what others have written, to know what is buried."""

    __tablename__ = "chat"

    id: int | None = Field(default=None, primary_key=True)
    telegram_id: int | None = Field(default=None, unique=True, sa_type=BigInteger)
    title: str = ""
    language: str = ""
    turn_seconds: int | None = None
    """None: without an end. (A default here would be written in the place of none.)"""
    fast: bool = False
    """Pace rather than secrecy: no drawn delays, waits only where somebody may burn or kill."""
    preset: str = "biesan"
    switches: str = ""
    ai_level: str = "heuristic"
    pictures: bool = False
    who_opens: str = "everyone"
    """Who may open, start and stop a table: ``everyone`` or ``admins``."""
    gone: bool = False
    """The bot cannot write there: it was removed, or may not speak."""
    posts: int = 0


class GameTable(SQLModel, table=True):
    """A table in a chat. ``running`` is true or null, so that a chat has one running table at most."""

    __tablename__ = "game_table"
    __table_args__ = (UniqueConstraint("chat_id", "running"),)

    id: int | None = Field(default=None, primary_key=True)
    chat_id: int = Field(foreign_key="chat.id", index=True)
    topic: int | None = None
    opener_id: int = Field(foreign_key="user_account.id")
    status: TableStatus = Field(default=TableStatus.LOBBY, sa_type=AutoString)
    running: bool | None = True
    version: int = 0
    """Grows with every change of what lies outside a deal; a change that saw another one is refused."""
    preset: str = "biesan"
    switches: str = ""
    turn_seconds: int | None = None
    ai_level: str = "heuristic"
    fast: bool = False
    pictures: bool = False
    page: str = ""
    """The page of the settings that the lobby shows; empty: the seats."""
    next_at: datetime | None = Field(default=None, index=True)
    """Between deals: when it goes on by itself."""
    paused_at: datetime | None = None
    """Since when no time runs, for the night."""
    opened_at: datetime
    ended_at: datetime | None = None


class Seat(SQLModel, table=True):
    """Who owns a seat: a person or an AI player. ``asleep``: an AI player stands in (托管)."""

    __tablename__ = "seat"
    __table_args__ = (UniqueConstraint("table_id", "seat"), UniqueConstraint("table_id", "user_id"))

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id")
    seat: int
    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)
    ai: str = ""
    asleep: bool = False
    ready: bool = False
    """Between deals: for the next one, or after the last for one more."""
    missed: int = 0
    """Turns in a row that ran out of time."""
    seen_at: datetime | None = None
    """When its owner last tapped in the group."""
    taps: str = ""
    """The newest taps of its owner that turned something over, and may be delivered again."""
    points_user_id: int | None = Field(default=None, foreign_key="user_account.id")
    points_ai: str = ""
    """Who owned the seat when the running deal began, if it was somebody else: its points are theirs."""

    @property
    def earner(self) -> tuple[int | None, str]:
        """Who gets the points of the running deal: a person, or an AI player."""
        if self.points_user_id is not None or self.points_ai:
            return self.points_user_id, self.points_ai
        return self.user_id, self.ai


class SeatHolder(SQLModel, table=True):
    """Who held a seat from when to when."""

    __tablename__ = "seat_holder"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", index=True)
    seat: int
    holder: Holder = Field(sa_type=AutoString)
    user_id: int | None = Field(default=None, foreign_key="user_account.id")
    ai: str = ""
    since: datetime
    until: datetime | None = None


class Match(SQLModel, table=True):
    """A match of a table. ``goal`` is the number of the deal that counts (RULES R12.1, R12.2)."""

    __tablename__ = "match"

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", index=True)
    goal: int = 1
    started_at: datetime
    ended_at: datetime | None = None


class DealRow(SQLModel, table=True):
    """A deal: with its actions all that is needed to know its state. ``running`` is true or null."""

    __tablename__ = "deal"
    __table_args__ = (UniqueConstraint("table_id", "running"),)

    id: int | None = Field(default=None, primary_key=True)
    match_id: int = Field(foreign_key="match.id", index=True)
    table_id: int = Field(foreign_key="game_table.id")
    number: int
    seed: str
    preset: str
    switches: str
    owed: str = ""
    """What the deal before left owing, as in records: ``point 1>4 5, held 2>3 1``."""
    lead: int | None = None
    """The seat that leads if nobody is to show 4s: the 大落 of the deal before."""
    rules_version: int
    status: DealStatus = Field(default=DealStatus.RUNNING, sa_type=AutoString)
    running: bool | None = True
    hold_until: datetime | None = None
    """Nothing takes effect before: the wait after a level play."""
    started_at: datetime
    ended_at: datetime | None = None


class ActionRow(SQLModel, table=True):
    """One action, appended and never changed."""

    __tablename__ = "action"
    __table_args__ = (UniqueConstraint("deal_id", "number"),)

    id: int | None = Field(default=None, primary_key=True)
    deal_id: int = Field(foreign_key="deal.id")
    number: int
    seat: int
    token: str
    decision: str
    how: How = Field(sa_type=AutoString)
    user_id: int | None = Field(default=None, foreign_key="user_account.id")
    at: datetime
    digest: str
    """Of the state after it."""


class Intent(SQLModel, table=True):
    """What a seat has chosen for a decision that the game has not reached; seen by its owner only."""

    __tablename__ = "intent"
    __table_args__ = (UniqueConstraint("deal_id", "seat", "kind"),)

    id: int | None = Field(default=None, primary_key=True)
    deal_id: int = Field(foreign_key="deal.id")
    seat: int
    kind: IntentKind = Field(sa_type=AutoString)
    decision: str
    value: str


class Timer(SQLModel, table=True):
    """When a seat's open decision ends. ``due`` is the hidden moment, ``deadline`` the one that is shown."""

    __tablename__ = "timer"
    __table_args__ = (UniqueConstraint("deal_id", "seat"),)

    id: int | None = Field(default=None, primary_key=True)
    deal_id: int = Field(foreign_key="deal.id")
    seat: int
    decision: str
    asked_at: datetime
    earliest: datetime
    """No pass takes effect before."""
    due: datetime | None = Field(default=None, index=True)
    shown_at: datetime | None = None
    seconds: int | None = None
    """How long the seat has, once its prompt is shown; none: for ever."""
    deadline: datetime | None = Field(default=None, index=True)
    remind_at: datetime | None = None
    reminded: bool = False


class Slot(SQLModel, table=True):
    """Where a screen is shown, and what it shows. ``address`` is the key of the chat or of the person."""

    __tablename__ = "slot"
    __table_args__ = (UniqueConstraint("table_id", "kind", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id")
    kind: SlotKind = Field(sa_type=AutoString)
    user_id: int = 0
    """The person of a private screen; 0 for the group."""
    message_id: int | None = None
    digest: str = ""
    keyed: bool = True
    """The message has a keyboard."""
    stale: bool = Field(default=True, index=True)
    urgent: bool = False
    """Somebody has to act and does not see it yet."""
    anew: bool = False
    """To be sent as a new message, so that the phone rings or the table is not buried."""
    claimed_by: str = ""
    """The worker that is showing it."""
    claimed_until: datetime | None = Field(default=None, index=True)
    """Until when nobody else takes it up. Once that is past, nobody knows whether it has been shown."""
    claimed_for: str = ""
    """``urgent`` and ``anew`` as they were when it was claimed, separated by blanks."""
    rung: str = ""
    """The decision for which its owner has been asked."""
    posts: int = 0
    """What the chat had counted when the message was sent."""
    retry_at: datetime | None = None
    old: str = Field(default="", index=True)
    """Messages that still carry a keyboard and should not, separated by blanks."""


class Result(SQLModel, table=True):
    """What a deal brought the owner of a seat; stored once, never computed again.

    ``points`` are those that count: none while the deal's debts are carried into the next one (RULES R12.1).
    """

    __tablename__ = "result"
    __table_args__ = (UniqueConstraint("deal_id", "seat"),)

    id: int | None = Field(default=None, primary_key=True)
    deal_id: int = Field(foreign_key="deal.id")
    match_id: int | None = Field(default=None, foreign_key="match.id", index=True)
    chat_id: int = Field(foreign_key="chat.id", index=True)
    seat: int
    user_id: int | None = Field(default=None, foreign_key="user_account.id", index=True)
    ai: str = ""
    place: int
    points: int
    opened: bool
    swept: bool = False
    burns_made: int = 0
    burns_suffered: int = 0
    at: datetime


class Vote(SQLModel, table=True):
    """A vote of the people of a table, or with no ballots what was decided without one.

    ``open`` is true or null, so that a table has one open vote at most.
    """

    __tablename__ = "vote"
    __table_args__ = (UniqueConstraint("table_id", "open"),)

    id: int | None = Field(default=None, primary_key=True)
    table_id: int = Field(foreign_key="game_table.id", index=True)
    kind: VoteKind = Field(sa_type=AutoString)
    seat: int | None = None
    """The seat that it is about."""
    target_id: int | None = Field(default=None, foreign_key="user_account.id")
    """Who owned that seat; none for an AI player."""
    opener_id: int = Field(foreign_key="user_account.id")
    """Who asked for it: of a substitution the newcomer."""
    by_admin: bool = False
    open: bool | None = None
    outcome: str = ""
    opened_at: datetime
    ends_at: datetime = Field(index=True)
    ended_at: datetime | None = None


class Ballot(SQLModel, table=True):
    """How a person votes; the last word counts."""

    __tablename__ = "ballot"
    __table_args__ = (UniqueConstraint("vote_id", "user_id"),)

    id: int | None = Field(default=None, primary_key=True)
    vote_id: int = Field(foreign_key="vote.id")
    user_id: int = Field(foreign_key="user_account.id")
    yes: bool
    at: datetime


class Budget(SQLModel, table=True):
    """What has been spent of Telegram's limits in a chat, or under the key 0 in all of them.

    The moments are unix time, so that the database can reckon with them (see ``bot/budgets.py``).
    """

    __tablename__ = "budget"

    telegram_chat_id: int = Field(
        primary_key=True, sa_type=BigInteger, sa_column_kwargs={"autoincrement": False}
    )
    last: float = 0.0
    """When the last call was made."""
    full_at: float = 0.0
    """When the burst is whole again."""
    closed_until: float = 0.0
    """Until when Telegram wants to be left alone."""


class Heartbeat(SQLModel, table=True):
    """When a worker was last alive."""

    __tablename__ = "heartbeat"

    worker: str = Field(primary_key=True)
    at: datetime = Field(index=True)


class Lease(SQLModel, table=True):
    """What one worker at a time does, such as asking Telegram for updates: which one, and until when."""

    __tablename__ = "lease"

    name: str = Field(primary_key=True)
    worker: str
    until: datetime
