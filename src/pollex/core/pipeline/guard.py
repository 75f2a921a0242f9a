"""Checks between a checked call and its tool: approval, budget, and the guards that later parts add.

A guard returns None to let the call through, or the Fault that answers it instead. Domains and credentials are guards
of the parts that own them; they join a Context's `guards`.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from ..call import Call
from ..context import Context, Decision, EffectPolicy, Guard, Reason
from ..fault import Fault
from ..tool import Tool
from .prepare import Prepared


async def approval(tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
    """Ask, allow or refuse by the tool's effect, as the context's policy says."""
    policy = context.policy.get(tool.effect, "ask")
    if tool.approval and policy == "allow":
        policy = "ask"
    return await consent(tool, call, args, context, policy, f"its effect is {tool.effect!r}")


async def consent(tool: Tool, call: Call, args: Any, context: Context, policy: EffectPolicy, why: str) -> Fault | None:
    """Let a call through, refuse it, or ask a person, by a policy; `why` is the reason that is shown."""
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
    if (await decide(tool, call, args, context, why)).approved:
        return None
    return denied(tool, f"The call of {tool.name!r} was not approved.", "Do something else.")


async def decide(tool: Tool, call: Call, args: Any, context: Context, why: str) -> Decision:
    """Ask a person about a call; `why` is the reason that is shown, perhaps a `Reason`. No where there is nobody."""
    if context.approve is None:
        return Decision(False)
    if isinstance(why, Reason):
        why = Reason(why, kind=why.kind, details=context.redactor.value(why.details))
    path = approval_path(call, context.run, why)
    said, key = {"call": call.id, "path": path}, f"{context.run}{path}"
    asked = {**said, "tool": tool.name, "effect": tool.effect, "args": args, "why": str(why)}
    if isinstance(why, Reason):
        asked |= {"kind": why.kind, "details": why.details}
    if context.log is not None:
        await context.log.append(context.run, "approval.asked", context.redactor.value(asked), key=key)
    with context.held.waiting():
        answer = await context.approve(tool, call, args, why)
    decision = answer if isinstance(answer, Decision) else Decision(answer)
    if context.log is not None:
        await context.log.append(context.run, "approval.answered", {**said, **decision._asdict()}, key=key)
    return decision


def approval_path(call: Call, run: str, why: str) -> str:
    """Return where a run asks for the approval of a call: the same place when the call is made again after a kill."""
    place = f"/{call.id}" if call.key is None else call.key.removeprefix(run)
    return f"/approve{place}/{sha256(why.encode()).hexdigest()[:6]}"


def denied(tool: Tool, message: str, hint: str) -> Fault:
    return Fault("denied", message, expected="approval", received=f"effect {tool.effect!r}", hint=hint, retry=False)


def guarded(tool: Tool, context: Context) -> bool:
    """Return whether any guard applies to this tool."""
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
