"""The types of the tracker and the closed sets that it chooses from."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, get_args

Status = Literal["Backlog", "To do", "In progress", "In review", "Done"]
Priority = Literal["Low", "Medium", "High", "Urgent"]

STATUSES: Final[tuple[Status, ...]] = get_args(Status)
PRIORITIES: Final[tuple[Priority, ...]] = get_args(Priority)
PEOPLE: Final = (
    "Amara Okafor", "Bram de Vries", "Carla Mendes", "Dmitri Sokolov", "Elif Yıldız", "Farid Rahimi",
    "Greta Lindqvist", "Hugo Martin", "Ingrid Solberg", "Jonas Weber", "Keiko Tanaka", "Lucía Romero",
)  # fmt: skip
LABELS: Final = (
    "accessibility", "api", "billing", "bug", "design", "docs", "export", "feature", "import", "login", "mobile",
    "performance", "search", "security", "tests",
)  # fmt: skip
ME: Final = "Jonas Weber"
"""Who looks at the tracker: there is no login."""


@dataclass(frozen=True)
class Comment:
    author: str
    at: str
    html: str


@dataclass(frozen=True)
class TrackerIssue:
    """One issue. A change makes a new value, so that an undo puts the old one back."""

    number: int
    title: str
    status: Status
    priority: Priority
    created: str
    assignee: str = ""
    due: str = ""
    description: str = ""
    labels: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    rank: int = 0

    def plain(self) -> dict[str, Any]:
        return {**asdict(self), "key": f"KES-{self.number}", "comments": len(self.comments)}


@dataclass(frozen=True)
class Activity:
    """One line of the activity feed."""

    at: str
    who: str
    what: str
    number: int


@dataclass
class Tracker:
    """The tracker's state. `undo` keeps issues as they were before a change; None if there was no issue."""

    issues: dict[int, TrackerIssue]
    activity: list[Activity]
    undo: dict[str, dict[int, TrackerIssue | None]] = field(default_factory=dict)
    minute: int = 0
