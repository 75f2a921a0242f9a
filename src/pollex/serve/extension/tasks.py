"""The task of one browser: started, followed, answered and stopped from the extension's popup."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

from starlette.websockets import WebSocketDisconnect

from ...core.fault import Fault
from ...core.json import Object
from ...runs.live_run import Taker
from ...runs.questions import AskedQuestions
from ...runs.run import Run
from ...runs.stop import only
from ...runs.summary import state_of
from ..refusal import own_mistake
from ..secret_body import without_value
from .task_messages import ABOUT_TASKS
from .task_story import ended, messages_of

if TYPE_CHECKING:
    from ...app.app import App

MAX_ID: Final = 200
BY: Final = "extension"
PANEL: Final = Taker("the panel in Chrome")
ENDED: Final = ("done", "failed", "cancelled", "dead")
Send = Callable[[str, Object], Awaitable[None]]


class BrowserTask:
    """What one connection has to do with runs. It follows one at a time, and tells it in document 002's words."""

    def __init__(self, app: App, send: Send) -> None:
        self._app = app
        self._send = send
        self._run = ""
        self._following: asyncio.Task[None] | None = None
        self._work: set[asyncio.Task[None]] = set()

    def hear(self, message: Object) -> None:
        """Do what a message of the popup asks, and answer it."""
        self._begin(self._answer(message))

    def leave(self) -> None:
        """Follow nothing any more; the run goes on."""
        for each in self._work:
            each.cancel()

    def _begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(_while_connected(work))
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def _answer(self, message: Object) -> None:
        try:
            asked = _checked(message)
            answer: Object = {"ok": True, **(await HEARD[asked["type"]](self, asked) or {})}
        except Fault as fault:
            answer = {"ok": False, "fault": fault.to_json()}
        except Exception:
            number = uuid4().hex[:8]
            logging.getLogger(__package__).exception("%s: %s", number, message["type"])
            answer = {"ok": False, "fault": own_mistake(number).to_json()}
        await self._send("answered", {"id": str(message.get("id", ""))[:MAX_ID], **answer})

    async def tell_models(self, _: Object | None = None) -> Object:
        """Return the providers of models, and whose key is there."""
        keys = await self._app.preferences.keys()
        names = ("provider", "model", "needed")
        return {
            "providers": [
                {**{name: each[name] for name in names}, "known": each["source"] is not None} for each in keys
            ]
        }

    async def start(self, message: Object) -> Object:
        """Start the task."""
        settings = message["settings"]
        model = ":".join(filter(None, (settings["llmProvider"], settings.get("model"))))
        return await self._start(message["tabId"], task=message["task"], model=model)

    async def record(self, message: Object) -> Object:
        """Record what the person does in a tab."""
        record = {"url": message["url"], "name": message["name"]}
        return await self._start(message["tabId"], record=record)

    async def _start(self, tab: int, **what: Any) -> Object:
        """Start a run; one browser has one at a time."""
        if self._run and await self._state(self._run) not in ENDED:
            hint = "Stop it first, or wait for its end."
            raise Fault("conflict", "A task is being done already.", received=self._run, hint=hint, retry=False)
        run = await self._app.start(where="chrome", tab=tab, **what)
        self._follow(run.id, 0)
        return {"run": run.id}

    async def finish(self, _: Object) -> Object:
        """End the recording, and keep it as a workflow, which is not replayed where the person is not logged in."""
        run = self._app.find_run(self._current())
        await self._app.runs.finish_if_open(run.id)
        result = await run.wait()
        if not result.ok:
            result.unwrap()
        return {"kept": await self._app.workspaces.keep_run(run, None, replay=False)}

    async def take(self, message: Object) -> None:
        """Take over the tab, or give it back: the run goes on."""
        await self._app.live.take(self._current(), on=message["on"], by=PANEL)

    async def stop(self, _: Object) -> None:
        """Stop the task that is followed."""
        run = self._current()
        only(run, {run: await self._state(run)})
        await self._app.runs.control.cancel(run)

    async def follow(self, message: Object) -> None:
        """Go on telling a run to a browser that has been away, from behind the event that it heard last."""
        await self._app.runs.control.find(message["run"])
        self._follow(message["run"], message["after"])

    async def reply(self, message: Object) -> None:
        """Answer a question of the run, or decide about what it asks for."""
        run, path, answer = message["run"], message["path"], message["answer"]
        if message["kind"] == "question":
            await self._app.runs.answer(run, path, answer, by=BY)
            return
        approved, kind = bool(answer.get("approved")), bool(answer.get("kind"))
        await self._app.runs.approve(run, path, approved=approved, kind=kind, by=BY)

    async def store_key(self, message: Object) -> Object:
        """Keep the key of a provider where keys are kept; it is in no answer."""
        await self._app.preferences.store_key(message["llmProvider"], message["apiKey"])
        return await self.tell_models()

    def _current(self) -> str:
        if not self._run:
            raise Fault("not_found", "No task is being done.", retry=False)
        return self._run

    async def _state(self, run: str) -> str:
        return state_of(await self._app.runs.control.find(run))

    def _follow(self, run: str, after: int) -> None:
        if self._following is not None:
            self._following.cancel()
        self._run = run
        self._following = self._begin(self._tell(self._app.find_run(run), after))

    async def _tell(self, run: Run, after: int) -> None:
        """Tell what happens behind an event, and what the run asks, until it has ended."""
        asked, is_over = AskedQuestions(), False
        async for event in run.follow():
            before = list(asked.open)
            asked.read(event)
            is_over = event.kind == "run.finished"
            if event.seq <= after:
                continue
            if messages := messages_of(event):
                await self._send("told", {"run": run.id, "seq": event.seq, "messages": messages})
            if list(asked.open) != before:
                await self._send(
                    "asked", {"run": run.id, "questions": [each.to_json() for each in asked.open.values()]}
                )
        if not is_over:  # it ended before it began
            result = await self._app.runs.outcome(run.id)
            await self._send("told", {"run": run.id, "seq": after + 1, "messages": ended(result)})


def _checked(message: Object) -> Object:
    """Return a message that fits its kind; a fault about one that does not names places and no values."""
    checked = ABOUT_TASKS[message["type"]].schema.check(message)
    if checked.issues:
        raise Fault.from_issues("invalid_input", [without_value(each) for each in checked.issues], what="The message")
    return dict(checked.value)


async def _while_connected(work: Coroutine[Any, Any, None]) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # a browser that has gone asks again
        await work


HEARD: Final[dict[str, Callable[[BrowserTask, Object], Awaitable[Object | None]]]] = {
    "start_task": BrowserTask.start,
    "stop_task": BrowserTask.stop,
    "record": BrowserTask.record,
    "finish": BrowserTask.finish,
    "take": BrowserTask.take,
    "follow_task": BrowserTask.follow,
    "reply": BrowserTask.reply,
    "store_key": BrowserTask.store_key,
    "models": BrowserTask.tell_models,
}
