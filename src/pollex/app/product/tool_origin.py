"""Where a tool comes from: Pollex itself, a library, a module, or a Python file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from ...core.tool import Tool

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

OriginKind = Literal["built in", "library", "module", "file", "function"]


class ToolOrigin(NamedTuple):
    """Where a tool comes from, and what has to be added so that another process has it too."""

    kind: OriginKind
    name: str = ""
    source: str = ""
    """A file or folder for `--from`; of a function, `package.module:name`. Empty where nothing has to be added."""

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".rstrip()


def tool_origins(parts: AppParts) -> dict[str, ToolOrigin]:
    """Return where each tool of the app comes from, by its name."""
    added = _of_libraries(parts) | _of_modules(parts)
    return {tool.name: added.get(tool.name) or _declared(tool) for tool in parts.context.tools}


def _of_libraries(parts: AppParts) -> dict[str, ToolOrigin]:
    tools = parts.libraries().tools
    installed = {each.folder: each.name for each in tools.installed}
    found: dict[str, ToolOrigin] = {}
    for library in tools.added:
        name = installed.get(library.folder)
        source = "" if name else str(library.folder.absolute())
        origin = ToolOrigin("library", name or library.folder.name, source)
        found |= {each.name: origin for each in library.of_type("tool")}
    return found


def _of_modules(parts: AppParts) -> dict[str, ToolOrigin]:
    return {
        name: ToolOrigin("module", module.manifest.name, str(module.manifest.file))
        for module in parts.modules().added
        for name in module.tools
    }


def _declared(tool: Tool) -> ToolOrigin:
    place, _, name = (tool.source or "").rpartition(":")
    if not place:
        return ToolOrigin("built in")
    if place.endswith(".py"):
        return ToolOrigin("file", Path(place).name, place)
    return ToolOrigin("function", name, f"{place}:{name}")
