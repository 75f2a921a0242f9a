"""Attempts that were made again: what no server took, forms that a page showed again, corrected searches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...core.json import Object
from .recording import RecordedAction

FILLING: Final = frozenset({"page.type", "page.select", "page.check", "page.upload"})
"""Tools that only fill a field: the last one for a field counts."""
MENDING: Final = FILLING | {"page.keypress", "page.wait"}
"""What stands between a press that a page refused and the same press once more."""


def is_made_again(act: RecordedAction, before: Sequence[RecordedAction], later: Sequence[RecordedAction]) -> bool:
    """Whether it came to nothing and was done again, with a field mended that had been filled before it."""
    again = next((each for each in later if is_same(act, each) and not has_failed(each)), None)
    if again is None:
        return False
    if has_failed(act):
        return not act.navigated and (act.came_to_nothing or act.url_after == again.url_after)
    between = later[: later.index(again)]
    is_mended = any(each.tool in FILLING and any(is_same(each, first) for first in before) for each in between)
    if not is_mended or any(each.tool not in MENDING or each.sent for each in between):
        return False
    if act.sent:
        return not act.navigated and again.sent and _came_back(act, again)
    return again.sent != act.navigated  # not sent at first, or a search that was made again


def has_failed(act: RecordedAction) -> bool:
    return act.came_to_nothing or (not act.effects and bool(act.data_field("failed")))


def is_same(one: RecordedAction, other: RecordedAction) -> bool:
    """Whether two actions were on the same element."""
    first, second = one.element, other.element
    if one.tool != other.tool or first is None or second is None:
        return False
    if (first.frame, first.xpath, first.css) == (second.frame, second.xpath, second.css):
        return first.xpath is not None or first.css is not None
    return False


def is_chosen_instead(one: RecordedAction, other: RecordedAction) -> bool:
    """Whether two actions chose among the radio buttons of one group."""
    first, second = one.element, other.element
    if first is None or second is None or not first.role == second.role == "radio":
        return False
    group = (first.field or "").partition("=")[0]
    return bool(group) and (first.form, group) == (second.form, (second.field or "").partition("=")[0])


def _came_back(act: RecordedAction, again: RecordedAction) -> bool:
    """Whether the page showed a form again with what it had sent: the second time it differs from that alone."""
    if len(act.effects) != 1 or len(again.effects) != 1:
        return False
    [first], [second] = act.effects, again.effects
    if (first.get("method"), first.get("url")) != (second.get("method"), second.get("url")):
        return False
    sent, mended = _values(first, "after"), _values(second, "before")
    return any(value and sent.get(path) == value for path, value in mended.items())


def _values(effect: Object, when: str) -> Object:
    return {str(each.get("path")): each.get(when) for each in effect.get("changes", ())}
