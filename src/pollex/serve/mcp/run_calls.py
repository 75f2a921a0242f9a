"""Calls that are runs: they need an approval, or are tools of a library, and survive a restart of the server."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

from mcp.server.context import ServerRequestContext
from mcp_types import ElicitRequestFormParams, ElicitResult, InputRequest, InputRequiredResult

from ...app.app import App
from ...core.fault import Fault
from ...core.result import Result
from ...core.tool import Tool
from ...runs.questions import OpenQuestion, open_questions
from ...runs.run import Run
from .elicitation import answer_of, can_elicit, nobody_answered, question_text, request
from .progress import Progress
from .sessions import cancelled_by_client, is_modern

PREFIX: Final = "run:"
NO_ANSWER: Final = "its person did not answer"
ASKED: Final = ("question.asked", "approval.asked")
Context = ServerRequestContext[Any, Any]
Responses = Mapping[str, Any]
Outcome = Result | InputRequiredResult


class RunResult(NamedTuple):
    """The result of a call, or what it needs first, and the run that it is."""

    outcome: Outcome
    run: str


class RunCalls:
    """Starts runs for clients, asks what they ask, and gives back their results."""

    def __init__(self, app: App, executor: str, closing: asyncio.Event) -> None:
        """`executor` is the name under which this process executes runs, unless it has one already.

        While `closing` is set, a request that ends does so with the server.
        """
        self._closing = closing
        self._app = app
        self._executor = executor
        self._joining = asyncio.Lock()
        self._joined = False
        self._stopping: set[asyncio.Task[None]] = set()

    def are_for(self, tool: Tool) -> bool:
        """Return whether calls of a tool are runs."""
        policy = self._app.context.policy.get(tool.effect, "ask")
        asks = policy == "ask" or (tool.approval and policy == "allow")
        return asks or self._app.libraries.tools.has(tool.name)

    async def start(self, context: Context, tool: Tool, args: Any, responses: Responses) -> RunResult:
        """Call a tool as a run; return its result, or what it asks."""
        await self._join()
        run = await self._app.start(tool=tool.name, inputs=args)
        return RunResult(await self._attend(context, run, responses), run.id)

    async def take_up(self, context: Context, state: str, responses: Responses) -> RunResult:
        """Go on with the run of an earlier request, also one of a server that was killed."""
        await self._join()
        run = self._app.find_run(state.removeprefix(PREFIX))
        for each in await self._app.runs.control.list(status="running", limit=10_000):
            if each.id == run.id and each.executor is None:
                with suppress(Fault):
                    await self._app.runs.engine.resume(run.id)
        return RunResult(await self._attend(context, run, responses), run.id)

    async def close(self) -> None:
        """Wait for the runs that are being stopped; those that go on do so in the next process."""
        self._closing.set()
        await asyncio.gather(*self._stopping, return_exceptions=True)

    async def _join(self) -> None:
        async with self._joining:
            if not self._joined:
                self._app.runs.execution.waits = True
                if self._app.runs.executor is None:
                    await self._app.runs.join(self._executor)
                self._joined = True

    async def _attend(self, context: Context, run: Run, responses: Responses) -> Outcome:
        progress = Progress(context)
        outcome = asyncio.ensure_future(run.wait())
        watching = asyncio.ensure_future(self._watch(context, run, dict(responses), progress))
        try:
            async with progress.reporting():
                await asyncio.wait({outcome, watching}, return_when=asyncio.FIRST_COMPLETED)
                waits = watching.result() if watching.done() and not outcome.done() else None
                return waits or _outputs(await outcome)
        except asyncio.CancelledError:
            if cancelled_by_client(context) and not self._closing.is_set():
                self._stop(run.id)
            raise
        finally:
            outcome.cancel()
            watching.cancel()

    def _stop(self, run: str) -> None:
        """Stop a run in a task of its own: the handler that was cancelled may wait for nothing more."""
        task = asyncio.ensure_future(self._app.runs.control.cancel(run))
        self._stopping.add(task)
        task.add_done_callback(self._stopping.discard)

    async def _watch(self, context: Context, run: Run, responses: dict[str, Any], progress: Progress) -> Outcome | None:
        """Report what happens and have questions answered; return what the client must be told before the end."""
        events = await run.events()
        waiting, seen = open_questions(events), events[-1].seq if events else 0
        while True:
            if waiting and (needed := await self._settle(context, run.id, waiting, responses)) is not None:
                return needed
            async for event in run.follow(after=seen):
                seen = event.seq
                progress.hear(event.kind, event.data)
                if event.kind in ASKED:
                    break
            else:
                return None
            waiting = await self._app.runs.questions(run.id)

    async def _settle(
        self, context: Context, run: str, waiting: Mapping[str, OpenQuestion], responses: dict[str, Any]
    ) -> Outcome | None:
        if not can_elicit(context.session.client_capabilities):
            first = next(iter(waiting.values()))
            return Result.failure(nobody_answered(run, first, "this client cannot ask a person"))
        if is_modern(context):
            return await self._by_result(run, waiting, responses)
        for question in waiting.values():
            if (fault := await self._by_request(context, run, question)) is not None:
                return Result.failure(fault)
        return None

    async def _by_result(
        self, run: str, waiting: Mapping[str, OpenQuestion], responses: dict[str, Any]
    ) -> Outcome | None:
        """Take the client's answers, and return what is still asked."""
        wanted: dict[str, InputRequest] = {}
        for question in waiting.values():
            key = str(question.form.get("title") or question.path)
            response, problem = responses.pop(key, None), None
            if isinstance(response, ElicitResult):
                try:
                    if await self._reply(run, question, response):
                        continue
                    return Result.failure(nobody_answered(run, question, NO_ANSWER))
                except Fault as fault:
                    problem = fault.message
            wanted[key] = request(question_text(question), question.form, problem)
        return InputRequiredResult(input_requests=wanted, request_state=f"{PREFIX}{run}") if wanted else None

    async def _by_request(self, context: Context, run: str, question: OpenQuestion) -> Fault | None:
        """Ask the client's person until an answer fits, unless another door answers first."""
        problem: str | None = None
        while True:
            asking = request(question_text(question), question.form, problem).params
            assert isinstance(asking, ElicitRequestFormParams)
            eliciting = asyncio.ensure_future(
                context.session.elicit_form(asking.message, asking.requested_schema, context.request_id)
            )
            elsewhere = asyncio.ensure_future(self._answered(run, question.path))
            try:
                await asyncio.wait({eliciting, elsewhere}, return_when=asyncio.FIRST_COMPLETED)
                if not eliciting.done():
                    return None
                if await self._reply(run, question, eliciting.result()):
                    return None
                return nobody_answered(run, question, NO_ANSWER)
            except Fault as fault:
                problem = fault.message
            finally:
                eliciting.cancel()
                elsewhere.cancel()

    async def _answered(self, run: str, path: str) -> None:
        """Wait until nothing is asked at a path any more."""
        async for event in self._app.find_run(run).follow():
            if event.data.get("path") == path and path not in await self._app.runs.questions(run):
                return

    async def _reply(self, run: str, question: OpenQuestion, response: ElicitResult) -> bool:
        """Give the run its answer; return whether there was one, and raise a Fault where it does not fit."""
        if response.action == "accept":
            value = answer_of(response.content, question.form)
        elif response.action == "decline" and question.kind == "approval":
            value = {"approved": False}
        else:
            return False
        try:
            await self._app.runs.answer(run, question.path, value, by="mcp")
        except Fault as fault:
            if fault.code not in ("conflict", "not_found"):  # else another door was faster
                raise
        return True


def _outputs(result: Result) -> Result:
    """Return the result of a run as that of its tool."""
    data = result.data if isinstance(result.data, dict) else {}
    return replace(result, data=data.get("outputs") if result.ok else None)
