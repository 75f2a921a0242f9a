"""A tool that asks about three things of one kind, as the guard of a run does."""

import pollex
from pollex.core.context import Reason
from pollex.core.pipeline.guard import decide


@pollex.tool(effect="read", examples=[{}])
async def save_rows(context: pollex.Context) -> list[str]:
    """Save three rows, each with a yes of its own or one for all."""
    said: list[str] = []
    assert context.current is not None
    for row in ("first", "second", "third"):
        if said[-1:] in (["kind"], ["as before"]):
            said.append("as before")
            continue
        why = Reason(f"Saves the {row} row\nAsked because: it may be wrong.", kind=True, details=[{"row": row}])
        decision = await decide(context.tools.get("save_rows"), context.current, {}, context, why)
        said.append("kind" if decision.kind else "yes" if decision.approved else "no")
    return said
