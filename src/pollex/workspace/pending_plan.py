"""Plans that wait for a person: the commands of a batch, each to accept, edit or refuse, kept as events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ..core.call import new_id
from ..core.fault import Fault
from ..core.json import Object
from ..core.suggest import one_of
from ..text.disguise import MARK, undisguised
from .acting import pressing
from .batch import read_batch
from .command_result import CommandResult
from .gate_events import is_decided, with_decision, with_gate_event
from .listeners import Listeners
from .outline import command_text
from .preview import StepPreview, preview
from .workspace import Workspace

WAITING: Final = "waiting"


@dataclass(frozen=True, slots=True)
class PendingPlan:
    """A plan as it is kept: its steps with their states, and what belongs to it (`request`, `round`, …)."""

    id: str
    title: str
    steps: tuple[Object, ...]
    context: Object = field(default_factory=dict)

    @property
    def waiting(self) -> list[int]:
        return [index for index, step in enumerate(self.steps) if step["state"] == WAITING]

    @property
    def commands(self) -> list[Object]:
        return [step["command"] for step in self.steps]

    def to_json(self) -> Object:
        return {"id": self.id, "title": self.title, "steps": list(self.steps), "context": self.context}

    @classmethod
    def from_json(cls, data: Object) -> PendingPlan:
        return cls(data["id"], data["title"], tuple(data["steps"]), data["context"])


@dataclass(frozen=True, slots=True)
class DecidedPlan:
    """A plan whose last step was decided: the answers to the steps that were accepted, by their index."""

    plan: PendingPlan
    results: dict[int, CommandResult]


class PendingPlans:
    """The plans of a workspace that wait for a person."""

    def __init__(self, workspace: Workspace) -> None:
        self.changes: Listeners[PendingPlan] = Listeners()
        self.decided: Listeners[DecidedPlan] = Listeners()
        self._workspace = workspace
        self._results: dict[str, dict[int, CommandResult]] = {}
        self._under_way: set[tuple[str, int]] = set()

    def waiting(self) -> list[PendingPlan]:
        return [PendingPlan.from_json(plan) for plan in self._workspace.record.gate.get("plans", {}).values()]

    def get(self, id: str) -> PendingPlan:  # noqa: A002 - it is the id of the plan
        """Return a plan that waits, or raise a Fault."""
        plans = {plan.id: plan for plan in self.waiting()}
        if id not in plans:
            expected = one_of(plans) if plans else "a plan; none waits"
            message = f"No plan {id!r} waits for a decision."
            raise Fault("not_found", message, pointer="/plan", expected=expected, received=repr(id), retry=False)
        return plans[id]

    async def keep(self, batch: Sequence[Object], *, title: str = "", context: Object | None = None) -> PendingPlan:
        """Keep a batch for a person to decide about."""
        steps = tuple({"command": command, "state": WAITING} for command in batch)
        plan = PendingPlan(new_id(), title, steps, context or {})
        await self._write({"plan": plan.to_json(), "by": "model"})
        self.changes.tell(plan)
        return plan

    def previews(self, id: str) -> list[StepPreview]:  # noqa: A002
        """Return before and after of each step, on the desk as it is now. Steps that were decided have none."""
        plan = self.get(id)
        found = preview(self._workspace, [plan.commands[index] for index in plan.waiting])
        shown = dict(zip(plan.waiting, found, strict=True))
        return [shown.get(index, StepPreview(None, None)) for index in range(len(plan.steps))]

    def props(self, id: str) -> Object:  # noqa: A002
        """Return a plan as the props of the component `plan`."""
        plan = self.get(id)
        steps = [
            {
                "id": str(index),
                "title": title_of(step["command"]),
                "state": step["state"],
                "command": step["command"],
                **{name: undisguised(value, MARK) for name, value in shown.to_json().items() if value is not None},
            }
            for index, (step, shown) in enumerate(zip(plan.steps, self.previews(id), strict=True))
        ]
        return {"plan": plan.id, "title": undisguised(plan.title), "steps": steps}

    async def accept(self, id: str, steps: Iterable[int] | None = None) -> list[CommandResult]:  # noqa: A002
        """Apply steps that wait, as one batch; all of them without a list. A Fault leaves them waiting."""
        plan = self.get(id)
        chosen = self._chosen(plan, steps)
        decision = PlanDecision(self, plan, {"steps": chosen, "state": "done"})
        under_way = {(id, index) for index in chosen}
        self._under_way |= under_way
        try:
            batch = [plan.commands[index] for index in chosen]
            with pressing("", ""):  # the commands are the model's
                results = await self._workspace.apply(batch, by="person", decide=decision)
            if decision.after is None:  # all of them were repeats of earlier commands, and nothing was written
                await self._workspace.decide(decision)
        finally:
            self._under_way -= under_way
        self._results.setdefault(id, {}).update(zip(chosen, results, strict=True))
        self._tell(decision)
        return results

    async def refuse(self, id: str, steps: Iterable[int] | None = None) -> None:  # noqa: A002
        """Drop steps that wait; all of them without a list."""
        plan = self.get(id)
        await self._decide(plan, {"steps": self._chosen(plan, steps), "state": "refused"})

    async def edit(self, id: str, step: int, command: Any) -> None:  # noqa: A002
        """Put another command in the place of one that waits; raise a Fault if it is not valid."""
        plan = self.get(id)
        self._chosen(plan, [step])
        read_batch([command], self._workspace.limits)
        await self._decide(plan, {"steps": [step], "state": WAITING, "command": command})

    def _chosen(self, plan: PendingPlan, steps: Iterable[int] | None) -> Sequence[int]:
        waiting = [index for index in plan.waiting if (plan.id, index) not in self._under_way]
        chosen = waiting if steps is None else sorted(set(steps))
        refuse_decided(chosen, waiting)
        return chosen

    async def _decide(self, plan: PendingPlan, decision: Object) -> None:
        made = PlanDecision(self, plan, decision)
        await self._workspace.decide(made)
        self._tell(made)

    def _tell(self, decision: PlanDecision) -> None:
        assert decision.after is not None, "it was written"
        after = PendingPlan.from_json(decision.after)
        self.changes.tell(after)
        if is_decided(decision.after):
            self.decided.tell(DecidedPlan(after, self._results.pop(after.id, {})))

    async def _write(self, data: Object) -> None:
        record = self._workspace.record
        record.gate = with_gate_event(record.gate, data)
        await record.append("workspace.gate", data)


class PlanDecision:
    """A decision about steps of a plan. It is made by the plan as it is when it is written, which another process may
    have changed: whoever decides second is told so."""

    def __init__(self, plans: PendingPlans, plan: PendingPlan, decision: Object) -> None:
        self._plans = plans
        self._plan = plan
        self._decision: Object = {"plan": plan.id, **decision}
        self.after: Object | None = None
        """The plan behind it; None before it was made."""

    def __call__(self) -> Object:
        now, steps = self._plans.get(self._plan.id), self._decision["steps"]
        same = [index for index in now.waiting if now.commands[index] == self._plan.commands[index]]
        refuse_decided(steps, same)
        self.after = with_decision(now.to_json(), self._decision)
        return {"decision": self._decision, "by": "person"}


def refuse_decided(steps: Sequence[int], waiting: Sequence[int]) -> None:
    """Raise a Fault for a step that does not wait any more."""
    if decided := [index for index in steps if index not in waiting]:
        raise Fault(
            "conflict",
            f"Step {decided[0]} of the plan does not wait for a decision.",
            pointer="/steps",
            expected=one_of([str(index) for index in waiting]) if waiting else "a step that waits; none does",
            received=str(decided[0]),
            hint="Look at the plan again: somebody decided meanwhile.",
        )


def title_of(command: Object) -> str:
    """Return the title of a step: the operation, and what it aims at."""
    return undisguised(command_text([command]).removeprefix("→"), MARK)
