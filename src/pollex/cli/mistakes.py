"""The mistakes in files, shown with the line that each stands in."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..core.fault import Issue
from ..core.json import Object
from ..core.result import Result
from .line_number import line_of
from .output import console, escaped


def with_lines(result: Result, default: Path, folder: Path | None = None) -> Object:
    """Return a result as JSON, with the line of each issue."""
    made = result.to_json()
    if result.fault is not None:
        issues = result.fault.issues
        made["fault"]["issues"] = [{**each.to_json(), "line": line_number(each, default, folder)} for each in issues]
    return made


def line_number(issue: Issue, default: Path, folder: Path | None = None) -> int | None:
    """Return the line that an issue points at, in its own file or the default one."""
    file = default if issue.file is None else (folder or Path()) / issue.file
    try:
        return line_of(file.read_text(encoding="utf-8"), issue.pointer)
    except (OSError, ValueError):
        return None


def show_mistakes(
    issues: Sequence[Issue], default: Path, folder: Path | None = None, *, kind: str = "mistake", colour: str = "red"
) -> None:
    """Print each issue with its place, and how many there are."""
    aside = console(stderr=True)
    for issue in issues:
        line = line_number(issue, default, folder) if issue.pointer else None
        place = f"{issue.file or default}:{line}" if line else str(issue.file or default)
        pointer = f" [cyan]{escaped(issue.pointer)}[/]" if issue.pointer else ""
        aside.print(f"[bold]{escaped(place)}[/]{pointer}\n  {escaped(issue.message)}")
        for name in ("expected", "received", "hint"):
            if said := getattr(issue, name):
                aside.print(f"  {name:<8} {escaped(said)}")
    count = len(issues)
    mark = "✗" if colour == "red" else "!"
    aside.print(f"[bold {colour}]{mark}[/] {f'1 {kind}' if count == 1 else f'{count} {kind}s'}")
