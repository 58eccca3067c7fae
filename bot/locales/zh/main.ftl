# 表、牌、座位
preset-biesan = 够级 · 憋三
preset-shaopai = 够级 · 烧牌
preset-kaidian = 够级 · 开点发四
pace = 每手 { $seconds } 秒
pace-off = 不限时
seconds = { $seconds } 秒
seat-empty = 空
size = { $count } 张
place-0 = 头科 🏁
place-1 = 二科 🏁
place-2 = 三科 🏁
place-3 = 四科
place-4 = 二落
place-5 = 大落

# 大厅
lobby-missing = 还差 { $missing } 人。点座位坐下，或者补机器人。
lobby-ready = 人齐了，开局吧！
lobby-cancelled = 这桌散了。/gouji 再开一桌。
button-sit = 坐下
button-fill = 补机器人 🤖
button-unfill = 撤机器人
button-leave = 离座
button-rules = 规则
button-cancel = 散桌
button-start = 开局 ▶

# 牌桌
badge-cards = { $cards } 张
badge-opened = 开点 ✓
badge-call-ming = 明点
badge-call-yu = 预点
badge-burning = 🔥烧
badge-headless = 无头
badge-dead-levels = 够死级 { $left }
badge-revolted = 革命
badge-burn-failed = 烧失败
badge-on-table = ← 牌在桌上
badge-passed = 过
badge-unreachable = ⚠️ 私聊我一下 /start
table-over = 这桌结束了。
seed-hash = 🔐 牌的种子的 SHA-256：<code>{ $hash }</code>
anew-void = ✊ 不止一家革命，这局作废，重新发牌。
anew-lost = 🔧 升级之后上一副牌接不上了，作废，重新发牌。
chaos = 四户乱缠：谁都能打。
on-table = 桌上：{ $who }  { $play }（{ $facts }）
level = 够级
level-for = 够级：{ $seats } 能打
level-dead = 够死级
asked-play = 轮到 { $who }
asked-lead = { $who } 发牌
asked-head = { $who } 选：要头还是无头？
asked-rush = { $who } 冲点
asked-duel = { $who } 争开点
asked-return = { $who } 还贡
window-blind = 发牌之前：要不要预点对门（赌他不开点）？
window-declare = 发牌完毕。亮 4、叫点、革命，或者准备好。
window-ready = 已准备 { $ready }/6
button-hand = 👀 看牌
button-private = 私聊出牌 ↗
button-pass = 过牌
button-yield = 让牌
button-burn = 🔥 烧
button-decline = 不烧
button-give-up = 认输（烧失败）
button-ready = 准备好 ✓
button-blind-call = 预点
button-call = 明点
button-show = 亮 4
button-show-cards = 亮 { $cards }
button-revolt = 革命
button-head = 要头
button-no-head = 无头
button-wake = 我回来了
button-build = 自选
button-back = 返回
button-return = 还 { $cards }
button-confirm = 出 { $play } ✅
button-confirm-burn = 🔥 烧 { $play } ✅
button-sure = { $what }，确定 ✅

# 手牌
your-turn = <b>轮到你了！</b>
your-turn-reminder = <b>快出牌，时间过半了！</b>
you-declare = <b>请表态</b>
you-may-burn = 🔥 <b>烧不烧？</b>烧了要一口气走完：每手挂王，最后一手除外。
your-head = <b>要头还是无头？</b>要头：接下来三手够级牌没人能打，只能烧；无头：你的牌谁都能打。
your-rush = <b>冲点，轮到你了！</b>
your-duel = <b>争开点，轮到你了！</b>
your-return = <b>还贡给谁，还这些？</b>
stake-blindcall = <b>预点？</b>赌对头 { $whom } 这局不开点。没开，点贡收 4 张；他开了你没开，多赔 8 张。
stake-call = <b>明点？</b>赌对头 { $whom } 这局不开点。没开，点贡收 2 张；他开了你没开，多赔 4 张。
stake-show = <b>亮 4？</b>大家会看到有几张，同花的 4 最多的先发牌。
stake-revolt-concede = <b>革命？</b>放下牌不打了：算四科、没开点，对头 { $whom } 算开点。
stake-revolt-rush = <b>革命？</b>放下牌不打了，算四科。有三手够级牌可以冲点：对头 { $whom } 管不住其中一手，你就开点，不然他开点。
stake-revolt-duel = <b>革命？</b>放下牌不打了，算四科。出一手能开点的牌：对头 { $whom } 管不住，你就开点，不然他开点、他先发 4。
you-sleep = 💤 机器人在替你打（托管）。
your-hand = 你的牌 { $cards } 张：
chosen = 已选：{ $what }
alert-hand = { $cards } 张：{ $hand }
build-choose = 点上面的牌
build-missing = 还差 { $count } 张
build-too-many = 多了 { $count } 张
build-too-low = { $rank } 不比 { $table } 大
build-cover = 小王要大王盖：还差 { $count } 张大王
build-big-joker = 桌上有大王，管不住
build-does-not-kill = 要 { $count } 张大王来杀，剩下的也要管住
build-threes = 3 要留到最后一手
build-fours = 4 要一次全出（{ $count } 张），不带别的
build-no-joker = 烧牌以后每手要挂王
build-not-out = 这样剩下的走不完
build-not-legal = 这手不能出

