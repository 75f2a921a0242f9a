"""Commands of the desk by the ids that the page knows."""

from __future__ import annotations

from ..core.fault import Fault
from .acting import words_of
from .desk import Desk
from .tree import BoundCommand, Element, flat


def label_of(desk: Desk, window: str, id: str) -> str:  # noqa: A002 - of the command
    """Return what is to be read on the element that has a command."""
    shown = desk.windows.get(window)
    nodes = [node for node in flat(shown.content) if isinstance(node, Element)] if shown is not None else []
    return next((words_of(node) for node in nodes if node.command is not None and node.command.id == id), "")


def unseen_fields(desk: Desk, window: str) -> set[str]:
    """Return the names of a window's fields that nobody sees."""
    shown = desk.windows.get(window)
    nodes = [node.attributes for node in flat(shown.content) if isinstance(node, Element)] if shown is not None else []
    return {each.get("name", "") for each in nodes if each.get("type") == "hidden" or "hidden" in each}


def find_command(desk: Desk, window: str, id: str) -> tuple[BoundCommand, str | None]:  # noqa: A002 - of the command
    """Return a command of a window, and the component that it belongs to; raise a Fault where it is gone."""
    shown = desk.windows.get(window)
    for node in flat(shown.content) if shown is not None else ():
        if isinstance(node, Element) and node.command is not None and node.command.id == id:
            return node.command, None
    for component in desk.components.values():
        if component.window == window and id.startswith(f"{component.batch}.{component.id}/"):
            for _, command in component.commands():
                if command.id == id:
                    return command, component.id
    raise Fault(
        "not_found",
        "This control is not there any more.",
        pointer="/command",
        expected=f"a command of the window {window!r}",
        received=repr(id)[:200],
        hint="The window was drawn again in the meantime: use the control that is there now.",
        retry=False,
    )
