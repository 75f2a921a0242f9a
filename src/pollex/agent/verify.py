"""Verify that a task which is said to be done is done, against the record of the run.

An answer's values must have been seen on a page or reckoned from what was; what was sent off must not have failed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, Literal, NamedTuple

from ..browser.evidence import element_of
from ..core.fault import Fault
from ..core.json import Object, dumps
from ..text.dates import Day, dates, days_in
from ..text.literal import Statements, folded_json
from ..text.numbers import NUMBER, amounts
from .claims import has_values, is_read, is_told, undecided
from .guard.commitment import FAMILIES, NEGATED, claims
from .history import History, PastCall
from .presses import entered, presses
from .records import MONEY, apart, goes_on, outdone, records
from .task import Task

ProofLevel = Literal["proven", "partly", "nothing to check"]
QUOTED: Final = re.compile(r"[\"“„«]([^\"”“»]{2,80})[\"”“»]|'(?<!\w)([^']{2,80})'(?!\w)")
MAX_ANSWER_CHARS: Final = 20_000
"""Characters of an answer that are measured."""
ADDRESS: Final = re.compile(r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|https?://\S+")
NUMBERING: Final = re.compile(r"\[\d+\]|\"index\":\s*\d+")
"""The agent's own numbers of elements, which no page has shown."""
BUTTON: Final = re.compile(r"\[\d+\] button ([^·\[(=]+)")
SENTENCE: Final = re.compile(r"(?<=[.!?;:])\s+|\n+")
NAME: Final = re.compile(r"\b[A-Z][\w'’&-]*(?: (?:&|of|[A-Z0-9][\w'’&-]*))*")
PROPER: Final = re.compile(r"(?<!^)\b[A-Z][a-z'’-]+(?: (?:& )?[A-Z][a-z'’-]+)+")
"""A name of several words that does not begin the sentence."""
HIGHEST: Final = re.compile(r"\b(?:dearest|most expensive|highest|biggest|largest)\b", re.IGNORECASE)
LOWEST: Final = re.compile(r"\b(?:cheapest|least expensive|lowest|smallest)\b", re.IGNORECASE)
NARROWED: Final = re.compile(r"\b(?:on the first page|so far|of those|that I (?:saw|read))\b", re.IGNORECASE)
LONG: Final = 8
"""Digits from which on a number is one of an account or an order, and no amount."""
NEAR: Final = 25
"""Characters behind a name in which a figure is taken for its own."""


class Verdict(NamedTuple):
    """How far the run supports an answer, and which parts it does not support."""

    proof: ProofLevel
    open: list[str]


def judge(task: Task, history: History, answer: Object) -> Verdict:
    """Judge whether all, some or none of an answer's claims were recorded."""
    found, known = unsupported_claims(task, history, answer), records(history)
    if not has_values(answer):
        told = is_read(answer, known) or (not task.only_asks and is_told(answer, task.text, history))
        return Verdict("partly" if found else "proven" if told else "nothing to check", found)
    found += [f"{each}, which was not seen so" for each in undecided(answer, history, known)]
    return Verdict("partly" if found else "proven", found)


def unsupported_claims(task: Task, history: History, answer: Object) -> list[str]:
    """Return what contradicts an answer which says that the task is done."""
    found = [*grave_claims(task, history, answer), *_quiet_doubts(task, history, answer)]
    return found or list(_unordered(task, history, answer))


def grave_claims(task: Task, history: History, answer: Object) -> list[str]:
    """Return claims for which an answer is sent back: unseen values, or actions where nothing was done."""
    missing = [*_undone(task, history, answer), *_unpressed(task, history)]
    acted = any(press.answered for press in presses(history))
    return [
        *_failures(history),
        *_unseen_values(task, history, answer),
        *_left_out(task, history),
        *(missing if not acted else ()),
    ]


def _quiet_doubts(task: Task, history: History, answer: Object) -> list[str]:
    """Return claims that only mark an answer as unproven: something was done, but nothing shows that it was this.

    To send such an answer back would be to ask for the deed a second time.
    """
    acted = any(press.answered for press in presses(history))
    found = [*_undone(task, history, answer), *_unpressed(task, history)] if acted else []
    return [*found, *_misplaced(task, history, answer)]


def _misplaced(task: Task, history: History, answer: Object) -> Iterator[str]:
    """Yield unseen names, figures of another name, and superlatives that a list contradicts."""
    known = records(history)
    seen = Statements(
        "\n".join([task.text, *entered(history), *(record.said.text for record in known), *history.seen()])
    )
    for sentence in SENTENCE.split(str(answer.get("text", ""))[:MAX_ANSWER_CHARS]):
        names = [(match.start(), match[0]) for match in NAME.finditer(sentence)]
        for name in PROPER.findall(QUOTED.sub(" ", sentence)):
            if not seen.says(name) and not seen.says(name.removesuffix("s")) and not dates(f"1 {name}"):
                yield f"{name!r} was nowhere to be seen"
        for at, figure in _figures(sentence):
            place, name = next((each for each in reversed(names) if each[0] < at), (0, ""))
            if _is_telling(name) and at - place - len(name) < NEAR and apart(name, figure, known):
                yield f"{_said(figure)} was not seen beside {name!r}"
        if (said := HIGHEST.search(sentence) or LOWEST.search(sentence)) is not None:
            most = HIGHEST.search(sentence) is not None
            if goes_on(history) and not NARROWED.search(sentence):
                yield f"{said[0]!r}: the list goes on, and not all of it was read"
            telling = [each for _, each in names if _is_telling(each)]
            yield from (f"{each!r} is not the {said[0]}" for each in telling if outdone(each, known, most=most))


