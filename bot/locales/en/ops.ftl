# What only the operator reads.

status-title = 🛠 Gouji Bot { $version }, up { $uptime }
status-database = Database: { $answers ->
    [yes] answers
   *[no] does not answer
}
status-tables = Tables that play: { $tables }
status-outbox = Waiting to be shown: { $depth }, the oldest for { $age } s
status-stuck = ⚠️ What is due has not been finished for a minute.
status-no-errors = No errors since the start.
status-errors = Last errors:
status-error = { $at } UTC · { $where }
