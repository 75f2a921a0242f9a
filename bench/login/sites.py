"""The sites of the exam, all served from this machine; each login page is made new before an attempt."""

from __future__ import annotations

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import ProxyHandler, Request, build_opener

from pollex.practice.server import Server

PYTHON = Path(".bench/login/venv/bin/python")
"""The environment that has the packages of `requirements.txt`; `bench/run login` makes it."""


class Sites:
    """Starts a site when it is first asked for, and keeps it until the end."""

    def __init__(self, stack: ExitStack) -> None:
        """Close the servers with `stack`."""
        self._stack = stack
        self._addresses: dict[str, str] = {}
        self._opener = build_opener(ProxyHandler({}))

    def address(self, site: str) -> str:
        """Return where a site is served: `practice`, a package, or `down`, where nothing listens."""
        if site not in self._addresses:
            start = {"practice": self._practice, "down": self._down}.get(site, lambda: self._package(site))
            self._addresses[site] = start()
        return self._addresses[site]

    def begin(self, address: str, mode: str) -> None:
        """Make a login page new; `address` is that of its counts."""
        self._opener.open(Request(address, json.dumps({"mode": mode}).encode(), {"content-type": "application/json"}))

    def counts(self, address: str) -> dict[str, Any]:
        """Return what a login page has counted since then: visits, submits, mails, who is inside."""
        with self._opener.open(address) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def _practice(self) -> str:
        return self._stack.enter_context(Server()).url

    def _down(self) -> str:
        """An address of this machine that nobody else takes, and that refuses every connection."""
        taken = self._stack.enter_context(socket.socket())
        taken.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{taken.getsockname()[1]}"

    def _package(self, name: str) -> str:
        if not PYTHON.exists():
            raise SystemExit(f"{name} needs packages that are not installed: `bench/run login` installs them.")
        command = [str(PYTHON), "-m", "bench.login.django_sites", name]
        environ = {**os.environ, "PYTHONPATH": "."}
        process = subprocess.Popen(command, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._stack.callback(process.communicate)
        assert process.stdout is not None
        return process.stdout.readline().strip()


@contextmanager
def serving() -> Iterator[Sites]:
    """Serve while the context is open."""
    with ExitStack() as stack:
        yield Sites(stack)
