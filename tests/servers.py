"""An HTTP server that answers while a test runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http.server import HTTPServer
from threading import Thread
from typing import Final, TypeVar

S = TypeVar("S", bound=HTTPServer)
LOOKS: Final = 0.01
"""Seconds between two looks whether it is to stop. By default that is half a second, which each test would wait for."""


@contextmanager
def serving(server: S) -> Iterator[S]:
    with server:
        thread = Thread(target=server.serve_forever, args=(LOOKS,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
