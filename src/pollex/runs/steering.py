"""Runs that are there already: resumed, answered, approved and healed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..core.call import checked_run_id
from ..core.fault import Fault
from ..core.reply import Reply
from ..core.result import Result
from ..flow.workflow import Workflow
from .asking import sealed
from .host import RunHost
from .live_run import LiveRun
from .questions import OpenQuestion, find_question, open_questions
from .record import FINISH

if TYPE_CHECKING:
    from ..flow.revision.files import CheckDocuments


class RunSteering(RunHost):
    """Steers runs of this and of earlier processes."""

    async def resume(self, run: str, answer: Any = None) -> Result:
        """Resume a run that was interrupted, paused or stopped, and bring it to its end.

        An `answer` is that to the only question which it waits with.
        """
        try:
            if answer is not None:
                await self.answer(run, None, answer)
            await self.start_again(run)
        except Fault as fault:
            return Result.failure(fault)
        return await self.outcome(run)

    async def start_again(self, run: str) -> None:
        """Resume a run without waiting for its end; raise a Fault where it cannot go on."""
        try:
            self.executor = self.executor or checked_run_id(run)
            recovered = run in await self.engine.recover()
            if not recovered or (await self.control.find(run)).status == "paused":
                await self.engine.resume(run)
        except Fault as fault:
            if fault.code == "conflict" and fault.expected == "one process for each executor":
                message, hint = f"The run {run!r} is going on in another process.", f"See: pollex runs show {run}"
                raise Fault("conflict", message, hint=hint, retry=False) from fault
            if fault.code == "conflict":
                fault.hint = await self._instead(run)
            raise

    async def has_failed(self, run: str) -> bool:
        """Whether a run is a task that failed, so that a fork can go on behind what it had done."""
        ended = await self.control.list(status="failed", run=run)
        return bool(ended) and "task" in await self.control.plan(run)

    async def _instead(self, run: str) -> str:
        """The hint for a run that has ended and cannot be resumed."""
        if await self.has_failed(run):
            return f"Go on behind what it had done, as a new run: pollex runs fork {run}"
        if "task" in await self.control.plan(run):
            return f"Make a workflow of it: pollex runs compile {run} -o FILE; or start the task again."
        if "tool" in await self.control.plan(run):
            return "Run the tool again."
        if "record" in await self.control.plan(run):
            return f"Make a workflow of it: pollex runs compile {run} -o FILE; or record again."
        return f"Start a new one with what it had done: pollex runs fork {run} --at PATH"

    async def live(self, run: str) -> LiveRun:
        """Return a run that goes on in this process; raise a Fault that says why another one cannot be watched."""
        if (found := self.execution.live.find(run)) is not None:
            return found
        there = await self.control.find(checked_run_id(run))
        state = "interrupted" if there.status == "running" and there.executor is None else there.status
        if state == "running":
            process = await self.control.process(run)
            message = (
                f"The run {run!r} is just beginning." if process is None else f"The run {run!r} goes on in {process}."
            )
            hint = "Try again in a moment."
            if process is not None:
                hint = f"Take over where it was started, or end it there and go on here: pollex runs resume {run}"
            raise Fault("unavailable", message, pointer="/run", expected="a run of this process", hint=hint, retry=True)
        message = f"The run {run!r} does not go on: it is {state}."
        hint = "See what it did in its report, or resume it." if state != "queued" else "Wait until it begins."
        expected, waits = "a run that goes on", state == "queued"
        raise Fault("conflict", message, pointer="/run", expected=expected, received=state, hint=hint, retry=waits)

    async def finish(self, run: str) -> None:
        """End a recording well; raise a Fault where the run is none, or has ended."""
        there = await self.control.find(checked_run_id(run))
        if "record" not in await self.control.plan(run):
            hint = "Stop or resume it instead; only a recording is finished by a person."
            raise Fault("conflict", f"The run {run!r} is no recording.", expected="a recording", hint=hint, retry=False)
        if there.status not in ("queued", "running", "paused"):
            hint = f"Make a workflow of it: pollex runs compile {run} -o FILE"
            raise Fault("conflict", f"The recording {run!r} has ended: it is {there.status}.", hint=hint, retry=False)
        if there.status == "paused":
            await self.control.resume(run)
        await self.control.send(run, FINISH, {}, number=1)

    async def finish_if_open(self, run: str) -> None:
        """End a recording well, unless somebody has."""
        try:
            await self.finish(run)
        except Fault as fault:
            if fault.code != "conflict":
                raise

    async def questions(self, run: str) -> dict[str, OpenQuestion]:
        """Return what a run waits for, answers and approvals, by path."""
        log = self._context.log
        return open_questions([] if log is None else await log.read(checked_run_id(run)))

    async def answer(self, run: str, path: str | None, answer: Any, *, by: str | None = None) -> None:
        """Answer the question at a path, or the only one, through the door `by`.

        Raises a Fault where the run asks nothing there, the answer does not fit its form, or somebody was faster.
        """
        await self._reply(run, find_question(await self.questions(run), path), answer, by)

    async def approve(
        self, run: str, path: str | None = None, *, approved: bool = True, kind: bool = False, by: str | None = None
    ) -> None:
        """Approve the call that a run waits with, or refuse it; with `kind`, all of this kind in this run."""
        question = find_question(await self.questions(run), path, "approval")
        await self._reply(run, question, question.check_approval(approved=approved, kind=kind), by)

    async def _reply(self, run: str, question: OpenQuestion, answer: Any, by: str | None) -> None:
        reply = Reply(question.check(answer), by)
        kept = replace(reply, value=sealed(reply.value, self.execution.states)) if question.private else reply
        await self.control.send(run, question.path, kept.to_json(), number=question.answered + 1)
        if self._context.log is not None:  # the run writes the same when it hears of it, which may be later
            kind, data = question.answered_event(reply)
            key = f"{run}{question.path}"
            await self._context.log.append(run, kind, data, key=key, attempt=question.asked)

    async def heal(
        self,
        file: Path,
        run: str | None = None,
        *,
        name: str | None = None,
        write: bool = True,
        check: CheckDocuments | None = None,
    ) -> Result:
        """Write what a run has healed into the workflow's file as its next version; by default the last such run.

        `name` is that of the runs, where it is not the workflow's. `check` is asked before anything is written.
        """
        from ..flow.revision.files import revise_by

        log = self._context.log
        try:
            workflow = Workflow.load(file)
            runs = (
                [run]
                if run
                else [each.id for each in await self.control.list() if each.name == (name or workflow.name)]
            )
            logs = [[] if log is None else await log.read(each) for each in runs]
            made = revise_by(file, workflow, logs, asked=run, write=write, check=check)
        except Fault as fault:
            return Result.failure(fault)
        words = [line for each in made for line in each.in_words()]
        return Result.success({"files": [each.to_json() for each in made], "words": words})
