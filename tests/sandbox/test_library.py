"""The client library that the bot is built on, unchanged, against the sandbox over HTTP."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from telegram import (
    Bot,
    BotCommand,
    BotCommandScopeAllGroupChats,
    CallbackQuery,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    InputMediaPhoto,
    LinkPreviewOptions,
    ReplyParameters,
    Update,
)
from telegram.constants import ChatMemberStatus, KeyboardButtonStyle, MessageEntityType, ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, InvalidToken, RetryAfter, TimedOut
from telegram.ext import (
    Application,
    ApplicationBuilder,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from bot.sandbox.limits import BURST
from bot.sandbox.server import TOKEN
from tests.sandbox.conftest import Place, png
from tests.sandbox.webhook_bot import SECRET

LINK = "https://t.me/gouji_sandbox_bot?start=join_1"
KEYBOARD = InlineKeyboardMarkup(
    [
        [
            InlineKeyboardButton("坐下", callback_data="sit", style=KeyboardButtonStyle.SUCCESS),
            InlineKeyboardButton("rules", url="https://example.com/rules"),
        ]
    ]
)


@pytest.fixture
async def bot(place: Place) -> AsyncIterator[Bot]:
    """The library's client."""
    async with Bot(
        TOKEN, base_url=f"{place.api.url}/bot", base_file_url=f"{place.api.url}/file/bot"
    ) as found:
        yield found


async def test_messages(place: Place, bot: Bot) -> None:
    markup = '<b>牌</b> <tg-time unix="1647531900" format="r">45 s</tg-time>'
    message = await bot.send_message(
        place.group,
        markup,
        parse_mode=ParseMode.HTML,
        reply_markup=KEYBOARD,
        link_preview_options=LinkPreviewOptions(is_disabled=True),
        disable_notification=True,
    )
    assert message.text == "牌 45 s"
    assert [entity.type for entity in message.entities] == [
        MessageEntityType.BOLD,
        MessageEntityType.DATE_TIME,
    ]
    assert message.entities[1].unix_time == datetime(2022, 3, 17, 15, 45, tzinfo=UTC)
    assert message.reply_markup == KEYBOARD
    assert message.text_html == markup
    edited = await bot.edit_message_text("牌", place.group, message.message_id, reply_markup=KEYBOARD)
    assert isinstance(edited, type(message))
    assert edited.text == "牌"
    assert edited.edit_date is not None
    assert await bot.edit_message_reply_markup(place.group, message.message_id)
    assert await bot.delete_message(place.group, message.message_id)


async def test_photos(place: Place, bot: Bot) -> None:
    message = await bot.send_photo(place.me, png(), caption="*hand*", parse_mode=ParseMode.MARKDOWN_V2)
    assert (message.photo[0].width, message.caption) == (3, "hand")
    file = await bot.get_file(message.photo[0].file_id)
    assert bytes(await file.download_as_bytearray()) == png()
    media = InputMediaPhoto(png(5, 4), caption="new", filename="hand.png")
    edited = await bot.edit_message_media(media, place.me, message.message_id, reply_markup=KEYBOARD)
    assert isinstance(edited, type(message))
    assert (edited.photo[0].width, edited.caption) == (5, "new")
    shown = (await place.client.messages(place.me))[-1]
    async with place.api.session.get(f"{place.client.url}{shown['photo']}") as response:
        assert await response.read() == png(5, 4)
    await place.later()
    document = await bot.send_document(place.me, b"a record", filename="deal.txt", caption="x")
    assert document.document is not None
    assert document.document.file_name == "deal.txt"
    shown = (await place.client.messages(place.me))[-1]["document"]
    assert shown["file_name"] == "deal.txt"
    async with place.api.session.get(f"{place.client.url}{shown['url']}") as response:
        assert await response.read() == b"a record"
    await bot.edit_message_caption(place.me, document.message_id, caption="y")


async def test_chats_and_members(place: Place, bot: Bot) -> None:
    chat = await bot.get_chat(place.group)
    assert (chat.title, chat.type) == ("够级之夜", "group")
    assert (await bot.get_chat(place.me)).first_name == "小明"
    admin = await bot.get_chat_member(place.group, place.friends[0])
    assert admin.status == ChatMemberStatus.ADMINISTRATOR
    assert (await bot.get_chat_member(place.group, place.friends[1])).status == ChatMemberStatus.MEMBER
    assert [member.user.id for member in await bot.get_chat_administrators(place.group)] == [place.friends[0]]
    assert await bot.get_chat_member_count(place.group) == 7
    await place.client.member(place.group, "bot", "promote")
    message = await bot.send_message(place.group, "x")
    assert await bot.pin_chat_message(place.group, message.message_id)
    assert await bot.unpin_chat_message(place.group, message.message_id)
    assert await bot.send_chat_action(place.group, "typing")
    assert await bot.leave_chat(place.group)


async def test_the_profile(bot: Bot) -> None:
    assert bot.username == "gouji_sandbox_bot"
    commands = [BotCommand("gouji", "开一桌")]
    scope = BotCommandScopeAllGroupChats()
    assert await bot.set_my_commands(commands, scope=scope, language_code="zh")
    assert list(await bot.get_my_commands(scope=scope, language_code="zh")) == commands
    assert await bot.delete_my_commands(scope=scope, language_code="zh")
    assert await bot.set_my_name("够级")
    assert await bot.set_my_description("x")
    assert await bot.set_my_short_description("x")
    assert await bot.set_chat_menu_button()


