"""Notes about a batch that is valid and yet not what its author can have meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from ..text.clip import on_one_line
from .components import child_props, component_type
from .desk import Desk, DeskComponent
from .html.ids import unprefixed
from .selector import find
from .tree import Element, Nodes, every
from .update import update_between
from .window import DeskWindow

MOST: Final = 10
"""Notes about one batch."""
INVITES: Final = re.compile(r"\b(?:click|tap|press)\s+(?:here|this|to\s+\w+)\b", re.IGNORECASE)
DRAWS: Final = ("dom.set", "dom.replace", "dom.append", "component.render")
ANSWERED: Final = ("api.call", "state.get")
"""What is done for its answer, or for what it does elsewhere, and not for a change of the desk."""


def lint(batch: Sequence[Object], before: Desk, after: Desk) -> list[str]:
    """Return notes about a batch, given the desk on both sides of it."""
    changed = [window for id_, window in after.windows.items() if before.windows.get(id_) is not window]
    drawn = [part for id_, part in after.components.items() if before.components.get(id_) is not part]
    notes = [*_unseen(batch, before, after)]
    for window in changed:
        notes += _window_notes(window, before.windows.get(window.id), after)
    for component in drawn:
        notes += _component_notes(component, after)
    return list(dict.fromkeys(notes))[:MOST]


def _unseen(batch: Sequence[Object], before: Desk, after: Desk) -> Iterator[str]:
    update = update_between(before, after, seq=0, batch="", by="", now=0)
    reads = any(envelope.get("op") in ANSWERED and _param(envelope, "into") is None for envelope in batch)
    bound = _bound_controls(after)
    shown = any((change.at.scope, change.at.key) in bound for change in update.state)
    if not (update.windows or update.components or shown or reads):
        yield "Nothing that a person can see changed. Draw into a window, or bind a component to the state."


def _window_notes(window: DeskWindow, before: DeskWindow | None, desk: Desk) -> Iterator[str]:
    where = f"Window {window.id!r}"
    if window.synthetic:
        yield f"{where} was never created: an empty one with its id for a title was made. Send window.create first."
    if not window.content and (before is None or before.content):
        yield f"{where} is empty."
    earlier = () if before is None else before.content
    if window.content is not earlier:
        yield from (f"{where}: {note}" for note in _not_clickable(window.content, window.id, ()))
        for _, node in every(window.content):
            if isinstance(node, Element) and node.command is not None:
                yield from (f"{where}: {note}" for note in _aims(node.command.batch, desk, window.id))


def _component_notes(component: DeskComponent, desk: Desk) -> Iterator[str]:
    where = f"Component {component.id!r}"
    kind = component_type(component.type)
    if component.type in ("button", "form") and "command" not in component.props:
        yield f"{where} looks as if it did something, and has no command."
    for _, child in child_props(kind, component.props):
        if child not in desk.components:
            yield f"{where} has the child {child!r}, which nothing drew."
    for _, command in component.commands():
        yield from (f"{where}: {note}" for note in _aims(command.batch, desk, component.window))


def _aims(batch: Sequence[Object], desk: Desk, own: str) -> Iterator[str]:
    """Yield what a command would draw into that is not there. What it makes itself is there by then."""
    made = {_param(each, "id") for each in batch if each.get("op") == "window.create"}
    for envelope in batch:
        if envelope.get("op") not in DRAWS:
            continue
        window, target = _param(envelope, "windowId", own), _param(envelope, "target")
        window = own if window == "{{windowId}}" else window
        if window in made or "{{" in f"{window}{target}" or not isinstance(target, str):
            continue
        if window not in desk.windows:
            yield f"a command draws into window {window!r}, which nothing made."
        elif not _is_there(desk.windows[window].content, target, str(window)) and not _drawn_by(batch, target):
            yield f"a command draws into {target!r}, which nothing made."


def _is_there(nodes: Nodes, target: str, window: str) -> bool:
    try:
        find(nodes, target, window)
    except Fault:
        return False
    return True


def _drawn_by(batch: Sequence[Object], target: str) -> bool:
    """Return whether HTML of the same command has the id that a target names."""
    name = re.escape(target.removeprefix("#"))
    return any(re.search(rf"id=[\"']?{name}\b", str(_param(each, "html", ""))) for each in batch)


def _not_clickable(nodes: Nodes, window: str, around: tuple[Element, ...]) -> Iterator[str]:
    """Yield what looks as if a click did something, where none does."""
    clickable = any(each.command is not None or "href" in each.attributes for each in around if each.tag != "form")
    for node in nodes:
        if isinstance(node, str):
            if not clickable and (found := INVITES.search(node)) and not any(_is_control(each) for each in around):
                yield f'the text "{found[0]}" looks clickable and is not. Put it into a button with data-command.'
        elif isinstance(node, Element):
            if not clickable and (note := _idle(node, window, around)) is not None:
                yield note
            yield from _not_clickable(node.children, window, (*around, node))


def _is_control(element: Element) -> bool:
    return element.tag in ("button", "label", "summary", "option")


def _idle(node: Element, window: str, around: tuple[Element, ...]) -> str | None:
    if node.command is not None or "disabled" in node.attributes:
        return None
    shown = f"<{node.tag}> {_name(node, window)}".rstrip()
    if node.tag == "a" and "href" not in node.attributes:
        return f"{shown} looks clickable and is not: it has no href and no data-command."
    submits = node.attributes.get("type", "submit") in ("submit", "reset") or node.attributes.get("type") is None
    in_form = any(each.tag == "form" for each in around) or "form" in node.attributes
    if node.tag == "button" and not (in_form and submits):
        return f"{shown} does nothing: it has no data-command."
    if node.tag == "form":
        return f"{shown} does nothing when it is sent: it has no data-command."
    if "clickable" in node.attributes.get("class", "").split():
        return f"{shown} looks clickable and is not: it has no data-command."
    return None


def _name(node: Element, window: str) -> str:
    if "id" in node.attributes:
        return f"#{unprefixed(node.attributes['id'], window)}"
    text = "".join(each for _, each in every(node.children) if isinstance(each, str))
    return f'"{on_one_line(text, 40)}"' if text.strip() else ""


def _bound_controls(desk: Desk) -> set[tuple[str, str]]:
    return {
        (node.binding.scope, node.binding.key)
        for window in desk.windows.values()
        for _, node in every(window.content)
        if isinstance(node, Element) and node.binding is not None
    }


def _param(envelope: Object, name: str, default: Any = None) -> Any:
    params = envelope.get("params")
    return params.get(name, default) if isinstance(params, dict) else default
