"""Numbers for Prometheus: requests, calls of tools, runs and listeners."""

from __future__ import annotations

import time
from functools import cache
from typing import Any, Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

ROUTE: Final = "pollex.route"
"""The route of a request, in its scope."""


class Metrics:
    """The numbers of one server, in a registry of their own."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        named: Any = {"registry": self.registry}
        labels = ["method", "route", "status"]
        self.requests = Counter("pollex_requests", "Requests that were answered.", labels, **named)
        self.seconds = Histogram("pollex_request_seconds", "Time until the answer begins.", ["route"], **named)
        self.calls = Counter("pollex_tool_calls", "Calls of tools, by fault code or ok.", ["outcome"], **named)
        self.started = Counter("pollex_runs_started", "Runs that were started.", ["kind"], **named)
        self.runs = Gauge("pollex_runs", "Runs that have not ended, by status.", ["status"], **named)
        self.listeners = Gauge("pollex_event_listeners", "Streams of events that are open.", **named)

    def text(self) -> bytes:
        return generate_latest(self.registry)


class Measured:
    """Counts the answers of the app inside."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self._count = cache(metrics.requests.labels)
        self._time = cache(metrics.seconds.labels)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        began = time.perf_counter()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = scope.get(ROUTE, "other")
                self._count(_method(scope), route, str(message["status"])).inc()
                self._time(route).observe(time.perf_counter() - began)
            await send(message)

        await self.app(scope, receive, counted)


def _method(scope: Scope) -> str:
    """Return the method as a label: a client may invent any number of others."""
    return scope["method"] if scope["method"] in ("GET", "HEAD", "POST", "DELETE") else "other"
