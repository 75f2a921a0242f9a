"""One node being run: its config, what it can see, and what it may ask for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from ..browser.actions import ACTIONS
from ..browser.findable import exact
from ..core.call import Call, new_id
from ..core.domain import within
from ..core.event import Kind
from ..core.fault import Fault
from ..core.invoke import invoke
from ..core.json import Object
from ..core.path import MISSING, lookup, parse
from ..core.reference import references
from ..core.registry import Changed
from ..core.result import Result
from ..core.size import TOO_MUCH, weigh
from ..core.template import Scope, fill
from ..core.tool import Tool
from .heal.asking import chosen_by_person
from .heal.knowing import knowing, tell_healed
from .nodetype import Branch
from .references import bare
from .workflow import Node

if TYPE_CHECKING:
    from .walk import Passage, Walk


@dataclass(frozen=True, slots=True)
class Called:
    """A tool that a node has called, and what came of it."""

    tool: str
    result: Result


@dataclass
class Visit:
    """A node at its place in a run. Its path, `/3[1]/4`, is its name in the engine, the log and the ledger."""

    walk: Walk
    node: Node
    path: str
    scope: Scope
    attempt: int = 1
    journal: bool = True
    """Whether calls are written down before they are made, so that they are not made twice."""
    calls: list[Called] = field(default_factory=list)
    keyed: bool = False
    """Whether its call is made once only."""
    asked: int = 0
    """How often it has asked a person."""
    unknown: bool = False
    """Whether what is known of its element does not count any more."""
    mark: str = field(default_factory=new_id)

    @property
    def key(self) -> str:
        """The node's name over all runs."""
        return f"{self.walk.environment.steps.run}{self.path}"

    @property
    def config(self) -> Object:
        return self.node.config

    @property
    def given(self) -> Object:
        """The config with its references replaced, but for paths; a Fault where it does not fit any more."""
        paths = self.node.kind.paths
        made = {name: each if name in paths else self.filled(each, f"/{name}") for name, each in self.config.items()}
        checked: Object = self.node.kind.schema.check(made).unwrap()
        return checked

    @property
    def variables(self) -> dict[str, Any]:
        """The run's variables, to be changed."""
        return self.walk.variables

    def value(self, path: str, pointer: str) -> Any:
        """What a path such as `orders.rows` leads to; a Fault where it leads nowhere."""
        try:
            return fill("{{" + bare(path) + "}}", self.scope)
        except Fault as fault:
            fault.pointer = pointer
            raise

    def find(self, path: str) -> Any:
        """The same; None where there is nothing."""
        return self.value(path, "") if self._is_there(path) else None

    def filled(self, value: Any, pointer: str = "") -> Any:
        """A value with its references replaced. A secret is refused: it would be kept."""
        if any(each.root == "secret" for each in references(value)):
            message = "A secret cannot become a value: it would be kept and shown."
            raise Fault(
                "invalid_input", message, pointer=pointer, hint="Use it where it is typed or sent.", retry=False
            )
        made = fill(value, self.scope)
        most = self.walk.environment.context.limits
        if weigh(made, most.depth, most.arguments_bytes) == TOO_MUCH:
            expected = f"at most {most.arguments_bytes} bytes"
            raise Fault("limit", "The value has become too large.", pointer=pointer, expected=expected, retry=False)
        return made

    async def call(self, tool: str, args: Object) -> Result:
        """Call a tool with its references filled in: once, however often the run is interrupted.

        Where its element cannot be told and a person can, the call is made for what the person chooses.
        """
        result = await self._called(tool, args)
        if (chosen := await chosen_by_person(self, result)) is not None:
            self.attempt, self.unknown = self.attempt + 1, True
            result = await self._called(tool, {**args, "selector": exact(chosen)})
            if isinstance(result.data, dict):
                result.data["healed"] = {"score": 1.0, "runnerUp": 0.0, "why": "a person chose it"}
        self.calls.append(Called(tool, result))
        await tell_healed(self, args, result)
        return result

    def found_again(self, tool: str, result: Result) -> None:
        """Remember that looking found its element by what is known of it."""
        self.calls.append(Called(tool, result))

    async def _called(self, tool: str, args: Object) -> Result:
        context = self.walk.environment.context
        context = replace(context, tools=Changed(context.tools, self._changed))
        found = context.tools.find(tool)
        await self._admitted(found, args)
        self.keyed = self.journal and found is not None and not found.harmless
        key = self.key if self.keyed else None
        return await invoke(Call(tool, args, key=key, attempt=self.attempt, scope=self.scope), context)

    @property
    def acts_on_page(self) -> bool:
        """Whether the node does something to the page, rather than look at it or leave it alone."""
        named = ACTIONS[self.config["action"]].tool if self.node.type == "browser_action" else self.config.get("tool")
        tool = self.walk.environment.context.tools.find(str(named)) if str(named).startswith("page.") else None
        return tool is not None and tool.effect != "read"

    async def ask(self, tool: str, args: Object) -> Result:
        """Call a tool that only looks, with arguments that are filled already."""
        return await invoke(Call(tool, args), self.walk.environment.context)

    async def branch(
        self,
        branch: Branch,
        *,
        variables: Mapping[str, Any] | None = None,
        turn: int | None = None,
        go_on: bool = False,
    ) -> Passage:
        """Run the nodes of a branch; with `turn`, as one turn of a loop. `go_on` does not stop at a failure."""
        place = self.path if turn is None else f"{self.path}[{turn}]"
        return await self.walk.branch(self.node, branch, place, self.scope, variables, go_on)

    async def question(self, text: str, form: Object, timeout: float | None) -> Any:
        """Ask a person and wait; None where nobody answers in time."""
        self.asked += 1
        return await self.walk.question(self.path, text, form, timeout, self.asked)

    async def workflow(self, name: str, inputs: Object) -> Result:
        return await self.walk.call_workflow(self.path, name, inputs)

    async def tell(self, kind: Kind, data: Object) -> None:
        """Write an event of this node, once."""
        await self.walk.tell(kind, self.path, data, self.attempt)

    @property
    def state_name(self) -> str:
        """Under which the browser's state after it is kept: a new one each time, unless its call is made once only."""
        return f"{self.key}~{self.attempt if self.keyed else self.mark}"

    async def _admitted(self, tool: Tool | None, args: Object) -> None:
        """Wait until the site may be asked again, where the workflow limits how often."""
        limits: Object = self.walk.workflow.document.get("limits", {}).get("perMinute", {})
        page = self.walk.environment.context.page
        if not limits or page is None or tool is None or not tool.name.startswith("page.") or tool.effect == "read":
            return
        host = urlsplit(str(fill(args.get("url", page.url), self.scope))).hostname or ""
        for site, most in limits.items():
            if within(host, site):
                await self.walk.environment.steps.admit(site, most)

    def _changed(self, tool: Tool) -> Tool:
        """A tool as the node calls it: within the node's time, and with the browser's state kept after it."""
        limit = self.node.document.get("timeoutMs")
        if limit is not None:
            tool = tool.replace(timeout=min(limit / 1000, tool.timeout or limit / 1000))
        evidence = None if self.unknown else self.node.document.get("evidence")
        if tool.name.startswith("page.") and evidence:
            tool = knowing(tool, evidence)
        snapshots = self.walk.trail.snapshots
        return tool if snapshots is None or not self.journal else snapshots.keeping(tool, self.state_name)

    def _is_there(self, path: str) -> bool:
        segments = parse(bare(path))
        if len(segments) == 1 and str(segments[0]) in self.scope.environ:
            return True
        layer = next((layer for layer in self.scope.layers if segments and segments[0] in layer), None)
        return layer is not None and lookup(layer, segments) is not MISSING
