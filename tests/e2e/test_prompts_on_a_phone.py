"""Every prompt in both languages on the sandbox's page, on a phone 360 pixels wide."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from playwright.async_api import Page

from bot.locales import LANGUAGES, Locales
from bot.sandbox.client import SandboxClient
from bot.sandbox.server import TOKEN, Sandbox
from bot.screens.model import Screen
from tests.bot import gallery
from tests.e2e.scene import START
from tests.e2e.test_browser import OUTPUT, browser_page
from tests.e2e.test_browser import pytestmark as needs_browser

pytestmark = needs_browser

CUT_OFF = """
() => [...document.querySelectorAll('.keyboard button')]
  .filter((button) => button.offsetParent !== null)
  .filter((button) => button.scrollWidth > button.clientWidth + 1
    || button.scrollHeight > button.clientHeight + 1)
  .map((button) => button.innerText)
"""

TOO_WIDE = """
() => [...document.querySelectorAll('.message, .keyboard, .keyboard .row')]
  .filter((node) => node.offsetParent !== null)
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1
    || node.scrollWidth > node.clientWidth + 1)
  .map((node) => node.innerText.slice(0, 60))
"""

BROKEN_LINES = """
() => {
  const broken = [];
  for (const message of document.querySelectorAll('.message .text')) {
    if (message.offsetParent === null) continue;
    const walker = document.createTreeWalker(message, NodeFilter.SHOW_TEXT);
    let line = '', tops = new Set();
    const close = () => {
      if (/^(▶ )?[🔴🔵][①②③④⑤⑥] /u.test(line) && tops.size > 1) broken.push(line);
      line = '';
      tops = new Set();
    };
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      node.textContent.split('\\n').forEach((part, number, parts) => {
        const start = parts.slice(0, number).reduce((sum, before) => sum + before.length + 1, 0);
        if (number > 0) close();
        if (!part) return;
        line += part;
        const range = document.createRange();
        range.setStart(node, start);
        range.setEnd(node, start + part.length);
        for (const box of range.getClientRects()) tops.add(Math.round(box.top / 8));
      });
    }
    close();
  }
  return broken;
}
"""


@pytest.mark.parametrize("language", LANGUAGES)
async def test_nothing_is_cut_off_on_a_narrow_phone(language: str, tmp_path: Path) -> None:
    OUTPUT.mkdir(exist_ok=True)
    locales = Locales()
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    try:
        async with SandboxClient(sandbox.url) as client, browser_page(sandbox.url, 360, 740) as page:
            friends = await client.friends()
            me = friends["users"][0]["id"]
            await client.say(me, me, "/start")
            await _look(
                client,
                page,
                sandbox.url,
                friends["group"],
                "group",
                gallery.group(language, locales),
                language,
            )
            await _look(
                client, page, sandbox.url, me, "private", gallery.private(language, locales), language
            )
    finally:
        await sandbox.stop()


async def _look(
    client: SandboxClient,
    page: Page,
    url: str,
    chat: int,
    tab: str,
    shown: Iterable[tuple[str, Screen]],
    language: str,
) -> None:
    """Show each screen as the newest message of a chat, and look at it."""
    await page.locator(f"#tab-{tab}").click()
    for name, screen in shown:
        assert all(len(row) <= 5 for row in screen.keyboard), name
        number = await _send(url, chat, screen)
        await client.advance(4)
        message = page.locator(f'[data-chat="{chat}"] [data-message-id="{number}"]')
        await message.wait_for()
        await message.scroll_into_view_if_needed()
        await page.screenshot(path=OUTPUT / f"phone-{language}-{tab}-{name.replace(':', '-')}.png")
        for script in (CUT_OFF, TOO_WIDE, *([BROKEN_LINES] if tab == "group" else [])):
            assert await page.evaluate(script) == [], name
        await _call(url, "deleteMessage", {"chat_id": chat, "message_id": number})


async def _send(url: str, chat: int, screen: Screen) -> int:
    keyboard = [
        [{key: value for key, value in _button(button).items() if value is not None} for button in row]
        for row in screen.keyboard
    ]
    params: dict[str, Any] = {"chat_id": chat, "text": screen.text, "parse_mode": "HTML"}
    if keyboard:
        params["reply_markup"] = {"inline_keyboard": keyboard}
    return int((await _call(url, "sendMessage", params))["message_id"])


def _button(button: Any) -> dict[str, str | None]:
    return {"text": button.text, "callback_data": button.data, "url": button.url, "style": button.style}


async def _call(url: str, method: str, params: dict[str, Any]) -> Any:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{url}/bot{TOKEN}/{method}", json=params) as response,
    ):
        body = await response.json()
        assert body["ok"], body
        return body["result"]
