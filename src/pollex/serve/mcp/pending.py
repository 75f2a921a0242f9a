"""Plain calls that ask the client's person: within the call, or by the client's next request (2026-07-28)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, Generic, NamedTuple, TypeVar

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitRequestFormParams, ElicitResult, InputRequest, InputRequiredResult

from ...core.call import new_id
from ...core.context import Asker
from ...core.fault import Fault
from ...core.json import Object
from ...core.schema import Schema
from .elicitation import answer_of, can_elicit, request
from .progress import HeardLog, Progress
from .sessions import is_modern

Context = ServerRequestContext[Any, Any]
T = TypeVar("T")

PREFIX: Final = "call:"
MOST: Final = 1_000
"""Calls that wait for a client which may never come back."""


class PendingQuestion(NamedTuple):
    """A question of a call, and where its answer goes."""

    text: str
    form: Object
    answer: asyncio.Future[Any]
    problem: str | None = None


class PendingCall(Generic[T]):
    """A call under way, its open questions by key, and the log that its client hears."""

    def __init__(self, start: Callable[[Asker], Awaitable[T]], log: HeardLog | None) -> None:
        self.id = new_id()
        self.log = log
        self._open: dict[str, PendingQuestion] = {}
        self._asked = asyncio.Event()
        self._early: dict[str, Any] = {}
        self.task = asyncio.ensure_future(start(self._ask))

    async def _ask(self, text: str, form: Object, timeout: float | None) -> Any:
        """Ask a question; a form's title is its key."""
        key = str(form.get("title") or f"question-{len(self._open) + 1}")
        while key in self._open:
            key += "_"
        asked = self._open[key] = PendingQuestion(text, form, asyncio.get_running_loop().create_future())
        if key in self._early:
            self.answer({key: self._early.pop(key)})
        else:
            self._asked.set()
        try:
            async with asyncio.timeout(timeout):
                return await asked.answer
        except TimeoutError:
            return None
        finally:
            self._open.pop(key, None)

    def answer(self, responses: Mapping[str, Any]) -> None:
        """Give answers by key. One that does not fit is asked for again; a person who declines gives none."""
        for key, response in responses.items():
            asked = self._open.get(key)
            if asked is None:
                self._early[key] = response
            elif not asked.answer.done() and isinstance(response, ElicitResult):
                try:
                    given = None if response.action != "accept" else checked(response, asked.form)
                    asked.answer.set_result(given)
                except Fault as fault:
                    self._open[key] = asked._replace(problem=fault.message)
                    self._asked.set()

    async def next(self) -> T | InputRequiredResult:
        """Wait until the call is done, or asks something; return its result or the question."""
        while not self.task.done():
            if unanswered := {key: each for key, each in self._open.items() if not each.answer.done()}:
                wanted: dict[str, InputRequest] = {
                    key: request(each.text, each.form, each.problem) for key, each in unanswered.items()
                }
                return InputRequiredResult(input_requests=wanted, request_state=f"{PREFIX}{self.id}")
            self._asked.clear()
            asking = asyncio.ensure_future(self._asked.wait())
            try:
                await asyncio.wait({self.task, asking}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                asking.cancel()
        return self.task.result()


class PendingCalls(Generic[T]):
    """The calls that wait for their clients, in this process alone: a restart loses them."""

    def __init__(self) -> None:
        self._calls: dict[str, PendingCall[T]] = {}

    async def call(
        self,
        context: Context,
        work: Callable[[Asker | None], Awaitable[T]],
        responses: Mapping[str, Any] | None,
        progress: Progress,
        log: HeardLog | None = None,
    ) -> T | InputRequiredResult:
        """Return what comes of work that may ask the client's person, or what is asked first."""
        asks = can_elicit(context.session.client_capabilities)
        if asks and is_modern(context):
            return await self.attend(PendingCall(work, log), responses, progress)
        async with progress.reporting():
            return await work(_elicit(context) if asks else None)

    async def attend(
        self, call: PendingCall[T], responses: Mapping[str, Any] | None, progress: Progress
    ) -> T | InputRequiredResult:
        """Answer a call's questions, and wait for its result or its next question."""
        if call.log is not None:
            call.log.progress = progress
        call.answer(responses or {})
        self._calls.pop(call.id, None)
        try:
            async with progress.reporting():
                outcome = await call.next()
        except asyncio.CancelledError:
            call.task.cancel()
            raise
        if isinstance(outcome, InputRequiredResult):
            self._keep(call)
        return outcome

    def find(self, state: str) -> PendingCall[T]:
        """Return the call that a request goes on with; raise a Fault where it is gone."""
        call = self._calls.get(state.removeprefix(PREFIX))
        if call is None:
            message = "The call that asked this is not waiting any more: it ended, or the server was restarted."
            hint = "Look whether it had an effect, then call the tool again."
            raise Fault("conflict", message, hint=hint, retry=False, uncertain=True)
        return call

    def close(self) -> None:
        for call in self._calls.values():
            call.task.cancel()

    def _keep(self, call: PendingCall[T]) -> None:
        self._calls[call.id] = call
        if len(self._calls) > MOST:
            oldest = next(iter(self._calls))
            self._calls.pop(oldest).task.cancel()


def _elicit(context: Context) -> Asker:
    """Return what asks the client's person within the call."""

    async def ask(text: str, form: Object, timeout: float | None) -> Any:
        problem: str | None = None
        while True:
            asking = request(text, form, problem).params
            assert isinstance(asking, ElicitRequestFormParams)
            try:
                async with asyncio.timeout(timeout):
                    said = await context.session.elicit_form(
                        asking.message, asking.requested_schema, context.request_id
                    )
                return checked(said, form) if said.action == "accept" else None
            except Fault as fault:
                problem = fault.message
            except (TimeoutError, MCPError):
                return None

    return ask


def checked(response: ElicitResult, form: Object) -> Any:
    """Return what the person said, as the form wants it; raise a Fault where it does not fit."""
    found = Schema(form).check(answer_of(response.content, form))
    if found.issues:
        raise Fault.from_issues("invalid_input", found.issues, what="The answer does not fit the form")
    return found.value
