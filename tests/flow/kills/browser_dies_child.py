"""A process whose browser is killed under it. Reads a job as JSON from stdin.

It has home, run, document, deaths, patience and delay.
`deaths` are moments and paths (`before /7`), each once; there it kills its browser and waits `patience` seconds, or
goes on and kills it after `delay` seconds.
`kill` on stdin kills the browser at once. The result comes as a line of JSON, after a line for each kill.
"""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from threading import Thread

from pollex import App
from pollex.core.json import Object
from pollex.flow.workflow import Workflow

JOB: Object = json.loads(sys.stdin.readline())


def browser() -> list[int]:
    """The browser's own process, below this one, and the script that has started it."""
    parents = {}
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdecimal():
                parents[int(entry.name)] = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    return [pid for pid in parents if is_browser(pid) and os.getpid() in ancestors(pid, parents)]


def ancestors(pid: int, parents: dict[int, int]) -> list[int]:
    found = []
    while pid := parents.get(pid, 0):
        found.append(pid)
    return found


def is_browser(pid: int) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False
    return b"--remote-debugging-pipe" in words and b"--type=" not in words


def kill_browser() -> None:
    found = browser()
    for pid in found:
        os.kill(pid, signal.SIGKILL)
    print("killed" if found else "no browser", flush=True)


def listen() -> None:
    for line in sys.stdin:
        if line.strip() == "kill":
            kill_browser()


async def boundary(moment: str, node: str) -> None:
    death = f"{moment} /{node.partition('/')[2]}"
    if death in JOB["deaths"]:
        JOB["deaths"].remove(death)
        if JOB["delay"]:
            asyncio.get_running_loop().call_later(JOB["delay"], kill_browser)
            return
        kill_browser()
        await asyncio.sleep(JOB["patience"])


async def main() -> None:
    Thread(target=listen, daemon=True).start()
    async with App(home=JOB["home"]) as app:
        app.runs.execution.environment = {"boundary": boundary}
        result = await app.run_workflow(Workflow.from_json(JOB["document"]), run=JOB["run"])
        print(json.dumps(result.to_json()), flush=True)


asyncio.run(main())
