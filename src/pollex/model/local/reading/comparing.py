"""Comparisons of two: `which is cheaper, A or B`, `compare the prices of A and B`, `the difference between A and B`."""

from __future__ import annotations

import re
from typing import Final, Literal

from ..program import Both, Question, Records
from .masks import Masked

FIELDS: Final = {
    "cheaper": ("price", "least"), "less expensive": ("price", "least"), "more expensive": ("price", "most"),
    "dearer": ("price", "most"), "lighter": ("weight", "least"), "heavier": ("weight", "most"),
    "older": ("date", "least"), "newer": ("date", "most"), "better rated": ("rating", "most"),
    "larger": ("size", "most"), "bigger": ("size", "most"), "smaller": ("size", "least"), "longer": ("length", "most"),
    "shorter": ("length", "least"), "higher": ("amount", "most"), "lower": ("amount", "least"),
}  # fmt: skip
WORD: Final = "|".join(FIELDS)
THE: Final = r"(?:the |an? )?"
FORMS: Final = (
    re.compile(
        r"^how much (?P<difference>more|less)(?: (?:money|balance))? (?:is there|do i have|is) (?:in|on) (?P<a>.+?) "
        r"than (?:there is )?(?:in|on) (?P<b>.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:(?:tell me|say|find out|find|check|see) )?(?:which|what)(?: one| of (?:them|the two))? "
        rf"is (?:the )?(?P<word>{WORD})(?: one)?\s*[,:]?\s*{THE}(?P<a>⟦\d+⟧|.+?) or {THE}(?P<b>⟦\d+⟧|"
        r".+)$",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^compare (?:the )?(?P<field>[a-z ]+?)s? of {THE}(?P<a>⟦\d+⟧|.+?) (?:and|with|to) (?:that of "
        rf"|the one of )?{THE}(?P<b>⟦\d+⟧|.+)$",
        re.IGNORECASE,
    ),
    re.compile(
        r"^(?:(?:tell me|what is|what's|find out|calculate) )?(?:the )?(?P<difference>difference)(?: "
        rf"in (?P<field>[a-z ]+?))? between (?:the (?P<field2>[a-z]+) of )?{THE}(?P<a>⟦\d+⟧|.+?) and "
        rf"{THE}(?P<b>⟦\d+⟧|.+)$",
        re.IGNORECASE,
    ),
)


def both(said: str, masked: Masked) -> Both | None:
    """The two questions of a comparison."""
    for pattern in FORMS:
        match = pattern.match(said.rstrip("?. "))
        if match is None:
            continue
        found = match.groupdict()
        field, way = FIELDS.get(
            (found.get("word") or "").lower(), (found.get("field") or found.get("field2") or "price", "least")
        )
        if (found.get("difference") or "").lower() in ("more", "less"):
            field = "balance"
        first_name, second_name = (masked.value(re.sub(r"^(?:the|my) |,? and .+$", "", found[side])) for side in "ab")
        names = first_name, second_name
        kind: Literal["least", "most", "difference", "same"] = "difference" if found.get("difference") else way  # type: ignore[assignment]
        first, second = (
            Question("value", (field.strip(),), Records("", (), name), said=masked.value(said)) for name in names
        )
        return Both(first, second, kind, names, masked.value(said))
    return None
