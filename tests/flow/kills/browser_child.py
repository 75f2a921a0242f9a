"""A process that shops in a browser and is killed. Reads a job as JSON from stdin: home, run, document, crash, resume.

`crash` is a moment and a path (`after /7`); there the process kills itself with -9, and its browser is left behind.
"""

import asyncio
import json
import os
import signal
import sys

from pollex import App
from pollex.core.json import Object
from pollex.flow.workflow import Workflow

JOB: Object = json.load(sys.stdin)


async def boundary(moment: str, node: str) -> None:
    if not JOB["resume"] and f"{moment} /{node.partition('/')[2]}" == JOB["crash"]:
        os.kill(os.getpid(), signal.SIGKILL)


async def main() -> None:
    async with App(home=JOB["home"]) as app:
        app.runs.execution.environment = {"boundary": boundary}
        if JOB["resume"]:
            result = await app.resume_run(JOB["run"])
        else:
            result = await app.run_workflow(Workflow.from_json(JOB["document"]), run=JOB["run"])
        print(json.dumps(result.to_json()), flush=True)


asyncio.run(main())
