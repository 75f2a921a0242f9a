"""What the rules of orders have in common: a pattern, and how a match of it is read."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..program import Act, Instruction
from .masks import Masked

Match = re.Match[str]
Read = Callable[[Match, Masked], Instruction | None]
Rule = tuple[re.Pattern[str], Read]


def rule(pattern: str, read: Read) -> Rule:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), read


def click(verb: str, words: str, masked: Masked, *, said: str = "", **more: object) -> Act:
    """A click on what the words name, without words for why it is done."""
    why = re.compile(
        r"(?<=\S)\s+(?:in order to|so that|so as to)\b.+$|(?<=\S)\s+to (?:open|see|show|continue|"
        r"confirm|get|submit|proceed|finish|view|save|start|search|apply|find|reveal|close|send|"
        r"make|do|filter|add|load|complete|reach|bring)\b(?! to\b).*$"
    )
    clean = why.sub("", words).strip()
    return Act(verb, masked.words(clean), said=masked.value(said or f"{verb} {words}"), **more)  # type: ignore[arg-type]
