"""The modules of the app as rows of a table, also those that were passed over, and why."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from ...core.json import Object
from ...text.clip import on_one_line

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts


async def list_modules(parts: AppParts) -> list[Object]:
    """Return the modules that were added, then the files that could not be."""
    modules = parts.modules()
    await modules.refresh()
    problems = Counter(each.file for each in modules.problems)
    rows: list[Object] = [
        {
            "name": module.manifest.name,
            "package": module.manifest.package,
            "tools": len(module.tools),
            "state": _state(problems[str(module.manifest.file)]),
        }
        for module in modules.added
    ]
    added = {str(each.manifest.file) for each in modules.added}
    rows += [
        {"name": Path(each.file or "").parent.name, "state": on_one_line(f"passed over: {each.message}", 300)}
        for each in modules.problems
        if each.file not in added
    ]
    return rows


def _state(problems: int) -> str:
    return "added" if not problems else "added, with 1 problem" if problems == 1 else f"added, with {problems} problems"
