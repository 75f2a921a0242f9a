"""A connection with the extension of one browser: both sides prove who they are, then it stays open."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from ...core.fault import Fault
from ...core.json import Object, brief, loads
from ...core.limits import Limits
from ..socket.message import read_message, written
from .messages import FROM_EXTENSION
from .pairing import Pairings, is_proof, proof
from .relay import AWAY_SECONDS, BrowserRelay
from .task_messages import ABOUT_TASKS
from .tasks import BrowserTask

if TYPE_CHECKING:
    from ...app.app import App

HANDSHAKE_SECONDS: Final = 10.0
BEAT_SECONDS: Final = 20.0
"""A worker of an extension that hears nothing for 30 seconds is ended by the browser."""
REFUSED: Final = 4401
REPLACED: Final = 4409
TOO_LONG: Final = 1009
MISUSED: Final = 1008
HANDSHAKE: Final = ("hello", "proof")
LATER: Final = {name: kind for name, kind in FROM_EXTENSION.items() if name not in HANDSHAKE}
LONGEST: Final = 64_000_000
"""Characters of a message that comes in parts."""
RESTARTS: Final = 1012
"""The close code of a server that ends."""


class ExtensionLinks:
    """The browsers that are paired with a home, and those that are connected."""

    def __init__(
        self,
        home: Path,
        limits: Limits,
        closing: asyncio.Event,
        app: App | None = None,
        away: float = AWAY_SECONDS,
    ) -> None:
        """Without an `app` no browser starts tasks. One that is `away` for so many seconds counts as gone."""
        self.app = app
        self.away = away
        self.pairings = Pairings(home)
        self.limits = limits
        self.closing = closing
        self.connected: dict[str, ExtensionLink] = {}
        """By their pairings."""
        self.relays: dict[str, BrowserRelay] = {} if app is None else app.chrome.relays
        """By their pairings, of all that have been connected."""

    async def revoke(self, pairing: str) -> None:
        """End a pairing, and the connection of its browser. Raises a Fault where there is none."""
        self.pairings.revoke(pairing)
        if (relay := self.relays.pop(pairing, None)) is not None:
            relay.end()
        if (link := self.connected.get(pairing)) is not None:
            await link.close(REFUSED, "The pairing was revoked.")


class ExtensionLink:
    """One connection."""

    def __init__(self, links: ExtensionLinks, socket: WebSocket) -> None:
        self._links = links
        self._socket = socket
        self.pairing = ""
        self._parts: list[str] = []
        """The pieces so far of a long message."""

    async def serve(self) -> None:
        """Speak with the extension until it goes, its pairing is revoked or the server ends."""
        await self._socket.accept()
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS):
                self.pairing = await self._greet()
        except Fault as fault:
            await self._refuse(fault)
            return
        except (TimeoutError, WebSocketDisconnect):
            return
        await self._stay()

    async def close(self, code: int, why: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(code, why)

    async def _greet(self) -> str:
        """Return the pairing of the browser on the other side, once both have shown that they know its key."""
        hello = await self._read("hello")
        named = hello.get("pairing")
        key = self._links.pairings.key_of(named)
        if key is None:
            raise _unknown(named)
        own = secrets.token_hex(16)
        nonces = f"{hello['nonce']}\n{own}"
        await self.send("challenge", {"nonce": own, "proof": proof(key, "server", nonces)})
        given = (await self._read("proof"))["proof"]
        if not is_proof(given, key, "extension", nonces):
            self._links.pairings.failed(named)
            raise Fault("denied", "The browser does not know this pairing.", hint=PAIR_HINT, retry=False)
        pairing = named or self._links.pairings.pair(key, nonces, hello["name"]).id
        await self.send("welcome", {"pairing": pairing})
        return str(pairing)

    async def _stay(self) -> None:
        """Keep the connection until either side ends it. A browser has one: a newer one ends the older."""
        connected = self._links.connected
        if (before := connected.pop(self.pairing, None)) is not None:
            await before.close(REPLACED, "The same browser has connected again.")
        connected[self.pairing] = self
        relay = self._links.relays.setdefault(self.pairing, BrowserRelay(self.pairing, self._links.away))
        task = None if self._links.app is None else BrowserTask(self._links.app, self.send)
        listening = self._listen(relay, task)
        work = [asyncio.ensure_future(each) for each in (listening, self._beat(), self._links.closing.wait())]
        try:
            await asyncio.wait(work, return_when=asyncio.FIRST_COMPLETED)
            await self.close(RESTARTS, "The server ends.")
        finally:
            if connected.get(self.pairing) is self:
                del connected[self.pairing]
            relay.left(self.send)
            if task is not None:
                task.leave()
            for each in work:
                each.cancel()
            await asyncio.wait(work)

    async def _listen(self, relay: BrowserRelay, task: BrowserTask | None) -> None:
        with suppress(WebSocketDisconnect):
            try:
                while True:
                    message = self._whole(_said(await self._next()))
                    if message is None:
                        continue
                    if message["type"] not in ABOUT_TASKS:
                        relay.hear(message, self.send)
                    elif task is not None:
                        task.hear(message)
            except ValueError:
                await self.close(MISUSED, "This is no JSON.")
            except Fault as fault:
                await self.close(TOO_LONG if fault.code == "limit" else MISUSED, fault.message)

    def _whole(self, message: Object) -> Object | None:
        """Return a message, or the one whose last piece this is; None for another piece."""
        if message["type"] != "part":
            return message
        self._parts.append(message["text"])
        if sum(map(len, self._parts)) > LONGEST:
            raise Fault("limit", "The message is too long.", expected=f"at most {LONGEST:,} characters")
        if not message["last"]:
            return None
        whole, self._parts = "".join(self._parts), []
        return _said(whole)

    async def _beat(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await asyncio.sleep(BEAT_SECONDS)
                await self.send("beat", {})

    async def _read(self, expected: str) -> Object:
        """Return the next message, which must be of a kind."""
        kinds = {expected: FROM_EXTENSION[expected]}
        return read_message(await self._next(), kinds, self._links.limits)

    async def _next(self) -> str:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        return message.get("text") or ""

    async def send(self, name: str, data: Object) -> None:
        await self._socket.send_text(written(name, data))

    async def _refuse(self, fault: Fault) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self.send("refused", {"fault": fault.to_json()})
            await self._socket.close(REFUSED, fault.message)


def _said(text: str) -> Object:
    """Return what a paired browser says; half characters of a page become what stands for an unreadable one."""
    try:
        message = loads(text)
    except ValueError:
        written_whole = json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8", "replace")
        message = loads(written_whole)
    name = str(message.get("type")) if isinstance(message, dict) else ""
    if isinstance(message, dict) and name in ABOUT_TASKS:
        return message  # what is wrong with it is its answer
    kind = LATER.get(name)
    if kind is None or not isinstance(message, dict) or not kind.schema.accepts(message):
        raise Fault("invalid_input", "This is no message of the extension.", received=brief(text[:60]))
    return message


PAIR_HINT: Final = "Get a new code with `pollex extension --pair`; it holds once, for two minutes and five tries."


def _unknown(pairing: str | None) -> Fault:
    message = (
        "No code is waiting to be used." if pairing is None else "This pairing has ended, or is of another Pollex."
    )
    return Fault("denied", message, received=pairing, hint=PAIR_HINT, retry=False)
