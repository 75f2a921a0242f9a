"""What a model may give away: only files that the task names, and text only to recipients that it names."""

from __future__ import annotations

import re
from typing import Any, Final

from ...core.fault import Fault
from ..task import Task

ADDRESSEE: Final = re.compile(
    r"(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,4})?\b|https?://\S+"
)
"""What somebody is reached by: a mail address, an account, a page."""
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


def strangers(tool: str, args: Any, task: Task) -> list[str]:
    """Return recipients that the task does not mention."""
    typed = str(args.get("text", "")) if tool in ("page.type", "page.dialog") else ""
    said = re.sub(r"\s", "", task.text).casefold()
    return [each for each in ADDRESSEE.findall(typed) if re.sub(r"\s", "", each).casefold() not in said]


def _names(text: str, file: str) -> bool:
    return ("." in file or "/" in file) and re.search(rf"(?<![\w/.-]){re.escape(file)}(?![\w/-])", text) is not None
