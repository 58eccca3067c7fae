# Table, cards, seats
preset-biesan = 够级 · 憋三
preset-shaopai = 够级 · 烧牌
preset-kaidian = 够级 · 开点发四
pace = { $seconds } s a turn
pace-off = no time limit
pace-fast = fast
deals = { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}
deal-number = deal { $number }/{ $deals }
preset-custom = { $preset } (custom)
seconds = { $seconds } s
seat-empty = free
size = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
place-0 = 头科 1st 🏁
place-1 = 二科 2nd 🏁
place-2 = 三科 3rd 🏁
place-3 = 四科 4th
place-4 = 二落 5th
place-5 = 大落 last

# Lobby
lobby-missing = { $missing } more to go. Tap a seat, or fill up with AI.
lobby-ready = All six are here: start!
lobby-cancelled = This table is closed. /gouji opens another.
button-sit = Sit
button-fill = Fill with AI 🤖
button-unfill = Remove AI
button-leave = Stand up
button-rules = Rules
button-cancel = Close
button-start = Start ▶

# Table
badge-cards = { $cards } left
badge-opened = 开点 ✓
badge-call-ming = 明点
badge-call-yu = 预点
badge-burning = 🔥烧
badge-headless = 无头
badge-dead-levels = 够死级 { $left }
badge-revolted = 革命
badge-burn-failed = 烧 failed
badge-on-table = ← on the table
badge-passed = pass
note-unreachable = ⚠️ { $who } gets no cards: send me /start in private to come back.
table-over = This table is over.
seed-hash = 🔐 SHA-256 of the seed of this deal: <code>{ $hash }</code>
anew-void = ✊ More than one revolution: the deal is void, here are new cards.
anew-lost = 🔧 After an upgrade the last deal could not go on: here are new cards.
chaos = 四户乱缠: everybody may answer.
on-table = On the table: { $who }  { $play } ({ $facts })
level = 够级
level-for = 够级: { $seats } may answer
level-dead = 够死级
asked-play = { $who } to answer
asked-lead = { $who } leads
asked-head = { $who } chooses: 要头 or 无头?
asked-rush = { $who }: 冲点
asked-duel = { $who }: duel for 开点
asked-return = { $who } returns cards
window-blind = Before the cards: 预点 bets that your opposite will not open.
window-declare = The cards are dealt. Show 4s, call, revolt, or be ready.
window-ready = { $ready }/6 ready
button-hand = 👀 Hand
button-private = In private ↗
button-pass = Pass
button-yield = 让牌
button-kill = 💥 二杀一
button-no-rush = No rush
button-no-answer = No answer
button-return-lowest = Return the lowest
button-preset-trick = Pass this trick
button-preset-opposite = Wait for my 对头
laid = Laid down: { $plays }
button-burn = 🔥 Burn
button-decline = Don't burn
button-give-up = Give up the burn
button-ready = Ready ✓
button-blind-call = 预点
button-call = 明点
button-show = Show 4s
button-show-cards = Show { $cards }
button-revolt = 革命
button-head = 要头
button-no-head = 无头
button-wake = I'm back
button-build = Build
button-back = Back
button-return = Return { $cards }
button-sure = { $what }: sure ✅

# Hand
your-turn = <b>Your turn!</b>
your-turn-reminder = <b>Half your time is gone!</b>
you-declare = <b>Your choice, please</b>
you-may-burn = 🔥 <b>Burn it?</b> Then you must run out: a joker on every play but the last.
your-head = <b>要头 or 无头?</b> 要头: your next three level plays can only be burned. 无头: anybody may answer you.
your-rush = <b>冲点: your turn!</b>
your-duel = <b>The duel for 开点: your turn!</b>
your-return = <b>Return { $count } to { $whom }.</b> Tap cards to change them, then confirm.
stake-blindcall = <b>预点?</b> You bet that your opposite { $whom } does not open. Right: you get 4 cards. If only your opposite opens: you pay 8 more.
stake-burn = 🔥 <b>Burn with { $play }?</b> The rest has too few jokers to hang one on each play: you will probably not get out. A failed burn is 大落, and this deal is over for you.
stake-fours = <b>Play { $play }?</b> Who plays the 4s before opening cannot open any more in this deal.
stake-call = <b>明点?</b> You bet that your opposite { $whom } does not open. Right: you get 2 cards. If only your opposite opens: you pay 4 more.
stake-show = <b>Show your 4s?</b> All see how many; the most of one suit lead first.
stake-revolt-concede = <b>革命?</b> You lay down your cards: 四科 (fourth), not opened, and your opposite { $whom } counts as opened.
stake-revolt-rush = <b>革命?</b> You lay down your cards, 四科 (fourth). Three level plays may be rushed: if your opposite { $whom } does not beat all three, you are opened, else your opposite is.
stake-revolt-duel = <b>革命?</b> You lay down your cards, 四科 (fourth). You play what could open: if your opposite { $whom } does not beat it, you are opened, else your opposite is, and leads its 4s.
you-sleep = 💤 An AI plays for you (托管).
your-hand = Your { $cards ->
    [one] last card
   *[other] { $cards } cards
}:
chosen = Chosen: { $what }
alert-hand = { $cards ->
    [one] 1 card
   *[other] { $cards } cards
}: { $hand }

