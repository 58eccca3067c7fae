"""What the outbox asks: what is to be shown where, and what became of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.budgets import EVERYTHING, NOTHING, OVERALL_PRICE, Spent, price
from bot.callback import PASS_TRICK, TILL_OPPOSITE, to_base36
from bot.screens.model import PHOTO, GameData, HandData, LobbyData, ResultData, Screen, SeatInfo, TableInfo
from bot.screens.votes import MenuData, VoteData
from bot.usecases import absence, moves, stale, timing, votes
from bot.usecases import game as games
from bot.usecases import match as matches
from bot.usecases.common import NEVER, Services, display_name, key_of, later
from bot.usecases.people import UNKNOWN, language_of
from bot.usecases.states import LostDealError, Replayed, rule_set
from engine.cards import SEATS
from engine.match import settles_at_once
from engine.rules import PRESETS
from engine.shuffle import commitment
from engine.view import View
from storage.database import retried
from storage.models import (
    Chat,
    DealRow,
    DealStatus,
    GameTable,
    IntentKind,
    Match,
    Slot,
    SlotKind,
    TableStatus,
    User,
)
from storage.repositories import MAX_KEY, Deals, People, Slots, Tables
from storage.sharing import Budgets, Screens, Workers, claim, give_up, release

log = logging.getLogger(__name__)

Data = LobbyData | GameData | HandData | ResultData | MenuData | VoteData

LEASE = timedelta(seconds=25)
"""So long a worker has to show a screen; then another takes it up. Longer than any call may take."""


@dataclass(frozen=True, slots=True)
class Job:
    """A screen to be shown: where, what, and how. ``data`` is none when only old keyboards are to go."""

    slot_id: int
    telegram_id: int
    group: bool
    topic: int | None
    language: str
    data: Data | None
    message_id: int | None
    digest: str
    anew: bool
    urgent: bool
    old: tuple[int, ...]
    decisions: tuple[tuple[int, str], ...] = ()
    """The open decisions that the screen shows: their time starts when it is shown."""
    claimed_until: datetime | None = None
    """Until when it is this worker's to show it."""
    screen: Screen | None = None
    """The screen, if it was drawn at once."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A screen that wants a call: where, how urgently, not before when, and what its chat has spent."""

    slot_id: int
    telegram_id: int
    group: bool
    urgent: bool
    retry_at: datetime | None
    spent: Spent = NOTHING


Draw = Callable[[Job], Screen]


