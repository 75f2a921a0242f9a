"""The groups of choices of a page, and the one choice that an option means best."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ....core.json import Object
from .calling import act, call
from .columns import tokens
from .controls import FILLER
from .reaching import NARROWS
from .script import Memory, Script

SEVERAL: Final = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+")


def take(memory: Memory, said: str, option: str, field: str) -> Script[bool]:
    """Choose the option of the group that the words mean best; whether there is one."""
    groups = yield from call(memory, "choices")
    fitting = list(_fitting((groups.data or []) if groups.ok else [], option, field))
    best = max((rank for rank, *_ in fitting), default=None)
    found = [(group, choice) for rank, group, choice in fitting if rank == best]
    if len(found) != 1:
        return (yield from _all(memory, said, (groups.data or []) if groups.ok else [], option))
    group, choice = found[0]
    if group["kind"] == "list":
        outcome = yield from act(memory, said, "select", selector=f"act:{group['name']}", option=str(choice["name"]))
        if not outcome.ok:
            outcome = yield from act(memory, said, "select", selector=group["index"], option=str(choice["name"]))
    else:
        tool = "check" if group["kind"] in ("one", "several") else "click"
        outcome = yield from act(memory, said, tool, selector=choice["index"])
        if not outcome.ok and tool == "check":
            outcome = yield from act(memory, said, "click", selector=choice["index"])
    return outcome.ok


def _all(memory: Memory, said: str, groups: list[Object], option: str) -> Script[bool]:
    """Several options of one group: `Red, Green and Pink`."""
    wanted = [part.lower() for part in SEVERAL.split(option) if part]
    for group in groups if len(wanted) > 1 else ():
        named = {str(choice["name"]).strip().lower(): choice for choice in group["choices"]}
        if not all(part in named for part in wanted) or group["kind"] == "one":
            continue
        names = [str(named[part]["name"]) for part in wanted]
        if group["kind"] == "list":
            return (yield from act(memory, said, "select", selector=group["index"], option=names)).ok
        for part in wanted:
            if not (yield from act(memory, said, "check", selector=named[part]["index"])).ok:
                return False
        return True
    return False


def _fitting(groups: list[Object], option: str, field: str) -> Iterator[tuple[tuple[float, ...], Object, Object]]:
    """The choices that an option may mean: how well, their group, and themselves."""
    wanted, about = set(tokens(option)) - FILLER or set(tokens(option)), set(tokens(field)) - FILLER
    for group in groups:
        if NARROWS.match(str(group["name"])) and not NARROWS.search(field):
            continue
        around = set(tokens(str(group["name"]))) - FILLER
        for choice in group["choices"]:
            name = set(tokens(str(choice["name"])))
            is_same = str(choice["name"]).strip().lower() == option.lower()
            covered = wanted <= name or (wanted & name and wanted <= name | around)
            is_near = not about or not around or is_same or about & around
            if (covered or is_same) and is_near and not choice["disabled"]:
                yield (is_same, len(about & around), -len(name - wanted - FILLER)), group, choice
