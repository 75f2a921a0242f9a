"""The next version of a workflow, with healed selectors and a list of changes."""

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

MAX_SELECTORS: Final = 8
"""The most selectors of a node; the oldest are dropped."""


@dataclass(frozen=True, slots=True)
class Version:
    """A workflow's document after healing; without changes, it equals the one before."""

    document: Object
    changes: tuple[Object, ...]
    passed_over: tuple[str, ...]
    """The reasons why something that was healed was not written."""


def next_version(document: Object, healed: Iterable[tuple[int, Healing]]) -> Version:
    """Return the document with each healing written into the node at its position."""
    made = deepcopy(document)
    number = _count(document.get("version", 1))
    changes: list[Object] = []
    passed_over: list[str] = []
    for position, group in groupby(sorted(healed, key=lambda each: each[0]), key=lambda each: each[0]):
        turns = [healing for _, healing in group]
        try:
            changes.append(_revised(made, position, turns))
        except Fault as fault:
            passed_over.append(f"node {position}: {fault.message}")
    if not changes:
        return Version(document, (), tuple(passed_over))
    made["version"] = number
    for change in changes:
        change["version"] = number
    made["changes"] = [*document.get("changes", []), *changes]
    return Version(made, tuple(changes), tuple(passed_over))


def _revised(document: Object, position: int, turns: Sequence[Healing]) -> Object:
    """Change one node and return the change. In a loop, only selectors that all turns have in common count."""
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
    named["selector"] = [*new, *(way for way in old if way not in new)][:MAX_SELECTORS]
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
    """Yield the objects in a config that may name an element: itself, the arguments of its tool, its rules."""
    rules = config.get("rules", [])
    yield from (each for each in (config, config.get("args"), *rules) if isinstance(each, dict) and "selector" in each)


def _selectors(named: Object) -> list[str]:
    return [str(candidate) for candidate in parse(named["selector"]).candidates]


def _count(version: Any) -> int | str:
    """Return the next version; one that is no number gets a suffix."""
    if isinstance(version, int):
        return version + 1
    return str(int(version) + 1) if str(version).isdecimal() else f"{version}+healed"
