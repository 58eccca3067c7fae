"""Answers taps: at once, and not through the outbox, for they are not limited."""

from __future__ import annotations

import logging

from telegram import CallbackQuery, Update
from telegram.error import BadRequest, NetworkError, RetryAfter

from bot.handlers.context import Context, group_of
from bot.usecases.common import Person, Reply

MAX_ANSWER = 200
ANSWER_TRIES = 2

log = logging.getLogger(__name__)


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
