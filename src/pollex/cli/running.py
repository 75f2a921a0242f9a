"""A run on the terminal: its nodes as they finish, its questions as they come, and how it ended."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..core.result import Result
from ..text.clip import on_one_line
from .asking import asked
from .following import followed
from .output import console, escaped

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from ..app.app import App
    from ..core.event import Event

MOST_WORDS = 200
MOST_ABOUT = 80
MARKS = {True: "[green]✓[/]", False: "[red]✗[/]"}


def at_terminal() -> bool:
    """Whether a person is there who can be asked."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


async def watched(app: App, run: str, work: Awaitable[Result], *, after: int = 0) -> Result:
    """Do the work, and tell on stderr what happens in the run; what it asks is asked of a person at a terminal."""
    aside = console(stderr=True)
    person = at_terminal()

    async def tell(event: Event, live: bool) -> None:
        for line in lines(event):
            aside.print(line)
        if event.kind != "question.asked" or not live:
            return
        if person:
            answer = await asked(partial(_ask, event.data))
            await _answer(app, run, event.data["path"], answer)
        else:
            aside.print(f"  answer with: pollex runs answer {run} {event.data['path']} JSON")

    return await followed(app.find_run(run), work, tell, after)


async def _answer(app: App, run: str, path: str, answer: Object) -> None:
    try:
        await app.runs.answer(run, path, answer)
    except Fault as fault:
        console(stderr=True).print(f"  [red]{escaped(fault.message)}[/]")
        again = (await app.runs.questions(run)).get(path)
        if again is not None:
            await _answer(app, run, path, await asked(partial(_ask, {"form": again})))


def trimmed(result: Result, *, json: bool) -> Result:
    """A run's result as people want it: what it gave. How each node went was told on the way."""
    if json or not isinstance(result.data, dict):
        return result
    if not result.ok and result.data.keys() & {"run", "outputs", "answer"}:
        result.data = None
    elif "outputs" in result.data:
        result.data = result.data["outputs"] or result.data["variables"]
    elif "answer" in result.data:
        if not result.data["proven"] and not result.notes:
            result.notes = ("nothing in this answer could be checked against what was seen",)
        result.data = result.data["answer"]
    return result


def lines(event: Event) -> list[str]:
    """What a person is told of an event."""
    data = event.data
    match event.kind:
        case "run.started":
            model = f"  [dim]{escaped(str(data['model']))}[/]" if "model" in data else ""
            named = on_one_line(str(data.get("workflow", data.get("task", "run"))), MOST_WORDS)
            return [f"[bold]{escaped(named)}[/]{model}  [dim]{event.run}[/]"]
        case "step.finished":
            return _step(data)
        case "run.finished":
            return _ended(data["result"])
        case "approval.asked":
            return [f"[yellow]?[/] {escaped(data['tool'])}: {escaped(data.get('why', ''))}"]
        case "run.resumed":
            return ["[yellow]goes on after an interruption[/]"]
        case "node.finished":
            return [_node(data), *_failure(data)]
        case "node.healed":
            return [f"[yellow]healed[/] {escaped(data['path'])} {escaped(data['why'])}  [dim]{data['score']:.2f}[/]"]
        case "question.asked":
            fields = ", ".join(data["form"].get("properties", {}))
            return [f"[yellow]?[/] {escaped(data['path'])} {escaped(data['question'])}  [dim]{escaped(fields)}[/]"]
        case "workspace.changed":
            return _shown(data)
        case "page.blocked" if data.get("by") == "page":
            return [f"[yellow]blocked[/] {escaped(str(data.get('host')))}: {escaped(str(data.get('why')))}"]
        case "page.crashed":
            return [f"[yellow]crashed[/] {escaped(str(data.get('what')))}"]
    return []


def _ended(result: Object) -> list[str]:
    """How a run ended and what it took, for those who look at it later; at the time, the answer follows."""
    from ..report.amounts import plural

    cost, data = result["cost"], result["data"] if isinstance(result["data"], dict) else {}
    steps = [plural(data["steps"], "step")] if "steps" in data else []
    tokens = [f"{cost['tokensIn']:,} + {cost['tokensOut']:,} tokens, ${cost['usd']:.4f}"] if cost["tokensIn"] else []
    took = ", ".join([*steps, f"{cost['ms'] / 1000:.1f} s", *tokens])
    how = "done" if result["ok"] else (result.get("fault") or {}).get("code", "failed")
    return [f"{MARKS[result['ok']]} {how}  [dim]{took}[/]"]


def _step(data: Object) -> list[str]:
    """An agent's step: what it thought, and what it did in words."""
    from ..report.story import Action
    from ..report.words import said

    told = [f"  [dim]{escaped(' '.join(data['text'].split()))}[/]"] if data.get("text") else []
    if data.get("problem"):
        told.append(f"{MARKS[False]} {escaped(data['path']):<5} {escaped(data['problem'])}")
    for action in data["actions"]:
        result = action["result"]
        args = action["args"] if isinstance(action["args"], dict) else {}
        words = escaped(said(Action(action["tool"], args, result)))
        told.append(f"{MARKS[result['ok']]} {escaped(action['path']):<5} {words}  [dim]{action['ms']:.0f} ms[/]")
        told += _failure(result)
    return told


def _node(data: Object) -> str:
    about = on_one_line(data.get("about") or data["type"], MOST_ABOUT)
    name = f"{data['alias']}: {about}" if data.get("alias") else about
    rung = f"  [dim]{data['rung']}[/]" if data.get("rung") not in (None, "first") else ""
    depth = "  " * (data["path"].count("/") - 1)
    return f"{MARKS[data['ok']]} {depth}{escaped(data['path']):<10} {escaped(name)}{rung}  [dim]{data['ms']:.0f} ms[/]"


def _failure(data: Object) -> list[str]:
    fault = data.get("fault")
    if fault is None:
        return []
    hint = [f"    [dim]{escaped(fault['hint'])}[/]"] if fault.get("hint") else []
    return [f"    [red]{escaped(fault['message'])}[/]", *hint]


def _shown(data: Object) -> list[str]:
    title = [f"[bold]{escaped(data['title'])}[/]"] if data.get("title") else []
    value = data["value"]
    if data.get("as") == "list" and isinstance(value, list):
        return [*title, *(f"  • {escaped(each if isinstance(each, str) else dumps(each))}" for each in value)]
    said = value if isinstance(value, str) else dumps(value, indent=True)
    return [*title, *(f"  {escaped(line)}" for line in said.splitlines())]


def _ask(data: Object) -> Any:
    """A form on the terminal: one line for each property."""
    answer: Object = {}
    for name, about in data["form"].get("properties", {}).items():
        said = input(f"  {about.get('description', name)} ({about.get('type', 'text')}): ").strip()
        if said:
            answer[name] = said
    return answer
