"""Which field a clause speaks of: `I arrive on` is the field `arrival`, by the words that they share."""

from __future__ import annotations

from typing import Final

from .calling import call
from .columns import tokens
from .reaching import NARROWS
from .script import Memory, Script

FIELDS: Final = "css=input:not([type=hidden]):not([type=submit]):not([type=button]), select, textarea"
EMPTY: Final = frozenset({
    "please", "with", "that", "this", "from", "should", "will", "field", "until", "have", "want", "like", "there",
    "into",
})  # fmt: skip
SHARED: Final = 4
"""So many letters at the beginning make two words of one family."""


def by_label(memory: Memory, clause: str) -> Script[str | None]:
    """The words for the one field whose label shares most with a clause; None where none or several do."""
    found = yield from call(memory, "query", selector=FIELDS, most=60)
    names = [str(each["name"]) for each in found.get("elements") or () if each["name"]]
    names = [name for name in names if not NARROWS.match(name)]
    ranked = sorted(((alike(clause, name), name) for name in dict.fromkeys(names)), reverse=True)
    if not ranked or ranked[0][0] == 0 or (len(ranked) > 1 and ranked[1][0] == ranked[0][0]):
        return None
    return f'the "{ranked[0][1]}" field'


def alike(clause: str, label: str) -> int:
    """How many words of a clause are of one family with words of a label."""
    said = [word for word in tokens(clause) if len(word) >= SHARED and word not in EMPTY]
    return sum(any(word[:SHARED] == other[:SHARED] for other in tokens(label)) for word in said)
