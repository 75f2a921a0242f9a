"""A new version of a workflow, whose nodes find what a run has healed; it tells what was changed, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final

from ...browser.selector import parse
from ...core.fault import Fault
from ...core.json import Object
from .healing import Healing

MOST: Final = 8
"""Selectors that a node keeps: of very old ones, the last are let go."""


@dataclass(frozen=True, slots=True)
class Version:
    """A workflow's document after healing; without changes, the same as before."""

    document: Object
    changes: tuple[Object, ...]
    passed_over: tuple[str, ...]
    """Why something that was healed was not written."""


def next_version(document: Object, healed: Iterable[tuple[int, Healing]]) -> Version:
    """The document with each healing at its node's position written into it."""
    made = deepcopy(document)
    number = _count(document.get("version", 1))
    changes: list[Object] = []
    passed_over: list[str] = []
    for position, group in groupby(sorted(healed, key=lambda each: each[0]), key=lambda each: each[0]):
        turns = [healing for _, healing in group]
        try:
            changes.append(_mend(made, position, turns))
        except Fault as fault:
            passed_over.append(f"node {position}: {fault.message}")
    if not changes:
        return Version(document, (), tuple(passed_over))
    made["version"] = number
    for change in changes:
        change["version"] = number
    made["changes"] = [*document.get("changes", []), *changes]
    return Version(made, tuple(changes), tuple(passed_over))


def _mend(document: Object, position: int, turns: Sequence[Healing]) -> Object:
    """Change one node, and say what was done. In a loop it was healed once a turn: what was the same in all counts."""
    node = next((each for each in document["nodes"] if each["position"] == position), None)
    if node is None:
        raise Fault("conflict", "It is not in the file any more.")
    healing = turns[-1]
    old = list(healing.before)
    named = next((each for each in _holders(node["config"]) if _selectors(each) == old), None)
    if named is None:
        raise Fault("conflict", "Its selectors were changed since the run.")
    new = [way for way in healing.found if all(way in turn.found for turn in turns)]
    if not new:
        raise Fault("conflict", "It was another element each time, so that no selector is good for all.")
    named["selector"] = [*new, *(way for way in old if way not in new)][:MOST]
    if len(turns) == 1:
        node["evidence"] = healing.evidence
    change: Object = {
        "when": healing.when,
        "node": position,
        "did": "healed",
        "from": old,
        "to": new,
        "why": healing.why,
        "score": healing.score,
        "runnerUp": healing.runner_up,
        "run": healing.run,
    }
    return change


def _holders(config: Object) -> Iterator[Object]:
    """What in a node's config may name an element: itself, the arguments of its tool, its rules."""
    rules = config.get("rules", [])
    yield from (each for each in (config, config.get("args"), *rules) if isinstance(each, dict) and "selector" in each)


def _selectors(named: Object) -> list[str]:
    return [str(candidate) for candidate in parse(named["selector"]).candidates]


def _count(version: Any) -> int | str:
    """The number after a version; one that does not count gets a mark."""
    if isinstance(version, int):
        return version + 1
    return str(int(version) + 1) if str(version).isdecimal() else f"{version}+healed"
