"""The endpoint by which a person gives a file to the page of a run that was taken over."""

from __future__ import annotations

from typing import Final

from ..core.json import Object
from .endpoint import ApiRequest
from .runs import find

BINARY: Final = "application/octet-stream"
FILE: Final[Object] = {"type": "string", "format": "binary", "description": "What is in the file."}
NAME: Final[Object] = {
    "name": {
        "type": "string",
        "minLength": 1,
        "maxLength": 200,
        "pattern": r"^[^/\\\u0000-\u001f]+$",
        "default": "file",
        "description": "What the file is called.",
    },
    "more": {
        "type": "boolean",
        "default": False,
        "description": "Whether another file follows: they are given together, with the last one.",
    },
    "part": {
        "type": "boolean",
        "default": False,
        "description": "Whether the rest of this file follows: a body has 9 MB at the most.",
    },
}


async def give_file(asked: ApiRequest) -> Object:
    """Give the body as a file to the field or chooser that was clicked last."""
    run = await find(asked)
    how = {name: asked.query[name] for name in ("more", "part")}
    await asked.state.app.live.give(run.id, asked.query["name"], asked.body, **how)
    return {"id": run.id, "status": "given"}
