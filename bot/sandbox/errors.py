"""How the Bot API refuses: an HTTP status, Telegram's own description, and parameters."""

from __future__ import annotations

from typing import Any

SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
STALE_QUERY = "query is too old and response timeout expired or query ID is invalid"


class ApiError(Exception):
    """A refusal: the HTTP status, Telegram's description, and its parameters."""

    def __init__(self, status: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.parameters = parameters


def bad_request(description: str) -> ApiError:
    """A 400."""
    return ApiError(400, f"Bad Request: {description}")


def forbidden(description: str) -> ApiError:
    """A 403."""
    return ApiError(403, f"Forbidden: {description}")


def conflict(description: str) -> ApiError:
    """A 409."""
    return ApiError(409, f"Conflict: {description}")


def too_many_requests(seconds: int) -> ApiError:
    """A 429 that says after how many seconds to try again."""
    return ApiError(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
