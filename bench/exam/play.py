"""Play a task's run, compile it, and replay the workflow: as it was, with other inputs, and on other layouts."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.trust.play import SETTLE, Entry, Person, open_app

from pollex import App
from pollex.core.call import Call
from pollex.core.context import Decision
from pollex.core.fault import Fault
from pollex.core.tool import Tool
from pollex.flow.workflow import Workflow
from pollex.practice.bank.state import SECRET
from pollex.practice.server import Server
from pollex.runs.run import Run
from pollex.testing import Player

from . import checks
from .outputs import told

LAYOUTS: Final = {3: "renamed", 4: "reworded", 2: "redesigned"}
LIMIT: Final = 240.0
"""Seconds that a replay may take."""


@dataclass
class Replayed:
    """What became of one replay."""

    task: str
    kind: str
    """`same`, `inputs` or `layout`."""
    name: str
    outcome: str
    """`right`, `silent` (done, but the answer is missing), `refused` or `wrong`."""
    reason: str = ""
    asked: int = 0
    """Values that were asked for, where the workflow went well."""
    named: int = 0


class Someone(Person):
    """Agrees to everything, but for the first questions of some runs."""

    denies: int = 0

    async def __call__(self, tool: Tool, call: Call, args: Any, why: str) -> Decision:
        answer = await super().__call__(tool, call, args, why)
        if self.denies > 0:
            self.denies -= 1
            return Decision(False, "bench")
        return answer


@dataclass
class Played:
    """A run and the workflow that it became."""

    entry: Entry
    url: str
    problem: str = ""
    """Why the run is not one to be compiled: a fault of the exam."""
    workflow: Workflow | None = None
    refused: str = ""
    """Why it was not compiled."""
    replays: list[Replayed] = field(default_factory=list)


async def play(entry: Entry) -> Played:
    """Play the run of a task and all its replays, in an app of its own."""
    checks.record_bookings()
    with TemporaryDirectory() as home:
        person = Someone()
        async with open_app(Path(home), person) as app:
            played = await _record(app, person, entry, Path(home))
            if not played.problem and not entry.get("only_run"):
                played.replays += [each async for each in _replays(app, played)]
    return played


async def _record(app: App, person: Someone, entry: Entry, home: Path) -> Played:
    person.denies = entry.get("denied", 0)
    with Server(seed=entry["seed"]) as server:
        here = _placed(entry, server.url, home)
        files = [home / entry["file"]] if "file" in entry else []
        for each in files:
            each.write_text("07:40 out\n18:15 back\n")
        _store_codes(app)
        player = Player(here["turns"])
        run = await app.run(
            here["task"],
            url=server.url + entry["url"],
            model=player,
            pictures=False,
            durable=False,
            judge="off",
            files=files,
        )
        await asyncio.sleep(SETTLE)
        played = Played(here, server.url)
        played.problem = _problem(entry, run, player, server)
    person.denies = 0
    if not played.problem:
        try:
            played.workflow = await run.compile(replay=False)
        except Fault as fault:
            played.refused = fault.message
    return played


def _problem(entry: Entry, run: Run, player: Player, server: Server) -> str:
    """Return what went wrong in the run itself, or nothing."""
    assert run.result is not None
    if player.problem:
        return player.problem
    found = checks.wrong(server.world, entry["changes"])
    if found:
        return "; ".join(found)
    if entry.get("compiles", True) and not run.result.ok:
        return str(run.result.fault)
    return ""


def _placed(entry: Entry, url: str, home: Path) -> Entry:
    text = json.dumps(entry).replace("{{server}}", url).replace("{{file}}", str(home / entry.get("file", "")))
    placed: Entry = json.loads(text)
    return placed


def _store_codes(app: App) -> None:
    # stored anew, or a second run would wait for the next window of its codes
    app.vault.set("bank2fa", "authenticator", ["127.0.0.1"], {"secret": SECRET})


async def _replays(app: App, played: Played) -> AsyncIterator[Replayed]:
    entry = played.entry
    as_it_was = {"inputs": [], "changes": entry["changes"], "outputs": entry["outputs"]}
    yield await _replay(app, played, "same", "the same", as_it_was, 1)
    for other in entry["others"]:
        yield await _replay(app, played, "inputs", other["id"], other, 1)
    for layout in entry["layouts"]:
        yield await _replay(app, played, "layout", LAYOUTS[layout], as_it_was, layout)


async def _replay(app: App, played: Played, kind: str, name: str, case: dict[str, Any], layout: int) -> Replayed:
    found = Replayed(played.entry["id"], kind, name, "refused")
    if played.workflow is None:
        if played.entry.get("compiles", True):
            found.reason = f"not compiled: {played.refused}"
        else:
            found.outcome = "right"
        return found
    with Server(seed=played.entry["seed"], layout=layout) as server:
        try:
            inputs = _inputs(played, server.url, case["inputs"])
        except LookupError as error:
            found.reason = str(error)
            return found
        _store_codes(app)
        running = app.run_workflow(played.workflow, inputs, durable=False)
        try:
            result = await asyncio.wait_for(running, LIMIT)
        except TimeoutError:
            found.outcome, found.reason = "wrong", f"not ended after {LIMIT:.0f} seconds"
            return found
        await asyncio.sleep(SETTLE)
        if result.ok:
            _judge_done(found, played, case, server, (result.data or {}).get("outputs") or {})
        else:
            assert result.fault is not None
            _judge_refused(found, case, server, result.fault)
    return found


def _judge_done(found: Replayed, played: Played, case: dict[str, Any], server: Server, outputs: dict[str, Any]) -> None:
    said = [told(each, outputs, asks=played.entry["asks"]) for each in case["outputs"]]
    found.asked, found.named = len(said), sum(each.named for each in said)
    problems = checks.wrong(server.world, case["changes"]) + [each.false for each in said if each.false]
    if not played.entry.get("compiles", True):
        problems.append("compiled from a run that did nothing")
    elif "refuse" in case:
        problems.append(f"ok, though it had to be refused; outputs {_short(outputs)}")
    missing = [each["names"][0] for each, was in zip(case["outputs"], said, strict=True) if not was.given]
    if problems:
        found.outcome, found.reason = "wrong", "; ".join(problems)
    elif missing and played.entry["asks"]:
        found.outcome, found.reason = "silent", f"no {', '.join(missing)} in {_short(outputs)}"
    else:
        found.outcome = "right"
        found.reason = f"no {', '.join(missing)} in {_short(outputs)}" if missing else ""


def _judge_refused(found: Replayed, case: dict[str, Any], server: Server, fault: Fault) -> None:
    harm = checks.harm(server.world, case["changes"])
    found.reason = f"{fault.code}: {fault.message}"
    if harm:
        found.outcome, found.reason = "wrong", f"{'; '.join(harm)}, and then {found.reason}"
    elif case.get("refuse") in ("any", fault.code):
        found.outcome, found.reason = "right", ""
    elif case["changes"] and checks.done(server.world, case["changes"]):
        found.reason = f"after it was done, {found.reason}"


def _inputs(played: Played, url: str, wanted: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the inputs with the other values, and with the address of this server."""
    assert played.workflow is not None
    given: dict[str, Any] = {}
    changed: set[int] = set()
    for each in played.workflow.document.get("inputs", []):
        name, default = each["display_name"], each.get("default_value")
        if default is None:
            continue
        text = str(default)
        if played.url in text:
            given[name] = text.replace(played.url, url)
        for place, change in enumerate(wanted):
            now = next((new for old, new in zip(change["was"], change["now"], strict=True) if _is(old, text)), None)
            if now is not None:
                given[name] = _typed(now, each.get("type"))
                changed.add(place)
    lacking = [repr(change["was"][0]) for place, change in enumerate(wanted) if place not in changed]
    if lacking:
        raise LookupError(f"no input stands for {', '.join(lacking)}")
    return given


def _is(value: str, default: str) -> bool:
    return value.casefold() == default.strip().casefold()


def _typed(value: str, kind: str | None) -> Any:
    if kind == "number":
        try:
            return float(value) if "." in value else int(value)
        except ValueError:
            return value
    return value


def _short(outputs: dict[str, Any]) -> str:
    text = json.dumps(outputs, ensure_ascii=False)
    return text if len(text) < 160 else f"{text[:160]}…"
