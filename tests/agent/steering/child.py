"""A process that does a task and is killed. Its one argument is a job as JSON: home, run, task, url, model, crash.

`crash` is a moment and a path (`after /3/1`); there the process kills itself with -9, and its browser is left behind.
"""

import asyncio
import json
import os
import signal
import sys

from pollex import App
from pollex.core.json import Object

JOB: Object = json.loads(sys.argv[1])


async def boundary(moment: str, node: str) -> None:
    if f"{moment} /{node.partition('/')[2]}" == JOB["crash"]:
        os.kill(os.getpid(), signal.SIGKILL)


async def main() -> None:
    async with App(home=JOB["home"], approve="allow") as app:
        app.runs.execution.environment = {"boundary": boundary}
        run = await app.run(JOB["task"], url=JOB["url"], model=JOB["model"], run=JOB["run"])
        assert run.result is not None
        print(json.dumps(run.result.to_json()), flush=True)


asyncio.run(main())
