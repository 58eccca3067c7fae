"""The settings of a table, by buttons and by the words of /gouji."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import screens
from bot.callback import CallbackData, Op
from bot.locales import LANGUAGES
from bot.options import COMPARE, DEALS, MAIN, PAGES, RULES, SEATS
from bot.screens.model import LobbyData, TableInfo
from bot.screens.settings import TUNABLE
from bot.usecases.common import Reply
from bot.usecases.states import rule_set
from bot.usecases.tablesettings import TableSettings
from engine.rules import PRESETS, SWITCHES, RuleSet, RuleSetError, choices
from storage.models import Chat, DealRow, GameTable
from storage.repositories import Deals, People
from tests.bot.screening import LOCALES, check, labels
from tests.bot.screening import SEATS as NASTY_SEATS
from tests.bot.world import FRIENDS, GROUP, STRANGER, World, key


@pytest.fixture
async def lobby(world: World) -> World:
    """A lobby with nobody in it yet."""
    await world.meet(*FRIENDS)
    await world.lobby.open(GROUP, None, FRIENDS[0])
    return world


async def change(world: World, what: str, friend: int = 0) -> Reply:
    """A friend taps a button of the settings."""
    return await TableSettings(world.services).change(world.table_id, FRIENDS[friend], what)


def rules_of(table: GameTable) -> RuleSet:
    """What a table plays."""
    return PRESETS[table.preset].with_switches(table.switches)


async def chat_of(world: World) -> Chat:
    """The chat of the table."""
    async with world.database.transaction() as session:
        return await People(session).chat_by_id((await world.table()).chat_id)


@pytest.mark.parametrize("preset", PRESETS)
async def test_a_preset_is_chosen_by_a_button_and_keeps_the_number_of_deals(
    lobby: World, preset: str
) -> None:
    await change(lobby, "deals=5")
    assert key(await change(lobby, f"preset={preset}")) == "toast-set"
    assert rules_of(await lobby.table()) == PRESETS[preset].with_switches("deals=5")


@pytest.mark.parametrize("switch", SWITCHES)
async def test_every_switch_can_be_set_to_every_value_that_makes_sense(lobby: World, switch: str) -> None:
    for value in choices(switch):
        before = rules_of(await lobby.table())
        try:
            wanted = before.with_switches(f"{switch}={value}")
        except RuleSetError:
            assert (await change(lobby, f"{switch}={value}")).alert
            assert rules_of(await lobby.table()) == before
            continue
        assert key(await change(lobby, f"{switch}={value}")) == "toast-set"
        assert rules_of(await lobby.table()) == wanted


@pytest.mark.parametrize(
    ("first", "then", "refused"),
    [
        ("preset=biesan", "revolution=duel", "settings-refused-revolution"),
        ("preset=kaidian", "bie_san=off", "settings-refused-threes"),
        ("bie_san=off", "kaidian_fasi=on", "settings-refused-kaidian_fasi"),
    ],
)
async def test_what_makes_no_sense_is_refused_with_what_to_do_first(
    lobby: World, first: str, then: str, refused: str
) -> None:
    await change(lobby, first)
    reply = await change(lobby, then)
    assert (key(reply), reply.alert) == (refused, True)


async def test_pace_ai_players_pictures_and_language_are_set_and_kept_for_the_next_table(
    lobby: World,
) -> None:
    for what in ("turn=90", "ai=random", "fast=on", "pictures=on", "lang=en", "preset=shaopai", "calls=none"):
        assert key(await change(lobby, what)) == "toast-set"
    first = await lobby.table()
    await lobby.lobby.cancel(lobby.table_id, FRIENDS[0], is_admin=False)
    await lobby.lobby.open(GROUP, None, FRIENDS[1])
    lobby.table_id += 1
    second = await lobby.table()
    for name in ("preset", "switches", "turn_seconds", "ai_level", "fast", "pictures"):
        assert getattr(second, name) == getattr(first, name)
    assert (second.turn_seconds, second.ai_level, second.fast, second.pictures) == (90, "random", True, True)
    assert (await chat_of(lobby)).language == "en"
    await change(lobby, "turn=off", 1)
    assert (await lobby.table()).turn_seconds is None


@pytest.mark.parametrize(
    "what",
    [
        "",
        "@",
        "@nowhere",
        "turn=1",
        "turn=",
        "ai=god",
        "fast=1",
        "lang=fr",
        "deals=0",
        "deals=9999",
        "calls",
        "x=y",
    ],
)
async def test_what_no_button_says_changes_nothing(lobby: World, what: str) -> None:
    before = await lobby.table()
    await change(lobby, what)
    after = await lobby.table()
    for name in ("preset", "switches", "turn_seconds", "ai_level", "fast", "pictures", "page"):
        assert getattr(after, name) == getattr(before, name)


async def test_only_who_sits_or_opened_the_table_changes_it_and_only_before_it_starts(lobby: World) -> None:
    refused = await TableSettings(lobby.services).change(lobby.table_id, STRANGER, "deals=5")
    assert key(refused) == "toast-settings-sit-first"
    await lobby.lobby.join(lobby.table_id, 2, FRIENDS[3])
    assert key(await change(lobby, "deals=1", 3)) == "toast-set"
    await lobby.lobby.fill(lobby.table_id, FRIENDS[0])
    await lobby.lobby.start(lobby.table_id, FRIENDS[3])
    assert key(await change(lobby, "deals=5")) == "toast-lobby-closed"


async def test_a_table_plays_what_was_set(lobby: World) -> None:
    await change(lobby, "preset=kaidian")
    await change(lobby, "two_kill_one=off")
    for seat in range(6):
        await lobby.lobby.join(lobby.table_id, seat, FRIENDS[seat])
    await lobby.lobby.start(lobby.table_id, FRIENDS[0])
    async with lobby.database.transaction() as session:
        row: DealRow | None = await Deals(session).running_at(lobby.table_id)
    assert row is not None
    assert rule_set(row) == PRESETS["kaidian"].with_switches("two_kill_one=off")


@pytest.mark.parametrize(
    ("words", "preset", "switches"),
    [
        ((), "biesan", ""),
        (("开点发四",), "kaidian", ""),
        (("Shaopai", "5"), "shaopai", "deals=5"),
        (("7", "烧牌", "calls=none"), "shaopai", "calls=none deals=7"),
    ],
)
async def test_gouji_takes_a_preset_a_number_of_deals_and_switches(
    world: World, words: tuple[str, ...], preset: str, switches: str
) -> None:
    await world.lobby.open(GROUP, None, FRIENDS[0], words)
    table = await world.table()
    assert (table.preset, table.switches) == (preset, switches)


@pytest.mark.parametrize(
    "words", [("chess",), ("0",), ("-1",), ("九",), ("revolution=duel",), ("<b>",), ("x" * 4000,)]
)
async def test_gouji_with_other_words_says_how_it_is_used_and_opens_nothing(
    world: World, words: tuple[str, ...]
) -> None:
    assert key(await world.lobby.open(GROUP, None, FRIENDS[0], words)) == "notice-gouji-words"
    async with world.database.transaction() as session:
        chat = await People(session).chat(GROUP.telegram_id)
    assert chat is None or chat.preset == "biesan"


# The pages


def info(rules: RuleSet, language: str = "zh") -> TableInfo:
    """A table that plays by a rule set."""
    return TableInfo("zzzzzz", rules, None, language, "gouji_bot", goal=rules.deals, fast=True)


@st.composite
def rule_sets(draw: st.DrawFn) -> RuleSet:
    """Any rule set that makes sense, by way of its switches."""
    rules = PRESETS[draw(st.sampled_from(sorted(PRESETS)))]
    for switch in draw(st.lists(st.sampled_from(SWITCHES), max_size=18)):
        try:
            rules = rules.with_switches(f"{switch}={draw(st.sampled_from(choices(switch)))}")
        except RuleSetError:
            continue
    return rules


@pytest.mark.parametrize("language", LANGUAGES)
@given(rules=rule_sets())
def test_every_page_fits_a_phone_and_a_message_and_its_buttons_say_what_they_set(
    language: str, rules: RuleSet
) -> None:
    for page in PAGES:
        if page == SEATS:
            screen = screens.lobby(LobbyData(info(rules), NASTY_SEATS), language, LOCALES)
        else:
            screen = screens.settings(LobbyData(info(rules), NASTY_SEATS, page=page), language, LOCALES)
        check(screen)
        for row in screen.keyboard:
            for button in row:
                data = CallbackData.parse(button.data or "")
                if data.op is Op.SETTINGS and data.argument.startswith("@"):
                    assert data.argument[1:] in PAGES


def test_a_custom_table_says_how_it_differs_and_a_preset_says_nothing() -> None:
    custom = PRESETS["biesan"].with_switches("two_kill_one=on calls=none")
    text = screens.lobby(LobbyData(info(custom), NASTY_SEATS), "zh", LOCALES).text
    assert text.count("✏️") == 2
    assert "自定" in text
    plain = screens.lobby(LobbyData(info(PRESETS["biesan"]), NASTY_SEATS), "zh", LOCALES).text
    assert "✏️" not in plain
    assert "自定" not in plain


def test_the_pages_name_each_switch_and_each_of_its_values() -> None:
    data = LobbyData(info(PRESETS["biesan"]), NASTY_SEATS, page=RULES)
    assert len(labels(screens.settings(data, "zh", LOCALES))) == len(TUNABLE) + 1
    for switch in TUNABLE:
        screen = screens.settings(LobbyData(info(PRESETS["biesan"]), NASTY_SEATS, page=switch), "zh", LOCALES)
        assert len(screen.text.splitlines()) == 1 + len(choices(switch))
        assert sum(label.endswith("✓") for label in labels(screen)) == 1


def test_the_comparison_tells_exactly_where_the_presets_differ() -> None:
    text = screens.settings(LobbyData(info(PRESETS["biesan"]), NASTY_SEATS, page=COMPARE), "zh", LOCALES).text
    sets = list(PRESETS.values())
    for switch in TUNABLE:
        differs = len({getattr(rules, switch) for rules in sets}) > 1
        assert (f"<b>{LOCALES.text('zh', f'switch-{switch}')}</b>" in text) is differs, switch


def test_the_first_page_marks_what_is_set() -> None:
    screen = screens.settings(LobbyData(info(PRESETS["shaopai"]), NASTY_SEATS, page=MAIN), "zh", LOCALES)
    marked = [label for label in labels(screen) if label.endswith("✓")]
    assert marked == ["烧牌 ✓", "3 局 ✓", "不限 ✓", "🤖 会打 ✓", "⚡ 快 ✓"]
    assert len(DEALS) == sum("局" in label for label in labels(screen))
