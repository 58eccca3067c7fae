"""Answers taps: at once, and not through the outbox, for they are not limited."""

from __future__ import annotations

import logging

from telegram import CallbackQuery, Message, Update
from telegram.error import BadRequest, NetworkError, RetryAfter

from bot.handlers.context import Context, group_of, person_of
from bot.locales.message import Text
from bot.usecases.common import Person, Reply

MAX_ANSWER = 200
ANSWER_TRIES = 2

log = logging.getLogger(__name__)


async def admit(update: Update, context: Context) -> tuple[CallbackQuery, Person] | None:
    """A tap and whose it is; none if it is one too many of theirs, which has been said then."""
    query = update.callback_query
    if query is None:
        return None
    person = person_of(query.from_user)
    if context.parts.too_many_taps(person.telegram_id):
        await answer(query, context, person, update, Reply(Text.of("notice-slow-down")))
        return None
    return query, person


def offers(message: Message, prefix: str) -> bool:
    """Whether a message has a button that begins so: one can be made up, and no other message must suffer."""
    rows = message.reply_markup.inline_keyboard if message.reply_markup is not None else ()
    return any(str(button.callback_data or "").startswith(prefix) for row in rows for button in row)


async def answer(
    query: CallbackQuery, context: Context, person: Person, update: Update, reply: Reply
) -> None:
    """Answer a tap. What it did is done, so that an answer that does not get through is no error."""
    context.parts.services.observer.answer(_kind(reply))
    text = reply.hand
    if text is None and reply.text is not None:
        language = reply.language or await context.parts.persons.language(person, group_of(update))
        text = context.parts.locales.say(language, reply.text)
    words = text[:MAX_ANSWER] if text else None
    for _ in range(ANSWER_TRIES):
        try:
            await query.answer(words, show_alert=reply.alert, url=reply.url)
        except BadRequest as error:
            if "too old" not in error.message.lower():
                raise
            return
        except NetworkError as error:
            log.info("update %s: the answer failed: %s", update.update_id, type(error).__name__)
        except RetryAfter:
            log.info("update %s: no answer is taken now", update.update_id)
            return
        else:
            return


def _kind(reply: Reply) -> str:
    """What kind of answer it is: the key of its sentence, if it has one."""
    if reply.text is not None:
        return reply.text.key
    return "link" if reply.url else "hand" if reply.hand else "nothing"
