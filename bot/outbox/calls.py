"""The calls that show something, as the outbox makes them: text or photo, sent or edited."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import timedelta

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, RetryAfter

from bot import pictures
from bot.screens.model import PHOTO, Document, Screen

LOST = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "in the message to edit",  # there is no text, or no caption: it is a photo, or it is none
)
"""What Telegram says of a message that cannot be edited any more."""

_SAME = "not modified"
_GONE = ("message to delete not found", "message can't be deleted")
_PHOTO_NAME = "hand.png"
_NO_PREVIEW = LinkPreviewOptions(is_disabled=True)


@dataclass(frozen=True, slots=True)
class Calls:
    """Makes the calls."""

    bot: Bot

    async def send(self, chat: int, topic: int | None, screen: Screen) -> int:
        """Send a screen as a new message; its number."""
        photo = await _drawn(screen)
        if photo is not None:
            message = await self.bot.send_photo(
                chat,
                photo,
                caption=screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                reply_markup=markup(screen),
                filename=_PHOTO_NAME,
            )
        else:
            message = await self.bot.send_message(
                chat,
                screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                reply_markup=markup(screen),
                link_preview_options=_NO_PREVIEW,
            )
        return message.message_id

    async def send_document(self, chat: int, topic: int | None, caption: Screen, document: Document) -> None:
        """Send a file with a caption."""
        await self.bot.send_document(
            chat,
            document.content,
            filename=document.name,
            caption=caption.text,
            parse_mode=ParseMode.HTML,
            message_thread_id=topic,
            reply_markup=markup(caption),
        )

    async def edit(self, chat: int, message_id: int, screen: Screen, before: str = "") -> None:
        """Let a message show a screen; ``before`` is the digest of what it surely shows, if that is known."""
        same = screen.picture is not None and before.startswith(screen.picture.mark)
        photo = None if same else await _drawn(screen)
        try:
            if photo is not None:
                media = InputMediaPhoto(photo, screen.text, ParseMode.HTML, filename=_PHOTO_NAME)
                await self.bot.edit_message_media(media, chat, message_id, reply_markup=markup(screen))
            elif screen.picture is not None:
                await self.bot.edit_message_caption(
                    chat,
                    message_id,
                    caption=screen.text,
                    parse_mode=ParseMode.HTML,
                    reply_markup=markup(screen),
                )
            else:
                await self.bot.edit_message_text(
                    screen.text,
                    chat,
                    message_id,
                    parse_mode=ParseMode.HTML,
                    reply_markup=markup(screen),
                    link_preview_options=_NO_PREVIEW,
                )
        except BadRequest as error:
            if _SAME not in error.message.lower():
                raise

    async def tidy(self, chat: int, message_id: int, *, group: bool) -> str:
        """Take an old message away in private, an old keyboard in a group; what is said if it stays."""
        try:
            if group:
                await self.bot.edit_message_reply_markup(chat, message_id)
            else:
                await self.bot.delete_message(chat, message_id)
        except BadRequest as error:
            words = error.message.lower()
            return "" if any(known in words for known in (*_GONE, *LOST, _SAME)) else error.message
        return ""


def is_photo(digest: str) -> bool:
    """Whether what a digest is of is a photo."""
    return digest.startswith(PHOTO)


async def _drawn(screen: Screen) -> bytes | None:
    """The picture of a screen as a file, if it has one; drawn beside everything else."""
    return None if screen.picture is None else await asyncio.to_thread(pictures.png, screen.picture)


def wait_of(error: RetryAfter) -> timedelta:
    """How long Telegram wants to be left alone."""
    value = error.retry_after
    return value if isinstance(value, timedelta) else timedelta(seconds=value)


def markup(screen: Screen) -> InlineKeyboardMarkup | None:
    """The keyboard of a screen for Telegram."""
    if not screen.keyboard:
        return None
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(
                    button.text, callback_data=button.data, url=button.url, style=button.style or None
                )
                for button in row
            ]
            for row in screen.keyboard
        ]
    )
