"""An empty database of each kind, and programs that execute runs in processes of their own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault

Postgres = Any


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "pollex.db")
    address: str = request.getfixturevalue("postgres").database()
    return address


class Nursery:
    """The process that `Program`s are forked from."""

    def __init__(self) -> None:
        command = [sys.executable, str(Path(__file__).with_name("program.py"))]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, *what: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(what, default=str).encode() + b"\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self) -> None:
        self._process.communicate(timeout=10)


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


class Program:
    """A process that executes runs. `ask` calls a method of its engine and gives the value, or raises the fault."""

    def __init__(self, nursery: Nursery, database: str, executor: str, kind: str, folder: Path) -> None:
        self._nursery = nursery
        self.executor = executor
        self.code: int | None = None
        pipes = Path(tempfile.mkdtemp(dir=folder))
        os.mkfifo(pipes / "in")
        os.mkfifo(pipes / "out")
        self.pid: int = nursery.ask("fork", [database, executor, kind, folder / "effects"], pipes)
        self._in = (pipes / "in").open("wb", buffering=0)
        self._out = (pipes / "out").open("rb")

    def send(self, method: str, *args: Any, **options: Any) -> None:
        self._in.write(json.dumps([method, args, options]).encode() + b"\n")

    def answer(self) -> Any:
        line = self._out.readline()
        if not line:
            raise EOFError(f"{self.executor} ended with {self.wait()}")
        answer = json.loads(line)
        if "fault" in answer:
            raise Fault.from_json(answer["fault"])
        return answer["value"]

    def ask(self, method: str, *args: Any, **options: Any) -> Any:
        self.send(method, *args, **options)
        return self.answer()

    def signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        if self.code is None:
            self.signal(signal.SIGKILL)
            self.wait()

    def wait(self) -> int:
        """How the process ended."""
        if self.code is None:
            self.code = self._nursery.ask("wait", self.pid)
        assert self.code is not None
        return self.code

    def died(self) -> bool:
        return self.wait() == -signal.SIGKILL

    def end(self) -> int:
        """Close the engine in good order."""
        self._in.close()
        return self.wait()

    def close(self) -> None:
        self.kill()
        self._in.close()
        self._out.close()


@dataclass
class Scene:
    """A database, a file of effects, and the processes of a test."""

    nursery: Nursery
    database: str
    folder: Path
    programs: list[Program] = field(default_factory=list)

    def open(self, executor: str, kind: str = "single") -> Program:
        program = Program(self.nursery, self.database, executor, kind, self.folder)
        self.programs.append(program)
        return program

    def control(self) -> Program:
        return self.open("control", "control")

    def lines(self, name: str = "effects") -> list[list[Any]]:
        file = self.folder / name
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def effects(self, run: str | None = None) -> list[str]:
        return [line[1] for line in self.lines() if run in (None, line[0])]

    def wait_for(self, effect: str, run: str | None = None, seconds: float = 30) -> float:
        """When the effect was first seen to happen, by the clock of this machine."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            found = [line for line in self.lines() if line[1] == effect and run in (None, line[0])]
            if found:
                return float(found[0][-1])
            time.sleep(0.02)
        raise AssertionError(f"{effect!r} did not happen; what did: {self.effects()}")

    def close(self) -> None:
        for program in self.programs:
            program.close()


@pytest.fixture
def scene(nursery: Nursery, database: str, tmp_path: Path) -> Iterator[Scene]:
    """On each kind of database."""
    scene = Scene(nursery, database, tmp_path)
    yield scene
    scene.close()


@pytest.fixture
def sqlite_scene(nursery: Nursery, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(nursery, str(tmp_path / "pollex.db"), tmp_path)
    yield scene
    scene.close()


@pytest.fixture
def postgres_scene(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(nursery, postgres.database(), tmp_path)
    yield scene
    scene.close()
