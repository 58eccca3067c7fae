"""The rules as a player reads them: for every rule set, within the limits, with examples that are right."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import FluentSerializer

from bot import rulecode
from bot.locales import FOLDER, LANGUAGES
from bot.sandbox.entities import utf16
from bot.screens import glossary, rulebook
from bot.screens import rulepages as pages
from bot.screens.chapter import Chapter
from bot.screens.examples import Gives, Scene
from bot.screens.glossary import TERMS, Term
from bot.screens.rulebook import CHAPTERS, Line, chapters, facts
from bot.screens.rulepages import Place
from engine.cards import BIG, SMALL, SYMBOLS, TWO, parse_cards
from engine.play import Play
from engine.record import Start, begin_deal
from engine.rules import BIESAN, KAIDIAN, PRESETS, SHAOPAI, SWITCHES, Calls, RuleSet, RuleSetError, choices
from engine.tribute import point_tribute
from tests.bot.screening import LOCALES, check
from tests.engine.tables import Table, record

AIM = 2000
"""No page is longer, so that it is read without scrolling for long; Telegram would take 4096."""


def near(rules: RuleSet) -> Iterator[RuleSet]:
    """Rule sets that differ from one in a single switch."""
    for switch in SWITCHES:
        for value in choices(switch):
            try:
                yield rules.with_switches(f"{switch}={value}")
            except RuleSetError:
                continue


def drawn(count: int, seed: int) -> Iterator[RuleSet]:
    """Rule sets with every switch at random."""
    rng = random.Random(seed)
    while count:
        text = " ".join(f"{switch}={rng.choice(choices(switch))}" for switch in SWITCHES)
        try:
            yield BIESAN.with_switches(text)
        except RuleSetError:
            continue
        count -= 1


NEAR = tuple(dict.fromkeys(rules for preset in PRESETS.values() for rules in near(preset)))
DRAWN = tuple(drawn(20, seed=4))
MANY = (*NEAR, *DRAWN)


def text_of(rules: RuleSet, page: Chapter | Term, language: str) -> str:
    return pages.page(Place(rules, page), language, LOCALES).text


@cache
def told(rules: RuleSet, language: str) -> str:
    """All that is told of a rule set: every page of it but the list of switches, less what names it."""
    found = [text_of(rules, chapter, language) for chapter in chapters(rules) if chapter is not Chapter.TABLE]
    say = pages.saying(rules, language, LOCALES)
    terms = [say(term.text) for term in TERMS if term.when(rules)]
    return "\n".join(["\n".join(page.split("\n")[2:]) for page in found] + terms)


# Limits


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", MANY, ids=rulecode.encode)
def test_every_page_fits(rules: RuleSet, language: str) -> None:
    for chapter in chapters(rules):
        screen = pages.page(Place(rules, chapter), language, LOCALES)
        check(screen)
        assert len(screen.text) <= AIM, chapter
        assert "\n\n\n" not in screen.text


@cache
def variables(language: str) -> dict[str, tuple[str, ...]]:
    """The variables of each message of the rules."""
    found = {}
    for name in ("rules", "terms"):
        text = (FOLDER / language / f"{name}.ftl").read_text(encoding="utf-8")
        for entry in FluentParser().parse(text).body:
            if isinstance(entry, ast.Message):
                written = FluentSerializer().serialize_entry(entry)
                found[entry.id.name] = tuple(dict.fromkeys(re.findall(r"\{ \$(\w+)", written)))
    return found


def longest(key: str, language: str) -> int:
    """The length of a message in the rule set in which it is longest, whatever that is."""
    used = [name for name in variables(language)[key] if name in SWITCHES]
    lengths = []
    for values in product(*map(choices, used)):
        given = dict(zip(used, values, strict=True))
        numbers = {name: int(value) for name, value in given.items() if value.isdigit()}
        known = facts(BIESAN) | given | numbers | {"what": "亮 4、明点、革命, showing 4s, revolution"}
        lengths.append(len(LOCALES.text(language, key, **known)))
    return max(lengths)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chapter", [chapter for chapter in Chapter if chapter is not Chapter.TABLE])
def test_no_combination_of_switches_can_make_a_chapter_too_long(chapter: Chapter, language: str) -> None:
    parts = [part for paragraph in CHAPTERS[chapter] for part in paragraph]
    say = pages.saying(KAIDIAN, language, LOCALES)
    length = 200  # the heading, what is played, and the last line of the first page
    for part in parts:
        length += 2 + (
            longest(part.key, language) if isinstance(part, Line) else 40 + len(part.shown(KAIDIAN, say))
        )
    assert length <= 4096 / 1.5


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_switches_fits_whatever_they_are(language: str) -> None:
    assert sum(longest(f"rules-switch-{name}", language) + 3 for name in SWITCHES) + 400 <= AIM


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_fits_in_every_rule_set(language: str) -> None:
    for rules in (*PRESETS.values(), *DRAWN[:10]):
        for term in TERMS:
            check(pages.page(Place(rules, term), language, LOCALES))
    for term in TERMS:
        assert longest(term.text, language) <= 400, term.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_hides_a_card_that_no_test_sees(language: str) -> None:
    """All cards with counts come from examples and facts, which are checked below."""
    for name in ("rules", "terms"):
        assert "×" not in (FOLDER / language / f"{name}.ftl").read_text(encoding="utf-8")


# What is told, and what is not


Plays = Callable[[RuleSet], bool]
UNTOLD: tuple[tuple[str, Plays], ...] = (
    ("二杀|[Tt]wo kill", rulebook.kills),
    ("明点|叫点|[Cc]alls? |赔", rulebook.calls),
    ("预点|[Bb]lind", rulebook.blind_calls),
    ("革命|[Rr]evol|够死级|要头", rulebook.revolts),
    ("冲点|[Rr]ush", rulebook.rushes),
    ("争开点|[Dd]uel", rulebook.duels),
    ("发四|买 ?4|4s”", rulebook.fours),
    ("憋|闷|买 ?3|要 ?3|3s”|[Hh]eld threes|最后一张 3|last 3", rulebook.bie_san),
    ("圈贡", rulebook.sweeps_cards),
    ("上班|亮 ?4", rulebook.shows_fours),
    ("加码|raises? the stake|more after a 反捎|反捎更多", rulebook.raises),
    ("自动|by itself|cannot pay", rulebook.revolts_unpaid),
)
"""Words that only some tables need."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", MANY[::2], ids=rulecode.encode)
def test_a_rule_that_a_table_does_not_play_is_not_told(rules: RuleSet, language: str) -> None:
    text = told(rules, language)
    for words, plays in UNTOLD:
        if not plays(rules):
            assert re.findall(f".*(?:{words}).*", text) == [], words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_table_plays_is_told(language: str) -> None:
    for words, plays in UNTOLD:
        for rules in filter(plays, PRESETS.values()):
            assert re.search(words, told(rules, language)), words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("switch", [name for name in SWITCHES if name not in ("point_value", "deals")])
