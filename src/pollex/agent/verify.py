"""Verify that a task which is said to be done is done, against the record of the run.

An answer's values must have been seen on a page or reckoned from what was; what was sent off must not have failed.
"""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, Literal, NamedTuple

from ..core.fault import Fault
from ..core.json import Object, dumps
from ..text.dates import Day, dates, days_in
from ..text.literal import Statements, folded_json
from ..text.numbers import NUMBER, amounts
from ..text.sentences import sentences
from .claims import has_values, is_read, is_told, telling, undecided
from .history import History
from .presses import entered, presses
from .proof import done_effects, is_proven, not_done, uncertain
from .records import CODE, MONEY, RecordedItem, apart, goes_on, outdone, records
from .task import Task

ProofLevel = Literal["proven", "seen", "partly", "nothing to check", "not done"]
COUNT: Final = re.compile(r"(?<![\w.,€$£-])\d{1,2}(?![\w.,]\w|\s?[€$£%])")
QUOTED: Final = re.compile(r"[\"“„«]([^\"”“»]{2,80})[\"”“»]|'(?<!\w)([^']{2,80})'(?!\w)")
MAX_ANSWER_CHARS: Final = 20_000
"""Characters of an answer that are measured."""
ADDRESS: Final = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+")
NUMBERING: Final = re.compile(r"\[\d+\]|\"index\":\s*\d+")
"""The agent's own numbers of elements, which no page has shown."""
NAME: Final = re.compile(r"\b[A-Z][\w'’&-]*(?: (?:&|of|[A-Z0-9][\w'’&-]*))*")
PROPER: Final = re.compile(r"(?<!^)\b[A-Z][a-z'’-]+[\w'’-]*(?: (?:& )?[A-Z][a-z'’-]+[\w'’-]*)+")
"""A name of several words that does not begin the sentence."""
OWNER: Final = re.compile(r"(?<=\w)['’]s? ")
"""Where a name ends that owns the one behind it."""
HIGHEST: Final = re.compile(r"\b(?:dearest|most expensive|highest|biggest|largest)\b", re.IGNORECASE)
LOWEST: Final = re.compile(r"\b(?:cheapest|least expensive|lowest|smallest)\b", re.IGNORECASE)
NARROWED: Final = re.compile(r"\b(?:on the first page|so far|of those|that I (?:saw|read))\b", re.IGNORECASE)
AVAILABLE: Final = re.compile(r"\b(?:in stock|available|ready to send)\b", re.IGNORECASE)
SOLD_OUT: Final = re.compile(r"\b(?:sold out|out of stock|not in stock|unavailable|not available)\b", re.IGNORECASE)
SAYS: Final = re.compile(r"\b(?:yes|no|not|none|never|nothing|nobody)\b|n[’']t\b", re.IGNORECASE)
MANY: Final = re.compile(r"\b(?:all|every\w*|each|both|any|existing|whole|two|three|four|five)\b", re.IGNORECASE)
"""Words by which a task means several things, of which one may be left."""
LONG: Final = 8
"""Digits from which on a number is one of an account or an order, and no amount."""
NEAR: Final = 25
"""Characters behind a name in which a figure is taken for its own."""


class Verdict(NamedTuple):
    """How far the run supports an answer, and which parts it does not support."""

    proof: ProofLevel
    open: list[str]


def judge(task: Task, history: History, answer: Object) -> Verdict:
    """Judge how far the run bears out an answer: its act by the effects, its values by what was recorded."""
    if missing := not_done(task, history):
        return Verdict("not done", missing)
    known = records(history)
    found = [*_unseen_values(task, history, answer), *_left_out(task, history), *_misplaced(task, history, answer)]
    found += [] if task.only_asks else uncertain(history)
    told = is_read(answer, known) or (not task.only_asks and is_told(answer, task.text, history))
    if has_values(answer):
        found += [f"{each}, which was not seen so" for each in undecided(answer, history, known, quotations(task.text))]
        told = True
    if found:
        return Verdict("partly", found)
    acted = not task.only_asks and is_proven(task, history)
    if told and (task.only_asks or (acted and _is_whole(task, history))):
        return Verdict("proven", [])
    looked = counted(answer) or (told and not task.only_asks)
    return Verdict("seen" if acted or looked else "nothing to check", [])