# Events
event-called-ming = 📣 { $who }: 明点!
event-called-yu = 📣 { $who }: 预点!
event-bought = { $who } buys a { $rank } from { $whom } for { $payment }
event-given = { $whom } gives { $who } a { $rank }
event-paid = { $who } pays { $whom }: { $cards }
event-returned = { $who } returns to { $whom }: { $cards }
event-showed = { $who } shows { $cards } fours of one suit
event-first-lead = { $who } leads first
event-revolted = ✊ { $who }: 革命!
event-no-answer = { $who } does not answer
event-plays = { $who } { $play }
event-kills = 💥 { $who } kills with { $play }
event-leads = { $who } leads { $play }
event-burns = 🔥 { $who } burns { $whom }: { $play }
event-passes = { $who } passes
event-yields = { $who } yields (让牌)
event-dead-level = { $who }: 够死级, { $left } left
event-head = { $who }: 要头
event-no-head = { $who }: 无头
event-wins = { $who } wins the trick
event-inherits = { $who } inherits the lead (接风)
event-opens = ⭐ { $who } opens: 开点!
event-opening-lost = { $who } did not lead the 4s: opening lost
event-burn-broken = 🧯 { $who } breaks the burn of { $whom } (解烧)
event-burn-succeeded = 🔥 { $who }: the burn succeeds!
event-burn-failed = { $who }: the burn failed
event-out-0 = 🏁 { $who } is 头科, first!
event-out-1 = 🏁 { $who } is 二科, second!
event-out-2 = 🏁 { $who } is 三科, third!
event-out-3 = 🏁 { $who } is 四科, fourth
event-out-4 = 🏁 { $who } is 二落, fifth
event-out-5 = 🏁 { $who } is 大落, last
event-held = 🫢 { $whom } was held on 3s by { $who } (憋3)!

# Result
result-title = <b>The deal is over</b>
result-stopped = The table was stopped; no points.
result-line = { $place } { $who }  <b>{ $points }</b>
result-sweep = { $side } 串三户, a sweep! 🎉
result-opened = 开点: { $seats }
result-held = 憋3: { $pairs }
result-held-by = { $whom } by { $who }
result-owed = Tribute in the next deal: { $debts }
result-counted = Turned into points: { $debts }
result-match-over = 🏆 The match is over, the points are noted. /score shows the totals, /gouji opens another table.
ask-next = The next deal starts when all are ready, or when the time is up.
ask-play-on = That was the last deal. One more, which then is the one that counts, or settle? The time settles too.
button-next = Next deal ▶ { $ready }/{ $awake }
button-play-on = One more { $ready }/{ $awake }
button-settle = Settle ✅
button-record = Record
toast-ready-next = You are ready ✓
toast-settled = Settled.
result-seed = Seed <code>{ $seed }</code>
    Its SHA-256, told while it was played: <code>{ $hash }</code>
    To check: <code>python -m engine deal { $rules } --seed { $seed }</code>
debt-sweep = 圈贡 { $debts }
debt-point = 点贡 { $debts }
debt-held = 憋贡 { $debts }
debt-burn = 烧贡 { $debts }
debt-place = 落贡 { $debts }

