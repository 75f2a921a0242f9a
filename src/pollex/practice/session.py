"""Sessions of visitors: a cookie holds the id, which comes from the seed and not from chance."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, TypeVar, cast

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

Part = TypeVar("Part")


@dataclass
class VisitorSession:
    """One visitor. Each site keeps its own kind of part here: `session.part(Basket)`."""

    id: str
    parts: dict[type[Any], object] = field(default_factory=dict)

    def part(self, kind: type[Part]) -> Part:
        """Return the part of this kind, made by calling the kind without arguments at first use."""
        if kind not in self.parts:
            self.parts[kind] = kind()
        return cast("Part", self.parts[kind])

    def forget(self, kind: type[Any]) -> None:
        self.parts.pop(kind, None)


@dataclass
class VisitorSessions:
    """All visitors since the last reset. `salt` keeps a cookie from before a reset from naming a new visitor."""

    salt: str
    known: dict[str, VisitorSession] = field(default_factory=dict)

    def find(self, identifier: str) -> VisitorSession | None:
        return self.known.get(identifier)

    def start(self) -> VisitorSession:
        identifier = sha256(f"{self.salt}:{len(self.known)}".encode()).hexdigest()[:32]
        session = VisitorSession(identifier)
        self.known[identifier] = session
        return session


@dataclass
class Visit:
    """One request's session, once it is used."""

    session: VisitorSession | None = None
    new: bool = False


def cookie_name(connection: HTTPConnection) -> str:
    """Return a cookie name with the port: cookies ignore ports, and two practice servers need two names."""
    return f"practice_{connection.url.port or 80}"


def session_of(connection: HTTPConnection) -> VisitorSession:
    """Return the visitor's session, started at the first call."""
    visit: Visit = connection.scope["practice.visit"]
    if visit.session is None:
        sessions: VisitorSessions = connection.app.state.world.sessions
        visit.session = sessions.find(connection.cookies.get(cookie_name(connection), ""))
        if visit.session is None:
            visit.session, visit.new = sessions.start(), True
    return visit.session


class SessionCookies:
    """Middleware that sends the cookie of a new session."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        visit = scope["practice.visit"] = Visit()

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and visit.new and visit.session is not None:
                cookie = f"{cookie_name(HTTPConnection(scope))}={visit.session.id}; Path=/; HttpOnly; SameSite=Lax"
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_with_cookie)
