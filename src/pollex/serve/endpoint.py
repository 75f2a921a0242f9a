"""An endpoint as data: from it come routing, the check of what is sent, and the OpenAPI document."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..core.fault import Fault
from ..core.json import Object, brief, loads
from ..core.result import Repair
from ..core.schema import Schema
from .answer import json_answer
from .guard import TICKET
from .metrics import ROUTE
from .refusal import HttpRefusal
from .state import ServerState

Method = Literal["GET", "POST", "DELETE"]
NO_DOCUMENT: Final[Object] = {"type": "object", "properties": {}}


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request, checked."""

    state: ServerState
    path: Mapping[str, str]
    query: Object
    body: Any
    repairs: tuple[Repair, ...]
    headers: Headers


Handler = Callable[[ApiRequest], Awaitable[Any]]
"""Returns a Response, or data that is sent as JSON; raises a Fault for everything else."""


@dataclass(frozen=True)
class Endpoint:
    """One method of one path."""

    method: Method
    path: str
    summary: str
    handle: Handler
    output: Object = field(default_factory=dict)
    """The JSON Schema of the answer, or the name of one in `schemas` as a reference."""
    body: Object | None = None
    """The JSON Schema of the body; without one, a body is ignored."""
    takes: str = "application/json"
    """The media type of the body."""
    raw: bool = False
    """Whether the handler gets the body as bytes."""
    judged: bool = True
    """Whether the body is checked by its schema; else the handler checks it, and gets the JSON as it was sent."""
    query: Object = field(default_factory=dict)
    """The JSON Schemas of the query's parameters, by name."""
    media: str = "application/json"
    also: Mapping[int, str] = field(default_factory=dict)
    """Further good answers: status and what it means."""
    status: int = 200
    open: bool = False
    """Whether it needs no token."""
    head: bool = True
    """Whether HEAD is answered as GET is; not where a GET uses something up."""
    name: str = ""
    """What it is called in the OpenAPI document, where another endpoint has the same handler."""

    @property
    def operation(self) -> str:
        return self.name or self.handle.__name__

    @cached_property
    def body_schema(self) -> Schema:
        return Schema(self.body or NO_DOCUMENT)

    @cached_property
    def query_schema(self) -> Schema:
        return Schema({"type": "object", "properties": self.query})

    async def answer(self, state: ServerState, request: Request) -> Response:
        query = self.query_schema.check({name: each for name, each in request.query_params.items() if name != TICKET})
        if query.issues:
            raise Fault.from_issues("invalid_input", query.issues, what="The query")
        body, repairs = await self._body(request)
        found = await self.handle(ApiRequest(state, request.path_params, query.value, body, repairs, request.headers))
        return found if isinstance(found, Response) else json_answer(found, self.status)

    async def _body(self, request: Request) -> tuple[Any, tuple[Repair, ...]]:
        if self.raw:
            return await request.body(), ()
        if self.body is None:
            return None, ()
        text = await request.body()
        if not self.judged:
            return _parse(text), ()
        checked = self.body_schema.check(_parse(text) if text.strip() else {})
        if checked.issues:
            raise Fault.from_issues("invalid_input", checked.issues, what="The body")
        return checked.value, checked.repairs


class PathApp:
    """All endpoints of a path, by method."""

    def __init__(self, state: ServerState, endpoints: Sequence[Endpoint]) -> None:
        self.state = state
        self.route = endpoints[0].path
        self.endpoints: dict[str, Endpoint] = {each.method: each for each in endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope[ROUTE] = self.route
        request = Request(scope, receive)
        endpoint = self.endpoints.get("GET" if request.method == "HEAD" else request.method)
        if endpoint is None or (request.method == "HEAD" and not endpoint.head):
            allowed = ", ".join(self.endpoints)
            message = f"{request.method[:20]} cannot be done at {self.route}."
            raise HttpRefusal(405, "invalid_input", message, expected=allowed, headers={"Allow": allowed})
        try:
            response = await endpoint.answer(self.state, request)
        except ClientDisconnect:
            return
        await response(scope, receive, send)


def _parse(text: bytes) -> Any:
    try:
        return loads(text)
    except (ValueError, RecursionError) as error:
        shown = brief(text[:60].decode(errors="replace"))
        hint = "Send JSON, such as --data '{\"args\": {}}'."
        message = f"The body is not JSON: {error}."
        raise Fault("invalid_json", message, pointer="", expected="JSON", received=shown, hint=hint) from error
