"""What differs between two versions of a workflow: nodes and settings, each before and after."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...core.json import Object, dumps


def workflow_difference(before: Object, after: Object) -> list[Object]:
    """Return what was added, removed, moved and changed, with the text of each before and after."""
    settings = [name for name in {**before, **after} if name != "nodes"]
    found = [_entry(name, before.get(name), after.get(name)) for name in settings]
    return [*filter(None, found), *filter(None, (_node(*pair) for pair in _pairs(before["nodes"], after["nodes"])))]


def _pairs(before: list[Object], after: list[Object]) -> Iterator[tuple[Object | None, Object | None]]:
    """Yield each node of one version with its counterpart in the other.

    A node that did not change is paired first, then by alias, by what it does, and by position.
    """
    left, right = list(before), list(after)
    found: list[tuple[Object | None, Object | None]] = []
    for key in (dumps, _by_alias, _by_content, _by_position):
        others: dict[str, list[Object]] = {}
        for node in right:
            if (same := key(node)) is not None:
                others.setdefault(same, []).append(node)
        for node in list(left):
            if twins := others.get(key(node) or ""):
                other = twins.pop(0)
                found.append((node, other))
                left.remove(node)
                right.remove(other)
    found += [(node, None) for node in left]
    found += [(None, node) for node in right]
    yield from sorted(found, key=lambda pair: int((pair[1] or pair[0] or {})["position"]))


def _by_alias(node: Object) -> str | None:
    return node.get("alias")


def _by_content(node: Object) -> str | None:
    return dumps({name: value for name, value in node.items() if name != "position"})


def _by_position(node: Object) -> str | None:
    return f"{node['position']} {node['type']}" if "alias" not in node else None


def _node(before: Object | None, after: Object | None) -> Object | None:
    shown = after or before or {}
    name = f"Node {shown['position']}" + (f" ({shown['alias']})" if shown.get("alias") else "")
    entry = _entry(name, before, after)
    if entry is not None and before is not None and after is not None and _by_content(before) == _by_content(after):
        entry["did"] = "moved"
    return entry


def _entry(name: str, before: Any, after: Any) -> Object | None:
    if before == after:
        return None
    did = "added" if before is None else "removed" if after is None else "changed"
    return {"name": name, "did": did, "before": _text(before), "after": _text(after)}


def _text(value: Any) -> str | None:
    return None if value is None else value if isinstance(value, str) else dumps(value, indent=True)
