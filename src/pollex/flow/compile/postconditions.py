"""Postconditions: what an action caused in the recorded run must hold after it in later runs."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ...core.json import Object
from ...text.words import folded
from .address import holds_at, rule
from .parametrizer import Parametrizer
from .recording import RecordedAction

PIECE: Final = re.compile(r"[^\W\d]+(?:['’-][^\W\d]+)*(?:[ ,]+[^\W\d]+(?:['’-][^\W\d]+)*)*")
"""Consecutive words without numbers, prices, dates or signs between them."""
COUNTED: Final = re.compile(r"\d[\d.,]*\s+[^\W\d]+")
"""A number with what it counts: `3 issues` may be `1 issue` next time."""
KEYED: Final = re.compile(r"\S*\d\S*")
"""A word with a figure in it, which is cut out as a whole: KES-401."""
SHORTEST: Final = 8
LONGEST: Final = 60
"""The greatest length of a notice; longer texts are contents of the page."""


def after(act: RecordedAction, parametrizer: Parametrizer, data: Iterable[str]) -> list[Object]:
    """Return rules that hold after an action and did not before. `data` are texts that the page may change."""
    if act.navigated:
        where = rule(act.url_after, [each.value for each in parametrizer.known], str(act.data_field("from")))
        if where and not holds_at(where, str(act.data_field("from"))):
            return [where]
    for text in act.data_field("appeared") or ():
        if stable := _stable_part(str(text), act, parametrizer, data):
            return [{"type": "text", "text": stable}]
    return []


def _stable_part(text: str, act: RecordedAction, parametrizer: Parametrizer, data: Iterable[str]) -> str | None:
    """Return the part of a text that later runs will show again; None where it is about this run only."""
    plain = folded(text)
    near = act.element.neighbours if act.element is not None else ()
    values = [folded(value) for value in (*near, *data) if len(value) >= SHORTEST]
    if any(value in plain for value in values) or (act.taken and parametrizer.found(text)):
        return None  # a row with what was entered is no notice
    if len(text) > LONGEST or text.endswith("…"):
        return None
    pieces = [piece.strip(" ,") for piece in PIECE.findall(KEYED.sub(" | ", COUNTED.sub(" | ", text)))]
    best = max((piece for piece in pieces if not parametrizer.found(piece)), key=len, default="")
    if len(best) < max(SHORTEST, len(text) / 2) or any(folded(best) in value for value in values):
        return None
    return best
