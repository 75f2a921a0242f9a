"""What only the workspace itself draws: components whose yes lets something happen, and the product's own windows.

A model or a command behind a button that drew over them could have a person approve what was never read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..core.fault import Fault, Issue
from ..core.json import Object
from .batch import WHAT
from .components import child_props, component_type
from .desk import Desk, DeskComponent
from .envelope import ReadCommand
from .mirror import PREFIX

OWN: Final = frozenset({"approval", "plan", "settings"})
"""The types of components that ask for a person's decision."""
OWN_WINDOW: Final = "pollex-"
"""How the ids of the product's own windows and of what is in them begin."""
OWNERS: Final = frozenset({"workspace", "program"})
"""Who may draw them."""
CHANGES: Final = ("component.update", "component.destroy")
DRAWS: Final = ("component.render", "dom.set", "dom.replace", "dom.append", "window.create", "window.update")


def refuse_foreign(desk: Desk, commands: Sequence[ReadCommand], by: str) -> None:
    """Raise a Fault where commands of others draw such a component, change one, or draw into its window."""
    if by not in OWNERS and (issues := [issue for command in commands for issue in _issues(desk, command)]):
        raise Fault.from_issues("denied", issues, what=WHAT)


def is_foreign(desk: Desk, command: ReadCommand) -> bool:
    """Return whether a command of a file is left out: it is about what the workspace draws by itself."""
    operation, id_ = command.call.tool, str(command.call.args.get("id", ""))
    return any(_issues(desk, command)) or (operation.startswith("window.") and id_.startswith(OWN_WINDOW))


def _issues(desk: Desk, command: ReadCommand) -> Iterator[Issue]:
    operation, params = command.call.tool, command.call.args
    if operation == "component.render" and _type(params["type"]) in OWN:
        yield _issue(command, "type", params["type"])
    elif operation in (*CHANGES, "component.render") and _is_own(desk, params.get("id")):
        yield _issue(command, "id", params["id"])
    elif operation.startswith("component.") and (taken := _taken(desk, params)):
        yield _issue(command, *taken)
    elif operation == "state.set" and not _may_set(command, params):
        yield _issue(command, "key", params["key"])
    elif operation == "api.call" and "into" in params and not _may_set(command, params["into"]):
        yield _issue(command, "into", params["into"]["key"])
    elif operation in DRAWS and not _only_moves(desk, operation, params):
        name = "id" if operation.startswith("window.") else "windowId"
        if _is_own_window(desk, params.get(name)):
            yield _issue(command, name, params[name])


def _taken(desk: Desk, params: Object) -> tuple[str, str] | None:
    """Return where props would take a component of the product into another, and its id."""
    found = desk.components.get(params.get("id", ""))
    kind = params.get("type") or (found.type if found else "")
    if _type(kind) is None or not isinstance(props := params.get("props"), dict):
        return None
    children = child_props(component_type(kind), props)
    own = (("/".join(map(str, ("props", *path))), id_) for path, id_ in children if _is_own(desk, id_))
    return next(own, None)


def _only_moves(desk: Desk, operation: str, params: Object) -> bool:
    """Return whether a command moves or resizes a window that is there. One that is not there would be made."""
    return operation == "window.update" and "title" not in params and params["id"] in desk.windows


def _may_set(command: ReadCommand, at: Object) -> bool:
    """Return whether others may set a value: none that is mirrored, and those of a product's window by typing only."""
    window = at.get("windowId", command.call.target) if at["scope"] == "window" else None
    return not at["key"].startswith(PREFIX) and (command.typed or not (window or "").startswith(OWN_WINDOW))


def _type(given: str) -> str | None:
    try:
        return component_type(given).name
    except Fault:
        return None


def _is_own(desk: Desk, component: str | None) -> bool:
    if component is None:
        return False
    found = desk.components.get(component)
    return component.startswith(OWN_WINDOW) or (found is not None and _is_drawn_here(found))


def _is_drawn_here(component: DeskComponent) -> bool:
    return component.type in OWN or component.window.startswith(OWN_WINDOW)


def _is_own_window(desk: Desk, window: str | None) -> bool:
    if window is None:
        return False
    inside = (each for each in desk.components.values() if each.window == window)
    return window.startswith(OWN_WINDOW) or any(each.type in OWN for each in inside)


def _issue(command: ReadCommand, name: str, received: str) -> Issue:
    return Issue(
        f"/{command.place}/params/{name}",
        "What asks for a person's decision, and the product's own windows, are drawn by the workspace alone.",
        f"another {name}",
        repr(received),
        _hint(name, received),
    )


def _hint(name: str, received: str) -> str:
    if name in ("key", "into"):
        return f"Use a key that does not begin with {PREFIX!r}, and no window of the product."
    if received.startswith(OWN_WINDOW):
        return f"Open a window of the product by the tool windows.open; your own ids do not begin with {OWN_WINDOW!r}."
    return "Call the tool by api.call: where a person has to agree, the question is shown by itself."
