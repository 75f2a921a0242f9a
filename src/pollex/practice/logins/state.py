"""What the login pages know: who is inside, what was submitted, which mails were sent, and how each page behaves."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from starlette.requests import Request

from ..session import session_of
from ..site import World, state_of, world_of
from .pages import PAGES, LoginPage

MODES: Final = {
    "open": "works",
    "unavailable": "the page answers with status 503",
    "no-form": "the page has no login form",
    "captcha": "the page asks for a captcha first",
    "limited": "the page answers with status 429: too many attempts",
    "no-answer": "what is sent is never answered",
    "broken": "what is sent is answered with status 500",
    "locked": "the account is locked, whatever the password",
    "too-many": "what is sent is answered with: too many attempts",
    "no-mail": "no mail is sent",
}


@dataclass
class Door:
    """One login page since its last reset. `submits` counts by kind: user, password, code, link, sign-up, other."""

    mode: str = "open"
    visits: int = 0
    submits: Counter[str] = field(default_factory=Counter)
    mails: list[str] = field(default_factory=list)
    inside: set[str] = field(default_factory=set)

    def to_json(self) -> dict[str, Any]:
        """Return what the exam looks at."""
        counts = {"visits": self.visits, "inside": len(self.inside)}
        return {**counts, "mode": self.mode, "submits": dict(self.submits), "mails": self.mails}


@dataclass
class Logins:
    doors: dict[str, Door]


@dataclass
class Progress:
    """How far a visitor has come at one page."""

    user: str = ""
    password_known: bool = False
    questions: list[str] = field(default_factory=list)


@dataclass
class Visits:
    """A visitor's progress by page."""

    pages: dict[str, Progress] = field(default_factory=dict)


def start(_world: World) -> Logins:
    return Logins({name: Door() for name in PAGES})


def doors_of(request: Request) -> dict[str, Door]:
    return state_of(request, "logins", Logins).doors


def door_of(request: Request, login: LoginPage) -> Door:
    return doors_of(request)[login.name]


def progress_of(request: Request, login: LoginPage) -> Progress:
    return session_of(request).part(Visits).pages.setdefault(login.name, Progress())


def inside(request: Request, login: LoginPage) -> bool:
    return session_of(request).id in door_of(request, login).inside


def fresh_token(request: Request, login: LoginPage) -> str:
    """Return a token that the seed and the mails sent before decide."""
    world, sent = world_of(request), len(door_of(request, login).mails)
    return sha256(f"{world.seed}:{world.age}:{login.name}:{sent}".encode()).hexdigest()[:24]


def fresh_code(request: Request, login: LoginPage) -> str:
    return f"{int(fresh_token(request, login), 16) % 1_000_000:06}"
