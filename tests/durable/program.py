"""Processes that execute runs, forked from this one, which has loaded everything: that takes a second each time.

Here each line asks for a process, `["fork", [database, executor, kind, effects], folder]`, or for its end,
`["wait", pid]`. A process reads commands from the pipe `folder/in`, `[method, [arguments], {options}]`, and answers
each by a line in `folder/out`. A plan is `{"do": [...]}`, a list of the instructions below; what it does to the world
is appended to the file of effects, outside the engine.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import sqlalchemy

import pollex.durable.executor  # noqa: F401 - loaded once, before the processes are forked
from pollex import durable
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.protocols import Steps


class Program:
    def __init__(self, effects: Path) -> None:
        self.effects = effects

    async def execute(self, plan: Object, steps: Steps) -> Object:
        values: list[Any] = []
        for name, *args in plan["do"]:
            values.append(await getattr(self, name)(steps, *args))
        return {"ok": True, "values": values}

    def write(self, steps: Steps, *what: object) -> None:
        with self.effects.open("a") as file:
            file.write(json.dumps([steps.run, *what, os.getpid(), time.time()]) + "\n")

    def die_once(self, steps: Steps, where: str, times: int = 1) -> None:
        """Be killed here, the first so many times."""
        mark = self.effects.with_name(f"{steps.run.replace('/', '_')}.{where}.dead")
        with mark.open("ab") as file:
            file.write(b".")
        if mark.stat().st_size <= times:
            os.kill(os.getpid(), 9)

    async def effect(self, steps: Steps, path: str, seconds: float = 0, death: str = "") -> Object:
        async def work() -> Object:
            self.write(steps, path)
            if death == "after":
                self.die_once(steps, "after")
            await asyncio.sleep(seconds)
            return {"path": path}

        kept = steps.kept(path)
        if death == "before":
            self.die_once(steps, "before")
        value = await steps.step(path, work)
        if death == "kept":
            self.die_once(steps, "kept")
        return {**value, "kept": kept}

    async def mend(self, steps: Steps, path: str) -> Object:
        """A step that fails."""

        async def work() -> Object:
            self.write(steps, path)
            raise Fault("not_found", "No such lamp.", pointer="/lamp")

        try:
            return await steps.step(path, work)
        except Fault as fault:
            return fault.to_json()

    async def fail(self, steps: Steps, message: str) -> None:
        raise Fault("denied", message)

    async def die(self, steps: Steps, times: int) -> None:
        self.die_once(steps, "die", times)

    async def big(self, steps: Steps, path: str, size: int) -> int:
        async def work() -> Object:
            self.write(steps, path)
            return {"text": "x" * size}

        return len((await steps.step(path, work))["text"])

    async def sleep(self, steps: Steps, path: str, seconds: float) -> None:
        await steps.sleep(path, seconds)

    async def receive(self, steps: Steps, topic: str, timeout: float | None = None) -> Any:
        return await steps.receive(topic, timeout=timeout)

    async def children(self, steps: Steps, plans: dict[str, Object]) -> list[Object]:
        return await asyncio.gather(*(steps.child(path, plan) for path, plan in plans.items()))

    async def lease(self, steps: Steps, name: str, seconds: float) -> None:
        async with steps.lease(name):
            self.write(steps, "in")
            await asyncio.sleep(seconds)
            self.write(steps, "out")

    async def admit(self, steps: Steps, site: str, per_minute: int) -> None:
        await steps.admit(site, per_minute)
        self.write(steps, site)

    async def busy(self, steps: Steps, seconds: float) -> None:
        """Be in and out again, outside of any step."""
        self.write(steps, "in")
        await asyncio.sleep(seconds)
        self.write(steps, "out")

    async def changing(self, steps: Steps, path: str) -> Object:
        """Ask for another step in each process."""
        return await self.effect(steps, f"{path}-{os.getpid()}")


def show(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [show(part) for part in value]
    return {name: getattr(value, name) for name in value.__slots__} if hasattr(value, "__slots__") else value


def allow(engine: Any, pages: int) -> None:
    """Let the file grow by no more than so many pages from now on, as if the disk were full then."""
    room = engine.database.run("PRAGMA page_count")[0][0] + pages

    def limit(connection: Any, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {room}")

    sqlalchemy.event.listen(engine.database.engine, "checkout", limit)


async def answer(engine: Any, line: bytes) -> Object:
    method, args, options = json.loads(line)
    try:
        if method == "live":
            return {"value": list(engine._watch.live)}
        if method == "allow":
            allow(engine, *args)
            return {"value": None}
        return {"value": show(await getattr(engine, method)(*args, **options))}
    except Fault as fault:
        return {"fault": fault.to_json()}


async def main(database: str, executor: str, kind: str, effects: str) -> None:
    program = Program(Path(effects))
    told = Path(effects).with_name("told")

    def tell(kind: str, data: Object) -> None:
        with told.open("a") as file:
            file.write(json.dumps([executor, kind, data, time.time()]) + "\n")

    engine: Any = durable.control(database)
    if kind != "control":
        engine = durable.engine(database, program.execute, executor=executor, worker=kind == "worker", tell=tell)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.buffer.readline):
        print(json.dumps(await answer(engine, line)), flush=True)
    await engine.close()


def fork(args: list[str], folder: str) -> int:
    pid = os.fork()
    if pid:
        return pid
    for name, mode, number in (("in", os.O_RDONLY, 0), ("out", os.O_WRONLY, 1)):
        pipe = os.open(Path(folder, name), mode)
        os.dup2(pipe, number)
        os.close(pipe)
    asyncio.run(main(*args))
    os._exit(0)


def wait(pid: int) -> int | None:
    """How the process ended; None if it has not within a minute."""
    for _ in range(6_000):
        found, status = os.waitpid(pid, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    return None


if __name__ == "__main__":
    os.set_inheritable(0, False)
    for asked in os.fdopen(os.dup(0), "rb", 0):
        task, *details = json.loads(asked)
        print(json.dumps(fork(*details) if task == "fork" else wait(*details)), flush=True)
