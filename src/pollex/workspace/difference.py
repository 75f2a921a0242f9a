"""The difference between two desks, in a form that people can read."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import unified_diff
from typing import Any

from ..core.json import Object, dumps
from .desk import Desk
from .tree import Nodes, Place


def difference(before: Desk, after: Desk) -> list[Object]:
    """Return what was added, removed and changed: windows, components and state."""
    return [
        *_parts("window", _windows(before), _windows(after)),
        *_parts("component", _components(before), _components(after)),
        *_parts("state", _state(before), _state(after)),
    ]


def outline(nodes: Nodes, depth: int = 0) -> list[str]:
    """Return nodes as lines: a tag, a text or a component each, indented by depth."""
    lines: list[str] = []
    for node in nodes:
        if isinstance(node, str):
            lines += [f"{'  ' * depth}{text}"] if (text := " ".join(node.split())) else []
        elif isinstance(node, Place):
            lines.append(f"{'  ' * depth}[{node.component}]")
        else:
            attributes = "".join(f" {name}={value!r}" for name, value in node.attributes.items())
            command = "" if node.command is None else f" data-command={dumps(list(node.command.batch))}"
            lines.append(f"{'  ' * depth}<{node.tag}{attributes}{command}>")
            lines += outline(node.children, depth + 1)
    return lines


def _windows(desk: Desk) -> dict[str, str]:
    return {window.id: "\n".join([dumps(window.frame()), *outline(window.content)]) for window in desk.windows.values()}


def _components(desk: Desk) -> dict[str, str]:
    return {
        each.id: dumps({"type": each.type, "windowId": each.window, "props": each.props}, indent=True)
        for each in desk.components.values()
    }


def _state(desk: Desk) -> dict[str, str]:
    return {"/".join(part for part in at if part): dumps(entry.value) for at, entry in desk.state.items()}


def _parts(kind: str, before: Mapping[str, str], after: Mapping[str, str]) -> list[Object]:
    found: list[Object] = []
    for id_ in {**before, **after}:
        old, new = before.get(id_), after.get(id_)
        if old != new:
            change = "added" if old is None else "removed" if new is None else "changed"
            found.append({"kind": kind, "id": id_, "change": change, "lines": _lines(old, new)})
    return found


def _lines(old: Any, new: Any) -> list[str]:
    made = unified_diff((old or "").splitlines(), (new or "").splitlines(), lineterm="", n=1)
    return [line for line in made if not line.startswith(("---", "+++", "@@"))]
