"""Components that only the workspace itself draws, because a person's yes to one lets something happen.

A model or a command behind a button that drew over them could have a person approve what was never read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..core.fault import Fault, Issue
from .batch import WHAT
from .components import component_type
from .desk import Desk
from .envelope import ReadCommand

OWN: Final = frozenset({"approval", "plan"})
"""The types of components that ask for a person's decision."""
OWNERS: Final = frozenset({"workspace", "program", "file"})
"""Who may draw them."""
CHANGES: Final = ("component.update", "component.destroy")
DRAWS: Final = ("component.render", "dom.set", "dom.replace", "dom.append", "window.update")


def refuse_foreign(desk: Desk, commands: Sequence[ReadCommand], by: str) -> None:
    """Raise a Fault where commands of others draw such a component, change one, or draw into its window."""
    if by not in OWNERS and (issues := [issue for command in commands for issue in _issues(desk, command)]):
        raise Fault.from_issues("denied", issues, what=WHAT)


def _issues(desk: Desk, command: ReadCommand) -> Iterator[Issue]:
    operation, params = command.call.tool, command.call.args
    if operation == "component.render" and _type(params["type"]) in OWN:
        yield _issue(command, "type", params["type"])
    elif operation in (*CHANGES, "component.render") and _is_own(desk, params.get("id")):
        yield _issue(command, "id", params["id"])
    elif operation in DRAWS and not (operation == "window.update" and "title" not in params):
        name = "id" if operation == "window.update" else "windowId"
        if any(_is_own(desk, each.id) for each in desk.components.values() if each.window == params[name]):
            yield _issue(command, name, params[name])


def _type(given: str) -> str | None:
    try:
        return component_type(given).name
    except Fault:
        return None


def _is_own(desk: Desk, component: str | None) -> bool:
    found = None if component is None else desk.components.get(component)
    return found is not None and found.type in OWN


def _issue(command: ReadCommand, name: str, received: str) -> Issue:
    return Issue(
        f"/{command.place}/params/{name}",
        "What asks for a person's decision is drawn by the workspace alone.",
        f"another {name}",
        repr(received),
        "Call the tool by api.call: where a person has to agree, the question is shown by itself.",
    )
