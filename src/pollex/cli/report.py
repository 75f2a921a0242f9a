"""`pollex runs show ID --html FILE`: a run as one page for people."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.fault import Fault
from ..core.result import Result
from ..disk.private import FILE
from ..disk.replace import replace_file

if TYPE_CHECKING:
    from ..app.app import App
    from ..core.event import Event


def write_report(app: App, events: Sequence[Event], status: str | None, file: Path) -> Result:
    """Write the page; raise a Fault where it cannot be written."""
    from ..report import report

    run = events[0].run
    made = report(events, status=status, folder=app.settings.home / "files" / run)
    try:
        replace_file(file, made.html, mode=FILE)
    except OSError as error:
        message = f"{str(file)!r} cannot be written: {error.strerror or error}."
        raise Fault("unavailable", message, pointer="/html", hint="Name a file in a folder that is there.") from error
    notes = (f"{made.left_out} pictures are not in it: they are too much, or gone.",) if made.left_out else ()
    return Result.success({"run": run, "file": str(file), "pictures": made.pictures}, notes=notes, files=(str(file),))