def grave_claims(task: Task, history: History, answer: Object) -> list[str]:
    """Return why an answer is sent back: its act is not done, or it has values that were nowhere to be seen."""
    return not_done(task, history) or [*_unseen_values(task, history, answer), *_left_out(task, history)]


def doubts(task: Task, history: History, answer: Object) -> list[str]:
    """Return what of an answer was not seen in the outlines, which leave out what they fold."""
    return [*grave_claims(task, history, answer), *_misplaced(task, history, answer)]


def is_unfounded(task: Task, history: History, answer: Object) -> bool:
    """Return whether nothing of an answer's values was seen anywhere, or an answer to a question says nothing."""
    text = str(answer.get("text", ""))[:MAX_ANSWER_CHARS]
    if checked := values(text, answer.get("values")):
        return len(list(_unseen_values(task, history, answer))) == len(checked)
    corrected = any(is_refusal(action.result.fault) for action in history.actions if action.tool == "done")
    return (
        task.only_asks and corrected and not SAYS.search(text) and not telling(text) & telling(" ".join(history.seen()))
    )


def _misplaced(task: Task, history: History, answer: Object) -> Iterator[str]:
    """Yield unseen names, figures of another name, and superlatives that a list contradicts."""
    known = records(history)
    seen = Statements(
        "\n".join([task.text, *entered(history), *(record.said.text for record in known), *history.seen()])
    )
    for sentence in sentences(str(answer.get("text", ""))[:MAX_ANSWER_CHARS], ".!?;:"):
        names = sorted(_names(sentence, quotations(task.text)))
        for name in PROPER.findall(QUOTED.sub(" ", sentence)):
            yield from (f"{each!r} was nowhere to be seen" for each in _unseen_names(name, seen))
        for at, figure in _figures(sentence):
            place, name = next((each for each in reversed(names) if each[0] < at), (0, ""))
            if _is_telling(name) and at - place - len(name) < NEAR and apart(name, figure, [*known, *_sent(history)]):
                yield f"{_said(figure)} was not seen beside {name!r}"
        if (said := HIGHEST.search(sentence) or LOWEST.search(sentence)) is not None:
            most = HIGHEST.search(sentence) is not None
            if goes_on(history) and not NARROWED.search(sentence):
                yield f"{said[0]!r}: the list goes on, and not all of it was read"
            telling = [each for _, each in names if _is_telling(each)]
            if AVAILABLE.search(f"{task.text} {sentence}"):
                known = [each for each in known if not SOLD_OUT.search(each.said.text)]
            yield from (f"{each!r} is not the {said[0]}" for each in telling if outdone(each, known, most=most))


def _sent(history: History) -> list[RecordedItem]:
    """Return what servers took from the run, an item for each effect."""
    return [RecordedItem(Statements(dumps(effect["changes"]))) for effect in done_effects(history)]


def _unseen_names(name: str, seen: Statements) -> list[str]:
    """Return the name if it was not seen, or those of its parts: an owner's and what it owns."""
    if seen.says(name):
        return []
    return [each for each in OWNER.split(name) if not _was_seen(each, seen)]


def _was_seen(name: str, seen: Statements) -> bool:
    return seen.says(name) or seen.says(name.removesuffix("s")) or bool(dates(f"1 {name}"))


