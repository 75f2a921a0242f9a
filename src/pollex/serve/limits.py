"""Limits of what one client may take: bytes and seconds of a body, and requests at a time."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .guard import ENTERED
from .refusal import HttpRefusal

DRAIN: Final = 10.0
"""Seconds in which the rest of a body that is too large is thrown away, so that its sender gets to read the answer."""


@dataclass(frozen=True, slots=True)
class ServerLimits:
    """What a server takes at the most."""

    body_bytes: int = 9_000_000
    body_seconds: float = 30.0
    requests: int = 128
    """Requests at a time, without streams of events."""
    strangers: int = 32
    """Requests at a time of clients without a token: they keep nobody out who has one."""
    listeners: int = 256
    """Streams of events at a time."""
    stall_seconds: float = 60.0
    """How long a listener may read nothing."""


class RequestLimits:
    """Counts requests, and gives the app inside bodies that have an end."""

    def __init__(self, app: ASGIApp, limits: ServerLimits) -> None:
        self.app = app
        self.limits = limits
        self.active = {True: 0, False: 0}
        """How many go on, with and without a token."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known, counted = scope.get(ENTERED, False), True
        most = self.limits.requests if known else self.limits.strangers
        if self.active[known] >= most:
            raise too_many("requests", most)
        self.active[known] += 1

        async def watched(message: Message) -> None:
            nonlocal counted
            if counted and message["type"] == "http.response.start" and _is_stream(message):
                self.active[known] -= 1
                counted = False
            await send(message)

        try:
            await self.app(scope, await self._limited(Headers(scope=scope), receive), watched)
        finally:
            self.active[known] -= counted

    async def _limited(self, headers: Headers, receive: Receive) -> Receive:
        """Return a `receive` that raises a HttpRefusal for a body that is too large or too slow."""
        most = self.limits.body_bytes
        if "content-length" in headers and "transfer-encoding" in headers:
            raise _two_lengths()
        declared = headers.get("content-length", "0")
        if declared.isdigit() and int(declared) > most:
            if "expect" not in headers:
                await _drain(receive)
            raise _too_large(most, f"{declared} bytes")
        deadline = asyncio.get_running_loop().time() + self.limits.body_seconds
        seen, complete = 0, False

        async def limited() -> Message:
            nonlocal seen, complete
            try:
                async with asyncio.timeout_at(None if complete else deadline):
                    message = await receive()
            except TimeoutError:
                raise _too_slow(self.limits.body_seconds) from None
            if message["type"] == "http.request":
                seen += len(message.get("body", b""))
                complete = not message.get("more_body", False)
            if seen > most:
                if not complete:
                    await _drain(receive)
                raise _too_large(most, "more")
            return message

        return limited


async def _drain(receive: Receive) -> None:
    try:
        async with asyncio.timeout(DRAIN):
            while (await receive()).get("more_body", False):
                pass
    except TimeoutError:
        pass


def _is_stream(message: Message) -> bool:
    return Headers(raw=message["headers"]).get("content-type", "").startswith("text/event-stream")


def too_many(what: str, most: int) -> HttpRefusal:
    hint = "Wait for some to end, then try again."
    return HttpRefusal(
        429,
        "limit",
        f"Too many {what} at a time.",
        expected=f"at most {most}",
        hint=hint,
        headers={"Retry-After": "1"},
        retry=True,
    )


def _too_large(most: int, received: str) -> HttpRefusal:
    hint = "Put large data into a file and send its path."
    return HttpRefusal(
        413, "limit", "The body is too large.", expected=f"at most {most} bytes", received=received, hint=hint
    )


def _two_lengths() -> HttpRefusal:
    """Return the refusal of a body whose end is given in two ways: a proxy may see another request behind it."""
    expected, received = "Content-Length or Transfer-Encoding", "both"
    closed = {"Connection": "close"}
    return HttpRefusal(
        400,
        "invalid_input",
        "The length of the body is ambiguous.",
        expected=expected,
        received=received,
        headers=closed,
    )


def _too_slow(seconds: float) -> HttpRefusal:
    expected = f"the whole body within {seconds:g} s"
    return HttpRefusal(
        408, "timeout", "The body did not arrive in time.", expected=expected, headers={"Connection": "close"}
    )
