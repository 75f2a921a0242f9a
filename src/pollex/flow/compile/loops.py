"""Stretches that were done once for each row of a list become one loop over that list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .account import Account
from .draft import Draft
from .names import Names
from .recording import Act
from .sources import Place, Sources
from .weaving import Known, Weave, as_text, reference, scalars

LONGEST: Final = 12
"""Actions in one turn."""
Write = Callable[[Act, Weave], list[Draft]]


@dataclass(frozen=True, slots=True)
class Loop:
    """Where a loop begins and ends among the actions, and what it does."""

    start: int
    end: int
    draft: Draft
    source: Place


def find_loop(
    acts: Sequence[Act], start: int, sources: Sources, write: Write, weave: Weave, names: Names, account: Account
) -> Loop | None:
    """The loop that begins at an action, where that is certain: each turn does the same to the next row of one list."""
    for place, rows in sources.lists(acts[start].at):
        for length in range(1, min(LONGEST, (len(acts) - start) // 2) + 1):
            turns = _turns(acts, start, length, rows)
            if turns < 2:
                continue
            body = _body(acts, start, length, turns, rows, write, weave)
            if body is not None:
                return _loop(start, length, turns, rows, place, body, sources, names, account)
    return None


def _turns(acts: Sequence[Act], start: int, length: int, rows: list[Any]) -> int:
    """How often the same tools follow each other."""
    tools = [act.tool for act in acts[start : start + length]]
    count = 1
    while count < len(rows):
        begin = start + count * length
        if [act.tool for act in acts[begin : begin + length]] != tools:
            break
        count += 1
    return count


def _body(
    acts: Sequence[Act], start: int, length: int, turns: int, rows: list[Any], write: Write, weave: Weave
) -> list[Draft] | None:
    """The nodes of one turn, if every turn comes to the same with its own row's values; a check that differs goes."""
    written = []
    for turn in range(turns):
        inside = weave.with_(_item(rows[turn]))
        begin = start + turn * length
        written.append([write(act, inside) for act in acts[begin : begin + length]])
    if not _mentions_item(written[0]):
        return None
    body: list[Draft] = []
    for place, first in enumerate(written[0]):
        others = [turn[place] for turn in written[1:]]
        doing = [draft for draft in first if not draft.is_check]
        if any(not _same(doing, [draft for draft in other if not draft.is_check]) for other in others):
            return None
        alike = all(_same(first, other) for other in others)
        body += first if alike else doing
    return body


def _same(one: Sequence[Draft], other: Sequence[Draft]) -> bool:
    return len(one) == len(other) and all(left.same(right) for left, right in zip(one, other, strict=True))


def _item(row: Any) -> list[Known]:
    if not isinstance(row, dict):
        return [Known(as_text(row), "item")]
    return [
        Known(as_text(value), reference("item", path)) for path, value in scalars(row) if not isinstance(value, bool)
    ]


def _mentions_item(written: list[list[Draft]]) -> bool:
    return any("{{item" in str(draft.config) for drafts in written for draft in drafts)


def _loop(
    start: int,
    length: int,
    turns: int,
    rows: list[Any],
    place: Place,
    body: list[Draft],
    sources: Sources,
    names: Names,
    account: Account,
) -> Loop:
    over = sources.refer(place)
    config: dict[str, Any] = {"over": over, "variable": "item", "continueOnError": False}
    said = f"Made a loop over “{over}” of what was done {turns} times."
    account.tell(said)
    if turns < len(rows):
        config["limit"] = turns
        account.doubt(f"The run did {turns} of the {len(rows)} rows of “{over}”; the loop stops after {turns} as well.")
    at = body[0].at
    return Loop(
        start,
        start + turns * length,
        Draft("iterate", config, names.take("each_row"), inside=tuple(body), at=at),
        place,
    )
