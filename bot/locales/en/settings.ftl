# The settings of a table
button-settings = ⚙️ Settings
settings-title = ⚙️ A tap changes it; the next table starts the same way.
settings-rules-title = ⚙️ Rule by rule: open one to read and change it.
settings-preset-biesan = 憋三
settings-preset-shaopai = 烧牌
settings-preset-kaidian = 开点发四
settings-deals = { $deals ->
    [one] 1 deal
   *[other] { $deals } deals
}
settings-turn-off = no limit
settings-ai-random = 🤖 plays anything
settings-ai-heuristic = 🤖 plays well
settings-fast = ⚡ fast
settings-pictures = 🖼 pictures
settings-other-language = 中文
settings-rules = Rule by rule ›
settings-compare = Compare the presets
settings-done = Done
settings-refused-revolution = The duel needs 开点发四: switch that on first.
settings-refused-threes = A deck with six 3s needs 憋三: switch that on first.
settings-refused-kaidian_fasi = 开点发四 needs 憋三: switch that on first.
toast-set = Changed ✓
toast-settings-sit-first = Only who sits at the table can change its settings.
notice-gouji-words = Say /gouji [biesan|shaopai|kaidian] [deals], for example /gouji shaopai 5
switch-threes = How many 3s
switch-bie_san = 憋三, 3s last
switch-kaidian_fasi = 开点发四
switch-two_kill_one = 二杀一
switch-calls = Calls
switch-opens = What opens
switch-burn_guard = Safe burns only
switch-counter_burn_raises = 反捎 raises
switch-revolution = Revolution
switch-no_payment = Cannot pay for a 3
switch-opposite_allies_sell_first = Who sells first
switch-ally_tribute = Allies pay tribute
switch-both_opened_penalty = Both opened
switch-sweep = 串三户, a sweep
switch-lead = First lead
switch-card_counts = Card counts
switch-point_value = Points for a card
