"""The tracker's JSON API. Each change is answered with a token for its undo."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from json import JSONDecodeError
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ..richtext import html_text
from ..site import state_of
from .changes import InvalidChange, change, comment, create, delete, undo
from .issue import LABELS, PEOPLE, Tracker, TrackerIssue
from .query import board, find

PER_FETCH: Final = 25
CARDS: Final = 15

Handler = Callable[[Tracker, Request, dict[str, Any]], Response]


def tracker_of(request: Request) -> Tracker:
    return state_of(request, "tracker", Tracker)


def issue_of(request: Request) -> TrackerIssue:
    issue = tracker_of(request).issues.get(request.path_params["number"])
    if issue is None:
        raise HTTPException(404, "There is no such issue.")
    return issue


def answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Parse the JSON body, if one is sent, and turn a refusal into 422 with the field's name."""

    async def answer(request: Request) -> Response:
        try:
            return handler(tracker_of(request), request, await sent(request))
        except JSONDecodeError:
            return JSONResponse({"error": "This is not JSON.", "field": ""}, 400)
        except InvalidChange as refused:
            return JSONResponse({"error": str(refused), "field": refused.field}, 422)

    return answer


async def sent(request: Request) -> dict[str, Any]:
    given = await request.json() if await request.body() else {}
    if not isinstance(given, dict):
        raise InvalidChange("", "Send a JSON object.")
    return given


def listed(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    return JSONResponse(find(tracker, request.query_params))


def created(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    issue, token = create(tracker, given)
    return JSONResponse({"issue": issue.plain(), "undo": token}, 201)


def one(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    return JSONResponse(issue_of(request).plain())


def changed(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    number = issue_of(request).number
    token = change(tracker, [number], given)
    return JSONResponse({"issue": tracker.issues[number].plain(), "undo": token})


def deleted(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    return JSONResponse({"undo": delete(tracker, [issue_of(request).number])})


def bulk(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    numbers = given.get("numbers")
    if not isinstance(numbers, list) or not all(isinstance(number, int) for number in numbers):
        raise InvalidChange("numbers", "Send the numbers of issues.")
    wanted = given.get("change", {})
    if not isinstance(wanted, dict):
        raise InvalidChange("change", "Send the fields to change as an object.")
    token = delete(tracker, numbers) if given.get("delete") else change(tracker, numbers, wanted)
    return JSONResponse({"undo": token, "count": len(tracker.undo[token])})


def undone(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    return JSONResponse({"count": undo(tracker, request.path_params["token"])})


def commented(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    html = str(given.get("html", ""))
    if not html_text(html):
        raise InvalidChange("html", "Write something first.")
    return JSONResponse(asdict(comment(tracker, issue_of(request).number, html)), 201)


def activity(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
    asked = request.query_params.get("from", "0")
    first = int(asked) if asked.isdecimal() else 0
    acts = tracker.activity[first : first + PER_FETCH]
    shown = [{**asdict(act), "title": title_of(tracker, act.number)} for act in acts]
    more = first + PER_FETCH if first + PER_FETCH < len(tracker.activity) else None
    return JSONResponse({"acts": shown, "next": more})


def title_of(tracker: Tracker, number: int) -> str:
    issue = tracker.issues.get(number)
    return issue.title if issue else "deleted issue"


def suggested(names: tuple[str, ...]) -> Handler:
    def suggest(tracker: Tracker, request: Request, given: dict[str, Any]) -> Response:
        part = request.query_params.get("q", "").casefold()
        return JSONResponse([name for name in names if part in name.casefold()][:8])

    return suggest


def api_routes() -> list[BaseRoute]:
    return [
        Route("/api/issues", answering(listed)),
        Route("/api/issues", answering(created), methods=["POST"]),
        Route("/api/issues/bulk", answering(bulk), methods=["POST"]),
        Route("/api/issues/{number:int}", answering(one)),
        Route("/api/issues/{number:int}", answering(changed), methods=["PATCH"]),
        Route("/api/issues/{number:int}", answering(deleted), methods=["DELETE"]),
        Route("/api/issues/{number:int}/comments", answering(commented), methods=["POST"]),
        Route("/api/undo/{token}", answering(undone), methods=["POST"]),
        Route("/api/board", answering(lambda tracker, request, given: JSONResponse(board(tracker, CARDS)))),
        Route("/api/activity", answering(activity)),
        Route("/api/people", answering(suggested(PEOPLE))),
        Route("/api/labels", answering(suggested(LABELS))),
    ]
