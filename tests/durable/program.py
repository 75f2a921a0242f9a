"""A process that executes runs: its arguments are a database, an executor, what kind it is of, and a file of effects.

It reads commands from stdin, `[method, [arguments], {options}]`, and answers each by a line. A plan is `{"do": [...]}`,
a list of the instructions below; what it does to the world is appended to the file of effects, outside the engine.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import sqlalchemy

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

    async def effect(self, steps: Steps, path: str, death: str = "") -> Object:
        async def work() -> Object:
            self.write(steps, path)
            if death == "after":
                self.die_once(steps, "after")
            return {"path": path}

        kept = steps.kept(path)
        if death == "before":
            self.die_once(steps, "before")
        value = await steps.step(path, work)
        if death == "kept":
            self.die_once(steps, "kept")
        return {**value, "kept": kept}

    async def work(self, steps: Steps, path: str, seconds: float) -> Object:
        """A step that takes some time."""

        async def work() -> Object:
            self.write(steps, path)
            await asyncio.sleep(seconds)
            return {"path": path}

        return await steps.step(path, work)

    async def hold(self, steps: Steps, path: str, gate: str) -> Object:
        """A step that ends when the gate is open: when there is a file of this name beside the effects."""

        async def work() -> Object:
            self.write(steps, path)
            await self.opened(gate)
            return {"path": path}

        return await steps.step(path, work)

    async def opened(self, gate: str) -> None:
        while not self.effects.with_name(gate).exists():  # noqa: ASYNC110 - the test is another process
            await asyncio.sleep(0.01)

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

    async def lease(self, steps: Steps, name: str, gate: str) -> None:
        async with steps.lease(name):
            self.write(steps, "in")
            await self.opened(gate)
            self.write(steps, "out")

    async def admit(self, steps: Steps, site: str, per_minute: int) -> None:
        await steps.admit(site, per_minute)
        self.write(steps, site)

    async def busy(self, steps: Steps, gate: str) -> None:
        """Be in, and out again when the gate is open, outside of any step."""
        self.write(steps, "in")
        await self.opened(gate)
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


def halt(engine: Any, mark: str) -> None:
    """Stop this process inside of its next transaction that has executed a statement with this mark."""

    def stop(connection: Any, cursor: Any, statement: str, *_: object) -> None:
        if mark in statement:
            sqlalchemy.event.remove(engine.database.engine, "after_cursor_execute", stop)
            signal.pthread_kill(threading.get_ident(), signal.SIGSTOP)  # else this thread goes on for a moment

    sqlalchemy.event.listen(engine.database.engine, "after_cursor_execute", stop)


def live(engine: Any) -> dict[str, Any]:
    """The runs that are executed here: each with what it waits for, `paused` or a message."""
    runs = engine._watch.live.items() if engine._watch else ()
    return {name: "paused" if run.paused else run.waiting for name, run in runs}


OWN: dict[str, Any] = {"allow": allow, "halt": halt, "live": live}
"""What can be asked for beside the methods of the engine."""


async def answer(engine: Any, line: bytes) -> Object:
    method, args, options = json.loads(line)
    try:
        if method in OWN:
            return {"value": OWN[method](engine, *args)}
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


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