def _figures(sentence: str) -> Iterator[tuple[int, str | Day]]:
    """Yield amounts of money and dates in a sentence with their positions."""
    for match in MONEY.finditer(sentence):
        yield match.start(), match[1] or match[2]
    yield from days_in(sentence)


def _said(figure: str | Day) -> str:
    return repr(figure) if isinstance(figure, str) else f"{figure.day}.{figure.month}."


def _is_telling(name: str) -> bool:
    """Return whether a name is distinctive: several words, or letters with a number."""
    return (" " in name or bool(re.search(r"\d", name))) and not dates(f"1 {name}")


def _unordered(task: Task, history: History, answer: Object) -> Iterator[str]:
    """Yield a doubt if the task orders a change, nothing was sent, and the answer does not say so."""
    sent = any(press.sent for press in presses(history)) or any(_sends(each) for each in history.asked)
    acted = sent or any(each.result.ok and each.is_outcome for each in history.asked)
    text = str(answer.get("text", ""))[:MAX_ANSWER_CHARS]
    if not task.only_asks and not acted and not NEGATED.search(text) and not values(text, answer.get("values")):
        yield "nothing was done"


def _sends(action: PastCall) -> bool:
    data = action.result.data
    return action.result.ok and isinstance(data, dict) and bool(data.get("sent"))


def refusal(found: list[str]) -> Fault:
    """Return the Fault for a doubtful answer. The model may correct it, or repeat it and have it marked as unproven."""
    return Fault(
        "conflict",
        "The run does not show that this is done: " + "; ".join(found) + ".",
        expected="an answer that what was done and seen bears out",
        hint="If it is done, call `done` again; do not do anything a second time. Else do what is missing, "
        "or say that it did not succeed.",
        retry=True,
    )


def is_refusal(fault: Fault | None) -> bool:
    """Whether a fault is that of an answer which was sent back once."""
    return fault is not None and fault.code == "conflict"


def _failures(history: History) -> Iterator[str]:
    """Yield calls that failed to send something and were not repeated successfully."""
    acted = [action for action in history.actions if action.tool.startswith("page.")]
    for place, action in enumerate(acted):
        if any(_same(action, later) and later.result.ok and not _failed(later) for later in acted[place + 1 :]):
            continue
        for request in _failed(action):
            status = request.get("status") or request.get("failure")
            yield f"{request.get('method', 'the request')} {request.get('url', '')} was answered with {status}"
        fault = action.result.fault
        if fault is not None and fault.uncertain:
            yield f"it is not known whether {action.tool} happened"
        elif fault is not None and fault.code == "unavailable":
            yield f"{action.tool} found no browser, and was not done again"


def _failed(action: PastCall) -> list[Object]:
    """Return the failed changing requests of an action."""
    data = action.result.data
    failed = data.get("failed", []) if isinstance(data, dict) else []
    return [request for request in failed if request.get("method", "GET") != "GET"]


def _same(one: PastCall, other: PastCall) -> bool:
    return one.tool == other.tool and one.result.proof.get("/selector") == other.result.proof.get("/selector")


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
        if not seen and not _is_written_otherwise(value, said):
            yield f"{value!r} was nowhere to be seen"


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
    found = [*ADDRESS.findall(text), *(one or other for one, other in QUOTED.findall(text))]
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


def _left_out(task: Task, history: History) -> Iterator[str]:
    """Yield quotations of the task that were never entered, chosen or seen."""
    used = folded_json(" ".join([*(dumps(action.args) for action in history.actions), *history.seen()]))
    for one, other in QUOTED.findall(task.text):
        value = one or other
        if folded_json(value) not in used:
            yield f"{value!r} of the task was neither used nor seen"


def _unpressed(task: Task, history: History) -> Iterator[str]:
    """Yield buttons that the task asks for, that the page still offers, and that were not pressed."""
    shown = [line for turn in history.turns[-1:] for line in turn.look.outline.splitlines()]
    buttons = [found[1].strip().casefold() for line in shown for found in BUTTON.finditer(line)]
    pressed = [touched.name or "" for each in history.asked if (touched := element_of(each.result))]
    for family in FAMILIES:
        wanted = family.asked.search(task.text)
        left = [name for name in buttons if (does := family.button.search(name)) and does[0] in task.text.casefold()]
        if wanted and left and not any(family.button.search(name) for name in pressed):
            yield f"{left[0]!r} was not pressed"


def _acted(actions: Sequence[PastCall]) -> bool:
    """Return whether any element was acted on."""
    return any("/selector" in action.result.proof for action in actions)


def _undone(task: Task, history: History, answer: Object) -> Iterator[str]:
    """Yield claimed actions without any trace in the run: no such button pressed, no page that says so.

    A control that does not say what it does may have done it, where it was the last to be pressed and was answered.
    """
    last = presses(history)[-1:]
    if any(press.silent and press.answered for press in last):
        return
    acted = [each for each in history.asked if each.result.ok and each.tool.startswith("page.")]
    done = "\n".join(dumps(each.args) for each in acted)
    names = [touched.name or "" for each in acted if (touched := element_of(each.result))]
    shown = "\n".join([done, *names, *history.seen()])
    for family in claims(NEGATED.sub(" ", str(answer.get("text", ""))[:MAX_ANSWER_CHARS])):
        borne_out = family.claimed.search(shown) and not (family.asked.search(task.text) and not _acted(acted))
        if not family.button.search("\n".join([done, *names])) and not borne_out:
            yield f"nothing was done that {family.what}"


def _stands_in(value: str, text: str) -> bool:
    """Return whether a text contains a value as a whole word or number."""
    return re.search(rf"(?<!\w){re.escape(value)}(?!\w)", text) is not None
