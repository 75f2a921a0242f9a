"""A static file server for the widget gallery, on a free port of this machine."""

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Self


class FileHandler(SimpleHTTPRequestHandler):
    """Serves the files of a folder and logs nothing."""

    disable_nagle_algorithm = True
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        """Drop the message."""


class Gallery:
    """Serves a folder over HTTP while the context is open."""

    def __init__(self, folder: Path) -> None:
        """Bind a free port. The folder's files are served once the context is entered."""
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), partial(FileHandler, directory=str(folder)))
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """The address of the folder, without a slash at its end."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        """Start serving."""
        Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop serving and free the port."""
        self._server.shutdown()
        self._server.server_close()
