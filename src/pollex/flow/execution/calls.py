"""The tool calls of one node: made once, within the node's time, with the browser's state kept after them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlsplit

from ...browser.actions import ACTIONS
from ...core.call import Call, new_id
from ...core.domain import in_domain
from ...core.environment import RunEnvironment
from ...core.invoke import invoke
from ...core.json import Object
from ...core.registry import Changed
from ...core.result import Result
from ...core.template import Scope, fill
from ...core.tool import Tool
from ..expected import awaiting_requests
from ..heal.evidence import filled_evidence, with_evidence
from ..node import Node
from .record import CallOutcome
from .values import filled
from .workflow import WorkflowExecution


@dataclass
class NodeCalls:
    """A node at its place in a run, as far as it calls tools.

    Its path, such as `/3[1]/4`, is its name in the engine, the log and the ledger.
    """

    workflow: WorkflowExecution
    definition: Node
    path: str
    scope: Scope
    attempt: int = 1
    journal: bool = True
    """Whether calls are written down before they are made, so that they are not made twice."""
    calls: list[CallOutcome] = field(default_factory=list)
    keyed: bool = False
    """Whether its call is made once only."""
    ignores_evidence: bool = False
    """Whether a person has chosen another element than the one that the evidence describes."""
    mark: str = field(default_factory=new_id)

    @property
    def environment(self) -> RunEnvironment:
        return self.workflow.environment

    @property
    def key(self) -> str:
        """The node's name among those of all runs."""
        return f"{self.environment.steps.run}{self.path}"

    @property
    def state_name(self) -> str:
        """The name of the browser's state after it: a new one each time, unless its call is made once only."""
        return f"{self.key}~{self.attempt if self.keyed else self.mark}"

    def filled(self, value: Any, pointer: str = "") -> Any:
        """Return a value with its references resolved; raise a Fault where it refers to a secret."""
        return filled(value, self.scope, self.environment.context.limits, pointer)

    @property
    def acts_on_page(self) -> bool:
        """Whether the node changes the page."""
        config = self.definition.config
        named = ACTIONS[config["action"]].tool if self.definition.type == "browser_action" else config.get("tool")
        tool = self.environment.context.tools.find(str(named)) if str(named).startswith("page.") else None
        return tool is not None and tool.effect != "read"

    async def ask(self, tool: str, args: Object) -> Result:
        """Call a tool that only reads, with arguments that are resolved already."""
        return await invoke(Call(tool, args), self.environment.context)

    async def call_once(self, tool: str, args: Object) -> Result:
        """Call a tool with its references resolved; a call that was finished before is not made again."""
        context = self.environment.context
        context = replace(context, tools=Changed(context.tools, self._changed))
        found = context.tools.find(tool)
        await self._admitted(found, args)
        self.keyed = self.journal and found is not None and not found.harmless
        key = self.key if self.keyed else None
        return await invoke(Call(tool, args, key=key, attempt=self.attempt, scope=self.scope), context)

    async def _admitted(self, tool: Tool | None, args: Object) -> None:
        """Wait until the site may be called again, where the workflow limits how often."""
        limits: Object = self.workflow.definition.document.get("limits", {}).get("perMinute", {})
        page = self.environment.context.page
        if not limits or page is None or tool is None or not tool.name.startswith("page.") or tool.effect == "read":
            return
        host = urlsplit(str(fill(args.get("url", page.url), self.scope))).hostname or ""
        for site, most in limits.items():
            if in_domain(host, site):
                await self.environment.steps.admit(site, most)

    def _changed(self, tool: Tool) -> Tool:
        """Return a tool as the node calls it: within the node's time, with its evidence, and with the state kept."""
        limit = self.definition.document.get("timeoutMs")
        if limit is not None:
            tool = tool.replace(timeout=min(limit / 1000, tool.timeout or limit / 1000))
        evidence = None if self.ignores_evidence else self.definition.evidence
        if tool.name.startswith("page.") and evidence:
            tool = with_evidence(tool, filled_evidence(evidence, self.filled))
        if tool.name.startswith("page.") and self.definition.document.get("taken"):
            tool = awaiting_requests(tool)
        snapshots = self.workflow.checkpoints.snapshots
        return tool if snapshots is None or not self.journal else snapshots.keeping(tool, self.state_name)
