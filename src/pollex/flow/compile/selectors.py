"""Selectors from evidence: the most durable first, plain words last."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...browser.evidence import Evidence
from ...browser.selector import Candidate, parse
from ...core.fault import Fault
from ...core.json import Object
from ...core.reference import escape
from ...text.words import folded
from .parametrizer import NamedValue, Parametrizer
from .recording import words_of
from .rows import CONTROLS, PLACED, in_row, is_in_row, is_one_of_many, row_text
from .stable_label import stable_label

COUNT: Final = re.compile(r"\s+\d[\d.,]*(?:\s+[^\W\d]+)?$")
"""A count at the end of a name: Inbox 34 unread."""
LONGEST: Final = 80
"""The greatest length of a name; longer texts are truncated or change."""
ORDINAL: Final = re.compile(
    r"\b(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|last|top|topmost|bottom|\d+(?:st|nd|rd|th))\b",
    re.IGNORECASE,
)
ROWS_THEMSELVES: Final = frozenset({"link", "button", "option", "row", "listitem"})
"""Roles of elements whose name may be a whole row."""
FIELDS: Final = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "listbox", "slider", "textarea"})


@dataclass(frozen=True, slots=True)
class ElementTarget:
    """The selectors of a node's element, with words for when none of them fits."""

    selectors: tuple[str, ...]
    fallback: str
    evidence: Object
    by_place: bool = False
    """Whether only its place on the page identifies it."""
    parametrized: bool = False
    """Whether the element depends on a value that may differ in the next run."""

    def to_json(self) -> Object:
        selector = list(self.selectors) if len(self.selectors) > 1 else self.selectors[0]
        return {"selector": selector, "fallback": self.fallback}


def target_of(given: object, known: Evidence, parametrizer: Parametrizer) -> ElementTarget:
    """Return the target of an action. `given` is the selector that the run used."""
    words = words_of(given)
    if (value := _named_by(known, words, parametrizer)) is not None:
        return _by_value(known, words, parametrizer, value)
    if not words and (values := _named_with(known, parametrizer)):
        description = f'{known.role or "element"} "{values[0]}"'
        return ElementTarget(_by_values(known, values), description, _general(known), parametrized=True)
    row = _row_by(known, words, parametrizer)
    if row is not None and (found := in_row(known, row.template)):
        description = parametrizer.text(words) if words else f"{escape(_described(known))} in the row of {row.template}"
        near = [parametrizer.text(text) for text in known.neighbours if row in parametrizer.found(text)]
        return ElementTarget(found, description, _general(known, near), parametrized=True)
    description = parametrizer.text(words) if words else escape(_described(known))
    if words and _is_ordinal(words, known) and known.xpath:
        found = (known.xpath, *([known.css] if known.css and not PLACED.search(known.css) else ()))
        return ElementTarget(found, description, _general(known) | {"xpath": known.xpath}, by_place=True)
    fixed = tuple(dict.fromkeys(escape(each) for each in _fixed(known, words, given)))
    by_place = len(fixed) == 1 and fixed[0] == known.xpath
    return ElementTarget(fixed or (f"act:{description}",), description, known.to_json(), by_place=by_place)


def _named_by(known: Evidence, words: str | None, parametrizer: Parametrizer) -> NamedValue | None:
    """Return the known value that names the element: its whole name, or the words for it."""
    name = known.name or known.text or ""
    names = {folded(name), folded(stable_label(name)), folded(COUNT.sub("", name))}
    whole = next((each for each in parametrizer.known if each.is_distinctive and folded(each.value) in names), None)
    if whole is not None or not words:
        return whole
    asked = parametrizer.found(words)
    return next((each for each in parametrizer.found(name) if each in asked), None)


def _named_with(known: Evidence, parametrizer: Parametrizer) -> list[str]:
    """Return the known values that an element's name contains, for a link that is a whole row."""
    name = known.name or ""
    values = [
        each for each in parametrizer.found(name) if "." in each.reference
    ]  # a word of the task may be in any name
    alike = [each for each in values if each.reference.partition(".")[0] == values[0].reference.partition(".")[0]]
    if not alike or (_short(known.name) and not is_in_row(known)):
        return []
    made = Parametrizer(tuple(alike)).text(name)
    return [made[made.index("{{") : made.rindex("}}") + 2], *(each.template for each in alike)]


def _by_values(known: Evidence, found: Sequence[str]) -> tuple[str, ...]:
    whole, *values = found
    named = [f'role={known.role}[name="{whole}"]'] if known.role not in (None, "generic") and '"' not in whole else []
    return (*named, *in_row(known, *values))


