# 规则，一章一页。变量是这桌的开关（engine.rules），例子由程序给出。

rules-of-preset = 规矩：<b>{ $preset }</b>
rules-of-custom = 规矩：<b>{ $preset }</b>，改了 { $count } 处（看“规矩一览”）
rules-contents = 目录
rules-choose = 换一套规矩看：
rules-yes = ✅
rules-no = ❌
rules-why-count = 张数不同
rules-why-big = 大王上面没有牌
rules-why-small = 小王要用大王盖
rules-why-rank = { $rank } 不比 { $table } 大
rules-why-kill = 二杀一：抵掉大王以后，剩下的管不住
rules-why-threes = 3 只能最后一手，一次全出
rules-why-fours = 4 要一次全出，不带别的
rules-hand = 手里 { $hand }，出 { $play }
rules-level-yes = 够级
rules-level-no = 不够级
rules-opens-yes = 能开点
rules-opens-no = 开不了
rules-owes = 手里 { $hand }，进 { $count } 张：给 { $given }
rules-say-pass = 过
rules-say-yield = 让牌
rules-say-burn = 🔥烧 { $play }
rules-say-out = { $play } 走光

# 怎么玩
rules-start-title = 怎么玩
rules-start-sides = 六个人分两方：①③⑤ 对 ②④⑥。正对面是你的<b>对头</b>，隔一个座位的两家是你的<b>联邦</b>，你们是一伙。出牌逆时针转。
rules-start-places = 谁先把牌走光谁是<b>头科</b>，往后是二科、三科、四科、二落，最后一名叫<b>大落</b>。走得早，下一局收贡；落在后面，就要进贡。
rules-start-opening = 另一件大事是<b>开点</b>：你的一手够级牌没人管住，就开点了。你开了、对头没开，他要给你进贡。所以既要自己走，也要看住对头。
rules-start-burning = 最热闹的是<b>烧牌</b>：别人的够级牌你也能管，但管了就得一口气走完。
rules-start-match = 一场打 { $deals } 局，每一局欠下的贡带到下一局。最后一局欠的贡折成分，收一张得 { $point_value } 分，进一张扣 { $point_value } 分。
rules-start-reading = 第一次玩，按顺序看“牌”“管牌”“一轮”“够级牌”就能上桌。查一个词，发 <code>/rules 烧牌</code>、<code>/rules burn</code> 或者 <code>/rules shaopai</code>。

# 规矩一览
rules-table-title = 规矩一览
rules-table-intro = 一条一条都在这里。{ $count ->
    [0] 和“{ $preset }”完全一样。
   *[other] 带 ✏️ 的和“{ $preset }”不同。
}
rules-switch-threes = { $threes ->
    [6] 3 只有 6 张
   *[other] 3 有 16 张
}
rules-switch-bie_san = { $bie_san ->
    [on] 3 要留到最后一手，没有 3 要买
   *[off] 3 是普通牌，不买也不憋
}
rules-switch-kaidian_fasi = { $kaidian_fasi ->
    [on] 开点以后要发四才算数，没有 4 要买
   *[off] 4 是普通牌，开点不用发四
}
rules-switch-two_kill_one = { $two_kill_one ->
    [on] 两张大王杀一张大王
   *[off] 大王谁也管不住，不能二杀一
}
rules-switch-calls = { $calls ->
    [none] 不叫点
    [ming] 可以明点，没有预点
   *[yu] 可以预点，也可以明点
}
rules-switch-opens = { $opens ->
    [no_joker] 带王的够级牌和单个 2 开不了点
    [no_big_joker] 带大王的够级牌开不了点
   *[pure] 只有清一色的够级牌才能开点：不贴 2，不挂王
}
rules-switch-burn_guard = { $burn_guard ->
    [on] 走得完才让烧
   *[off] 走不走得完自己算，都让烧
}
rules-switch-counter_burn_raises = { $counter_burn_raises ->
    [on] 反捎成功，烧贡加码
   *[off] 反捎和烧牌一样，一张烧贡
}
rules-switch-revolution = { $revolution ->
    [none] 没有革命
    [rush] 革命可以冲点
    [concede] 革命就算没开点，对头算开点
   *[duel] 革命要争开点
}
rules-switch-no_payment = { $no_payment ->
    [revolt] 买 3 付不起就自动革命
   *[highest] 买 3 没有 2 和王，就用最大的牌付
}
rules-switch-opposite_allies_sell_first = { $opposite_allies_sell_first ->
    [on] 对头卖不了，先找他的联邦买，再向自己的联邦要
   *[off] 对头卖不了，先向自己的联邦要
}
rules-switch-ally_tribute = { $ally_tribute ->
    [on] 联邦之间也要进贡
   *[off] 联邦之间不进贡
}
rules-switch-both_opened_penalty = { $both_opened_penalty ->
    [on] 两家都开了点，叫点的照样赔
   *[off] 两家都开了点，叫点的不赔
}
rules-switch-sweep = { $sweep ->
    [cards] 串三户：输的每家欠对头一张，别的作废，分翻倍
   *[points] 串三户：欠的贡当场折成分
}
rules-switch-lead = { $lead ->
    [fours] 亮 4 多的先发牌（上班）
    [last] 上一局的大落先发牌，第一局看上班
   *[random] 谁先发牌靠抽签
}
rules-switch-card_counts = { $card_counts ->
    [always] 剩几张牌一直报
    [from_ten] 剩十张以下才报
   *[never] 剩几张牌不报
}
rules-switch-point_value = 一张贡 { $point_value } 分
rules-switch-deals = 一场 { $deals } 局

