"""What a resumed run is opened with: what is kept with the run, and what must be given again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from ..core.json import Object


class Resumption(NamedTuple):
    """Settings for the process that resumes a run, and notes for the person."""

    settings: dict[str, Any]
    notes: list[str]


def resumption(kept: Object, sources: Sequence[Path] | None, headed: bool | None, cdp: str | None) -> Resumption:
    """Return how to open a run again. A browser's address and files with code are not kept, and must be given again."""
    shown = headed if headed is not None else (True if kept.get("headed") else None)
    notes = []
    if kept.get("cdp") and cdp is None:
        notes.append("It ran in a browser that you gave; it goes on in a new one. Give that one again with --cdp.")
    missing = [each for each in kept.get("sources", ()) if each not in {str(path.absolute()) for path in sources or ()}]
    if missing:
        again = " ".join(f"--from {each}" for each in missing)
        notes.append(f"It had further tools, which are not there now. Give them again with: {again}")
    return Resumption({"headed": shown, "cdp": cdp}, notes)
