"""Whether a task asks for an effect, in words that can hardly mean anything else.

Every value, the record, what was pressed and the kind of act must stand in the task; else it is left to the judge.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final
from urllib.parse import urlsplit

from ...core.json import Object
from ...text.dates import Day, dates
from ...text.literal import Statements, only_words
from ...text.numbers import NUMBER, amounts
from ...text.words import split_name
from .case import GENERIC, Case, stems
from .kinds import FAMILIES, NEGATED, Family, asks_for
from .provenance import ADDED, ADDRESSEE, ChangedValue

QUOTED: Final = re.compile(r"[\"“„«]([^\"”“»]{2,})[\"”“»]|(?<!\w)['‘]([^'’]{2,})['’](?!\w)")
OFF: Final = re.compile(
    r"\b(?:off|disable|deactivate|stop|mute|hide|remove|no|not|don[’']t|without|clear|decline|reject"
    r"|un(?:link|subscrib|check|tick|follow|star|mut|hid|block|pin|shar|archiv|assign|select)\w*)\b",
    re.IGNORECASE,
)
NUMBERED: Final = re.compile(r"(?<![\w@./-])[A-Z]{2,6}-\d[\w-]*")
"""What is named by a number: KES-391."""
SHORT: Final = 40
"""Characters of a field that may hold a day."""
SAYING: Final = 3
"""Words from which on a value is a text that somebody reads."""
MONEY: Final = re.compile(
    r"[€$£]\s?\d[\d.,]*|[\w.,]+\s?(?:[€$£]|(?:euros?|eur|dollars?|usd|pounds?|cents?|bucks)\b)", re.IGNORECASE
)
FEW: Final = 2_000
"""Records among which a named one is looked for."""
EXCEPTS: Final = re.compile(
    rf"{NEGATED.pattern}|\b(?:keep|keeps|leave|leaving|stays?|except|but not|rather than|instead of|other than)\b",
    re.IGNORECASE,
)
"""By which a task names what it does not mean."""
CLAUSE: Final = re.compile(r"[.,;:!?\n]")
DATE: Final = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{2,4}")
GOOD: Final = ("task", "named", "credential", "account")
"""Sources to which the task points."""


def is_asked_for(case: Case) -> bool:
    """Whether the task asks for just this, in words that can hardly mean anything else."""
    if case.effect.own or case.effect.is_opaque or EXCEPTS.search(QUOTED.sub(" ", case.task.text)):
        return False
    if unasked_kinds(case) or any(_contradictions(case)) or _is_exchangeable(case):
        return False
    if not all(_is_literal(each, case) for each in case.by_model):
        return False
    if case.effect.is_compared:
        return bool(case.made) and all(_is_asked(record, values, case) for record, values in case.records().items())
    return _act_is_asked(case)


def _is_exchangeable(case: Case) -> bool:
    """Whether two of the values could stand in each other's place, and the task may mean the other way round."""
    sorts = Counter(_sort(text) for text in {each.text for each in case.by_model})
    unnamed = {each.field for each in case.by_model if not case.hits([split_name(each.field)])}
    if max(sorts.values(), default=0) > 1 or len(unnamed) > 1:
        return True
    return sorts["number"] > 0 and len(MONEY.findall(case.task.text)) > 1


def _sort(text: str) -> str:
    if ADDRESSEE.search(text):
        return "address"
    if dates(text) and len(text) < SHORT:
        return "day"
    if NUMBER.fullmatch(text.strip(" €$£%")):
        return "number"
    return "name" if len(text.split()) < SAYING else "text"


def _is_literal(value: ChangedValue, case: Case) -> bool:
    """Whether the task has a value sign by sign, and not only as a part of something longer."""
    task, text = case.provenance.task, value.text
    if value.source != "task":
        return value.source in GOOD
    if _sort(text) == "address":
        return all(task.says_compact(each) for each in ADDRESSEE.findall(text))
    if _sort(text) == "number":
        readings = [amounts(each)[:1] for each in NUMBER.findall(DATE.sub(" ", task.text))]
        in_words = Statements(NUMBER.sub(" ", task.text))
        return amounts(text.strip(" €$£%"))[:1] in readings or in_words.says_number(text.strip(" €$£%"))
    own, quoted = only_words(text), _quotations(case)
    return own in quoted or not any(f" {own} " in f" {each} " for each in quoted if len(each.split()) >= SAYING)