# After a tap
toast-done = Done ✓
toast-preset-off = Cancelled; you will be asked.
toast-preset-opposite = Done: until { $seat } plays, you pass.
toast-preset-trick = Done: in this trick ({ $seat } { $play }) you pass. Tap once more to cancel.
toast-preset-next = Done: in this trick you pass. Tap once more to cancel.
toast-kept = Noted, it counts in a moment ✓
toast-help-again = Tap ? again to read the rules.
toast-stale = That turn is over; the new buttons are below.
toast-table-over = This table is over. /gouji opens another.
toast-table-runs = This group has a table already.
toast-not-seated = You do not sit at this table.
toast-not-your-turn = Not yet: { $seat } { $name } is playing.
toast-wait-for-others = Not yet, one moment.
toast-cannot-burn = You cannot burn now.
toast-none-of-rank = You have no { $rank }.
toast-sure-blindcall = 预点? If your opposite does not open you get 4; if only they open you pay 8 more. Tap again to call.
toast-sure-burn = Burn? The rest has too few jokers to get out, and a failed burn is 大落. Tap once more to burn.
toast-sure-fours = Play the 4s? Before opening that means no 开点 in this deal. Tap once more to play them.
toast-sure-call = 明点? If your opposite does not open you get 2; if only they open you pay 4 more. Tap again to call.
toast-sure-show = Show your 4s? All see how many. Tap again to show.
toast-sure-revolt = 革命? You lay down your cards and are out of this deal. Tap again to revolt.
toast-cannot-lead = You cannot lead { $rank } now (you have { $held }).
toast-lead-confirm = Lead { $play }? Tap { $rank } again to play it.
toast-no-hand-yet = The cards are not dealt yet.
toast-lobby-closed = This table has started or is closed.
toast-seated = You sit on seat { $seat }.
toast-full = There is no free seat.
toast-seat-taken = Seat { $seat } is taken, choose another.
toast-left = You stood up.
toast-trustee = An AI plays for you; tap "I'm back" to take over again.
toast-asleep-already = An AI is playing for you already.
toast-sit-first = Sit down first, then fill up with AI.
toast-filled = The AI players sit.
toast-unfilled = The AI players left.
toast-only-seated-start = Only who sits can start.
toast-need-six = { $missing } more needed to start.
toast-started = Here we go!
toast-only-opener = Only who opened the table and admins can do that.
toast-cancelled = The table is closed.
toast-back = Welcome back!
notice-bad-link = This link is no good any more; tap a seat in the group again.
notice-seated = You sit on seat { $seat }. When the game starts, your cards come here.
notice-no-table = No table is running here. /gouji opens one!
notice-stopped = The table is stopped.
notice-timeout-choices = Usage: /timeout { $choices }
notice-timeout-off = Done: no time limit from the next turn on (windows keep theirs).
notice-timeout-set = Done: { $seconds } seconds a turn from the next one on.
notice-language-choices = Usage: /lang { $choices }
notice-language-set = English it is.
notice-group-only = This command belongs in a group.
notice-no-hands = You are not playing at any table.
notice-slow-down = Slow down a little and try again in a few seconds.
notice-error = Something went wrong, please try again.
notice-bad-button = This button is broken; /table shows the table anew.

# Against the rules
error-not-your-turn = It is not your turn yet.
error-must-lead = You lead: no passing, no yielding.
error-cannot-yield = You cannot yield now: only on your opposite's ordinary play, with somebody behind who can act.
error-cannot-burn = No burn: it must beat this level play, and the rest must run out with a joker on each play.
error-burn-duty = After a burn every play but the last needs a joker.
error-cannot-call = You cannot call now.
error-cannot-show = No 4s to show: it takes two of one suit.
error-cannot-revolt = Only a hand dealt without jokers and 2s can revolt.
error-deal-over = This deal is over.
error-wrong-phase = That is not possible now.
error-missing-cards = You do not have that many { $rank }: { $missing } short.
error-threes-last = 3s are the last play: all at once, without 2s or jokers.
error-fours-together = 4s go all at once ({ $held }), without 2s or jokers.
error-wrong-return = Return { $needed ->
    [one] 1 card
   *[other] { $needed } cards
}, and never your last 3.
error-not-allowed = The rules do not allow that.
error-too-few = { $missing } more needed.
error-too-many = { $extra } too many.
error-big-joker = There is a big joker on the table: nothing beats it.
error-small-joker = A small joker lies there: cover it with { $needed ->
    [one] a big one
   *[other] { $needed } big ones
}.
error-too-low = { $rank } is not above { $table }.

# Help and rules
welcome = 👋 I am the 够级 (Gouji) bot. Add me to a group and send /gouji there; your cards come to you here. /help lists the commands.
help = <b>够级 · Gouji</b>
    In the group: /gouji opens a table · /table shows it anew · /timeout 30|45|60|90|off · /stop
    People: /sub takes a seat over · /kick · /pause · /resume · /admins on|off (only admins open tables)
    What was: /score points (/score @name of one person) · /history matches · /replay deals · /verify fair cards
    Anywhere: /hand my cards · /rules · /leave (an AI plays for me) · /lang zh|en · /privacy what is stored · /forgetme
    Tap a seat in the group; the first time, press start in the private chat. Play from the group or from the private chat.

# Command descriptions
command-gouji = open a table of 够级
command-hand = my cards
command-table = show the table anew
command-rules = the rules
command-score = the standings
command-timeout = seconds a turn: 30 45 60 90 off
command-leave = stand up, or let an AI play for me
command-stop = stop the table
command-lang = language: zh en
command-help = help
