"""The methods that say how updates reach the bot: by polling, or at a webhook."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import urlsplit

from bot.sandbox.errors import bad_request
from bot.sandbox.params import Json, Params
from bot.sandbox.world import World

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_LOCAL = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Subscriptions:
    """Each method takes parameters and gives the ``result``, or raises an :class:`ApiError`."""

    world: World

    def set_webhook(self, params: Params) -> bool:
        """``setWebhook``; without an address as ``deleteWebhook``. The loopback interface needs no TLS."""
        url, secret = params.text("url", ""), params.text("secret_token", "")
        if not url:
            return self.delete_webhook(params)
        parts = urlsplit(url)
        local = parts.hostname in _LOCAL
        if parts.scheme != "https" and not (local and parts.scheme == "http"):
            raise bad_request("bad webhook: An HTTPS URL must be provided for webhook")
        if not local:
            raise bad_request("bad webhook: IP address is reserved: only the loopback interface is reached")
        if secret and not _SECRET.fullmatch(secret):
            raise bad_request("secret token contains unallowed characters")
        if not 1 <= params.integer("max_connections", 40) <= 100:
            raise bad_request("max_connections must be between 1 and 100")
        self._allow(params)
        self._drop(params)
        self.world.webhook = {"url": url, "secret_token": secret}
        self.world.wake()
        return True

    def delete_webhook(self, params: Params) -> bool:
        """``deleteWebhook``."""
        self.world.webhook = {}
        self._drop(params)
        self.world.wake()
        return True

    def webhook_info(self, _: Params) -> Json:
        """``getWebhookInfo``."""
        webhook = self.world.webhook
        found: Json = {
            "url": webhook.get("url", ""),
            "has_custom_certificate": False,
            "pending_update_count": len(self.world.updates),
        }
        names = ("last_error_date", "last_error_message")
        found |= {name: webhook[name] for name in names if name in webhook}
        if self.world.allowed is not None:
            found["allowed_updates"] = self.world.allowed
        return found

    def confirm(self, params: Params) -> int:
        """The confirming part of ``getUpdates``; how many updates are wanted at most."""
        if not 1 <= params.integer("limit", 100) <= 100:
            raise bad_request("limit must be between 1 and 100")
        self._allow(params)
        offset = params.integer("offset", 0)
        if offset < 0:  # so many from the end; what lies before is forgotten
            offset = self.world.next_update + offset
        self.world.forget_before(offset)
        return params.integer("limit", 100)

    def _allow(self, params: Params) -> None:
        if params.has("allowed_updates"):
            allowed = params.parsed("allowed_updates")
            if not isinstance(allowed, list):
                raise bad_request("can't parse allowed_updates: expected an Array of String")
            self.world.allowed = allowed or None

    def _drop(self, params: Params) -> None:
        if params.truth("drop_pending_updates"):
            self.world.forget_before(self.world.next_update)
