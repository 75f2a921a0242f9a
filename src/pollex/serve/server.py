"""The server itself: takes a port, takes up what an earlier one left, answers until it is told to end."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import uvicorn
from starlette.types import ASGIApp

from ..core.fault import Fault
from ..core.secret import SERVE_PASSWORD
from .access import Access, check_exposure, is_loopback
from .application import application
from .browser_sessions import NAME, BrowserSessions
from .connection import HttpConnection
from .entry_file import remove_entry_file
from .extension.endpoint import extension_path
from .guard import EXTENSION, SOCKET
from .mcp.chrome_page import CHROME_PAGE, chrome_page_path
from .mcp.http import McpEndpoint
from .server_file import read_server_file, remove_server_file, write_server_file
from .socket.endpoint import socket_path
from .state import ServerState

if TYPE_CHECKING:
    from ..app.app import App

EXECUTOR: Final = "serve"
"""Who executes the runs that are started here: the same after a restart, which takes them up again."""
GRACE: Final = 2
"""Seconds that requests have to end when the server does."""
CONNECTIONS: Final = 1_000
MESSAGE_BYTES: Final = 4_000_000
"""The largest message on a socket; who sends a larger one is left (1009)."""


@dataclass(frozen=True, slots=True)
class Serving:
    """Where a server answers."""

    url: str
    enter: str
    """The address that lets one browser in, within a minute."""
    recovered: tuple[str, ...]
    """Runs that were taken up again."""


class QuietServer(uvicorn.Server):
    """A server that leaves signals to whoever runs it, and says when it answers."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve(
    app: App,
    *,
    host: str,
    port: int,
    names: Sequence[str] = (),
    ready: Callable[[Serving], None],
    stay: bool = False,
    offers: Mapping[str, Any] | None = None,
) -> None:
    """Serve an app until SIGINT or SIGTERM. Runs that go on then are taken up by the next server.

    With `stay`, browsers that have entered stay in when the next server starts. `offers` are further options of its
    McpServer.
    """
    home, password = app.settings.home, app.settings.environ.get(SERVE_PASSWORD) or None
    check_exposure(host, password, names)
    _refuse_second(app)
    with _listening(host, port) as listener:
        bound = int(listener.getsockname()[1])
        secret = None if is_loopback(host) else password
        access = Access(bound, tuple(names), secret, sessions=BrowserSessions(home / NAME if stay else None))
        state = ServerState(app, access)
        recovered = await _take_up(app)
        url = f"http://{f'[{host}]' if ':' in host else host}:{bound}"
        try:
            write_server_file(home, url, access.token)
            async with McpEndpoint(app, closing=state.closing, **(offers or {})) as mcp:
                serving = Serving(url, access.entry_url(), tuple(recovered))
                await _answer(
                    application(
                        state,
                        {
                            "/mcp": mcp,
                            CHROME_PAGE: chrome_page_path(state),
                            SOCKET: socket_path(state),
                            EXTENSION: extension_path(state.extensions),
                        },
                    ),
                    state,
                    listener,
                    lambda: ready(serving),
                )
        finally:
            remove_server_file(home)
            remove_entry_file(home)


async def _answer(app: ASGIApp, state: ServerState, listener: socket.socket, ready: Callable[[], None]) -> None:
    config = uvicorn.Config(
        app,
        http=HttpConnection,
        ws="websockets-sansio",
        ws_max_size=MESSAGE_BYTES,
        ws_per_message_deflate=False,
        log_config=None,
        log_level="error",
        access_log=False,
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=GRACE,
    )
    logging.getLogger("uvicorn.error").addFilter(_is_no_refusal)
    server = QuietServer(config, ready)

    def end() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True
        state.closing.set()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)
    await server.serve([listener])


def _is_no_refusal(record: logging.LogRecord) -> bool:
    """Return whether a message of uvicorn is worth a line: it takes every socket that we refuse for a mistake."""
    return "without completing handshake" not in record.getMessage()


async def _take_up(app: App) -> Sequence[str]:
    """Execute runs here, and take up those that the last server left."""
    app.vault.unlock()
    shared = "://" in str(app.settings.database)
    app.runs.executor = f"{EXECUTOR}-{socket.gethostname()}" if shared else EXECUTOR
    app.runs.execution.waits = True
    try:
        return await app.runs.engine.recover()
    except Fault as fault:
        if fault.expected == "one process for each executor":
            raise _already(app) from fault
        raise


def _refuse_second(app: App) -> None:
    if read_server_file(app.settings.home) is not None:
        raise _already(app)


def _already(app: App) -> Fault:
    running = read_server_file(app.settings.home) or {}
    where = f" at {running['url']} (process {running['pid']})" if running else ""
    hint = "Use that one, end it, or set POLLEX_HOME to another folder."
    return Fault(
        "conflict",
        f"A server of this home runs already{where}.",
        received=str(app.settings.home),
        hint=hint,
        retry=False,
    )


@contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    try:
        listener = socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except OSError as error:
        message = f"{host}:{port} cannot be used: {error.strerror or error}."
        hint = "Choose another port with --port, or --port 0 for any free one."
        raise Fault("unavailable", message, hint=hint) from error
    with listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # head and body are written one by one
        yield listener
