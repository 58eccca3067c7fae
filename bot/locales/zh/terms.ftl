# 词条：每个词叫什么，什么意思。变量是这桌的开关。

term-opposite-title = 对头（对门）
term-opposite = 坐在你正对面的人，是对方的人。你们互相盯着：他的够级牌归你打，他开不开点关系到你的贡。
term-ally-title = 联邦
term-ally = 和你一方的另外两家，在你左右各隔一个座位。
term-side-title = 一方
term-side = 六个人分两方：①③⑤ 一方，②④⑥ 一方。
term-seat-title = 座位
term-seat = 六个座位 ①到⑥，逆时针轮流，⑥ 后面又是 ①。
term-deck-title = 四副牌
term-deck = { $threes ->
    [6] 四副牌连王去掉十张 3，一共 206 张。两家 35 张，四家 34 张。
   *[other] 四副牌连王，一共 216 张，每人 36 张。
}
term-big-joker-title = 大王（大花）
term-big-joker = 最大的牌。桌上的牌里有大王，{ $two_kill_one ->
    [on] 只能用两张大王杀一张。
   *[off] 谁也管不住。
}
term-small-joker-title = 小王（小花）
term-small-joker = 第二大的牌。桌上挂了小王，要用大王盖。
term-two-title = 2（钱）
term-two = 比 A 大，比王小。可以单独出，也可以贴在小牌上当那张牌用。单出的 2，一张也是够级牌。
term-base-title = 牌点
term-base = 一手牌里除了 2 和王，别的牌都一样大，这就是牌点。只有 2 和王的时候，牌点是最小的那张。
term-attach-title = 贴 2
term-attach = 2 贴在小牌上，当那张牌用。数够不够级的时候，贴的 2 算数。
term-hang-title = 挂花（挂王）
term-hang = 王跟着别的牌一起出。挂了还是王，所以对方要一张张比过去；挂了王就是够级牌。
term-beat-title = 管牌（上牌）
term-beat = 用更大的牌压住桌上的牌：张数一样，从大到小一张对一张，每一张都要更大。
term-kill-title = 二杀一
term-kill = 桌上的牌里有大王，用两张大王杀一张，抵掉以后剩下的要管得住。除了出牌的人，还在打的都能杀。
term-lead-title = 发牌
term-lead = 一轮里的第一手。发牌的人想出什么出什么，不能不出。
term-pass-title = 过牌
term-pass = 这一手不打。普通牌过了，这一轮就不再问你；对头的牌例外，一定再问。
term-yield-title = 让牌
term-yield = 对头的普通牌，先让后面两家打。他们都不管，再回来问你；有人管了，你就算过。
term-trick-title = 一轮
term-trick = 从发牌开始，一手一手往上管，到没人再管为止。最后出牌的人赢下这一轮，接着发牌。
term-inherit-title = 接风
term-inherit = 赢下一轮的人已经走光，由后面第一个还在打的人发牌。
term-chaos-title = 四户乱缠
term-chaos = 一轮开始时只剩四个人或更少。每手牌都问所有人，过了也再问；没有够级牌，不让牌，不烧牌，开不了点。
term-card-counts-title = 剩几张
term-card-counts = { $card_counts ->
    [always] 这桌一直报每家剩几张牌。
    [from_ten] 这桌剩十张以下才报。
   *[never] 这桌不报剩几张牌。
}
term-level-title = 够级牌
term-level = { $levels }，或者更多（贴的 2 算数）；牌点是 2 的；带王的。只有对头和无头的人能打，别人想管要烧。
term-headless-title = 无头、有头
term-headless = 对头还在打，你就有头；对头不在打了，你就无头。无头的人，谁都能打他的牌，他也能打别人的够级牌，但是不能烧，也开不了点。
term-opening-title = 开点
term-opening = 你有头，打出的够级牌没人管住，赢下这一轮，就开点了。{ $opens ->
    [no_joker] 带王的和单个 2 不算。
    [no_big_joker] 带大王的不算。
   *[pure] 只算清一色的，不贴 2，不挂王，单个 2 也不算。
}{ $kaidian_fasi ->
    [on] 下一次发牌还要发四才算数。
   *[off] {""}
}
term-pure-title = 什么牌能开点
term-pure = { $opens ->
    [no_joker] 这桌不带王的够级牌都能开点，单个 2 不行，贴 2 可以。
    [no_big_joker] 这桌不带大王的够级牌都能开点，贴 2、挂小王都可以。
   *[pure] 这桌要清一色：整手牌同一种，10、J、Q、K、A 或 2，不贴 2，不挂王；单个 2 不行。
}
term-fasi-title = 发四（开点发四）
term-fasi = 开点以后，下一次发牌必须把 4 全部发出去，开点才算数。没开点就出了 4，这一局开不了点。
term-buy-four-title = 买 4
term-buy-four = 进完贡，手里没有 4 的要买一张，办法和买 3 一样。
term-burn-title = 烧牌（捎牌）
term-burn = 不是你对头的够级牌，你有头、没过、管得住，就可以烧。烧了要一口气走完：每一手都挂王，最后一手不用。成功了，被烧的对方欠你一张烧贡。
term-burn-run-title = 一口气走完
term-burn-run = 烧牌的人接着发牌，每一手都要挂王，最后一手不用，一直到走光。{ $burn_guard ->
    [on] 走不完的牌，这桌不让烧。
   *[off] 这桌不拦，走不完就是烧失败。
}
term-broken-title = 解烧
term-broken = 烧牌的人有一手被管住。他不用再挂王，谁也不欠谁。
term-counter-burn-title = 反捎（反烧）
term-counter-burn = 烧牌的人又被别人烧了。{ $counter_burn_raises ->
    [on] 成功的话烧贡加码：两张、三张，一层层往上。
   *[off] 成功的话也是一张烧贡。
}
term-burn-failed-title = 烧失败
term-burn-failed = 轮到发牌挂不出王，只能认输：这一局不再打，名次从大落往上排，被烧的人发牌。
term-threes-title = 3
term-threes = 只能最后一手出，剩几张出几张，不带 2 和王。手里没有 3 的要先买一张。
term-buy-three-title = 买 3
term-buy-three = 发完牌没有 3，要向对头买一张：付一张 2，没有就付王。{ $opposite_allies_sell_first ->
    [on] 对头匀不出来，找他的联邦买，再向自己的联邦要。
   *[off] 对头匀不出来，就向自己的联邦要。
}
term-ask-three-title = 要 3
term-ask-three = 对头卖不了 3，联邦匀一张给你，不要钱。
term-held-title = 憋 3（闷）
term-held = 你出完一手只剩 3 了，这一手偏偏被人管住，就是被他憋了，欠他一张憋贡。{ $ally_tribute ->
    [on] 联邦憋的也欠。
   *[off] 联邦憋的不欠。
}
term-calls-title = 叫点
term-calls = 赌对头这一局开不了点。{ $calls ->
    [ming] 这桌只有明点。
   *[other] 这桌有预点和明点。
}
term-ming-title = 明点（宣点）
term-ming = 看了牌再叫。赌中了，点贡收 { $ming_win } 张；对头开了而你没开，多赔 { $ming_risk } 张。
term-yu-title = 预点
term-yu = 发牌之前叫。赌中了，点贡收 { $yu_win } 张；对头开了而你没开，多赔 { $yu_risk } 张。
term-shangban-title = 上班（谁先发牌）
term-shangban = { $lead ->
    [fours] 亮 4 最多的人先发牌；没人亮就抽签。
    [last] 上一局的大落先发牌；第一局亮 4 最多的先发，没人亮就抽签。
   *[random] 这桌抽签。
}
term-show-title = 亮 4
term-show = 同一种花色的 4 有两张以上，可以亮出来，最多的先发牌。{ $lead ->
    [last] 这桌只在第一局亮。
   *[other] {""}
}
term-declare-title = 表态
term-declare = 打牌之前六个人一起表态，说完点“准备好”。都好了才一起公开，时间到了没点就算准备好。
term-revolution-title = 革命
term-revolution = 发到手里没有王也没有 2，可以放下牌不打，名次算四科。{ $revolution ->
    [rush] 凑得出三手够级牌可以冲点，不然算没开点，对头算开点。
    [duel] 先和对头争开点。
   *[other] 算没开点，对头算开点。
}
term-void-title = 作废
term-void = 两个人或更多革命，这一局作废，重新发牌，该进的贡还在。
term-rush-title = 冲点
term-rush = 革命的人摆出三手够级牌，对头一手一手管。有一手管不住，革命的人开点；全管住，对头开点。
term-duel-title = 争开点
term-duel = 革命的人出一手能开点的牌，对头也用能开点的牌去管。没管住，革命的人开点，他的 4 是第一手；管住了，对头开点，先发 4。
term-claim-head-title = 要头
term-claim-head = 革命的人的对头要了头，接下来三手够级牌没人能打，只能烧；打完第三手就无头。{ $revolution ->
    [duel] 这桌没得选，一定要头。
   *[other] 不要头就马上无头。
}
term-dead-title = 够死级
term-dead = 要了头的人的三手够级牌，没人能打，只能烧{ $two_kill_one ->
    [on] ，二杀一也不行。
   *[off] 。
}
term-first-title = 头科
term-first = 第一个走光的人。大落下一局给他进两张落贡。
term-second-title = 二科
term-second = 第二个走光的人。二落下一局给他进一张落贡。
term-third-title = 三科
term-third = 第三名，不进落贡，也不收。
term-fourth-title = 四科
term-fourth = 第四名，不进落贡，也不收。{ $revolution ->
    [none] {""}
   *[other] 革命的人一般排在这里。
}
term-fifth-title = 二落
term-fifth = 第五名，下一局给二科进一张落贡。
term-last-title = 大落
term-last = 最后一名，下一局给头科进两张落贡。{ $lead ->
    [last] 下一局由他先发牌。
   *[other] {""}
}
term-places-title = 名次
term-places = 头科、二科、三科、四科、二落、大落。只剩一方还在打，这一局就结束，没走的按手里牌少的排前。
term-sweep-title = 串三户
term-sweep = 一方拿下头科、二科、三科。{ $sweep ->
    [cards] 输的每家欠对头一张圈贡，别的作废，折分的时候翻倍。
   *[points] 欠的贡当场折成分，下一局谁也不欠。
}
term-tribute-title = 进贡
term-tribute = 上一局欠的牌，这一局发完牌就给。从最大的给起，A 不给。最后一局欠的折成分。
term-point-tribute-title = 点贡
term-point-tribute = 对头之间看开点：你开他没开，他给你一张；都没开，互相给一张；都开了不给。{ $calls ->
    [none] {""}
   *[other] 叫过点的要翻。
}
term-held-tribute-title = 憋贡
term-held-tribute = 被憋 3 的人，给憋他的人一张。
term-burn-tribute-title = 烧贡（捎贡）
term-burn-tribute = 被烧成功的人，给烧他的对方一张{ $counter_burn_raises ->
    [on] ，反捎更多。
   *[off] 。
}
term-place-tribute-title = 落贡
term-place-tribute = 大落给头科两张，二落给二科一张；收的人要还贡。{ $ally_tribute ->
    [on] 联邦之间也进。
   *[off] 联邦之间不进。
}
term-sweep-tribute-title = 圈贡
term-sweep-tribute = 串三户以后，输的每家给对头一张，别的贡都作废。
term-return-title = 还贡
term-return = 收了落贡的人，收几张还几张，还什么自己挑。别的贡不用还。
term-match-title = 一场、一局
term-match = 一场打 { $deals } 局。欠的贡一局带一局，打完最后一局折成分。
term-points-title = 分
term-points = 打完最后一局，欠的贡折成分：收一张得 { $point_value } 分，进一张扣 { $point_value } 分，加起来是零。
term-play-on-title = 接着打
term-play-on = 打完最后一局，大家愿意就再打一局：欠的贡带过去，下一局才算分。
term-late-title = 超时、托管
term-late = 到时间没出，机器人替你过牌；该你发牌就出最小的。离座的人由机器人替打（托管），回来点一下就接手。
