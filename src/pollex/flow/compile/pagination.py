"""Lists over several pages or scrolls become one node that reads all of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any, Final

from .recording import RecordedAction

NEXT: Final = re.compile(
    r"^\W*(?:next(?! (?:day|week|month|year|step|level))|older|weiter|suivant|siguiente)\b|next page|^[›»→>]+$",
    re.IGNORECASE,
)


def paged(
    acts: Sequence[RecordedAction], reads: frozenset[str]
) -> tuple[list[RecordedAction], dict[int, list[RecordedAction]]]:
    """Join reads of consecutive pages into one; return the actions, and the originals of each joined read."""
    made, groups = list[RecordedAction](), dict[int, list[RecordedAction]]()
    left = list(acts)
    while left:
        first, *left = left
        group, after = _pages(first, left, reads)
        if len(group) == 1:
            made.append(first)
            continue
        made.append(_collected(group))
        groups[first.at] = group
        left = after
    return made, groups


def scrolled(acts: Sequence[RecordedAction]) -> list[RecordedAction]:
    """Join scrolls that loaded more of a list into one that ends when the next element has appeared."""
    made: list[RecordedAction] = []
    for act in acts:
        scrolls = list(takewhile(lambda each: each.tool == "page.scroll", reversed(made)))
        if act.element is not None and loaded_more(scrolls):
            del made[-len(scrolls) :]
            kept = {name: value for name, value in scrolls[-1].args.items() if name != "pages"}
            goal = act.args.get("selector", act.args.get("index", ""))  # a person points, and names nothing
            made.append(replace(scrolls[-1], args={**kept, "until": goal}, proof={"/until": act.element}))
        made.append(act)
    return made


def loaded_more(scrolls: Sequence[RecordedAction]) -> bool:
    """Whether scrolling made the page longer."""
    heights = {each.data_field("scrollHeight") for each in scrolls}
    return len(heights) > 1 or any(each.data_field("grown") for each in scrolls)


def _pages(
    first: RecordedAction, rest: Sequence[RecordedAction], reads: frozenset[str]
) -> tuple[list[RecordedAction], list[RecordedAction]]:
    """Return a read with the clicks on "next" and equal reads that follow it, and the remaining actions."""
    group, after = [first], list(rest)
    waiting: list[RecordedAction] = []
    if first.tool != "page.extract" or not first.ok or _rows(first.data) is None:
        return group, after
    for place, act in enumerate(rest):
        if waiting and act.tool == "page.extract" and act.ok and act.args == first.args:
            group += [waiting.pop(), act]
            after = list(rest[place + 1 :])
        elif not waiting and _is_next(act):
            waiting.append(act)
        elif act.tool not in reads and not act.tool.startswith(("page.query", "page.find", "page.state")):
            break
    return group, after


def _is_next(act: RecordedAction) -> bool:
    known = act.element
    return (
        act.tool == "page.click" and act.ok and known is not None and bool(NEXT.search(known.name or known.text or ""))
    )


def _rows(data: Any) -> list[Any] | None:
    if isinstance(data, list):
        return data
    lists = [each for each in data.values() if isinstance(each, list)] if isinstance(data, dict) else []
    return lists[0] if len(lists) == 1 else None


def _collected(group: Sequence[RecordedAction]) -> RecordedAction:
    first, click = group[0], group[1]
    rows = [row for act in group[::2] for row in _rows(act.data) or ()]
    args = {**first.args, "selector": click.args.get("selector", click.args.get("index"))}
    data = {"rows": rows, "pages": len(group) // 2 + 1, "ended": "end", "url": group[-2].url_after}
    return replace(first, tool="page.collect", args=args, data=data, proof=click.proof)
