"""Whether a page still holds what the run put into it: a part that was drawn anew may have lost it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from ..browser.evidence import Evidence, element_of
from ..core.json import Object, dumps
from ..core.path import pointer
from .course import course
from .history import History, PastCall
from .look import Look
from .presses import Press, is_press

CONTROL: Final = re.compile(r"\[(\d+)\] (.*?)(?= · |$)", re.MULTILINE)
"""A control in an outline: its index and its description."""
TEXT: Final = re.compile(r"(?:textbox|searchbox|combobox|spinbutton)\b(?!.* = )")
"""A field that is empty."""
BOX: Final = re.compile(r"(?:checkbox|radio|switch|menuitemcheckbox|menuitemradio)\b")
INVALID: Final = re.compile(r"\([^()]*\binvalid\b[^()]*\)$")
SHOWS: Final = re.compile(r" = ([^·{(]*)")
"""What a control holds."""
ON: Final = re.compile(r"\([^()]*\b(?:checked|pressed|selected|mixed)\b[^()]*\)$")


class PutValue(NamedTuple):
    """What a call put into a control: a text, an option, or whether it is on."""

    name: str
    value: str | bool
    at: str = ""
    """Its index; empty where the call named the control otherwise."""
    is_option: bool = False
    group: str = ""
    """The group of a radio button, of which only one is on."""


@dataclass(slots=True)
class HeldValue:
    """What the run put into a control."""

    put: PutValue
    before: str
    """The page before."""
    shown: str = ""
    """What the control held before."""
    is_pressed: bool = False
    """Whether something was pressed since, which may have taken it."""
    is_lost: bool = False

    def is_gone(self, said: str, outline: str) -> bool:
        """Whether its control is empty or as it was before, and the page has not taken the value elsewhere."""
        value = self.put.value
        if isinstance(value, bool):
            return BOX.match(said) is not None and (ON.search(said) is not None) is not value
        if self.put.is_option:
            return bool(self.shown) and value != self.shown == _shown(said)
        return TEXT.match(said) is not None and outline.count(value) <= self.before.count(value)

    @property
    def loss(self) -> str:
        if isinstance(self.put.value, bool):
            turned, back = ("on", "off") if self.put.value else ("off", "on")
            return f"{self.put.name!r} was turned {turned}, and is {back} again"
        if self.put.is_option:
            return f"{self.put.value!r} was chosen as {self.put.name!r}, and {self.shown!r} stands there again"
        return f"{self.put.name!r} was filled in, and is empty again"


def losses(history: History) -> list[str]:
    """Return what the page lost of what the run put in, before anything was pressed that could have taken it."""
    held: dict[str, HeldValue] = {}
    outline = ""
    for event in course(history):
        if isinstance(event, Look):
            outline = event.outline
            _compare(held, outline)
        elif event.result.ok:
            _take(held, event, outline)
    return list(dict.fromkeys(each.loss for each in held.values() if each.is_lost))


def _compare(held: dict[str, HeldValue], outline: str) -> None:
    for index, said in CONTROL.findall(outline):
        known = held.get(index)
        if known is None or known.is_lost or not known.is_gone(said, outline):
            continue
        if known.is_pressed and INVALID.search(said) is None:  # it may have been taken
            del held[index]
        else:
            known.is_lost = True


def _take(held: dict[str, HeldValue], action: PastCall, outline: str) -> None:
    """Note what a call put in, and what it may have taken away."""
    if _is_sent(action, held.values()):
        held.clear()
        return
    controls = CONTROL.findall(outline)
    shown = {index: _shown(said) for index, said in controls}
    put = list(_put(action))
    placed = {each.at or _index(each.name, controls): each for each in put}
    names, groups = {each.name for each in put}, {each.group for each in put} - {""}
    for index, each in list(held.items()):
        if index in placed or each.put.name in names or each.put.group in groups:
            del held[index]
    if is_press(action) and not put:
        for each in held.values():
            each.is_pressed = True
    held.update({at: HeldValue(each, outline, shown.get(at, "")) for at, each in placed.items() if at})


def _index(name: str, controls: list[tuple[str, str]]) -> str:
    """Return the index of the one control that has a name."""
    called = re.compile(rf"\w+ {re.escape(name)}(?= = | \(|$)")
    found = [index for index, said in controls if called.match(said)]
    return found[0] if len(found) == 1 else ""


def _shown(said: str) -> str:
    found = SHOWS.search(said)
    return "" if found is None else found[1].strip()


def _is_sent(action: PastCall, held: Iterable[HeldValue]) -> bool:
    """Whether a server took what a call sent, and with it all that was put in, a lost value too if it was sent."""
    sent = [each for each in action.effects if not each["refused"] and (each.get("status") or 400) < 400]
    said = dumps(sent)
    return bool(sent) and all(
        isinstance(value := each.put.value, str) and value in said for each in held if each.is_lost
    )


def _put(action: PastCall) -> Iterator[PutValue]:
    """Yield what a call put into each control."""
    data = action.result.data if isinstance(action.result.data, dict) else {}
    element = element_of(action.result)
    index, name = str(data.get("index", "")), Press(action).name or (element and element.label) or "a field"
    match action.tool:
        case "page.type" if data.get("holds"):
            yield PutValue(name, str(data["holds"]), index)
        case "page.select" if data.get("chosen"):
            yield PutValue(name, ", ".join(data["chosen"]), index, is_option=True)
        case "page.check":
            yield PutValue(name, bool(data.get("on")), index, group=_group(element))
        case "page.click" if element is not None and element.on is not None:
            yield PutValue(name, not element.on, index, group=_group(element))
        case "page.fill":
            yield from _filled(data, action)


def _filled(data: Object, action: PastCall) -> Iterator[PutValue]:
    """Yield what a form was filled with."""
    for label, each in data.get("filled", {}).items():
        element = element_of(action.result, pointer(("fields", label)))
        name = label if element is None else element.name or element.label or label
        index, chosen = label if label.isdecimal() else "", each.get("chosen")
        if chosen:
            yield PutValue(name, ", ".join(chosen), index, is_option=True)
        elif (value := each.get("holds", each.get("on"))) not in (None, ""):
            yield PutValue(name, value, index, group=_group(element))


def _group(known: Evidence | None) -> str:
    """Return what the radio buttons of one group have in common; empty for everything else."""
    if known is None or known.role not in ("radio", "menuitemradio"):
        return ""
    return f"{known.form} {known.field.partition('=')[0]}" if known.field else " ".join(known.neighbours)