def _by_value(known: Evidence, words: str | None, parametrizer: Parametrizer, value: NamedValue) -> ElementTarget:
    role = known.role if known.role not in (None, "generic") else None
    names = dict.fromkeys((parametrizer.text(_short(known.name) or ""), value.template)) if role else {}
    found = [f'role={role}[name="{name}"]' for name in names if "{{" in name and '"' not in name]
    description = parametrizer.text(words) if words else f"{role or 'element'} {value.template}"
    if not found or folded(value.value) == folded(known.name or ""):
        found.append(f"text={value.template}")
    return ElementTarget(tuple(found), description, _general(known), parametrized=True)


def _row_by(known: Evidence, words: str | None, parametrizer: Parametrizer) -> NamedValue | None:
    """Return the known value that identifies the element's row; of the only element of its name, one that is a cell."""
    if not words and known.likes == 1:
        cells = set(map(folded, known.neighbours))
        return next((each for each in parametrizer.known if each.is_distinctive and folded(each.value) in cells), None)
    beside = [each for text in known.neighbours for each in parametrizer.found(text)]
    asked = parametrizer.found(words) if words else beside
    return next((each for each in beside if each in asked), None)


def _general(known: Evidence, near: Sequence[str] = ()) -> Object:
    """Return the evidence that holds for every value. `near` are the texts that tell its row, with references."""
    likes = is_one_of_many(known) or known.role in CONTROLS
    return replace(
        known,
        name=known.name if likes else None,
        text=known.text if likes else None,
        label=known.label if likes else None,
        test_id=None,
        id=None,
        css=None,
        xpath=None,
        href=None,
        field=None,
        form=None,
        others=(),
        position=None,
        likes=known.likes if near else None,
        neighbours=tuple(near),
    ).to_json()


def _is_ordinal(words: str, known: Evidence) -> bool:
    """Whether the words name a place: the first result, but not the field First name."""
    own = folded(f"{known.name or ''} {known.label or ''} {known.text or ''}")
    return any(folded(found) not in own for found in ORDINAL.findall(words))


def _fixed(known: Evidence, words: str | None, given: object) -> list[str]:
    """Return selectors of an element that is the same in every run."""
    row = row_text(known, words) if words or is_one_of_many(known) else None
    by_row = in_row(known, row) if row else ()
    found: list[Candidate | str] = [Candidate("testid", known.test_id)] if known.test_id else []
    found += by_row if words else ()
    found += _named(known)
    if known.id:
        found.append(f"#{known.id}" if re.fullmatch(r"[A-Za-z][\w-]*", known.id) else f'[id="{known.id}"]')
    found += _own(given)
    found += by_row
    if known.css and not PLACED.search(known.css):
        found.append(Candidate("css", known.css))
    if not is_one_of_many(known) and known.text and known.text == _short(known.name) and known.role not in FIELDS:
        found.append(Candidate("text", known.text, exact=True))
    if known.xpath and (not found or not (by_row or is_in_row(known))):
        found.append(Candidate("xpath", known.xpath))  # in a row it would lead to another one, once that row is gone
    return [text for each in found if (text := str(each)) and _reads(text)]


def _named(known: Evidence) -> list[Candidate]:
    """Return selectors by role, label and text, where the name is unique."""
    if is_one_of_many(known):
        return []
    found = []
    name = _short(known.name)
    if not name and known.name and known.role in ROWS_THEMSELVES:
        found.append(Candidate("role", known.role, name=_beginning(known.name)))
    if name and known.role not in (None, "generic", "presentation", "none"):
        found += [Candidate("role", known.role, name=each) for each in dict.fromkeys((name, stable_label(name)))]
    if known.label and (known.role in FIELDS or known.tag in ("input", "select", "textarea")):
        found.append(Candidate("label", known.label))
    if known.placeholder:
        found.append(Candidate("placeholder", known.placeholder))
    return found


def _beginning(name: str) -> str:
    """Return the first words of a long name, which find the element as well."""
    return name[:LONGEST].rpartition(" ")[0].rstrip(" …") or name[:LONGEST]


def _short(name: str | None) -> str | None:
    return name if name and len(name) <= LONGEST and not name.endswith("…") else None


def _own(given: object) -> list[Candidate]:
    """Return the selectors that the run itself used, where they are durable."""
    if not isinstance(given, str | list) or not given:
        return []
    try:
        candidates = parse(given).candidates
    except Fault:
        return []
    return [each for each in candidates if each.kind not in ("act", "index", "xpath") and ":nth" not in str(each.value)]


def _reads(text: str) -> bool:
    try:
        return parse(text).candidates[0].kind not in ("act", "index")
    except Fault:
        return False


def _described(known: Evidence) -> str:
    """Return the element in words that grounding reads: `button “Add to basket” near “Oak Lamp”`."""
    role = known.role if known.role not in (None, "generic") else "element"
    description = known.name or known.label or known.placeholder or known.text
    place = f' near "{known.neighbours[0]}"' if known.neighbours and (known.likes or 1) > 1 else ""
    return f'{role} "{description}"{place}' if description else f"{role}{place}"
