# The rules, a page for each chapter. Variables are the switches of the table (engine.rules); the code gives the examples.

rules-of-preset = Rule set: <b>{ $preset }</b>
rules-of-custom = Rule set: <b>{ $preset }</b> with { $count ->
    [one] one change
   *[other] { $count } changes
} (see “At a glance”)
rules-contents = Contents
rules-choose = Read another rule set:
rules-yes = ✅
rules-no = ❌
rules-why-count = not as many cards
rules-why-big = nothing is above 大王
rules-why-small = only 大王 covers 小王
rules-why-rank = { $rank } is not above { $table }
rules-why-kill = 二杀一: what is left does not beat
rules-why-threes = 3s go last, all at once
rules-why-fours = all 4s at once, nothing else
rules-hand = hand { $hand }, play { $play }
rules-level-yes = level
rules-level-no = not level
rules-opens-yes = opens
rules-opens-no = does not open
rules-owes = hand { $hand }, { $count } owed: gives { $given }
rules-say-pass = passes
rules-say-yield = 让牌
rules-say-burn = 🔥burns { $play }
rules-say-out = { $play }, out

# The game
rules-start-title = The game
rules-start-sides = Six players, ①③⑤ against ②④⑥. Who sits across is your <b>opposite (对头)</b>; who sits two seats away is an <b>ally (联邦)</b>. Play goes counter-clockwise.
rules-start-places = Get rid of your cards. First out is <b>头科</b>, then 二科, 三科, 四科, 二落, and the last is <b>大落</b>. Being early brings tribute in the next deal, being late costs it.
rules-start-opening = The other thing to fight for is <b>opening (开点)</b>: you are opened when a level play of yours goes unbeaten. If you open and your opposite does not, it pays you. So run, and keep an eye on your opposite.
rules-start-burning = The wild part is <b>burning (烧牌)</b>: you may beat a level play that is none of your business, but then you must run out in one go.
rules-start-match = A match is { $deals ->
    [one] one deal
   *[other] { $deals } deals
}. What a deal leaves owing is paid in the next one. What the last one leaves owing becomes points: { $point_value } for each card you receive, { $point_value } off for each you pay.
rules-start-reading = New here? Read “Cards”, “Beating”, “Tricks” and “Level plays”, then sit down. To look up a word, send <code>/rules 烧牌</code>, <code>/rules burn</code> or <code>/rules shaopai</code>.