# 牌
rules-cards-title = 牌
rules-cards-deck = { $threes ->
    [6] 四副牌拿掉十张 3，剩 206 张，整副牌只有六张 3。一张一张发，两家 35 张，四家 34 张。
   *[other] 四副牌连王，一共 216 张，每人 36 张。
}
rules-cards-ranks = 从大到小：<b>大王、小王、2、A、K、Q、J、10、9、8、7、6、5、4、3</b>。大王也叫大花，小王也叫小花，2 也叫钱。{ $lead ->
    [random] 花色没有用。
   *[other] 花色只在亮 4 的时候看。
}
rules-cards-play = <b>一手牌</b>是一张，或者几张一样大的。没有顺子，没有三带二。这个“一样大”的点叫<b>牌点</b>。
rules-cards-attach = <b>贴 2</b>：2 可以贴在小牌上，贴上就当那张牌用。
rules-cards-hang = <b>挂王</b>：王可以挂在一手牌上一起出，挂了还是王，不变成别的牌。
rules-cards-alone = 2 和王也可以单独出。只有 2 和王的时候，牌点是其中最小的那张。
rules-cards-base = { $play }：牌点 { $rank }，算 { $count } 张
rules-cards-threes = 3 有自己的规矩，看“3 和憋三”。
rules-cards-fours = 4 也有自己的规矩，看“4 和发四”。

# 管牌
rules-beats-title = 管牌
rules-beats-rule = 要管住桌上的牌，<b>张数要一样</b>。两手牌都从大到小排好，一张对一张，<b>你的每一张都要更大</b>。贴的 2 按牌点算。
rules-beats-equal = 一样大管不住。挂了王也一样：王只顶自己那一张，别的牌还是要一张张比。
rules-beats-small = 桌上挂了小王，你就要出同样多的大王去盖。
rules-beats-big-nobody = 桌上有大王，这手就没人管得住。
rules-beats-big-kill = 桌上有大王，只能用<b>二杀一</b>，看那一章。
rules-beats-wild = 纯 2 也好，2 加王也好，只要一张张都大，一样能管。

# 二杀一
rules-kill-title = 二杀一
rules-kill-rule = 桌上的牌里有大王，用<b>两张大王杀一张</b>。抵掉以后，剩下的牌张数要一样，而且要管得住；两边都不剩也算管住。
rules-kill-who = 除了出牌的人，还在打的都能杀，联邦也能，过了牌也能。杀不是烧，杀完不用一口气走。
rules-kill-asked = 带大王的牌出来以后，只问杀得了的人，从出牌人的下一家问起。谁杀得了，别人看不出来。
rules-kill-chaos = 四户乱缠的时候照乱缠的次序问。
rules-kill-dead = 够死级杀不了。

