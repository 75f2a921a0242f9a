"""The places where scripts are played: a fresh practice server, or a fresh server of one of the applications."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pollex.practice.server import Server
from pollex.practice.site import World

from . import odd

APPS: Final = Path(__file__).parents[3] / "shared" / "data" / "apps"
"""Where the applications lie that nobody here wrote; without them their rows are left out."""
START: Final = 15.0
"""Seconds that a server may take to start."""
PRACTICE: Final = "practice"


@dataclass
class Stage:
    """A site with its state."""

    url: str
    world: World | None = None

    def states(self) -> tuple[Any, Any]:
        """Return the state of an application as it was at first, and as it is."""
        now = self._state()
        request = urllib.request.Request(f"{self.url}/api/reset", b"", method="POST")
        with urllib.request.urlopen(request, timeout=5):
            return self._state(), now

    def _state(self) -> Any:
        with urllib.request.urlopen(f"{self.url}/api/state", timeout=5) as answer:
            return json.load(answer)


@contextmanager
def stage(site: str, seed: int = 1) -> Iterator[Stage]:
    """Serve a site in its first state."""
    if site == PRACTICE:
        odd.install()
        with Server(seed=seed) as server:
            yield Stage(server.url, server.world)
        return
    port = _free_port()
    command = [sys.executable, "-B", "server.py", "--port", str(port)]
    process = subprocess.Popen(command, cwd=APPS / site, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        address = f"http://127.0.0.1:{port}"
        _wait(address, process)
        yield Stage(address)
    finally:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START
    while time.monotonic() < until and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{address}/index.html", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"The server at {address} did not start.")
