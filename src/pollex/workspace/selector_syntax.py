"""The syntax of selectors: a small part of CSS.

    compound    tag, *, #id, .class, [attribute], [attribute="value"], :first-child, :last-child, :nth-child(2)
    between     a space (anywhere inside) or > (directly inside)

`#root` is the content slot itself. Ids are written without the prefix of their window.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NoReturn

from ..core.fault import Fault

LONGEST: Final = 1_000
NAME: Final = r"(?:[\w-]|\\.)+"
PART: Final = re.compile(
    rf"""(?P<tag>\*|{NAME})|\#(?P<id>{NAME})|\.(?P<class>{NAME})"""
    rf"""|\[\s*(?P<name>{NAME})\s*(?:=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>{NAME}))\s*)?\]"""
    r"""|:(?P<place>first-child|last-child|nth-child\(\s*(?P<nth>[1-9]\d{0,6})\s*\))"""
)
BETWEEN: Final = re.compile(r"\s*(>)\s*|\s+")
HINTS: Final = {
    ",": "Name one target; send one operation for each.",
    "+": "Siblings cannot be named; use :nth-child(2) or an id.",
    "~": "Siblings cannot be named; use :nth-child(2) or an id.",
    ":": "Only :first-child, :last-child and :nth-child(2) are known.",
    "[": 'Write [name] or [name="value"].',
    ">": "Name an element on both sides of '>'.",
    "": "Name an element, for example '#status' or 'form > button'.",
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One thing that an element must have."""

    kind: Literal["tag", "id", "class", "attribute", "place"]
    name: str
    value: str | None = None


@dataclass(frozen=True, slots=True)
class Compound:
    """The conditions on one element; `direct` if it stands directly inside the one before."""

    conditions: tuple[Condition, ...]
    direct: bool


@lru_cache(1_024)
def parse(selector: str) -> tuple[Compound, ...]:
    """Return the compounds of a selector, the outermost first."""
    text = selector.strip()
    if len(text) > LONGEST:
        raise Fault(
            "limit",
            f"The selector has {len(text)} characters.",
            pointer="",
            expected=f"at most {LONGEST} characters",
            received=shown(selector),
            hint="Give the element an id and name that.",
        )
    compounds: list[Compound] = []
    at, direct = 0, False
    while True:
        conditions, at = _conditions(text, at)
        compounds.append(Compound(conditions, direct))
        if at == len(text):
            return tuple(compounds)
        between = BETWEEN.match(text, at)
        if between is None:
            _refuse(text, at)
        at, direct = between.end(), between[1] is not None


def _conditions(text: str, at: int) -> tuple[tuple[Condition, ...], int]:
    made: list[Condition] = []
    while part := PART.match(text, at):
        if part["tag"] and made:
            break
        made.append(_condition(part))
        at = part.end()
    if not made:
        _refuse(text, at)
    return tuple(made), at


def _condition(part: re.Match[str]) -> Condition:
    if part["tag"]:
        return Condition("tag", part["tag"].lower())
    if part["id"]:
        return Condition("id", _unescaped(part["id"]))
    if part["class"]:
        return Condition("class", _unescaped(part["class"]))
    if part["place"]:
        return Condition("place", part["place"].partition("(")[0], part["nth"])
    quoted = [value for value in (part["double"], part["single"]) if value is not None]
    value = quoted[0] if quoted else part["bare"] and _unescaped(part["bare"])
    return Condition("attribute", _unescaped(part["name"]).lower(), value)


def _refuse(text: str, at: int) -> NoReturn:
    rest = text[at : at + 1]
    found = f"found {rest!r}" if rest else "the selector ends there"
    raise Fault(
        "invalid_input",
        f"{shown(text)} is not a selector: expected the name of an element at column {at + 1}, but {found}.",
        pointer="",
        expected='tag, #id, .class, [name="value"] or :nth-child(2), with spaces or > between',
        received=shown(text),
        hint=HINTS.get(rest),
    )


def _unescaped(name: str) -> str:
    return re.sub(r"\\(.)", r"\1", name)


def shown(selector: str) -> str:
    """Return a selector for messages, cut short."""
    return repr(selector if len(selector) <= 80 else selector[:79] + "…")
