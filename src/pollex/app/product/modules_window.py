"""The window *Modules*: libraries of Python and npm that became tools by a JSON file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.json import Object
from .module_list import list_modules
from .window import ProductWindow, call, mirrored, open_window, render, table

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

ABOUT: Final = (
    "A module makes tools of any Python or npm package by a JSON file, module.json. Add one that you have, or have one "
    "drafted from a package that is installed."
)
PATH: Final[Object] = {
    "type": "object",
    "properties": {
        "path": {
            "type": "string",
            "title": "Path",
            "description": "A module.json, or a folder with some, on this computer. It stays until the server ends; "
            "pollex serve --from PATH adds it at each start.",
            "minLength": 1,
        }
    },
    "required": ["path"],
}
PACKAGE: Final[Object] = {
    "type": "object",
    "properties": {
        "package": {
            "type": "string",
            "title": "Package",
            "description": "The name of an installed package, such as statistics. Not there yet? "
            "pollex module install NAME.",
            "minLength": 1,
        },
        "ecosystem": {
            "type": "string",
            "title": "Comes from",
            "enum": ["either", "pypi", "npm"],
            "default": "either",
            "description": "Needed only where both Python and npm have such a package.",
        },
    },
    "required": ["package"],
}


async def draw_modules(parts: AppParts, window: str, about: str) -> list[Object]:
    modules = table(
        {"name": "Module", "package": "Package", "tools": "Tools", "state": "State"},
        mirrored("modules"),
        types={"tools": "number"},
        rowKey="name",
        empty="No module yet. Add a file, or have one drafted from a package.",
        command=[open_window("module", "{{value}}")],
    )
    add: Object = {"schema": PATH, "submit": "Add module", "command": [call("modules.add", {"path": "{{form.path}}"})]}
    drafted = call("modules.draft", {"package": "{{form.package}}", "ecosystem": "{{form.ecosystem}}"})
    draft: Object = {"schema": PACKAGE, "submit": "Draft module", "command": [drafted]}
    tabs = [
        {"label": "Add a file", "children": [f"{window}-add"]},
        {"label": "Draft from a package", "children": [f"{window}-draft"]},
    ]
    return [
        render(window, "text", {"text": ABOUT, "variant": "caption"}, id_="about"),
        render(window, "table", modules, id_="table"),
        render(window, "form", add, id_="add"),
        render(window, "form", draft, id_="draft"),
        render(window, "tabs", {"tabs": tabs}, id_="tabs"),
    ]


MODULES: Final = ProductWindow(
    "modules",
    "Modules",
    "module",
    "Tools made of Python and npm packages by a JSON file: see them, check them, add more.",
    draw_modules,
    feeds={"modules": list_modules},
)
