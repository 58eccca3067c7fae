"""What a tap in a running deal does: decide and commit in one transaction, then say what happened."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot import risks
from bot.callback import PASS_TRICK, TILL_OPPOSITE, CallbackData, Op
from bot.screens.text import AI, SEAT_MARKS, clean_name, play_name, rank_name
from bot.usecases import game as games
from bot.usecases import lobby, stale, timing
from bot.usecases.common import On, Person, Reply, Services, display_name, key_of, remember, say
from bot.usecases.explain import explain, why_not_rank
from bot.usecases.people import language_for
from engine import choices
from engine.actions import DECLINE, PASS, Action, Kind
from engine.cards import SYMBOLS, opposite, rank_of
from engine.view import Phase, View
from storage.database import retried
from storage.models import GameTable, How, IntentKind, Seat, Slot, SlotKind, TableStatus, User
from storage.repositories import Deals, People, Slots, Tables
from storage.rows import late_writes, write_before_reading

STALE = "toast-stale"


TAPS_KNOWN = 8
"""So many taps that turn something over are remembered: each may be delivered again, after a restart too."""


@dataclass(slots=True)
class _Tap:
    """A tap of somebody who sits at the table, inside its transaction."""

    game: games.Game
    seat: int
    user: User
    data: CallbackData
    view: View
    tap_id: str
    private: bool

    @property
    def current(self) -> bool:
        """Whether the tap is about what is open now: to this seat, or to everybody's knowledge."""
        return self.data.deal == self.game.key and self.data.decision in (
            self.view.mine,
            self.view.decision,
        )

    @property
    def kept(self) -> str:
        """The decision under which a choice of this seat is kept."""
        return self.view.mine or ""


