"""The same steps with Playwright MCP's tools: targets by the label that its own snapshot shows, the page as judge.

What a step needs and its tools do not have (a distance, a place on an element, a text to select) fails there.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

from bench.page_mcp import HELLO, LONGEST_LINE, PACKAGE, Server
from bench.widgets.script import FOLDER
from bench.widgets.server import Gallery
from bench.widgets.solve import PATIENCE, Attempt, line

from pollex.page.launch import find_chromium
from pollex.testing.player import NotShown, ScriptedCall, ScriptedTurn

REF = re.compile(r"\[ref=(\w+)\]")
LABEL = re.compile(r"(\w+) ?(.*?)(?: =.*| \(.*| \{.*)?")
"""What Pollex's outline says of an element: its role and its name, without value, states and choices."""
ALIKE = {"password": "textbox", "date": "textbox", "colour": "textbox", "clickable": "", "shape": ""}
LOOKS = ("more", "find", "inspect", "unfold")
"""Steps that only look, which its snapshots do anyway."""
ARGUMENTS = {
    "click": {"on", "nth", "line", "button", "count"},
    "type": {"on", "nth", "line", "text", "clear"},
    "select": {"on", "nth", "line", "option"},
    "check": {"on", "nth", "line"},
    "hover": {"on", "nth", "line"},
    "drag": {"on", "nth", "line", "to"},
    "keypress": {"on", "nth", "line", "key", "times"},
    "wait": {"text", "timeout", "duration"},
    "dialog": {"accept", "text"},
}
"""What can be said to its tools."""


async def solve_by_mcp(tasks: Iterable[dict[str, str]], ways: dict[str, list[ScriptedTurn]]) -> list[Attempt]:
    """Try the tasks one after the other."""
    found = []
    with Gallery(FOLDER) as gallery:
        for task in tasks:
            async with opened() as server:
                await server.call("browser_navigate", url=f"{gallery.url}/pages/{task['page']}.html")
                found.append(await attempt(server, task, ways.get(task["id"], [])))
            print(f"MCP {line(found[-1])}", flush=True)
    return found


@asynccontextmanager
async def opened() -> AsyncIterator[Server]:
    options = ("--headless", "--isolated", "--no-sandbox", "--output-dir", ".bench/page/mcp")
    browser = ("--executable-path", str(find_chromium())) if find_chromium() else ()
    process = await asyncio.create_subprocess_exec(
        "node", str(PACKAGE / "cli.js"), *options, *browser, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LONGEST_LINE
    )
    try:
        server = Server(process)
        await server.request("initialize", HELLO)
        server.send({"method": "notifications/initialized"})
        yield server
        await server.call("browser_close")
    finally:
        process.terminate()
        await process.wait()


async def attempt(server: Server, task: dict[str, str], turns: list[ScriptedTurn]) -> Attempt:
    begun, calls, why = time.perf_counter(), 0, ""
    steps = [step for turn in turns for step in turn if step["tool"] not in LOOKS]
    try:
        for step in steps:
            calls += await done(server, step)
    except (NotShown, RuntimeError) as error:
        why = str(error).splitlines()[0][:120]
    seconds = time.perf_counter() - begun
    holds = await held(server, task["check"])
    return Attempt(task["id"], holds, len(turns), calls, seconds, why=why or ("" if holds else "not as it should be"))


async def held(server: Server, check: str) -> bool:
    script = f"""async () => {{ for (let tries = 0; tries < 20; tries++) {{
        if ({check}) return "it holds"; await new Promise((done) => setTimeout(done, {PATIENCE * 50})) }} }}"""
    try:
        return "it holds" in (await server.call("browser_evaluate", function=script)).partition("### Ran")[0]
    except RuntimeError:
        return False


async def done(server: Server, step: ScriptedCall) -> int:
    """Make the calls of a step; how many they were."""
    tool = str(step["tool"])
    missing = step.keys() - {"tool"} - ARGUMENTS.get(tool, set())
    if tool not in ARGUMENTS or missing:
        raise NotShown(f"Its tools have no {tool} {', '.join(sorted(missing))}".strip() + ".")
    target = await ref_of(server, step) if "on" in step else ""
    match tool:
        case "click" | "check":
            await server.call("browser_click", target=target, **clicked(step))
        case "type":
            await server.call("browser_type", target=target, text=step["text"])
        case "select":
            option = step["option"]
            values = [str(each) for each in option] if isinstance(option, list) else [str(option)]
            await server.call("browser_select_option", target=target, values=values)
        case "hover":
            await server.call("browser_hover", target=target)
        case "drag":
            if not isinstance(step["to"], dict):
                raise NotShown("The goal has no label.")
            await server.call("browser_drag", startTarget=target, endTarget=await ref_of(server, step["to"]))
        case "keypress":
            return await pressed(server, step, target)
        case "wait":
            await server.call("browser_wait_for", **({"text": step["text"]} if "text" in step else {"time": 1}))
        case "dialog":
            text = {"promptText": step["text"]} if "text" in step else {}
            await server.call("browser_handle_dialog", accept=step["accept"], **text)
    return 1


def clicked(step: ScriptedCall) -> dict[str, Any]:
    button = {"button": step["button"]} if "button" in step else {}
    return {**button, "doubleClick": True} if step.get("count") == 2 else button


async def pressed(server: Server, step: ScriptedCall, target: str) -> int:
    """A key in an element is a click on it first; several presses are several calls."""
    if target:
        await server.call("browser_click", target=target)
    for _ in range(step.get("times", 1)):
        await server.call("browser_press_key", key=step["key"])
    return bool(target) + int(step.get("times", 1))


async def ref_of(server: Server, target: ScriptedCall) -> str:
    """The reference of the element that the snapshot calls by the same role and name, or by the same name."""
    lines = (await server.call("browser_snapshot")).splitlines()
    label = LABEL.fullmatch(target["on"])
    assert label
    role, name = ALIKE.get(label[1], label[1]), label[2].rstrip("…")
    if name.startswith("‹"):
        raise NotShown(f"Its snapshot does not say {name}.")
    shown = [text for text in lines if REF.search(text) and name in text and near(lines, text, target.get("line", ""))]
    fitting = [text for text in shown if re.match(rf"\s*- {role}\b", text)] if role else []
    place = int(target.get("nth", 1)) - 1
    found = (fitting or shown)[place : place + 1]
    if not found:
        raise NotShown(f"Its snapshot has no {target['on']!r}.")
    return str(REF.findall(found[0])[0])


def near(lines: list[str], text: str, words: str) -> bool:
    """Whether some words stand in the same part of a snapshot."""
    at = lines.index(text)
    return not words or any(words in each for each in lines[max(at - 6, 0) : at + 7])


def version() -> str:
    return str(json.loads((PACKAGE / "package.json").read_text())["version"])
