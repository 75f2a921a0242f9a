"""Elements in a row or card, found by the row's texts instead of its place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from ...browser.evidence import Evidence
from ...text.words import folded
from .names import SMALL
from .recording import RecordedAction

LONGEST: Final = 60
CONTROLS: Final = frozenset({"button", "checkbox", "switch", "radio", "textbox", "spinbutton", "combobox", "menuitem"})
"""Roles of elements that have the same name in every row."""
ROWS: Final = ("tr", "li", "article", "dd")
BLOCKS: Final = ("div", "section", "span")
"""Tags that may be a row where there is no other."""
STEP: Final = re.compile(r"/([a-z][\w.-]*)(\[\d+\])?")
COMPOUND: Final = re.compile(r"(?:[^\s>\[\]\"]|\[[^\]]*\])+$")
"""The last part of a CSS selector, which describes the element itself."""
SORTING: Final = re.compile(r"\bsort", re.IGNORECASE)
PLACED: Final = re.compile(r":nth|href=|\d{3,}")
"""CSS that depends on a place or an address."""


def in_row(known: Evidence, *texts: str) -> tuple[str, ...]:
    """Return selectors for an element in the row that has all these texts, which may be references."""
    steps = list(STEP.finditer(known.xpath or ""))[:-1]
    rows = [step for step in steps if step[1] in ROWS]
    placed = [step for step in steps if step[2] and step[1] in BLOCKS] if is_one_of_many(known) else []
    having = "".join(f':has-text("{_plain(text)}")' for text in texts)
    own = dict.fromkeys((_own(known), _tagged(known)))
    kind = rows[-1][1] if rows else known.row
    found = [f"{kind}{having} {each}" for each in own if each] if kind else []
    if known.row is None and (rows or placed) and known.xpath and not any('"' in text for text in texts):
        row = (rows or placed)[-1]
        having = "".join(f'[contains(normalize-space(.), "{text}")]' for text in texts)
        found.append(f"{known.xpath[: row.end(1)]}{having}{known.xpath[row.end() :]}")
    return tuple(found)


def with_row_texts(acts: Sequence[RecordedAction]) -> list[RecordedAction]:
    """Return the actions; for elements of one name in several rows, keep only texts that identify the row."""
    return [_apart(act, [other for other in acts if _is_twin(act, other)]) for act in acts]


def with_first_rows(acts: Sequence[RecordedAction]) -> list[RecordedAction]:
    """Return the actions; the first row of a list that the run had sorted is the first one again, whichever it is."""
    return [_first(act) if _is_first_of_sorted(act, acts[:at]) else act for at, act in enumerate(acts)]


def _first(act: RecordedAction) -> RecordedAction:
    known = act.element
    named = f" {known.name}" if known is not None and known.name and is_one_of_many(known) else ""
    role = "element" if known is None or known.role in (None, "generic") else known.role
    return replace(act, args={**act.args, "selector": f"act:first {role}{named}"})


def _is_first_of_sorted(act: RecordedAction, before: Sequence[RecordedAction]) -> bool:
    """Whether an element is in the first row of a list that the run sorted on the same page."""
    known = act.element
    rows = [] if known is None else [step for step in STEP.finditer(known.xpath or "") if step[1] in ROWS]
    if known is None or act.words or not rows or rows[-1][2] != "[1]":
        return False
    led = [each for each in before if each.url_after]
    here = [each for each in led if _page(each.url_after) == _page(led[-1].url_after)]
    return any(each.element is not None and SORTING.search(each.element.name or "") for each in here)


def _page(url: str) -> str:
    return url.partition("?")[0]


def _is_twin(one: RecordedAction, other: RecordedAction) -> bool:
    first, second = one.element, other.element
    if first is None or second is None or first.xpath == second.xpath or not is_one_of_many(first):
        return False
    return (first.role, first.name) == (second.role, second.name)


def _apart(act: RecordedAction, twins: Sequence[RecordedAction]) -> RecordedAction:
    known = act.element
    shared = {text for twin in twins if twin.element is not None for text in twin.element.neighbours}
    own = tuple(text for text in known.neighbours if text not in shared) if known is not None and twins else ()
    return replace(act, proof={**act.proof, "/selector": replace(known, neighbours=own)}) if known and own else act


def is_one_of_many(known: Evidence) -> bool:
    """Whether other elements have the same name."""
    return known.likes is not None and known.likes > 1


def _own(known: Evidence) -> str:
    """Return a selector for the element inside any row. The name of a link or cell is contents of its row."""
    if not is_one_of_many(known) and known.role not in CONTROLS:
        return known.tag or "*"
    last = COMPOUND.search(known.css or "")
    own = last[0] if last and not PLACED.search(last[0]) and not last[0].startswith("#") else known.tag or "*"
    return own + ("" if "[" in own else _having(known))


def _tagged(known: Evidence) -> str:
    """Return a selector for a control by its tag and text, which outlast its classes; empty where it has no text."""
    having = _having(known) if known.tag and known.role in CONTROLS else ""
    return f"{known.tag}{having}" if having else ""


def _having(known: Evidence) -> str:
    return f':has-text("{_plain(known.text)}")' if known.text and len(known.text) < LONGEST else ""


def is_in_row(known: Evidence) -> bool:
    """Whether the element is in a row or list."""
    return any(step[1] in ROWS and step[2] for step in STEP.finditer(known.xpath or ""))


def row_text(known: Evidence, words: str | None) -> str | None:
    """Return the text near an element that identifies its row: one that the words mention, else the first."""
    stable = [text for text in known.neighbours if not text.endswith("…")]
    texts = [text for text in stable if any(char.isalpha() for char in text)]
    if not words:
        return next(iter(texts or stable), None)
    asked = _words(words) - _words(known.name or "")
    best = max(texts, key=lambda text: len(asked & _words(text)), default=None)
    return best if best is not None and asked & _words(best) else None


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", folded(text))) - SMALL


def _plain(text: str | None) -> str:
    return (text or "").replace("\\", "\\\\").replace('"', '\\"')
