"""The replay of a tool before it is published: once, in a fresh browser, by default without changing anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..browser.effect import Effect
from ..core.fault import Fault
from ..core.steps import MemorySteps
from ..library.planner import Planner
from ..library.publish import Publication
from ..library.start_page import first_address
from .effect_stop import EffectStop, UnattendedSteps

if TYPE_CHECKING:
    from ..runs.control import Runs


@dataclass(frozen=True, slots=True)
class ToolReplay:
    """How far a replay came, and what it would have changed or has changed."""

    stopped: str
    """Before what it ended by itself; empty where it came to its end."""
    changes: tuple[str, ...]
    """The requests that it sent, or would have sent, that are more than reading."""

    @property
    def only_read(self) -> bool:
        return not self.stopped and not self.changes

    @property
    def words(self) -> str:
        if self.stopped:
            return f"Replayed up to {self.stopped}; with --replay, all of it."
        what = f"it changed something ({self.changes[0]})" if self.changes else "it changed nothing"
        return f"Replayed to its end in a fresh browser; {what}."


async def replay_publication(
    publication: Publication,
    planner: Planner,
    inputs: Any,
    runs: Runs,
    *,
    whole: bool,
    auth: str | None = None,
    run: str | None = None,
) -> ToolReplay:
    """Run the tool, unless `whole` only up to the first request that changes something; return how far it came.

    Inputs that are not given are those of the recorded run. Raises the Fault that the run ends with.
    """
    template = planner.library.find("tool", publication.name)
    checked = template.input.check({**publication.examples, **({} if inputs is None else inputs)})
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues, what="The replay needs inputs (--input)")
    given = {kind: name for kind, name in publication.credentials.items() if kind != name}
    plan, stop = planner.plan_tool(template, given, inputs=checked.value, auth=auth), EffectStop()
    if plan.login is not None and plan.login.start and not first_address(plan.domains, [template], checked.value):
        raise _nowhere(publication)
    changes: list[str] = []

    async def hold(effect: Effect) -> Fault | None:
        if not effect.own and not stop.consent.answers:
            changes.append(f"{effect.request.method} {effect.request.address}")
        return None if whole else await stop.passes(effect)

    steps = MemorySteps(run) if whole else UnattendedSteps(stop, run)
    checks = {"guards": (stop.consent.begins,), "aims": (stop.consent.aimed,)} if whole else stop.checks
    result = await runs.replay(
        plan.with_inputs(checked.value), plan.domains, **{**checks, "hold": hold, "steps": steps}
    )
    if result.fault is not None and not stop.reason:
        raise result.fault
    return ToolReplay(stop.reason, tuple(changes))


def _nowhere(publication: Publication) -> Fault:
    message = "The workflow names no address of the app's domains, so it is not known where to log in."
    hint = f"Write a login first: pollex library new DIR auth login --app {publication.app}"
    return Fault(
        "conflict", message, expected="an address in the workflow, or a login of the app", hint=hint, retry=False
    )
