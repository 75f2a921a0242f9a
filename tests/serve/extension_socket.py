"""The extension's side of its socket, for tests that need no browser."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from pollex.serve.extension.pairing import code_key, pairing_key, proof
from pollex.serve.guard import EXTENSION_ORIGIN

from ..waits import PATIENCE
from .served import Served


@contextmanager
def socket(
    served: Served, origin: str | None = EXTENSION_ORIGIN, **hello: Any
) -> Iterator[tuple[ClientConnection, str]]:
    """A connection that has said hello, and its nonce."""
    nonce = secrets.token_hex(16)
    with connect(
        f"ws://127.0.0.1:{served.port}/extension", origin=None if origin is None else Origin(origin), proxy=None
    ) as opened:
        opened.send(json.dumps({"type": "hello", "nonce": nonce, "name": "Chrome 156 on Linux", **hello}))
        yield opened, nonce


def code_of(served: Served, code: str = "") -> str:
    """What of a code is secret; of a new one, unless one is named."""
    code = code or str(served.client.post("/api/extension/codes").json()["code"])
    port, _, words = code.partition("-")
    assert (port, len(words)) == (str(served.port), 19)
    return words.replace("-", "")


def pairings(served: Served) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = served.client.get("/api/extension").json()["pairings"]
    return found


def said(opened: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(opened.recv(timeout=PATIENCE))
    return found


def paired(served: Served, code: str = "") -> tuple[str, bytes]:
    """A new pairing with its key, by a new code or one that is shown somewhere."""
    key = code_key(code_of(served, code))
    with socket(served) as (opened, nonce):
        welcome, nonces = shake(opened, nonce, key)
    assert welcome["type"] == "welcome", welcome
    return welcome["pairing"], pairing_key(key, nonces)


def shake(opened: ClientConnection, nonce: str, key: bytes) -> tuple[dict[str, Any], str]:
    """The rest of a handshake: what it ends with, and the nonces."""
    challenge = said(opened)
    nonces = f"{nonce}\n{challenge['nonce']}"
    assert challenge["proof"] == proof(key, "server", nonces)
    opened.send(json.dumps({"type": "proof", "proof": proof(key, "extension", nonces)}))
    return said(opened), nonces


@contextmanager
def connected(served: Served, pairing: str, key: bytes) -> Iterator[ClientConnection]:
    """A connection of a paired browser, ready for what comes after the greeting."""
    with socket(served, pairing=pairing) as (opened, nonce):
        welcome, _ = shake(opened, nonce, key)
        assert welcome["type"] == "welcome", welcome
        yield opened
