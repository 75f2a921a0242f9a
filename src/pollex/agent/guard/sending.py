"""What is about to leave, compared with the task: to whom, how much, when, from where, and of what.

The comparison is literal. Whatever made a field's value, pieces, keys, suggestions or a default, it is here as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...core.evidence import Evidence
from ...core.json import Object
from ...core.outgoing import Outgoing
from ..literal import Said, amounts, dates, words
from .things import ADDRESSEE

Field = Mapping[str, Any]
TO_WHOM: Final = re.compile(
    r"\b(?:to|cc|bcc|recipients?|payee|beneficiary|receiver|iban|e ?mails?|invite\w*|street|house|city|town|postcode"
    r"|postal code|zip|country|phone|telephone|(?:full|first|last|given|family|sur|company|payee|recipient) ?name)\b"
)
"""Fields that say who gets something, and where."""
HOW_MUCH: Final = re.compile(r"\b(?:amount|sum|quantity|qty|pieces|items|how many|number of \w+)\b")
PIECES: Final = re.compile(r"\b(?:quantity|qty|pieces|items|how many|number of \w+)\b")
TERMS: Final = re.compile(r"\b(?:terms|conditions|privacy|agree|accept|robot|human|older|remember me|stay)\b")
"""Boxes that everybody has to tick."""
WHERE_FROM: Final = re.compile(r"\b(?:from|account|source|card|wallet)\b")
NUMBERED: Final = re.compile(r"(?<![\w@./-])[A-Z]{2,6}-\d[\w-]*")
"""What is named by a number: KES-391, HP-1017-952."""
READING: Final = re.compile(
    r"\b(?:search|query|find|filter|suggest\w*|autocomplete|lookup|graphql|cookies?|consent|session|alive|ping"
    r"|heartbeat|preview|validate)\b"
)
"""Words of addresses that are sent something and change nothing that anybody would miss."""
ASKED_WITH: Final = frozenset(
    {"q", "query", "search", "term", "keyword", "filter", "sort", "order", "page", "limit", "offset", "cursor",
     "operationname", "variables"}
)  # fmt: skip
PART: Final = re.compile(r"^\W*?(\w+(?= [^:\n]*:$)|#+) ([^·\[(={\n]+)", re.MULTILINE)
"""A region or a heading in an outline, and its name."""
WORD: Final = 40
"""Characters of a value that may be one of several words."""
BESIDE: Final = 60
NAMES: Final = 2
"""How near before an address, in characters and words, a name stands that it belongs to."""
VIEWING: Final = re.compile(
    r"(?:show|reveal|view|see|display|load|expand|more|details?|preview|refresh)\b(?: \w+){0,3}"
)
"""What buttons are called that only show something."""
SAME: Final = 2
"""Words in a row that two texts may share by chance."""
SHOWN: Final = 8
"""Values of which a person is told who is asked."""


def reads(request: Outgoing) -> bool:
    """Whether a request changes nothing although it is sent: a search, a query, the page's own upkeep."""
    if request.only_queries or READING.search(_spaced(request.path)):
        return True
    names = [name.casefold() for name, _ in request.values()]
    return bool(names) and all(name in ASKED_WITH for name in names)


def summary(request: Outgoing) -> str:
    """What it sends, as a person can judge it."""
    fields = _by_name(request.fields)
    held = [
        (name, value, _holding(value, [fields[name]] if name in fields else ())) for name, value in request.values()
    ]
    told = [(_label(name, field or fields.get(name)), _shown(value, field)) for name, value, field in held]
    shown = [f"{label}: {value}" for label, value in told if label and value][:SHOWN]
    return "; ".join(shown) or f"{request.method} {request.path}"


def surprises(
    request: Outgoing, element: Evidence | None, task: Said, seen: Said, outline: str, entered: Sequence[str]
) -> Iterator[str]:
    """What of a request the task does not contain, or contradicts.

    `element` is what was acted on, `outline` the page as it was seen.
    """
    fields = _by_name(request.fields)
    money = any(HOW_MUCH.search(_spaced(f"{name} {_label(name, fields.get(name))}")) for name, _ in request.values())
    for name, value in request.values():
        field = _holding(value, [fields[name]] if name in fields else request.fields)
        label = _label(name, field)
        about = _spaced(f"{label} {name}")
        if not value.strip():
            continue
        if field.get("options"):
            yield from _choice(label, about, field, task, money=money)
            continue
        yield from _addressees(label, about, value, field, task, seen, entered)
        yield from _figures(label, about, value, field, task)
        yield from _instead(label, value, outline, task)
    yield from _others(request, element, task)
    yield from _rows(request.fields, task)
    yield from _ticked(request.fields, task)