# 一轮
rules-tricks-title = 一轮
rules-tricks-lead = <b>发牌</b>的人随便出一手，不能不出。
rules-tricks-follow = 出的是普通牌，就从下一家问起：管上，或者<b>过牌</b>。这里先说普通牌，够级牌看下一章。
rules-tricks-pass = 过了牌，这一轮就不再问你。只有一个例外：你<b>对头</b>的牌，一定再问你。
rules-tricks-yield = <b>让牌</b>：对头的普通牌，你可以先让后面两家打。他们都不管，再回来问你；有人管了，你这次就算过。问一圈只能让一次，后面还要有人能打才能让。
rules-tricks-win = 没人管了，最后出牌的人赢下这一轮，接着发牌。
rules-tricks-inherit = 他要是已经走光，就由后面第一个还在打的人<b>接风</b>。走光的人最后那一手照样可以管。
rules-tricks-chaos = <b>四户乱缠</b>：一轮开始时只剩四个人或更少，这一轮就乱缠。每手牌都问所有人，过了也再问。没有够级牌，不能让，不能烧，也开不了点。
rules-tricks-counts = { $card_counts ->
    [always] 谁还剩几张牌，一直写在牌桌上。
    [from_ten] 谁剩十张以下，牌桌上会写出来。
   *[never] 谁还剩几张牌，不告诉别人。
}
rules-tricks-late = 到时间没出，机器人替你过牌；该你发牌，就替你出最小的。

# 够级牌
rules-level-title = 够级牌
rules-level-what = 够级牌有三种：
rules-level-natural = ▸ { $levels }，或者更多，贴的 2 也算数；
rules-level-twos = ▸ 牌点是 2 的，一张也算；
rules-level-jokers = ▸ 带王的，单出王也算。
rules-level-who = <b>够级牌只有出牌人的对头能打</b>，他这一轮过了也能打。别人想管，只有烧。
rules-level-headless = <b>无头</b>：对头已经不在打了，你就是无头。无头的人出够级牌，只当普通牌，谁都能打。别人的够级牌，无头的人没过也能打，不用烧。
rules-level-fixed = 谁无头，看这一轮开始的时候；轮中间有人走了，到下一轮才变。
rules-level-order = 次序：先问谁要烧，再按座位问对头和无头的人。
rules-level-chaos = 四户乱缠的时候没有够级牌。

# 开点
rules-opening-title = 开点
rules-opening-how = 一开始谁都没开点。你有头，打出够级牌，没人管住，赢下这一轮，就<b>开点</b>了。烧出去的牌赢了一轮，也一样能开。
rules-opening-what = { $opens ->
    [no_big_joker] 有一个条件：这手牌不能带大王。
    [no_joker] 有条件：这手牌不能带王，也不能是单个 2。
   *[pure] 条件严：整手牌要是同一种，10、J、Q、K、A 或 2，不能贴 2，不能挂王；单个 2 也不行。
}
rules-opening-fours = 开了还不算完，下一次发牌要<b>发四</b>，看“4 和发四”。
rules-opening-late = <b>开不了的时候</b>：
rules-opening-first = ▸ 头科走了：他和他对头谁没开，谁就不能再开；
rules-opening-second = ▸ 走了两家：谁都不能再开{ $revolution ->
    [none] 。烧失败的不算走；
   *[other] 。革命的算走了一家，烧失败的不算；
}
rules-opening-headless = ▸ 无头，或者四户乱缠：打出来的不算够级牌。
rules-opening-worth = 开点值什么，看“进贡”。{ $revolution ->
    [none] {""}
   *[other] 革命也能分出谁开点，看“革命”。
}

# 4 和发四
rules-fours-title = 4 和发四
rules-fours-together = 4 要<b>一次全出</b>，不贴 2，不挂王。
rules-fours-lead = <b>开点发四</b>：开点以后，你下一次发牌必须发 4，开点才算数。发了别的，开点作废，要重新开。
rules-fours-early = 还没开点就把 4 出掉，这一局就再也开不了点。
rules-fours-buy = <b>买 4</b>：进完贡，手里没有 4 的要买一张，办法和买 3 一样。每笔买卖大家都看得见。
rules-fours-burn = 手里又有 4 又有 3，烧牌是走不完的：两样都只能单出，不能挂王。