# 经过
event-called-ming = 📣 { $who } 明点！
event-called-yu = 📣 { $who } 预点！
event-bought = { $who } 用 { $payment } 向 { $whom } 买 { $rank }
event-given = { $whom } 给 { $who } 一张 { $rank }
event-paid = { $who } 进贡给 { $whom }：{ $cards }
event-returned = { $who } 还给 { $whom }：{ $cards }
event-showed = { $who } 亮 4：同花 { $cards } 张
event-first-lead = { $who } 先发牌
event-revolted = ✊ { $who } 革命！
event-no-answer = { $who } 不打
event-plays = { $who } { $play }
event-kills = 💥 { $who } 二杀一 { $play }
event-leads = { $who } 发 { $play }
event-burns = 🔥 { $who } 烧牌！{ $whom } 被烧：{ $play }
event-passes = { $who } 过
event-yields = { $who } 让牌
event-dead-level = { $who } 够死级，还剩 { $left } 把
event-head = { $who } 要头
event-no-head = { $who } 无头
event-wins = { $who } 活了这一轮
event-inherits = { $who } 接风
event-opens = ⭐ { $who } 开点！
event-opening-lost = { $who } 没发四，开点作废
event-burn-broken = 🧯 { $who } 解烧！{ $whom } 不用再烧了
event-burn-succeeded = 🔥 { $who } 烧成功！
event-burn-failed = { $who } 烧失败
event-out-0 = 🏁 { $who } 头科！
event-out-1 = 🏁 { $who } 二科！
event-out-2 = 🏁 { $who } 三科！
event-out-3 = 🏁 { $who } 四科
event-out-4 = 🏁 { $who } 二落
event-out-5 = 🏁 { $who } 大落
event-held = 🫢 { $whom } 被 { $who } 憋 3！

# 结果
result-title = <b>这一局结束</b>
result-stopped = 这桌停了，没有算分。
result-line = { $place } { $who }  <b>{ $points }</b>
result-sweep = { $side } 串三户！🎉
result-opened = 开点：{ $seats }
result-held = 憋 3：{ $pairs }
result-held-by = { $whom } 被 { $who } 憋
result-owed = 进贡：{ $debts }
result-seed = <blockquote expandable>种子 <code>{ $seed }</code>
    开局时公布的 SHA-256：<code>{ $hash }</code>
    验证：<code>python -m engine deal { $rules } --seed { $seed }</code></blockquote>
debt-sweep = 圈贡 { $debts }
debt-point = 点贡 { $debts }
debt-held = 憋贡 { $debts }
debt-burn = 烧贡 { $debts }
debt-place = 落贡 { $debts }

# 分数
score-title = 🏆 <b>{ $chat }</b>
score-none = 还没有打完的局。/gouji 开一桌！
score-line = { $deals } 局 · 头科 { $firsts } · 开点 { $openings }

