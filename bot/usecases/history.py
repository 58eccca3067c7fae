"""``/history``, ``/replay`` and ``/verify``: matches and deals that have ended, for those who may read them.

A deal may be read by everybody who has held a seat at a table of its chat, once it has ended: then its
hands are no secret any more. One that runs is never read here.
"""

from __future__ import annotations

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.screens.model import SeatInfo
from bot.screens.past import DealLine, MatchData, MatchesData, MatchLine, ReplayData, VerifyData
from bot.usecases.common import ChatRef, Person, Services, display_name, key_of
from bot.usecases.states import rule_set
from engine.actions import Action
from engine.cards import SEATS
from engine.deal import Step
from engine.errors import GameError
from engine.events import Event, Led
from engine.record import Record, Start, parse_owed, replay
from storage.archive import Archive, PastMatch
from storage.database import retried
from storage.models import ActionRow, DealRow, DealStatus, Result, User
from storage.repositories import Deals, People

MATCHES_A_PAGE = 5
DEALS_A_PAGE = 8


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A deal as a record file (RULES, "Notation"); it names nobody."""

    name: str
    text: str
    number: int
    chat_title: str


@dataclass(slots=True)
class History:
    """The use-cases of reading the past; each is one transaction that reads."""

    services: Services

    @property
    def _zone(self) -> ZoneInfo:
        return ZoneInfo(self.services.settings.timezone)

    # Matches

    @retried
    async def matches(self, person: Person, page: int) -> MatchesData:
        """The matches of the chats in which a person has played, newest first; the nearest page there is."""
        async with self.services.database.transaction() as session:
            user = await People(session).user(person.telegram_id)
            if user is None:
                return MatchesData(0, 0, ())
            archive, user_id = Archive(session), key_of(user.id)
            pages = _pages(await archive.count_matches(user_id), MATCHES_A_PAGE)
            page = max(0, min(page, pages - 1))
            found = await archive.matches(user_id, page * MATCHES_A_PAGE, MATCHES_A_PAGE)
            lines = [await self._line(archive, past, user_id) for past in found]
            return MatchesData(page, pages, tuple(lines))

    @retried
    async def match(self, person: Person, match_id: int, page: int) -> MatchData | None:
        """A match and a page of its deals; none if there is none that the person may read."""
        async with self.services.database.transaction() as session:
            archive = Archive(session)
            past = await archive.match(match_id)
            user = await People(session).user(person.telegram_id)
            if past is None or user is None or not await _may_read(archive, user, key_of(past.chat.id)):
                return None
            deals = await archive.deals(match_id)
            if not deals:
                return None
            results = await archive.results(match_id)
            pages = _pages(len(deals), DEALS_A_PAGE)
            page = max(0, min(page, pages - 1))
            shown = deals[page * DEALS_A_PAGE : (page + 1) * DEALS_A_PAGE]
            return MatchData(
                match=await self._line(archive, past, key_of(user.id)),
                seats=await _seats(archive, deals[-1]),
                points=tuple(sum(r.points for r in results if r.seat == seat) for seat in SEATS),
                deals=tuple(_deal_line(deal, results) for deal in shown),
                page=page,
                pages=pages,
            )

    async def _line(self, archive: Archive, past: PastMatch, user_id: int) -> MatchLine:
        match_id = key_of(past.match.id)
        deals = await archive.deals(match_id)
        results = await archive.results(match_id)
        mine = [result.points for result in results if result.user_id == user_id]
        return MatchLine(
            match_id=match_id,
            chat_title=past.chat.title,
            started_at=past.match.started_at.astimezone(self._zone),
            rules=rule_set(deals[-1]),
            deals=sum(deal.status == DealStatus.OVER for deal in deals),
            points=sum(mine) if mine else None,
            running=bool(past.table.running),
        )

    # Deals

    @retried
    async def back(self, person: Person, ref: ChatRef | None, number: int) -> int | None:
        """The key of the deal that ended last, or the one so many before it (1 is the last one).

        In a group of that chat; in private of all chats in which the person has played.
        """
        async with self.services.database.transaction() as session:
            row = await _last(session, person, ref, number - 1)
            return None if row is None else row.id

    @retried
    async def replay(self, person: Person, deal_id: int, step: int) -> ReplayData | None:
        """A deal after so many actions, or the nearest that it has; none if the person may not read it.

        Raises :class:`UnreadableError` if it does not replay any more.
        """
        async with self.services.database.transaction() as session:
            archive = Archive(session)
            found = await _readable(archive, person, deal_id)
            if found is None:
                return None
            row, past = found
            actions = await Deals(session).actions(deal_id)
            steps = _steps(row, actions)
            number = max(0, min(step, len(steps) - 1))
            return self._data(row, past, steps, actions, number, await _seats(archive, row))

    def _data(
        self,
        row: DealRow,
        past: PastMatch,
        steps: list[Step],
        actions: list[ActionRow],
        number: int,
        seats: tuple[SeatInfo, ...],
    ) -> ReplayData:
        tricks = [at for at, step in enumerate(steps) if any(isinstance(e, Led) for e in step.events)]
        begun = [at for at in tricks if at <= number]
        rules = rule_set(row)
        deal = steps[number].deal
        last = actions[number - 1] if number else None
        return ReplayData(
            deal_id=key_of(row.id),
            match_id=row.match_id,
            chat_title=past.chat.title,
            rules=rules,
            number=row.number,
            deals=past.match.goal,
            started_at=row.started_at.astimezone(self._zone),
            seats=seats,
            step=number,
            steps=len(steps) - 1,
            trick=len(begun),
            before=max((at for at in tricks if at < number), default=0),
            after=min((at for at in tricks if at > number), default=len(steps) - 1),
            view=deal.view(None),
            hands=tuple(deal.state.hands[seat] for seat in SEATS),
            happened=_happened(steps, begun[-1] if begun else 0, number),
            last=None if last is None else (last.seat, last.token),
        )

    @retried
    async def file(self, person: Person, deal_id: int) -> RecordFile | None:
        """A deal as a record file; none if the person may not read it."""
        async with self.services.database.transaction() as session:
            found = await _readable(Archive(session), person, deal_id)
            if found is None:
                return None
            row, past = found
            record = record_of(row, await Deals(session).actions(deal_id))
            name = f"gouji-{row.started_at.astimezone(self._zone):%Y%m%d-%H%M}-{row.number}.gouji"
            return RecordFile(name, str(record), row.number, past.chat.title)

    @retried
    async def to_verify(self, person: Person, ref: ChatRef | None) -> VerifyData | None:
        """The deal that ended last: in a group there, in private of all chats of the person."""
        async with self.services.database.transaction() as session:
            row = await _last(session, person, ref, 0)
            if row is None:
                return None
            return VerifyData(row.number, row.started_at.astimezone(self._zone), rule_set(row), row.seed)


class UnreadableError(Exception):
    """A stored deal that does not replay to what it was; its record can still be had."""


def record_of(row: DealRow, actions: list[ActionRow]) -> Record:
    """The record of a stored deal."""
    start = Record(
        rules=rule_set(row), seed=row.seed, start=Start.DEAL, lead=row.lead, owed=parse_owed(row.owed)
    )
    return start.with_actions(tuple((action.seat, Action.parse(action.token)) for action in actions))


def _steps(row: DealRow, actions: list[ActionRow]) -> list[Step]:
    """The deal at its start and after each action. Raises :class:`UnreadableError`."""
    try:
        steps = [step for _, step in replay(record_of(row, actions))]
    except (GameError, ValueError) as error:
        raise UnreadableError(f"deal {row.id}: {error}") from error
    if actions and steps[-1].deal.digest != actions[-1].digest:
        raise UnreadableError(f"deal {row.id} replays to another state")
    return steps


def _happened(steps: list[Step], start: int, number: int) -> tuple[tuple[Event, ...], ...]:
    """What each action has brought since a step; in an ended deal nothing of it is secret."""
    return tuple(step.events for step in steps[start : number + 1])


async def _last(session: AsyncSession, person: Person, ref: ChatRef | None, back: int) -> DealRow | None:
    if ref is not None:
        chat = await People(session).chat(ref.telegram_id)
        return None if chat is None else await Archive(session).last_in_chat(key_of(chat.id), back)
    user = await People(session).user(person.telegram_id)
    return None if user is None else await Archive(session).last_of_person(key_of(user.id), back)


async def _readable(archive: Archive, person: Person, deal_id: int) -> tuple[DealRow, PastMatch] | None:
    """A deal that has ended and that the person may read, and its match."""
    row = await archive.deal(deal_id)
    user = await People(archive.session).user(person.telegram_id)
    if row is None or user is None:
        return None
    past = await archive.match(row.match_id)
    if past is None or not await _may_read(archive, user, key_of(past.chat.id)):
        return None
    return row, past


async def _may_read(archive: Archive, user: User, chat_id: int) -> bool:
    return await archive.may_read(key_of(user.id), chat_id)


async def _seats(archive: Archive, row: DealRow) -> tuple[SeatInfo, ...]:
    """Who owned the seats when a deal started; whoever was forgotten has no name."""
    holders = await archive.holders(row)
    keys = {holder.user_id for holder in holders.values() if holder.user_id is not None}
    users = await archive.names(keys)
    seats = []
    for seat in SEATS:
        holder = holders.get(seat)
        if holder is None or holder.user_id is None:
            seats.append(SeatInfo(None, ai=holder.ai if holder is not None else None))
        else:
            seats.append(SeatInfo(display_name(users[holder.user_id])))
    return tuple(seats)


def _deal_line(deal: DealRow, results: list[Result]) -> DealLine:
    mine = [result for result in results if result.deal_id == deal.id]
    return DealLine(
        deal_id=key_of(deal.id),
        number=deal.number,
        void=deal.status == DealStatus.VOID,
        places=tuple(result.place for result in mine) if mine else None,
        opened=tuple(result.seat for result in mine if result.opened),
        sweep=any(result.swept for result in mine),
    )


def _pages(count: int, size: int) -> int:
    return -(-count // size)
