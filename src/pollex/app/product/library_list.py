"""The libraries of the app as rows of a table: those of installed packages, and those of folders that were added."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ...core.json import Object
from ...library.library import Library
from .tool_result import fault_text

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

NAMED: Final = 6
"""Tools of a library that a row names; the others are counted."""


async def list_libraries(parts: AppParts) -> list[Object]:
    """Return the libraries, also those that were left out, and why."""
    tools = parts.libraries().tools
    installed = {each.folder: each for each in tools.installed}
    rows = []
    for library in tools.added:
        package = installed.get(library.folder)
        name = library.folder.name if package is None else f"{package.name} {package.version}".rstrip()
        rows.append(_row(library, name, "installed" if package else "added"))
    rows += [
        {"id": str(each.folder or each.name), "name": each.name, "state": f"left out: {fault_text(each.problem)}"}
        for each in tools.installed
        if each.problem is not None
    ]
    return rows


def _row(library: Library, name: str, state: str) -> Object:
    templates = library.of_type("tool")
    needed = sorted({each for template in templates for each in template.required_credentials})
    return {
        "id": str(library.folder),
        "name": name,
        "tools": _named(each.name for each in templates),
        "needs": ", ".join(needed) or "none",
        "state": state,
    }


def _named(names: Iterable[str]) -> str:
    listed = list(names)
    more = f" and {len(listed) - NAMED} more" if len(listed) > NAMED else ""
    return ", ".join(listed[:NAMED]) + more
