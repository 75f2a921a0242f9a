"""The libraries of an app: checked, and their tools in the registry."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..core.fault import Fault
from ..core.registry import Registry
from ..core.result import Result

if TYPE_CHECKING:
    from ..library.library import Library


class Libraries:
    """Checks libraries, and adds their tools to a registry."""

    def __init__(self, tools: Registry) -> None:
        self._tools = tools
        self._builtin = frozenset(tools.names())
        self._added: dict[Path, Library] = {}

    def check(self, folder: Path) -> Result:
        """Check a library: its apps and tools, or a fault with all mistakes; warnings are in the data."""
        from ..library.library import check_library

        library, findings = check_library(folder, taken=self._builtin)
        data = {**library.to_json(), "root": str(library.root)}
        if findings.errors:
            return Result.failure(Fault.from_issues("invalid_input", findings.errors, what=str(folder)), data)
        return Result.success(data)
