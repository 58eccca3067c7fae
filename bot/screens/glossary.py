"""The words of the game, and how they are found: in Chinese, English, or pinyin without tones."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches

from bot.screens.chapter import Chapter
from bot.screens.rulebook import (
    When,
    always,
    bie_san,
    blind_calls,
    calls,
    duels,
    fours,
    kills,
    revolts,
    rushes,
    shows_fours,
    sweeps_cards,
)
from engine.rules import RuleSet

MOST_CLOSE = 6
MOST_SIGNS = 40
"""A longer word is none."""
_CLOSE = 0.6
_SHORTEST_PART = 2
_OLD = str.maketrans(
    "對點燒頭門聯級夠開貼掛預買發進貢還過讓輪風戶亂纏殺敗認輸幾張報數兩淨氣無爭衝悶場積準備態賭錢帶乾時針夥著壓",
    "对点烧头门联级够开贴挂预买发进贡还过让轮风户乱缠杀败认输几张报数两净气无争冲闷场积准备态赌钱带干时针伙着压",
)
"""Signs as they are written in Hong Kong and Taiwan, and what stands in the glossary for them."""


@dataclass(frozen=True, slots=True)
class Term:
    """A word of the game: ``name`` in links, where it is explained, and what people call it."""

    name: str
    chapter: Chapter
    chinese: tuple[str, ...]
    pinyin: tuple[str, ...]
    english: tuple[str, ...]
    when: When = always
    """Which tables play it."""

    @property
    def title(self) -> str:
        """The message with its name."""
        return f"term-{self.name}-title"

    @property
    def text(self) -> str:
        """The message that says what it means."""
        return f"term-{self.name}"

    @property
    def aliases(self) -> tuple[str, ...]:
        """All that it is called."""
        return (*self.chinese, *self.pinyin, *self.english)


def _term(name: str, chapter: Chapter, chinese: str, pinyin: str, english: str, when: When = always) -> Term:
    """A term; its words are separated by commas."""
    return Term(name, chapter, _words(chinese), _words(pinyin), _words(english), when)


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in text.split(","))


TERMS = (
    _term("opposite", Chapter.START, "对头,对门", "duitou,duimen", "opposite"),
    _term("ally", Chapter.START, "联邦", "lianbang", "ally,allies,partner"),
    _term("side", Chapter.START, "一方,一伙", "yifang,yihuo", "side,team"),
    _term("seat", Chapter.START, "座位,逆时针", "zuowei,nishizhen", "seat,seats,counter-clockwise"),
    _term("deck", Chapter.CARDS, "四副牌,牌数", "sifupai,paishu", "deck,packs"),
    _term("big-joker", Chapter.CARDS, "大王,大花", "dawang,dahua", "big joker,red joker"),
    _term("small-joker", Chapter.CARDS, "小王,小花", "xiaowang,xiaohua", "small joker,black joker"),
    _term("two", Chapter.CARDS, "2,二,钱", "er,qian", "two,twos,deuce"),
    _term("base", Chapter.CARDS, "牌点", "paidian", "base rank,base"),
    _term("attach", Chapter.CARDS, "贴2,贴二,带2", "tie2,tieer,daier", "attached 2,attached 2s,attach"),
    _term("hang", Chapter.CARDS, "挂花,挂王,挂", "guahua,guawang,gua", "hung joker,hang,hang a joker"),
    _term(
        "beat", Chapter.BEATS, "管牌,上牌,管,压牌", "guanpai,shangpai,guan,yapai", "beat,beats,follow,answer"
    ),
    _term(
        "kill", Chapter.KILL, "二杀一,大王二杀一,两杀一", "ershayi,dawangershayi", "two kill one,kill", kills
    ),
    _term("lead", Chapter.TRICKS, "发牌,出牌", "fapai,chupai", "lead,leader"),
    _term("pass", Chapter.TRICKS, "过牌,过,不要", "guopai,guo,buyao", "pass,passing"),
    _term("yield", Chapter.TRICKS, "让牌,让", "rangpai,rang", "yield,yielding"),
    _term("trick", Chapter.TRICKS, "一轮,一轮牌,轮", "yilun,yilunpai", "trick,round"),
    _term("inherit", Chapter.TRICKS, "接风", "jiefeng", "inherit,inherit the lead"),
    _term(
        "chaos",
        Chapter.TRICKS,
        "四户乱缠,四人乱缠,乱缠",
        "sihuluanchan,sirenluanchan,luanchan",
        "chaos,four left",
    ),
    _term(
        "card-counts",
        Chapter.TRICKS,
        "剩几张,报牌,报数",
        "shengjizhang,baopai,baoshu",
        "card counts,cards left",
    ),
    _term("level", Chapter.LEVEL, "够级牌,够级", "goujipai,gouji", "level play,level,level plays"),
    _term("headless", Chapter.LEVEL, "无头,有头", "wutou,youtou", "headless,head"),
    _term("opening", Chapter.OPENING, "开点,不开点", "kaidian,bukaidian", "opening,open,opened,unopened"),
    _term("pure", Chapter.OPENING, "清一色,干净,什么牌能开点", "qingyise,ganjing", "pure"),
    _term("fasi", Chapter.FOURS, "发四,发4,开点发四", "fasi,fa4,kaidianfasi", "lead the fours,fours", fours),
    _term("buy-four", Chapter.FOURS, "买4,买四", "mai4,maisi", "buy fours,buy a four,buy 4", fours),
    _term("burn", Chapter.BURN, "烧牌,烧,捎牌,捎", "shaopai,shao", "burn,burning,burned"),
    _term("burn-run", Chapter.BURN, "一口气走完,挂王走", "yikouqizouwan,yikouqi", "run,run out"),
    _term("broken", Chapter.BURN, "解烧,解捎", "jieshao", "burn broken,broken burn,break a burn"),
    _term("counter-burn", Chapter.BURN, "反捎,反烧", "fanshao", "counter-burn,counterburn"),
    _term(
        "burn-failed",
        Chapter.BURN,
        "烧失败,烧牌失败,捎牌失败,认输",
        "shaoshibai,shaopaishibai,renshu",
        "burn failed,failed burn,give up",
    ),
    _term("threes", Chapter.THREES, "3,三", "san", "three,threes", bie_san),
    _term("buy-three", Chapter.THREES, "买3,买三", "mai3,maisan", "buy threes,buy a three,buy 3", bie_san),
    _term("ask-three", Chapter.THREES, "要3,要三", "yao3,yaosan", "ask for a three,gift", bie_san),
    _term(
        "held",
        Chapter.THREES,
        "憋3,憋三,闷3,闷",
        "bie3,biesan,men3,men",
        "held three,held threes,held",
        bie_san,
    ),
    _term("calls", Chapter.BEFORE, "叫点,打赌", "jiaodian,dadu", "calls,call,bet", calls),
    _term("ming", Chapter.BEFORE, "明点,宣点", "mingdian,xuandian", "open call,ming", calls),
    _term("yu", Chapter.BEFORE, "预点", "yudian", "blind call,yu", blind_calls),
    _term("shangban", Chapter.BEFORE, "上班,先发牌", "shangban,xianfapai", "first lead,who leads", always),
    _term("show", Chapter.BEFORE, "亮4,亮四", "liang4,liangsi", "show fours,show 4s,show", shows_fours),
    _term("declare", Chapter.BEFORE, "表态,准备好", "biaotai,zhunbeihao", "declare,declaration,ready"),
    _term("revolution", Chapter.REVOLUTION, "革命", "geming", "revolution,revolt", revolts),
    _term("void", Chapter.REVOLUTION, "作废,重新发牌", "zuofei,chongxinfapai", "void,redeal", revolts),
    _term("rush", Chapter.REVOLUTION, "冲点", "chongdian", "rush", rushes),
    _term("duel", Chapter.REVOLUTION, "争开点", "zhengkaidian", "duel,opening duel", duels),
    _term("claim-head", Chapter.REVOLUTION, "要头", "yaotou", "claim the head,claim", revolts),
    _term("dead", Chapter.REVOLUTION, "够死级", "gousiji", "dead level,dead", revolts),
    _term("first", Chapter.OUT, "头科", "touke", "first,first out"),
    _term("second", Chapter.OUT, "二科", "erke", "second"),
    _term("third", Chapter.OUT, "三科", "sanke", "third"),
    _term("fourth", Chapter.OUT, "四科", "sike", "fourth"),
    _term("fifth", Chapter.OUT, "二落", "erluo,erla,erlao", "fifth,second-last"),
    _term("last", Chapter.OUT, "大落", "daluo,dala,dalao", "last"),
    _term("places", Chapter.OUT, "名次", "mingci", "places,place,ranking"),
    _term("sweep", Chapter.OUT, "串三户,串", "chuansanhu,chuan", "sweep,swept"),
    _term("tribute", Chapter.TRIBUTE, "进贡,贡", "jingong,gong", "tribute"),
    _term("point-tribute", Chapter.TRIBUTE, "点贡", "diangong", "point tribute"),
    _term("held-tribute", Chapter.TRIBUTE, "憋贡", "biegong", "held tribute", bie_san),
    _term("burn-tribute", Chapter.TRIBUTE, "烧贡,捎贡", "shaogong", "burn tribute"),
    _term("place-tribute", Chapter.TRIBUTE, "落贡", "luogong,lagong,laogong", "place tribute"),
    _term("sweep-tribute", Chapter.TRIBUTE, "圈贡", "quangong", "sweep tribute", sweeps_cards),
    _term("return", Chapter.TRIBUTE, "还贡", "huangong", "return,return tribute"),
    _term("match", Chapter.MATCH, "一场,一局", "yichang,yiju", "match,deal"),
    _term("points", Chapter.MATCH, "分,积分,算分", "fen,jifen,suanfen", "points,point,score"),
    _term("play-on", Chapter.MATCH, "接着打", "jiezheda", "play on"),
    _term("late", Chapter.TRICKS, "超时,托管", "chaoshi,tuoguan", "timeout,late,trusteeship,autopilot"),
)
"""The glossary."""


def named(name: str) -> Term | None:
    """The term with a name, as links have it."""
    return next((term for term in TERMS if term.name == name), None)


def plain(word: str) -> str:
    """A word as it is compared: lower case, no blanks, hyphens and tones, signs as on the mainland."""
    parts = unicodedata.normalize("NFKD", word.casefold().translate(_OLD))
    return "".join(sign for sign in parts if sign.isalnum())


_BY_ALIAS: dict[str, list[Term]] = {}
for _each in TERMS:
    for _alias in dict.fromkeys(map(plain, _each.aliases)):
        _BY_ALIAS.setdefault(_alias, []).append(_each)


def find(word: str, rules: RuleSet) -> tuple[Term, ...]:
    """The term that a word names, alone; or several that look like it, those that the table plays first.

    >>> from engine.rules import BIESAN
    >>> [term.name for term in find("shao pai", BIESAN)]
    ['burn']
    """
    wanted = plain(word)
    exact = _BY_ALIAS.get(wanted)
    if exact is not None:
        return tuple(exact)
    if not wanted or len(wanted) > MOST_SIGNS:
        return ()
    within = [alias for alias in _BY_ALIAS if _holds(alias, wanted)]
    close = get_close_matches(wanted, _BY_ALIAS, MOST_CLOSE, _CLOSE)
    found = dict.fromkeys(term for alias in (*within, *close) for term in _BY_ALIAS[alias])
    return tuple(sorted(found, key=lambda term: not term.when(rules)))[:MOST_CLOSE]


def _holds(alias: str, wanted: str) -> bool:
    """Whether one of two words is a part of the other that is long enough to mean something."""
    shorter, longer = sorted((alias, wanted), key=len)
    return shorter in longer and (len(shorter) >= _SHORTEST_PART or not shorter.isascii())
