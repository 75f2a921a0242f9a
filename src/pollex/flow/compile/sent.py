"""What the last change sent, and a server took: inputs that the workflow tells as what it did."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...text.dates import dates
from ...text.numbers import number_in
from ...text.words import folded
from .inputs import Input
from .parametrizer import mentions, typed_text
from .recording import RecordedAction


def sent_inputs(change: RecordedAction, acts: Sequence[RecordedAction], inputs: Sequence[Input]) -> list[Input]:
    """Return the inputs whose values the last change sent, or by which its row was found."""
    before = [act for act in acts if act.at < change.at and act.ok]
    pressed = before[-1:] if change.tool == "page.dialog" else [change]
    near = [text for act in pressed if act.element is not None for text in act.element.neighbours]
    sent = {folded(text) for text in (*_sent(change, acts), *near)}
    return [each for each in inputs if folded(typed_text(each.value)) in sent]


def sent_as(
    value: Any, change: RecordedAction, acts: Sequence[RecordedAction], inputs: Sequence[Input]
) -> Input | None:
    """Return the input by which a value of the answer was sent or its row was found, however it is written."""
    if isinstance(value, dict | list | bool | None):
        return None
    found = [each for each in sent_inputs(change, acts, inputs) if _is_same(typed_text(each.value), typed_text(value))]
    known = change.element
    near = () if known is None else (known.name or "", *known.neighbours)
    named = [
        each
        for each in inputs
        if folded(typed_text(each.value)) == folded(typed_text(value))
        and any(mentions(text, typed_text(each.value)) for text in near)
    ]
    return next(iter((*found, *named)), None)


def _sent(change: RecordedAction, acts: Sequence[RecordedAction]) -> list[str]:
    """Return the values that it sent; what a form kept from an attempt before it is no difference, but sent as well."""
    to = {(each.get("method"), each.get("url")) for each in change.effects}
    effects = [each for act in acts if act.at <= change.at for each in act.effects]
    fields = {
        str(each["path"]): each.get("after")
        for effect in effects
        if (effect.get("method"), effect.get("url")) in to
        for each in effect.get("changes", ())
    }
    return [value for value in fields.values() if isinstance(value, str)]


def _is_same(one: str, other: str) -> bool:
    """Whether two texts are one value: the same words, one day or one amount."""
    if folded(one) == folded(other):
        return True
    days = dates(one), dates(other)
    if any(days):
        return len(days[0]) == len(days[1]) == 1 and days[0][0].is_same(days[1][0])
    amount = number_in(one)
    return amount is not None and amount == number_in(other)
