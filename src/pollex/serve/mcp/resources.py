"""Runs as MCP resources: the list, one run, its events, its report, and its pictures."""

from __future__ import annotations

import mimetypes
import re
from pathlib import Path
from typing import Final, Protocol

from mcp_types import (
    BlobResourceContents,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from ...app.app import App
from ...core.call import checked_run_id
from ...core.event import was_stopped
from ...core.fault import Fault
from ...core.json import Object, dumps
from ...runs.questions import open_questions
from .content import file_contents

Contents = TextResourceContents | BlobResourceContents
RUNS: Final = "pollex://runs"
PLACE: Final = re.compile(r"pollex://runs/(?P<run>[^/?#]+)(?:/(?P<part>events|report|pictures)(?:/(?P<name>[^/]+))?)?")
MOST_RUNS: Final = 50


class ResourceSource(Protocol):
    """A source of resources. A server has several; the first that knows an address reads it."""

    async def listed(self) -> list[Resource]: ...

    async def templates(self) -> list[ResourceTemplate]: ...

    async def read(self, uri: str) -> list[Contents] | None:
        """Return what is there; None where the address belongs to another source."""


class RunResources:
    """The runs of an app."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def listed(self) -> list[Resource]:
        about = "The runs of Pollex, the newest first: id, name, status."
        return [Resource(uri=RUNS, name="runs", title="Runs", description=about, mime_type="application/json")]

    async def templates(self) -> list[ResourceTemplate]:
        rows = (
            ("{id}", "run", "A run: its status, what it asks, and its result.", "application/json"),
            ("{id}/events", "run-events", "What happened in a run, as events.", "application/json"),
            ("{id}/report", "run-report", "A run as one page for people.", "text/html"),
            ("{id}/pictures/{name}", "run-picture", "A picture that a run took.", "image/png"),
        )
        return [
            ResourceTemplate(uri_template=f"{RUNS}/{path}", name=name, description=about, mime_type=kind)
            for path, name, about, kind in rows
        ]

    async def read(self, uri: str) -> list[Contents] | None:
        if uri == RUNS:
            return [_json(uri, await self._runs())]
        place = PLACE.fullmatch(uri)
        if place is None:
            return None
        run = checked_run_id(place["run"])
        if place["part"] == "pictures" and place["name"]:
            return [self._picture(uri, run, place["name"])]
        if place["part"] == "report":
            return [await self._report(uri, run)]
        return [_json(uri, await (self._events(run) if place["part"] == "events" else self._run(run)))]

    async def _runs(self) -> list[Object]:
        listed = await self._app.runs.control.list(limit=MOST_RUNS)
        return [
            {"id": each.id, "name": each.name, "status": each.status, "uri": f"{RUNS}/{each.id}"} for each in listed
        ]

    async def _run(self, run: str) -> Object:
        events = await self._app.find_run(run).events()
        if not events:
            raise _unknown(run)
        end = next((each for each in reversed(events) if each.kind in ("run.finished", "run.resumed")), None)
        result = end.data["result"] if end is not None and end.kind == "run.finished" else None
        asks = [each.to_json() for each in open_questions(events).values()]
        status = "waiting" if asks else "running"
        if end is not None and result is not None:
            status = "done" if result["ok"] else "cancelled" if was_stopped(end) else "failed"
        pictures = [f"{RUNS}/{run}/pictures/{file.name}" for file in self._pictures(run)]
        return {"id": run, "status": status, "asks": asks, "result": result, "pictures": pictures}

    async def _events(self, run: str) -> list[Object]:
        events = await self._app.find_run(run).events()
        if not events:
            raise _unknown(run)
        return [event.to_json() for event in events]

    async def _report(self, uri: str, run: str) -> Contents:
        from ...report import report

        events = await self._app.find_run(run).events()
        if not events:
            raise _unknown(run)
        page = report(events, folder=self._folder(run))
        return TextResourceContents(uri=uri, mime_type="text/html", text=page.html)

    def _picture(self, uri: str, run: str, name: str) -> Contents:
        """Return a picture of the run's own folder, and nothing outside of it."""
        found = next((file for file in self._pictures(run) if file.name == name), None)
        if found is None:
            raise Fault("not_found", f"The run {run!r} has no picture {name!r}.", received=name, retry=False)
        return file_contents(found, uri)

    def _pictures(self, run: str) -> list[Path]:
        folder = self._folder(run)
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        return [
            file for file in files if file.is_file() and str(mimetypes.guess_type(file.name)[0]).startswith("image/")
        ]

    def _folder(self, run: str) -> Path:
        return self._app.settings.home / "files" / run


def _json(uri: str, value: object) -> Contents:
    return TextResourceContents(uri=uri, mime_type="application/json", text=dumps(value))


def _unknown(run: str) -> Fault:
    return Fault("not_found", f"There is no run {run!r}.", expected="the id of a run", received=run, retry=False)
