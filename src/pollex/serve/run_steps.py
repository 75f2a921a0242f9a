"""The endpoints that tell a run step by step, with its pictures: what the page's component `run` shows."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from starlette.responses import Response

from ..browser.image import image_size
from ..core.fault import Fault
from ..core.json import Object
from ..report import find_file, media, story_data
from ..runs.questions import open_questions
from ..runs.summary import state_of
from .endpoint import ApiRequest
from .runs import ENDED, find
from .schemas import MAYBE, TEXT, listed, ref, shape

STORY: Final = shape(
    {
        "id": TEXT,
        "status": TEXT,
        "started": TEXT,
        "seq": {"type": "integer", "minimum": 0, "description": "The last event that it tells of."},
        "questions": listed(ref("Question")),
        "events": {"type": "string", "description": "Where its events are, for a browser, for an hour."},
        "report": {"type": "string", "description": "Where the report is, for a browser, for an hour."},
        "kind": MAYBE,
        "title": TEXT,
        "ending": {"type": "object"},
        "ms": {"type": "number"},
        "cost": {"type": "object"},
        "facts": {"type": "object"},
        "answer": TEXT,
        "values": {"type": "object"},
        "notes": listed(TEXT),
        "entries": listed({"type": "object"}),
        "files": {**listed(shape({"src": TEXT, "name": TEXT})), "description": "What it brought, to be saved."},
    }
)


async def show_steps(asked: ApiRequest) -> Object:
    """Return what happened in a run so far, in the words of its report."""
    app, run = asked.state.app, await find(asked)
    status, events = state_of(run), await app.find_run(run.id).events()
    base, ticket = f"/api/runs/{run.id}", asked.state.access.sessions.ticket
    story = await asyncio.to_thread(
        story_data,
        events,
        status=status,
        name=run.name,
        folder=_folder(asked, run.id),
        address=lambda name: ticket(f"{base}/pictures/{name}"),
    )
    questions = {} if run.status in ENDED else open_questions(events)
    return {
        "id": run.id,
        "status": status,
        "started": run.started,
        "seq": events[-1].seq if events else 0,
        "questions": [each.to_json() for each in questions.values()],
        "events": ticket(f"{base}/events"),
        "report": ticket(f"{base}/report"),
        **story,
        "files": [{"src": ticket(f"{base}/files/{name}"), "name": name} for name in story["files"]],
    }


KEPT: Final = "private, max-age=3600"
"""As long as its address stays the same."""


async def show_picture(asked: ApiRequest) -> Response:
    """Return a picture that a run has kept. Nothing else of its folder is sent."""
    run, name = await find(asked), asked.path["name"]
    path = find_file(_folder(asked, run.id).resolve(), name)
    content = b"" if path is None else await asyncio.to_thread(path.read_bytes)
    if not all(image_size(content)):
        message, hint = f"The run has no picture {name[:200]!r}.", f"See those that there are: /api/runs/{run.id}/steps"
        raise Fault("not_found", message, pointer="/name", expected="a PNG or JPEG of the run", hint=hint, retry=False)
    return Response(content, media_type=media(content), headers={"Cache-Control": KEPT})


def _folder(asked: ApiRequest, run: str) -> Path:
    return asked.state.app.settings.home / "files" / run
