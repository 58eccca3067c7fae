# 分数
score-title = 🏆 <b>{ $chat }</b>
score-person-title = 🏆 <b>{ $name }</b> · { $chat }
score-own-title = 🏆 <b>{ $name }</b> · 所有的群
score-none = 这段时间还没有打完的局。/gouji 开一桌！
score-nothing = 这段时间还没有打完的局。
score-head = <b>{ $points }</b> { $who } · { $matches } 场
score-line = { $deals } 局 · 头科 { $firsts } · 串 { $sweeps } · 开点 { $openings } · 🔥{ $made }/{ $suffered }
score-rest = 还有 { $people } 人，合计 <b>{ $points }</b>
score-legend = <i>串：串三户；🔥：烧成/被烧</i>
score-points = 分数 <b>{ $points }</b>
score-rank = 第 { $rank } 名
score-played = 打了 { $matches } 场 { $deals } 局
score-firsts = 头科 { $count }
score-sweeps = 串三户 { $count }
score-openings = 开点 { $count }
score-burns = 烧成 { $made } · 被烧 { $suffered }
score-unknown = 这个群里没有打过牌的人叫 { $name }。
score-ambiguous = 叫这个名字的不止一个：{ $names }。写全名或者 @用户名。
period-all = 全部
period-month = 本月
period-evening = 今晚
period-since = { $moment } 起
button-period-all = 全部
button-period-month = 本月
button-period-evening = 今晚

# 打过的比赛
history-title = 📜 <b>打过的比赛</b> · 第 { $page }/{ $pages } 页
history-none = 还没有打完的局。你坐过的群里打完一局，就能在这里看。
history-link = 打过的比赛在私聊里看。
history-deals = { $deals } 局
history-running = 还在打
history-mine = 你 <b>{ $points }</b>
history-places = 名次 { $seats }
history-opened = 开点 { $seats }
history-void = ✊ 革命，作废
history-stopped = 中途停了
history-open = 点一局，看每一手。
history-refused = 没有这一局，或者你没在那个群的桌上坐过。
button-read-private = 私聊里看 ↗
button-deal = 第 { $number } 局
button-matches = ⬅ 所有比赛
button-match = ⬅ 这场比赛
button-file = 📄 牌谱文件

# 回放
replay-usage = 用法：/replay 看最近打完的一局，/replay 2 看倒数第二局。
replay-none = 还没有打完的局可以看。
replay-link = 牌谱在私聊里看：能看到六家的牌。
replay-unreadable = 这一局用现在的规则版本放不出来了，牌谱文件还在。
replay-deal = 第 { $number }/{ $deals } 局
replay-step = 第 { $step }/{ $steps } 步
replay-trick = 第 { $trick } 轮
replay-declines = { $who } 不烧、不杀
replay-file = 📄 { $chat } 第 { $number } 局的牌谱。验证：<code>python -m engine replay { $name }</code>

# 验证
verify-how = 🔐 <b>怎么知道发牌没有作弊？</b>
    每副牌由一个 256 位的随机种子决定。开局时公布种子的 SHA-256（谁也换不了种子），打完公布种子（谁都可以重发一遍）。
    1. 算种子的 SHA-256，和开局时公布的比：一样，说明种子没换过。
    2. 用种子重发：六家的牌和打的一样，说明牌就是这么发的。
verify-none = 还没有打完的局；打完一局再来，这里会给出那一局的命令。
verify-last = 最近打完的一局（第 { $number } 局，{ $moment }）：
verify-command = 种子 <code>{ $seed }</code>
    开局时公布的 SHA-256：<code>{ $hash }</code>
    重新算：<code>printf %s { $seed } | sha256sum</code>
    重新发：<code>{ $command }</code>

# 隐私
privacy = 🔏 <b>存了什么，存多久</b>
    <b>你</b>：Telegram 编号、名字、用户名、语言、能不能私聊你、上次在私聊里点按的时间。一直存到你 /forgetme。
    <b>群</b>：编号、名字、设置；群里别人写了几条消息只数个数，内容不看也不存。
    <b>牌局</b>：谁什么时候坐在哪里，每一手是谁什么时候出的，种子，结果和分数，投票。一直存着，/score、/history、/replay 靠它们；打完的局，在那个群的桌上坐过的人都能看到六家的牌。
    <b>没打完的局</b>：你先选好的、计时，打完就删。显示牌桌的消息只记编号。
    日志里没有名字，也没有牌。什么都不给第三方；运行机器人的人能看到数据库和它的备份。
    /forgetme 把你从数据库里去掉（旧备份里的，要等备份过期）：牌局留下，但不再是你的，大家的分加起来还是零。
privacy-link = 存了什么、存多久，在私聊里看。
forget-link = 要我忘掉你，请在私聊里说。
forget-ask = <b>忘掉你的一切？</b>
    名字、用户名、编号和所有指向你的记录都会去掉，找不回来。正在打的桌由机器人接手你的座位；打过的局留下，变成“👤”的。你自己也看不到以前的比赛了。
forget-done = 好，都忘了。你再写给我或者点按钮，就是一个新来的人。
forget-unknown = 我这里没有你的任何记录。
forget-kept = 好，什么都没动。
button-forget = 🗑 都忘掉
button-keep = 不，留着

# 命令说明
command-history = 打过的比赛
command-replay = 回放：每一手，六家的牌
command-verify = 怎么验证发牌公平
command-privacy = 存了什么，存多久
command-forgetme = 忘掉我
