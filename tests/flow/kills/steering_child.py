"""A process that executes one run. Reads a job as JSON from stdin: home, and what to do with which arguments.

`do` is `["run", document, id]`, `["resume", id]` or `["fork", id, path, variables]`. The result is a line of JSON.
"""

import asyncio
import json
import sys
from typing import Any

from pollex import App
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.flow.workflow import Workflow

JOB: Object = json.load(sys.stdin)


async def done(app: App, what: str, *args: Any) -> Result:
    if what == "run":
        return await app.run_workflow(Workflow.from_json(args[0]), run=args[1])
    if what == "resume":
        return await app.resume_run(args[0])
    return await app.runs.fork(args[0], at=args[1], variables=args[2])


async def main() -> None:
    async with App(home=JOB["home"]) as app:
        result = await done(app, *JOB["do"])
        print(json.dumps(result.to_json()), flush=True)


asyncio.run(main())
