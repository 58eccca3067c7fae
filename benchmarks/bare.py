"""The bot that the load benchmark compares with: one handler of the library, which answers and edits."""

from __future__ import annotations

import argparse
from itertools import count
from typing import Any

from telegram import InlineKeyboardButton, InlineKeyboardMarkup, Update
from telegram.constants import ParseMode
from telegram.ext import Application, ApplicationBuilder, CallbackQueryHandler, ContextTypes

from bot.request import AiohttpRequest
from bot.updates import AT_ONCE

TEXT = "<b>够级</b> 第 {number} 手\n" + "① 小明 12 张 · ② 阿强 30 张 · ③ 老王 7 张\n" * 4
"""About as long as a table of ours."""

KEYBOARD = InlineKeyboardMarkup(
    [
        [InlineKeyboardButton(f"{row}{column}", callback_data=f"1a.2b-3c.g{row}") for column in range(5)]
        for row in range(4)
    ]
)

_numbers = count()


async def tap(update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
    """Answer a tap, and edit the message."""
    query = update.callback_query
    assert query is not None
    await query.answer("好")
    await query.edit_message_text(
        TEXT.format(number=next(_numbers)), parse_mode=ParseMode.HTML, reply_markup=KEYBOARD
    )


def build(token: str, url: str, client: str) -> Application[Any, Any, Any, Any, Any, Any]:
    """The application, on the library's own HTTP client or on ours."""
    builder = ApplicationBuilder().token(token).base_url(f"{url}/bot").concurrent_updates(AT_ONCE)
    if client == "aiohttp":
        builder.request(AiohttpRequest()).get_updates_request(AiohttpRequest(connection_pool_size=1))
    application = builder.build()
    application.add_handler(CallbackQueryHandler(tap))
    return application


def main() -> None:
    """Run until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.bare")
    parser.add_argument("--token", required=True)
    parser.add_argument("--url", required=True)
    parser.add_argument("--client", choices=("httpx", "aiohttp"), default="httpx")
    options = parser.parse_args()
    build(options.token, options.url, options.client).run_polling()


if __name__ == "__main__":
    main()
