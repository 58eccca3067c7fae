"""What the people of a table decide together: who takes a seat over, who has to go, when all of it rests.

A vote is won by more than half of the people who sit there awake. It is stored, and runs out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.callback import to_base36
from bot.screens.model import SeatInfo
from bot.screens.votes import MenuData, VoteData
from bot.usecases import absence, match, moderation, seats, stale, timing
from bot.usecases import game as games
from bot.usecases.common import ChatRef, Person, Reply, Services, display_name, key_of, remember, say
from engine.cards import SEATS
from storage.database import retried
from storage.models import GameTable, Seat, SlotKind, TableStatus, User, Vote, VoteKind, VoteOutcome
from storage.repositories import MAX_KEY, People, Slots, Tables
from storage.votes import Votes

VOTE_SECONDS = 120
"""How long a vote lasts at most."""

AGAIN_AFTER = timedelta(minutes=5)
"""A question that found no majority is not asked again before."""

FEW_POSTS = 5
"""The menu is posted anew when more than so many messages stand below it."""

LINK = "sub"


@dataclass(frozen=True, slots=True)
class Tally:
    """How a vote stands; of ``voters`` who may vote."""

    yes: int
    no: int
    voters: int

    @property
    def needed(self) -> int:
        """So many make a majority."""
        return self.voters // 2 + 1

    @property
    def outcome(self) -> VoteOutcome | None:
        """What is certain already; with nobody who may vote nothing is."""
        if self.yes >= self.needed:
            return VoteOutcome.YES
        return VoteOutcome.NO if self.voters and self.voters - self.no < self.needed else None


async def tally(session: AsyncSession, vote: Vote) -> Tally:
    """How a vote stands: only who sits there awake now counts, however they came there."""
    ballots = await Votes(session).ballots(key_of(vote.id))
    voters = [seat.user_id for seat in await Tables(session).seats(vote.table_id) if may_vote(seat)]
    cast = [ballots[user] for user in voters if user in ballots]
    return Tally(sum(cast), len(cast) - sum(cast), len(voters))


def may_vote(seat: Seat) -> bool:
    """Whether the owner of a seat is a person who is there."""
    return seat.user_id is not None and not seat.asleep


@dataclass(slots=True)
class _Room:
    """A table that runs, and who asks for something there, as one transaction sees them."""

    session: AsyncSession
    table: GameTable
    seats: dict[int, Seat]
    user: User

    @property
    def mine(self) -> Seat | None:
        """The seat of who asks."""
        return next((seat for seat in self.seats.values() if seat.user_id == self.user.id), None)

    @property
    def key(self) -> int:
        """The key of the table."""
        return key_of(self.table.id)


_Work = Callable[[_Room], Awaitable[Reply]]


@dataclass(slots=True)
class Voting:
    """The use-cases of votes; each is one transaction."""

    services: Services

    @retried
    async def table_in(self, ref: ChatRef) -> int | None:
        """The key of the running table of a chat."""
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            table = None if chat is None else await Tables(session).running_in(key_of(chat.id))
            return None if table is None else table.id

    async def menu(self, table_id: int, person: Person) -> Reply:
        """Show what can be done, in a message of its own."""

        async def show(room: _Room) -> Reply:
            slot = await Slots(room.session).find(room.key, SlotKind.MENU)
            chat = await People(room.session).chat_by_id(room.table.chat_id)
            far = slot.message_id is None or chat.posts - slot.posts > FEW_POSTS
            slot.stale = slot.urgent = True
            slot.anew = slot.anew or far
            return say("toast-menu")

        return await self._at(table_id, person, show)

    async def substitute(self, table_id: int, person: Person, seat: int | None = None) -> Reply:
        """Take a seat over: an AI player's at once, a sleeping person's by vote."""

        async def ask(room: _Room) -> Reply:
            if room.mine is not None:
                return say("toast-sit-already", alert=True, seat=room.mine.seat + 1)
            if not room.user.reachable:
                return Reply(url=self._link(room.key, seat))
            if await moderation.sits_too_often(room.session, room.user, room.table):
                return say("toast-too-many-seats", alert=True, most=moderation.MOST_SEATS)
            wanted = _free(room) if seat is None else room.seats.get(seat)
            if wanted is None:
                return say("toast-nobody-to-replace", alert=True)
            if may_vote(wanted):
                return say("toast-awake", alert=True, seat=wanted.seat + 1)
            kicked = await Votes(room.session).kicked(room.key, key_of(room.user.id))
            if wanted.user_id is None and not kicked:
                await self._void_about(room, wanted.seat)
                await self._sit_down(room.session, room.table, wanted, room.user)
                await self._tell(room, VoteKind.SUBSTITUTE, wanted, None)
                return say("toast-took-over", alert=True, seat=wanted.seat + 1)
            return await self._open(room, VoteKind.SUBSTITUTE, wanted)

        return await self._at(table_id, person, ask, lobby_too=False)

    async def substitute_by_link(self, payload: str, person: Person) -> Reply:
        """``/start sub_TABLE_SEAT`` in the private chat."""
        parts = payload.split("_")
        try:
            table_id, seat = int(parts[1], 36), int(parts[2])
        except (IndexError, ValueError):
            return say("notice-bad-link")
        if parts[0] != LINK or len(parts) != 3 or table_id > MAX_KEY or not 0 <= seat <= len(SEATS):
            return say("notice-bad-link")
        return await self.substitute(table_id, person, seat - 1 if seat else None)

    def _link(self, table_id: int, seat: int | None) -> str:
        number = 0 if seat is None else seat + 1
        return f"https://t.me/{self.services.bot_username}?start={LINK}_{to_base36(table_id)}_{number}"

    async def kick(self, table_id: int, person: Person, seat: int, *, is_admin: bool) -> Reply:
        """Send a person away: an administrator of the chat at once, who sits there by vote."""

        async def ask(room: _Room) -> Reply:
            target = room.seats.get(seat)
            if target is None or target.user_id is None:
                return say("toast-nobody-to-kick", alert=True)
            if target is room.mine:
                return say("toast-leave-yourself", alert=True)
            if is_admin:
                await self._void_about(room, seat)
                await self._tell(room, VoteKind.KICK, target, target.user_id, by_admin=True)
                await self._send_away(room.session, room.table, target)
                return say("toast-kicked")
            if room.mine is None or room.mine.asleep:
                return say("toast-only-seated-vote", alert=True)
            return await self._open(room, VoteKind.KICK, target)

        return await self._at(table_id, person, ask)

    @retried
    async def seat_of(
        self, table_id: int, *, telegram_id: int | None = None, username: str = ""
    ) -> int | None:
        """On which seat a person sits, by their id or the name that begins with ``@``."""
        async with self.services.database.transaction() as session:
            for seat in await Tables(session).seats(table_id):
                if seat.user_id is None:
                    continue
                user = await People(session).user_by_id(seat.user_id)
                named = bool(username) and user.username.lower() == username.lower()
                if named or (telegram_id is not None and user.telegram_id == telegram_id):
                    return seat.seat
        return None

    async def pause(self, table_id: int, person: Person) -> Reply:
        """Stop all time until somebody goes on, by vote."""

        async def ask(room: _Room) -> Reply:
            if room.table.paused_at is not None:
                return say("toast-paused-already")
            if room.mine is None or room.mine.asleep:
                return say("toast-only-seated-vote", alert=True)
            return await self._open(room, VoteKind.PAUSE, None)

        return await self._at(table_id, person, ask, lobby_too=False)

    async def resume(self, table_id: int, person: Person) -> Reply:
        """Go on after a pause: one tap of anybody who sits there."""

        async def go_on(room: _Room) -> Reply:
            if room.mine is None:
                return say("toast-not-seated", alert=True)
            if room.table.paused_at is None:
                return say("toast-not-paused")
            await resume(self.services, room.session, room.table)
            return say("toast-resumed")

        return await self._at(table_id, person, go_on, lobby_too=False)

    async def ballot(self, table_id: int, vote_id: int, person: Person, *, yes: bool) -> Reply:
        """Say yes or no, or change one's mind. Who sleeps on the seat in question is back with this."""

        async def cast(room: _Room) -> Reply:
            vote = await Votes(room.session).get(vote_id)
            if vote is None or vote.table_id != room.key or not vote.open:
                return say("toast-vote-over")
            mine = room.mine
            if mine is None:
                return say("toast-not-voter", alert=True)
            if mine.asleep and vote.kind == VoteKind.SUBSTITUTE and mine.user_id == vote.target_id:
                await absence.wake(self.services, room.session, room.table, mine)
                if vote.open:
                    await self._close(room.session, room.table, vote, VoteOutcome.VOID)
                return say("toast-back")
            if not may_vote(mine):
                return say("toast-not-voter", alert=True)
            await Votes(room.session).cast(vote_id, key_of(room.user.id), yes, self.services.clock.now())
            await self._count(room.session, room.table, vote)
            return say("toast-voted-yes" if yes else "toast-voted-no")

        return await self._at(table_id, person, cast)

    @retried
    async def run_due(self) -> bool:
        """End the first vote whose time is over; whether there was one."""
        async with self.services.database.transaction() as session:
            due = await Votes(session).due(self.services.clock.now())
            if not due:
                return False
            table = await Tables(session).get(due[0].table_id)
            assert table is not None
            await session.refresh(due[0])  # the table is locked now: another process may have ended it
            if due[0].open:
                await self._end(session, table, due[0])
        self.services.changed()
        return True

    @retried
    async def next_moment(self) -> datetime | None:
        """When the next open vote ends."""
        async with self.services.database.transaction() as session:
            return await Votes(session).next_moment()

    # Inside a transaction

    @retried
    async def _at(self, table_id: int, person: Person, work: _Work, *, lobby_too: bool = True) -> Reply:
        """Do something at a table that runs; it need not have started unless that is said."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await Tables(session).get(table_id)
            if table is None or not table.running:
                return say("toast-table-over")
            if table.status == TableStatus.LOBBY and not lobby_too:
                return say("toast-not-started", alert=True)
            taken = {seat.seat: seat for seat in await Tables(session).seats(table_id)}
            reply = await work(_Room(session, table, taken, user))
        self.services.changed()
        return reply

    async def _open(self, room: _Room, kind: VoteKind, about: Seat | None) -> Reply:
        """Open a vote; its opener, if entitled, has said yes with that, which may be enough."""
        votes, now = Votes(room.session), self.services.clock.now()
        target = None if about is None else about.user_id
        if await votes.open_at(room.key) is not None:
            return say("toast-vote-open", alert=True)
        if await votes.failed_since(room.key, kind, target, now - AGAIN_AFTER) is not None:
            return say("toast-vote-again-later", alert=True)
        vote = self._row(room, kind, about, target)
        room.session.add(vote)
        await room.session.flush()
        mine = room.mine
        if mine is not None and may_vote(mine):
            await votes.cast(key_of(vote.id), key_of(room.user.id), True, now)
        await self._show(room.session, room.table, anew=True)
        await self._count(room.session, room.table, vote)
        return say("toast-vote-opened" if vote.open else "toast-voted-yes")

    def _row(self, room: _Room, kind: VoteKind, about: Seat | None, target: int | None) -> Vote:
        now = self.services.clock.now()
        return Vote(
            table_id=room.key,
            kind=kind,
            seat=None if about is None else about.seat,
            target_id=target,
            opener_id=key_of(room.user.id),
            open=True,
            opened_at=now,
            ends_at=now + timedelta(seconds=VOTE_SECONDS),
        )

    async def _tell(
        self, room: _Room, kind: VoteKind, about: Seat, target: int | None, *, by_admin: bool = False
    ) -> None:
        """Write down, and tell, what was decided without a vote."""
        vote = self._row(room, kind, about, target)
        vote.open, vote.outcome, vote.ended_at = None, VoteOutcome.YES, vote.opened_at
        vote.by_admin = by_admin
        room.session.add(vote)
        await room.session.flush()
        await self._show(room.session, room.table, anew=await Votes(room.session).open_at(room.key) is None)

    async def _show(self, session: AsyncSession, table: GameTable, *, anew: bool = False) -> None:
        slot = await Slots(session).find(key_of(table.id), SlotKind.VOTE)
        slot.stale = True
        if anew:
            slot.urgent = slot.anew = True

    async def _count(self, session: AsyncSession, table: GameTable, vote: Vote) -> None:
        outcome = (await tally(session, vote)).outcome
        if outcome is None:
            await self._show(session, table)
        else:
            await self._close(session, table, vote, outcome)

    async def _end(self, session: AsyncSession, table: GameTable, vote: Vote) -> None:
        """The time is over. Where nobody was there to vote, nobody has anything against it."""
        if not table.running:
            await self._close(session, table, vote, VoteOutcome.VOID)
            return
        count = await tally(session, vote)
        silent = VoteOutcome.EXPIRED if count.voters else VoteOutcome.YES
        await self._close(session, table, vote, count.outcome or silent)

    async def _close(self, session: AsyncSession, table: GameTable, vote: Vote, outcome: VoteOutcome) -> None:
        """End a vote and do what was decided, unless that has become pointless."""
        if outcome is VoteOutcome.YES and not await self._carry_out(session, table, vote):
            outcome = VoteOutcome.VOID
        await Votes(session).close(vote, outcome, self.services.clock.now())
        await self._show(session, table)

    async def _carry_out(self, session: AsyncSession, table: GameTable, vote: Vote) -> bool:
        taken = {seat.seat: seat for seat in await Tables(session).seats(key_of(table.id))}
        if vote.kind == VoteKind.PAUSE:
            return await pause(self.services, session, table)
        about = taken.get(-1 if vote.seat is None else vote.seat)
        if about is None or about.user_id != vote.target_id:
            return False
        if vote.kind == VoteKind.KICK:
            await self._send_away(session, table, about)
            return True
        newcomer = await People(session).user_by_id(vote.opener_id)
        seated = any(seat.user_id == newcomer.id for seat in taken.values())
        if may_vote(about) or seated or not newcomer.reachable:
            return False
        if await moderation.sits_too_often(session, newcomer, table):
            return False
        await self._sit_down(session, table, about, newcomer)
        return True

    async def _sit_down(self, session: AsyncSession, table: GameTable, seat: Seat, user: User) -> None:
        game = await games.load(self.services, session, table)
        await seats.hand_over(self.services, session, table, game, seat, user)

    async def _send_away(self, session: AsyncSession, table: GameTable, seat: Seat) -> None:
        if table.status == TableStatus.LOBBY:
            await session.delete(seat)
            table.version += 1
            await session.flush()
            await stale.lobby(session, table)
            return
        game = await games.load(self.services, session, table)
        await seats.hand_over(self.services, session, table, game, seat, None)
        await go_on(self.services, session, table)

    async def _void_about(self, room: _Room, seat: int) -> None:
        """A vote about a seat is pointless once that is decided otherwise."""
        vote = await Votes(room.session).open_at(room.key)
        if vote is not None and vote.seat == seat:
            await self._close(room.session, room.table, vote, VoteOutcome.VOID)


def menu_data(table: GameTable, people: tuple[SeatInfo, ...]) -> MenuData:
    """What the menu of a table shows."""
    started = table.status in (TableStatus.PLAYING, TableStatus.BETWEEN)
    return MenuData(key_of(table.id), people, started, table.paused_at is not None, over=not table.running)


async def vote_data(session: AsyncSession, table: GameTable) -> VoteData | None:
    """The open vote of a table, else the last one; none if there was none."""
    votes, people = Votes(session), People(session)
    vote = await votes.open_at(key_of(table.id)) or await votes.last_at(key_of(table.id))
    if vote is None:
        return None
    count = await tally(session, vote)
    target = None if vote.target_id is None else display_name(await people.user_by_id(vote.target_id))
    return VoteData(
        table=vote.table_id,
        vote=key_of(vote.id),
        kind=vote.kind,
        seat=vote.seat,
        opener=display_name(await people.user_by_id(vote.opener_id)),
        target=target,
        yes=count.yes,
        no=count.no,
        needed=count.needed,
        outcome=vote.outcome or ("" if table.running else VoteOutcome.VOID),
        by_admin=vote.by_admin,
        paused=table.paused_at is not None,
        deadline=int(vote.ends_at.timestamp()),
        seconds=VOTE_SECONDS,
    )


def _free(room: _Room) -> Seat | None:
    """The seat to take over if none is named: an AI player's, else a sleeping person's."""
    ordered = sorted(room.seats.values(), key=lambda seat: (seat.user_id is not None, seat.seat))
    return next((seat for seat in ordered if not may_vote(seat)), None)


async def pause(services: Services, session: AsyncSession, table: GameTable) -> bool:
    """Stop all time at a table; whether there was any to stop."""
    if table.paused_at is not None or table.status == TableStatus.LOBBY:
        return False
    table.paused_at = services.clock.now()
    table.next_at = None
    game = await games.load(services, session, table)
    if game is not None:
        await timing.sync(services, game)
    await _shown_anew(session, table)
    return True


async def resume(services: Services, session: AsyncSession, table: GameTable) -> None:
    """Let time run again at a table: everybody who is asked has their full time."""
    paused_at, table.paused_at = table.paused_at, None
    assert paused_at is not None
    game = await games.load(services, session, table)
    if game is not None:
        await timing.resume(services, game, paused_at)
    elif table.status == TableStatus.BETWEEN:
        table.next_at = services.clock.now() + timedelta(seconds=services.settings.between_seconds)
        await go_on(services, session, table)
    await _shown_anew(session, table)


async def _shown_anew(session: AsyncSession, table: GameTable) -> None:
    table.version += 1
    await stale.everything(session, table)
    slot = await Slots(session).find(key_of(table.id), SlotKind.TABLE)
    slot.stale = slot.urgent = True


async def go_on(services: Services, session: AsyncSession, table: GameTable) -> None:
    """Between two deals: go on if nobody is left for whom the table waits."""
    rest = await match.load(services, session, table)
    if rest is not None:
        await match.go_on_if_all_are_ready(services, rest)