def test_each_value_of_a_switch_is_told_in_words_of_its_own(switch: str, language: str) -> None:
    base = KAIDIAN if switch != "kaidian_fasi" else BIESAN
    base = base.with_switches("revolution=concede") if switch != "revolution" else base
    found = []
    for value in choices(switch):
        try:
            rules = base.with_switches(f"{switch}={value}")
        except RuleSetError:
            rules = base.with_switches(f"threes=16 kaidian_fasi=off {switch}={value}")
        found.append((text_of(rules, Chapter.TABLE, language), told(rules, language)))
    assert len({listed for listed, _ in found}) == len(choices(switch))
    assert len({text for _, text in found}) == len(choices(switch)) or switch == "no_payment"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_numbers_of_a_table_are_told(language: str) -> None:
    rules = BIESAN.with_switches("point_value=17 deals=23")
    text = told(rules, language)
    assert "17" in text
    assert "23" in text
    swept = BIESAN.with_switches("point_value=17 sweep=cards")
    assert "34" in text_of(swept, Chapter.MATCH, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_changes_to_a_preset_are_marked_and_counted(preset: str, language: str) -> None:
    plain = text_of(PRESETS[preset], Chapter.TABLE, language)
    assert "✏️" not in plain.replace(LOCALES.text(language, "rules-table-intro", count=1, preset=""), "")
    name = LOCALES.text(language, f"preset-{preset}")
    assert name in plain
    changed = PRESETS[preset].with_switches("card_counts=never deals=7 burn_guard=off")
    lines = text_of(changed, Chapter.TABLE, language).splitlines()
    assert sum(line.startswith("✏️") for line in lines) == 3
    assert " 3 " in lines[1]
    assert name in lines[1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_payment_is_told_as_it_is_where_nobody_can_revolt(language: str) -> None:
    """Then the highest card pays, whatever the switch says (RULES R5.1)."""
    with_highest = BIESAN.with_switches("revolution=none no_payment=highest")
    with_revolt = BIESAN.with_switches("revolution=none no_payment=revolt")
    assert told(with_highest, language) == told(with_revolt, language)


# Calls and tribute, by the engine's numbers


@pytest.mark.parametrize("chapter", [Chapter.BEFORE, Chapter.TRIBUTE])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_calls_win_and_risk_is_what_the_engine_pays(chapter: Chapter, language: str) -> None:
    text = text_of(BIESAN, chapter, language)
    for call, word in ((Calls.MING, "明点"), (Calls.YU, "预点")):
        line = next(line for line in text.splitlines() if re.match(rf"(▸ )?{word}", line))
        won, _ = point_tribute(BIESAN, False, False, call, Calls.NONE)
        _, lost = point_tribute(BIESAN, False, True, call, Calls.NONE)
        _, lost_anyway = point_tribute(BIESAN, False, True, Calls.NONE, Calls.NONE)
        assert re.findall(r"\d", line)[:2] == [str(won), str(lost - lost_anyway)]


# Examples: what is shown, read back, and given to the engine


def shown_cards(text: str) -> Play:
    """A play as a page shows it: ``K×3+2+小王``."""
    counts = [0] * 15
    names = {"大王": BIG, "小王": SMALL, "10": SYMBOLS.index("T"), "2": TWO}
    for part in text.split("+"):
        name, _, count = part.partition("×")
        counts[names[name] if name in names else SYMBOLS.index(name)] += int(count or 1)
    return Play.of(tuple(counts))


def examples(rules: RuleSet, chapter: Chapter) -> list[str]:
    """The lines that stand apart on a page."""
    blocks = re.findall(r"<blockquote>(.*?)</blockquote>", text_of(rules, chapter, "zh"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


@pytest.mark.parametrize("rules", NEAR, ids=rulecode.encode)
def test_what_is_shown_to_beat_beats_and_what_is_not_does_not(rules: RuleSet) -> None:
    verdicts = []
    for chapter in (Chapter.BEATS, *([Chapter.KILL] if rules.two_kill_one else [])):
        for line in examples(rules, chapter):
            match = re.fullmatch(r"(\S+) → (\S+) (✅|❌.+)", line)
            assert match, line
            table, answer = shown_cards(match[1]), shown_cards(match[2])
            beats = answer.beats(table) or (rules.two_kill_one and answer.kills(table))
            assert beats == (match[3] == "✅"), line
            verdicts.append(match[3][0])
    assert "".join(verdicts).startswith("✅✅❌❌❌❌✅❌✅✅✅")
    assert "".join(verdicts).endswith("✅✅❌✅" if rules.two_kill_one else "✅✅✅")


def test_why_something_does_not_beat_is_said() -> None:
    reasons = [line.partition("❌ ")[2] for line in examples(BIESAN, Chapter.BEATS) if "❌" in line]
    assert reasons == ["张数不同", "K 不比 K 大", "2 不比 2 大", "小王要用大王盖", "小王要用大王盖"]


@pytest.mark.parametrize("rules", NEAR, ids=rulecode.encode)
def test_what_is_shown_as_level_and_to_open_is_so(rules: RuleSet) -> None:
    for chapter, verdict in (
        (Chapter.LEVEL, lambda play: play.is_level),
        (Chapter.OPENING, lambda play: opens(rules, play)),
    ):
        lines = examples(rules, chapter)
        assert len(lines) >= 6
        for line in lines:
            cards, mark, _ = line.split(" ", 2)
            assert verdict(shown_cards(cards)) == (mark == "✅"), line


def opens(rules: RuleSet, play: Play) -> bool:
    """Whether a play opens, as a deal has it in which nobody answers it."""
    hands = ["96", "85", "85", "85", "85", "85"]
    step = begin_deal(replace(record("biesan", f"{play}{' '.join(hands)}"), rules=rules))
    after = Table(step.deal, step.events).then(f"1:{play}")
    while after.table is not None:
        after = after.then(f"{after.acting[0]}:-")
    return after.opened == [1]


@pytest.mark.parametrize("rules", NEAR, ids=rulecode.encode)
def test_what_is_shown_of_the_base_rank_is_so(rules: RuleSet) -> None:
    for line in examples(rules, Chapter.CARDS):
        match = re.fullmatch(r"(\S+)：牌点 (\S+)，算 (\d) 张", line)
        assert match, line
        play = shown_cards(match[1])
        assert (play.base, play.size) == (shown_cards(match[2]).base, int(match[3]))


@pytest.mark.parametrize("rules", NEAR, ids=rulecode.encode)
def test_what_a_hand_is_shown_to_lead_it_may_lead(rules: RuleSet) -> None:
    lines = [line for chapter in chapters(rules) for line in examples(rules, chapter) if "，出 " in line]
    assert len(lines) == 3 * rules.bie_san + 3 * rules.kaidian_fasi
    for line in lines:
        match = re.fullmatch(r"手里 (.+)，出 (\S+) (✅|❌ .+)", line)
        assert match, line
        cards = re.findall(r"(大王|小王|10|\w)×?(\d)", match[1])
        hand = "".join(str(shown_cards(f"{name}×{count}")) for name, count in cards)
        step = begin_deal(replace(record("biesan", f"{hand} 88 88 88 88 88"), rules=rules))
        legal = {str(action) for action in step.deal.legal_actions(0)}
        assert (str(shown_cards(match[2])) in legal) == (match[3] == "✅"), line


def after(scene: Scene, rules: RuleSet) -> Table:
    """A scene, played by the engine."""
    step = begin_deal(replace(record("biesan", scene.hands), rules=rules))
    return Table(step.deal, step.events).then(scene.tokens)


def names(table: Table) -> list[str]:
    return [type(event).__name__ for event in table.events]


SCENES: dict[str, tuple[Scene, Callable[[Table], bool]]] = {
    "yield": (rulebook.YIELD, lambda t: "Yielded" in names(t) and t.table == "4:99"),
    "asked again": (rulebook.ASKED_AGAIN, lambda t: t.table == "2:JJ"),
    "run": (rulebook.BURN_RUN, lambda t: "BurnSucceeded" in names(t) and "burn 1>2 1" in t.debts),
    "broken": (rulebook.BURN_BROKEN, lambda t: "BurnBroken" in names(t)),
    "held": (rulebook.HELD, lambda t: t.state.held == ((0, 1),)),
    "fours": (rulebook.FOURS_LED, lambda t: t.opened == [1] and not t.state.unproved),
}


def test_every_scene_is_known_here() -> None:
    shown = [
        part for page in CHAPTERS.values() for paragraph in page for part in paragraph if type(part) is Scene
    ]
    assert sorted(map(hash, shown)) == sorted(hash(scene) for scene, _ in SCENES.values())


@pytest.mark.parametrize("name", sorted(SCENES))
def test_every_scene_can_be_played_and_ends_as_it_says(name: str) -> None:
    scene, ends_so = SCENES[name]
    told_by = {"held": rulebook.bie_san, "fours": rulebook.fours}.get(name, rulebook.always)
    for rules in filter(told_by, MANY):
        assert ends_so(after(scene, rules)), rulecode.encode(rules)


@pytest.mark.parametrize("rules", NEAR, ids=rulecode.encode)
def test_what_a_hand_is_shown_to_give_it_gives(rules: RuleSet) -> None:
    (line,) = examples(rules, Chapter.TRIBUTE)
    (example,) = [p for paragraph in CHAPTERS[Chapter.TRIBUTE] for p in paragraph if isinstance(p, Gives)]
    hands = f"{example.hand} 334455 334455 334455 334455 334455"
    start = record("biesan", hands, Start=Start.BUY.value, Owed=f"place 1>2 {example.count}")
    paid = begin_deal(replace(start, rules=rules)).deal.view(None).tributes
    given = [SYMBOLS[card] for card in paid[0].cards]
    assert line.endswith(f"：给 {'、'.join(given)}")
    assert sum(parse_cards(example.hand)[0]) == sum(map(int, re.findall(r"×(\d)", line)))


# Pages and the ways between them


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rules", NEAR, ids=rulecode.encode)
def test_the_first_page_leads_to_all_and_each_to_its_neighbours(rules: RuleSet, language: str) -> None:
    def leads_to(page: Chapter) -> list[Chapter | Term]:
        screen = pages.page(Place(rules, page), language, LOCALES)
        places = [Place.parse(button.data or "") for row in screen.keyboard for button in row]
        return [place.page for place in places if place.rules == rules]

    order = chapters(rules)
    assert set(order[1:]) <= set(leads_to(Chapter.START))
    for number, chapter in enumerate(order[1:], start=1):
        assert leads_to(chapter) == [order[number - 1], *order[number + 1 : number + 2], Chapter.START]


def test_the_first_page_offers_the_three_presets_and_marks_the_one_that_is_shown() -> None:
    for rules in PRESETS.values():
        row = pages.page(Place(rules, Chapter.START), "zh", LOCALES).keyboard[-1]
        assert [Place.parse(button.data or "").rules for button in row] == list(PRESETS.values())
        assert [button.text.startswith("✓") for button in row] == [r == rules for r in PRESETS.values()]


def test_no_two_pages_of_chapters_have_the_same_buttons() -> None:
    """So that a tap on the page that is shown is known to change nothing."""
    found = [pages.page(Place(rules, c), "zh", LOCALES).keyboard for rules in NEAR for c in chapters(rules)]
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_of_a_rule_that_is_not_played_leads_to_rule_sets_that_play_it(language: str) -> None:
    unplayed: list[Chapter | Term] = [Chapter.KILL, *(term for term in TERMS if not term.when(BIESAN))]
    for page in unplayed:
        screen = pages.page(Place(BIESAN, page), language, LOCALES)
        check(screen)
        places = [Place.parse(button.data or "") for row in screen.keyboard for button in row]
        assert places[-1] == Place(BIESAN, Chapter.START)
        assert places[:-1]
        for place in places[:-1]:
            assert "→" in text_of(place.rules, place.page, "zh") or isinstance(place.page, Term)
            assert place.page == page
            assert place.page not in TERMS or place.page.when(place.rules)


@pytest.mark.parametrize("rules", MANY, ids=rulecode.encode)
def test_links_and_buttons_lead_where_they_say(rules: RuleSet) -> None:
    for page in (*Chapter, *TERMS):
        place = Place(rules, page)
        assert len(place.data.encode()) <= 64
        assert re.fullmatch(r"rules_[A-Za-z0-9_-]{1,58}", place.payload)
        assert Place.parse(place.data) == place == Place.parse(place.payload)
    assert pages.link("a_bot", rules).startswith("https://t.me/a_bot?start=rules_")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "rules",
        "rules.",
        "rules_x",
        "rules.biesan",
        "rules.biesan.",
        "rules.biesan.nothing",
        "rules.biesan.t-nothing",
        "rules.Biesan.burn",
        "rules.x.burn",
        "rules.x0.burn.burn",
        "rules.x-1.burn",
        "rules.x٣.burn",
        "rules.xzzzzzzzzz.burn",
        "join_1_1",
    ],
)
def test_what_leads_nowhere_is_no_place(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Place.parse(text)


# Rule sets as words


def test_rule_sets_are_written_short_and_read_back() -> None:
    most = BIESAN.with_switches("point_value=100 deals=100 threes=16 bie_san=off kaidian_fasi=off")
    for rules in (*PRESETS.values(), *MANY, most):
        word = rulecode.encode(rules)
        assert len(word) <= 10
        assert rulecode.decode(word) == rules
    assert len({rulecode.encode(rules) for rules in MANY}) == len(set(MANY))


@pytest.mark.parametrize("word", ["", "x", "x-", "xzzzzzzzzz", "X1", "x1 ", "x_1", "gouji", "x" * 99])
def test_what_is_no_rule_set_is_refused(word: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        rulecode.decode(word)


def test_no_word_breaks_the_reader_and_each_that_is_read_is_the_only_one() -> None:
    rng = random.Random(7)
    read = 0
    for _ in range(3000):
        word = "x" + "".join(rng.choice("0123456789abcdefghijklmnopqrstuvwxyz") for _ in range(7))
        try:
            rules = rulecode.decode(word)
        except ValueError:
            continue
        read += 1
        assert rulecode.encode(rules) == word
    assert read


# Words


@pytest.mark.parametrize("term", TERMS, ids=lambda term: term.name)
def test_every_term_is_found_by_all_that_it_is_called(term: Term) -> None:
    assert all(term.chinese)
    assert all(term.pinyin)
    assert all(term.english)
    for alias in term.aliases:
        for written in (alias, alias.upper(), f"  {alias} ", alias.replace(" ", "")):
            assert glossary.find(written, BIESAN) == (term,), written
    for language in LANGUAGES:
        title = LOCALES.text(language, term.title)
        assert any(alias in title.replace(" ", "") for alias in term.chinese) or language == "en"


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("shao pai", "burn"),
        ("Shāo Pái", "burn"),
        ("SHAO-PAI", "burn"),
        ("shao'pai", "burn"),
        ("燒牌", "burn"),
        ("捎", "burn"),
        ("開點", "opening"),
        ("憋 3", "held"),
        ("贴２", "attach"),
        ("亮4", "show"),
        ("二殺一", "kill"),
        ("LEVEL PLAY", "level"),
        ("四戶亂纏", "chaos"),
        ("「烧牌」", "burn"),
    ],
)
def test_a_term_is_found_however_it_is_typed(written: str, name: str) -> None:
    assert [term.name for term in glossary.find(written, BIESAN)] == [name]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("shaopia", "burn"),
        ("kaidan", "opening"),
        ("gemin", "revolution"),
        ("tributes", "tribute"),
        ("烧拍", "burn"),
        ("什么是烧牌", "burn"),
        ("burnt", "burn"),
        ("revolutions", "revolution"),
        ("贡牌", "tribute"),
        ("够级怎么打", "level"),
    ],
)
def test_what_is_close_is_suggested(written: str, name: str) -> None:
    found = glossary.find(written, BIESAN)
    assert name in [term.name for term in found]
    assert 1 <= len(found) <= glossary.MOST_CLOSE
    screen = pages.unknown(BIESAN, written, found, "zh", LOCALES)
    check(screen)
    offered = [button.data for row in screen.keyboard for button in row]
    assert [Place(BIESAN, term).data for term in found] == offered[:-1]


