"""The tracker's first 400 issues and their history, made from the seed."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Final

from ..site import TODAY, World
from .issue import LABELS, PEOPLE, PRIORITIES, STATUSES, Activity, Comment, Tracker, TrackerIssue

COUNT: Final = 400
PLACES: Final = (
    "the invoice list", "the login page", "the search box", "the export dialog", "the mobile menu", "the settings page",
    "the weekly report", "the import wizard", "the calendar", "the team page", "the price table", "the audit log",
)  # fmt: skip
TROUBLES: Final = (
    ("{place} is slow with more than 1,000 rows", "performance"),
    ("Typing fast loses letters in {place}", "bug"),
    ("Add a keyboard shortcut for {place}", "feature"),
    ("{place} shows the wrong time zone", "bug"),
    ("Screen readers cannot leave {place}", "accessibility"),
    ("Write a help page about {place}", "docs"),
    ("{place} forgets its filter after reload", "bug"),
    ("Let admins hide {place}", "feature"),
    ("Replace the old icons in {place}", "design"),
    ("Cover {place} with tests", "tests"),
    ("{place} does not fit on small screens", "mobile"),
    ("Offer {place} through the API", "api"),
    ("Rate limit requests from {place}", "security"),
    ("Umlauts are broken in {place}", "bug"),
)
REMARKS: Final = (
    "I can reproduce this on the staging system.", "Same here since the last release.", "Let us talk about it soon.",
    "A first version is on the branch; please have a look.", "This needs a decision from design first.",
    "Works for me now, thank you.", "Can we do it in two steps?", "I have added a test that shows it.",
)  # fmt: skip


def start(world: World) -> Tracker:
    chance = world.chance("tracker")
    issues = {number: make(chance, number) for number in range(1, COUNT + 1)}
    activity = sorted(history(chance, issues), key=lambda act: (act.at, act.number), reverse=True)
    return Tracker(issues, activity)


def make(chance: Random, number: int) -> TrackerIssue:
    pattern, label = chance.choice(TROUBLES)
    title = pattern.format(place=chance.choice(PLACES))
    day = TODAY - timedelta(days=COUNT - number + chance.randint(0, 2))
    due = TODAY + timedelta(days=chance.randint(-20, 60))
    return TrackerIssue(
        number=number,
        title=title[0].upper() + title[1:],
        status=chance.choices(STATUSES, (24, 18, 10, 6, 42))[0],
        priority=chance.choices(PRIORITIES, (25, 45, 22, 8))[0],
        created=day.isoformat(),
        assignee=chance.choice(PEOPLE) if chance.random() < 0.85 else "",
        due=due.isoformat() if chance.random() < 0.4 else "",
        description=f"<p>{chance.choice(REMARKS)} {chance.choice(REMARKS)}</p>",
        labels=tuple(sorted({label, *chance.sample(LABELS, chance.randint(0, 2))})),
        comments=tuple(remarks(chance, day.isoformat())),
        rank=number,
    )


def remarks(chance: Random, day: str) -> list[Comment]:
    first = datetime.fromisoformat(f"{day}T09:00")
    times = sorted(first + timedelta(minutes=chance.randint(5, 20_000)) for _ in range(chance.choice((0, 0, 1, 2, 3))))
    return [Comment(chance.choice(PEOPLE), moment(at), f"<p>{chance.choice(REMARKS)}</p>") for at in times]


def history(chance: Random, issues: dict[int, TrackerIssue]) -> list[Activity]:
    acts = []
    for issue in issues.values():
        at = datetime.fromisoformat(f"{issue.created}T08:00") + timedelta(minutes=chance.randint(0, 500))
        acts.append(Activity(moment(at), chance.choice(PEOPLE), "opened", issue.number))
        acts += [Activity(comment.at, comment.author, "commented", issue.number) for comment in issue.comments]
    return acts


def moment(at: datetime) -> str:
    latest = datetime(TODAY.year, TODAY.month, TODAY.day, 8)
    return min(at, latest).isoformat(" ", "minutes")
