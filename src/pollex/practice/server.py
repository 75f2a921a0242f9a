"""The practice server: all sites under one address, an index that presents them, and a reset."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from time import sleep
from types import TracebackType
from typing import Final, Self

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from . import bank, hard, logins, mail, shop, tracker
from .rewriting import Rewriting
from .sent import Sent
from .session import SessionCookies
from .site import HERE, LAYOUTS, Site, World, page, world_of

SITES: Final[tuple[Site, ...]] = (shop.SITE, bank.SITE, tracker.SITE, mail.SITE, hard.SITE, logins.SITE)


def application(seed: int = 1, layout: int = 1) -> Starlette:
    """Return all practice sites as one ASGI application with its own world."""
    routes: list[BaseRoute] = [
        Route("/", index),
        Route("/reset", reset, methods=["POST"]),
        Route("/world", world),
        Mount("/static", StaticFiles(directory=HERE / "static")),
        *map(mounted, SITES),
    ]
    sites = {site.name: site for site in SITES}
    around = [Middleware(SessionCookies), Middleware(Rewriting, sites=sites)]
    app = Starlette(routes=routes, middleware=around, exception_handlers={404: missing})
    app.state.sites = sites
    app.state.world = World(seed, layout)
    return app


def mounted(site: Site) -> Mount:
    routes = site.routes()
    static = HERE / site.name / "static"
    if static.is_dir():
        routes = [*routes, Mount("/static", StaticFiles(directory=static))]
    return Mount(f"/{site.name}", routes=routes)


async def index(request: Request) -> Response:
    return page(request, "index.html", sites=SITES, layout=world_of(request).layout, layouts=LAYOUTS)


async def missing(request: Request, error: Exception) -> Response:
    """Return a page for people, plain words for programs."""
    if "text/html" in request.headers.get("accept", ""):
        return page(request, "missing.html", status=404)
    return PlainTextResponse("Not Found", 404)


async def world(request: Request) -> Response:
    held = world_of(request)
    return JSONResponse({"seed": held.seed, "layout": held.layout})


async def reset(request: Request) -> Response:
    """Reset the world. What is not given stays: `{"layout": 2}` keeps the seed."""
    as_json = "application/json" in request.headers.get("content-type", "")
    old = world_of(request)
    try:
        wanted = dict(await request.json() if as_json else await request.form())
        seed, layout = int(wanted.get("seed", old.seed)), int(wanted.get("layout", old.layout))
    except (TypeError, ValueError, OverflowError):
        return JSONResponse({"error": "Send seed and layout as whole numbers, or leave them out."}, 400)
    if layout not in LAYOUTS:
        return JSONResponse(
            {"error": f"layout is {layout}; it must be one of {', '.join(map(str, sorted(LAYOUTS)))}."}, 400
        )
    request.app.state.world = World(seed, layout, age=old.age + 1)
    if as_json:
        return JSONResponse({"seed": seed, "layout": layout})
    return RedirectResponse("/", 303)


class Server:
    """The practice sites in a background thread: `with Server() as server:`, then `server.url`."""

    def __init__(self, seed: int = 1, layout: int = 1, port: int = 0, host: str = "127.0.0.1") -> None:
        self.app = application(seed, layout)
        self.sent: Counter[str] = Counter()
        """How often each address was sent a form."""
        self.app.add_middleware(Sent, counts=self.sent)
        config = uvicorn.Config(
            self.app, log_config=None, log_level="error", lifespan="off", ws="none", timeout_graceful_shutdown=1
        )
        self.server = uvicorn.Server(config)
        self.socket = socket.create_server((host, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # head and body are written one by one
        self.thread = threading.Thread(target=self.server.run, args=([self.socket],), name="practice", daemon=True)
        self.port: int = self.socket.getsockname()[1]
        self.url = f"http://{host}:{self.port}"

    @property
    def world(self) -> World:
        """The sites' current state, for tests that look behind the pages."""
        held = self.app.state.world
        assert isinstance(held, World)
        return held

    def __enter__(self) -> Self:
        self.thread.start()
        while self.thread.is_alive() and not self.server.started:
            sleep(0.005)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.server.should_exit = True
        self.thread.join()
        self.socket.close()

    def wait(self) -> None:
        """Wait until the process is interrupted. Not by joining the thread: Python 3.11 then takes it for ended."""
        while self.thread.is_alive():
            sleep(0.5)


def serve(host: str, port: int, seed: int, layout: int, ready: Callable[[str], None]) -> None:
    """Serve until interrupted; `ready` is called with the address as soon as it answers."""
    with Server(seed, layout, port, host) as server, suppress(KeyboardInterrupt):
        ready(server.url)
        server.wait()
