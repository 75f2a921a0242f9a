"""What an answer claims, and whether the run recorded exactly that: values under their names, actions in their words.

Only literal comparison: what that cannot decide is undecided, and so not proven.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from ..core.json import Object
from ..core.path import ValuePath
from ..core.reference import Reference, read
from ..text.dates import dates
from ..text.literal import Statements, only_words
from ..text.numbers import NUMBER
from ..text.sentences import sentences
from ..text.words import singular, stem
from .history import History, PastCall
from .presses import entered
from .proof import done_effects
from .records import CODE, RecordedItem

FIGURE: Final = re.compile(rf"[−-]?\s?[€$£]?\s?[−-]?({NUMBER.pattern})\s?[€$£%]?")
CHOICES: Final = re.compile(r"\{[^{}]*\}")
"""What a list offers, of which only one is so."""
COMPUTED: Final = {
    "count": "count number many how",
    "sum": "sum total all together spent",
    "mean": "mean average",
    "average": "mean average",
    "least": "least lowest cheapest smallest shortest minimum min",
    "most": "most highest dearest biggest largest longest maximum max",
    "first": "first newest latest earliest next",
    "last": "last newest latest oldest",
    "difference": "difference less more left",
}
"""By what `aggregate` was asked for, what its result may be called."""
POLAR: Final = re.compile(
    r"\b(?:not?|none|never|nothing|nobody|on|off|yes|only|all|every|both|without|n't)\b", re.IGNORECASE
)
"""Words that turn a sentence round or make it whole: whether they are true, no word beside them shows."""
SHORT: Final = 3


class Claim(NamedTuple):
    """A named value of an answer, and whether the model gave it as a reference to an earlier result."""

    name: str
    value: Any
    referred: bool


def claims(values: Any, given: Any = None, path: ValuePath = ()) -> Iterator[Claim]:
    """Yield the values of an answer; `given` is the form in which the model wrote them."""
    if isinstance(given, str) and _is_reference(given):
        yield Claim(_name(path), values, True)
    elif isinstance(values, dict | list):
        for step, each in values.items() if isinstance(values, dict) else enumerate(values):
            inner = given[step] if isinstance(given, type(values)) and _has(given, step) else None
            yield from claims(each, inner, (*path, step))
    elif values is not None:
        yield Claim(_name(path), values, False)


def _is_reference(text: str) -> bool:
    """Return whether a text is exactly one reference that picks no row by number; all else is the model's choice."""
    parts = read(text, "{{}}").parts
    lone = parts[0] if len(parts) == 1 else None
    return isinstance(lone, Reference) and not any(isinstance(step, int) for step in lone.path)


def _has(given: Any, step: Any) -> bool:
    return step in given if isinstance(given, dict) else step < len(given)


def _name(path: ValuePath) -> str:
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def has_values(answer: Object) -> bool:
    """Return whether an answer names any value; an empty object claims nothing."""
    return any(True for _ in claims(answer.get("values")))


def undecided(answer: Object, history: History, known: Sequence[RecordedItem], named: Sequence[str] = ()) -> list[str]:
    """Return the claims of an answer that the run did not record under their names, or codes beside what is `named`."""
    done = next((each for each in reversed(history.actions) if each.tool == "done"), None)
    given = done.args.get("values") if done is not None and isinstance(done.args, dict) else None
    found = claims(answer.get("values"), given)
    return [
        f"{each.name or 'the value'} is {each.value!r}"
        for each in found
        if not _is_recorded(each, history, known) and not _is_code_of(named, each, known)
    ]


def _is_code_of(named: Sequence[str], claim: Claim, known: Sequence[RecordedItem]) -> bool:
    if not CODE.fullmatch(str(claim.value)):
        return False
    return any(_says(record, claim.value) and any(map(record.said.says, named)) for record in known)


def _is_recorded(claim: Claim, history: History, known: Sequence[RecordedItem]) -> bool:
    if claim.referred:
        return True
    if isinstance(claim.value, bool):
        return False
    if any(_is_result(claim, action) for action in history.asked):
        return True
    return any(_says(record, claim.value) and _shares(claim.name, record.said.text) for record in known)


def _is_result(claim: Claim, action: PastCall) -> bool:
    """Return whether an action computed the claim under its name, or read that many rows."""
    data = action.result.data
    if not action.result.ok or not isinstance(data, dict | list):
        return False
    if action.tool == "aggregate" and isinstance(action.args, dict) and isinstance(data, dict):
        called = COMPUTED.get(str(action.args.get("what")), "")
        own = RecordedItem(Statements(f"{data.get('value')} {data.get('text')}"))
        return _shares(claim.name, called) and _says(own, claim.value)
    rows = [each for each in _lists(data) if len(each) == claim.value]
    return bool(rows) and _shares(claim.name, COMPUTED["count"])


def _lists(data: Any) -> Iterator[list[Any]]:
    if isinstance(data, list):
        yield data
    elif isinstance(data, dict):
        yield from (each for each in data.values() if isinstance(each, list))


def _says(record: RecordedItem, value: Any) -> bool:
    text = str(value)
    said = Statements(CHOICES.sub(" ", record.said.text))
    if days := dates(text):
        return all(said.says_day(day) for day in days)
    if figure := FIGURE.fullmatch(text):
        return said.says_number(figure[1])
    return said.says(text)


def _shares(name: str, text: str) -> bool:
    """Return whether a text contains a word of the name."""
    own = set(map(singular, only_words(name.replace("_", " ")).split()))
    return bool(own & set(map(singular, only_words(CHOICES.sub(" ", text)).split())))


def is_told(answer: Object, task: str, history: History) -> bool:
    """Return whether an answer without values repeats only what the task or the page said about an action."""
    text = str(answer.get("text", ""))
    if POLAR.search(text) or not done_effects(history):
        return False
    return not telling(text) - telling("\n".join([task, *entered(history), *history.seen()]))


def is_read(answer: Object, known: Sequence[RecordedItem]) -> bool:
    """Return whether each sentence of an answer without values stands word for word in one record."""
    said = list(sentences(str(answer.get("text", "")), ".!?;"))
    return bool(said) and all(_stands(each, known) for each in said)


def _stands(sentence: str, known: Sequence[RecordedItem]) -> bool:
    said, figures = telling(sentence), Statements(sentence).numbers
    if POLAR.search(sentence) or not said or not figures:
        return False
    return any(figures <= record.said.numbers and said <= telling(record.said.text) for record in known)


def telling(text: str) -> set[str]:
    """Return the content words of a text by their stems: what was removed is to be removed."""
    words = only_words(CHOICES.sub(" ", text)).split()
    return {stem(word) for word in words if len(word) > SHORT and word.isalpha()}
