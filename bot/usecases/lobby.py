"""Opening a table, sitting down, leaving, starting, stopping."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.callback import to_base36
from bot.locales.message import Text
from bot.usecases import game as games
from bot.usecases import match as matches
from bot.usecases import moderation, stale, tablesettings, timing
from bot.usecases.common import (
    ChatRef,
    Person,
    Reply,
    Services,
    key_of,
    remember,
    remember_chat,
    say,
)
from engine.cards import SEATS
from engine.rules import PRESETS
from storage.database import retried
from storage.models import Chat, GameTable, Holder, Match, Seat, SlotKind, TableStatus, User
from storage.repositories import People, Slots, Tables
from storage.votes import Votes

TURN_CHOICES = ("30", "45", "60", "90", "off")
AI_LEVEL = "heuristic"
LINK = "join"


@dataclass(slots=True)
class Lobby:
    """The use-cases around a table; each is one transaction."""

    services: Services

    @retried
    async def open(
        self, ref: ChatRef, topic: int | None, person: Person, words: tuple[str, ...] = ()
    ) -> Reply:
        """``/gouji``: a new table in the chat, or the running one shown again.

        ``words`` name a preset, a number of deals, changes of switches; else it is as the last one was.
        """
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            chat = await self._chat(session, ref, user, person)
            table = await Tables(session).running_in(key_of(chat.id))
            if table is not None:
                await self._show_again(session, table)
                self.services.changed()
                return say("toast-table-runs")
            if not person.shared and await moderation.opened_too_many(session, user):
                return say("notice-too-many-tables", most=moderation.MOST_TABLES)
            table = GameTable(
                chat_id=key_of(chat.id),
                topic=topic,
                opener_id=key_of(user.id),
                preset=chat.preset,
                switches=chat.switches,
                turn_seconds=chat.turn_seconds,
                ai_level=chat.ai_level,
                fast=chat.fast,
                pictures=chat.pictures,
                opened_at=self.services.clock.now(),
            )
            refused = tablesettings.apply_words(table, chat, words)
            if refused is not None:
                return refused
            session.add(table)
            await session.flush()
            await stale.lobby(session, table)
        self.services.changed()
        return Reply()

    @retried
    async def join(self, table_id: int, seat: int | None, person: Person) -> Reply:
        """Take a seat, or any; who has not started the bot in private is led there by a link."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await Tables(session).get(table_id)
            if table is None or table.status != TableStatus.LOBBY:
                return say("toast-lobby-closed", alert=True)
            if not user.reachable:
                return Reply(url=self._link(table_id, seat))
            reply = await self._unwelcome(session, table, user) or await self._sit(session, table, user, seat)
        self.services.changed()
        return reply

    async def join_by_link(self, payload: str, person: Person) -> Reply:
        """``/start join_TABLE_SEAT`` in the private chat: the seat is taken there."""
        parts = payload.split("_")
        try:
            table_id, seat = int(parts[1], 36), int(parts[2])
        except (IndexError, ValueError):
            return say("notice-bad-link")
        if parts[0] != LINK or len(parts) != 3 or not 0 <= seat <= 6 or table_id >= 2**31:
            return say("notice-bad-link")
        reply = await self.join(table_id, seat - 1 if seat else None, person)
        if reply.text is not None and reply.text.key == "toast-seated":
            return Reply(Text("notice-seated", reply.text.args))
        return reply

    def _link(self, table_id: int, seat: int | None) -> str:
        number = 0 if seat is None else seat + 1
        return f"https://t.me/{self.services.bot_username}?start={LINK}_{to_base36(table_id)}_{number}"

    async def _unwelcome(self, session: AsyncSession, table: GameTable, user: User) -> Reply | None:
        """Why a person may not sit down here: sent away before, or at too many tables already."""
        if await Votes(session).kicked(key_of(table.id), key_of(user.id)):
            return say("toast-kicked-before", alert=True)
        if await moderation.sits_too_often(session, user, table):
            return say("toast-too-many-seats", alert=True, most=moderation.MOST_SEATS)
        return None

    async def _sit(self, session: AsyncSession, table: GameTable, user: User, wanted: int | None) -> Reply:
        seats = {seat.seat: seat for seat in await Tables(session).seats(key_of(table.id))}
        mine = next((seat for seat in seats.values() if seat.user_id == user.id), None)
        if wanted is None:
            if mine is not None:
                return say("toast-seated", seat=mine.seat + 1)
            free = [seat for seat in SEATS if seat not in seats] or [
                seat for seat, owner in seats.items() if owner.ai
            ]
            if not free:
                return say("toast-full", alert=True)
            wanted = free[0]
        taken = seats.get(wanted)
        if taken is not None and taken is mine:
            return say("toast-seated", seat=wanted + 1)
        if taken is not None and not taken.ai:
            return say("toast-seat-taken", alert=True, seat=wanted + 1)
        for old in (taken, mine):
            if old is not None:
                await session.delete(old)
        await session.flush()
        session.add(Seat(table_id=key_of(table.id), seat=wanted, user_id=key_of(user.id)))
        table.version += 1
        await stale.lobby(session, table)
        return say("toast-seated", seat=wanted + 1)

    @retried
    async def leave(self, table_id: int, person: Person) -> Reply:
        """Stand up from a lobby; from a running game an AI player takes over, until one tap (托管)."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await Tables(session).get(table_id)
            seat = await self._seat(session, table, user)
            if table is None or seat is None or not table.running:
                return say("toast-not-seated", alert=True)
            if table.status == TableStatus.LOBBY:
                await session.delete(seat)
                table.version += 1
                await stale.lobby(session, table)
                reply = say("toast-left")
            else:
                reply = await self._sleep(session, table, seat)
        self.services.changed()
        return reply

    @retried
    async def leave_all(self, person: Person, ref: ChatRef | None) -> Reply:
        """``/leave``: the table of this chat, or in private every table at which the person sits."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            tables = await Tables(session).running_of(key_of(user.id))
            if ref is not None:
                chat = await People(session).chat(ref.telegram_id)
                tables = [table for table in tables if chat is not None and table.chat_id == chat.id]
            keys = [key_of(table.id) for table in tables]
        reply = say("toast-not-seated")
        for key in keys:
            reply = await self.leave(key, person)
        return reply

    async def _sleep(self, session: AsyncSession, table: GameTable, seat: Seat) -> Reply:
        if seat.asleep:
            return say("toast-asleep-already")
        game = await games.load(self.services, session, table)
        if game is not None:
            await put_to_sleep(self.services, game, seat.seat)
        elif (rest := await matches.load(self.services, session, table)) is not None:
            await matches.put_to_sleep(self.services, rest, seat)
        return say("toast-trustee", alert=True)

    async def fill(self, table_id: int, person: Person) -> Reply:
        """Put AI players on the empty seats."""
        return await self._set_ai_players(table_id, person, wanted=True)

    async def unfill(self, table_id: int, person: Person) -> Reply:
        """Take the AI players away again."""
        return await self._set_ai_players(table_id, person, wanted=False)

    @retried
    async def _set_ai_players(self, table_id: int, person: Person, *, wanted: bool) -> Reply:
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await self._lobby(session, table_id)
            if table is None:
                return say("toast-lobby-closed", alert=True)
            seats = {seat.seat: seat for seat in await Tables(session).seats(table_id)}
            if not _may_manage(table, user, seats):
                return say("toast-sit-first", alert=True)
            for number in SEATS:
                if wanted and number not in seats:
                    session.add(Seat(table_id=table_id, seat=number, ai=table.ai_level))
                elif not wanted and number in seats and seats[number].ai:
                    await session.delete(seats[number])
            table.version += 1
            await stale.lobby(session, table)
        self.services.changed()
        return say("toast-filled" if wanted else "toast-unfilled")

    @retried
    async def start(self, table_id: int, person: Person) -> Reply:
        """Start the match; only who sits may, and six seats must be taken."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await self._lobby(session, table_id)
            if table is None:
                return say("toast-lobby-closed", alert=True)
            seats = await Tables(session).seats(table_id)
            if not any(seat.user_id == user.id for seat in seats):
                return say("toast-only-seated-start", alert=True)
            if len(seats) < 6:
                return say("toast-need-six", alert=True, missing=6 - len(seats))
            await self._begin(session, table, seats)
        self.services.changed()
        return say("toast-started")

    async def _begin(self, session: AsyncSession, table: GameTable, seats: list[Seat]) -> None:
        now = self.services.clock.now()
        table.status = TableStatus.PLAYING
        table.version += 1
        goal = PRESETS[table.preset].with_switches(table.switches).deals
        match = Match(table_id=key_of(table.id), goal=goal, started_at=now)
        session.add(match)
        table.page = ""
        for seat in seats:
            holder = Holder.AI if seat.ai else Holder.PERSON
            await Tables(session).hold(key_of(table.id), seat.seat, holder, now, seat.user_id, seat.ai)
        await session.flush()
        await games.start_deal(self.services, session, table, match, games.Carried())

    @retried
    async def cancel(self, table_id: int, person: Person, is_admin: bool) -> Reply:
        """Close a lobby: its opener or an admin of the chat."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await self._lobby(session, table_id)
            if table is None:
                return say("toast-lobby-closed", alert=True)
            if user.id != table.opener_id and not is_admin:
                return say("toast-only-opener", alert=True)
            table.status = TableStatus.CANCELLED
            table.running = None
            table.ended_at = self.services.clock.now()
            table.version += 1
            await stale.lobby(session, table)
        self.services.changed()
        return say("toast-cancelled")

    @retried
    async def chat_of(self, table_id: int) -> int | None:
        """In which chat of Telegram a table is; none if there is no such table, or its chat is forgotten."""
        async with self.services.database.transaction() as session:
            table = await Tables(session).get(table_id)
            if table is None:
                return None
            return (await People(session).chat_by_id(table.chat_id)).telegram_id

    @retried
    async def stop(self, ref: ChatRef, person: Person, is_admin: bool) -> Reply:
        """``/stop``: end the running table of a chat, without a result: its opener or an admin."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await self._running(session, ref)
            if table is None:
                return say("notice-no-table")
            if user.id != table.opener_id and not is_admin:
                return say("toast-only-opener")
            game = await games.load(self.services, session, table)
            if game is not None:
                await games.stop_deal(self.services, game)
            elif (rest := await matches.load(self.services, session, table)) is not None:
                await matches.stop(self.services, rest)
            else:
                table.status = TableStatus.CANCELLED
                table.running = None
                table.ended_at = self.services.clock.now()
                await stale.lobby(session, table)
        self.services.changed()
        return say("notice-stopped")

    @retried
    async def show_again(self, ref: ChatRef) -> Reply:
        """``/table``: post the table anew."""
        async with self.services.database.transaction() as session:
            table = await self._running(session, ref)
            if table is None:
                return say("notice-no-table")
            await self._show_again(session, table)
        self.services.changed()
        return Reply()

    async def _show_again(self, session: AsyncSession, table: GameTable) -> None:
        slot = await Slots(session).find(key_of(table.id), SlotKind.TABLE)
        slot.stale = slot.urgent = slot.anew = True

    @retried
    async def set_timeout(self, ref: ChatRef, value: str) -> Reply:
        """``/timeout 30|45|60|90|off``: how long a turn lasts, from the next decision on."""
        if value.lower() not in TURN_CHOICES:
            return say("notice-timeout-choices", choices=" ".join(TURN_CHOICES))
        seconds = None if value.lower() == "off" else int(value)
        async with self.services.database.transaction() as session:
            chat = await remember_chat(session, ref, self.services.settings.turn_seconds)
            chat.turn_seconds = seconds
            table = await Tables(session).running_in(key_of(chat.id))
            if table is not None:
                table.turn_seconds = seconds
                table.version += 1
                (await Slots(session).find(key_of(table.id), SlotKind.TABLE)).stale = True
        self.services.changed()
        if seconds is None:
            return say("notice-timeout-off")
        return say("notice-timeout-set", seconds=seconds)

    async def _chat(self, session: AsyncSession, ref: ChatRef, opener: User, person: Person) -> Chat:
        """The chat; its language is first that of who opens a table, unless nobody knows who that is."""
        chat = await remember_chat(session, ref, self.services.settings.turn_seconds)
        if not chat.language and not person.shared:
            chat.language = opener.language or ("zh" if opener.language_code.startswith("zh") else "en")
        return chat

    async def _running(self, session: AsyncSession, ref: ChatRef) -> GameTable | None:
        chat = await People(session).chat(ref.telegram_id)
        return None if chat is None else await Tables(session).running_in(key_of(chat.id))

    async def _lobby(self, session: AsyncSession, table_id: int) -> GameTable | None:
        table = await Tables(session).get(table_id)
        return table if table is not None and table.status == TableStatus.LOBBY else None

    async def _seat(self, session: AsyncSession, table: GameTable | None, user: User) -> Seat | None:
        if table is None:
            return None
        seats = await Tables(session).seats(key_of(table.id))
        return next((seat for seat in seats if seat.user_id == user.id), None)


def _may_manage(table: GameTable, user: User, seats: dict[int, Seat]) -> bool:
    return user.id == table.opener_id or any(seat.user_id == user.id for seat in seats.values())


async def put_to_sleep(services: Services, game: games.Game, seat: int) -> None:
    """An AI player stands in for the owner of a seat (托管)."""
    owner = game.seats[seat]
    owner.asleep = True
    await _note_holder(services, game, seat, Holder.TRUSTEE)


async def wake(services: Services, game: games.Game, seat: int) -> None:
    """The owner of a seat is back."""
    owner = game.seats[seat]
    owner.asleep = False
    owner.missed = 0
    await _note_holder(services, game, seat, Holder.PERSON)
    key = key_of(game.table.id)
    if await Votes(game.session).drop_substitution(key, seat, services.clock.now()):
        (await Slots(game.session).find(key, SlotKind.VOTE)).stale = True


async def _note_holder(services: Services, game: games.Game, seat: int, holder: Holder) -> None:
    owner = game.seats[seat]
    now = services.clock.now()
    table_id = key_of(game.table.id)
    level = AI_LEVEL if holder is Holder.TRUSTEE else ""
    await Tables(game.session).hold(table_id, seat, holder, now, owner.user_id, level)
    game.table.version += 1
    await game.session.flush()
    await timing.sync(services, game)
    await stale.hand(game, seat)
    (await Slots(game.session).find(table_id, SlotKind.TABLE)).stale = True
