"""Changes to issues: each is written into the activity feed and can be undone by its token."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any, Final

from ..richtext import sanitized
from ..site import TODAY
from .issue import LABELS, ME, PEOPLE, PRIORITIES, STATUSES, Activity, Comment, Tracker, TrackerIssue

TITLE_LIMIT: Final = 120


class InvalidChange(ValueError):
    """Raised for invalid input; the message is for the visitor, `field` names the place."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field


def now(tracker: Tracker) -> str:
    """Return the tracker's time: one minute passes with each change, so that the same visits give the same times."""
    tracker.minute += 1
    return (datetime.combine(TODAY, time(9)) + timedelta(minutes=tracker.minute)).isoformat(" ", "minutes")


def checked(given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of an issue from the input, or raise Refused."""
    taken = ("title", "status", "priority", "assignee", "due")
    fields: dict[str, Any] = {name: given[name] for name in taken if name in given}
    choices = {"status": STATUSES, "priority": PRIORITIES, "assignee": ("", *PEOPLE)}
    for name, allowed in choices.items():
        if name in fields and fields[name] not in allowed:
            raise InvalidChange(name, f"{fields[name]!r} is not one of the choices.")
    if "title" in fields:
        fields["title"] = str(fields["title"]).strip()
        if not 3 <= len(fields["title"]) <= TITLE_LIMIT:
            raise InvalidChange("title", f"A title has 3 to {TITLE_LIMIT} characters.")
    if fields.get("due"):
        fields["due"] = a_day(str(fields["due"]))
    if "labels" in given:
        fields["labels"] = labels_of(given["labels"])
    if "description" in given:
        fields["description"] = sanitized(str(given["description"]))
    return fields


def a_day(text: str) -> str:
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat()
    except ValueError:
        raise InvalidChange("due", "A due date looks like 2026-12-24.") from None


def labels_of(given: object) -> tuple[str, ...]:
    if not isinstance(given, list) or any(label not in LABELS for label in given):
        raise InvalidChange("labels", "Choose from the labels that exist.")
    return tuple(sorted(set(given)))


def create(tracker: Tracker, given: dict[str, Any]) -> tuple[TrackerIssue, str]:
    fields = {"status": "Backlog", "priority": "Medium", **checked({"title": "", **given})}
    number = max(tracker.issues, default=0) + 1
    issue = TrackerIssue(
        number=number, created=TODAY.isoformat(), rank=number, **{k: v for k, v in fields.items() if k != "rank"}
    )
    tracker.issues[number] = issue
    add_activity(tracker, "opened", number)
    return issue, remember(tracker, {number: None})


def change(tracker: Tracker, numbers: list[int], given: dict[str, Any]) -> str:
    fields = checked(given)
    before: dict[int, TrackerIssue | None] = {
        number: tracker.issues[number] for number in numbers if number in tracker.issues
    }
    for number, issue in before.items():
        assert issue is not None
        rank = top(tracker) if fields.get("status", issue.status) != issue.status else issue.rank
        tracker.issues[number] = replace(issue, rank=rank, **fields)
        add_activity(tracker, describe_change(fields), number)
    return remember(tracker, before)


def top(tracker: Tracker) -> int:
    """Return the rank of a card above all others."""
    return max((issue.rank for issue in tracker.issues.values()), default=0) + 1


def describe_change(fields: dict[str, Any]) -> str:
    if set(fields) == {"status"}:
        return f"moved to {fields['status']}"
    if set(fields) == {"assignee"}:
        return f"assigned to {fields['assignee'] or 'nobody'}"
    return "edited"


def delete(tracker: Tracker, numbers: list[int]) -> str:
    before: dict[int, TrackerIssue | None] = {
        number: tracker.issues[number] for number in numbers if number in tracker.issues
    }
    for number in before:
        del tracker.issues[number]
        add_activity(tracker, "deleted", number)
    return remember(tracker, before)


def comment(tracker: Tracker, number: int, html: str) -> Comment:
    issue = tracker.issues[number]
    made = Comment(ME, now(tracker), sanitized(html))
    tracker.issues[number] = replace(issue, comments=(*issue.comments, made))
    tracker.activity.insert(0, Activity(made.at, ME, "commented", number))
    return made


def remember(tracker: Tracker, before: dict[int, TrackerIssue | None]) -> str:
    token = f"u{len(tracker.undo) + 1}"
    tracker.undo[token] = before
    return token


def undo(tracker: Tracker, token: str) -> int:
    """Undo a change; return how many issues it affected. A token works once."""
    before = tracker.undo.get(token, {})
    for number, issue in before.items():
        if issue is None:
            tracker.issues.pop(number, None)
        else:
            tracker.issues[number] = issue
        add_activity(tracker, "took back a change", number)
    if token in tracker.undo:
        tracker.undo[token] = {}
    return len(before)


def add_activity(tracker: Tracker, what: str, number: int) -> None:
    tracker.activity.insert(0, Activity(now(tracker), ME, what, number))
