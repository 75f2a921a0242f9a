"""What a check found, as the items of a list."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ...core.fault import Issue
from ...core.json import Object
from ...workspace.envelope import without_references

MOST: Final = 12
"""Items that are shown; the others are counted."""
SENTENCES: Final = 2_000


def issue_items(errors: Sequence[Issue], warnings: Sequence[Issue], fine: str) -> list[Object]:
    """Return the mistakes, then what could be better; where nothing is wrong, the sentence that says so first."""
    items: list[Object] = [] if errors else [{"title": fine, "icon": "check", "tone": "success"}]
    items += [_item(each, "danger", "error") for each in errors]
    items += [_item(each, "warning", "info") for each in warnings]
    more = len(items) - MOST
    shown = items if more <= 0 else [*items[:MOST], {"title": f"And {more} more.", "icon": "info"}]
    return [without_references(each) for each in shown]


def _item(issue: Issue, tone: str, icon: str) -> Object:
    place = " ".join(part for part in (Path(issue.file).name if issue.file else "", issue.pointer) if part)
    told = {"Expected": issue.expected, "Received": issue.received}
    lines = [f"{name}: {value}" for name, value in told.items() if value] + ([issue.hint] if issue.hint else [])
    title = f"{place}: {issue.message}" if place else issue.message
    return {"title": title[:200], "text": "\n".join(lines)[:SENTENCES], "tone": tone, "icon": icon}
