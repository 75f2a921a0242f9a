"""Server processes: started, awaited, measured, ended."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen

TOOLS = str(Path(__file__).with_name("tools.py"))


@contextmanager
def process(*command: str) -> Iterator[tuple[Popen[bytes], Path]]:
    """A process with a home of its own."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home, _running(command, home) as started:
        yield started, Path(home)


@contextmanager
def _running(command: tuple[str, ...], home: str) -> Iterator[Popen[bytes]]:
    environ = {**os.environ, "POLLEX_HOME": home}
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=environ) as started:
        try:
            yield started
        finally:
            started.terminate()
            try:
                started.wait(20)
            except subprocess.TimeoutExpired:
                started.kill()


@contextmanager
def pollex_stdio(python: str) -> Iterator[Popen[bytes]]:
    with process(python, "-m", "pollex", "mcp", "--from", TOOLS) as (started, _):
        yield started


@contextmanager
def pollex_serve(python: str) -> Iterator[tuple[Popen[bytes], int, Mapping[str, str]]]:
    """The process, its port, and the header that lets a client in."""
    with process(python, "-m", "pollex", "serve", "--port", "0", "--json", "--from", TOOLS) as (started, home):
        assert started.stdout
        said = b""
        while not said.endswith(b"\n}\n") and (line := started.stdout.readline()):
            said += line
        found = json.loads((home / "serve.json").read_text())
        port = int(found["url"].rpartition(":")[2])
        yield started, port, {"Authorization": f"Bearer {found['token']}"}


@contextmanager
def peer(kind: str) -> Iterator[tuple[Popen[bytes], int]]:
    """A server of `bench.doors.peers` in this environment, once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with process(sys.executable, "-m", "bench.doors.peers", kind, str(port)) as (started, _):
        while not kind.endswith("stdio") and not _answers(port):
            assert started.poll() is None, "the server has ended"
            time.sleep(0.05)
        yield started, port


def _answers(port: int) -> bool:
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


def cpu_seconds(pid: int) -> float:
    """Return the processor time that the threads of a process have used."""
    threads = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(each.read_text().split()[0]) for each in threads) / 1e9


def memory_mb(pid: int) -> float:
    """Return what a process has in memory."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024