# 3 和憋三
rules-threes-title = 3 和憋三
rules-threes-last = 3 只能<b>最后一手</b>出，剩几张出几张，不带 2，不带王。
rules-threes-buy = <b>买 3</b>：发完牌，手里没有 3 的要买一张。先找对头，他有两张以上就卖：要一张 2，没有 2 要一张小王，再没有要一张大王。
rules-threes-ask = { $opposite_allies_sell_first ->
    [on] 对头匀不出来，就向对头的联邦买；还不行，向自己的联邦<b>要 3</b>，白给。谁都不会卖掉最后一张 3。
   *[off] 对头匀不出来，就向自己的联邦<b>要 3</b>，白给；联邦也没有，再向别家买。谁都不会卖掉最后一张 3。
}
rules-threes-pay = 没有 2 也没有王，就用手里最大的牌付。
rules-threes-revolt = 没有 2 也没有王，付不起，就自动<b>革命</b>，不再问谁要 3。
rules-threes-told = 每笔买卖大家都看得见。
rules-threes-held = <b>憋 3</b>（闷）：你出完一手，手里只剩 3 了，偏偏这一手被人管住，你就被他憋了，{ $ally_tribute ->
    [on] 下一局给他进一张憋贡，联邦憋的也要进。
   *[off] 他要是对方的人，下一局给他进一张憋贡。
}
rules-threes-secret = 憋 3 先不说，等你走光或者这一局结束才亮出来。

# 开局之前
rules-before-title = 开局之前
rules-before-order = 次序是这样：
rules-before-yu = ▸ <b>预点</b>：发牌之前，闭着眼叫；
rules-before-deal = ▸ 发牌；
rules-before-threes = ▸ 买 3；
rules-before-tribute = ▸ 进贡和还贡（第二局起）；
rules-before-fours = ▸ 买 4；
rules-before-declare = ▸ <b>表态</b>：六个人一起，{ $what }，说完点“准备好”。时间到了没点，就算准备好。
rules-before-show = 亮 4
rules-before-ming = 明点
rules-before-revolt = 革命
rules-before-nothing = 没有要说的
rules-before-together = 、
rules-before-secret = 表态先不公开，六家都好了才一起亮出来。
rules-before-calls = <b>叫点</b>是打赌：赌对头这一局开不了点。
rules-before-calls-ming = 明点（也叫宣点）在看到牌以后叫。赌中了，点贡收 { $ming_win } 张；对头开了而你没开，多赔 { $ming_risk } 张。
rules-before-calls-yu = 预点在看到牌以前叫。赌中了，点贡收 { $yu_win } 张；对头开了而你没开，多赔 { $yu_risk } 张。叫了预点，就不再叫明点。
rules-before-calls-both = { $both_opened_penalty ->
    [on] 两家都开了，没有点贡，但叫点的照样赔。
   *[off] 两家都开了，谁也不赔。
}
rules-before-lead = { $lead ->
    [fours] <b>上班</b>：谁先发牌，看 4。同一种花色的 4 有两张以上，可以<b>亮 4</b>，最多的先发；一样多，先亮的先发。没人亮就抽签。
    [last] <b>谁先发牌</b>：上一局的大落。第一局看<b>上班</b>：同一种花色的 4 有两张以上，可以<b>亮 4</b>，最多的先发；一样多，先亮的先发。没人亮就抽签。
   *[random] <b>谁先发牌</b>：抽签。
}

