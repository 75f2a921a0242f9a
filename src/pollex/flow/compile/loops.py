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
RETURNS: Final = {"page.back", "page.navigate"}
Write = Callable[[Act, Weave], list[Draft]]


@dataclass(frozen=True, slots=True)
class Loop:
    """Where a loop begins and ends among the actions, and what it does."""

    start: int
    end: int
    draft: Draft
    source: Place
    left_out: Sequence[Act] = ()
    """What every turn ends with but the last, in which nobody needed it."""


def find_loop(
    acts: Sequence[Act], start: int, sources: Sources, write: Write, weave: Weave, names: Names, account: Account
) -> Loop | None:
    """The loop that begins at an action, where that is certain: each turn does the same to the next row of one list."""
    for place, rows in sources.lists(acts[start].at):
        for length in range(1, min(LONGEST, (len(acts) - start) // 2) + 1):
            turns = _turns(acts, start, length, rows)
            if len(turns) < 2:
                continue
            body = _body(turns, rows, write, weave)
            if body is not None:
                return _loop(start, turns, rows, place, body, sources, names, account)
    return None


def _turns(acts: Sequence[Act], start: int, length: int, rows: list[Any]) -> list[Sequence[Act]]:
    """Stretches with the same tools that follow each other; after the last one nobody needs to go back."""
    turns = [acts[start : start + length]]
    tools = [act.tool for act in turns[0]]
    while len(turns) < len(rows):
        begin = start + len(turns) * length
        turn = acts[begin : begin + length]
        done = [act.tool for act in turn]
        if done != tools:
            is_last = len(turns) + 1 == len(rows) and 0 < len(turn) < length and begin + len(turn) == len(acts)
            if is_last and done == tools[: len(turn)] and set(tools[len(turn) :]) <= RETURNS:
                turns.append(turn)
            break
        turns.append(turn)
    return turns


def _body(turns: Sequence[Sequence[Act]], rows: list[Any], write: Write, weave: Weave) -> list[Draft] | None:
    """The nodes of one turn, if every turn comes to the same with its own row's values; a check that differs goes."""
    written = []
    for turn, row in zip(turns, rows, strict=False):
        inside = weave.with_(_item(row))
        written.append([write(act, inside) for act in turn])
    if not _tells_rows_apart(written[0], rows[: len(turns)]):
        return None
    written = [written[0], *(_called_alike(turn, written[0]) for turn in written[1:])]
    body: list[Draft] = []
    for place, first in enumerate(written[0]):
        others = [turn[place] for turn in written[1:] if place < len(turn)]
        doing = [draft for draft in first if not draft.is_check]
        if any(not _same(doing, [draft for draft in other if not draft.is_check]) for other in others):
            return None
        alike = all(_same(first, other) for other in others)
        body += first if alike else doing
    return body


def _called_alike(turn: list[list[Draft]], first: list[list[Draft]]) -> list[list[Draft]]:
    """A turn whose reads are called as those of the first."""
    pairs = [
        (draft.alias, other.alias)
        for drafts, others in zip(turn, first, strict=False)
        for draft, other in zip(drafts, others, strict=False)
        if draft.alias and other.alias
    ]
    for own, name in pairs:
        turn = [[draft.renamed(own, name) for draft in drafts] for drafts in turn]
    return turn


def _same(one: Sequence[Draft], other: Sequence[Draft]) -> bool:
    return len(one) == len(other) and all(left.same(right) for left, right in zip(one, other, strict=True))


def _item(row: Any) -> list[Known]:
    if not isinstance(row, dict):
        return [Known(as_text(row), "item")]
    return [
        Known(as_text(value), reference("item", path)) for path, value in scalars(row) if not isinstance(value, bool)
    ]


def _tells_rows_apart(written: list[list[Draft]], rows: list[Any]) -> bool:
    """Whether a turn speaks of its row, and by something that no other row has."""
    said = " ".join(str(draft.config) for drafts in written for draft in drafts)
    used = [[each.value for each in _item(row) if each.template in said] for row in rows]
    return all(used) and all(used.count(each) == 1 for each in used)


def _loop(
    start: int,
    turns: Sequence[Sequence[Act]],
    rows: list[Any],
    place: Place,
    body: list[Draft],
    sources: Sources,
    names: Names,
    account: Account,
) -> Loop:
    over = sources.refer(place)
    config: dict[str, Any] = {"over": over, "variable": "item", "continueOnError": False}
    done = len(turns)
    account.tell(f"Made a loop over “{over}” of what was done {done} times.")
    if done < len(rows):
        config["limit"] = done
        account.doubt(f"The run did {done} of the {len(rows)} rows of “{over}”; the loop stops after {done} as well.")
    at = body[0].at
    return Loop(
        start,
        start + sum(map(len, turns)),
        Draft("iterate", config, names.take("each_row"), inside=tuple(body), at=at),
        place,
        turns[0][len(turns[-1]) :],
    )
