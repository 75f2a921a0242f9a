"""What a tool says on its way, for a progress bar."""

from __future__ import annotations

from typing import Any, Final

from ...core.event import Event
from ...core.json import Object, dumps
from ...text.clip import on_one_line

LONGEST: Final = 200
"""Characters of a label."""


def progress_of(event: Event) -> Object | None:
    """Return the label, value and maximum that an event tells of; None where it tells of nothing."""
    data = event.data
    match event.kind:
        case "call.progress":
            return _said(data["data"])
        case "node.started":
            return {"label": on_one_line(str(data.get("about") or data.get("type") or "At work …"), LONGEST)}
        case "page.navigated":
            return {"label": on_one_line(f"At {data.get('url', '')}", LONGEST)}
        case "approval.asked" | "question.asked":
            return {"label": "It waits for an answer: see the runs."}
    return None


def _said(data: Any) -> Object:
    """Return what a tool reports: text, or `{"progress", "total", "message"}`; anything else as JSON."""
    if not isinstance(data, dict) or not isinstance(data.get("progress"), int | float):
        return {"label": on_one_line(data if isinstance(data, str) else dumps(data), LONGEST)}
    said: Object = {"label": on_one_line(str(data.get("message") or "At work …"), LONGEST)}
    if isinstance(total := data.get("total"), int | float) and total > 0:
        said |= {"value": max(0, data["progress"]), "maximum": total}
    return said
