"""The endpoints that the mail pages fetch: marks, moves, drafts, attachments, settings."""

from __future__ import annotations

from json import JSONDecodeError
from typing import Any

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ..site import state_of
from .drafts import InvalidDraft, save, send
from .folders import move
from .message import Attachment, Mailbox, MailMessage


def box_of(request: Request) -> Mailbox:
    return state_of(request, "mail", Mailbox)


def message_of(request: Request) -> MailMessage:
    message = box_of(request).messages.get(request.path_params["number"])
    if message is None:
        raise HTTPException(404, "There is no such message.")
    return message


def draft_of(request: Request) -> MailMessage:
    draft = message_of(request)
    if draft.folder != "drafts":
        raise HTTPException(409, "This message has been sent.")
    return draft


async def sent_object(request: Request) -> dict[str, Any]:
    try:
        given = await request.json()
    except JSONDecodeError:
        raise HTTPException(400, "This is not JSON.") from None
    if not isinstance(given, dict):
        raise HTTPException(400, "Send a JSON object.")
    return given


async def mark(request: Request) -> Response:
    """Set `unread` or `starred` of one message."""
    message, given = message_of(request), await sent_object(request)
    message.unread = bool(given.get("unread", message.unread))
    message.starred = bool(given.get("starred", message.starred))
    return JSONResponse({"unread": message.unread, "starred": message.starred})


async def bulk(request: Request) -> Response:
    """Move the messages named by `numbers` to `folder`, or set their `unread`."""
    box, given = box_of(request), await sent_object(request)
    named = given.get("numbers")
    numbers = [number for number in named if isinstance(number, int)] if isinstance(named, list) else []
    if "folder" in given:
        return JSONResponse({"count": move(box, numbers, str(given["folder"]))})
    for number in numbers:
        if number in box.messages:
            box.messages[number].unread = bool(given.get("unread"))
    return JSONResponse({"count": len(numbers)})


async def contacts(request: Request) -> Response:
    part = request.query_params.get("q", "").casefold()
    found = [person for person in box_of(request).contacts if part in str(person).casefold()]
    return JSONResponse([{"name": person.name, "address": person.address} for person in found[:6]])


async def save_draft(request: Request) -> Response:
    draft = draft_of(request)
    save(box_of(request), draft, await sent_object(request))
    return JSONResponse({"saved": draft.at})


async def send_draft(request: Request) -> Response:
    box, draft = box_of(request), draft_of(request)
    save(box, draft, await sent_object(request))
    try:
        send(box, draft)
    except InvalidDraft as refused:
        return JSONResponse({"error": str(refused)}, 422)
    return JSONResponse({"id": draft.id})


async def attach(request: Request) -> Response:
    box, draft = box_of(request), draft_of(request)
    async with request.form() as form:
        for file in form.getlist("files"):
            if isinstance(file, UploadFile) and file.filename:
                kind = file.content_type or "application/octet-stream"
                draft.attachments[box.number()] = Attachment(file.filename, kind, await file.read())
    return JSONResponse(papers(draft))


async def detach(request: Request) -> Response:
    draft = draft_of(request)
    draft.attachments.pop(request.path_params["paper"], None)
    return JSONResponse(papers(draft))


def papers(message: MailMessage) -> list[dict[str, object]]:
    return [{"id": number, "name": each.name, "size": each.size} for number, each in message.attachments.items()]


async def switch(request: Request) -> Response:
    settings, given = box_of(request).settings, await sent_object(request)
    settings.update({name: bool(value) for name, value in given.items() if name in settings})
    return JSONResponse(settings)


def api_routes() -> list[BaseRoute]:
    return [
        Route("/api/messages/bulk", bulk, methods=["POST"]),
        Route("/api/messages/{number:int}", mark, methods=["PATCH"]),
        Route("/api/contacts", contacts),
        Route("/api/drafts/{number:int}", save_draft, methods=["PUT"]),
        Route("/api/drafts/{number:int}/send", send_draft, methods=["POST"]),
        Route("/api/drafts/{number:int}/attachments", attach, methods=["POST"]),
        Route("/api/drafts/{number:int}/attachments/{paper:int}", detach, methods=["DELETE"]),
        Route("/api/settings", switch, methods=["PATCH"]),
    ]
