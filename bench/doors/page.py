"""`bench/run doors page`: the browser over MCP, `pollex mcp --page` beside Playwright MCP.

Six pages and three whole tasks on the practice sites; the same decisions through each server's own tools. Milliseconds
of a call as its client waits for it, and tokens of definitions, looks, actions and whole tasks.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import tempfile
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from urllib.request import Request, urlopen

from bench.doors.page_player import Player, PlaywrightMcp, Pollex, Said, Words
from bench.doors.page_tasks import PAGES, TASKS
from bench.page_mcp import HELLO, LONGEST_LINE, PACKAGE, Server
from bench.page_tokens import Tokens

SEEN_BY_MODELS = ("name", "description", "inputSchema")
"""What clients pass on of a tool's definition."""
OUTPUT = ".bench/page/mcp"
THEIRS = ("--headless", "--isolated", "--no-sandbox", "--viewport-size", "1280x800", "--timeout-settle", "0")


@dataclass(frozen=True)
class Contender:
    """A server, and how one talks to it."""

    name: str
    command: tuple[str, ...]
    words: Callable[[], Words]


def contenders(python: str) -> list[Contender]:
    chromium = shutil.which("chromium") or ""
    theirs = ("node", str(PACKAGE / "cli.js"), *THEIRS, "--executable-path", chromium, "--output-dir", OUTPUT)
    ours = (python, "-m", "pollex", "mcp", "--page", "--yes", "--allow", "127.0.0.1")
    return [
        Contender("Pollex", ours, Pollex),
        Contender("Playwright MCP", theirs, PlaywrightMcp),
        Contender("Playwright MCP, finding", theirs, lambda: PlaywrightMcp(finds=True)),
    ]


@asynccontextmanager
async def connected(contender: Contender) -> AsyncIterator[tuple[Server, list[dict[str, object]], str]]:
    """A fresh server: the way to it, its definitions and its instructions."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environ = {**os.environ, "POLLEX_HOME": home, "POLLEX_BROWSER": shutil.which("chromium") or ""}
        process = await asyncio.create_subprocess_exec(
            *contender.command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE, env=environ
        )
        try:
            server = Server(process)
            begun = await server.request("initialize", HELLO)
            server.send({"method": "notifications/initialized"})
            listed = await server.request("tools/list", {})
            yield server, listed["tools"], begun.get("instructions", "")
        finally:
            process.stdin.close()  # type: ignore[union-attr]
            try:
                await asyncio.wait_for(process.wait(), 20)
            except TimeoutError:
                process.kill()
                await process.wait()


@contextmanager
def practice(python: str) -> Iterator[str]:
    command = [python, "-m", "pollex", "practice", "--port", "0", "--json"]
    with subprocess.Popen(command, stdout=PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        try:
            said = ""
            while not said.endswith("}\n}\n") and (line := process.stdout.readline()):
                said += line
            yield json.loads(said)["data"]["url"]
        finally:
            process.terminate()


async def pages(contender: Contender, base: str, tokens: Tokens, rounds: int) -> dict[str, tuple[float, int]]:
    """Milliseconds (median) and tokens of one whole look at each page."""
    found: dict[str, tuple[float, int]] = {}
    async with connected(contender) as (server, _, _):
        player = Player(server, contender.words(), tokens)
        for page in PAGES:
            await player.go(f"{base}/{page}")
            player.calls.clear()
            for _ in range(rounds + 1):
                await player.look()
            found[page] = median(each.ms for each in player.calls[1:]), player.calls[-1].answered
    return found


async def task(contender: Contender, name: str, base: str, tokens: Tokens) -> tuple[int, list[Said]]:
    """The tokens of definitions and instructions, and all calls of a task."""
    urlopen(Request(f"{base}/reset", b"", {"Accept": "application/json"}, method="POST")).read()  # noqa: ASYNC210
    async with connected(contender) as (server, tools, instructions):
        shown = json.dumps([{key: tool.get(key) for key in SEEN_BY_MODELS} for tool in tools])
        player = Player(server, contender.words(), tokens)
        await TASKS[name](player, base)
        return tokens.count(shown) + tokens.count(instructions), player.calls


def account(fixed: int, calls: list[Said]) -> dict[str, float]:
    """Tokens of the conversation at its end, and of all requests together, each with everything before it."""
    sizes = [each.asked + each.answered for each in calls]
    billed = sum(fixed + sum(sizes[:turn]) for turn in range(len(sizes) + 1))
    acts = [each for each in calls if each.kind == "act"]
    return {
        "definitions": fixed,
        "calls": len(calls),
        "looks": sum(each.answered for each in calls if each.kind != "act"),
        "actions": sum(each.answered for each in acts),
        "asked": sum(each.asked for each in calls),
        "conversation": fixed + sum(sizes),
        "billed": billed,
        "ms": sum(each.ms for each in calls),
        "ms an action": median(each.ms for each in acts),
    }


async def measure(python: str, rounds: int, only: str) -> dict[str, object]:
    tokens = Tokens()
    everybody = [each for each in contenders(python) if only in each.name]
    looks: dict[str, object] = {}
    tasks: dict[str, dict[str, dict[str, float]]] = {name: {} for name in TASKS}
    with practice(python) as base:
        for contender in everybody:
            if "finding" not in contender.name:
                looks[contender.name] = await pages(contender, base, tokens, rounds)
            for name in TASKS:
                accounts = [account(*await task(contender, name, base, tokens)) for _ in range(max(1, rounds // 5))]
                tasks[name][contender.name] = {key: median(each[key] for each in accounts) for key in accounts[0]}
    return {"pages": looks, "tasks": tasks}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=".venv/bin/python", help="Which Python runs Pollex.")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--only", default="", help="A part of a contender's name.")
    given = parser.parse_args()
    found = asyncio.run(measure(given.python, given.rounds, given.only))
    Path(".bench/doors-page.json").write_text(json.dumps(found, indent=2))
    show(found)


def show(found: dict[str, object]) -> None:
    looks, tasks = found["pages"], found["tasks"]
    assert isinstance(looks, dict)
    assert isinstance(tasks, dict)
    print(f"\n| one look: ms / tokens | {' | '.join(looks)} |")
    for page in PAGES:
        print(f"| {page} | {' | '.join(f'{each[page][0]:.0f} / {each[page][1]:,}' for each in looks.values())} |")
    for name, each in tasks.items():
        rows = next(iter(each.values()))
        print(f"\n| {name} | {' | '.join(each)} |")
        for row in rows:
            print(f"| {row} | {' | '.join(f'{one[row]:,.0f}' for one in each.values())} |")


if __name__ == "__main__":
    main()