# 烧牌
rules-burn-title = 烧牌
rules-burn-when = 别人打出够级牌，你不是他对头，你有头，这一轮没过，又管得住，就可以<b>烧</b>（也叫捎）。自己联邦的牌也能烧。
rules-burn-first = 几个人都想烧，只有一个烧得成：先是出牌人的联邦，再是对方，同一边按座位。不烧不算过牌。
rules-burn-run = 烧了就要<b>一口气走完</b>：你接着发牌，每一手都要挂王，<b>最后一手不用</b>。烧的那一手不用挂；单出王也算挂了。
rules-burn-guard = { $burn_guard ->
    [on] 剩下的牌走不完，就不让你烧，不用怕算错。
   *[off] 走不走得完自己算，程序不拦你。
}
rules-burn-held = { $kaidian_fasi ->
    [on] 手里的 3 只能是最后一手，4 也不能挂王：两样都有就走不完。
   *[off] 手里的 3 只能是最后一手，所以别的牌手手都要挂王。
}
rules-burn-broken = <b>解烧</b>：烧的人有一手被管住，就没事了，不用再挂王。{ $two_kill_one ->
    [on] 对头打、别人烧、无头的人打、二杀一，都算。
   *[off] 对头打、别人烧、无头的人打，都算。
}
rules-burn-success = <b>烧成功</b>：一路走光。被烧的人欠你一张<b>烧贡</b>；烧的是联邦，不欠。
rules-burn-counter = <b>反捎</b>：烧的人又被你烧了。成功的话，你烧掉的那个人欠你两张；他自己就是反捎来的，欠三张，这样一层层加。
rules-burn-counter-plain = <b>反捎</b>：烧的人又被你烧了，成功的话，他欠你一张烧贡。
rules-burn-failed = <b>烧失败</b>：轮到你发牌却挂不出王，只能认输。这一局不再打，名次从大落往上排，被烧的人接着发牌。
rules-burn-waits = 每手够级牌出来，桌子都等一小会儿，不管有没有人烧得了，所以谁想烧看不出来（求快的桌不等）。
rules-burn-example-run = ② 烧成功：{ $story }
rules-burn-example-broken = ⑤ 解烧：{ $story }

# 革命
rules-revolution-title = 革命
rules-revolution-when = 发到手里<b>没有王也没有 2</b>，表态的时候可以革命。
rules-revolution-auto = 买 3{ $kaidian_fasi ->
    [on] 、买 4
   *[off] {""}
}付不起的自动革命。
rules-revolution-out = 革命的人放下牌，这一局不打了，名次是<b>四科</b>；两个联邦拿了头科和二科，他就是三科。贡照进照收。
rules-revolution-lead = 他本来该发牌的话，下一家发。
rules-revolution-void = 两个人或更多革命，这一局作废，重新发牌，该进的贡还在。
rules-revolution-concede = 革命的人算<b>没开点</b>，他对头算<b>开点</b>。
rules-revolution-rush = <b>冲点</b>：他能一下子摆出三手够级牌，就可以冲。三手摆好，对头一手一手地管；有一手管不住，革命的人开点；三手全管住，对头开点。摆出去的牌收不回来。
rules-revolution-rush-not = 不冲，或者凑不出三手，就算没开点，对头算开点。
rules-revolution-duel = <b>争开点</b>：他出一手能开点的牌，对头只能用也能开点的牌去管。
rules-revolution-duel-won = ▸ 没管住：革命的人开点，他的 4 就是这一局的第一手，大家当普通牌来打；
rules-revolution-duel-lost = ▸ 管住了，或者他没有这样的牌：对头开点，由对头先发牌，而且要先发 4。
rules-revolution-choice = 之后他对头要选：<b>要头</b>还是<b>无头</b>。
rules-revolution-claimed = 之后他对头<b>要头</b>，没得选。
rules-revolution-dead = <b>要头</b>：他接下来三手够级牌是<b>够死级</b>，没人能打，只能烧，跟牌、烧牌出的都算数。第三手那一轮打完，他就无头了。
rules-revolution-headless = <b>无头</b>：他马上无头，他的牌谁都能打。

# 名次
rules-out-title = 名次
rules-out-order = 按走光的先后：<b>头科、二科、三科、四科、二落、大落</b>。
rules-out-end = 还在打的人只剩一方，这一局马上结束，最后那一手不用再管。没走的人，手里牌少的名次在前；一样多，按座位。
rules-out-failed = 烧失败的人从后往前排：大落，占了就二落、四科、三科、二科。
rules-out-revolted = 革命的人是四科；两个联邦是头科和二科，他就是三科。
rules-out-sweep = <b>串三户</b>：一方拿下头科、二科、三科。{ $revolution ->
    [none] {""}
   *[other] 革命排到三科的也算；对方有人革命也挡不住。
}
rules-out-sweep-paid = 串三户怎么算，看“一场和分”。