def _instead(label: str, value: str, outline: str, task: Said) -> Iterator[str]:
    """A part of the page by its name, where the task names another of the kind: a column of a board, a folder."""
    if len(value) > WORD or re.search(r"\d", value) or task.says(value):
        return
    kinds: dict[str, list[str]] = {}
    for kind, name in PART.findall(outline):
        kinds.setdefault(kind, []).append(re.sub(r"\s+\d+$", "", _core(name.strip(" :"))))
    for names in kinds.values():
        others = [name for name in names if words(name) != words(value)]
        named = [name for name in others if task.says(name)] if len(others) < len(names) else []
        if named:
            yield f"{label} is {value!r}, and the task says {named[0]!r}"
            return


def _holding(value: str, fields: Sequence[Field]) -> Field:
    """A field that holds a value which is sent under another name."""
    return next((each for each in fields if value in (each["value"], *each.get("chosen", ())) and value), {})


def _choice(label: str, about: str, field: Field, task: Said, *, money: bool) -> Iterator[str]:
    chosen = [_core(each) for each in field.get("chosen", ())]
    others = [_core(each) for each in field["options"] if _core(each) not in chosen]
    for each in chosen:
        if task.says(each) or not each:
            continue
        named = [other for other in others if _is_named(other, [*others, *chosen], task)]
        if named and not _is_named(each, [*others, *chosen], task):
            yield f"{label} is {each!r}, and the task says {named[0]!r}"
        elif (
            (money or WHERE_FROM.search(about))
            and not field.get("untouched")
            and not _is_named(each, [*others, each], task)
        ):
            yield f"{label} is {each!r}, of which the task does not speak"


def other_choice(element: Evidence, outline: str, task: Said) -> Iterator[str]:
    """Of a choice among several that was made: that the task names another one."""
    chosen = _core(element.name or element.text or "")
    pattern = re.compile(rf"\[\d+\] {element.role} ([^·\[(={{]+)")
    others = [_core(each.strip()) for each in pattern.findall(outline)]
    others = [each for each in dict.fromkeys(others) if each != chosen]
    named = [other for other in others if task.says(other)]
    if chosen and named and not _is_named(chosen, [*others, chosen], task):
        yield f"{chosen!r} was chosen, and the task says {named[0]!r}"


def other_row(element: Evidence, outline: str, task: Said) -> Iterator[str]:
    """Of a control that stands in every row of a list: that the task speaks of another row."""
    own = Said(" ".join(element.neighbours))
    control = f"{element.role} {element.name or ''}".strip()
    lines = [line for line in outline.splitlines() if "] " in line]
    rows = [Said(line) for line in lines if re.search(rf"\] {re.escape(control)}", line)]
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


def _overlap(text: str, task: Said) -> int:
    """How many words in a row a text has in common with the task."""
    said = words(re.sub(r"\[\d+\]", " ", text)).split()
    longest = 0
    for start in range(len(said)):
        while start + longest < len(said) and f" {' '.join(said[start : start + longest + 1])} " in task.worded:
            longest += 1
    return longest


def _bare(line: str) -> str:
    return re.sub(r"\[\d+\] ", "", line).strip()[:60]


def _is_named(option: str, options: Sequence[str], task: Said) -> bool:
    """Whether the task names an option: as a whole, or by a word that no other has."""
    if not option:
        return False
    if task.says(option):
        return True
    own = [word for word in words(option).split() if len(word) > 3]
    elsewhere = {word for other in options if other != option for word in words(other).split()}
    return any(task.says(word) for word in own if word not in elsewhere)


def _core(option: str) -> str:
    """The name of an option without what changes in it, such as a balance."""
    return re.sub(r"\s*\([^()]*\)\s*$", "", option).strip()


def _addressees(
    label: str, about: str, value: str, field: Field, task: Said, seen: Said, entered: Sequence[str]
) -> Iterator[str]:
    """Those to whom something goes and of whom the task does not speak."""
    decides = TO_WHOM.search(about) is not None
    found = ADDRESSEE.findall(value)
    for each in found:
        if task.says_compact(each) or is_theirs(each, task, seen):
            continue
        typed = any(each.casefold() in text.casefold() for text in entered)
        if decides and (not field.get("untouched") or _speaks_of_others(each, task)):
            yield f"{label} is {each!r}, which stands nowhere in the task"
        elif not decides and (typed or not seen.says_compact(each)):
            yield f"{label} has {each!r}, which stands nowhere in the task"
    named = not re.search(r"\d", value) and all(task.says(word) for word in words(value).split())
    spoken = named or task.says(value) or task.says_compact(value)
    if decides and not found and not field.get("untouched") and not spoken:
        yield f"{label} is {value!r}, of which the task does not speak"


