"""The check of selectors: they must parse, and be valid in every run."""

from __future__ import annotations

from ..browser.selector import parse
from ..core.fault import Fault, Issue
from ..core.json import Object


def selector_mistakes(config: Object) -> list[Issue]:
    """Return a mistake for each selector that does not parse, and for an index, which is valid on one page only."""
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