def _quotations(case: Case) -> list[str]:
    return [only_words(one or other) for one, other in QUOTED.findall(case.task.text)]


def _is_quoted(value: ChangedValue, case: Case) -> bool:
    """Whether a value is a whole text that the task quotes: it need not say in which field it belongs."""
    return _sort(value.text) == "text" and only_words(value.text) in _quotations(case)


def _is_asked(record: tuple[str, ...], values: list[ChangedValue], case: Case) -> bool:
    """Whether the task asks for what is changed in one record of a document."""
    if any(each.maker in ("unknown", "page") or (each.maker == "model" and each.source not in GOOD) for each in values):
        return False
    change = values[0].change
    if any(each.change.kind == "moved" for each in values):
        return False  # where something belongs, words can hardly say
    if change.kind == "removed" and isinstance(change.before, dict):
        return _names_one(record, values, case)  # that the task asks for its removal was looked at before
    if change.kind == "added" and isinstance(change.after, dict):
        lists = [split_name(part) for part in change.path[:-1][-1:]]
        is_said = all(case.provenance.says(each.text) for each in values if each.maker == "choice")
        return is_said and bool(case.hits(lists)) and any(each.source in GOOD for each in values)
    new = {each.text for each in values}
    known = [*(each for each in record if each not in new), *(str(each.change.before or "") for each in values)]
    if case.in_list(change):
        is_one = _names_one(known, values, case)
    else:
        is_one = bool(case.hits(_topics(values))) or all(_is_quoted(each, case) for each in values)
    return is_one and all(_is_chosen(each, case) for each in values if each.maker == "choice")


def _topics(values: list[ChangedValue]) -> list[str]:
    return [split_name(each.field) for each in values]


def _names_one(record: Sequence[str], values: list[ChangedValue], case: Case) -> bool:
    """Whether the task names a record, and no other one of its list as well."""
    own = case.hits(record) - _kind_words(case, values)
    if not own or not case.names(record) or not _are_together(own, case):
        return False
    others = list(case.siblings(values[0].change))
    return len(others) < FEW and not any(case.hits(each) >= own for each in others)


def _are_together(record: frozenset[str], case: Case) -> bool:
    """Whether the task speaks of a record and of what was pressed in one breath: approve this, deny that."""
    pressed, clauses = stems(case.act.control) & case.spoken, map(stems, CLAUSE.split(case.task.text))
    return not pressed or any(record <= each and pressed & each for each in clauses)


def _kind_words(case: Case, values: list[ChangedValue]) -> frozenset[str]:
    """Return the words that all records of a list share: of the control, the headings and the fields."""
    return frozenset().union(*map(stems, [case.act.control, *case.headings, *_topics(values)]))


def _is_chosen(value: ChangedValue, case: Case) -> bool:
    """Whether the task has a choice: by its value, or by the name of what was pressed."""
    if value.text in ("true", "false"):
        topic = case.hits([case.act.control, *_topics([value])])
        off = OFF.search(f"{NEGATED.sub(' ', case.task.text)} ") is not None
        return bool(topic) and (value.text == "false") == off
    said = case.provenance.says(value.text)
    control = stems(case.act.control)
    return said or (bool(control) and control <= case.spoken and not GENERIC.fullmatch(case.act.control))


def _act_is_asked(case: Case) -> bool:
    """Whether the task asks for an act by which a form or an order is sent."""
    if any(each.source not in GOOD for each in case.by_model) or _other_number(case):
        return False
    if not all(_is_incidental(each, case) for each in case.made if each.maker != "model"):
        return False
    place = [case.act.control, case.act.question, case.title, *case.headings]
    if not case.act.is_one_of_several and _is_named(case.act.control, case):
        return True
    if case.act.is_one_of_several and not _names_row(case):
        return False
    if case.by_model:
        return bool(case.hits(place)) or bool(kinds_of(case))
    named = case.act.row or case.hits(case.headings) - stems(case.act.control)
    return bool(named) and bool(stems(case.act.control) & case.spoken) and _is_the_record(case)


def _is_the_record(case: Case) -> bool:
    """Whether the one record that an address names by its number is the page's own, or one that the task speaks of."""
    numbers = [part for part in case.effect.request.path.split("/") if re.search(r"\d", part)]
    if not numbers or case.act.row or numbers[-1] in urlsplit(case.act.here).path.split("/"):
        return True
    return bool(case.hits(case.act.around) - _kind_words(case, []))


