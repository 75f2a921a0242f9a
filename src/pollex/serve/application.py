"""All routes as one ASGI application, with the guard and the limits in front."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from starlette.types import ASGIApp, Receive, Scope, Send

from .endpoint import Endpoint, PathApp
from .endpoints import ENDPOINTS
from .failures import Failures
from .guard import AccessGuard, SafeHeaders
from .limits import RequestLimits
from .metrics import ROUTE, Measured
from .refusal import HttpRefusal
from .routes import Routes
from .state import ServerState


def application(state: ServerState, mounted: Mapping[str, ASGIApp] | None = None) -> ASGIApp:
    """Return what a server serves: the endpoints, and further apps by their paths."""
    routes = Routes({path: PathApp(state, found) for path, found in _by_path().items()}, _nothing)
    inside = RequestLimits(Mounted(routes, mounted or {}), state.limits)
    return Measured(SafeHeaders(Failures(AccessGuard(inside, state.access))), state.metrics)


class Mounted:
    """Sends a path, with or without a slash at its end, to an app of its own."""

    def __init__(self, app: ASGIApp, mounted: Mapping[str, ASGIApp]) -> None:
        self.app = app
        self.mounted = mounted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"].rstrip("/")
        if path in self.mounted:
            scope[ROUTE] = path
            await self.mounted[path](scope, receive, send)
        else:
            await self.app(scope, receive, send)


def _by_path() -> dict[str, list[Endpoint]]:
    ordered = sorted(ENDPOINTS, key=lambda each: each.path)
    return {path: list(found) for path, found in groupby(ordered, key=lambda each: each.path)}


async def _nothing(scope: Scope, receive: Receive, send: Send) -> None:
    message, hint = f"There is nothing at {scope['path'][:200]!r}.", "See /openapi.json for what there is."
    raise HttpRefusal(404, "not_found", message, received=scope["path"][:200], hint=hint, retry=False)
