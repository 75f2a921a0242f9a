"""A workspace at work: its calls go through the app's pipeline, its questions are shown in it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ...core.call import Call
from ...core.fault import Fault
from ...core.invoke import invoke
from ...core.json import Object
from ...core.registry import Joined, Registry, Tools
from ...core.result import Result
from ...core.tool import Tool
from ...runs.run import Run
from ...workspace.chat import ChatMessage
from ...workspace.command_result import error_text
from ...workspace.component_events import ComponentUse
from ...workspace.planner.orchestrator import ModelTurn, Orchestrator
from ...workspace.shown import show_batch
from ...workspace.update import DeskUpdate
from ...workspace.workspace import Workspace
from ..workspace_calls.tool import api_call_tool
from .approvals import WorkspaceApprovals
from .model import WorkspaceModel
from .parts import AppParts
from .run_tools import RunTools
from .workflow_tools import WorkflowTools

if TYPE_CHECKING:
    from ...flow.director import WorkflowEditor

EDITOR_TOOLS: Final = (
    "create_node",
    "update_node",
    "delete_node",
    "move_node",
    "list_nodes",
    "describe_node_type",
    "run_workflow",
    "run_node",
    "debug_browser",
    "manage_variable",
    "save_workflow",
)
"""The Director's tools."""
CHAINED: Final = 3
"""How many messages commands may say in a row, so that a model does not talk to itself without end."""


async def draw_shown(workspace: Workspace, run: Run) -> None:
    """Draw what a run shows, until it ends. What cannot be drawn is told in the chat."""
    number, opened = 0, False
    async for event in run.follow():
        if event.kind == "workspace.changed" and "value" in event.data:
            number += 1
            with suppress(Fault):
                await workspace.apply(show_batch(run.id, number, event.data, opens=not opened), by="run")
                opened = True


class EditorTools(Tools):
    """The Director's tools of a workspace, whose editor is opened when one is first looked for."""

    def __init__(self, host: WorkspaceHost) -> None:
        self._host = host

    def find(self, name: str) -> Tool | None:
        return self._host.editor.tools.find(name) if name in EDITOR_TOOLS else None

    def names(self) -> list[str]:
        return list(EDITOR_TOOLS)


class WorkspaceHost:
    """What carries out the calls of one workspace. It is the door that `api.call` sees."""

    def __init__(self, workspace: Workspace, parts: AppParts) -> None:
        """Wire a workspace to the tools of its app; pages and editors open when a call first uses them."""
        self.workspace = workspace
        self.approvals = WorkspaceApprovals(workspace)
        self.runs = RunTools(parts, self._follow)
        self._parts = parts
        self._model_names: list[str] | None = None
        own = Registry(
            api_call_tool(self, exports=parts.exports), *self.runs.tools(), *WorkflowTools(parts, self._edit).tools()
        )
        context = parts.context
        tools = Joined(own, EditorTools(self), context.tools)
        self.context = replace(context, run=workspace.id, tools=tools, current=None, approve=self.approvals.ask)
        self.context.page = parts.open_page(self.context)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._chained = 0
        """Messages that commands said since a person did something."""
        workspace.uses.add(self._used)
        workspace.updates.add(self._updated)

    @cached_property
    def editor(self) -> WorkflowEditor:
        """The workflow editor of this conversation."""
        return self._parts.director()

    async def _edit(self, file: Path) -> None:
        """Open a kept workflow in the editor, in place of the one before."""
        if "editor" in vars(self):
            await self.editor.close()
        self.editor = self._parts.director(file=file)

    @cached_property
    def model(self) -> WorkspaceModel:
        """The model that is asked, by default the one that has a key, else `local`."""
        limits, parts = self.context.limits, self._parts
        longest = max(limits.planner_timeout, limits.actor_timeout)
        return WorkspaceModel(parts.model_name, parts.open_model, longest)

    @cached_property
    def orchestrator(self) -> Orchestrator:
        """What answers the person's messages with the model, and holds the gate."""
        return Orchestrator(
            self.workspace,
            self.model,
            tools=self._offered(),
            on_stop=[self.runs.stop_all],
            redact=self.context.redactor.value,
        )

    async def choose_model(self, name: str | None) -> None:
        """Ask another model from now on; raise a Fault where it cannot be used, or the one before is at work."""
        if self.orchestrator.running:
            message, hint = f"The model {self.model.name!r} is at work.", "Wait until it has answered, or stop it."
            raise Fault("conflict", message, pointer="/name", hint=hint, retry=True)
        self._parts.check_model(name)
        await self.model.choose(name)
        self._model_names = None
        self.orchestrator.work.tell(False)

    def model_state(self) -> Object:
        """Return the model that is asked, those that could be, and whether it is at work."""
        if self._model_names is None:
            self._model_names = self._parts.model_names()
        names = list(dict.fromkeys([self.model.name, *self._model_names]))
        return {"name": self.model.name, "choices": names, "busy": self.orchestrator.running}

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

    async def _take(self, text: str, request: str | None) -> ChatMessage:
        message = await self.workspace.say("person", text, request=request)
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
            case "approval", "answer":
                self._begin(self.approvals.answer(props["approval"], approved=given["value"], by="workspace"))
            case "plan", "decide":
                decide = (
                    self.orchestrator.plans.accept if given["value"] == "accept" else self.orchestrator.plans.refuse
                )
                self._begin(decide(props["plan"], [int(step) for step in given["steps"]]))
            case "plan", "edit":
                self._begin(self.orchestrator.plans.edit(props["plan"], int(given["step"]), given["value"]))

    def _follow(self, run: Run) -> None:
        """Draw what a run shows that was started here."""
        self._begin(draw_shown(self.workspace, run))

    def _begin(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.ensure_future(self._reported(work))
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

    @property
    def full_control(self) -> bool:
        return self.orchestrator.full_control.applies

    async def carry_out(self, call: Call) -> Result:
        """Carry out an `api.call`."""
        return await invoke(call, self.context)

    async def draw(self, batch: list[Object]) -> None:
        await self.workspace.apply(batch, by="model")

    async def say(self, text: str) -> None:
        self._chained += 1
        if self._chained > CHAINED:
            hint, expected = "Ask the person by a form (`fields`), or wait for a message.", "a message of a person"
            message = f"{CHAINED} messages in a row came from commands, and none from a person."
            raise Fault("limit", message, pointer="/body/text", expected=expected, hint=hint, retry=False)
        await self._take(text, self.last_request())

    def last_request(self) -> str | None:
        said = [message.request or message.text for message in self.workspace.chat if message.role == "person"]
        return said[-1] if said else None

    async def close(self) -> None:
        """Record what was typed, end what is under way, and close the page."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.workspace.close()
        if "model" in vars(self):
            await self.model.close()
        if "editor" in vars(self):
            await self.editor.close()
        if self.context.page is not None:
            await self.context.page.close()
