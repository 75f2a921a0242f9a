"""Post-conditions: what an action caused in the run must hold after it in the next."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...browser.evidence import folded
from ...core.json import Object
from .address import holds, rule
from .recording import Act
from .weaving import Weave

PIECE: Final = re.compile(r"[^\W\d]+(?:['’-][^\W\d]+)*(?:[ ,]+[^\W\d]+(?:['’-][^\W\d]+)*)*")
"""Words one after the other without numbers, prices, dates or signs between them."""
COUNTED: Final = re.compile(r"\d[\d.,]*\s+[^\W\d]+")
"""A number and what is counted: `3 issues` is `1 issue` another time."""
SHORTEST: Final = 8
LONGEST: Final = 60
"""Letters up to which a text is a notice; longer ones are contents, with words in them that nobody sees."""


def after(act: Act, weave: Weave, data: Iterable[str]) -> list[Object]:
    """What holds after an action and did not before. `data` are texts of the page's contents, which change."""
    if act.went:
        where = rule(act.landed, [each.value for each in weave.known], str(act.told("from")))
        if where and not holds(where, str(act.told("from"))):
            return [where]
    for text in act.told("appeared") or ():
        if said := _lasting(str(text), act, weave, data):
            return [{"type": "text", "text": said}]
    return []


def _lasting(text: str, act: Act, weave: Weave, data: Iterable[str]) -> str | None:
    """The part of a text that the page will say again; None where it is about one thing only."""
    plain = folded(text)
    near = act.element.neighbours if act.element is not None else ()
    values = [folded(value) for value in (*near, *data) if len(value) >= SHORTEST]
    if any(value in plain for value in values):
        return None
    if len(text) > LONGEST or text.endswith("…"):
        return None
    pieces = [piece.strip(" ,") for piece in PIECE.findall(COUNTED.sub(" | ", text))]
    best = max((piece for piece in pieces if not weave.found(piece)), key=len, default="")
    if len(best) < max(SHORTEST, len(text) / 2) or any(folded(best) in value for value in values):
        return None
    return best
