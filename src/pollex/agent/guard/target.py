"""Whether the task names another one of several rows, options, page parts or numbers than the call targets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...browser.evidence import Evidence
from ...browser.outgoing_request import OutgoingRequest
from ...text.literal import Statements, only_words
from ...text.words import singular

FieldInfo = Mapping[str, Any]
NUMBERED: Final = re.compile(r"(?<![\w@./-])[A-Z]{2,6}-\d[\w-]*")
"""What is named by a number: KES-391, HP-1017-952."""
PART: Final = re.compile(r"^\W*?(\w+(?= [^:\n]*:$)|#+) ([^·\[(={\n]+)", re.MULTILINE)
"""A region or a heading in an outline, and its name."""
WORD: Final = 40
"""Characters of a value that may be one of several words."""
NAMING: Final = 2
"""Cells at the beginning of a row by which it is called."""
SAME: Final = 2
"""Words in a row that two texts may share by chance."""


def other_part(label: str, value: str, outline: str, task: Statements) -> Iterator[str]:
    """Yield a mismatch if the task names another part of the page: a column of a board, a folder."""
    if len(value) > WORD or re.search(r"\d", value) or task.says(value):
        return
    kinds: dict[str, list[str]] = {}
    for kind, name in PART.findall(outline):
        kinds.setdefault(kind, []).append(re.sub(r"\s+\d+$", "", core(name.strip(" :"))))
    for names in kinds.values():
        others = [name for name in names if only_words(name) != only_words(value)]
        named = [name for name in others if task.says(name)] if len(others) < len(names) else []
        if named:
            yield f"{label} is {value!r}, and the task says {named[0]!r}"
            return


def other_choice(element: Evidence, outline: str, task: Statements) -> Iterator[str]:
    """Yield a mismatch if the task names another option than the chosen one."""
    chosen = core(element.name or element.text or "")
    pattern = re.compile(rf"\[\d+\] {element.role} ([^·\[(={{]+)")
    others = [core(each.strip()) for each in pattern.findall(outline)]
    others = [each for each in dict.fromkeys(others) if each != chosen]
    named = [other for other in others if task.says(other)]
    if chosen and named and not is_named(chosen, [*others, chosen], task):
        yield f"{chosen!r} was chosen, and the task says {named[0]!r}"


def other_row(element: Evidence, outline: str, task: Statements) -> Iterator[str]:
    """Yield a mismatch if the task names another row than the one whose control is pressed."""
    own = Statements(" ".join(element.neighbours))
    control = f"{element.role} {element.name or ''}".strip()
    lines = [line for line in outline.splitlines() if "] " in line]
    rows = [Statements(_called(line)) for line in lines if re.search(rf"\] {re.escape(control)}", line)]
    spoken = [word for word in dict.fromkeys(task.worded.split()) if len(word) > 3]
    telling = [
        word for word in spoken if any(row.says(word) for row in rows) and not all(row.says(word) for row in rows)
    ]
    if own.text and len(rows) > 1 and telling and not any(own.says(word) for word in telling):
        named = next(row for row in rows if any(row.says(word) for word in telling))
        yield f"{element.name!r} is that of {own.text[:60]!r}, and the task speaks of {_bare(named.text)!r}"
    elif own.text and (element.likes or 1) > 1:
        best = max(lines, key=lambda line: _overlap(line, task), default="")
        if _overlap(best, task) > max(_overlap(own.text, task), SAME):
            yield f"{element.name!r} is that of {own.text[:60]!r}, and the task names {_bare(best)!r}"


def _overlap(text: str, task: Statements) -> int:
    """Return the length of the longest run of words shared with the task, plurals folded."""
    said, known = _singular(re.sub(r"\[\d+\]", " ", text)), f" {' '.join(_singular(task.text))} "
    longest = 0
    for start in range(len(said)):
        while start + longest < len(said) and f" {' '.join(said[start : start + longest + 1])} " in known:
            longest += 1
    return longest


def _singular(text: str) -> list[str]:
    return [singular(word) for word in only_words(text).split()]


def _called(line: str) -> str:
    """Return a row's name: its first cells. Later ones, such as "every year", repeat across rows."""
    return "·".join(line.split("·")[:NAMING])


def _bare(line: str) -> str:
    return re.sub(r"\[\d+\] ", "", line).strip()[:60]


def is_named(option: str, options: Sequence[str], task: Statements) -> bool:
    """Return whether the task names an option, as a whole or by a word that no other option has."""
    if not option:
        return False
    if task.says(option):
        return True
    own = [word for word in only_words(option).split() if len(word) > 3]
    elsewhere = {word for other in options if other != option for word in only_words(other).split()}
    return any(task.says(word) for word in own if word not in elsewhere)


def core(option: str) -> str:
    """Return an option's name without changing parts such as a balance."""
    return re.sub(r"\s*\([^()]*\)\s*$", "", option).strip()


def other_number(request: OutgoingRequest, element: Evidence | None, task: Statements) -> Iterator[str]:
    """Yield identifiers in a request where the task names others of the kind."""
    meant = set(NUMBERED.findall(task.text.upper()))
    marked = [str(field["row"]) for field in request.fields if field.get("row")]
    short = [value for _, value in request.values() if len(value) < 200]
    touched = "" if element is None else element.name or ""
    text = " ".join([request.path.replace("/", " "), *short, *marked, touched])
    kinds = {each.partition("-")[0] for each in meant}
    for each in dict.fromkeys(NUMBERED.findall(text.upper())):
        if each.partition("-")[0] in kinds and each not in meant:
            yield f"it is about {each}, and the task names {', '.join(sorted(meant))}"


def strange_rows(fields: Sequence[FieldInfo], task: Statements) -> Iterator[str]:
    """Yield a mismatch if only some of the marked rows match the task's words."""
    rows = [Statements(str(field["row"])) for field in fields if field.get("row")]
    spoken = [word for word in dict.fromkeys(task.worded.split()) if len(word) > 3]
    told = [word for word in spoken if any(row.says(word) for row in rows)]
    strange = [row for row in rows if not any(row.says(word) for word in told)]
    if len(rows) > 1 and told and strange:
        yield f"{len(strange)} of {len(rows)} marked rows have nothing of the task, such as {strange[0].text[:60]!r}"
