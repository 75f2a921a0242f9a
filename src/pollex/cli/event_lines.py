"""Events of a run as lines for a person at a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..core.json import Object, dumps
from ..text.clip import on_one_line
from .output import escaped
from .table import table_lines
from .workspace_lines import WorkspaceLines

if TYPE_CHECKING:
    from ..core.event import Event, EventKind

KINDS = ("workflow", "task", "tool", "record")
"""What a run may be of."""
MOST_WORDS = 200
MOST_ABOUT = 80
MARKS = {True: "[green]✓[/]", False: "[red]✗[/]"}


class EventLines:
    """The lines of one run's events. The calls of a script are shown, those inside steps, nodes and other calls not."""

    def __init__(self, earlier: Iterable[Event] = ()) -> None:
        """`earlier` are events that were shown already."""
        self._is_tool = False
        self._nodes: set[str] = set()
        """The paths of the nodes that go on."""
        self._calls: dict[str, Object] = {}
        """The calls that go on by their ids, the outermost first."""
        self._workspace = WorkspaceLines()
        for event in earlier:
            self.lines(event)

    def lines(self, event: Event) -> list[str]:
        """Return what a person is shown of an event."""
        data = event.data
        match event.kind:
            case "run.started":
                self._is_tool = "tool" in data
            case "run.resumed":
                self._nodes, self._calls = set(), {}
            case "node.started":
                self._nodes.add(data["path"])
            case "node.finished":
                self._nodes.discard(data["path"])
            case "call.started":
                self._calls[data["call"]] = data
            case "call.finished":
                call, is_effect = self._calls.pop(data["call"], data), data["call"] in self._workspace.calls
                alone = self._is_tool and not self._nodes and not self._calls
                return _call(call, data["result"]) if alone or is_effect else []
        return self._workspace.lines(event) or _lines(event)


def _lines(event: Event) -> list[str]:
    """Return what is shown of an event whatever came before it."""
    data = event.data
    match event.kind:
        case "run.started":
            model = f"  [dim]{escaped(str(data['model']))}[/]" if "model" in data else ""
            named = on_one_line(str(next((data[each] for each in KINDS if each in data), "run")), MOST_WORDS)
            return [f"[bold]{escaped(named)}[/]{model}  [dim]{event.run}[/]"]
        case "step.finished":
            return _step(data)
        case "call.progress":
            return _printed(data["data"])
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
        case "effect":
            why = on_one_line(data["refused"] or "", MOST_WORDS)
            return [f"[yellow]stopped[/] {escaped(why)}"] if why else []
        case "workspace.changed":
            return _shown(data)
    return _page(event.kind, data)


def _page(kind: EventKind, data: Object) -> list[str]:
    match kind, data.get("by"):
        case "page.navigated", "script":
            return [f"[dim]→[/] {escaped(on_one_line(str(data['url']), MOST_WORDS))}"]
        case "page.blocked", "page":
            return [f"[yellow]blocked[/] {escaped(str(data.get('host')))}: {escaped(str(data.get('why')))}"]
        case "page.crashed", _:
            return [f"[yellow]crashed[/] {escaped(str(data.get('what')))}"]
    return []


def _ended(result: Object) -> list[str]:
    """How a run ended and what it took, for those who look at it later; at the time, the answer follows."""
    from ..report.ending import ending
    from ..text.amounts import plural

    cost, data = result["cost"], result["data"] if isinstance(result["data"], dict) else {}
    steps = [plural(data["steps"], "step")] if "steps" in data else []
    tokens = [f"{cost['tokensIn']:,} + {cost['tokensOut']:,} tokens, ${cost['usd']:.4f}"] if cost["tokensIn"] else []
    took = ", ".join([*steps, f"{cost['ms'] / 1000:.1f} s", *tokens])
    how = ending(result, None).words if result["ok"] else (result.get("fault") or {}).get("code", "failed")
    return [f"{MARKS[result['ok']]} {how}  [dim]{took}[/]"]


def _step(data: Object) -> list[str]:
    """A step of an agent or a person: what it thought, and what was done in words."""
    from ..browser.description import outcome_sentence

    shown = [f"  [dim]{escaped(' '.join(data['text'].split()))}[/]"] if data.get("text") else []
    if data.get("problem"):
        shown.append(f"{MARKS[False]} {escaped(data['path']):<5} {escaped(data['problem'])}")
    for action in data["actions"]:
        result = action["result"]
        args = action["args"] if isinstance(action["args"], dict) and not action.get("private") else {}
        words = escaped(outcome_sentence(action["tool"], args, result))
        took = "not recorded" if action.get("private") else f"{action['ms']:.0f} ms"
        path = action["path"] if data.get("by") != "person" else str(data["step"])
        shown.append(f"{MARKS[result['ok']]} {escaped(path):<5} {words}  [dim]{took}[/]")
        shown += _failure(result)
    return shown


def _call(call: Object, result: Object) -> list[str]:
    """A call of a script, in words."""
    from ..browser.description import outcome_sentence

    args = call.get("args")
    words = escaped(outcome_sentence(call["tool"], args if isinstance(args, dict) else {}, result))
    return [f"{MARKS[result['ok']]} {words}  [dim]{result['cost']['ms']:.0f} ms[/]", *_failure(result)]


def _printed(data: object) -> list[str]:
    """What a script printed; the line that is its answer follows as such."""
    if not isinstance(data, dict) or "printed" not in data:
        return []
    is_node = str(data.get("script")).endswith((".js", ".ts"))
    said = [line for line in str(data["printed"]).splitlines() if line.strip()]
    shown = [line for line in said if not (is_node and line.startswith(("{", "[")))]
    return [f"  [dim]{escaped(on_one_line(line, MOST_WORDS))}[/]" for line in shown]


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