def is_theirs(address: str, task: Said, seen: Said) -> bool:
    """Whether a page showed an address beside a name that the task names."""
    spaced = r"\s?".join(map(re.escape, re.sub(r"\s", "", address)))
    for match in re.finditer(spaced, seen.text, re.IGNORECASE):
        before = seen.text[max(match.start() - BESIDE, 0) : match.start()]
        names = [word for word in re.findall(r"[^\W\d_]{3,}", before)[-NAMES:] if word[0].isupper()]
        is_held = before.rstrip(" '\"(<").endswith("=")  # a field shows what was typed into it
        if not is_held and any(task.says(name) for name in names):
            return True
    return False


def _speaks_of_others(address: str, task: Said) -> bool:
    """Whether the task names another address of the kind."""
    others = ADDRESSEE.findall(task.text)
    return any(("@" in each) == ("@" in address) and "://" not in each for each in others)


def _figures(label: str, about: str, value: str, field: Field, task: Said) -> Iterator[str]:
    """Amounts and dates that are not the task's."""
    untouched = bool(field.get("untouched"))
    if (meant := amounts(value)) and HOW_MUCH.search(about):
        said = task.counts if PIECES.search(about) else task.numbers
        if not untouched and not meant <= said and meant != {1}:
            yield f"{label} is {value!r}, which the task does not say"
        return
    days = dates(value) if len(value) < 40 else []
    if len(days) == 1 and not task.says_day(days[0]) and (dates(task.text) if untouched else True):
        yield f"{label} is {value!r}, and the task {'names another day' if task.dates else 'names no such day'}"


def _ticked(fields: Sequence[Field], task: Said) -> Iterator[str]:
    """Boxes that were ticked and of which the task does not speak."""
    for field in fields:
        label = words(str(field.get("label", "")))
        on = field.get("kind") == "checkbox" and field["value"] and not field.get("untouched") and not field.get("row")
        telling = [word for word in label.split() if len(word) > 3]
        if on and telling and not TERMS.search(label) and not any(task.says(word) for word in telling):
            yield f"{field['label']!r} was ticked, and the task does not speak of it"


def _others(request: Outgoing, element: Evidence | None, task: Said) -> Iterator[str]:
    """Things by their numbers, where the task names others of the kind."""
    meant = set(NUMBERED.findall(task.text.upper()))
    marked = [str(field["row"]) for field in request.fields if field.get("row")]
    short = [value for _, value in request.values() if len(value) < 200]
    touched = "" if element is None else element.name or ""
    text = " ".join([request.path.replace("/", " "), *short, *marked, touched])
    kinds = {each.partition("-")[0] for each in meant}
    for each in dict.fromkeys(NUMBERED.findall(text.upper())):
        if each.partition("-")[0] in kinds and each not in meant:
            yield f"it is about {each}, and the task names {', '.join(sorted(meant))}"


def _rows(fields: Sequence[Field], task: Said) -> Iterator[str]:
    """Marked rows of which some have nothing that the task speaks of, while others do."""
    rows = [Said(str(field["row"])) for field in fields if field.get("row")]
    spoken = [word for word in dict.fromkeys(task.worded.split()) if len(word) > 3]
    told = [word for word in spoken if any(row.says(word) for row in rows)]
    strange = [row for row in rows if not any(row.says(word) for word in told)]
    if len(rows) > 1 and told and strange:
        yield f"{len(strange)} of {len(rows)} marked rows have nothing of the task, such as {strange[0].text[:60]!r}"


def _by_name(fields: Sequence[Field]) -> dict[str, Object]:
    return {str(field["name"]): dict(field) for field in fields if field.get("name")}


def _label(name: str, field: Field | None) -> str:
    return str((field or {}).get("label") or name)


def _shown(value: str, field: Field | None) -> str:
    chosen = (field or {}).get("chosen")
    return ", ".join(chosen) if chosen else " ".join(value.split())[:80]


def _spaced(text: str) -> str:
    """A name as words: `fromAccount`, `from-account`, `/api/from_account`."""
    return re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)).casefold()
