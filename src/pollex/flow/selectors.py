"""Selectors in a workflow: can they be read, and do they mean the same in the next run?"""

from __future__ import annotations

from ..browser.selector import parse
from ..core.fault import Fault, Issue
from ..core.json import Object


def selector_mistakes(config: Object) -> list[Issue]:
    """A selector that cannot be read; an index, which means something only while one page lives."""
    given = config.get("selector")
    if not isinstance(given, str | list) or given == []:
        return []
    try:
        candidates = parse(given).candidates
    except Fault as fault:
        return [issue.below("selector") for issue in fault.issues]
    several = isinstance(given, list)
    return [
        Issue(
            f"/selector/{at}" if several else "/selector",
            "An element's index cannot stand in a workflow: it is another one in the next run.",
            "a selector or words",
            str(candidate),
            "Name the element by its text, role, label or test id.",
        )
        for at, candidate in enumerate(candidates)
        if candidate.kind == "index"
    ]
