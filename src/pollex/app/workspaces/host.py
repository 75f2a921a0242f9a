"""A workspace at work: its calls go through the app's pipeline, its questions are shown in it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...core.call import Call
from ...core.fault import Fault
from ...core.invoke import invoke
from ...core.json import Object
from ...core.registry import Joined, Registry
from ...core.result import Result
from ...core.tool import Tool
from ...disk.kept_files import KeptFiles
from ...runs.local_files import ask_for_files
from ...runs.run import Run
from ...workspace.a2ui import import_surface
from ...workspace.acting import ACTING
from ...workspace.address import FILES
from ...workspace.batch import read_batch
from ...workspace.chat import ChatMessage
from ...workspace.command_result import error_text
from ...workspace.component_events import ComponentUse
from ...workspace.own_components import is_foreign
from ...workspace.planner.orchestrator import ModelTurn, Orchestrator
from ...workspace.update import DeskUpdate
from ...workspace.workspace import Workspace
from ..page_acts import PageActs
from ..product import ProductWindows
from ..product.credential_tools import CredentialTools
from ..product.schedules_window import ScheduleTools
from ..workflows.draft import WorkflowDraft
from ..workspace_calls.tool import api_call_tool
from .approvals import WorkspaceApprovals
from .beyond import asks_beyond
from .editor_tools import EditorTools
from .model import WorkspaceModel
from .parts import AppParts
from .run_tools import RunTools
from .started_run import draw_shown, tell_end
from .workflow_tools import WorkflowTools

if TYPE_CHECKING:
    from ...flow.director import WorkflowEditor

ADDRESS: Final = re.compile(r"https?://[^\s<>\"']+")
CHAINED: Final = 3
"""How many messages commands may say in a row, so that a model does not talk to itself without end."""


class WorkspaceHost:
    """What carries out the calls of one workspace. It is the door that `api.call` sees."""

    def __init__(
        self,
        workspace: Workspace,
        parts: AppParts,
        model: str | None = None,
        *,
        keep_model: Callable[[str | None], Awaitable[object]] | None = None,
    ) -> None:
        """Wire a workspace to the tools of its app; pages and editors open when a call first uses them.

        `model` is the one that was chosen for it, and `keep_model` remembers another choice.
        """
        self.workspace = workspace
        self.approvals = WorkspaceApprovals(workspace)
        self.product = ProductWindows(workspace, parts)
        self.runs = RunTools(parts, self._follow, self.product, lambda: self.model.chosen)
        self._parts = parts
        self._chosen_model, self._keep_model = model, keep_model
        self._model_names: list[str] | None = None
        self.draft = WorkflowDraft(self, parts)
        own = Registry(
            api_call_tool(self, exports=parts.exports, private=parts.private),
            *self.product.tools(),
            *self.runs.tools(),
            *WorkflowTools(parts, self.draft).tools(),
            *CredentialTools(parts.vault).tools(),
            *ScheduleTools(parts).tools(),
        )
        context = parts.context
        tools = Joined(own, EditorTools(lambda: self.editor), context.tools)
        guards = (*context.guards, ask_for_files, asks_beyond(self._drafted))
        acts = PageActs(context)
        self.context = acts.guarding(
            replace(context, run=workspace.id, tools=tools, current=None, approve=self.approvals.ask, guards=guards)
        )
        self.context.page = page = parts.open_page(self.context)
        acts.hold(page)
        self.watchers: set[object] = set()
        """Those who follow it: it stays open for them."""
        self.on_close: list[Callable[[], object]] = []
        self._tasks: set[asyncio.Future[Any]] = set()
        self._chained = 0
        """Messages that commands said since a person did something."""
        workspace.uses.add(self._used)
        workspace.updates.add(self._updated)

    async def draw_file(self, batches: Iterable[list[Object]]) -> None:
        """Draw what a file holds.

        The product's own windows and questions are left out: a file could make them look like something else.
        """
        for batch in batches:
            commands = read_batch(batch, self.context.limits) if batch else ()
            own = {each.place for each in commands if is_foreign(self.workspace.desk, each)}
            if kept := [command for index, command in enumerate(batch) if index not in own]:
                await self.workspace.apply(kept, by="file")

    async def import_surface(self, messages: Any, title: str | None = None) -> Object:
        """Draw the surfaces of A2UI messages as windows, and say what a workspace lacks for them."""
        imported = import_surface(messages, title=title)
        await self.draw_file(imported.batches)
        return {"windows": self.workspace.windows(), "lacking": imported.lacking}

    def _drafted(self) -> list[Object]:
        """Return the nodes of the workflow that is being edited."""
        return self.editor.nodes

    @cached_property
    def editor(self) -> WorkflowEditor:
        """The workflow editor of this conversation."""
        editor = self._parts.director()
        self.draft.attach(editor)
        return editor

    @property
    def edits(self) -> bool:
        """Whether the editor is open."""
        return "editor" in vars(self)

    async def edit(self, file: Path) -> None:
        """Open a kept workflow in the editor, in place of the one before."""
        await self.close_editor()
        self.editor = self._parts.director(file=file)
        self.draft.attach(self.editor)

    async def close_editor(self) -> None:
        """Close the editor; the next use opens a new one."""
        if self.edits:
            editor = self.editor
            del self.editor
            await editor.close()

    @cached_property
    def model(self) -> WorkspaceModel:
        """The model that is asked: the one that was chosen here, else the default."""
        limits, parts = self.context.limits, self._parts
        longest = max(limits.planner_timeout, limits.actor_timeout)
        return WorkspaceModel(parts.model_name, parts.open_model, longest, self._chosen_model)

    @cached_property
    def orchestrator(self) -> Orchestrator:
        """What answers the person's messages with the model, and holds the gate."""
        return Orchestrator(
            self.workspace,
            self.model,
            tools=self._offered(),
            on_stop=[self.runs.stop_all, self.draft.stop],
            redact=self.context.redactor.value,
        )

    async def choose_model(self, name: str | None) -> None:
        """Ask another model from now on; raise a Fault where it cannot be used, or the one before is at work."""
        if self.orchestrator.running:
            message, hint = f"The model {self.model.name!r} is at work.", "Wait until it has answered, or stop it."
            raise Fault("conflict", message, pointer="/name", hint=hint, retry=True)
        self._parts.check_model(name)
        await self.model.choose(name)
        if self._keep_model is not None:
            await self._keep_model(name)
        self._model_names = None
        self.orchestrator.work.tell(False)

    async def models_changed(self) -> None:
        """Take another default model, where none was chosen here and none is at work, and tell of the choices."""
        self._model_names = None
        if self.model.chosen is None and not self.orchestrator.running:
            await self.model.choose(None)
        self.orchestrator.work.tell(self.orchestrator.running)

    def model_state(self) -> Object:
        """Return the model that is asked, those that could be, whether it is at work, and what it cost so far."""
        if self._model_names is None:
            self._model_names = self._parts.model_names()
        names = list(dict.fromkeys([self.model.name, *self._model_names]))
        cost = self.workspace.record.cost.to_json()
        return {"name": self.model.name, "choices": names, "busy": self.orchestrator.running, "cost": cost}

    def _offered(self) -> list[Tool]:
        """Return the tools that the model is told about: those of runs and workflows, and those added to the app."""
        names = [name for name in self.context.tools.names() if not name.startswith(("page.", "api."))]
        return [self.context.tools.get(name) for name in names]

    async def send(self, text: str) -> ChatMessage:
        """Take a message of the person, and answer it in the background."""
        self._chained = 0
        return await self._take(text, None)

    async def ask(self, text: str) -> ModelTurn:
        """Take a message of the person, and wait until it is answered."""
        self._chained = 0
        return await self.orchestrator.send(text)

    async def _take(self, text: str, request: str | None, answers: Object | None = None) -> ChatMessage:
        message = await self.workspace.say("person", text, request=request, answers=answers)
        self._begin(self.orchestrator.answer(message))
        return message

    async def stop(self) -> Object:
        """Stop everything that the model does and has started, and lock Full Control. Windows stay."""
        return await self.orchestrator.stop()

    def _updated(self, update: DeskUpdate) -> None:
        if update.by == "person":
            self._chained = 0

    def _used(self, use: ComponentUse) -> None:
        """Take what a person decided in a window: about a call that waits for approval, or about a plan."""
        props, given = use.component.props, use.payload
        match use.component.type, use.event:
            case "approval", "answer" | "agree":
                path, window, kind = props["approval"], use.component.window, use.event == "agree"
                self._begin(self.approvals.answer_shown(path, window, approved=kind or given["value"], kind=kind))
            case "plan", "decide":
                plans = self.orchestrator.plans
                decide = plans.accept if given["value"] == "accept" else plans.refuse
                self._begin(decide(props["plan"], [int(step) for step in given["steps"]]))
            case "plan", "edit":
                self._begin(self.orchestrator.plans.edit(props["plan"], int(given["step"]), given["value"]))

    def _follow(self, run: Run, told_as: str) -> None:
        """Draw what a run shows that was started here, and tell of its end."""
        self._begin(draw_shown(self.workspace, run))
        if told_as:
            self._begin(tell_end(self.workspace, run, told_as))

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        self.keep(asyncio.ensure_future(self._reported(work)))

    def keep(self, task: asyncio.Future[Any]) -> None:
        """Keep a piece of work that goes on in the background; it ends with the workspace."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _reported(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do work in the background. Its fault is a message of the chat, unless it is one already."""
        try:
            await work
        except Fault as fault:
            said = error_text(fault)
            if all(message.text != said for message in self.workspace.chat[-3:]):
                await self.workspace.say("system", said)

    def gate(self) -> Object:
        """Return the flags of the gate, and the plans that wait with what they would change."""
        plans = self.orchestrator.plans
        return {
            **self.orchestrator.full_control.to_json(),
            "plans": [plans.props(plan.id) for plan in plans.waiting()],
        }

    @property
    def full_control(self) -> bool:
        return self.orchestrator.full_control.applies

    @property
    def idle(self) -> bool:
        """Whether nobody follows it and nothing of it is under way: closed and opened again, it is the same."""
        at_work = bool(self._tasks or self.workspace.pending) or self.orchestrator.running or self.full_control
        browses = self.context.page is not None and self.context.page.url != "about:blank"
        return not (self.watchers or at_work or browses or (self.edits and self._drafted()))

    async def call(self, tool: str, args: Object) -> Result:
        """Call a tool as the model does, for a person."""
        return await invoke(Call(tool, args), self.context)

    async def carry_out(self, call: Call) -> Result:
        """Carry out an `api.call`, on the authority of what the person said where others wrote it."""
        return await invoke(call, replace(self.context, authority=self._authority()))

    def _authority(self) -> str | None:
        by, pressed = ACTING.get()
        if by != "model" and pressed is None:
            return None
        return "\n".join(filter(None, [self.last_request(), pressed, self._addresses()]))

    def _addresses(self) -> str:
        """Return the addresses that the person named in any message: "there" may mean one of them."""
        return " ".join(dict.fromkeys(ADDRESS.findall("\n".join(self._requests()))))

    def _requests(self) -> list[str]:
        """Return all that the person said; what a command said goes back to what the person had said before."""
        return [message.request or message.text for message in self.workspace.chat if message.role == "person"]

    async def draw(self, batch: list[Object]) -> None:
        await self.workspace.apply(batch, by="model")

    async def say(self, text: str, answers: Object | None = None) -> None:
        self._chained += 1
        if self._chained > CHAINED:
            hint, expected = "Ask the person by a form (`fields`), or wait for a message.", "a message of a person"
            message = f"{CHAINED} messages in a row came from commands, and none from a person."
            raise Fault("limit", message, pointer="/body/text", expected=expected, hint=hint, retry=False)
        await self._take(text, self.last_request(), answers)

    async def tell(self, text: str, file: Object | None = None) -> None:
        await self.workspace.say("system", text, file=file)

    async def keep_file(self, name: str, content: bytes) -> str:
        return f"{FILES}{await asyncio.to_thread(KeptFiles(self._parts.home).keep, name, content)}"

    def last_request(self) -> str | None:
        return next(reversed(self._requests()), None)

    async def close(self) -> None:
        """Record what was typed, end what is under way, and close the page."""
        for told in self.on_close:
            told()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.product.close()
        await self.workspace.close()
        if "model" in vars(self):
            await self.model.close()
        await self.close_editor()
        if self.context.page is not None:
            await self.context.page.close()
