"""The table of orders, read from `orders.txt`: the whole language of `local`; reader, guide and messages come from it.

In a form CAPITALS are slots, `(a|b)` is one of several words, `[a]` may be left out. The first form that fits is taken.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

MACROS: Final = {
    "SAY": "(tell me|read|show me|give me|what is|what are)",
    "MORE": "[where CONDITION] [on all pages] [as NAME]",
    "MOST": "(lowest|highest|smallest|largest|earliest|latest)",
    "SHOWN": "(appears|appear|is shown|are shown|is visible|is there|comes up)",
    "GONE": "(disappears|is gone|are gone|goes away|is not shown|is no longer shown)",
}
"""What stands for several words in the forms of the file."""
KEYS: Final = r"(?:control|ctrl|shift|alt|meta|cmd|command|option)\s*\+\s*"
PATTERNS: Final = {
    "ADDRESS": r"(?:\w+://|about:|/)\S*|(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:[/?#]\S*)?",
    "KEY": rf"(?:{KEYS})*(?:enter|return|escape|esc|tab|space|spacebar|backspace|delete|home|end|insert"
    rf"|page ?up|page ?down|(?:arrow ?|cursor )?(?:up|down|left|right)|f\d{{1,2}})(?: key)?|(?:{KEYS})+\w",
    "N": r"\d+(?:\.\d+)?|one|two|three|four|five|six|seven|eight|nine|ten",
    "NTH": r"first|last|second|third|fourth|fifth|\d+(?:st|nd|rd|th)",
    "WAY": r"\(?(?:in )?(?:ascending|descending|(?:from )?(?:low(?:est)? to high(?:est)?|high(?:est)? to low(?:est)?"
    r"|a to z|z to a)|(?:lowest|highest|newest|oldest|latest|earliest|cheapest|smallest|largest|biggest"
    r"|most expensive) first)(?: order)?\)?",
    "QUOTED": "[\ue000-\uf8ff]",
    "CREDENTIAL": "[\\w.@-]+|[\ue000-\uf8ff]",
    "NAME": r"\w[\w -]*",
    "PAIRS": r".+",
    "ORDERS": r".+",
}
"""Patterns of the slots that do not take any words."""
CONDITIONS: Final = {
    "is not": "ne", "does not contain": "lacks", "contains": "contains", "(starts|begins) with": "starts",
    "ends with": "ends", "is at least": "ge", "is at most": "le", "is (more|greater|higher|later|larger) than": "gt",
    "is (less|fewer|lower|smaller|earlier) than": "lt", "is (over|above|after)": "gt",
    "is (under|below|before)": "lt", "is empty": "empty", "is": "eq",
}  # fmt: skip
"""What a condition may say, and the test of `aggregate` that it becomes."""
PAGE_SLOTS: Final = frozenset(
    ["WORDS", "FIELD", "LIST", "PLACE", "OPTION", "TABLE", "COLUMN", "COLUMNS", "LABELS", "ROW"]
)
FREE: Final = {
    "words that stand for something else, but inside a name that begins with a capital": "it them him her they "
    "whichever whatever something anything everything myself yourself mine theirs",
    "words that join sentences": "unless otherwise because if please",
    "names that begin with": "a an some any all every each which who whose why how when where what whether that about "
    "out both me up down",
    "superlatives behind `the`": "cheapest dearest best worst nicest newest oldest latest biggest smallest shortest "
    "longest lowest highest most least same others",
}
"""Signs of free English in a slot that names something on the page; in lower case and outside quotes only."""


@dataclass(frozen=True, slots=True)
class Order:
    """One row of the table: `done` is what must be seen for it to count as done, `calls` are the tools it becomes."""

    name: str
    calls: str
    done: str
    does: str
    forms: tuple[str, ...]
    examples: tuple[str, ...]


@cache
def table() -> tuple[dict[str, str], tuple[Order, ...]]:
    """What may stand in each slot, and the orders, the first that fits first."""
    head, _, body = files(__package__).joinpath("orders.txt").read_text("utf-8").partition("\n\n")
    blocks: list[list[str]] = []
    for line in body.splitlines():
        if line.count(" | ") == 2:
            blocks.append([])
        blocks[-1].append(line)
    return dict(line.split(" | ") for line in head.splitlines()), tuple(map(_order, blocks))


def _order(lines: list[str]) -> Order:
    name, calls, done = lines[0].split(" | ")
    forms = [each for line in lines if line[:4] == "    " for each in line[4:].split(" / ")]
    examples = [each for line in lines if line[:2] == "* " for each in line[2:].split(" / ")]
    return Order(name, calls, done, lines[1], tuple(forms), tuple(examples))


def expanded(form: str) -> str:
    return re.sub(r"[A-Z]+", lambda word: MACROS.get(word[0], word[0]), form)
