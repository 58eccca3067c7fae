# Scores
score-title = 🏆 <b>{ $chat }</b>
score-person-title = 🏆 <b>{ $name }</b> · { $chat }
score-own-title = 🏆 <b>{ $name }</b> · all chats
score-none = No finished deals in this time. /gouji opens a table!
score-nothing = No finished deals in this time.
score-line = { $matches ->
    [one] 1 match
   *[other] { $matches } matches
}, { $deals ->
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