# 点按之后
toast-done = 好了 ✓
toast-kept = 记下了，等一下就生效 ✓
toast-stale = 这一手已经过去了，新的按钮在下面。
toast-table-over = 这桌已经结束了。/gouji 再开一桌。
toast-table-runs = 这个群已经有一桌了。
toast-not-seated = 你没坐在这桌。
toast-not-your-turn = 还没轮到你，{ $seat } { $name } 在出牌。
toast-wait-for-others = 还没轮到你，等一下。
toast-cannot-burn = 你现在烧不了。
toast-none-of-rank = 你没有 { $rank }。
toast-sure-blindcall = 预点？对头没开收 4 张，他开你没开多赔 8 张。再点一次就预点。
toast-sure-call = 明点？对头没开收 2 张，他开你没开多赔 4 张。再点一次就明点。
toast-sure-show = 亮 4？大家会看到有几张。再点一次就亮。
toast-sure-revolt = 革命？放下牌，这局就不打了。再点一次就革命。
toast-cannot-lead = 现在不能出 { $rank }（你有 { $held } 张）。
toast-lead-confirm = 出 { $play }？再点一次 { $rank } 就出。
toast-no-hand-yet = 还没发牌。
toast-lobby-closed = 这桌已经开局或者散了。
toast-seated = 坐好了：{ $seat } 号位。
toast-full = 没有空位了。
toast-seat-taken = { $seat } 号位有人了，换一个吧。
toast-left = 你离座了。
toast-trustee = 机器人替你打，点“我回来了”就还给你。
toast-asleep-already = 已经是机器人在替你打了。
toast-sit-first = 先坐下再补机器人。
toast-filled = 机器人坐好了。
toast-unfilled = 机器人走了。
toast-only-seated-start = 坐下的人才能开局。
toast-need-six = 还差 { $missing } 人才能开局。
toast-started = 开局！
toast-only-opener = 只有开桌的人和群管理员可以。
toast-cancelled = 散桌了。
toast-back = 欢迎回来！
notice-bad-link = 这个链接不对了，请在群里重新点座位。
notice-seated = 坐好了：{ $seat } 号位。人齐开局以后，这里会收到你的牌。
notice-no-table = 这里没有正在打的桌。/gouji 开一桌！
notice-stopped = 这桌停了。
notice-timeout-choices = 用法：/timeout { $choices }
notice-timeout-off = 好，从下一手起不限时（表态的窗口照旧）。
notice-timeout-set = 好，从下一手起每手 { $seconds } 秒。
notice-language-choices = 用法：/lang { $choices }
notice-language-set = 好，用中文。
notice-group-only = 这个命令在群里用。
notice-no-hands = 你现在没有在打的桌。
notice-slow-down = 慢一点，稍等几秒再试。
notice-error = 出了点问题，请再试一次。
notice-bad-button = 这个按钮坏了，请用 /table 重新显示牌桌。

# 规则不允许
error-not-your-turn = 还没轮到你。
error-must-lead = 你在发牌，不能过也不能让。
error-cannot-yield = 现在不能让牌：只有对门的普通牌可以让，后面还要有人能打。
error-cannot-burn = 烧不了：要管得住这手够级牌，剩下的还要每手挂王走得完。
error-burn-duty = 烧牌以后每手都要挂王，最后一手除外。
error-cannot-call = 现在不能叫点。
error-cannot-show = 没有可亮的 4：要同花两张以上。
error-cannot-revolt = 发到手里没有王也没有 2 才能革命。
error-deal-over = 这一局已经结束了。
error-wrong-phase = 现在不能这样做。
error-missing-cards = 你没有这么多 { $rank }：还差 { $missing } 张。
error-threes-last = 3 要留到最后一手，一次全出，不能带 2 和王。
error-fours-together = 4 要一次全出（{ $held } 张），不能带 2 和王。
error-wrong-return = 要还 { $needed } 张，而且不能还最后一张 3。
error-not-allowed = 规则不允许这样出。
error-too-few = 还差 { $missing } 张。
error-too-many = 多了 { $extra } 张。
error-big-joker = 桌上有大王，管不住。
error-small-joker = 桌上有小王，要 { $needed } 张大王盖住。
error-too-low = { $rank } 不比 { $table } 大。

# 帮助和规则
welcome = 👋 我是够级机器人。把我拉进群，发 /gouji 就能开桌；轮到你时我在这里给你发牌。/help 看命令。
help = <b>够级</b>
    群里：/gouji 开桌 · /table 重新显示牌桌 · /score 分数 · /timeout 30|45|60|90|off 每手时间 · /stop 停桌
    哪里都行：/hand 我的牌 · /rules 规则 · /leave 让机器人替我打 · /lang zh|en 语言
    在群里点座位坐下；第一次要到私聊里点“开始”。出牌在群里、在私聊里都可以。