# At a glance
rules-table-title = At a glance
rules-table-intro = Rule by rule. { $count ->
    [0] All as in “{ $preset }”.
   *[other] Lines with ✏️ differ from “{ $preset }”.
}
rules-switch-threes = { $threes ->
    [6] only 6 3s in the deck
   *[other] all 16 3s in the deck
}
rules-switch-bie_san = { $bie_san ->
    [on] 3s are the last play; who has none buys one
   *[off] 3s are cards like any other
}
rules-switch-kaidian_fasi = { $kaidian_fasi ->
    [on] an opening stands only if the 4s are led next; who has no 4 buys one
   *[off] 4s are cards like any other
}
rules-switch-two_kill_one = { $two_kill_one ->
    [on] two 大王 kill one 大王
   *[off] nothing beats a play with 大王
}
rules-switch-calls = { $calls ->
    [none] no calls
    [ming] 明点 may be called, 预点 not
   *[yu] 预点 and 明点 may be called
}
rules-switch-opens = { $opens ->
    [no_joker] a level play with a joker, or a single 2, does not open
    [no_big_joker] a level play with 大王 does not open
   *[pure] only level plays of one rank open: no 2 attached, no joker
}
rules-switch-burn_guard = { $burn_guard ->
    [on] only burns that can be carried through are allowed
   *[off] any burn is allowed, at your own risk
}
rules-switch-counter_burn_raises = { $counter_burn_raises ->
    [on] burning a burner raises the stake
   *[off] burning a burner earns one card, as any burn
}
rules-switch-revolution = { $revolution ->
    [none] no revolutions
    [rush] a revolution may try a rush (冲点)
    [concede] who revolts has not opened, its opposite has
   *[duel] a revolution is a duel for the opening
}
rules-switch-no_payment = { $no_payment ->
    [revolt] who cannot pay for a 3 revolts
   *[highest] who has no 2 and no joker pays for a 3 with the highest card
}
rules-switch-opposite_allies_sell_first = { $opposite_allies_sell_first ->
    [on] after the opposite its allies sell, then yours give
   *[off] after the opposite your allies give
}
rules-switch-ally_tribute = { $ally_tribute ->
    [on] allies pay each other tribute too
   *[off] allies pay each other nothing
}
rules-switch-both_opened_penalty = { $both_opened_penalty ->
    [on] a call costs its risk even if both opened
   *[off] a call costs nothing if both opened
}
rules-switch-sweep = { $sweep ->
    [cards] a sweep: each loser owes the winner across one card, all else is void, points double
   *[points] a sweep: what is owed becomes points at once
}
rules-switch-lead = { $lead ->
    [fours] the most 4s shown lead first (上班)
    [last] the last 大落 leads first, in the first deal 上班
   *[random] the first lead is drawn
}
rules-switch-card_counts = { $card_counts ->
    [always] card counts are always shown
    [from_ten] card counts are shown from ten down
   *[never] card counts are never shown
}
rules-switch-point_value = a tribute card is worth { $point_value ->
    [one] 1 point
   *[other] { $point_value } points
}
rules-switch-deals = { $deals ->
    [one] one deal
   *[other] { $deals } deals
} in a match

# Cards
rules-cards-title = Cards
rules-cards-deck = { $threes ->
    [6] Four packs with jokers less ten 3s: 206 cards, and only six 3s in all. Two players get 35 cards, four get 34.
   *[other] Four packs with jokers: 216 cards, 36 each.
}
rules-cards-ranks = High to low: <b>大王 (big joker), 小王 (small joker), 2, A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3</b>. { $lead ->
    [random] Suits never matter.
   *[other] Suits matter only when 4s are shown.
}
rules-cards-play = <b>A play</b> is one card, or several of the same rank. There are no runs and no full houses. That rank is the <b>base rank (牌点)</b>.
rules-cards-attach = <b>Attached 2s (贴2)</b>: a 2 beside lower cards counts as one of them.
rules-cards-hang = <b>Hung jokers (挂花)</b>: a joker may be played along with other cards. It stays a joker.
rules-cards-alone = 2s and jokers may be played by themselves. Then the lowest of them is the base rank.
rules-cards-base = { $play }: base { $rank }, { $count ->
    [one] 1 card
   *[other] { $count } cards
}
rules-cards-threes = 3s have rules of their own, see “3s”.
rules-cards-fours = So have 4s, see “4s”.

# Beating
rules-beats-title = Beating
rules-beats-rule = To beat a play you need <b>as many cards</b>. Write both from high to low, card against card: <b>each of yours must be higher</b>. Attached 2s count as the base rank.
rules-beats-equal = Equal never beats equal. A hung joker does not help the other cards: it stands for itself alone.
rules-beats-small = If 小王 is hung on the play, you need as many 大王 to cover it.
rules-beats-big-nobody = If the play holds 大王, nobody can beat it.
rules-beats-big-kill = If the play holds 大王, only <b>二杀一</b> helps: see that chapter.
rules-beats-wild = Any cards will do as long as each is higher, 2s and jokers too.

# Two kill one
rules-kill-title = Two kill one
rules-kill-rule = <b>二杀一</b>: a play with 大王 is killed by <b>two 大王 for each one</b>. Take them away on both sides; what is left must be as many cards and beat. Nothing left against nothing left is enough.
rules-kill-who = Everybody in the game but the owner may kill, allies and those who have passed too. It is no burn: you need not run out.
rules-kill-asked = After a play with 大王 only those who can kill it are asked, from the owner's next seat on. Nobody else sees who could.
rules-kill-chaos = In chaos (乱缠) all are asked in the order of chaos.
rules-kill-dead = A 够死级 cannot be killed.

