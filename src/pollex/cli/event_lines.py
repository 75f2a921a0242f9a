"""Events of a run as lines for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.json import Object, dumps
from ..text.clip import on_one_line
from .output import escaped
from .table import table_lines

if TYPE_CHECKING:
    from ..core.event import Event

MOST_WORDS = 200
MOST_ABOUT = 80
MARKS = {True: "[green]✓[/]", False: "[red]✗[/]"}


def lines(event: Event) -> list[str]:
    """Return what a person is shown of an event."""
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
        case "run.paused" | "run.resumed":
            return [f"[yellow]{'paused' if event.kind == 'run.paused' else 'goes on after an interruption'}[/]"]
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
    from ..text.amounts import plural

    cost, data = result["cost"], result["data"] if isinstance(result["data"], dict) else {}
    steps = [plural(data["steps"], "step")] if "steps" in data else []
    tokens = [f"{cost['tokensIn']:,} + {cost['tokensOut']:,} tokens, ${cost['usd']:.4f}"] if cost["tokensIn"] else []
    took = ", ".join([*steps, f"{cost['ms'] / 1000:.1f} s", *tokens])
    how = "done" if result["ok"] else (result.get("fault") or {}).get("code", "failed")
    return [f"{MARKS[result['ok']]} {how}  [dim]{took}[/]"]


def _step(data: Object) -> list[str]:
    """An agent's step: what it thought, and what it did in words."""
    from ..browser.description import outcome_sentence

    shown = [f"  [dim]{escaped(' '.join(data['text'].split()))}[/]"] if data.get("text") else []
    if data.get("problem"):
        shown.append(f"{MARKS[False]} {escaped(data['path']):<5} {escaped(data['problem'])}")
    for action in data["actions"]:
        result = action["result"]
        args = action["args"] if isinstance(action["args"], dict) else {}
        words = escaped(outcome_sentence(action["tool"], args, result))
        shown.append(f"{MARKS[result['ok']]} {escaped(action['path']):<5} {words}  [dim]{action['ms']:.0f} ms[/]")
        shown += _failure(result)
    return shown


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
    if data.get("as") == "table" and (rows := table_lines(value)) is not None:
        return [*title, *(f"  {line}" for line in rows)]
    said = value if isinstance(value, str) else dumps(value, indent=True)
    return [*title, *(f"  {escaped(line)}" for line in said.splitlines())]
