"""What a report says of each part beside its story, and text without what nobody sees."""

from __future__ import annotations

import re
from typing import Any, Final

from ..text import amounts
from .story import StoryPart

UNSEEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that are invisible, cannot be encoded, or reverse the text around them."""
SPENT: Final = {"deciding": "decided", "acting": "acted", "looking": "looked", "waiting": "waited"}
RUNGS: Final = {
    "later": "by a later selector",
    "healed": "healed by evidence",
    "local": "found by its words",
    "model": "found by a model",
}


def visible(value: Any) -> Any:
    """Return text with a sign in place of what cannot be seen; None as nothing; markup and numbers as they are."""
    if value is None:
        return ""
    return UNSEEN.sub("\ufffd", value) if type(value) is str else value


def facts(part: StoryPart) -> str:
    """Return when a part was, how long it took and what it cost, in a line."""
    cost = part.cost
    spent = [f"{word} {amounts.duration(part.spent[each])}" for each, word in SPENT.items() if each in part.spent]
    known = (
        str(part.data.get("alias") or "") if part.kind == "node" else "",
        str(part.data.get("type") or "").replace("_", " ") if part.kind == "node" else "",
        f"by {part.data.get('by')}" if part.kind == "batch" else "",
        ", ".join(f"trace {trace}" for trace in part.data["traces"]) if part.kind == "batch" else "",
        f"after {amounts.duration(part.after)}",
        "" if part.ms is None else f"took {amounts.duration(part.ms)}",
        ", ".join(spent) if len(spent) > 1 else "",
        RUNGS.get(str(part.data.get("rung")), ""),
        f"{amounts.number(cost.tokens_in + cost.tokens_out)} tokens" if cost.tokens_in or cost.tokens_out else "",
        amounts.money(cost.usd) if cost.usd else "",
    )
    return " · ".join(filter(None, known))
