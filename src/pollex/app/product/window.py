"""What one of the product's own windows is: a name, what the launcher says of it, and how it is drawn."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ...core.json import Object
from ...workspace.mirror import PREFIX
from ...workspace.own_components import OWN_WINDOW

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

Draw = Callable[["AppParts", str, str], Awaitable[list[Object]]]
"""Takes the app, the id of the window, and what the window is about; returns the commands that fill the window."""
Feed = Callable[["AppParts"], Awaitable[Any]]
"""Returns a value that the window shows by a binding, as it is now."""
UNWRITTEN: Final = re.compile(r"[^A-Za-z0-9_.-]")


@dataclass(frozen=True, slots=True)
class ProductWindow:
    """A window of the product."""

    name: str
    title: str
    icon: str
    description: str
    """What it is for, in one sentence: the launcher and the model's tool say it."""
    draw: Draw
    about: str = ""
    """What one of several such windows is about, such as "the id of a run"; empty where there is only one."""
    launched: bool = True
    """Whether the launcher opens it: one that is always about something is opened from another window."""
    feeds: Mapping[str, Feed] = field(default_factory=dict)
    """Values that are read again while the window is open, by the key that `mirrored` names."""
    width: int = 760
    height: int = 520

    def id(self, about: str) -> str:
        """Return the id of the window: what no id may have is in it by its number."""
        written = UNWRITTEN.sub(lambda sign: f":{ord(sign[0]):x}", about)
        return f"{OWN_WINDOW}{self.name}" if not about else f"{OWN_WINDOW}{self.name}-{written}"


def mirrored(key: str) -> Object:
    """Return the binding of a prop to a feed."""
    return {"scope": "workspace", "key": f"{PREFIX}{key}"}


def render(window: str, type_: str, props: Object, *, id_: str = "content", target: str = "#root") -> Object:
    """Return the command that draws a component of a product window; its id is made unique by the window's."""
    params = {"id": f"{window}-{id_}", "windowId": window, "target": target, "type": type_, "props": props}
    return {"op": "component.render", "params": params}


def table(columns: Mapping[str, str], rows: Object, *, types: Mapping[str, str] | None = None, **props: Any) -> Object:
    """Return the props of a table that is neither filtered nor exported: its headings by column, and what feeds it.

    `types` says which columns hold something else than text.
    """
    kinds = types or {}
    headed = [
        {"key": key, "label": label, **({"type": kinds[key]} if key in kinds else {})} for key, label in columns.items()
    ]
    return {"columns": headed, "filter": False, "export": False, "bind": {"rows": rows}, **props}


def rename(window: str, title: str) -> Object:
    """Return the command that gives a product window another title."""
    return {"op": "window.update", "params": {"id": window, "title": title}}


def html(window: str, text: str, target: str = "#root") -> Object:
    """Return the command that sets the content of a product window."""
    return {"op": "dom.set", "params": {"windowId": window, "target": target, "html": text}}


def call(tool: str, body: Object | None = None, into: Object | None = None) -> Object:
    """Return the command that calls a tool: what a button of a product window does."""
    params: Object = {"method": "POST", "url": f"pollex://tool/{tool}", "body": body or {}}
    return {"op": "api.call", "params": params if into is None else {**params, "into": into}}


def open_window(name: str, about: str | None = None) -> Object:
    """Return the command that opens another window of the product."""
    return call("windows.open", {"name": name} if about is None else {"name": name, "about": about})
