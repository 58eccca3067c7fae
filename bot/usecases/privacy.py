"""``/forgetme``: a person goes out of all that is stored; what they have played stays, and is nobody's."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases import game as games
from bot.usecases import seats, stale
from bot.usecases.common import Person, Reply, Services, key_of, say
from bot.usecases.votes import go_on
from storage.database import retried
from storage.erasure import erase, open_votes, running_tables
from storage.models import GameTable, Seat, SlotKind, TableStatus, VoteOutcome
from storage.repositories import People, Slots, Tables
from storage.votes import Votes


@dataclass(slots=True)
class Privacy:
    """The use-case of being forgotten."""

    services: Services

    @retried
    async def forget(self, person: Person) -> Reply:
        """Forget a person: AI players take over their running seats, then every link to them is cut."""
        async with self.services.database.transaction() as session:
            user = await People(session).user(person.telegram_id)
            if user is None:
                return say("forget-unknown")
            user_id = key_of(user.id)
            # The tables first: they are locked in one order, and whatever else is done follows from them.
            for table in await running_tables(session, user_id):
                await self._leave(session, table, user_id)
            for vote in await open_votes(session, user_id):
                await Votes(session).close(vote, VoteOutcome.VOID, self.services.clock.now())
                (await Slots(session).find(vote.table_id, SlotKind.VOTE)).stale = True
            await erase(session, user)
        self.services.changed()
        return say("forget-done")

    async def _leave(self, session: AsyncSession, table: GameTable, user_id: int) -> None:
        taken = await Tables(session).seats(key_of(table.id))
        mine = next((seat for seat in taken if seat.user_id == user_id), None)
        others = [seat.user_id for seat in taken if seat.user_id not in (None, user_id)]
        if table.opener_id == user_id and others and others[0] is not None:
            table.opener_id = others[0]  # somebody of the table must be able to close it
        if mine is None:
            return
        if table.status == TableStatus.LOBBY:
            await session.delete(mine)
            table.version += 1
            await stale.lobby(session, table)
        else:
            await self._hand_over(session, table, mine)
        await session.flush()

    async def _hand_over(self, session: AsyncSession, table: GameTable, seat: Seat) -> None:
        leaver = seat.user_id
        game = await games.load(self.services, session, table)
        await seats.hand_over(self.services, session, table, game, seat, None)
        if seat.points_user_id == leaver:
            seat.points_user_id = None  # the deal that runs counts for the AI player
        await go_on(self.services, session, table)
