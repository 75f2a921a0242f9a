"""The guard in front of every route: which names, pages and clients may ask, before a byte of a body is read."""

from __future__ import annotations

from typing import Final

from starlette.datastructures import Headers, QueryParams
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .access import Access
from .refusal import HttpRefusal

SOCKET: Final = "/socket"
EXTENSION: Final = "/extension"
EXTENSION_ORIGIN: Final = "chrome-extension://gcjhjanhmhjnkjkpombnpbbaoohkcpol"
"""Of the extension whose manifest has our key: no page of a browser says that. Its socket asks for proof besides."""
OPEN: Final = ("/healthz", "/enter", "/", SOCKET, EXTENSION)
"""Paths that need no token. They show nothing of what is here; the socket's first message must have it."""
FILES: Final = "/static/"
"""The files of the page, which are the same everywhere."""
ENTRY: Final = "/enter"
"""Takes an entry from a file on this machine too: a page of no origin."""
SITES: Final = ("same-origin", "none")
"""What `Sec-Fetch-Site` may say: a page of ours, or a person who typed the address."""
READS: Final = ("GET", "HEAD")
TICKET: Final = "ticket"
"""The part of a query by which one address can be read."""
ENTERED: Final = "pollex.entered"
"""Whether the client has shown a token, in the scope of a request."""

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""On every answer that does not say otherwise."""
RAW_HEADERS: Final = tuple((name.lower().encode(), value.encode()) for name, value in HEADERS.items())


class AccessGuard:
    """Lets through who may come in; raises a HttpRefusal for everybody else."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access
        self._hosts = access.hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if host not in self._hosts:
            raise _denied(
                "This server is not called by that name.", expected=" or ".join(sorted(self._hosts)), received=host
            )
        if scope["path"] == EXTENSION:
            _check_extension(headers)
        elif not (scope["path"] == ENTRY and scope.get("method") == "POST"):
            self._check_origin(host, headers, socket=_is_socket(scope, headers))
        scope[ENTERED] = self._check_secret(host, headers, scope)
        await self.app(scope, receive, send)

    def _check_origin(self, host: str, headers: Headers, *, socket: bool) -> None:
        """Refuse pages of other origins, and sockets that do not say where they come from."""
        for site in headers.getlist("sec-fetch-site"):
            if site not in SITES:
                raise _denied("A page of another site asks.", expected=" or ".join(SITES), received=site)
        origins = headers.getlist("origin")
        own = (f"http://{host}", f"https://{host}")
        if any(origin not in own for origin in origins):
            raise _denied("A page of another origin asks.", expected=own[0], received=", ".join(origins))
        if socket and not origins:
            raise _denied(
                "A socket must say of which origin it is.", expected=f"Origin: {own[0]}", received="no Origin"
            )

    def _check_secret(self, host: str, headers: Headers, scope: Scope) -> bool:
        """Return whether the client is known; raise a HttpRefusal where it must be and is not."""
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and self.access.opens(given.strip(), host):
            return True
        path = scope["path"]
        ticket = QueryParams(scope.get("query_string", b"")).get(TICKET, "")
        if ticket and scope.get("method") in READS and self.access.sessions.fits(path, ticket):
            return True
        if (path in OPEN or path.startswith(FILES)) and not (path == SOCKET and scheme):
            return False
        hint = "Send `Authorization: Bearer TOKEN`; the token is in serve.json in POLLEX_HOME while the server runs."
        named = {"WWW-Authenticate": "Bearer"}
        raise HttpRefusal(401, "denied", "This needs the token of the server.", hint=hint, headers=named, retry=False)


class SafeHeaders:
    """Adds the headers that keep answers out of other pages and caches. There are none of CORS."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = {name for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(each for each in RAW_HEADERS if each[0] not in given)]
            await send(message)

        await self.app(scope, receive, with_headers)


def _check_extension(headers: Headers) -> None:
    """Refuse whoever is not our extension."""
    origins = headers.getlist("origin")
    if origins != [EXTENSION_ORIGIN]:
        received = ", ".join(origins) or "no Origin"
        raise _denied("Only the extension of Pollex asks here.", expected=EXTENSION_ORIGIN, received=received)


def _is_socket(scope: Scope, headers: Headers) -> bool:
    return scope["type"] == "websocket" or headers.get("upgrade", "").lower() == "websocket"


def _denied(message: str, *, expected: str, received: str) -> HttpRefusal:
    return HttpRefusal(403, "denied", message, expected=expected, received=received, retry=False)
