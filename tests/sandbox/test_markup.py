"""HTML and MarkdownV2 become texts and entities, counted in UTF-16 units, or are refused."""

from __future__ import annotations

from typing import Any

import pytest

from bot.sandbox.entities import Entity, MarkupError, command_entities, render_html, utf16
from bot.sandbox.html_markup import parse_html
from bot.sandbox.markdown_markup import parse_markdown

Parsed = list[tuple[Any, ...]]


def brief(entities: list[Entity]) -> Parsed:
    return [(e.type, e.offset, e.length, *([e.extra] if e.extra else [])) for e in entities]


@pytest.mark.parametrize(
    ("markup", "text", "entities"),
    [
        ("plain & simple", "plain & simple", []),
        ("a <b>b</b>", "a b", [("bold", 2, 1)]),
        ("<strong>b</strong><em>i</em>", "bi", [("bold", 0, 1), ("italic", 1, 1)]),
        ("<u>a</u><ins>b</ins>", "ab", [("underline", 0, 1), ("underline", 1, 1)]),
        (
            "<s>a</s><strike>b</strike><del>c</del>",
            "abc",
            [("strikethrough", 0, 1), ("strikethrough", 1, 1), ("strikethrough", 2, 1)],
        ),
        ("😀<b>牌</b>", "😀牌", [("bold", 2, 1)]),
        ("<b>a<i>b</i></b>", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("<B>a</b >", "a", [("bold", 0, 1)]),
        ("<b>a</>", "a", [("bold", 0, 1)]),
        ("  <b> a </b>  ", "a", [("bold", 0, 1)]),
        ("<b></b>a", "a", []),
        ("&lt;&gt;&amp;&quot;&#65;&#x42;", '<>&"AB', []),
        ("&lt", "<", []),
        ("&nbsp; &#xD800; &ampere;", "&nbsp; &#xD800; &ampere;", []),
        ("<code>a</code>", "a", [("code", 0, 1)]),
        ("<code class='language-py'>a</code>", "a", [("code", 0, 1)]),
        ("<pre>a</pre>", "a", [("pre", 0, 1)]),
        (
            '<pre><code class="language-python">a</code></pre>',
            "a",
            [("pre", 0, 1, {"language": "python"})],
        ),
        ("<tg-spoiler>a</tg-spoiler>", "a", [("spoiler", 0, 1)]),
        ('<span class="tg-spoiler">a</span>', "a", [("spoiler", 0, 1)]),
        ("<blockquote>a</blockquote>", "a", [("blockquote", 0, 1)]),
        ("<blockquote expandable>a</blockquote>", "a", [("expandable_blockquote", 0, 1)]),
        (
            '<a href="https://a.example/?b&amp;c">x</a>',
            "x",
            [("text_link", 0, 1, {"url": "https://a.example/?b&c"})],
        ),
        ("<a href=a.example>x</a>", "x", [("text_link", 0, 1, {"url": "http://a.example"})]),
        (
            "<a>https://a.example</a>",
            "https://a.example",
            [("text_link", 0, 17, {"url": "https://a.example"})],
        ),
        ("<a href='javascript:alert(1)'>x</a>", "x", []),
        (
            '<tg-time unix="1647531900" format="r">1 min</tg-time>',
            "1 min",
            [("date_time", 0, 5, {"unix_time": 1647531900, "date_time_format": "r"})],
        ),
        ('<tg-time unix="5">t</tg-time>', "t", [("date_time", 0, 1, {"unix_time": 5})]),
        (
            '<tg-time unix="5" format="wDT">t</tg-time>',
            "t",
            [("date_time", 0, 1, {"unix_time": 5, "date_time_format": "wDT"})],
        ),
    ],
)
def test_html(markup: str, text: str, entities: Parsed) -> None:
    found, parsed = parse_html(markup)
    assert (found, brief(parsed)) == (text, entities)


@pytest.mark.parametrize(
    ("markup", "description"),
    [
        ("牌<br>", 'Unsupported start tag "br" at byte offset 3'),
        ("a < b > c", 'Unsupported start tag "" at byte offset 2'),
        ("a<b", "Unclosed start tag at byte offset 1"),
        ("<b/>", 'Unsupported start tag "b/" at byte offset 0'),
        ("<!-- a -->", 'Unsupported start tag "!--" at byte offset 0'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<b =x>a</b>", "Unclosed start tag at byte offset 0"),
        ("</b>", "Unexpected end tag at byte offset 0"),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<b><i>a</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("<span>a</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        ("<tg-time>a</tg-time>", "invalid unix time specified"),
        ('<tg-time unix="soon">a</tg-time>', "invalid unix time specified"),
        ('<tg-time unix="5" format="R">a</tg-time>', "invalid date-time format specified"),
    ],
)
def test_html_that_is_refused(markup: str, description: str) -> None:
    with pytest.raises(MarkupError) as refusal:
        parse_html(markup)
    assert str(refusal.value) == f"can't parse entities: {description}"


@pytest.mark.parametrize(
    ("markup", "text", "entities"),
    [
        ("plain", "plain", []),
        (r"1\.5 \- \*a\*", "1.5 - *a*", []),
        ("*a*", "a", [("bold", 0, 1)]),
        ("😀*牌*", "😀牌", [("bold", 2, 1)]),
        ("_a_ __b__", "a b", [("italic", 0, 1), ("underline", 2, 1)]),
        ("*a_b_*", "ab", [("bold", 0, 2), ("italic", 1, 1)]),
        ("~a~ ||b||", "a b", [("strikethrough", 0, 1), ("spoiler", 2, 1)]),
        ("`a*b` c", "a*b c", [("code", 0, 3)]),
        ("```\na.b\n```", "a.b", [("pre", 0, 3)]),
        ("```python\na`b\n```", "a`b", [("pre", 0, 3, {"language": "python"})]),
        ("[x](https://a.example)", "x", [("text_link", 0, 1, {"url": "https://a.example"})]),
        (r"[x](https://a.example/\))", "x", [("text_link", 0, 1, {"url": "https://a.example/)"})]),
        ("[x](no link)", "x", []),
        (
            "![t](tg://time?unix=5&format=r)",
            "t",
            [("date_time", 0, 1, {"unix_time": 5, "date_time_format": "r"})],
        ),
        (">a\n>b\nc", "a\nb\nc", [("blockquote", 0, 3)]),
        (">a\n>b||", "a\nb", [("expandable_blockquote", 0, 3)]),
        (">a\n**>b||", "a\nb", [("blockquote", 0, 1), ("expandable_blockquote", 2, 1)]),
        (">*a*", "a", [("blockquote", 0, 1), ("bold", 0, 1)]),
    ],
)
def test_markdown(markup: str, text: str, entities: Parsed) -> None:
    found, parsed = parse_markdown(markup)
    assert (found, brief(parsed)) == (text, entities)


@pytest.mark.parametrize(
    ("markup", "description"),
    [
        ("1.5", "Character '.' is reserved and must be escaped with the preceding '\\'"),
        ("a > b", "Character '>' is reserved and must be escaped with the preceding '\\'"),
        ("a | b", "Character '|' is reserved and must be escaped with the preceding '\\'"),
        ("a)", "Character ')' is reserved and must be escaped with the preceding '\\'"),
        ("牌*a", "Can't find end of Bold entity at byte offset 3"),
        ("_a__", "Can't find end of Underline entity at byte offset 2"),
        ("```\na", "Can't find end of PreCode entity at byte offset 0"),
        ("[a", "Can't find end of TextUrl entity at byte offset 0"),
        ("[a](b", "Can't find end of a URL at byte offset 3"),
        (">*a\nb*", "Can't find end of Bold entity at byte offset 1"),
        ("![a](https://a.example)", "Custom emoji entity must contain a tg://emoji URL"),
        ("![a](tg://time?unix=x)", "invalid unix time specified"),
    ],
)
def test_markdown_that_is_refused(markup: str, description: str) -> None:
    with pytest.raises(MarkupError) as refusal:
        parse_markdown(markup)
    assert str(refusal.value) == f"can't parse entities: {description}"


def test_utf16() -> None:
    assert [utf16(text) for text in ("", "a", "牌", "😀", "👨‍👩‍👧")] == [0, 1, 1, 2, 8]


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("/gouji", [(0, 6)]),
        ("😀 /gouji@gouji_bot now", [(3, 16)]),
        ("a/b /c/d http://e", []),
        ("/a /b", [(0, 2), (3, 2)]),
    ],
)
def test_commands(text: str, commands: list[tuple[int, int]]) -> None:
    assert [(e.offset, e.length) for e in command_entities(text)] == commands


@pytest.mark.parametrize(
    "markup",
    [
        "a<b>b<i>c</i></b>&lt;d&gt;",
        "<i><b>a</b></i>",
        "😀<u>牌</u><s>b</s>",
        "<blockquote><code>a</code></blockquote>",
        '<a href="https://a.example/?a=&quot;b">x</a>',
    ],
)
def test_what_is_shown_is_what_was_sent(markup: str) -> None:
    text, entities = parse_html(markup)
    again = parse_html(render_html(text, entities))
    assert again == (text, entities)


def test_what_is_shown_is_safe() -> None:
    text, entities = parse_html("&lt;script&gt;<a href='https://a.example/\"onclick=x'>&lt;b</a>")
    shown = render_html(text, entities)
    assert shown == '&lt;script&gt;<a href="https://a.example/&quot;onclick=x">&lt;b</a>'


def test_moments_are_shown_as_such() -> None:
    text, entities = parse_html('<tg-time unix="5" format="r">soon</tg-time>')
    assert render_html(text, entities) == '<time data-unix="5" data-format="r">soon</time>'
