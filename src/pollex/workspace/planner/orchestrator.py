"""The orchestrator: from a person's message to a plan, batches, and windows. STOP ends all of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from ...core.fault import Fault
from ...core.json import Object, dumps
from ...core.protocols import Model
from ...core.tool import Tool
from ..aggregator import Aggregator, Batch, gated
from ..chat import ChatMessage
from ..command_result import CommandResult, error_text
from ..effectful_desk import CALL
from ..full_control import FullControl
from ..lint import lint
from ..listeners import Listeners
from ..pending_plan import DecidedPlan, PendingPlan, PendingPlans
from ..workspace import Workspace
from .answer import AnswerReader, ModelAnswer, Role
from .conversation import Conversation
from .drawing import BatchDrawing
from .local_requests import answer_locally

ROUNDS: Final = 6
"""Batches that one message may lead to."""
PLAN: Final = "PLAN:"
LOCAL: Final = "local"
NOTHING: Final = "Ask again, in other words, or choose another model."
CUT_OFF: Final = "Its answer was longer than it may be: ask for less at once."
STOP_SECONDS: Final = 0.5
"""How long STOP waits for what it has cancelled."""

TurnStatus = Literal["answered", "applied", "pending", "failed", "stopped"]
OnStop = Callable[[], Awaitable[object]]


@dataclass(slots=True)
class ModelTurn:
    """What became of a person's message."""

    status: TurnStatus = "answered"
    requests: int = 0
    batches: int = 0
    plan: PendingPlan | None = None
    """The plan that waits for a person."""
    fault: Fault | None = None
    notes: tuple[str, ...] = ()


Work = Callable[[], Coroutine[Any, Any, ModelTurn]]