# Tricks
rules-tricks-title = Tricks
rules-tricks-lead = The <b>leader</b> plays anything and cannot pass.
rules-tricks-follow = On an ordinary play all are asked from the next seat on: beat it or <b>pass</b>. Level plays go differently, see the next chapter.
rules-tricks-pass = Who has passed is not asked again in this trick. One exception: on a play of your <b>opposite</b> you are always asked.
rules-tricks-yield = <b>让牌 (yield)</b>: on an ordinary play of your opposite you may let the two seats after you go first. If neither beats it, you are asked again; if one does, you have passed. Once a round, and only while somebody behind you can act.
rules-tricks-win = When nobody beats it any more, the owner of the last play wins the trick and leads.
rules-tricks-inherit = If that player is out, the next one still in the game leads (<b>接风</b>). The last play of somebody who goes out can still be beaten.
rules-tricks-chaos = <b>Chaos (四户乱缠)</b>: when a trick starts with four players or fewer, all are asked on every play, passed or not. No level plays, no yielding, no burning, no opening.
rules-tricks-counts = { $card_counts ->
    [always] The table shows how many cards everybody holds.
    [from_ten] The table shows who is down to ten cards or fewer.
   *[never] Nobody is told how many cards the others hold.
}
rules-tricks-late = If your time runs out, you pass; if you had to lead, your lowest cards are led.

# Level plays
rules-level-title = Level plays
rules-level-what = A <b>level play (够级牌)</b> is one of these:
rules-level-natural = ▸ { $levels } or more, attached 2s count;
rules-level-twos = ▸ a play with base rank 2, even a single one;
rules-level-jokers = ▸ a play with a joker, or of jokers alone.
rules-level-who = <b>Only the owner's opposite may answer it</b>, even if it has passed. Anybody else would have to burn it.
rules-level-headless = <b>Headless (无头)</b>: your opposite is no longer in the game. Level plays of a headless player are ordinary plays: all may answer. And a headless player who has not passed may answer the level plays of others without burning.
rules-level-fixed = Who is headless is fixed when a trick starts, until the next one.
rules-level-order = First those who may burn are asked, then the opposite and headless players in seat order.
rules-level-chaos = In chaos (四户乱缠) there are no level plays.

# Opening
rules-opening-title = Opening
rules-opening-how = Nobody is opened at first. If you have a head, and a level play of yours goes unbeaten and wins the trick, you are <b>opened (开点)</b>. A burn that wins its trick opens as well.
rules-opening-what = { $opens ->
    [no_big_joker] One condition: the play holds no 大王.
    [no_joker] The play must hold no joker, and must not be a single 2.
   *[pure] The play must be all of one kind: 10, J, Q, K, A or 2. No 2 attached, no joker hung, not a single 2.
}
rules-opening-fours = That is not all: your next lead must be your 4s, see “4s”.
rules-opening-late = <b>Too late to open</b>:
rules-opening-first = ▸ once 头科 is out: for 头科 and its opposite, if they have not opened;
rules-opening-second = ▸ once two players are out: for all. { $revolution ->
    [none] A failed burn does not count;
   *[other] A revolution counts as one of them, a failed burn does not;
}
rules-opening-headless = ▸ headless or in chaos: your plays are no level plays.
rules-opening-worth = What it is worth: see “Tribute”.{ $revolution ->
    [none] {""}
   *[other] {" "}A revolution also decides who opens: see “Revolution”.
}