rules-link = 规则在私聊里看 ↗
rules-preset = 这桌打：{ $preset }。
rules-custom = 这桌打：{ $preset }，另外 { $switches }。
rules-start-title = 怎么玩
rules-start = 六个人，①③⑤ 一方，②④⑥ 一方。对面的是<b>对头</b>，隔一个的是<b>联邦</b>。逆时针出牌，先走光的是头科，然后二科、三科……最后大落。走得早、让对头不开点，就能在下一局收贡；贡就是分。
rules-cards-title = 牌和牌型
rules-cards = 四副牌 216 张，每人 36 张。从大到小：大王、小王、2、A、K、Q、J、10 … 3。一手牌是同一牌点的一张或多张，可以贴 2（当这个牌点用）、挂王（王还是王）。
    管牌：张数一样，从大到小排好，每一张都要比对应的那张大。所以挂了小王的牌要用大王盖住，有大王的管不住。
rules-tricks-title = 一轮牌
rules-tricks = 发牌的人出任意一手，然后轮流上牌或过牌。过了的人这一轮不再问，除非是对头的牌。对头可以<b>让牌</b>：让后面两家先打，都不打再问他。没人管，出牌的人接着发牌；他走光了，下一家<b>接风</b>。
    剩四个人或更少时是<b>四户乱缠</b>：谁都可以打，过了也能再打。
rules-level-title = 够级和开点
rules-level = <b>够级牌</b>：10 五张、J 四张、Q 三张、K 两张、A 两张，或者更多（贴的 2 算数）；单出的 2，一张也算；挂了王的牌和单出的王。够级牌只有对头（和无头的人）能打。
    够级牌没人管住，就<b>开点</b>了；带大王的不算。头科走了，他和对头没开的就开不了；走了两家，谁都开不了了。对头走光的人是<b>无头</b>：他的牌谁都能打。
rules-out-title = 憋三
rules-out = 3 只能最后一手出，全部一起，不带 2 和王。发牌后没有 3 的人要买一张：用一张 2（没有就用王，再没有就用最大的牌）向对头买，对头没有多的就向联邦要。
    出到只剩 3 的那一手被管住，就是被<b>憋 3</b>：欠管住他的人一张贡。
rules-before-title = 预点、明点、上班
rules-before = 发牌前可以<b>预点</b>，发牌后可以<b>明点</b>：赌对头这局不开点。赌对了对头多进贡（明点 2、预点 4），赌错了自己赔（4、8）。同花的 4 有两张以上可以<b>亮 4</b>，亮得多的先发牌。
rules-burn-title = 烧牌
rules-burn = 别人的够级牌，你不是对头、有头、这一轮没过，又管得住，就可以<b>烧</b>。烧了要一口气走完：每手都挂王，最后一手除外。走完了，被烧的（对方）欠你一张贡；中间被管住是<b>解烧</b>，没事；走不下去是烧失败，记大落。
rules-revolution-title = 革命
rules-revolution = 发到手里没有王也没有 2，可以<b>革命</b>：不打了，算四科，对头算开点。对头选<b>要头</b>（接下来三手够级牌没人能打，只能烧，之后无头）或者<b>无头</b>。两个人革命，重新发牌。
rules-tribute-title = 进贡和分
rules-tribute = <b>点贡</b>：没开点的给开了点的对头进一张，都没开互进。<b>憋贡</b> 一张、<b>烧贡</b> 一张。<b>落贡</b>：大落给头科两张，二落给二科一张。一方拿下头三科是<b>串三户</b>。最后一局的贡换成分，收一张得分，进一张扣分，大家加起来总是零。

# 命令说明
command-gouji = 开一桌够级
command-hand = 我的牌
command-table = 重新显示牌桌
command-rules = 规则
command-score = 分数
command-timeout = 每手时间：30 45 60 90 off
command-leave = 离座，或让机器人替我打
command-stop = 停止这一桌
command-lang = 语言：zh en
command-help = 帮助
