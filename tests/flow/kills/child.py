"""A process that runs workflows and is killed: started by the tests of this folder, which count from outside.

Reads a job as JSON from stdin: home, executor, counter (address), runs by id ({"document", "crash"}), journal, resume.
Every run waits at its crash point until all have come there; then it says `ready` and waits to be killed.
"""

import asyncio
import json
import sys
from typing import Any
from urllib.request import Request, urlopen

from pollex import App, tool
from pollex.core.context import Context
from pollex.core.json import Object
from pollex.flow.workflow import Workflow

JOB: Object = json.load(sys.stdin)


class Gate:
    """Where runs wait for the end of the process."""

    def __init__(self, count: int) -> None:
        self.missing = count

    async def wait(self) -> None:
        self.missing -= 1
        if self.missing == 0:
            print("ready", flush=True)
        await asyncio.Event().wait()


def post(run: str) -> None:
    urlopen(Request(f"{JOB['counter']}/{run}", b"", method="POST")).close()


def count(run: str) -> int:
    with urlopen(f"{JOB['counter']}/{run}") as answer:
        return int(answer.read())


async def main() -> None:
    jobs: dict[str, Any] = JOB["runs"]
    waiting = [run for run, job in jobs.items() if job["crash"]]
    gate = Gate(len(waiting))

    async def send(context: Context) -> int:
        """Send something off, where it is counted."""
        crash = None if JOB["resume"] else jobs[context.run]["crash"]
        if crash == "before dispatch":
            await gate.wait()
        await asyncio.to_thread(post, context.run)
        if crash == "after dispatch":
            await gate.wait()
        return 1

    async def sent(context: Context) -> int:
        """How often it was sent."""
        return await asyncio.to_thread(count, context.run)

    async def boundary(moment: str, node: str) -> None:
        run, _, path = node.partition("/")
        crash = None if JOB["resume"] else jobs[run]["crash"]
        if (moment, path, crash) in (("event", "1", "after event"), ("before", "2", "after checkpoint")):
            await gate.wait()

    async with App(home=JOB["home"]) as app:
        app.tools.add(tool(name="acts.send", effect="act")(send))
        app.tools.add(tool(name="harmless.send", effect="act", idempotent=True)(send))
        app.tools.add(tool(name="sent", effect="read")(sent))
        app.runs.executor = JOB["executor"]
        app.runs.execution.environment = {"journal": JOB["journal"], "boundary": boundary}
        if JOB["resume"]:
            for run, job in jobs.items():
                await app.runs.control.send(run, "/1", {"happened": job["crash"] != "before dispatch"})
            await app.runs.engine.recover()
            results = await asyncio.gather(*(app.runs.outcome(run) for run in jobs))
        else:
            flows = {run: Workflow.from_json(job["document"]) for run, job in jobs.items()}
            results = await asyncio.gather(*(app.run_workflow(flow, run=run) for run, flow in flows.items()))
        asked = [[each.kind for each in await app.find_run(run).events()].count("question.asked") for run in jobs]
        told = zip(jobs, results, asked, strict=True)
        print(json.dumps({run: [result.to_json(), times] for run, result, times in told}), flush=True)


asyncio.run(main())