@dataclass(slots=True)
class Play:
    """The use-cases of a running deal."""

    services: Services

    @retried
    async def tap(
        self, data: CallbackData, person: Person, private: bool, tap_id: str = "", on: On | None = None
    ) -> Reply:
        """Do what a button says, for who tapped it, if this is their decision and still open.

        ``tap_id`` tells two taps from one that is delivered twice; ``on`` is the message with the button.
        """
        async with self.services.database.transaction() as session, late_writes(session):
            user = await remember(session, person)
            if private:
                user.looked_at = self.services.clock.now()
            table = await Tables(session).get(data.table)
            if table is None:
                return say(STALE)
            if table.status == TableStatus.BETWEEN:
                return say(STALE)
            if table.status != TableStatus.PLAYING:
                return say("toast-table-over")
            game = await games.load(self.services, session, table)
            seat = None if game is None else game.seat_of(key_of(user.id))
            if game is None or seat is None:
                return say("toast-not-seated", alert=True)
            if table.paused_at is not None:
                return say("toast-paused", alert=True)
            tap = _Tap(game, seat, user, data, game.view(seat), tap_id, private)
            reply = await self._tapped(tap)
            if on is not None:
                await stale.tapped(game, user, on)
            due = await timing.next_moment(game)
        self.services.changed(due)
        chat = None if private else game.chat
        return replace(reply, language=language_for(user, person, chat), looked=True)

    async def _tapped(self, tap: _Tap) -> Reply:
        owner = tap.game.seats[tap.seat]
        if owner.asleep:
            write_before_reading(tap.game.session)
            await lobby.wake(self.services, tap.game, tap.seat)
            tap.view = tap.game.view(tap.seat)
        if owner.missed:
            owner.missed = 0
        if not tap.private:
            owner.seen_at = self.services.clock.now()
        if tap.data.op is Op.WAKE:
            return say("toast-back")
        if tap.private:
            await stale.hand(tap.game, tap.seat)
        if tap.data.op is Op.PRESET and tap.data.deal == tap.game.key:
            return await self._preset(tap, tap.data.argument)
        if await self._doubled(tap):
            return say("toast-done")
        if not tap.current:
            slot = await Slots(tap.game.session).find(key_of(tap.game.table.id), SlotKind.TABLE)
            slot.stale = True
            return say(STALE)
        if tap.view.mine is None:
            return await self._not_asked(tap)
        return await self._decide(tap)

    async def _doubled(self, tap: _Tap) -> bool:
        """Whether the tap asks for what this seat has just done by the same decision."""
        if tap.data.deal != tap.game.key:
            return False
        if tap.data.decision == tap.view.mine and tap.view.phase not in timing.ALL_SIX:
            return False  # it is open, and is over with one action
        done = await Deals(tap.game.session).last_action_of(tap.game.key, tap.seat, tap.data.decision)
        if done is None:
            return False
        if tap.data.op is Op.ACT:
            return done.token == tap.data.argument
        play = Action.parse(done.token).play
        return tap.data.op is Op.RANK and play is not None and SYMBOLS[play.base] == tap.data.argument

    async def _not_asked(self, tap: _Tap) -> Reply:
        """Who has nothing to decide, as far as everybody knows, is told for whom the table waits.

        A pass that comes too early is kept for this trick.
        """
        if tap.data.op is Op.BURN:
            return say("toast-cannot-burn", alert=True)
        early = tap.data.op is Op.ACT and tap.data.argument == str(PASS)
        if early and tap.game.view(None).table is not None:
            kept = await Deals(tap.game.session).preset(tap.game.key, tap.seat)
            return await self._preset(tap, "" if kept.startswith(PASS_TRICK) else PASS_TRICK)
        if tap.game.deal.phase in timing.ALL_SIX:
            return say("toast-wait-for-others")
        asked = tap.game.view(None).asked[0]
        name = await self._name(tap.game, asked)
        return say("toast-not-your-turn", seat=SEAT_MARKS[asked], name=name)

    async def _name(self, game: games.Game, seat: int) -> str:
        owner = game.seats[seat]
        if owner.user_id is None:
            return AI
        return clean_name(display_name(await People(game.session).user_by_id(owner.user_id)))

    async def _decide(self, tap: _Tap) -> Reply:
        op, argument = tap.data.op, tap.data.argument
        if op is Op.ACT:
            return await self._act(tap, argument)
        if op is Op.BURN:
            return await self._burn(tap)
        if op is Op.RETURN:
            if tap.view.phase is not Phase.RETURN:
                return say(STALE)
            return await self._do(tap, tap.view.legal[0])
        if op is Op.RANK:
            return await self._rank(tap, argument)
        if op is Op.BUILD:
            return await self._build(tap, argument)
        if op is Op.CLOSE:
            await Deals(tap.game.session).drop_intent(tap.game.key, tap.seat, IntentKind.DRAFT)
            return Reply()
        return say(STALE)

    async def _act(self, tap: _Tap, token: str) -> Reply:
        try:
            action = Action.parse(token)
        except ValueError:
            return say(STALE)
        if DECLINE in tap.view.legal and tap.data.decision != tap.view.mine:
            return await self._not_asked(tap)
        return await self._do(tap, action) if tap.private else await self._do_if_sure(tap, action)

    async def _do_if_sure(self, tap: _Tap, action: Action) -> Reply:
        """In the group what can ruin a deal takes a second tap; in private a screen of its own asks."""
        stake = risks.at_stake(action, tap.view) if action in tap.view.legal else None
        if stake is not None and not await second_tap(tap, str(action)):
            return say(f"toast-sure-{stake.partition('-')[0]}", alert=True)
        return await self._do(tap, action)

    async def _burn(self, tap: _Tap) -> Reply:
        """Burn with the cheapest play, or kill with it where a play is killed and not burned (R3.5)."""
        kills = tap.view.mine is not None and tap.view.mine.endswith(timing.KILL)
        action = (choices.cheapest_kill if kills else choices.cheapest_burn)(tap.view.legal)
        if action is None:
            return say("toast-cannot-burn", alert=True)
        return await self._do_if_sure(tap, action)

    async def _preset(self, tap: _Tap, what: str) -> Reply:
        """Pass this trick, or until the opposite plays, once it comes to that; or neither (``""``).

        The trick is that of now, whichever one the button was made for: the answer names it.
        """
        deals = Deals(tap.game.session)
        if _known(tap.game.seats[tap.seat], tap.tap_id):
            return say("toast-done")
        if what not in (PASS_TRICK, TILL_OPPOSITE):
            await deals.drop_intent(tap.game.key, tap.seat, IntentKind.PRESET)
            await timing.sync(self.services, tap.game)
            return say("toast-preset-off")
        if not tap.view.seats[tap.seat].in_game or tap.view.phase not in (Phase.PLAY, Phase.BURN):
            return say(STALE)
        value = what if what == TILL_OPPOSITE else f"{what}{tap.game.state.trick}"
        await deals.set_intent(tap.game.key, tap.seat, IntentKind.PRESET, "", value)
        await timing.sync(self.services, tap.game)
        table = tap.game.view(None).table
        if what == TILL_OPPOSITE:
            return say("toast-preset-opposite", seat=SEAT_MARKS[opposite(tap.seat)])
        if table is None:
            return say("toast-preset-next")
        return say("toast-preset-trick", seat=SEAT_MARKS[table.owner], play=play_name(table.play))

    async def _rank(self, tap: _Tap, symbol: str) -> Reply:
        """A rank button of the group: follows at once; leads at the second tap on the same rank."""
        try:
            rank = rank_of(symbol)
        except ValueError:
            return say(STALE)
        hand = tap.view.hand
        if hand is None or tap.view.phase not in (Phase.PLAY, Phase.BURN, Phase.RUSH, Phase.DUEL):
            return say(STALE)
        if DECLINE in tap.view.legal:
            if tap.private:
                return say("error-cannot-burn", alert=True)
            return await self._not_asked(tap)
        if tap.view.to_beat is not None:
            action = choices.cheapest(tap.view.legal, rank)
            if action is None:
                return Reply(why_not_rank(tap.view, rank), alert=True)
            return await self._do_if_sure(tap, action)
        action = choices.lead_group(tap.view.legal, hand, rank)
        if action is None or action.play is None:
            return Reply(why_not_rank(tap.view, rank), alert=True)
        if not await second_tap(tap, symbol):
            if risks.at_stake(action, tap.view) is not None:
                return say("toast-sure-fours", alert=True)
            return say("toast-lead-confirm", play=play_name(action.play), rank=rank_name(rank))
        return await self._do(tap, action)

    async def _build(self, tap: _Tap, draft: str) -> Reply:
        deals = Deals(tap.game.session)
        await deals.set_intent(tap.game.key, tap.seat, IntentKind.DRAFT, tap.kept, draft)
        return Reply()

    async def _do(self, tap: _Tap, action: Action) -> Reply:
        """Apply an action now, or keep it until it may take effect; or say why not."""
        problem = tap.game.deal.declined(tap.seat).check(tap.seat, action)
        if problem is not None:
            return Reply(explain(problem), alert=True)
        timers = {timer.seat: timer for timer in await Deals(tap.game.session).timers(tap.game.key)}
        timer = timers[tap.seat]
        if not timing.may_take_effect(tap.game, timer, action, self.services.clock.now()):
            await games.keep_intent(self.services, tap.game, tap.seat, timer.decision, action)
            return say("toast-kept" if action.kind is not Kind.PASS else "toast-done")
        await games.commit(self.services, tap.game, tap.seat, action, How.TAP, tap.user.id)
        return say("toast-done")