def _names(sentence: str, quoted: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the names in a sentence with their positions: capitalised words, and what the task has quoted."""
    spans = [match for each in quoted for match in re.finditer(re.escape(each), sentence)]
    yield from ((match.start(), match[0]) for match in spans)
    for match in NAME.finditer(sentence):
        if not any(each.start() < match.end() and match.start() < each.end() for each in spans):
            yield match.start(), match[0]


def _figures(sentence: str) -> Iterator[tuple[int, str | Day]]:
    """Yield amounts of money, codes and dates in a sentence with their positions."""
    for match in MONEY.finditer(sentence):
        yield match.start(), match[1] or match[2]
    for match in CODE.finditer(sentence):
        yield match.start(), match[0]
    yield from days_in(sentence)


def _said(figure: str | Day) -> str:
    return repr(figure) if isinstance(figure, str) else f"{figure.day} {month_name[figure.month]}"


def _is_telling(name: str) -> bool:
    """Return whether a name is distinctive: several words, or letters with a number."""
    return (" " in name or bool(re.search(r"\d", name))) and not dates(f"1 {name}")


def refusal(found: list[str], *, is_undone: bool = False) -> Fault:
    """Return the Fault for a doubtful answer. The model may correct it, or repeat it and have it marked as unproven;
    a run whose act `is_undone` fails then."""
    return Fault(
        "conflict",
        "The run does not show that this is done: " + "; ".join(found) + ".",
        expected="an answer that what was done and seen bears out",
        hint="Do what is missing, correct a value that no page showed, or say that it did not succeed. "
        "If all of it is so, call `done` again; do not do anything a second time."
        + (" A run that ends as it is now has failed." if is_undone else ""),
        retry=True,
    )


def is_refusal(fault: Fault | None) -> bool:
    """Whether a fault is that of an answer which was sent back once."""
    return fault is not None and fault.code == "conflict"


def _unseen_values(task: Task, history: History, answer: Object) -> Iterator[str]:
    given = [task.text, *entered(history)]
    known = folded_json(NUMBERING.sub(" ", "\n".join([*given, *history.addresses(), *history.seen()])))
    shown = folded_json(NUMBERING.sub(" ", "\n".join([*given, *history.seen()])))
    digits = {amount for number in NUMBER.findall(shown) for amount in amounts(number)}
    digits |= {Decimal(run) for run in re.findall(r"\d+", shown)}
    said = Statements(shown)
    for value in values(str(answer.get("text", ""))[:MAX_ANSWER_CHARS], answer.get("values")):
        number = NUMBER.fullmatch(value) is not None
        seen = (number and _is_amount(value, digits)) or _stands_in(folded_json(value), shown if number else known)
        if not seen and not counted(value) and not _is_written_otherwise(value, said):
            yield f"{value!r} was nowhere to be seen"


def counted(value: object) -> bool:
    """Return whether an answer has a number so small that it can have been counted by looking."""
    text = str(value.get("text", "")) if isinstance(value, dict) else str(value)
    said = COUNT.findall(text)
    return bool(said) if isinstance(value, dict) else said == [value]


def _is_written_otherwise(value: str, said: Statements) -> bool:
    """Return whether the value appears in another notation: a date in other words, a number in groups."""
    days = dates(value)
    long = sum(map(str.isdigit, value)) >= LONG and said.says_compact(value)
    return long or (bool(days) and all(said.says_day(day) for day in days))


def _is_amount(value: str, known: set[Decimal]) -> bool:
    """Return whether a number was seen; `1,2` may also be two items of a list."""
    parts = [Decimal(run) for run in re.split(r"[.,]", value)] if re.fullmatch(r"\d+(?:[.,]\d+)+", value) else []
    return not known.isdisjoint(amounts(value)) or (bool(parts) and "." not in value and known.issuperset(parts))


def values(text: str, given: Any) -> list[str]:
    """Return the checkable parts of an answer: numbers, addresses, quotations, data."""
    found = [*ADDRESS.findall(text), *quotations(text)]
    found += NUMBER.findall(ADDRESS.sub(" ", text))
    return list(dict.fromkeys([*(each.strip(" .,") for each in found), *_leaves(given)]))


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _leaves(each)
    elif isinstance(value, str) and value.strip():
        yield value.strip()
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield dumps(value)


def quotations(text: str) -> list[str]:
    """Return what stands in quotation marks."""
    return [one or other for one, other in QUOTED.findall(text)]


def _left_out(task: Task, history: History) -> Iterator[str]:
    """Yield quotations of the task that were never entered, chosen or seen."""
    used = folded_json(" ".join([*(dumps(action.args) for action in history.actions), *history.seen()]))
    for value in quotations(task.text):
        if folded_json(value) not in used:
            yield f"{value!r} of the task was neither used nor seen"


def _is_whole(task: Task, history: History) -> bool:
    """Return whether the effects show that no part of a task was left: it names one thing, or each in quotes."""
    pressed = [each.name for each in presses(history)]
    changed = [dumps(each["changes"]) for each in done_effects(history)]
    sent = folded_json(" ".join([*entered(history), *pressed, *changed]))
    quoted = quotations(task.text)
    return MANY.search(QUOTED.sub(" ", task.text)) is None and all(folded_json(each) in sent for each in quoted)


def _stands_in(value: str, text: str) -> bool:
    """Return whether a text contains a value as a whole word or number."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None