async def test_refusals_become_the_librarys_errors(place: Place, bot: Bot) -> None:
    message = await bot.send_message(place.me, "x")
    with pytest.raises(BadRequest, match="Message is not modified"):
        await message.edit_text("x")
    with pytest.raises(Forbidden, match="bot can't initiate conversation with a user"):
        await bot.send_message(place.friends[1], "x")
    with pytest.raises(BadRequest, match="Message to be replied not found"):
        await bot.send_message(place.me, "x", reply_parameters=ReplyParameters(99))
    with pytest.raises(RetryAfter) as flood:
        for _ in range(BURST):
            await bot.send_message(place.me, "x")
    assert flood.value.retry_after == timedelta(seconds=1)
    new = await place.client.migrate(place.group)
    with pytest.raises(ChatMigrated) as migrated:
        await bot.send_message(place.group, "x")
    assert migrated.value.new_chat_id == new["id"]
    with pytest.raises(InvalidToken):
        await Bot("5:x", base_url=f"{place.api.url}/bot").__aenter__()


async def test_lost_answers_become_network_errors(place: Place, bot: Bot) -> None:
    await place.client.set_faults({"method": "sendMessage", "kind": "timeout", "rate": 1})
    with pytest.raises(TimedOut):
        await bot.send_message(place.me, "x", read_timeout=0.05)


# A whole application


class Heard:
    """What an application's handlers were given."""

    def __init__(self) -> None:
        self.updates: asyncio.Queue[Update] = asyncio.Queue()

    async def handle(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Remember, and answer as a bot does."""
        if update.callback_query is not None:
            url = LINK if update.callback_query.data == "sit" else None
            await update.callback_query.answer("ok", url=url)
        elif update.message is not None and update.message.text == "/gouji":
            await update.message.reply_text("<b>table</b>", parse_mode=ParseMode.HTML, reply_markup=KEYBOARD)
        await self.updates.put(update)

    async def next(self) -> Update:
        """The next update."""
        return await self.updates.get()


Start = Callable[[Application[Any, Any, Any, Any, Any, Any]], Awaitable[Any]]


async def poll(application: Application[Any, Any, Any, Any, Any, Any]) -> None:
    assert application.updater is not None
    await application.updater.start_polling(timeout=50, allowed_updates=Update.ALL_TYPES)


async def hook(application: Application[Any, Any, Any, Any, Any, Any]) -> None:
    assert application.updater is not None
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    await application.updater.start_webhook(
        listen="127.0.0.1",
        port=port,
        url_path="hook",
        webhook_url=f"http://127.0.0.1:{port}/hook",
        secret_token=SECRET,
        allowed_updates=Update.ALL_TYPES,
    )


@pytest.fixture(params=[poll, hook])
async def heard(place: Place, request: pytest.FixtureRequest) -> AsyncIterator[Heard]:
    """A running application, in polling or in webhook mode."""
    found = Heard()
    builder = ApplicationBuilder().token(TOKEN).base_url(f"{place.api.url}/bot").job_queue(None)
    application = builder.build()
    application.add_handler(CommandHandler(["gouji", "start"], found.handle))
    application.add_handler(CallbackQueryHandler(found.handle))
    application.add_handler(ChatMemberHandler(found.handle, ChatMemberHandler.MY_CHAT_MEMBER))
    application.add_handler(MessageHandler(filters.ALL, found.handle))
    start: Start = request.param
    async with application:
        await application.start()
        await start(application)
        yield found
        assert application.updater is not None
        await application.updater.stop()
        await application.stop()


async def test_an_application(place: Place, heard: Heard) -> None:
    await place.client.say(place.group, place.friends[1], "/gouji")
    command = await heard.next()
    assert command.effective_user is not None
    assert command.effective_user.full_name == "阿强"
    message = (await place.client.messages(place.group))[-1]
    assert message["html"] == "<b>table</b>"
    answer = await place.client.tap(place.friends[1], place.group, message["message_id"], "sit")
    assert answer == {"text": "ok", "show_alert": False, "url": LINK}
    query = (await heard.next()).callback_query
    assert isinstance(query, CallbackQuery)
    assert query.message is not None
    assert query.message.message_id == message["message_id"]
    await place.client.open(place.friends[1], answer["url"])
    start = await heard.next()
    assert start.message is not None
    assert start.message.text == "/start join_1"
    assert [call["description"] for call in await place.client.refusals()] == []


async def test_what_happens_to_chats(place: Place, heard: Heard) -> None:
    await place.client.block(place.me)
    blocked = (await heard.next()).my_chat_member
    assert blocked is not None
    assert blocked.new_chat_member.status == ChatMemberStatus.BANNED
    await place.client.member(place.group, "bot", "promote")
    promoted = (await heard.next()).my_chat_member
    assert promoted is not None
    assert promoted.new_chat_member.status == ChatMemberStatus.ADMINISTRATOR
    new = await place.client.migrate(place.group)
    left, arrived = (await heard.next()).message, (await heard.next()).message
    assert left is not None
    assert arrived is not None
    assert (left.migrate_to_chat_id, arrived.migrate_from_chat_id) == (new["id"], place.group)
    forum = (await place.client.add_chat("f", [place.me], type="supergroup", is_forum=True))["id"]
    await heard.next()
    topic = await place.client.add_topic(forum, "够级")
    created = (await heard.next()).message
    assert created is not None
    assert created.forum_topic_created is not None
    await place.client.say(forum, place.me, "/gouji", message_thread_id=topic)
    said = (await heard.next()).message
    assert said is not None
    assert (said.message_thread_id, said.is_topic_message) == (topic, True)
    assert (await place.client.messages(forum))[-1]["message_thread_id"] == topic


async def test_a_tap_on_a_message_that_is_gone(place: Place, heard: Heard) -> None:
    await place.client.tap(place.me, place.group, 77, json.dumps({}), force=True)
    query = (await heard.next()).callback_query
    assert query is not None
    assert query.message is not None
    assert not query.message.is_accessible
