"""`/extension`: takes the extensions of a few browsers; and what people ask about them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from ...core.json import Object
from ..endpoint import ApiRequest, Endpoint
from ..schemas import TEXT, listed, shape
from ..sockets import SocketPath
from .link import ExtensionLink, ExtensionLinks
from .pairing import CODE_SECONDS

MAX_SOCKETS: Final = 16
CODE: Final = shape({"code": TEXT, "seconds": {"type": "number", "description": "How long it holds."}})
PAIRING: Final = shape({"id": TEXT, "name": TEXT, "since": TEXT, "connected": {"type": "boolean"}})


def extension_path(links: ExtensionLinks) -> SocketPath:
    return SocketPath(lambda socket: ExtensionLink(links, socket).serve(), MAX_SOCKETS)


async def list_pairings(asked: ApiRequest) -> Object:
    links = asked.state.extensions
    return {"pairings": [_shown(asdict(each), connected=each.id in links.connected) for each in links.pairings]}


async def new_code(asked: ApiRequest) -> Object:
    return {"code": asked.state.extensions.pairings.new_code(asked.state.access.port), "seconds": CODE_SECONDS}


async def revoke_pairing(asked: ApiRequest) -> Object:
    await asked.state.extensions.revoke(asked.path["pairing"])
    return {"ok": True}


def _shown(pairing: Object, *, connected: bool) -> Object:
    return {name: pairing[name] for name in ("id", "name", "since")} | {"connected": connected}


LIST: Final = "/api/extension"
EXTENSION_ENDPOINTS: Final = (
    Endpoint("GET", LIST, "List the paired browsers", list_pairings, shape({"pairings": listed(PAIRING)})),
    Endpoint("POST", f"{LIST}/codes", "Get a code that pairs one browser", new_code, CODE),
    Endpoint("DELETE", f"{LIST}/{{pairing}}", "End a pairing", revoke_pairing, shape({"ok": {"const": True}})),
)