async def second_tap(tap: _Tap, what: str) -> bool:
    """Whether the tap confirms the one before: for the same rank or token, and not the same tap again."""
    deals = Deals(tap.game.session)
    for intent in await deals.intents(tap.game.key, tap.seat):
        if (intent.kind, intent.decision) == (IntentKind.LEAD, tap.kept):
            before, _, tap_id = intent.value.partition(" ")
            if before == what:
                return not tap_id or tap_id != tap.tap_id
    kept = f"{what} {tap.tap_id}".strip()
    await deals.set_intent(tap.game.key, tap.seat, IntentKind.LEAD, tap.kept, kept)
    return False


@retried
async def hand_view(services: Services, table_id: int, person: Person) -> View | None:
    """The hand of a person at a table, for an alert that only they see."""
    async with services.database.transaction() as session:
        user = await remember(session, person)
        table: GameTable | None = await Tables(session).get(table_id)
        if table is None:
            return None
        game = await games.load(services, session, table)
        seat = None if game is None else game.seat_of(key_of(user.id))
        return None if game is None or seat is None else game.view(seat)


@retried
async def help_view(services: Services, data: CallbackData, person: Person, tap_id: str) -> Asking | None:
    """What there is to explain to a person at a table, and whether they ask for the second time."""
    async with services.database.transaction() as session:
        user = await remember(session, person)
        table = await Tables(session).get(data.table)
        game = None if table is None else await games.load(services, session, table)
        if game is None:
            return None
        seat = game.seat_of(key_of(user.id))
        view = game.view(seat)
        if seat is None:
            return Asking(view, again=False)
        tap = _Tap(game, seat, user, data, view, tap_id, private=False)
        return Asking(view, again=await second_tap(tap, QUESTION))


QUESTION = "?"


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody who asks what a prompt is about."""

    view: View
    again: bool


@retried
async def hands_anew(services: Services, person: Person) -> int:
    """``/hand``: send the private screens of a person's tables anew; how many there are."""
    async with services.database.transaction() as session:
        user = await remember(session, person)
        slots: list[Slot] = []
        for table in await Tables(session).running_of(key_of(user.id)):
            if table.status == TableStatus.PLAYING:
                slots.append(await Slots(session).find(key_of(table.id), SlotKind.HAND, key_of(user.id)))
        for slot in slots:
            slot.stale = slot.urgent = slot.anew = True
    services.changed()
    return len(slots)


def _known(owner: Seat, tap_id: str) -> bool:
    """Whether a tap has been delivered before; from now on it has."""
    before = owner.taps.split()
    if tap_id and tap_id not in before:
        owner.taps = " ".join([*before, tap_id][-TAPS_KNOWN:])
    return tap_id in before