def test_what_a_table_plays_is_suggested_first() -> None:
    found = glossary.find("bu", SHAOPAI)
    assert [term.when(SHAOPAI) for term in found] == sorted(
        (term.when(SHAOPAI) for term in found), reverse=True
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "word", ["", "…", "xyzzy", "麻将", "<b>&", "y" * 4000, "\u202e\x00", "👨‍👩‍👧‍👦" * 90]
)
def test_what_is_no_word_leads_to_the_contents(word: str, language: str) -> None:
    assert glossary.find(word, BIESAN) == ()
    screen = pages.unknown(BIESAN, word, (), language, LOCALES)
    check(screen)
    assert utf16(screen.text) < 300
    assert "<b>" not in screen.text
    assert "\u202e" not in screen.text
    assert len([button for row in screen.keyboard for button in row]) == len(chapters(BIESAN)) - 1


@pytest.mark.parametrize("rules", MANY, ids=rulecode.encode)
def test_a_term_that_is_played_has_a_chapter_that_is_played(rules: RuleSet) -> None:
    for term in TERMS:
        assert not term.when(rules) or term.chapter in chapters(rules), term.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_group_is_led_into_the_private_chat_for_its_own_rule_set(language: str) -> None:
    rules = KAIDIAN.with_switches("deals=9")
    burn = glossary.find("burn", rules)
    for words, found, page in (("", (), Chapter.START), ("burn", burn, burn[0]), ("?<b>", (), Chapter.START)):
        text = pages.in_group(rules, words, "a_bot", found, language, LOCALES).text
        assert pages.link("a_bot", rules, page) in text
        assert "<b>" not in text
    several = glossary.find("kaid", rules)
    assert len(several) > 1
    text = pages.in_group(rules, "kaid", "a_bot", several, language, LOCALES).text
    assert text.count("https://") == len(several)
