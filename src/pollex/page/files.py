"""Files of a run: in its own folder, never over one that is there, each with its event."""

from __future__ import annotations

from pathlib import Path

from ..core.context import Context
from ..core.fault import Fault
from ..disk.private import narrow, private_folder


def free_file(folder: Path, name: str) -> Path:
    """A file that does not exist yet, inside the folder."""
    home = folder.resolve()
    file = home / name
    if not file.resolve().is_relative_to(home) or file.resolve() == home:
        message = f"{name!r} lies outside the run's folder."
        raise Fault(
            "denied", message, pointer="/path", expected="a name or a relative path", received=name, retry=False
        )
    private_folder(file.parent)
    stem, number = file.stem, 1
    while file.exists():
        number += 1
        file = file.with_stem(f"{stem}-{number}")
    return file


def log_file(context: Context, file: Path, what: str) -> None:
    """Write into the run's log that a file was kept, for its owner; `what` it is: a screenshot, a PDF, a download."""
    narrow(file)
    if context.log is not None:
        context.log.post(context.run, "file.written", context.redactor.value({"path": str(file), "what": what}))
