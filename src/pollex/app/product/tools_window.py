"""The window *Library and tools*: every tool, searched by words, and the libraries that bring some of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.json import Object
from .library_list import list_libraries
from .tool_list import list_tools
from .window import ProductWindow, call, mirrored, open_window, render, table

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

ABOUT: Final = "about"
FOUND: Final = "found"
"""The state of the window: the words that are searched for, and the tools that fit."""
LIBRARIES: Final = (
    "A library is a folder of tools for web sites, which log in by themselves. Packages that bring one are found when "
    "they are installed; any other folder is added here. Make one: pollex library new FOLDER app NAME, or keep a run "
    "as a tool: pollex library publish."
)
FOLDER: Final[Object] = {
    "type": "object",
    "properties": {
        "folder": {
            "type": "string",
            "title": "Add a library",
            "description": "Its folder on this computer, until the server ends; pollex serve --from FOLDER adds it "
            "at each start.",
            "minLength": 1,
        }
    },
    "required": ["folder"],
}


async def draw_tools(parts: AppParts, window: str, about: str) -> list[Object]:
    first: Object = {"scope": "window", "key": FOUND, "windowId": window, "value": list_tools(parts)}
    tabs = [
        {"label": "Tools", "children": [f"{window}-{each}" for each in ("search", "said", "table")]},
        {
            "label": "Libraries",
            "children": [f"{window}-{each}" for each in ("libraries-about", "libraries", "checked", "add")],
        },
    ]
    return [
        {"op": "state.set", "params": first},
        *_search(window),
        *_libraries(window),
        render(window, "tabs", {"tabs": tabs}, id_="tabs"),
    ]


def _search(window: str) -> list[Object]:
    field: Object = {
        "label": "Search",
        "placeholder": "What it should do, in a few words",
        "bind": {"value": {"scope": "window", "key": ABOUT}},
        "command": [call("tools.search", {"about": "{{value}}"})],
    }
    found = table(
        {"name": "Tool", "does": "What it does", "effect": "Effect", "from": "From"},
        {"scope": "window", "key": FOUND, "path": "/rows"},
        rowKey="name",
        pageSize=50,
        empty="No tool fits.",
        command=[open_window("tool", "{{value}}")],
    )
    said: Object = {
        "text": "",
        "variant": "caption",
        "bind": {"text": {"scope": "window", "key": FOUND, "path": "/said"}},
    }
    return [
        render(window, "field", field, id_="search"),
        render(window, "text", said, id_="said"),
        render(window, "table", found, id_="table"),
    ]


def _libraries(window: str) -> list[Object]:
    libraries = table(
        {"name": "Library", "tools": "Tools", "needs": "Credentials", "state": "State"},
        mirrored("libraries"),
        rowKey="id",
        empty="No library yet. Install a package that brings one, or add a folder below.",
        actions=[{"label": "Check", "command": [call("libraries.check", {"library": "{{value}}"})]}],
    )
    form: Object = {
        "schema": FOLDER,
        "submit": "Add library",
        "command": [call("libraries.add", {"folder": "{{form.folder}}"})],
    }
    nothing: Object = {"items": []}
    return [
        render(window, "text", {"text": LIBRARIES, "variant": "caption"}, id_="libraries-about"),
        render(window, "table", libraries, id_="libraries"),
        render(window, "list", nothing, id_="checked"),
        render(window, "form", form, id_="add"),
    ]


TOOLS: Final = ProductWindow(
    "tools",
    "Library and tools",
    "tool",
    "Everything that can be called: search it, try it, copy a call of it; and the libraries that bring more.",
    draw_tools,
    feeds={"libraries": list_libraries},
    width=860,
    height=600,
)