# 4s
rules-fours-title = 4s
rules-fours-together = 4s are played <b>all at once</b>, no 2 attached, no joker hung.
rules-fours-lead = <b>开点发四</b>: after opening, your next lead must be your 4s, or the opening is lost and you must open again.
rules-fours-early = Play your 4s before you open, and you cannot open in this deal any more.
rules-fours-buy = <b>买4</b>: after tribute, who has no 4 buys one, in the same way as a 3. Everybody sees it.
rules-fours-burn = With both 4s and 3s in hand a burn cannot be carried through: neither takes a joker.

# 3s
rules-threes-title = 3s
rules-threes-last = 3s are <b>the last play</b> of a hand: all that are left at once, no 2s, no jokers.
rules-threes-buy = <b>买3</b>: who is dealt no 3 buys one. The opposite sells if it has two or more, for a 2, else a 小王, else a 大王.
rules-threes-ask = { $opposite_allies_sell_first ->
    [on] If it cannot, its allies sell; if they cannot, an ally of yours gives one for nothing (<b>要3</b>). Nobody parts with the last 3.
   *[off] If it cannot, an ally gives one for nothing (<b>要3</b>); if none can, the others sell. Nobody parts with the last 3.
}
rules-threes-pay = Without 2s and jokers you pay with your highest card.
rules-threes-revolt = Without 2s and jokers you cannot pay: you <b>revolt</b> at once, and nobody is asked for a 3.
rules-threes-told = Everybody sees who bought from whom.
rules-threes-held = <b>憋3 (held threes)</b>: a play leaves you with nothing but 3s, and it is beaten. { $ally_tribute ->
    [on] You owe one card to who beat it, an ally too.
   *[off] You owe one card to who beat it, if an opponent.
}
rules-threes-secret = It is not told until you are out or the deal ends.

# Before play
rules-before-title = Before play
rules-before-order = In this order:
rules-before-yu = ▸ <b>预点</b>: calls before anybody has cards;
rules-before-deal = ▸ the cards are dealt;
rules-before-threes = ▸ 买3: buying 3s;
rules-before-tribute = ▸ tribute and returns, from the second deal on;
rules-before-fours = ▸ 买4: buying 4s;
rules-before-declare = ▸ <b>declarations</b>, all six at once: { $what }; then “ready”. Silence is “ready”.
rules-before-show = showing 4s
rules-before-ming = 明点
rules-before-revolt = revolution
rules-before-nothing = nothing to say
rules-before-together = ,{" "}
rules-before-secret = What you declare is shown when all six are ready.
rules-before-calls = <b>A call</b> is a bet that your opposite will not open in this deal.
rules-before-calls-ming = 明点 (宣点) is called with the cards in hand. Right: your opposite pays { $ming_win }. It opens and you do not: you pay { $ming_risk } more.
rules-before-calls-yu = 预点 is called before the cards. Right: your opposite pays { $yu_win }. It opens and you do not: you pay { $yu_risk } more. Then you cannot call 明点 as well.
rules-before-calls-both = { $both_opened_penalty ->
    [on] If both open, a call still costs its risk.
   *[off] If both open, nobody pays.
}
rules-before-lead = { $lead ->
    [fours] <b>First lead (上班)</b>: two or more 4s of one suit may be shown (<b>亮4</b>). The most lead; of equals, who showed first. If nobody shows, it is drawn.
    [last] <b>First lead</b>: the last 大落. In the first deal it is <b>上班</b>: two or more 4s of one suit may be shown (<b>亮4</b>); the most lead; of equals, who showed first. If nobody shows, it is drawn.
   *[random] <b>First lead</b>: drawn at random.
}

