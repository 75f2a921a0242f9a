"""The one place where exceptions end: a client gets the fault, or a number by which to find the error in the log."""

from __future__ import annotations

import logging
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ..core.fault import Fault
from .answer import fault_answer
from .refusal import own_mistake

POLICY_VIOLATION = 1008
"""The WebSocket close code of a connection that is refused."""


class Failures:
    """Answers every exception of the app inside. What is no Fault of ours is logged, and its text never sent."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self.app(scope, receive, watched)
        except Fault as fault:
            await _answer(fault, started, scope, receive, send)
        except Exception:
            number = uuid4().hex[:8]
            logging.getLogger(__package__).exception("%s: %s %s", number, scope.get("method"), scope["path"])
            await _answer(own_mistake(number), started, scope, receive, send)


async def _answer(fault: Fault, started: bool, scope: Scope, receive: Receive, send: Send) -> None:
    if started:
        return  # the connection is closed in the middle of the answer, which the client notices
    if scope["type"] == "websocket" and "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": fault.code})
        return
    await fault_answer(fault)(scope, receive, send)
