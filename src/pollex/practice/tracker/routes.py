"""The pages of the tracker; they fetch their data from the JSON API."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ..site import page, world_of
from .api import api_routes, issue_of, tracker_of
from .issue import LABELS, ME, PEOPLE, PRIORITIES, STATUSES


def routes() -> list[BaseRoute]:
    return [
        Route("/", issues),
        Route("/board", board),
        Route("/activity", activity),
        Route("/issues/{number:int}", issue),
        *api_routes(),
    ]


async def issues(request: Request) -> Response:
    return page(request, "issues.html", status=200, here="issues", **choices(request))


async def board(request: Request) -> Response:
    return page(request, "board.html", status=200, here="board", **choices(request))


async def activity(request: Request) -> Response:
    return page(request, "activity.html", status=200, here="activity", **choices(request))


async def issue(request: Request) -> Response:
    shown = issue_of(request)
    acts = [act for act in tracker_of(request).activity if act.number == shown.number]
    return page(request, "issue.html", status=200, here="issues", issue=shown, acts=acts, **choices(request))


def choices(request: Request) -> dict[str, object]:
    """Return the choices of every page, and the words of the layout."""
    face = world_of(request).face

    def say(usual: str, redesigned: str) -> str:
        return redesigned if face == 2 else usual

    return {
        "say": say,
        "hook": say("data-ref", "data-js"),
        "me": ME,
        "statuses": STATUSES,
        "priorities": PRIORITIES,
        "people": PEOPLE,
        "labels": LABELS,
    }
