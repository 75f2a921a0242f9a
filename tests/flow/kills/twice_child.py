"""A process that sends one thing and dies where it is told. Reads a job as JSON: home, run, document, outside, death.

`death` is `before` (the journal has the call, nothing is sent), `sent`, `event` (it is said to be done),
`end` (the run is said to have ended), or empty.
"""

import asyncio
import json
import os
import signal
import sys
from itertools import count
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import urlopen

from pollex import App, tool
from pollex.core.context import Context
from pollex.core.event import Event, EventKind
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.workflow import Workflow
from pollex.store.log import SqlLog

JOB: Object = json.load(sys.stdin)
LOOKS = count()


def die(where: str) -> None:
    if JOB["death"] == where:
        os.kill(os.getpid(), signal.SIGKILL)


def ask(kind: str, run: str) -> int:
    told = urlencode({"pid": os.getpid(), "run": run, "what": "it"})
    with urlopen(f"{JOB['outside']}/{kind}?{told}", timeout=20) as answer:
        return int(answer.read())


@tool(effect="act")
async def send(context: Context) -> int:
    """Send something off, where it is counted."""
    die("before")
    times = await asyncio.to_thread(ask, "send", context.run)
    die("sent")
    return times


@tool(effect="read")
async def looks(context: Context) -> int:
    """Look, which goes wrong the first time in the first process."""
    if not JOB["resume"] and next(LOOKS) == 0:
        raise Fault("unavailable", "Not yet.", retry=True)
    return await asyncio.to_thread(ask, "sent", context.run)


@tool(effect="read")
async def sent(context: Context) -> int:
    """How often it was sent."""
    return await asyncio.to_thread(ask, "sent", context.run)


async def boundary(moment: str, node: str) -> None:
    die(moment)


class MortalLog(SqlLog):
    async def append(
        self, run: str, kind: EventKind, data: Object, *, key: str | None = None, attempt: int = 1
    ) -> Event:
        event = await super().append(run, kind, data, key=key, attempt=attempt)
        if kind == "run.finished":
            die("end")
        return event


async def main() -> None:
    log = MortalLog(Path(JOB["home"]) / "pollex.db")
    async with log, App(home=JOB["home"], log=log) as app:
        for each in (send, sent, looks):
            app.tools.add(each)
        app.runs.execution.environment = {"boundary": boundary}
        if JOB["resume"]:
            result = await app.resume_run(JOB["run"])
        else:
            result = await app.run_workflow(Workflow.from_json(JOB["document"]), run=JOB["run"])
        events = [event.to_json() for event in await app.find_run(JOB["run"]).events()]
        print(json.dumps([result.to_json(), events]), flush=True)


asyncio.run(main())
