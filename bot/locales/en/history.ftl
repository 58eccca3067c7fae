# Scores
score-title = 🏆 <b>{ $chat }</b>
score-person-title = 🏆 <b>{ $name }</b> · { $chat }
score-own-title = 🏆 <b>{ $name }</b> · all chats
score-none = No finished deals in this time. /gouji opens a table!
score-nothing = No finished deals in this time.
score-head = <b>{ $points }</b> { $who } · { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}
score-line = { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
} · 头科 { $firsts } · 串 { $sweeps } · 开点 { $openings } · 🔥{ $made }/{ $suffered }
score-rest = { $people } more, together <b>{ $points }</b>
score-legend = <i>头科 first places, 串 sweeps (串三户), 开点 openings, 🔥 burns made/suffered</i>
score-points = Points <b>{ $points }</b>
score-rank = place { $rank }
score-played = { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}, { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}
score-firsts = 头科 (first) { $count }
score-sweeps = 串三户 (sweeps) { $count }
score-openings = 开点 (openings) { $count }
score-burns = 烧牌 (burns): made { $made } · suffered { $suffered }
score-unknown = Nobody who has played in this group is called { $name }.
score-ambiguous = More than one is called so: { $names }. Write the whole name or the @username.
period-all = All time
period-month = This month
period-evening = This evening
period-since = since { $moment }
button-period-all = All
button-period-month = Month
button-period-evening = Evening

# Past matches
history-title = 📜 <b>Past matches</b> · page { $page }/{ $pages }
history-none = No finished deals yet. What ends in a group where you have sat at a table can be read here.
history-link = Past matches are read in the private chat.
history-deals = { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}
history-running = still running
history-mine = you <b>{ $points }</b>
history-places = out in order { $seats }
history-opened = 开点 { $seats }
history-void = ✊ 革命, void
history-stopped = stopped
history-open = Tap a deal to see every play.
history-refused = There is no such deal, or you have not sat at a table of its group.
button-read-private = Read in private ↗
button-deal = Deal { $number }
button-matches = ⬅ All matches
button-match = ⬅ This match
button-file = 📄 Record file

# Replay
replay-usage = Usage: /replay shows the deal that ended last, /replay 2 the one before it.
replay-none = There is no finished deal to see yet.
replay-link = Records are read in the private chat: they show all six hands.
replay-unreadable = The rules of now cannot replay this deal any more; its record file is still there.
replay-deal = deal { $number }/{ $deals }
replay-step = Step { $step }/{ $steps }
replay-trick = trick { $trick }
replay-declines = { $who } neither burns nor kills
replay-file = 📄 The record of deal { $number }, { $chat }. To check: <code>python -m engine replay { $name }</code>

# Checking
verify-how = 🔐 <b>How do I know that the cards are fair?</b>
    Each deal follows from a random seed of 256 bits. Its SHA-256 is shown when the deal starts (so nobody can change the seed), the seed when it has ended (so anybody can deal again).
    1. Compute the SHA-256 of the seed and compare it with the one shown at the start: the same, so the seed is the one promised.
    2. Deal again from the seed: the same six hands, so these were the cards.
verify-none = No deal has ended yet; come back after one for its command.
verify-last = The deal that ended last (deal { $number }, { $moment }):
verify-command = Seed <code>{ $seed }</code>
    Its SHA-256, shown at the start: <code>{ $hash }</code>
    Compute: <code>printf %s { $seed } | sha256sum</code>
    Deal again: <code>{ $command }</code>

# Privacy
privacy = 🔏 <b>What is stored, and for how long</b>
    <b>You</b>: Telegram id, name, username, language, whether I may write to you, when you last acted in the private chat. Until you say /forgetme.
    <b>Groups</b>: id, title, settings; what others write there is counted, neither read nor stored.
    <b>Games</b>: who sat where and when, who played what and when, seeds, results and points, votes. Without an end: /score, /history and /replay live on it; a deal that has ended can be read, with all six hands, by who has sat at a table of that group.
    <b>Running deals</b>: what you have chosen ahead, and the clocks; deleted when the deal ends. Of messages that show a table only the numbers are kept.
    Logs hold neither names nor cards. Nothing goes to third parties; whoever runs this bot can see its database and the backups of it.
    /forgetme takes you out of the database (old backups keep you until they expire): the games stay, but are nobody's, and the points still add up to zero.
privacy-link = What is stored, and for how long, is read in the private chat.
forget-link = To be forgotten, tell me in the private chat.
forget-ask = <b>Forget all about you?</b>
    Your name, username, id and every record that leads to you go, for good. An AI player takes your seat at tables that play; past games stay and belong to “👤”. You will not see your old matches any more either.
forget-done = Done, all is forgotten. Write to me or tap a button, and you are somebody new.
forget-unknown = I have nothing stored about you.
forget-kept = All right, nothing has changed.
button-forget = 🗑 Forget all
button-keep = No, keep it

# Command descriptions
command-history = past matches
command-replay = a deal again, play by play, with all hands
command-verify = how to check that deals are fair
command-privacy = what is stored, and for how long
command-forgetme = forget me
