"""Notes on what was dropped: each distinct one once with its count, the first twenty in words."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from ...core.suggest import did_you_mean
from .classes import CLASSES
from .policy import DROPPED_WITH_CONTENT, TABLE_PARTS, TAGS, WHY_ATTRIBUTE, WHY_ELEMENT, WHY_VALUE

Kind: TypeAlias = Literal["element", "attribute", "value", "repeated", "text", "class"]
Drop: TypeAlias = tuple[Kind, str, str, str]
"""What was dropped: its kind, the element, the attribute and the value, as far as each applies."""

MOST: Final = 20
LONGEST: Final = 60
PLAIN: Final = re.compile(r"[a-zA-Z][\w:.-]{0,39}", re.ASCII)
ORDER: Final[tuple[Kind, ...]] = ("text", "element", "attribute", "value", "repeated", "class")


class Notes:
    """A count of everything that the gate dropped."""

    def __init__(self) -> None:
        self.drops: Counter[Drop] = Counter()

    def add(self, kind: Kind, tag: str = "", name: str = "", value: str = "", times: int = 1) -> None:
        self.drops[kind, tag, name, value] += times

    def lines(self) -> tuple[str, ...]:
        """Return the notes, those on classes last."""
        if not self.drops:
            return ()
        drops = sorted(self.drops.items(), key=lambda item: ORDER.index(item[0][0]))
        lines = [_sentence(drop) + (f" ({times} times)" if times > 1 else "") for drop, times in drops[:MOST]]
        return (*lines, f"and {len(drops) - MOST} more") if len(drops) > MOST else tuple(lines)


def named(name: str) -> str:
    """Return the name of an element or attribute as it may stand in a message of one line."""
    return name if PLAIN.fullmatch(name) else quoted(name)


def quoted(value: str) -> str:
    """Return a value in quotes, on one line, cut short."""
    return repr(value if len(value) <= LONGEST else value[: LONGEST - 1] + "…")


def _sentence(drop: Drop) -> str:
    kind, tag, name, value = drop
    match kind:
        case "text":
            return value
        case "element":
            return _element(tag)
        case "attribute":
            why = "use data-command" if name.startswith("on") else WHY_ATTRIBUTE.get(name)
            return _because(f"the attribute {named(name)} of <{named(tag)}> was dropped", why)
        case "value":
            return _because(f"the {named(name)} {quoted(value)} of <{named(tag)}> was dropped", WHY_VALUE.get(name))
        case "repeated":
            return f"a second {named(name)} ({quoted(value)}) of <{named(tag)}> was dropped"
        case "class":
            return f"class {quoted(value)} of <{named(tag)}> is not in the list and was dropped{_similar(value)}"


def _element(tag: str) -> str:
    if tag in DROPPED_WITH_CONTENT:
        return _because(f"<{tag}> was dropped with its content", WHY_ELEMENT.get(tag))
    why = WHY_ELEMENT.get(tag)
    if tag in TAGS:
        why = "it must stand in a table" if tag in TABLE_PARTS else "it cannot stand there"
    return _because(f"<{named(tag)}> was dropped and its content kept", why)


def _because(fact: str, why: str | None) -> str:
    return f"{fact}: {why}" if why else fact


@lru_cache(1_024)
def _similar(name: str) -> str:
    hint = did_you_mean(name, CLASSES)
    return f"; d{hint[1:]}" if hint else ""
