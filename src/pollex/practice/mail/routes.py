"""The pages of the mail box: folders with a reading pane, the editor, the settings."""

from __future__ import annotations

from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ..site import page, world_of
from .api import api_routes, box_of, draft_of, message_of, papers
from .drafts import forward, new_draft, reply
from .folders import add_rule, counts, listed
from .message import FOLDERS, ME, MOVABLE, TITLES


def routes() -> list[BaseRoute]:
    return [
        Route("/", folder),
        Route("/folder/{folder}", folder),
        Route("/folder/{folder}/{number:int}", folder),
        Route("/messages/{number:int}/body", body),
        Route("/messages/{number:int}/attachments/{paper:int}", download),
        Route("/compose", compose, methods=["POST"]),
        Route("/compose/{number:int}", editor),
        Route("/settings", settings, methods=["GET", "POST"]),
        *api_routes(),
    ]


async def folder(request: Request) -> Response:
    """Show a folder's list, with one message open if the address names one; opening it marks it as read."""
    box, key = box_of(request), request.path_params.get("folder", "inbox")
    if key not in TITLES:
        raise HTTPException(404)
    words = request.query_params.get("q", "").strip()
    opened = message_of(request) if "number" in request.path_params else None
    messages = listed(box, key, words, unread_only="unread" in request.query_params)
    if opened:
        opened.unread = False
        if opened.folder == "drafts":
            return RedirectResponse(f"/mail/compose/{opened.id}", 303)
    shown = {"folder": key, "words": words, "messages": messages, "opened": opened}
    shown |= {"query": request.url.query, "previews": box.settings["preview"]}
    return page(request, "folder.html", status=200, **shown, **frame(request))


async def body(request: Request) -> Response:
    """Return a message that is an HTML document. None of its scripts may run."""
    return HTMLResponse(message_of(request).html, headers={"content-security-policy": "script-src 'none'"})


async def download(request: Request) -> Response:
    found = message_of(request).attachments.get(request.path_params["paper"])
    if found is None:
        raise HTTPException(404)
    disposition = f"attachment; filename*=UTF-8''{quote(found.name)}"
    return Response(found.data, media_type=found.kind, headers={"content-disposition": disposition})


async def compose(request: Request) -> Response:
    """Start a draft: empty, or from `reply` or `forward` with the number of a message."""
    box = box_of(request)
    async with request.form() as form:
        given = {key: str(value) for key, value in form.items()}
    for act, start in (("reply", reply), ("forward", forward)):
        message = box.messages.get(int(given[act])) if given.get(act, "").isdecimal() else None
        if message:
            return RedirectResponse(f"/mail/compose/{start(box, message).id}", 303)
    return RedirectResponse(f"/mail/compose/{new_draft(box, [], '', '').id}", 303)


async def editor(request: Request) -> Response:
    draft = draft_of(request)
    return page(request, "compose.html", status=200, draft=draft, papers=papers(draft), **frame(request))


async def settings(request: Request) -> Response:
    box = box_of(request)
    if request.method == "POST":
        async with request.form() as form:
            given = {key: str(value) for key, value in form.items()}
        if given.get("remove"):
            box.rules = [rule for rule in box.rules if str(rule.id) != given["remove"]]
        elif given.get("words", "").strip() and given.get("folder") in MOVABLE:
            add_rule(box, given["words"].strip(), given["folder"], at_once="at_once" in given)
        return RedirectResponse("/mail/settings", 303)
    return page(request, "settings.html", status=200, settings=box.settings, rules=box.rules, **frame(request))


def frame(request: Request) -> dict[str, object]:
    """Return what every page shows around its content, and the words of the layout."""
    face = world_of(request).face

    def say(usual: str, redesigned: str) -> str:
        return redesigned if face == 2 else usual

    unread = counts(box_of(request))
    return {"say": say, "me": ME, "folders": FOLDERS, "titles": TITLES, "movable": MOVABLE, "counts": unread}
