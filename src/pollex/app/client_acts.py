"""What the model behind a client changes on a page: its person is asked before it leaves.

Nobody here knows what that person asked for, so that no rule and no judge can agree for them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ..agent.guard.effects import EffectChecks
from ..agent.history import History
from ..agent.task import NOTHING_SAID, Task
from ..browser.effect import Effect
from ..browser.evidence import Evidence
from ..core.call import Call
from ..core.context import Approver, Asker, Context, Decision
from ..core.fault import Fault
from ..core.tool import Tool
from ..runs.questions import approval_form, approval_text

if TYPE_CHECKING:
    from ..core.protocols import Page

HINT: Final = (
    "The person decides that: a client that shows forms asks them. Where a client asks about each call itself, start "
    "the server with --yes, or with POLLEX_APPROVE=allow."
)


class ClientActs:
    """Judges what leaves the page of one client."""

    def __init__(self, context: Context) -> None:
        """`context` says what becomes of calls that cannot be taken back, and thus of these."""
        task, history = Task(NOTHING_SAID, authority="", policy=context.policy["destroy"]), History()
        self._checks = EffectChecks(task, lambda: history, None, literal=False)

    def guarding(self, context: Context) -> Context:
        """Return a context whose calls are known as acts."""
        return replace(context, guards=(*context.guards, self._called), aims=(*context.aims, self._aimed))

    def hold(self, page: Page) -> None:
        """Hold what the page sends until it is judged."""
        page.hold(self._sent)

    async def _called(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        if tool.effect != "read":
            await self._checks.begin(tool, call, args, context)
        return None

    async def _aimed(self, evidence: Evidence, context: Context) -> Fault | None:
        self._checks.aim(evidence)
        return None

    async def _sent(self, effect: Effect) -> Fault | None:
        if (fault := await self._checks.sent(effect)) is not None:
            fault.expected, fault.hint = "the person's yes", HINT
        return fault


def approver(ask: Asker) -> Approver:
    """Return what asks the client's person for approvals, by a form."""

    async def approve(tool: Tool, call: Call, args: Any, why: str) -> Decision:
        said = await ask(approval_text(tool.name, why), approval_form(why), None)
        return Decision(bool(said and said.get("approved")), "mcp", bool(said and said.get("kind")))

    return approve
