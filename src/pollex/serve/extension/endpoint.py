"""`/extension`: takes the extensions of a few browsers; and what people ask about them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from ...core.json import Object
from ..endpoint import ApiRequest, Endpoint
from ..limits import too_many
from ..refusal import HttpRefusal
from ..schemas import TEXT, listed, shape
from .link import ExtensionLink, ExtensionLinks

MAX_SOCKETS: Final = 16
PAIRING: Final = shape({"id": TEXT, "name": TEXT, "since": TEXT, "connected": {"type": "boolean"}})


class ExtensionEndpoint:
    """The ASGI app behind the guard that speaks with extensions."""

    def __init__(self, links: ExtensionLinks) -> None:
        self.links = links
        self._sockets = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            upgrade = {"Upgrade": "websocket", "Connection": "Upgrade"}
            message = "This address speaks WebSocket."
            raise HttpRefusal(426, "invalid_input", message, expected="a WebSocket", headers=upgrade)
        if self._sockets >= MAX_SOCKETS:
            raise too_many("sockets", MAX_SOCKETS)
        self._sockets += 1
        try:
            await ExtensionLink(self.links, WebSocket(scope, receive, send)).serve()
        finally:
            self._sockets -= 1


async def list_pairings(asked: ApiRequest) -> Object:
    links = asked.state.extensions
    return {"pairings": [_shown(asdict(each), connected=each.id in links.connected) for each in links.pairings]}


async def new_code(asked: ApiRequest) -> Object:
    return {"code": asked.state.extensions.pairings.new_code(asked.state.access.port)}


async def revoke_pairing(asked: ApiRequest) -> Object:
    await asked.state.extensions.revoke(asked.path["id"])
    return {"ok": True}


def _shown(pairing: Object, *, connected: bool) -> Object:
    return {name: pairing[name] for name in ("id", "name", "since")} | {"connected": connected}


LIST: Final = "/api/extension"
EXTENSION_ENDPOINTS: Final = (
    Endpoint("GET", LIST, "List the paired browsers", list_pairings, shape({"pairings": listed(PAIRING)})),
    Endpoint("POST", f"{LIST}/codes", "Get a code that pairs one browser", new_code, shape({"code": TEXT})),
    Endpoint("DELETE", f"{LIST}/{{id}}", "End a pairing", revoke_pairing, shape({"ok": {"const": True}})),
)
