# What the “?” says: what is going on, and which choices this table has. Plain text, 200 signs at most in all.

help-blind = Before the cards you may call 预点: a bet that your opposite will not open. Right: it pays you { $yu_win }. It opens and you do not: you pay { $yu_risk } more. No bet: “Ready”.
help-return = You received 落贡 and return { $count }, your choice{ $bie_san ->
    [on] , but not the last 3.
   *[off] .
} The lowest are chosen already; change them if you like.
help-return-others = Who received 落贡 returns as many cards, of its own choice. Everybody sees which.
help-declare = All declare at once; silence is “ready”.
help-declare-show = 亮4: 2+ 4s of a suit; most lead.
help-declare-ming = 明点: bet that your opposite won't open (+{ $ming_win }/−{ $ming_risk }).
help-declare-revolt = 革命: dealt no joker, no 2: out.
help-rush-lay = 冲点: lay three level plays, your opposite beats them one by one. One unbeaten: you are opened. All beaten, or no rush: it is opened. What is laid is gone.
help-rush-answer = Your opposite tries a rush. Beat its plays one by one: all three, and you are opened; leave one, and it is.{ $two_kill_one ->
    [on] {" "}Two 大王 kill one.
   *[off] {""}
}
help-rush = A rush: three level plays, which the opposite beats one by one. One unbeaten: the revolutionary is opened. All beaten: the opposite is.
help-duel-lay = Lay a play that could open. Not beaten: you are opened, your 4s come first. Beaten: your opposite is opened and leads its 4s.
help-duel-answer = Beat it with a play that could open: you are opened and lead your 4s. Or not: the revolutionary is opened, its 4s come first.
help-duel = A duel for the opening: one lays a play that could open, the other may beat it with such a play. Who wins is opened, and its 4s come first.
help-head = The revolutionary's opposite chooses. 要头: its next three level plays can only be burned, then 无头.
help-no-head = 无头: headless now: all may answer, no burning, no opening.
help-burn = You may burn this. Then run out: a joker on every play but the last.{ $burn_guard ->
    [on] {""}
   *[off] {" "}At your own risk.
}
help-burn-ends = Out: who was burned owes you { $counter_burn_raises ->
    [on] 1 card or more
   *[off] one card
}. Beaten: no harm. Stuck: 大落. Declining is no pass.
help-run = You burned: every play needs a joker but the last, until you are out. Beaten: no harm (解烧). No joker left to hang: give up, last place.
help-run-others = The burner leads: a joker on every play but the last, until it is out. Beaten: 解烧, no harm. No joker to hang: the burn failed.
help-guarded = It may still be burned{ $two_kill_one ->
    [on] {" "}or killed
   *[off] {""}
}.
help-lead-others = Somebody else leads: any play, but no passing.
help-lead-fours = You won the duel for the opening: your first lead must be your 4s, all at once, nothing else.
help-lead-proof = You opened: now lead your 4s, all at once and nothing else, or the opening is lost.
help-lead = You lead: play anything, no passing.
help-lead-level = An unbeaten level play may open you.
help-lead-threes = 3s wait for the last play.
help-lead-early = 4s go all at once; before opening they spoil it.
help-follow = Beat it: as many cards, each higher. All are asked in turn. If you pass, you are out of this trick, but for plays of your opposite.
help-yield = 让牌: the two behind you go first.
help-level = Level play: burns first, then only the opposite and headless players may answer. Unbeaten, it may open its owner.
help-level-beat = As many cards, each higher; { $two_kill_one ->
    [on] 大王 covers 小王.
   *[off] 大王 covers 小王, nothing 大王.
}
help-kill = A play with 大王: kill it with two 大王 for each one; the rest must beat the rest. You need not run out.
help-kill-who = All but the owner may, passed or not. Or pass.
help-chaos = Chaos (乱缠), four left or fewer: all are asked on every play, passed or not. As many cards, each higher{ $two_kill_one ->
    [on] ; 二杀一 works.
   *[off] .
} No level plays, burning, opening.
help-over = The deal is over. What is owed goes to the next deal; after the last it becomes points.
help-void = More than one revolution: the deal is void and dealt anew; tribute owed stands.
