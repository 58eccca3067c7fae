"""Requests of the user side: JSON in, JSON out, refusals with a reason."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.sandbox.params import Params

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_STATUS = {400: web.HTTPBadRequest, 404: web.HTTPNotFound, 504: web.HTTPGatewayTimeout}


def refuse(message: str, status: int = 400) -> web.HTTPException:
    """A refusal of the user side."""
    body = json.dumps({"error": message}, ensure_ascii=False)
    return _STATUS[status](text=body, content_type="application/json")


async def read_body(request: web.Request) -> Params:
    """The JSON object that a request carries; none is an empty one."""
    try:
        body = await request.json() if request.can_read_body else {}
    except ValueError:
        raise refuse("the body is not JSON") from None
    if not isinstance(body, dict):
        raise refuse("the body is no object")
    return Params(body, refuse)


def read_query(request: web.Request) -> Params:
    """What stands behind the question mark."""
    return Params(dict(request.query), refuse)
