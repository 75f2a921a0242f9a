"""Which files a model may give away or fetch: only those that the task names or asks for."""

from __future__ import annotations

import re
from typing import Any, Final

from ...core.fault import Fault
from ..task import Task

FETCHING: Final = re.compile(
    r"\b(?:download|save|export|fetch|get|file|pdf|csv|statement|invoice|attachment)", re.IGNORECASE
)


def foreign_file(tool: str, args: Any, task: Task) -> Fault | None:
    """Refuse a file that the task does not name."""
    files = args.get("files", []) if tool == "page.upload" else []
    for file in [files] if isinstance(files, str) else files:
        if file not in task.files and not _names(task.text, str(file)):
            message = f"The task does not name the file {file!r}."
            hint = "Name files that may be uploaded in the task, or with --file."
            return Fault("denied", message, pointer="/files", received=str(file), hint=hint, retry=False)
    return None


def unasked_program(tool: str, task: Task) -> str | None:
    """Return a reason to ask if a file is downloaded although the task mentions none."""
    if tool != "page.download" or FETCHING.search(task.text):
        return None
    return "the task does not ask for a file"


def _names(text: str, file: str) -> bool:
    return ("." in file or "/" in file) and re.search(rf"(?<![\w/.-]){re.escape(file)}(?![\w/-])", text) is not None
