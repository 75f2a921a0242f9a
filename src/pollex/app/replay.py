"""The replay of a tool before it is published: once, in a fresh browser, by default without changing anything."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..browser.effect import Effect
from ..core.fault import Fault
from ..library.planner import Planner
from ..library.publish import Publication

if TYPE_CHECKING:
    from ..runs.control import Runs


async def replay_publication(
    publication: Publication, planner: Planner, inputs: Any, runs: Runs, *, whole: bool
) -> str:
    """Run the tool, unless `whole` only up to the first request that changes something; return how far it came.

    Raises the Fault that the run ends with.
    """
    template = planner.library.find("tool", publication.name)
    checked = template.input.check({} if inputs is None else inputs)
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues, what="The replay needs inputs (--input)")
    given = {kind: name for kind, name in publication.credentials.items() if kind != name}
    held: list[str] = []

    async def hold(effect: Effect) -> Fault | None:
        if effect.own:
            return None
        held.append(f"{effect.request.method} {effect.request.address}")
        return Fault("denied", "The replay ends before this request, which changes something.", retry=False)

    result = await runs.replay(planner.plan_tool(template, given), checked.value, None if whole else hold)
    if held:
        return f"Replayed up to the first request that changes something ({held[0]}); with --replay, all of it."
    if result.fault is not None:
        raise result.fault
    return "Replayed to its end in a fresh browser."