@dataclass(slots=True)
class Prompts:
    """The use-cases of the outbox; each is one transaction."""

    services: Services

    @retried
    async def stale(self) -> list[Waiting]:
        """The screens that want a call, or are being shown until their claims lapse, most urgent first."""
        async with self.services.database.transaction() as session:
            slots = await Screens(session).waiting()
        slots.sort(
            key=lambda slot: (
                not slot.stale and slot.claimed_until is None,
                not slot.urgent,
                slot.kind != SlotKind.TABLE,
            )
        )
        self.services.observer.waiting([slot.slot_id for slot in slots])
        return [
            Waiting(
                slot.slot_id,
                slot.telegram_id or 0,
                slot.kind != SlotKind.HAND,
                slot.urgent,
                later(slot.retry_at, slot.claimed_until),
                Spent(slot.last, slot.full_at, slot.closed_until),
            )
            for slot in slots
        ]

    @retried
    async def job(self, slot_id: int, draw: Draw | None = None) -> Job | None:
        """What a stale slot is to show now; none if there is nothing to do for it now.

        Until it is shown, or its claim lapses, it is this worker's. It counts as up to date from here on, so
        that a change while it is being sent puts it on the list again; :meth:`failed` takes that back. With
        ``draw``, what shows already costs nothing, and the call is counted in the budgets.
        """
        started: datetime | None = None
        async with self.services.database.transaction() as session:
            locked = await Screens(session).lock(slot_id)
            if locked is None:
                return None
            slot, table = locked
            if not self._may_take(slot):
                return None
            job = await self._job(session, slot, table)
            if job is None:
                return None
            if draw is not None and job.data is not None:
                job = replace(job, screen=draw(job))
            if job.screen is not None and not job.anew and job.screen.digest == job.digest:
                slot.stale = slot.urgent = slot.anew = False
                slot.retry_at = None
                started = await self._start_times(session, table, job)
                job = None
            elif draw is None or await self._spend(session, job):
                claim(slot, self.services.worker, job.claimed_until or self.services.clock.now())
            else:
                job = None
        if started:
            self.services.changed(started)
        return job

    def _may_take(self, slot: Slot) -> bool:
        """Whether a slot is nobody's now and there is something to do for it.

        What somebody took up and did not finish is wanted as before; what its message shows is unknown.
        """
        if slot.claimed_until is not None:
            if slot.claimed_until > self.services.clock.now():
                return False
            log.warning("slot %s: worker %s did not finish; taken over", slot.id, slot.claimed_by)
            give_up(slot)
            slot.digest = _unknown(slot.digest)
        return slot.stale or bool(slot.old)

    async def _spend(self, session: AsyncSession, job: Job) -> bool:
        """Count the call that a job needs; whether the budgets allow it now. Deletions count for all only."""
        tidies_privately = job.data is None and not job.group
        if tidies_privately:
            return await self._spend_in(session, None, False, False)
        return await self._spend_in(session, job.telegram_id, job.group, job.urgent)

    async def _spend_in(self, session: AsyncSession, chat: int | None, group: bool, urgent: bool) -> bool:
        budgets, now = Budgets(session), self.services.clock.now().timestamp()
        cost = OVERALL_PRICE
        if not await budgets.spend(EVERYTHING, now, cost.spacing, cost.step, cost.reach):
            return False
        if chat is None:
            return True
        cost = price(group, urgent)
        return await budgets.spend(chat, now, cost.spacing, cost.step, cost.reach)

    @retried
    async def spend(self, chat: int, group: bool) -> bool:
        """Count a call that is no screen; whether the budgets allow it now."""
        async with self.services.database.transaction() as session:
            return await self._spend_in(session, chat, group, True)

    @retried
    async def close(self, chat: int, until: datetime) -> None:
        """Telegram said when a chat may be written to again."""
        async with self.services.database.transaction() as session:
            await Budgets(session).close(chat, until.timestamp())

    @retried
    async def spent(self, chats: list[int]) -> dict[int, Spent]:
        """What has been spent in some chats, and in all together."""
        async with self.services.database.transaction() as session:
            found = await Budgets(session).of([EVERYTHING, *chats])
        return {chat: Spent(b.last, b.full_at, b.closed_until) for chat, b in found.items()}

    @retried
    async def put_off(self, slot_id: int, retry_at: datetime) -> None:
        """A screen could not be drawn: try again later."""
        async with self.services.database.transaction() as session:
            found = await Screens(session).wait_for(slot_id)
            if found is not None:
                found[0].retry_at = retry_at

    async def leave_the_rest(self) -> None:
        """This worker ends: what it was showing, and its turn to poll, may be another's at once."""
        worker = self.services.worker
        async with self.services.database.transaction() as session:
            await Screens(session).let_go(worker, self.services.clock.now())
            await Workers(session).let_go(worker)

    async def _job(self, session: AsyncSession, slot: Slot, table: GameTable) -> Job | None:
        chat = await People(session).chat_by_id(table.chat_id)
        user = None if slot.kind != SlotKind.HAND else await People(session).user_by_id(slot.user_id)
        target = chat.telegram_id if user is None else user.telegram_id
        barred = chat.gone if user is None else not user.reachable
        if target is None or barred:
            slot.stale, slot.old = False, ""
            return None
        data, decisions = await self._data(session, slot, table, chat, user) if slot.stale else (None, ())
        if slot.stale and data is None:
            slot.stale = False
            return None
        language = chat.language or UNKNOWN
        if user is not None:
            language = language_of(user.language, user.language_code)
        buried = slot.kind == SlotKind.TABLE and (
            chat.posts - slot.posts >= self.services.settings.buried_after
        )
        return Job(
            slot_id=key_of(slot.id),
            telegram_id=target,
            group=user is None,
            topic=table.topic if user is None else None,
            language=language,
            data=data,
            message_id=slot.message_id,
            digest=slot.digest,
            anew=slot.anew or (buried and slot.urgent) or slot.message_id is None,
            urgent=slot.urgent,
            old=tuple(int(part) for part in slot.old.split()),
            decisions=decisions,
            claimed_until=self.services.clock.now() + LEASE,
        )

    async def _data(
        self, session: AsyncSession, slot: Slot, table: GameTable, chat: Chat, user: User | None
    ) -> tuple[Data | None, tuple[tuple[int, str], ...]]:
        if slot.kind == SlotKind.MENU:
            return votes.menu_data(table, await self._seats(session, table)), ()
        if slot.kind == SlotKind.VOTE:
            return await votes.vote_data(session, table), ()
        if table.status in (TableStatus.LOBBY, TableStatus.CANCELLED):
            if user is not None or slot.kind == SlotKind.RESULT:
                return None, ()
            info = self._table_info(table, chat)
            seats = await self._seats(session, table)
            return LobbyData(info, seats, table.status == TableStatus.CANCELLED, table.page), ()
        if slot.kind == SlotKind.RESULT:
            return await self._finished(session, table, chat), ()
        game = await games.load(self.services, session, table)
        if game is None:
            if slot.kind == SlotKind.TABLE:
                return await self._last_sight(session, table, chat), ()
            return await self._finished(session, table, chat), ()
        info = await self._deal_info(session, table, chat, game.row)
        seats = await self._seats(session, table)
        if slot.kind == SlotKind.TABLE:
            data = await self._game_data(game, info, seats, None)
            shown = tuple((s, w.decision) for s, w in timing.asked(game).items() if w.public)
            return data, shown
        seat = game.seat_of(slot.user_id)
        if seat is None or slot.kind != SlotKind.HAND:
            return None, ()
        hand = await self._hand_data(game, info, seats, seat)
        return hand, tuple((s, w.decision) for s, w in timing.asked(game).items() if s == seat)

    async def _game_data(
        self, game: games.Game, info: TableInfo, seats: tuple[SeatInfo, ...], seat: int | None
    ) -> GameData:
        view = game.view(seat)
        deadline, seconds = await self._deadline(game, view)
        before = await Deals(game.session).before(game.row)
        return GameData(
            table=info,
            seats=seats,
            view=view,
            recent=game.state.recent,
            deadline=deadline,
            seconds=seconds,
            seed_hash=commitment(game.row.seed),
            void=before is not None and before.status == DealStatus.VOID,
            lost=before is not None and before.status == DealStatus.LOST,
            paused=game.table.paused_at is not None,
        )

    async def _deadline(self, game: games.Game, view: View) -> tuple[int | None, int | None]:
        """Until when who is asked has time, in unix time, and how long that was; for a burn the wait."""
        for timer in await Deals(game.session).timers(game.key):
            if timer.seat != view.seat and (timer.seat not in view.asked or view.seat in view.asked):
                continue
            if timer.deadline is not None and timer.seconds is not None:
                full = self.services.clock.now() + timedelta(seconds=timer.seconds)
                end = timer.deadline if timer.shown_at is not None else min(full, timer.deadline)
                return int(end.timestamp()), timer.seconds
            if timer.due is not None and timer.due == game.row.hold_until:
                return int(timer.due.timestamp()), int(self.services.settings.burn_wait)
        return None, None

    async def _hand_data(
        self, game: games.Game, info: TableInfo, seats: tuple[SeatInfo, ...], seat: int
    ) -> HandData:
        data = await self._game_data(game, info, seats, seat)
        decision = data.view.mine or data.view.decision
        draft = chosen = None
        preset = ""
        for intent in await Deals(game.session).intents(game.key, seat):
            if intent.decision == decision and intent.kind == IntentKind.DRAFT:
                draft = intent.value
            elif intent.decision == decision and intent.kind == IntentKind.ACTION:
                chosen = intent.value
            elif intent.value in (TILL_OPPOSITE, f"{PASS_TRICK}{game.state.trick}"):
                preset = intent.value[:1]
        timers = {timer.seat: timer for timer in await Deals(game.session).timers(game.key)}
        reminded = seat in timers and timers[seat].reminded
        return HandData(data, game.seats[seat].asleep, draft, chosen, reminded, preset)

    async def _last_sight(self, session: AsyncSession, table: GameTable, chat: Chat) -> GameData | None:
        """The table as it was when it ended."""
        row = await Deals(session).last_at(key_of(table.id))
        state = None if row is None else await self._ended(session, row)
        if row is None or state is None:
            return None
        return GameData(
            table=await self._deal_info(session, table, chat, row),
            seats=await self._seats(session, table),
            view=state.deal.view(None),
            recent=state.recent,
            deadline=None,
            seconds=None,
            seed_hash=commitment(row.seed),
            over=True,
        )

    async def _ended(self, session: AsyncSession, row: DealRow) -> Replayed | None:
        """The state in which a deal ended; none if it does not replay any more: then its screens stay."""
        try:
            return await self.services.states.load(session, row)
        except LostDealError:
            log.exception("deal %s has ended and does not replay", row.id)
            return None

    async def _finished(self, session: AsyncSession, table: GameTable, chat: Chat) -> ResultData | None:
        """The result of the last deal that has ended; while the table rests with its question."""
        row = await Deals(session).last_over(key_of(table.id))
        state = None if row is None else await self._ended(session, row)
        if row is None or state is None:
            return None
        info = await self._deal_info(session, table, chat, row)
        data = ResultData(
            table=info,
            seats=await self._seats(session, table),
            outcome=state.deal.outcome,
            seed=row.seed,
            points=await self._points(session, row, state, resting=table.status == TableStatus.BETWEEN),
            stopped=row.status == DealStatus.STOPPED,
        )
        rest = await matches.load(self.services, session, table)
        if rest is None or table.next_at is None:
            return data
        return replace(
            data,
            ready=sum(seat.ready for seat in rest.awake),
            awake=len(rest.awake),
            deadline=int(table.next_at.timestamp()),
            seconds=self.services.settings.between_seconds,
        )

    async def _points(
        self, session: AsyncSession, row: DealRow, state: Replayed, *, resting: bool
    ) -> tuple[int, ...]:
        """The points of the match so far; while the table may still settle, as if it did now (R12.1)."""
        points = await Deals(session).match_points(row.match_id)
        outcome = state.deal.outcome
        match = await session.get_one(Match, row.match_id)
        if not resting or outcome is None or row.number < match.goal:
            return points
        if settles_at_once(rule_set(row), outcome):
            return points
        return tuple(sum(pair) for pair in zip(points, outcome.points, strict=True))

    async def _deal_info(
        self, session: AsyncSession, table: GameTable, chat: Chat, row: DealRow
    ) -> TableInfo:
        match = await session.get_one(Match, row.match_id)
        info = self._table_info(table, chat)
        return replace(info, rules=rule_set(row), deal=key_of(row.id), number=row.number, goal=match.goal)

    def _table_info(self, table: GameTable, chat: Chat) -> TableInfo:
        rules = PRESETS[table.preset].with_switches(table.switches)
        return TableInfo(
            code=to_base36(key_of(table.id)),
            rules=rules,
            goal=rules.deals,
            turn_seconds=table.turn_seconds,
            chat_title=chat.title,
            bot_username=self.services.bot_username,
            ai_level=table.ai_level,
            fast=table.fast,
            pictures=table.pictures,
        )

    async def _seats(self, session: AsyncSession, table: GameTable) -> tuple[SeatInfo, ...]:
        taken = {seat.seat: seat for seat in await Tables(session).seats(key_of(table.id))}
        people = await People(session).at_table(key_of(table.id))
        found = []
        for number in SEATS:
            seat = taken.get(number)
            if seat is None:
                found.append(SeatInfo(None))
            elif seat.user_id is None:
                found.append(SeatInfo(None, ai=seat.ai))
            else:
                user = people[seat.user_id]
                found.append(SeatInfo(display_name(user), asleep=seat.asleep, unreachable=not user.reachable))
        return tuple(found)

    @retried
    async def shown(self, job: Job, message_id: int | None, digest: str, *, keyed: bool = True) -> None:
        """A screen is shown; none as its message: only old keyboards were taken away, or it was so.

        ``keyed`` tells whether the message has a keyboard now.
        """
        started: datetime | None = None
        async with self.services.database.transaction() as session:
            found = await Screens(session).wait_for(job.slot_id)
            if found is None:
                return
            slot, table = found
            if not self._is_mine(slot, job):
                # Another worker has taken it over: what was sent here has a keyboard that is to go.
                if message_id not in (None, slot.message_id):
                    slot.old = f"{slot.old} {message_id}".strip()
                return
            release(slot)
            if message_id is not None:
                if slot.message_id not in (None, message_id) and slot.keyed:
                    slot.old = f"{slot.old} {slot.message_id}".strip()
                if slot.message_id != message_id:
                    slot.posts = (await People(session).chat_by_id(table.chat_id)).posts
                slot.message_id = message_id
                slot.digest = digest
                slot.keyed = keyed
            again = slot.stale
            started = await self._start_times(session, table, job)
        if again or started:
            self.services.changed(started or NEVER)

    def _is_mine(self, slot: Slot, job: Job) -> bool:
        """Whether a slot is still claimed by this worker for a job."""
        return (slot.claimed_by, slot.claimed_until) == (self.services.worker, job.claimed_until)

    async def _start_times(self, session: AsyncSession, table: GameTable, job: Job) -> datetime | None:
        """The time of a turn starts when its prompt is first shown in either chat.

        If one has: the moment of what happens next in the deal.
        """
        row = await Deals(session).running_at(key_of(table.id)) if job.decisions else None
        if row is None:
            return None
        fresh = [
            timer
            for timer in await Deals(session).timers(key_of(row.id))
            if timer.shown_at is None
            and timer.seconds is not None
            and (timer.seat, timer.decision) in job.decisions
        ]
        game = await games.load(self.services, session, table) if fresh else None
        if game is None or game.key != row.id or game.deal.phase in timing.ALL_SIX:
            return None
        for timer in fresh:
            timing.start_time(self.services, game, timer, self.services.clock.now())
        return await timing.next_moment(game)

    @retried
    async def failed(
        self, job: Job, retry_at: datetime, *, lost: bool = False, unknown: bool = False
    ) -> None:
        """A screen could not be shown: try again later.

        ``lost``: its message is gone, so send a new one. ``unknown``: nobody knows what it shows now.
        """
        async with self.services.database.transaction() as session:
            found = await Screens(session).wait_for(job.slot_id)
            if found is None or not self._is_mine(found[0], job):
                return
            slot = found[0]
            if job.data is not None:
                give_up(slot)
            else:
                release(slot)
            slot.retry_at = retry_at
            if lost:
                slot.message_id = None
                slot.digest = ""
            elif unknown:
                slot.digest = _unknown(slot.digest)
        self.services.changed()

    @retried
    async def tapped(self, table_id: int, chat_id: int, message_id: int) -> None:
        """A button of a table was tapped on a message in a chat, of the table or in private.

        If the message is not the current one of its screen, its keyboard is to go. Somebody else's chat has
        no screen of the table, whatever the button says.
        """
        if table_id > MAX_KEY:
            return
        async with self.services.database.transaction() as session:
            if await Screens(session).is_shown_by(table_id, chat_id, message_id):
                return
            slot = await self._slot_in(session, table_id, chat_id)
            if slot is None or slot.message_id in (None, message_id):
                return
            if str(message_id) not in slot.old.split():
                slot.old = f"{slot.old} {message_id}".strip()
            slot.stale = True
        self.services.changed()

    async def _slot_in(self, session: AsyncSession, table_id: int, chat_id: int) -> Slot | None:
        """The screen of a table in a chat that has a keyboard: the table itself, or a hand."""
        table = await Tables(session).get(table_id)
        if table is None:
            return None
        if (await People(session).chat_by_id(table.chat_id)).telegram_id == chat_id:
            wanted = SlotKind.TABLE, 0
        else:
            user = await People(session).user(chat_id)
            wanted = SlotKind.HAND, 0 if user is None else key_of(user.id)
        slots = await Slots(session).of_table(table_id)
        return next((slot for slot in slots if (slot.kind, slot.user_id) == wanted), None)

    @retried
    async def stripped(self, job: Job, message_id: int) -> None:
        """An old keyboard is gone."""
        async with self.services.database.transaction() as session:
            found = await Screens(session).wait_for(job.slot_id)
            if found is None:
                return
            slot = found[0]
            if self._is_mine(slot, job):
                release(slot)
            left = [part for part in slot.old.split() if part != str(message_id)]
            slot.old = " ".join(left)

    @retried
    async def unreachable(self, job: Job) -> None:
        """Telegram does not let the bot write there: a fact about the person, shown at the table."""
        async with self.services.database.transaction() as session:
            found = await Screens(session).wait_for(job.slot_id)
            if found is None:
                return
            slot, table = found
            release(slot)
            slot.old = ""
            if slot.kind == SlotKind.HAND:
                user = await People(session).user_by_id(slot.user_id)
                if user.reachable:
                    await absence.lost(self.services, session, user)
            else:
                await moves.gone(session, await People(session).chat_by_id(table.chat_id))
        self.services.changed()

    @retried
    async def topic_lost(self, job: Job) -> None:
        """The topic of a table is gone: it goes on in the General one."""
        async with self.services.database.transaction() as session:
            slot = await Slots(session).get(job.slot_id)
            table = None if slot is None else await Tables(session).get(slot.table_id)
            if table is not None and table.topic == job.topic:
                table.topic = None
                await stale.left_behind(session, table)
        await self.failed(job, self.services.clock.now())


def _unknown(digest: str) -> str:
    """The digest of a message of which only is known whether it is a photo."""
    return PHOTO if digest.startswith(PHOTO) else ""
