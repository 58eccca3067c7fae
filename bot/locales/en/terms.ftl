# The glossary: what each word is called, and what it means. Variables are the switches of the table.

term-opposite-title = 对头 (opposite)
term-opposite = Who sits across from you, on the other side. You watch each other: you answer its level plays, and whether it opens decides your tribute.
term-ally-title = 联邦 (ally)
term-ally = The two others of your side, two seats to the left and to the right.
term-side-title = 一方 (side)
term-side = Two sides of three: ①③⑤ against ②④⑥.
term-seat-title = Seats
term-seat = Six seats, ① to ⑥. Play goes counter-clockwise, from ⑥ to ① again.
term-deck-title = The deck
term-deck = { $threes ->
    [6] Four packs with jokers less ten 3s: 206 cards. Two players get 35, four get 34.
   *[other] Four packs with jokers: 216 cards, 36 each.
}
term-big-joker-title = 大王 (big joker)
term-big-joker = The highest card. A play that holds one { $two_kill_one ->
    [on] can only be killed, two 大王 for each.
   *[off] cannot be beaten.
}
term-small-joker-title = 小王 (small joker)
term-small-joker = The second highest card. Hung on a play, it takes a 大王 to cover it.
term-two-title = 2
term-two = Above A, below the jokers. Plays alone, or attached to lower cards as one of them. 2s alone are a level play, even a single one.
term-base-title = 牌点 (base rank)
term-base = All cards of a play but 2s and jokers have one rank, the base rank. Without such a card the lowest of the 2s and jokers is the base.
term-attach-title = 贴2 (attached 2)
term-attach = A 2 beside lower cards counts as one of them, also for a level play.
term-hang-title = 挂花 (hung joker)
term-hang = A joker played along with other cards. It stays a joker, and makes the play a level play.
term-beat-title = 管牌 (beat)
term-beat = As many cards as the play on the table; both from high to low, card against card, each strictly higher.
term-kill-title = 二杀一 (two kill one)
term-kill = A play with 大王 is killed by two 大王 for each one; what is left on both sides must beat. All in the game but the owner may kill.
term-lead-title = 发牌 (lead)
term-lead = The first play of a trick. The leader plays anything and cannot pass.
term-pass-title = 过牌 (pass)
term-pass = Not to answer. On ordinary plays you are not asked again in this trick, except on a play of your opposite.
term-yield-title = 让牌 (yield)
term-yield = On an ordinary play of your opposite: let the two after you go first. If neither beats, you are asked again; if one does, you have passed.
term-trick-title = 一轮 (trick)
term-trick = From a lead, play above play, until nobody beats any more. The owner of the last play wins it and leads.
term-inherit-title = 接风 (inherit the lead)
term-inherit = The winner of a trick is out: the next player in the game leads.
term-chaos-title = 四户乱缠 (chaos)
term-chaos = A trick that starts with four players or fewer. All are asked on every play, passed or not; no level plays, yielding, burning or opening.
term-card-counts-title = Card counts
term-card-counts = { $card_counts ->
    [always] This table always shows how many cards are left.
    [from_ten] This table shows card counts from ten down.
   *[never] This table does not show card counts.
}
term-level-title = 够级牌 (level play)
term-level = { $levels } or more, attached 2s count; base rank 2; or with a joker. Only the opposite and headless players may answer it, others must burn.
term-headless-title = 无头 (headless)
term-headless = Your opposite is no longer in the game. All may answer your plays, and you may answer level plays, but you can neither burn nor open. With the opposite in the game you have a head (有头).
term-opening-title = 开点 (opening)
term-opening = You have a head, and your level play wins its trick unbeaten. { $opens ->
    [no_joker] Not with a joker, not with a single 2.
    [no_big_joker] Not with 大王.
   *[pure] Only with cards of one rank: no 2 attached, no joker, no single 2.
} { $kaidian_fasi ->
    [on] Your next lead must be your 4s.
   *[off] {""}
}
term-pure-title = What opens
term-pure = { $opens ->
    [no_joker] Here any level play without a joker opens, but a single 2 does not. Attached 2s are fine.
    [no_big_joker] Here any level play without 大王 opens. Attached 2s and 小王 are fine.
   *[pure] Here all cards must be of one kind: 10, J, Q, K, A or 2; no 2 attached, no joker hung, not a single 2.
}
term-fasi-title = 发四 (lead the 4s)
term-fasi = After opening, your next lead must be all your 4s, or the opening is lost. 4s played before opening mean no opening in this deal.
term-buy-four-title = 买4 (buy a 4)
term-buy-four = After tribute, who has no 4 buys one, in the same way as a 3.
term-burn-title = 烧牌 (burn)
term-burn = To beat a level play of somebody who is not your opposite. You need a head, must not have passed, and must run out: a joker on every play but the last. If you do, the burned opponent owes you a card.
term-burn-run-title = The run of a burner
term-burn-run = The burner leads on, a joker on every play but the last, until it is out. { $burn_guard ->
    [on] Only hands that can do it may burn here.
   *[off] Here it is at your own risk.
}
term-broken-title = 解烧 (burn broken)
term-broken = A play of the burner is beaten. No more duty, nobody owes anything.
term-counter-burn-title = 反捎 (counter-burn)
term-counter-burn = A burner is burned. { $counter_burn_raises ->
    [on] If it succeeds it earns more: two cards, three, and so on.
   *[off] If it succeeds it earns one card.
}
term-burn-failed-title = 烧失败 (failed burn)
term-burn-failed = The burner leads and has no joker to hang. It plays no more in this deal, takes the lowest free place, and the burned player leads.
term-threes-title = 3
term-threes = Only as the last play of a hand, all at once, no 2s, no jokers. Who has none buys one.
term-buy-three-title = 买3 (buy a 3)
term-buy-three = Dealt no 3, you buy one from your opposite for a 2, or a joker. { $opposite_allies_sell_first ->
    [on] If it has none to spare, its allies sell, then yours give.
   *[off] If it has none to spare, your allies give.
}
term-ask-three-title = 要3 (ask for a 3)
term-ask-three = The opposite cannot sell a 3, so an ally gives you one for nothing.
term-held-title = 憋3 (held threes)
term-held = The play that leaves you with nothing but 3s is beaten: you owe a card to who did it. { $ally_tribute ->
    [on] To an ally too.
   *[off] Not to an ally.
}
term-calls-title = 叫点 (calls)
term-calls = A bet that your opposite will not open. { $calls ->
    [ming] This table has 明点 only.
   *[other] This table has 预点 and 明点.
}
term-ming-title = 明点 (open call)
term-ming = Called with the cards in hand. Right: { $ming_win } cards from your opposite. If it opens and you do not: { $ming_risk } more from you.
term-yu-title = 预点 (blind call)
term-yu = Called before the cards. Right: { $yu_win } cards from your opposite. If it opens and you do not: { $yu_risk } more from you.
term-shangban-title = 上班 (first lead)
term-shangban = { $lead ->
    [fours] The most 4s shown lead first; if nobody shows, it is drawn.
    [last] The last 大落 leads first. In the first deal the most 4s shown; if nobody shows, it is drawn.
   *[random] It is drawn here.
}
term-show-title = 亮4 (show 4s)
term-show = Two or more 4s of one suit may be shown; the most lead first. { $lead ->
    [last] Only in the first deal here.
   *[other] {""}
}
term-declare-title = 表态 (declarations)
term-declare = Before play all six declare at once, then say that they are ready. It is told when all are ready; silence is “ready”.
term-revolution-title = 革命 (revolution)
term-revolution = Dealt no joker and no 2, you may lay down your cards, as 四科. { $revolution ->
    [rush] With three level plays you may rush; else you count as not opened, your opposite as opened.
    [duel] Then you duel with your opposite for the opening.
   *[other] You count as not opened, your opposite as opened.
}
term-void-title = Void deal
term-void = Two or more revolutions: the deal is void and dealt anew; tribute owed stands.
term-rush-title = 冲点 (rush)
term-rush = A revolutionary lays three level plays, its opposite beats them one by one. One unbeaten: the revolutionary is opened; all beaten: the opposite is.
term-duel-title = 争开点 (opening duel)
term-duel = The revolutionary lays a play that could open, its opposite may beat it with another. Unbeaten: the revolutionary is opened, its 4s are the first play. Beaten: the opposite is opened and leads its 4s.
term-claim-head-title = 要头 (claim the head)
term-claim-head = The next three level plays of the revolutionary's opposite can only be burned; then it is headless. { $revolution ->
    [duel] Here there is no choice.
   *[other] Without it, it is headless at once.
}
term-dead-title = 够死级 (dead level)
term-dead = One of the three level plays of who claimed the head: nobody may answer, only burn{ $two_kill_one ->
    [on] , and it cannot be killed.
   *[off] .
}
term-first-title = 头科 (first)
term-first = The first to go out. 大落 pays it two cards in the next deal.
term-second-title = 二科 (second)
term-second = The second to go out. 二落 pays it one card in the next deal.
term-third-title = 三科 (third)
term-third = The third place: neither pays nor receives 落贡.
term-fourth-title = 四科 (fourth)
term-fourth = The fourth place: neither pays nor receives 落贡.{ $revolution ->
    [none] {""}
   *[other] {" "}Where a revolutionary usually ends.
}
term-fifth-title = 二落 (fifth)
term-fifth = The fifth place: pays 二科 one card in the next deal.
term-last-title = 大落 (last)
term-last = The last place: pays 头科 two cards in the next deal.{ $lead ->
    [last] {" "}And leads first there.
   *[other] {""}
}
term-places-title = Places
term-places = 头科, 二科, 三科, 四科, 二落, 大落. The deal ends when only one side is left in the game; of those left, fewer cards come first.
term-sweep-title = 串三户 (sweep)
term-sweep = One side takes 头科, 二科 and 三科. { $sweep ->
    [cards] Each loser owes the winner across one card, all else is void, and points double.
   *[points] What is owed becomes points at once, and the next deal starts with nothing owed.
}
term-tribute-title = 进贡 (tribute)
term-tribute = What the last deal left owing, paid after the cards are dealt: the highest cards, but never an A. After the last deal it becomes points.
term-point-tribute-title = 点贡 (point tribute)
term-point-tribute = Between opposites: you opened and it did not: it pays one; neither: one each way; both: nothing. { $calls ->
    [none] {""}
   *[other] Calls raise it.
}
term-held-tribute-title = 憋贡 (held tribute)
term-held-tribute = One card, from who was 憋3'd to who did it.
term-burn-tribute-title = 烧贡 (burn tribute)
term-burn-tribute = One card, from who was burned to the opponent who got through{ $counter_burn_raises ->
    [on] ; more after a 反捎.
   *[off] .
}
term-place-tribute-title = 落贡 (place tribute)
term-place-tribute = 大落 pays 头科 two, 二落 pays 二科 one; the receivers return as many. { $ally_tribute ->
    [on] Between allies too.
   *[off] Not between allies.
}
term-sweep-tribute-title = 圈贡 (sweep tribute)
term-sweep-tribute = After a sweep each loser pays the winner across one card, and nothing else is paid.
term-return-title = 还贡 (return)
term-return = Who receives 落贡 gives back as many cards, of its own choice. Nothing else is returned.
term-match-title = Match, deal
term-match = A match is { $deals ->
    [one] one deal
   *[other] { $deals } deals
}. Tribute goes from deal to deal; after the last it becomes points.
term-points-title = Points
term-points = After the last deal what is owed becomes points: { $point_value } for each card you would receive, { $point_value } off for each you would pay. Together they are zero.
term-play-on-title = Play on
term-play-on = After the last deal the table may play one more: tribute is carried, and the next deal counts.
term-late-title = Out of time, 托管
term-late = If your time runs out you pass; if you had to lead, your lowest cards are led. When you leave, an AI plays for you (托管) until you come back.
