"""The App of one command: settings, log level, and tools from files and folders."""

from __future__ import annotations

import sys
from collections.abc import Coroutine, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

from ..core.json import Object, dumps
from ..core.result import Result
from .output import answer

Called: TypeAlias = tuple[Result, Object | None]
"""The result of a call, and the exception behind its fault."""

if TYPE_CHECKING:
    from ..app.app import App


def open_app(sources: Iterable[Path] | None = None, **overrides: Any) -> App:
    """Return an App with the tools of `sources`; its log goes to stderr."""
    import logging

    from ..app.app import App

    app = App(**overrides)
    logging.basicConfig(level=app.settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
    for path in sources or ():
        add_source(app, path)
    return app


def add_source(app: App, path: Path) -> None:
    """Add the tools of a library, a Python file, a module, or of both kinds in a folder; broken modules are skipped."""
    if any((path / each).is_dir() for each in ("apps", "src/apps")):
        app.add_library(path)
        return
    if path.suffix == ".json":
        app.add_module(path)
        return
    app.add_tools(path)
    if path.is_dir():
        app.add_module(path, strict=False)
        for problem in app.modules.problems:
            print(f"passed over {problem.file}{problem.pointer}: {problem.message}", file=sys.stderr)


def run_call(work: Coroutine[Any, Any, Called]) -> Called:
    import asyncio

    return asyncio.run(work)


async def error_of(app: App, call: str) -> Object | None:
    """Return the exception behind a failed call from the log: it is for people, not for models."""
    events = await app.session.events()
    told = [event.data for event in events if event.kind == "call.finished" and event.data["call"] == call]
    return told[-1].get("error") if told else None


def answer_called(result: Result, error: Object | None, *, json: bool) -> int:
    """Show the result of a call; as JSON, with the exception inside its fault."""
    if not json or error is None or result.fault is None:
        return answer(result, json=json)
    print(dumps(result.to_json() | {"fault": result.fault.to_json() | {"error": error}}, indent=True))
    return 1
