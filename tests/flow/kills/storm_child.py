"""A worker that is killed: takes runs from the queue, and calls a server outside that counts.

Reads a job as JSON from stdin: home, database, name, outside (address), journal, total and each (how many runs).
"""

import asyncio
import json
import os
import sys
from urllib.parse import urlencode
from urllib.request import urlopen

from pollex import App, tool
from pollex.core.context import Context
from pollex.core.json import Object
from pollex.durable.controls import WORK

JOB: Object = json.load(sys.stdin)


def ask(kind: str, run: str, what: str, account: str) -> int:
    told = urlencode({"pid": os.getpid(), "run": run, "what": what, "account": account})
    with urlopen(f"{JOB['outside']}/{kind}?{told}", timeout=20) as answer:
        return int(answer.read())


@tool(effect="act")
async def send(what: str, account: str, context: Context) -> int:
    """Send something off, where it is counted."""
    return await asyncio.to_thread(ask, "send", context.run, what, account)


@tool(effect="read")
async def sent(what: str, context: Context) -> int:
    """How often it was sent."""
    return await asyncio.to_thread(ask, "sent", context.run, what, "")


@tool(effect="read")
async def parity(number: int, account: str, context: Context) -> dict[str, str]:
    """Whether a number is odd or even."""
    await asyncio.to_thread(ask, "parity", context.run, str(number), account)
    return {"is": "odd" if number % 2 else "even"}


@tool(name="page.knock", effect="act")
async def knock(url: str, account: str, context: Context) -> int:
    """Stands for an action on a site, whose limit holds for tools of the page."""
    return await asyncio.to_thread(ask, "knock", context.run, "knock", account)


async def main() -> None:
    async with App(home=JOB["home"], database=JOB["database"]) as app:
        for each in (send, sent, parity, knock):
            app.tools.add(each)
        app.runs.execution.environment = {"journal": JOB["journal"]}
        await app.runs.serve(JOB["name"], JOB["each"])
        await app.runs.engine.limit(WORK, concurrency=JOB["total"], per_worker=JOB["each"])
        print("ready", flush=True)
        await asyncio.Event().wait()


asyncio.run(main())
