"""What a library costs: a tool beside the same workflow called directly, and a page call from a script's process.

Everything is done in turns on one practice server, one browser and one app; nothing is kept by the engine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.report import table

import pollex
from pollex.practice.server import Server

LATEST = Path(".bench/library/latest.md")
CALLS = 300
SCRIPT = f"""
import time


async def run(page, inputs, credentials):
    await page.navigate(inputs["url"])
    await page.current_tab()
    begun = time.perf_counter()
    for _ in range({CALLS}):
        await page.current_tab()
    return {{"ms": (time.perf_counter() - begun) * 1000 / {CALLS}}}
"""


def workflow(url: str) -> dict[str, Any]:
    return {
        "name": "Look",
        "outputs": [{"display_name": "title", "type": "string", "value": "{{page.title}}"}],
        "allowedDomains": ["127.0.0.1"],
        "nodes": [
            {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": f"{url}/shop/"}},
            {
                "position": 2,
                "type": "browser_action",
                "config": {"action": "type", "selector": "input[name=q]", "text": "lamp"},
            },
            {"position": 3, "type": "browser_action", "config": {"action": "keypress", "key": "Enter"}},
            {"position": 4, "type": "tool", "alias": "page", "config": {"tool": "page.current_tab", "args": {}}},
        ],
    }


def write_library(folder: Path, url: str) -> Path:
    """Write a library with the workflow as one tool and the script as another."""
    tool = folder / "apps/look/tool"
    tool.mkdir(parents=True)
    about = {"id": "look", "name": "Look", "description": "Look.", "allowedDomains": ["127.0.0.1"]}
    (folder / "apps/look/app.json").write_text(json.dumps(about))
    common = {"type": "tool", "app": "look", "name": "Look"}
    title = {"display_name": "title", "type": "string", "required": True}
    templates = {
        "flow": {"file": "flow.workflow.json", "outputSchema": [title]},
        "calls": {
            "file": "calls.py",
            "inputSchema": [{"display_name": "url", "type": "string", "required": True}],
            "outputSchema": [{"display_name": "ms", "type": "number", "required": True}],
        },
    }
    for slug, template in templates.items():
        (tool / f"{slug}.template.json").write_text(json.dumps({"slug": slug, **common, **template}))
    (tool / "flow.workflow.json").write_text(json.dumps(workflow(url)))
    (tool / "calls.py").write_text(SCRIPT)
    return folder


async def timed(work: Callable[[], Awaitable[pollex.Result]]) -> float:
    begun = time.perf_counter()
    result = await work()
    assert result.ok, result.fault
    return (time.perf_counter() - begun) * 1000


async def direct_call(app: pollex.App, url: str) -> float:
    """Return the milliseconds of one page call in this process."""
    async with app.page(f"{url}/shop/") as page:
        await page.current_tab()
        begun = time.perf_counter()
        for _ in range(CALLS):
            await page.current_tab()
        return (time.perf_counter() - begun) * 1000 / CALLS


async def measure(rounds: int) -> str:
    with Server() as server, TemporaryDirectory() as home, TemporaryDirectory() as folder:
        async with pollex.App(home=home, environ={}) as app:
            app.add_library(write_library(Path(folder), server.url))
            flow = pollex.Workflow.from_json(workflow(server.url))
            ways: dict[str, Callable[[], Awaitable[pollex.Result]]] = {
                "workflow, directly": lambda: app.run_workflow(flow, durable=False),
                "the same as a tool": lambda: app.run_tool("look.flow", durable=False),
            }
            took: dict[str, list[float]] = {name: [] for name in ways}
            calls: dict[str, list[float]] = {"page call, directly": [], "page call from a script": []}
            for _ in range(rounds + 1):
                for name, work in ways.items():
                    took[name].append(await timed(work))
                calls["page call, directly"].append(await direct_call(app, server.url))
                said = await app.run_tool("look.calls", {"url": f"{server.url}/shop/"}, durable=False)
                assert said.ok, said.fault
                calls["page call from a script"].append(said.data["outputs"]["ms"])
    return report(took, calls)


def report(took: dict[str, list[float]], calls: dict[str, list[float]]) -> str:
    """Return the table; the first round warms up."""
    middle = {name: statistics.median(each[1:]) for name, each in {**took, **calls}.items()}
    rows = [[name, f"{value:.2f} ms"] for name, value in middle.items()]
    ratio = middle["the same as a tool"] / middle["workflow, directly"]
    more = middle["page call from a script"] - middle["page call, directly"]
    rows += [["tool over workflow (goal 1.1)", f"{ratio:.2f}"], ["script over direct (goal 0.3 ms)", f"{more:.2f} ms"]]
    return table(["what", "median"], rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="how often each is done")
    text = asyncio.run(measure(parser.parse_args().rounds))
    print(text)
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(text + "\n")


if __name__ == "__main__":
    main()
