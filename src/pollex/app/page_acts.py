"""What a model that is not the run's own changes on a page: judged by what its person said, and asked before it leaves.

Of a client that calls from outside nobody knows what its person said: no rule and no judge can agree for them.
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
from ..core.context import Approver, Asker, Context, Decision, Reason
from ..core.fault import Fault
from ..core.tool import Tool
from ..runs.questions import approval_form, approval_text

if TYPE_CHECKING:
    from ..core.protocols import Page

UNHEARD: Final = ""
"""What the person behind a client has said, as far as is known here."""
PATIENCE: Final = 600.0
"""Seconds that a client's person has for an answer: a page waits for it with all further calls."""
HINT: Final = (
    "The person decides that: a client that shows forms asks them. Where a client asks about each call itself, start "
    "the server with --yes, or with POLLEX_APPROVE=allow."
)


class PageActs:
    """Judges what leaves one page, by the words on whose authority the last call was made."""

    def __init__(self, context: Context, said: str | None = None) -> None:
        """`said` is what the person said, where a call does not know it; `context` has the policy for such acts."""
        self._policy, self._said = context.policy["destroy"], said
        self._words: str | None = None
        self._checks: EffectChecks | None = None
        """None where a person or a program acts, whose word the call itself is."""

    def guarding(self, context: Context) -> Context:
        """Return a context whose calls are known as acts."""
        return replace(context, guards=(*context.guards, self._called), aims=(*context.aims, self._aimed))

    def hold(self, page: Page) -> None:
        """Hold what the page sends until it is judged."""
        page.hold(self._sent)

    async def _called(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        if tool.effect == "read":
            return None
        said = self._said if context.authority is None else context.authority
        if said != self._words:
            self._words, self._checks = said, None if said is None else self._judging(said)
        if self._checks is not None:
            await self._checks.begin(tool, call, args, context)
        return None

    def _judging(self, said: str) -> EffectChecks:
        task, history = Task(said or NOTHING_SAID, authority=said, policy=self._policy), History()
        return EffectChecks(task, lambda: history, None, literal=False)

    async def _aimed(self, evidence: Evidence, context: Context) -> Fault | None:
        if self._checks is not None:
            self._checks.aim(evidence)
        return None

    async def _sent(self, effect: Effect) -> Fault | None:
        fault = None if self._checks is None else await self._checks.sent(effect)
        if fault is not None and self._said is not None:
            fault.expected, fault.hint = "the person's yes", HINT
        return fault


def approver(ask: Asker) -> Approver:
    """Return what asks a client's person for approvals, by a form."""

    async def approve(tool: Tool, call: Call, args: Any, why: str) -> Decision:
        said = await ask(approval_text(tool.name, why, told=isinstance(why, Reason)), approval_form(why), PATIENCE)
        return Decision(bool(said and said.get("approved")), "mcp", bool(said and said.get("kind")))

    return approve