# Burning
rules-burn-title = Burning
rules-burn-when = A level play of somebody who is not your opposite may be <b>burned (烧牌, 捎牌)</b>: if you have a head, have not passed in this trick, and can beat it. Your allies' plays too.
rules-burn-first = Only one may burn: the owner's allies go before its opponents, then seat order. Not burning is not passing.
rules-burn-run = Then you must <b>run out in one go</b>: you lead, and every play has a joker on it, <b>except the last</b>. The burn itself needs none; a play of jokers alone is fine.
rules-burn-guard = { $burn_guard ->
    [on] You can only burn if what is left can be run out so.
   *[off] Whether your cards suffice is for you to judge.
}
rules-burn-held = { $kaidian_fasi ->
    [on] 3s can only be the last play, and 4s take no joker: with both in hand it cannot be done.
   *[off] 3s can only be the last play, so with 3s in hand every other play needs a joker.
}
rules-burn-broken = <b>解烧</b>: a play of the run is beaten. The duty ends, no harm done. { $two_kill_one ->
    [on] The opposite, another burn, a headless player or a kill can do it.
   *[off] The opposite, another burn or a headless player can do it.
}
rules-burn-success = <b>Success</b>: you are out. Who was burned owes you one card (<b>烧贡</b>); an ally owes nothing.
rules-burn-counter = <b>反捎</b>: you burn a burner. If you get through, it owes you two cards; three if its own burn was one already, and so on.
rules-burn-counter-plain = <b>反捎</b>: you burn a burner. If you get through, it owes you one card.
rules-burn-failed = <b>Failure</b>: you lead and have no joker to hang. You play no more in this deal, take the lowest free place, 大落 first, and the burned player leads.
rules-burn-waits = After every level play the table waits a moment, whether anybody can burn or not, so nobody sees who thinks about it. (Tables that prefer pace do not wait.)
rules-burn-example-run = ② gets through: { $story }
rules-burn-example-broken = ⑤ breaks it, 解烧: { $story }

# Revolution
rules-revolution-title = Revolution
rules-revolution-when = Dealt <b>no joker and no 2</b>, you may revolt (<b>革命</b>) when all declare.
rules-revolution-auto = Who cannot pay for a 3{ $kaidian_fasi ->
    [on] {" "}or a 4
   *[off] {""}
} revolts by itself.
rules-revolution-out = You lay down your cards and are out of the deal as <b>四科</b>, or 三科 if your allies are 头科 and 二科. Tribute is paid and received all the same.
rules-revolution-lead = If you had the lead, the next seat has it.
rules-revolution-void = Two or more revolutions: the deal is void and dealt anew; tribute owed stands.
rules-revolution-concede = You count as <b>not opened</b>, your opposite as <b>opened</b>.
rules-revolution-rush = <b>Rush (冲点)</b>: with three level plays that can be laid down at once you may lay them down. Your opposite beats them one by one; the first that it does not beat opens you; if all three are beaten, it is opened. What was laid down is gone.
rules-revolution-rush-not = Without a rush you count as not opened, your opposite as opened.
rules-revolution-duel = <b>The opening duel</b>: you lay one play that could open; your opposite may beat it, only with such a play.
rules-revolution-duel-won = ▸ Unbeaten: you are opened, and your 4s are the first play of the deal, an ordinary one;
rules-revolution-duel-lost = ▸ beaten, or no such play: your opposite is opened, has the first lead and must lead its 4s.
rules-revolution-choice = Then your opposite chooses <b>要头</b> or <b>无头</b>.
rules-revolution-claimed = Then your opposite has <b>要头</b>: there is no choice.
rules-revolution-dead = <b>要头</b>: its next three level plays are <b>够死级</b>. Nobody may answer them, only burn. Follows and burns count among them. After the trick of the third it is headless.
rules-revolution-headless = <b>无头</b>: it is headless at once; all may answer its plays.

# Places
rules-out-title = Places
rules-out-order = In the order of going out: <b>头科, 二科, 三科, 四科, 二落, 大落</b>.
rules-out-end = The deal ends at once when only one side is left in the game; that last play is not answered. Of those left, fewer cards come first; equal, seat order.
rules-out-failed = A failed burner takes the lowest free place: 大落, else 二落, 四科, 三科, 二科.
rules-out-revolted = Who revolted is 四科, or 三科 if its allies are 头科 and 二科.
rules-out-sweep = <b>Sweep (串三户)</b>: one side takes 头科, 二科 and 三科.{ $revolution ->
    [none] {""}
   *[other] {" "}A revolutionary who is 三科 counts; a revolution on the other side does not prevent it.
}
rules-out-sweep-paid = What a sweep brings: see “Points”.