class Orchestrator:
    """Answers messages one after another, with a model or, for `local`, from a table of plain requests."""

    def __init__(
        self,
        workspace: Workspace,
        model: Model,
        *,
        tools: Sequence[Tool] = (),
        on_stop: Sequence[OnStop] = (),
        redact: Callable[[str], str] = str,
        rounds: int = ROUNDS,
    ) -> None:
        self.workspace = workspace
        self.model = model
        self.tools = tools
        self.full_control = FullControl(workspace.record)
        self.plans = PendingPlans(workspace)
        self.work: Listeners[bool] = Listeners()
        """Told whether messages are being answered, whenever that changes."""
        self._on_stop = on_stop
        self._redact = redact
        self._rounds = rounds
        self._lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[ModelTurn]] = set()
        self.plans.decided.add(self._plan_decided)

    @property
    def running(self) -> bool:
        """Whether a message is being answered: batches from elsewhere are not applied then."""
        return bool(self._tasks)

    async def send(self, text: str) -> ModelTurn:
        """Answer a person's message. STOP makes it end as `stopped`."""
        return await self._finished(self._begin(lambda: self._heard(text)))

    async def answer(self, message: ChatMessage) -> ModelTurn:
        """Answer a message that stands in the chat already."""
        return await self._finished(self._begin(lambda: self._in_order(message)))

    async def _finished(self, task: asyncio.Task[ModelTurn]) -> ModelTurn:
        try:
            return await task
        except asyncio.CancelledError:
            if not task.cancelled() or _is_cancelled():
                task.cancel()
                raise
            return ModelTurn("stopped")

    async def _heard(self, text: str) -> ModelTurn:
        return await self._in_order(await self.workspace.say("person", text))

    async def _in_order(self, message: ChatMessage) -> ModelTurn:
        async with self._lock:
            return await self._answer(message)

    async def stop(self) -> Object:
        """Cancel pending work and the model's request, stop what was started, and lock Full Control. Windows stay."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        self.workspace.pending.cancel()
        await self.full_control.lock()
        if tasks:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)
        await self.workspace.apply([{"op": "txn.cancel", "params": {}}], by="person")
        stopped = await asyncio.gather(*[each() for each in self._on_stop], return_exceptions=True)
        failed = [str(each) for each in stopped if isinstance(each, BaseException)]
        await self.workspace.say("system", "\n".join(["Stopped. Full Control is locked.", *failed]))
        return {"stopped": len(tasks), "failed": failed}

    def aggregator(self) -> Aggregator:
        """Return a collector for a model's text from elsewhere, whose batches pass the gate."""

        async def on_batch(batch: Batch) -> None:
            await gated(
                batch,
                full_control=self.full_control.on,
                locked=self.full_control.locked,
                suppressed=self.running,
                apply=self._apply_whole,
                keep_pending=self._keep_plan,
            )

        return Aggregator(on_batch, enqueue_batch=self._apply_whole, limits=self.workspace.limits)

    async def _apply_whole(self, batch: Batch) -> None:
        await self.workspace.apply(batch, by="model")

    async def _keep_plan(self, batch: Batch) -> None:
        await self.plans.keep(batch)

    def _begin(self, work: Work) -> asyncio.Task[ModelTurn]:
        task = asyncio.ensure_future(work())
        self._tasks.add(task)
        task.add_done_callback(self._done)
        if len(self._tasks) == 1:
            self.work.tell(True)
        return task

    def _done(self, task: asyncio.Task[ModelTurn]) -> None:
        self._tasks.discard(task)
        if not self._tasks:
            self.work.tell(False)

    async def _answer(self, message: ChatMessage) -> ModelTurn:
        if self.model.name == LOCAL:
            return await self._answer_locally(message.text)
        talk = self._conversation()
        talk.open(message.text, message.answers)
        return await self._rounds_of(talk, message.text, f"/{message.seq}", "planner", 1)

    def _conversation(self) -> Conversation:
        flags = self.full_control.to_json()
        return Conversation(self.workspace, self.model.name, flags, self.tools, self._redact)

    async def _answer_locally(self, text: str) -> ModelTurn:
        answer, results = answer_locally(text, self.workspace.desk), list[CommandResult]()
        try:
            if answer.batch:
                results = await self.workspace.apply(answer.batch, by="person")
        except Fault as fault:
            return ModelTurn("failed", fault=fault)
        if failed := next((result.fault for result in results if result.fault is not None), None):
            return await self._failed(ModelTurn(batches=1), failed)
        await self._say(answer.say)
        return ModelTurn("applied" if answer.batch else "answered", batches=bool(answer.batch))

    async def _rounds_of(self, talk: Conversation, text: str, path: str, role: Role, first: int) -> ModelTurn:
        """Ask, draw, and tell what became of it, until the model has nothing more to draw."""
        turn, corrected = ModelTurn(), False
        number = first
        while number <= self._rounds:
            drawing = BatchDrawing(self.workspace, lambda: self.full_control.applies)
            try:
                answer = await self._ask(talk, drawing, f"{path}/{turn.requests + first}", role)
            except asyncio.CancelledError:
                await drawing.take_back()  # a batch is drawn as a whole or not at all
                raise
            except Fault as fault:
                await drawing.take_back()
                return await self._failed(turn, fault)
            turn.requests += 1
            talk.answered(answer.text)
            await self._say(answer.prose)
            planned = role == "planner" and PLAN in answer.prose
            role = "actor"
            if not answer.complete:
                if not planned:
                    await self._say_what_lacks(turn, answer)
                    return turn
                talk.tell("Carry out the plan.")
                continue
            try:
                drawing.check()
                if await self._draw(turn, talk, drawing, answer, text, number):
                    return turn
                corrected = False
                number += 1
            except Fault as fault:
                await drawing.take_back()
                if fault.code == "cancelled" or corrected:
                    return await self._failed(turn, fault)
                corrected = True
                await self.workspace.say("system", error_text(fault))
                talk.tell_fault(fault)
        await self.workspace.say("system", f"Stopped after {self._rounds} batches; say how to go on.")
        return turn

    async def _ask(self, talk: Conversation, drawing: BatchDrawing, path: str, role: Role) -> ModelAnswer:
        limits = self.workspace.limits
        seconds = limits.planner_timeout if role == "planner" else limits.actor_timeout
        reader = AnswerReader(self.workspace.record, drawing, path)
        return await reader.read(self.model, talk.request(role), role, seconds)

    async def _draw(
        self, turn: ModelTurn, talk: Conversation, drawing: BatchDrawing, answer: ModelAnswer, text: str, number: int
    ) -> bool:
        """Apply a valid batch, or keep it for a person; return whether the turn ends here."""
        more = bool((answer.around or {}).get("more"))
        notes = tuple(lint(drawing.batch, drawing.before, drawing.after))
        turn.notes += notes
        if not self.full_control.applies:
            await drawing.take_back()
            context = {"request": text, "more": more, "round": number, "notes": list(notes)}
            turn.plan = await self.plans.keep(drawing.batch, title=text, context=context)
            turn.status = "pending"
            return True
        results = await drawing.finish()
        turn.batches += 1
        turn.status = "applied"
        if notes:
            await self.workspace.record.append("note", {"of": drawing.id, "notes": list(notes)})
        talk.tell_results(drawing.batch, results, notes)
        return not (more or wants_answer(drawing.batch, results))

    async def _failed(self, turn: ModelTurn, fault: Fault) -> ModelTurn:
        await self.workspace.say("system", error_text(fault))
        turn.status, turn.fault = "failed", fault
        return turn

    async def _say_what_lacks(self, turn: ModelTurn, answer: ModelAnswer) -> None:
        """Say so where a model was cut off, or neither said nor drew anything: nobody would know otherwise."""
        if answer.stop == "length":
            await self.workspace.say("system", f"{self.model.name} was cut off. {CUT_OFF}")
        elif not (turn.batches or answer.prose.strip()):
            await self.workspace.say("system", f"{self.model.name} answered nothing. {NOTHING}")

    async def _say(self, prose: str) -> None:
        if said := prose.strip():
            await self.workspace.say("model", said)

    def _plan_decided(self, decided: DecidedPlan) -> None:
        """Go on with a plan that a person has decided about, where the model waits for its answers."""
        plan, results = decided.plan, [decided.results.get(index) for index in range(len(decided.plan.steps))]
        if self.model.name == LOCAL or "round" not in plan.context or not decided.results:
            return
        if plan.context["more"] or wants_answer(plan.commands, results):
            self._begin(lambda: self._go_on(plan, results))

    async def _go_on(self, plan: PendingPlan, results: Sequence[CommandResult | None]) -> ModelTurn:
        request, number = plan.context["request"], plan.context["round"] + 1
        async with self._lock:
            talk = self._conversation()
            talk.open(request)
            talk.answered(dumps(plan.commands))
            talk.tell_results(plan.commands, results, plan.context["notes"])
            return await self._rounds_of(talk, request, f"/{plan.id}", "actor", number)


def wants_answer(batch: Sequence[Object], results: Sequence[CommandResult | None]) -> bool:
    """Return whether a model waits for answers: of calls that go nowhere else or failed, and of reads.

    What the person is asked (`uicp:`) is answered in the chat.
    """
    for envelope, result in zip(batch, results, strict=True):
        params = envelope["params"]
        if result is None:
            continue
        if envelope["op"] == "state.get":
            return True
        goes_elsewhere = "into" in params or str(params.get("url")).startswith("uicp:")
        if envelope["op"] == CALL and not (result.ok and goes_elsewhere):
            return True
    return False


def _is_cancelled() -> bool:
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
