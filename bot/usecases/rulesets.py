"""Which rule set somebody wants to read about."""

from __future__ import annotations

from dataclasses import dataclass

from bot.usecases.common import ChatRef, Person, Services, key_of
from engine.rules import BIESAN, PRESETS, RuleSet
from storage.database import retried
from storage.models import Chat, GameTable
from storage.repositories import People, Tables


def rules_of(row: Chat | GameTable) -> RuleSet:
    """What a table plays, or a chat plays by default."""
    return PRESETS[row.preset].with_switches(row.switches)


@dataclass(slots=True)
class RuleSets:
    """The use-cases around reading the rules."""

    services: Services

    @retried
    async def of_group(self, ref: ChatRef) -> RuleSet:
        """What the running table of a chat plays, else what its next one would."""
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            if chat is None:
                return BIESAN
            table = await Tables(session).running_in(key_of(chat.id))
            return rules_of(chat if table is None else table)

    @retried
    async def of_person(self, person: Person) -> RuleSet:
        """What the newest table plays at which somebody sits."""
        async with self.services.database.transaction() as session:
            user = await People(session).user(person.telegram_id)
            tables = [] if user is None else await Tables(session).running_of(key_of(user.id))
            return rules_of(tables[-1]) if tables else BIESAN

    @retried
    async def of_table(self, table_id: int) -> RuleSet:
        """What a table plays that a button names."""
        async with self.services.database.transaction() as session:
            table = await Tables(session).get(table_id)
            return BIESAN if table is None else rules_of(table)
