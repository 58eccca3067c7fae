"""What a message says and shows: texts, captions, keyboards, files, checked as Telegram checks them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.sandbox.entities import Entity, MarkupError, trimmed, utf16
from bot.sandbox.errors import bad_request
from bot.sandbox.files import File, Files
from bot.sandbox.html_markup import parse_html
from bot.sandbox.markdown_markup import parse_markdown
from bot.sandbox.model import BOT_USERNAME, Chat, User
from bot.sandbox.params import Json, Params

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_DATA = 64
MAX_ROW = 8
MAX_BUTTONS = 100
MAX_KEYBOARD_BYTES = 10_000
MAX_START = 64
MAX_PHOTO_BYTES = 10 * 2**20
MAX_PHOTO_SIDES = 10_000
"""How much a photo's width and height may be together."""
MAX_PHOTO_RATIO = 20
STYLES = ("danger", "success", "primary")

_CAPTIONED = {"type", "media", "caption", "parse_mode", "caption_entities"}
_MEDIA = {
    "photo": _CAPTIONED | {"show_caption_above_media", "has_spoiler"},
    "document": _CAPTIONED | {"disable_content_type_detection"},
}
"""The fields of what may replace a photo or a document."""

_PARSERS = {"html": parse_html, "markdownv2": parse_markdown}

Keyboard = list[list[Json]]
Text = tuple[str, list[Entity]]


def read_text(params: Params, key: str, users: Mapping[int, User]) -> Text:
    """The ``text`` or ``caption`` of a call, with its entities."""
    raw = params.text(key, "")
    text, entities = _parsed(params, raw, "entities" if key == "text" else "caption_entities")
    known = [found for entity in entities if (found := _mention(entity, users)) is not None]
    if key == "text" and not text:
        raise bad_request("message text is empty")
    if utf16(text) > (MAX_TEXT if key == "text" else MAX_CAPTION):
        raise bad_request("message is too long" if key == "text" else "message caption is too long")
    return text, known


def _parsed(params: Params, raw: str, entities: str) -> Text:
    mode = params.text("parse_mode", "")
    if not mode:
        given = params.parsed(entities) or []
        return trimmed(raw, [_given_entity(item) for item in given])
    parser = _PARSERS.get(mode.lower())
    if parser is None:
        raise bad_request("unsupported parse_mode")
    try:
        return parser(raw)
    except MarkupError as error:
        raise bad_request(str(error)) from None


def _given_entity(item: Any) -> Entity:
    if not isinstance(item, dict):
        raise bad_request("can't parse MessageEntity: expected an Object")
    params = Params(item, bad_request)
    extra = {key: value for key, value in item.items() if key not in ("type", "offset", "length")}
    return Entity(params.text("type"), params.integer("offset"), params.integer("length"), extra)


def _mention(entity: Entity, users: Mapping[int, User]) -> Entity | None:
    """A link to a person becomes a mention, if the person is known; else it is plain text."""
    url = str(entity.extra.get("url", ""))
    if entity.type != "text_link" or not url.startswith("tg://user?id="):
        return entity
    number = url.removeprefix("tg://user?id=")
    user = users.get(int(number)) if number.isdecimal() else None
    if user is None:
        return None
    return Entity("text_mention", entity.offset, entity.length, {"user": user.as_json()})


def read_keyboard(params: Params, chat: Chat) -> Keyboard | None:
    """The inline keyboard of a call; none if there is none, or an empty one."""
    markup = params.parsed("reply_markup")
    if markup is None:
        return None
    rows = markup.get("inline_keyboard") if isinstance(markup, dict) else None
    if not isinstance(rows, list) or set(markup) != {"inline_keyboard"}:
        raise bad_request("object expected as reply markup")
    if not all(isinstance(row, list) for row in rows):
        raise bad_request("can't parse reply keyboard markup JSON object")
    rows = [row for row in rows if row]
    if any(len(row) > MAX_ROW for row in rows) or sum(map(len, rows)) > MAX_BUTTONS:
        raise bad_request("reply markup is too long")
    if len(json.dumps(rows, ensure_ascii=False).encode()) > MAX_KEYBOARD_BYTES:
        raise bad_request("reply markup is too long")
    for row in rows:
        for button in row:
            _check_button(button, chat)
    return rows or None


