"""The draft in a workspace's editor as the page shows and changes it: what a model edits there is the same draft."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

from ...core.fault import Fault
from ...core.json import Object
from ...core.result import Result
from ...flow.definition import WorkflowDefinition
from ...flow.director.draft import check_draft
from ...flow.director.file import read_draft
from ...flow.director.placement import add_node, place_node
from ...runs.local_files import ask_for_files
from .draft_args import read_object, read_place, read_position
from .files import ENDING, find_workflow
from .kept import KeptWorkflows, shown_document
from .trial import DraftTrial

if TYPE_CHECKING:
    from ...core.call import Call
    from ...core.context import Context
    from ...core.protocols import Page
    from ...core.tool import Tool
    from ...flow.director import WorkflowEditor
    from ...flow.workflow import Workflow
    from ...workspace.workspace import Workspace
    from ..workspaces.parts import AppParts

KEY: Final = "draft"
"""Where the state says that the draft has changed."""


class DraftHost(Protocol):
    """The workspace whose editor has the draft."""

    workspace: Workspace
    context: Context

    @property
    def editor(self) -> WorkflowEditor:
        """The editor, which is opened when it is first used."""

    @property
    def edits(self) -> bool:
        """Whether an editor is open."""

    async def edit(self, file: Path) -> None:
        """Open a file in the editor."""

    async def close_editor(self) -> None:
        """Close the editor, if it is open."""

    async def call(self, tool: str, args: Object) -> Result:
        """Call a tool."""

    def keep(self, task: asyncio.Future[Any]) -> None:
        """Keep a piece of work that goes on in the background."""


class WorkflowDraft:
    """The draft of one workspace: shown whole, changed by verbs, tried node by node."""

    def __init__(self, host: DraftHost, parts: AppParts) -> None:
        self._host = host
        self._parts = parts
        self._kept = KeptWorkflows(parts)
        self._revision = 0
        self.trial: DraftTrial | None = None
        self._inputs: Object = {}

    @property
    def editor(self) -> WorkflowEditor:
        return self._host.editor

    @property
    def name(self) -> str | None:
        """The name of the kept workflow that is edited; None for one that was never saved."""
        file = self.editor.file
        return None if file is None else file.name.removesuffix(ENDING)

    def attach(self, editor: WorkflowEditor) -> None:
        """Follow an editor that was opened."""
        editor.on_change = self.changed
        editor.run = self._run
        self.trial = None
        self._inputs = {}
        self.changed()

    def changed(self) -> None:
        """Tell the page that the draft or its trial has changed."""
        self._revision += 1
        if self._host.edits:
            said: Object = {"workflow": self.name, "revision": self._revision}
            self._host.workspace.mirror(KEY, {**said, "trial": self.trial and self.trial.brief()})

    def to_json(self) -> Object:
        """Return the draft with its picture, what is open in it, and how its last trial went."""
        editor = self.editor
        history = editor.history
        return {
            "name": self.name,
            **shown_document(editor.document),
            "open": check_draft(editor, editor.document).open_issues(),
            "undo": len(history.past),
            "redo": len(history.future),
            "saved": self._is_saved(),
            "revision": self._revision,
            "trial": None if self.trial is None else self.trial.to_json(),
        }

    def _is_saved(self) -> bool:
        file = self.editor.file
        if file is None or not file.exists():
            return not self.editor.document["nodes"]
        return read_draft(file) == self.editor.document

    async def do(self, verb: str, args: Object) -> Object:
        """Change the draft, or try it; return what came of it and the draft as it is then."""
        data = await VERBS[verb](self, args)
        return {"data": data, "draft": self.to_json() if self._host.edits else None}

    async def open(self, args: Object) -> Object:
        """Open a kept workflow. Changes that are not saved are lost only where `discard` says so."""
        name = str(args.get("name"))
        file = find_workflow(self._parts.workflows, name)
        if self._host.edits and self.name == name and not args.get("discard"):
            return {"name": name}
        self._check_saved(args)
        self._kept.show(name)
        await self._host.edit(file)
        return {"name": name}

    async def close(self, args: Object) -> None:
        """Leave the editor, and stop its trial. Changes that are not saved are lost only where `discard` says so."""
        self._check_saved(args)
        await self.stop()
        await self._host.close_editor()
        self.trial = None
        self._host.workspace.mirror(KEY, None)

    def _check_saved(self, args: Object) -> None:
        """Raise a Fault where changes would be lost, and `discard` does not say so."""
        if self._host.edits and not self._is_saved() and not args.get("discard"):
            message = f"The draft of {self.editor.document['name']!r} has changes that are not saved."
            raise Fault("conflict", message, hint="Save it first, or discard the changes.", retry=False)

    async def add(self, args: Object) -> Object:
        """Add a node at a place."""
        place = None if args.get("place") is None else read_place(args)
        _, position = add_node(self.editor, read_object(args, "node"), place)
        return {"position": position}

    async def move(self, args: Object) -> Object:
        """Move a node to a place."""
        _, position = place_node(self.editor, read_position(args), read_place(args))
        return {"position": position}

    async def save(self, args: Object) -> Object:
        """Save the draft to its file, as its next version."""
        data = await self.call("save_workflow", {"name": self.editor.document["name"], **args})
        if self.name is not None:
            self._kept.versions.keep(self.name, self.editor.document)
        self.changed()
        return data

    async def undo(self, args: Object) -> None:
        self.editor.undo()

    async def redo(self, args: Object) -> None:
        self.editor.redo()

    async def try_out(self, args: Object) -> Object:
        """Begin to run the draft, a node, or all nodes from one on; return the run, whose events can be followed."""
        if self.trial is not None and self.trial.running:
            raise Fault("conflict", "A trial is going on.", hint="Stop it, or wait for its end.", retry=True)
        tool, given = self._asked(args)
        trial = self.trial = DraftTrial()
        work = asyncio.ensure_future(self._host.call(tool, given))
        self._host.keep(work)
        begun = asyncio.ensure_future(self._first_event(trial))
        await asyncio.wait({work, begun}, return_when="FIRST_COMPLETED")
        begun.cancel()
        if not trial.begun:
            self.trial = None
            work.result().unwrap()
        return {"run": trial.run}

    async def _run(self, workflow: Workflow, inputs: Object, page: Page | None) -> Result:
        """Run what a tool of the editor tries: for a person, or for the model."""
        if self.trial is None or not self.trial.running or self.trial.begun:
            self.trial = DraftTrial()
        trial = self.trial
        trial.begun = True
        told = asyncio.ensure_future(self._tell_begin(trial))
        result = Result.failure(Fault("cancelled", "The trial was stopped.", retry=False))
        try:
            result = await self._parts.runs().try_out(
                workflow, inputs, page, run=trial.run, cancel=trial.cancel, guards=(self._ask_for_files,)
            )
        finally:
            told.cancel()
            trial.result = result
            self.changed()
        return result

    async def _ask_for_files(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Let the workspace ask its person: a trial has nobody to answer it."""
        return await ask_for_files(tool, call, args, self._host.context)

    async def _tell_begin(self, trial: DraftTrial) -> None:
        """Tell of a trial as soon as its events can be followed."""
        await self._first_event(trial)
        self.changed()

    async def _first_event(self, trial: DraftTrial) -> None:
        log = self._parts.context.log
        assert log is not None
        await anext(log.follow(trial.run), None)

    def _asked(self, args: Object) -> tuple[str, Object]:
        if "position" not in args:
            self._inputs = read_object(args, "inputs")
            return "run_workflow", {"inputs": self._inputs} if self._inputs else {}
        position = int(self.editor.node(read_position(args))["position"])
        last = max(int(node["position"]) for node in self.editor.nodes)
        through = {"through": last} if args.get("rest") else {}
        first = min(int(node["position"]) for node in self.editor.nodes)
        return "run_node", {"position": position, **through, "here": position != first, "inputs": self._known_inputs()}

    def _known_inputs(self) -> Object:
        """Return the values of the inputs: those of the last trial of the whole, else the defaults."""
        schema = WorkflowDefinition(self.editor.document).inputs.document
        properties: Object = schema.get("properties", {}) if isinstance(schema, dict) else {}
        defaults = {name: each["default"] for name, each in properties.items() if "default" in each}
        return {**defaults, **{name: value for name, value in self._inputs.items() if name in properties}}

    async def stop(self, args: Object | None = None) -> None:
        """Stop the trial that is going on."""
        if self.trial is not None:
            self.trial.cancel.cancel("a person stopped it")

    async def call(self, tool: str, args: Object) -> Object:
        """Call a tool of the editor, and return its data."""
        data: Object = (await self._host.call(tool, args)).unwrap()
        return data


def _director(tool: str) -> Callable[[WorkflowDraft, Object], Awaitable[Any]]:
    async def call(draft: WorkflowDraft, args: Object) -> Any:
        return await draft.call(tool, args)

    return call


VERBS: Final[dict[str, Callable[[WorkflowDraft, Object], Awaitable[Any]]]] = {
    "open": WorkflowDraft.open,
    "add": WorkflowDraft.add,
    "update": _director("update_node"),
    "move": WorkflowDraft.move,
    "delete": _director("delete_node"),
    "save": WorkflowDraft.save,
    "undo": WorkflowDraft.undo,
    "redo": WorkflowDraft.redo,
    "try": WorkflowDraft.try_out,
    "stop": WorkflowDraft.stop,
    "close": WorkflowDraft.close,
}
"""What can be done with the draft, by name."""
