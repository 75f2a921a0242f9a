"""Rewriting positions when nodes move or go: bodies, ways, branches, defaults and ranges follow."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Any

from ...core.json import Object
from ...core.leaves import copy
from ...core.path import lookup, parse
from ..nodes.group import bounds
from .editor import kind_of


@dataclass(frozen=True, slots=True)
class Shift:
    """What happens to positions: where nodes go, which are deleted, and which one was asked to move."""

    moved: Mapping[int, int] = field(default_factory=dict)
    gone: AbstractSet[int] = frozenset()
    mover: int | None = None

    def new(self, position: int) -> int:
        return self.moved.get(position, position)


def rewritten(nodes: list[Object], shift: Shift) -> tuple[list[Object], list[Object]]:
    """The nodes that are left, at their new positions, and what was rewritten in them.

    A list that would be empty keeps its last position, which is then open: what it is to run is not ours to say.
    """
    made, changes = [], []
    known = {node["position"] for node in nodes}
    for node in (each for each in nodes if each["position"] not in shift.gone):
        before = node.get("config", {})
        config = _config(node, shift, known - {node["position"]})
        changes += [
            {"position": shift.new(node["position"]), "property": name, "was": value, "now": config.get(name)}
            for name, value in before.items()
            if config.get(name) != value
        ]
        made.append({**node, "position": shift.new(node["position"]), "config": config})
    return made, changes


def _config(node: Object, shift: Shift, others: AbstractSet[int]) -> Object:
    config: Object = copy(node.get("config", {}))
    kind = kind_of(node)
    for branch in kind.branches(config) if kind is not None else ():
        if branch.inclusive:
            name = str(parse(branch.places[0][0])[0])
            config[name] = _range(config.get(name), shift, others)
            continue
        places = [(parse(place), position) for place, position in branch.places]
        for path, position in places:
            _holder(config, path)[path[-1]] = shift.new(position)
        for path, position in reversed(places):
            if position in shift.gone:
                _drop(config, path)
    return config


def _drop(config: Object, path: tuple[Any, ...]) -> None:
    holder = _holder(config, path)
    if isinstance(holder, list) and len(holder) > 1:
        del holder[path[-1]]
    elif path[0] == "default":
        del config["default"]


def _holder(config: Object, path: tuple[Any, ...]) -> Any:
    return lookup(config, path[:-1]) if len(path) > 1 else config


def _range(given: Any, shift: Shift, others: AbstractSet[int]) -> Any:
    """A range that keeps its members; the one that was asked to move stays only where nobody comes between."""
    found = bounds(given)
    if found is None:
        return given
    first, last = found
    inside = {position for position in others if first <= position <= last} - shift.gone
    staying = sorted(map(shift.new, inside - {shift.mover}))
    if not staying:
        return given
    begin = staying[0] if first in others else min(first, staying[0])
    end = staying[-1] if last in others else max(last, staying[-1])
    if shift.mover in inside:
        place = shift.new(shift.mover)
        wider = (min(begin, place), max(end, place))
        strangers = [shift.new(each) for each in others - inside - shift.gone]
        if not any(wider[0] <= each <= wider[1] for each in strangers):
            begin, end = wider
    return [begin, end] if isinstance(given, list) else f"{begin}-{end}"
