"""Queries of the table: filters, order and page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from .issue import ME, PRIORITIES, STATUSES, Tracker, TrackerIssue

PER_PAGE: Final = 50
NOBODY: Final = "nobody"


def find(tracker: Tracker, asked: Mapping[str, str]) -> dict[str, Any]:
    found = [issue for issue in tracker.issues.values() if fits(issue, asked)]
    found.sort(key=lambda issue: order(issue, asked.get("sort", "number")), reverse=asked.get("direction") != "up")
    pages = max(1, -(-len(found) // PER_PAGE))
    given = asked.get("page", "1")
    number = min(pages, max(1, int(given))) if given.isdecimal() else 1
    shown = found[(number - 1) * PER_PAGE : number * PER_PAGE]
    return {"issues": [issue.plain() for issue in shown], "total": len(found), "page": number, "pages": pages}


def fits(issue: TrackerIssue, asked: Mapping[str, str]) -> bool:
    title, assignee = asked.get("title", "").casefold(), asked.get("assignee", "")
    return (
        (not title or title in f"kes-{issue.number} {issue.title}".casefold())
        and asked.get("status", "") in ("", issue.status)
        and asked.get("priority", "") in ("", issue.priority)
        and (not assignee or issue.assignee == ("" if assignee == NOBODY else assignee))
        and (not asked.get("label") or asked["label"] in issue.labels)
        and in_view(issue, asked.get("view", "all"))
    )


def in_view(issue: TrackerIssue, view: str) -> bool:
    views = {"open": issue.status != "Done", "mine": issue.assignee == ME, "done": issue.status == "Done"}
    return views.get(view, True)


def order(issue: TrackerIssue, column: str) -> tuple[Any, ...]:
    keys: dict[str, tuple[Any, ...]] = {
        "title": (issue.title.casefold(), issue.number),
        "status": (STATUSES.index(issue.status), issue.number),
        "priority": (PRIORITIES.index(issue.priority), issue.number),
        "assignee": (issue.assignee, issue.number),
        "due": (issue.due, issue.number),
    }
    return keys.get(column, (issue.number,))


def board(tracker: Tracker, limit: int) -> list[dict[str, Any]]:
    """Return each column with its newest cards, those that were moved last at the top."""
    columns = []
    for status in STATUSES:
        held = sorted((issue for issue in tracker.issues.values() if issue.status == status), key=lambda i: -i.rank)
        columns.append({"status": status, "count": len(held), "issues": [issue.plain() for issue in held[:limit]]})
    return columns