def _check_button(button: Any, chat: Chat) -> None:
    if not isinstance(button, dict):
        raise bad_request("can't parse inline keyboard button: expected an Object")
    params = Params(button, bad_request)
    if not params.text("text", "").strip():
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    kinds = [key for key in ("callback_data", "url", "web_app") if key in button]
    if len(kinds) != 1 or set(button) - {"text", "style", *kinds}:
        raise bad_request(
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard"
        )
    if "callback_data" in button and not 1 <= len(params.text("callback_data", "").encode()) <= MAX_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button and not _is_button_url(params.text("url", "")):
        raise bad_request("BUTTON_URL_INVALID")
    if "web_app" in button:
        _check_web_app(button["web_app"], chat)
    if "style" in button and button["style"] not in STYLES:
        raise bad_request("can't parse inline keyboard button: invalid button style specified")


def _check_web_app(app: Any, chat: Chat) -> None:
    if chat.type != "private":
        raise bad_request("BUTTON_TYPE_INVALID")
    if not isinstance(app, dict) or urlsplit(str(app.get("url", ""))).scheme != "https":
        raise bad_request("Web App URL is invalid: only HTTPS links are allowed")


def _is_button_url(url: str) -> bool:
    parts = urlsplit(url)
    if " " in url or parts.scheme not in ("http", "https", "tg"):
        return False
    return bool(parts.netloc) and (parts.scheme == "tg" or "." in parts.netloc or "localhost" in parts.netloc)


def read_file(files: Files, value: Any, kind: str) -> str:
    """The id of an uploaded file that a call names."""
    if not isinstance(value, str) or not value:
        raise bad_request(f"there is no {kind} in the request")
    if value.startswith(("http://", "https://")):
        raise bad_request("failed to get HTTP URL content")  # nothing is fetched from outside
    file = files.get(value)
    if file is None:
        raise bad_request("wrong file identifier/HTTP URL specified")
    if not file.content:
        raise bad_request("file must be non-empty")
    if kind == "photo":
        _check_photo(file)
    return value


def _check_photo(file: File) -> None:
    if len(file.content) > MAX_PHOTO_BYTES:
        raise bad_request(f"file of size {len(file.content)} bytes is too big for a photo")
    if not file.content_type.startswith("image/"):
        raise bad_request("IMAGE_PROCESS_FAILED")
    width, height = file.size
    if (
        width + height > MAX_PHOTO_SIDES
        or not 1 / MAX_PHOTO_RATIO <= width / max(height, 1) <= MAX_PHOTO_RATIO
    ):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")


def read_media(params: Params) -> Params:
    """The new photo or document of a call that replaces one, with nothing in it that is not known."""
    given = params.parsed("media")
    known = _MEDIA.get(str(given.get("type"))) if isinstance(given, dict) else None
    if known is None:
        raise bad_request("can't parse InputMedia: unsupported media type")
    unknown = set(given) - known
    if unknown:
        raise bad_request(f"unknown field {min(unknown)} of InputMedia")
    return Params(given, bad_request)


def start_payload(url: str) -> str | None:
    """The payload of ``https://t.me/BOT?start=PAYLOAD``, empty without one; ``None`` for another link."""
    parts = urlsplit(url)
    if parts.scheme != "https" or parts.netloc != "t.me" or parts.path.lower() != f"/{BOT_USERNAME}":
        return None
    query = parse_qs(parts.query, keep_blank_values=True)
    start = query.pop("start", [""])[0]
    plain = start.replace("-", "a").replace("_", "a")
    valid = not start or (len(start) <= MAX_START and plain.isalnum() and plain.isascii())
    return start if valid and not query else None
