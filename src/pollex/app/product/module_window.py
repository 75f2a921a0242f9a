"""The window *Module*: one module, its tools, what a check says, and how to take it away."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ...core.fault import Issue
from ...core.json import Object
from ...core.search import first_sentence
from ...workspace.envelope import without_references
from .issue_list import issue_items
from .window import ProductWindow, call, open_window, rename, render

if TYPE_CHECKING:
    from ...modules.modules import AddedModule
    from ..workspaces.parts import AppParts

UNCHECKED: Final = "Check says whether its package is installed and its functions are as they were declared."


async def draw_module(parts: AppParts, window: str, about: str) -> list[Object]:
    modules = parts.modules()
    known = {each.manifest.name for each in modules.added}
    if about not in known and (failed := _passed_over(modules.problems, about)):
        return [render(window, "list", {"items": issue_items(failed, [], "")}, id_="checked")]
    found = modules.find(about)
    problems = [each for each in modules.problems if each.file == str(found.manifest.file)]
    buttons = [f"{window}-check", f"{window}-remove"]
    check: Object = {"label": "Check", "icon": "check", "command": [call("modules.check", {"name": about})]}
    remove: Object = {
        "label": "Remove …",
        "icon": "delete",
        "variant": "danger",
        "command": [call("modules.remove", {"name": about})],
    }
    return [
        rename(window, f"Module {about}"),
        render(window, "keyValue", {"items": _facts(found)}, id_="facts"),
        render(window, "button", check, id_="check"),
        render(window, "button", remove, id_="remove"),
        render(window, "layout", {"kind": "row", "children": buttons}, id_="buttons"),
        render(
            window,
            "list",
            {"items": issue_items(problems, [], "") if problems else [], "empty": UNCHECKED},
            id_="checked",
        ),
        render(window, "table", _tools(parts, found), id_="tools"),
    ]


def _passed_over(problems: Sequence[Issue], name: str) -> list[Issue]:
    """Return the problems of the files in a folder of this name, whose modules have no name yet."""
    return [each for each in problems if each.file and Path(each.file).parent.name == name]


def _facts(found: AddedModule) -> list[Object]:
    document = found.manifest.document
    facts = {
        "What it is": document.get("description"),
        "Package": " ".join(each for each in (found.manifest.package, document.get("packageVersion")) if each),
        "Ecosystem": document.get("ecosystem"),
        "File": str(found.manifest.file),
    }
    return [{"key": name, "value": str(without_references(value))[:2_000]} for name, value in facts.items() if value]


def _tools(parts: AppParts, found: AddedModule) -> Object:
    tools = [parts.context.tools.get(name) for name in found.tools]
    rows = [{"name": tool.name, "does": first_sentence(tool), "effect": tool.effect} for tool in tools]
    return {
        "rows": without_references(rows),
        "columns": [
            {"key": "name", "label": "Tool"},
            {"key": "does", "label": "What it does"},
            {"key": "effect", "label": "Effect"},
        ],
        "rowKey": "name",
        "export": False,
        "filter": len(rows) > 10,
        "command": [open_window("tool", "{{value}}")],
    }


MODULE: Final = ProductWindow(
    "module",
    "Module",
    "module",
    "One module: its tools, what a check says, and how to take it away.",
    draw_module,
    "the name of a module",
    launched=False,
)
