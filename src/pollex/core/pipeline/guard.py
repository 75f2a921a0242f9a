"""What stands between a checked call and its tool: approval, budget, and whatever later parts add.

A guard returns None to let the call through, or the Fault that answers it instead. Domains and credentials are
guards of the parts that own them; they join a Context's `guards`.
"""

from __future__ import annotations

from collections.abc import Awaitable
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from ..call import Call
from ..fault import Fault
from ..result import Cost
from ..tool import Tool

if TYPE_CHECKING:
    from ..context import Context, Policy
    from .prepare import Prepared


class Guard(Protocol):
    """Sees the tool, the call and its checked arguments, in which secrets are still closed."""

    def __call__(self, tool: Tool, call: Call, args: Any, context: Context) -> Awaitable[Fault | None]: ...


@dataclass(slots=True)
class Budget:
    """How much a run may spend. None means without limit. `spend` is told of every finished call."""

    calls: int | None = None
    seconds: float | None = None
    tokens: int | None = None
    usd: float | None = None
    started: float = 0.0
    spent_calls: int = 0
    spent_tokens: int = 0
    spent_usd: float = 0.0

    def __post_init__(self) -> None:
        self.started = self.started or monotonic()

    def spend(self, cost: Cost) -> None:
        self.spent_tokens += cost.tokens_in + cost.tokens_out
        self.spent_usd += cost.usd

    def take(self) -> Fault | None:
        """Count one more call, or say which part of the budget is used up."""
        used = {
            "calls": (self.spent_calls, self.calls),
            "seconds": (round(monotonic() - self.started, 3), self.seconds),
            "tokens": (self.spent_tokens, self.tokens),
            "usd": (self.spent_usd, self.usd),
        }
        for name, (spent, allowed) in used.items():
            if allowed is not None and spent >= allowed:
                return Fault(
                    "limit",
                    f"The run's budget of {allowed} {name} is used up.",
                    expected=f"less than {allowed} {name}",
                    received=f"{spent} {name}",
                    hint="Give the run a larger budget, or start a new one.",
                )
        self.spent_calls += 1
        return None


async def approval(tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
    """Ask, allow or refuse by the tool's effect, as the context's policy says."""
    policy = context.policy.get(tool.effect, "ask")
    if tool.approval and policy == "allow":
        policy = "ask"
    return await consent(tool, call, args, context, policy, f"its effect is {tool.effect!r}")


async def consent(tool: Tool, call: Call, args: Any, context: Context, policy: Policy, why: str) -> Fault | None:
    """Let a call through, refuse it, or ask a person, by a policy; `why` says what is remarkable about it."""
    if policy == "allow":
        return None
    if policy == "deny":
        return denied(tool, f"The policy denies this call of {tool.name!r}: {why}.", "Ask whoever set the policy.")
    if context.approve is None:
        return denied(
            tool,
            f"This call of {tool.name!r} needs approval, and there is nobody to ask: {why}.",
            "Run it where a person can answer, or allow it by policy.",
        )
    asked = {"call": call.id, "tool": tool.name, "effect": tool.effect, "args": args, "why": why}
    if context.log is not None:
        await context.log.append(context.run, "approval.asked", context.redactor.value(asked))
    yes = await context.approve(tool, call, args, why)
    if context.log is not None:
        await context.log.append(context.run, "approval.answered", {"call": call.id, "approved": yes})
    return None if yes else denied(tool, f"The call of {tool.name!r} was not approved.", "Do something else.")


def denied(tool: Tool, message: str, hint: str) -> Fault:
    return Fault("denied", message, expected="approval", received=f"effect {tool.effect!r}", hint=hint, retry=False)


def guarded(tool: Tool, context: Context) -> bool:
    """Whether anything stands before this tool at all."""
    return bool(
        tool.approval or context.guards or context.budget is not None or context.policy.get(tool.effect) != "allow"
    )


async def admit(tool: Tool, call: Call, prepared: Prepared, context: Context) -> None:
    """Let a checked call through, or raise the Fault of the first guard that refuses it."""
    if context.budget is not None and (fault := context.budget.take()):
        raise fault
    if tool.approval or context.policy.get(tool.effect) != "allow":
        await _pass(approval, tool, call, prepared, context)
    for guard in context.guards:
        await _pass(guard, tool, call, prepared, context)


async def _pass(guard: Guard, tool: Tool, call: Call, prepared: Prepared, context: Context) -> None:
    fault = await guard(tool, call, context.redactor.value(prepared.shown()), context)
    if fault is not None:
        raise fault
