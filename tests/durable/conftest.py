"""An empty database of each kind, and programs that execute runs in processes of their own."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault

from ..postgres import Postgres
from ..processes import Nursery, Process
from ..waits import until

PROGRAM = Path(__file__).with_name("program.py")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return str(tmp_path / "pollex.db")
    address: str = request.getfixturevalue("postgres").database()
    return address


class Program:
    """A process that executes runs. `ask` calls a method of its engine and gives the value, or raises the fault."""

    def __init__(self, process: Process, executor: str) -> None:
        self.process = process
        self.executor = executor
        self.pid = process.pid

    def send(self, method: str, *args: Any, **options: Any) -> None:
        self.process.say(json.dumps([method, args, options]) + "\n")

    def answer(self) -> Any:
        line = self.process.line()
        if not line:
            raise EOFError(f"{self.executor} ended with {self.process.wait()}: {self.process.errors()}")
        answer = json.loads(line)
        if "fault" in answer:
            raise Fault.from_json(answer["fault"])
        return answer["value"]

    def ask(self, method: str, *args: Any, **options: Any) -> Any:
        self.send(method, *args, **options)
        return self.answer()

    def signal(self, number: int) -> None:
        self.process.signal(number)

    def kill(self) -> None:
        self.process.kill()

    def died(self) -> bool:
        return self.process.wait() == -signal.SIGKILL

    def end(self) -> int:
        """Close the engine in good order."""
        self.process.hang_up()
        return self.process.wait()


@dataclass
class Scene:
    """A database, a file of effects, and the processes of a test."""

    nursery: Nursery
    database: str
    folder: Path
    programs: list[Program] = field(default_factory=list)

    def open(self, executor: str, kind: str = "single") -> Program:
        arguments = (self.database, executor, kind, str(self.folder / "effects"))
        program = Program(self.nursery.start(PROGRAM, *arguments), executor)
        self.programs.append(program)
        return program

    def control(self) -> Program:
        return self.open("control", "control")

    def lines(self, name: str = "effects") -> list[list[Any]]:
        file = self.folder / name
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def noted(self) -> list[Any]:
        """What the engine has told of itself."""
        return [data for _, kind, data, _ in self.lines("told") if kind == "note"]

    def effects(self, run: str | None = None) -> list[str]:
        return [line[1] for line in self.lines() if run in (None, line[0])]

    def wait_for(self, effect: str, run: str | None = None, times: int = 1) -> float:
        """When the effect was seen to happen for the first time, as soon as it was so many times."""

        def found() -> list[list[Any]]:
            lines = [line for line in self.lines() if line[1] == effect and run in (None, line[0])]
            return lines if len(lines) >= times else []

        return float(until(f"{effect!r}, {times} times", found)[0][-1])

    def open_gate(self, name: str) -> None:
        (self.folder / name).touch()

    def close(self) -> None:
        for program in self.programs:
            program.process.close()


@pytest.fixture(params=["sqlite", "postgres"])
def scene(request: pytest.FixtureRequest) -> Scene:
    """On each kind of database."""
    found: Scene = request.getfixturevalue(f"{request.param}_scene")
    return found


@pytest.fixture
def sqlite_scene(nursery: Nursery, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(nursery, str(tmp_path / "pollex.db"), tmp_path)
    yield scene
    scene.close()


@pytest.fixture
def postgres_scene(nursery: Nursery, postgres: Postgres, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(nursery, postgres.ready_database(), tmp_path)
    yield scene
    scene.close()


@pytest.fixture
def own_postgres_scene(nursery: Nursery, own_postgres: Postgres, tmp_path: Path) -> Iterator[Scene]:
    scene = Scene(nursery, own_postgres.database(), tmp_path)
    yield scene
    scene.close()
