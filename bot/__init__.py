"""The Telegram bot: use-cases, screens, handlers, the outbox, and the sandbox that stands in for Telegram."""
