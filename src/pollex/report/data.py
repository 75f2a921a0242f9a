"""The story of a run as data, for pages that draw it themselves. Its words are those of the report."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from ..core.event import Event
from ..core.json import Object, dumps
from .ending import ending
from .gather import gather
from .page import illustrate
from .pictures import LinkedAlbum, Picture, find_file
from .story import Aside, ReportedCall, Story, StoryPart
from .words import facts, visible

READ: Final = ("page.extract", "page.collect", "aggregate")
"""Tools whose answers are shown."""
BROUGHT: Final = ("download", "pdf")
ROWS: Final = 10
LONGEST: Final = 20_000
"""Characters of a value as JSON; a longer one is only in the report."""
TOO_LONG: Final = "It is too long to be shown here: see the report."


def story_data(
    events: Sequence[Event], *, status: str, name: str, folder: Path, address: Callable[[str], str]
) -> Object:
    """Return what happened in a run so far. `address` returns that of a picture by its name; `files` are the names of
    those that a person may save.

    `status` is what the engine says of it, `name` is for a run that has written nothing yet.
    """
    if not events:
        words = ending(None, status)
        nothing: Object = {"kind": None, "title": name, "ending": {"state": words.state, "words": words.words}}
        parts: Object = {"cost": {}, "facts": {}, "values": {}, "notes": [], "entries": [], "files": []}
        return {**nothing, **parts, "ms": 0, "answer": ""}
    story, own = gather(events, status), folder.resolve()
    illustrate(story, LinkedAlbum(own, address))
    return {**_visible(_story(story)), "files": _saved(events, own)}


def _saved(events: Sequence[Event], folder: Path) -> list[str]:
    """Return the names of the files in the run's folder that it was to bring: downloads and PDFs, no screenshots."""
    written = [each.data for each in events if each.kind == "file.written" and each.data.get("what") in BROUGHT]
    found = (find_file(folder, str(each.get("path", ""))) for each in written)
    return list(dict.fromkeys(str(each.relative_to(folder)) for each in found if each is not None))


def _story(story: Story) -> Object:
    end, data, about = story.ending, story.data, story.about
    answer, problem = data.get("answer"), (end.fault or {}).get("message")
    return {
        "kind": "record" if "record" in about else story.kind,
        "title": story.title,
        "ending": {"state": end.state, "words": end.words, "fault": end.fault},
        "ms": story.ms,
        "cost": story.cost.to_json(),
        "facts": {name: about[name] for name in ("url", "model", "inputs", "maxSteps") if about.get(name)},
        "answer": answer if isinstance(answer, str) and answer != problem else "",
        "values": {name: _short(data[name]) for name in ("values", "outputs", "variables") if data.get(name)},
        "notes": story.notes,
        "entries": [_part(each) if isinstance(each, StoryPart) else _aside(each) for each in story.entries],
    }


def _part(part: StoryPart) -> Object:
    fault = part.data.get("fault")
    told = any((action.result or {}).get("fault") for action in part.actions)
    return {
        "kind": part.kind,
        "id": part.anchor,
        "path": part.path,
        "label": part.label,
        "depth": part.depth,
        "ok": part.ok,
        "headline": part.headline,
        "facts": facts(part),
        "at": part.began,
        "page": {"title": part.data.get("title"), "url": part.data.get("url")},
        "decided": part.decided,
        "problem": part.data.get("problem"),
        "fault": None if told else fault,
        "plan": part.plan,
        "notes": part.notes,
        "actions": [_action(action) for action in part.actions],
        "asides": [_aside(each) for each in part.asides],
        "picture": _picture(part.figure),
        "boxes": [[*action.box, action.element] for action in part.actions if action.box],
    }


def _action(action: ReportedCall) -> Object:
    result = action.result or {}
    shown = result.get("data") if action.ok and action.tool in READ else None
    return {
        "words": action.words,
        "tool": action.tool,
        "ok": action.ok,
        "ms": action.ms,
        "fault": result.get("fault"),
        "notes": result.get("notes") or [],
        "value": _short(shown[:ROWS] if isinstance(shown, list) else shown),
        "picture": _picture(action.picture),
    }


def _aside(aside: Aside) -> Object:
    shown = {"kind": "aside", "title": aside.title, "text": aside.text, "tone": aside.tone}
    return {**shown, "value": _short(aside.value)}


def _picture(picture: Picture | str | None) -> Object | None:
    if picture is None:
        return None
    if isinstance(picture, str):
        return {"missing": picture}
    return {"address": picture.address, "width": picture.width, "height": picture.height}


def _short(value: Any) -> Any:
    return value if value is None or len(dumps(value)) <= LONGEST else TOO_LONG


def _visible(value: Any) -> Any:
    """Return data whose text has a sign in place of what cannot be seen."""
    if isinstance(value, dict):
        return {name: _visible(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_visible(each) for each in value]
    return value if value is None else visible(value)
