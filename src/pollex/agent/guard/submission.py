"""A request about to leave, compared with the task: recipient, amount, date, source and item.

The comparison is literal. Whatever made a field's value, pieces, keys, suggestions or a default, it is here as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from ...browser.evidence import Evidence
from ...browser.outgoing_request import OutgoingRequest
from ...core.json import Object
from ...text.dates import dates
from ...text.literal import Statements, only_words
from ...text.numbers import amounts
from . import target as which
from .disclosure import ADDRESSEE
from .secrets import HIDDEN

FieldInfo = Mapping[str, Any]
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
READING: Final = re.compile(
    r"\b(?:search|query|suggest\w*|autocomplete|lookup|cookies?|consent|alive|ping|heartbeat|validate)\b"
)
"""Words of addresses that are sent something and change nothing that anybody would miss."""
ASKED_WITH: Final = frozenset(
    {"q", "query", "search", "term", "keyword", "filter", "sort", "order", "page", "limit", "offset", "cursor",
     "operationname", "variables"}
)  # fmt: skip
BESIDE: Final = 60
NAMES: Final = 2
"""How near before an address, in characters and words, a name stands that it belongs to."""
VIEWING: Final = re.compile(
    r"(?:show|reveal|view|see|display|load|expand|more|details?|preview|refresh)\b(?: \w+){0,3}"
)
"""What buttons are called that only show something."""
SHOWN: Final = 8
"""Values of which a person is told who is asked."""


def reads(request: OutgoingRequest) -> bool:
    """Return whether a request changes nothing: a search, a query, the page's own housekeeping."""
    if request.only_queries or READING.search(_spaced(request.path)):
        return True
    values = [(name.casefold(), value) for name, value in request.values()]
    written = any(name == "query" and "{" in value for name, value in values)  # in a language that may also change
    return bool(values) and not written and all(name in ASKED_WITH for name, _ in values)


def summary(request: OutgoingRequest) -> str:
    """Summarise what a request sends so that a person can judge it."""
    fields = _by_name(request.fields)
    held = [
        (name, value, _holding(value, [fields[name]] if name in fields else ())) for name, value in request.values()
    ]
    told = [(_label(name, field or fields.get(name)), _shown(value, field)) for name, value, field in held]
    shown = [f"{label}: {value}" for label, value in told if label and value and not HIDDEN.search(label)][:SHOWN]
    return "; ".join(shown) or f"{request.method} {request.path}"


def surprises(
    request: OutgoingRequest,
    element: Evidence | None,
    task: Statements,
    seen: Statements,
    outline: str,
    entered: Sequence[str],
) -> Iterator[str]:
    """Yield what in a request the task does not contain or contradicts.

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
        yield from which.other_part(label, value, outline, task)
    yield from which.other_number(request, element, task)
    yield from which.strange_rows(request.fields, task)
    yield from _ticked(request.fields, task)


def _holding(value: str, fields: Sequence[FieldInfo]) -> FieldInfo:
    """Return the field whose value is sent under another name."""
    return next((each for each in fields if value in (each["value"], *each.get("chosen", ())) and value), {})


def _choice(label: str, about: str, field: FieldInfo, task: Statements, *, money: bool) -> Iterator[str]:
    chosen = [which.core(each) for each in field.get("chosen", ())]
    others = [which.core(each) for each in field["options"] if which.core(each) not in chosen]
    for each in chosen:
        if task.says(each) or not each:
            continue
        named = [other for other in others if which.is_named(other, [*others, *chosen], task)]
        if named and not which.is_named(each, [*others, *chosen], task):
            yield f"{label} is {each!r}, and the task says {named[0]!r}"
        elif (
            (money or WHERE_FROM.search(about))
            and not field.get("untouched")
            and not which.is_named(each, [*others, each], task)
        ):
            yield f"{label} is {each!r}, of which the task does not speak"


def _addressees(
    label: str, about: str, value: str, field: FieldInfo, task: Statements, seen: Statements, entered: Sequence[str]
) -> Iterator[str]:
    """Yield recipients that the task does not mention."""
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
    named = not re.search(r"\d", value) and all(task.says(word) for word in only_words(value).split())
    spoken = named or task.says(value) or task.says_compact(value)
    if decides and not found and not field.get("untouched") and not spoken:
        yield f"{label} is {value!r}, of which the task does not speak"


def is_theirs(address: str, task: Statements, seen: Statements) -> bool:
    """Return whether a page showed this address beside a name from the task."""
    spaced = r"\s?".join(map(re.escape, re.sub(r"\s", "", address)))
    for match in re.finditer(spaced, seen.text, re.IGNORECASE):
        before = seen.text[max(match.start() - BESIDE, 0) : match.start()]
        names = [word for word in re.findall(r"[^\W\d_]{3,}", before)[-NAMES:] if word[0].isupper()]
        is_held = before.rstrip(" '\"(<").endswith("=")  # a field shows what was typed into it
        if not is_held and any(task.says(name) for name in names):
            return True
    return False


def _speaks_of_others(address: str, task: Statements) -> bool:
    """Return whether the task names another address of this kind."""
    others = ADDRESSEE.findall(task.text)
    return any(("@" in each) == ("@" in address) and "://" not in each for each in others)


def _figures(label: str, about: str, value: str, field: FieldInfo, task: Statements) -> Iterator[str]:
    """Yield amounts and dates that are not in the task."""
    untouched = bool(field.get("untouched"))
    if (meant := set(amounts(value))) and HOW_MUCH.search(about):
        said = task.counts if PIECES.search(about) else task.numbers
        if not untouched and not meant <= said and meant != {1}:
            yield f"{label} is {value!r}, which the task does not say"
        return
    days = dates(value) if len(value) < 40 else []
    if len(days) == 1 and not task.says_day(days[0]) and (dates(task.text) if untouched else True):
        yield f"{label} is {value!r}, and the task {'names another day' if task.dates else 'names no such day'}"


def _ticked(fields: Sequence[FieldInfo], task: Statements) -> Iterator[str]:
    """Yield ticked boxes that the task does not mention; a box that marks rows is judged by its rows."""
    marks_rows = any(field.get("row") and field["value"] for field in fields)
    for field in fields:
        label = only_words(str(field.get("label", "")))
        on = field.get("kind") == "checkbox" and field["value"] and not field.get("untouched") and not field.get("row")
        if marks_rows and not field.get("name"):
            continue
        telling = [word for word in label.split() if len(word) > 3]
        if on and telling and not TERMS.search(label) and not any(task.says(word) for word in telling):
            yield f"{field['label']!r} was ticked, and the task does not speak of it"


def _by_name(fields: Sequence[FieldInfo]) -> dict[str, Object]:
    return {str(field["name"]): dict(field) for field in fields if field.get("name")}


def _label(name: str, field: FieldInfo | None) -> str:
    return str((field or {}).get("label") or name)


def _shown(value: str, field: FieldInfo | None) -> str:
    chosen = (field or {}).get("chosen")
    return ", ".join(chosen) if chosen else " ".join(value.split())[:80]


def _spaced(text: str) -> str:
    """Split an identifier into words: `fromAccount`, `from-account`, `/api/from_account`."""
    return re.sub(r"[\W_]+", " ", re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)).casefold()