# Tribute
rules-tribute-title = Tribute
rules-tribute-order = What a deal leaves owing is paid in the next one, after the cards are dealt, in this order: { $sweep ->
    [cards] 圈贡,{" "}
   *[points] {""}
}点贡, { $bie_san ->
    [on] 憋贡,{" "}
   *[off] {""}
}烧贡, 落贡.
rules-tribute-point = <b>点贡</b>, between opposites: you opened and it did not: it pays you one. Neither opened: one each way. Both opened: nothing.
rules-tribute-calls = Calls raise it:
rules-tribute-calls-ming = ▸ 明点: { $ming_win } if your opposite does not open; { $ming_risk } more from you if it opens and you do not;
rules-tribute-calls-yu = ▸ 预点: { $yu_win } if your opposite does not open; { $yu_risk } more from you if it opens and you do not;
rules-tribute-calls-both = { $both_opened_penalty ->
    [on] ▸ if both open, a call still costs its risk.
   *[off] ▸ if both open, a call costs nothing.
}
rules-tribute-held = <b>憋贡</b>: one card, to who held your 3s (憋3).
rules-tribute-burn = <b>烧贡</b>: one card, to who burned you and got through{ $counter_burn_raises ->
    [on] ; more after a 反捎.
   *[off] .
}
rules-tribute-place = <b>落贡</b>: 大落 pays 头科 two, 二落 pays 二科 one.
rules-tribute-return = Who receives 落贡 <b>returns (还贡)</b> as many cards, of its own choice{ $bie_san ->
    [on] , but not its last 3.
   *[off] .
} Nothing else is returned.
rules-tribute-allies = { $ally_tribute ->
    [on] { $bie_san ->
        [on] 憋贡 and 落贡 are
       *[off] 落贡 is
    } paid between allies too.
   *[off] Allies pay each other nothing.
}
rules-tribute-sweep = <b>圈贡</b>: after a sweep each loser pays the winner across one card, and nothing else is paid.
rules-tribute-cards = What is given: the highest cards, 大王, 小王, 2, K …, but <b>never an A</b>{ $bie_san ->
    [on] {" "}and never the last 3.
   *[off] .
} Who has too few such cards pays less.
rules-tribute-seen = Everybody sees what is paid and returned.

# Match and points
rules-match-title = Points
rules-match-deals = A match is { $deals ->
    [one] one deal
   *[other] { $deals } deals
}. Deals before the last only carry their tribute into the next one.
rules-match-points = After the last deal what is owed becomes points instead of cards: <b>+{ $point_value }</b> for each card you would receive, <b>−{ $point_value }</b> for each you would pay. All points together are zero.
rules-match-sweep = { $sweep ->
    [cards] <b>Sweep (串三户)</b>: each loser owes the winner across one card (圈贡), all else is void. As points a card counts double: { $double }.
   *[points] <b>Sweep (串三户)</b>: what this deal leaves owing becomes points at once, and the next deal starts with nothing owed.
}
rules-match-on = After the last deal the table may play on: then its tribute is carried, and the next deal is the one that counts.
rules-match-void = A void deal is not counted.

# Looking up a word
rules-term-chapter = 📖 The chapter: { $title }
rules-term-close = There is no “{ $word }” here. One of these?
rules-term-none = There is no “{ $word }” here. The contents:
rules-term-not-here = There is no { $name } in this rule set.
rules-term-played = It is part of { $preset }
rules-link = The rules are in the private chat ↗
rules-link-term = “{ $name }”: in the private chat ↗
rules-link-none = There is no “{ $word }”; the rules are in the private chat ↗
rules-preset-biesan = 憋三够级
rules-preset-shaopai = 烧牌够级
rules-preset-kaidian = 开点发四
