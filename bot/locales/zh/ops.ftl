# 只给运维看的。

status-title = 🛠 够级机器人 { $version }，已运行 { $uptime }
status-database = 数据库：{ $answers ->
    [yes] 正常
   *[no] 没有响应
}
status-tables = 正在打的牌桌：{ $tables }
status-outbox = 等待显示：{ $depth }，最久的已等 { $age } 秒
status-stuck = ⚠️ 到点的事一分钟没有做完。
status-no-errors = 启动以来没有出错。
status-errors = 最近的错误：
status-error = { $at } UTC · { $where }