# 进贡
rules-tribute-title = 进贡
rules-tribute-order = 这一局欠的，下一局发完牌就进，次序是{ $sweep ->
    [cards] 圈贡、
   *[points] {""}
}点贡、{ $bie_san ->
    [on] 憋贡、
   *[off] {""}
}烧贡、落贡。
rules-tribute-point = <b>点贡</b>，只在对头之间：你开了他没开，他给你一张；两家都没开，互相给一张；两家都开了，不给。
rules-tribute-calls = 叫过点的翻上去：
rules-tribute-calls-ming = ▸ 明点：他没开，收 { $ming_win } 张；他开你没开，多赔 { $ming_risk } 张；
rules-tribute-calls-yu = ▸ 预点：他没开，收 { $yu_win } 张；他开你没开，多赔 { $yu_risk } 张；
rules-tribute-calls-both = { $both_opened_penalty ->
    [on] ▸ 两家都开了，叫点的也照样赔。
   *[off] ▸ 两家都开了，不赔。
}
rules-tribute-held = <b>憋贡</b>：被憋 3 的，给憋他的人一张。
rules-tribute-burn = <b>烧贡</b>：被烧成功的，给烧他的人一张{ $counter_burn_raises ->
    [on] ，反捎更多。
   *[off] 。
}
rules-tribute-place = <b>落贡</b>：大落给头科两张，二落给二科一张。
rules-tribute-return = 收落贡的人要<b>还贡</b>，收几张还几张，还什么自己挑{ $bie_san ->
    [on] ，只是不能还最后一张 3。
   *[off] 。
}别的贡不用还。
rules-tribute-allies = { $ally_tribute ->
    [on] { $bie_san ->
        [on] 憋贡和
       *[off] {""}
    }落贡，联邦之间也要进。
   *[off] 联邦之间不进贡。
}
rules-tribute-sweep = <b>圈贡</b>：被串三户的一方，每家给对头一张，别的贡都作废。
rules-tribute-cards = 进哪张：从最大的给起，大王、小王、2、K……，<b>A 不给</b>。{ $bie_san ->
    [on] 最后一张 3 也不给。
   *[off] {""}
}没得给就少给，不补。
rules-tribute-seen = 进贡还贡，大家都看得见。

# 一场和分
rules-match-title = 一场和分
rules-match-deals = 一场打 { $deals } 局。前面几局只记欠下的贡，带到下一局去进。
rules-match-points = 打完最后一局，欠的贡不再进牌，折成分：收一张<b>得 { $point_value } 分</b>，进一张<b>扣 { $point_value } 分</b>。六个人的分加起来总是零。
rules-match-sweep = { $sweep ->
    [cards] <b>串三户</b>：输的每家欠对面赢家一张圈贡，别的贡都作废。折成分的时候翻倍，一张 { $double } 分。
   *[points] <b>串三户</b>：这一局欠的贡当场折成分，下一局从头来，谁也不欠。
}
rules-match-on = 打完最后一局，大家愿意可以接着打：欠的贡照样带过去，下一局才是算分的那一局。
rules-match-void = 作废的局不算局数。

# 查词
rules-term-chapter = 📖 看这一章：{ $title }
rules-term-close = 没有“{ $word }”这个词。是不是这些？
rules-term-none = 没有“{ $word }”这个词。看看目录：
rules-term-not-here = 这套规矩里没有“{ $name }”。
rules-term-played = { $preset } 有
rules-link = 规则在私聊里看 ↗
rules-link-term = 「{ $name }」在私聊里看 ↗
rules-link-none = 没有“{ $word }”这个词，规则在私聊里看 ↗
rules-preset-biesan = 憋三够级
rules-preset-shaopai = 烧牌够级
rules-preset-kaidian = 开点发四