def _is_named(control: str, case: Case) -> bool:
    """Whether the task says in so many words what is to be pressed."""
    return bool(control) and only_words(control) in _quotations(case)


def _is_incidental(value: ChangedValue, case: Case) -> bool:
    """Whether a value that nobody entered belongs to the form: a hidden one, one piece, or what the task says."""
    untouched = {str(each["value"]) for each in case.effect.fields if each["first"] == each["value"]}
    if value.text == "false":
        return _is_chosen(value, case)
    return value.text in ("1", "true", *untouched) or case.provenance.says(value.text)


def _names_row(case: Case) -> bool:
    if not case.act.row:
        return False
    own = case.hits(case.act.row) - _kind_words(case, []) if case.names(case.act.row) else frozenset()
    others = [case.hits([row]) for row in case.rows if only_words(case.act.row[0]) not in only_words(row)]
    return bool(own) and _are_together(own, case) and not any(each >= own for each in others)


def _other_number(case: Case) -> bool:
    """Whether it is about a number, and the task names others of the kind."""
    meant = set(NUMBERED.findall(case.task.text.upper()))
    said = " ".join([case.act.control, *case.act.row, *case.headings, case.title, case.effect.request.path])
    found = set(NUMBERED.findall(said.upper().replace("/", " ")))
    kinds = {each.partition("-")[0] for each in meant}
    return bool(meant) and not found & meant and any(each.partition("-")[0] in kinds for each in found)


def left_as_they_are(case: Case) -> Iterator[str]:
    """Yield fields that nobody has touched, though the task says one of their other options, or another day."""
    for field in _contradictions(case):
        if field.get("first") == field.get("value"):
            chosen = ", ".join(field.get("chosen") or ())
            yield f"{field.get('label') or field.get('name')}: {chosen or field.get('value')}"


def stays_as_asked(case: Case) -> Iterator[str]:
    """Yield fields that nobody has touched, and in which stands what the task says."""
    for field in (each for each in _open_fields(case) if each.get("first") == each.get("value")):
        holds = ", ".join(field.get("chosen") or ()) or str(field.get("value") or "")
        if 0 < len(holds) < SHORT and case.hits([holds]):
            yield f"{field.get('label') or field.get('name')}: {holds}"


def _contradictions(case: Case) -> Iterator[Object]:
    """Yield fields in which something else stands than the task says."""
    for field in _open_fields(case):
        options, chosen = field.get("options") or (), field.get("chosen") or ()
        named, days = [each for each in options if _is_said(each, case)], dates(str(field.get("value"))[:SHORT])
        if (named and chosen and not any(each in named for each in chosen)) or (days and not _says_day(case, days)):
            yield field


def _open_fields(case: Case) -> Iterator[Object]:
    """Yield the fields that somebody sees; those behind an open dialog only where they are sent as well."""
    sent = {step for change in case.effect.changes for step in change.path}
    for field in case.effect.fields:
        if field.get("shown") and (not field.get("behind") or field.get("name") in sent):
            yield field


def _says_day(case: Case, days: list[Day]) -> bool:
    """Whether the task names one of these days, or none at all."""
    said = dates(case.task.text)
    return not said or any(case.provenance.task.says_day(day) for day in days)


def _is_said(option: str, case: Case) -> bool:
    bare = ADDED.sub("", option).strip()
    return len(bare) > 2 and Statements(case.task.text).says(bare)


def kinds_of(case: Case) -> list[Family]:
    """Return the kinds of commitment that an effect is, by its words and by what it removes."""
    found = [family for family in FAMILIES if family.button.search(case.about)]
    gone = [each.value for each in case.effect.changes if each.kind == "removed" and isinstance(each.value, dict)]
    come = [each.value for each in case.effect.changes if each.kind == "added" and isinstance(each.value, dict)]
    moved = [each for each in gone if any(_alike(each, other) for other in come)]
    if (len(gone) > len(moved) or case.effect.request.method == "DELETE") and FAMILIES[0] not in found:
        found.append(FAMILIES[0])
    return found


def _alike(one: dict[str, object], other: dict[str, object]) -> bool:
    same = sum(1 for key, value in one.items() if other.get(key) == value)
    return same * 2 >= min(len(one), len(other)) > 0


def unasked_kinds(case: Case) -> list[Family]:
    return [family for family in kinds_of(case) if not asks_for(case.task.text, family, case.act.control)]
