"""A deal played to its end by taps on the sandbox's page alone, in headless Chromium."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright

from tests.e2e.scene import DONE, ROOT, Scene, scene
from tests.e2e.test_whole_deal import check_everything

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
OUTPUT = ROOT / "test-output"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
REQUIRED = bool(os.environ.get("GOUJI_REQUIRE_BROWSER"))
MOST_STEPS = 1500
MOST_GLANCES = 600
GLANCE_MS = 50

pytestmark = pytest.mark.skipif(
    not CHROMIUM and not REQUIRED, reason="needs Chromium (Debian's package chromium)"
)


@asynccontextmanager
async def browser_page(url: str, width: int, height: int) -> AsyncIterator[Page]:
    """The sandbox's page in a window of a size; any error on it fails the test."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = await browser.new_page(viewport={"width": width, "height": height}, locale="zh-CN")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(url)
        yield page
        await browser.close()
        assert errors == []


async def test_a_newcomer_plays_a_deal_by_taps_alone(tmp_path: Path) -> None:
    OUTPUT.mkdir(exist_ok=True)
    async with scene(tmp_path) as played, browser_page(played.sandbox.url, 1400, 900) as page:
        await _sit_down(played, page)
        await page.screenshot(path=OUTPUT / "start.png")
        taps = await _play(played, page)
        assert taps > 10
        await page.screenshot(path=OUTPUT / "result.png")
        await page.locator(f'[data-chat="{played.group}"] button', has_text="结算").first.click()
        await played.rest(10)
        await check_everything(played, tmp_path)


async def _sit_down(played: Scene, page: Page) -> None:
    """The button for who is alone: opens a table, sits down, fills it, starts."""
    await page.locator("#solo").click()
    hint = page.locator("#hint")
    for _ in range(MOST_GLANCES):
        kind = await hint.get_attribute("class") or ""
        if "done" in kind:
            return
        assert "error" not in kind, await hint.inner_text()
        await played.client.step(0.5)
        await page.wait_for_timeout(GLANCE_MS)  # the page is a process of its own, and not always as fast
    raise AssertionError("the table does not start")


async def _play(played: Scene, page: Page) -> int:
    """Tap the first thing that the private chat offers, until the result is there."""
    me = played.friends[0]
    taps = 0
    for step in range(MOST_STEPS):
        if DONE in await page.locator(f'[data-chat="{played.group}"]').first.inner_text():
            return taps
        found = await played.keyboard(me)
        if found is not None and ("轮到你" in found[0]["text"] or "表态" in found[0]["text"]):
            data = found[1][0]["callback_data"]
            button = page.locator(f'[data-chat="{me}"] button[data-callback="{data}"]').last
            await button.click()
            await played.client.settle()
            taps += 1
            if step % 60 == 0 or taps == 8:
                await page.screenshot(path=OUTPUT / f"play-{taps:02}.png")
        await played.client.step(60)
    raise AssertionError("the deal does not end")
