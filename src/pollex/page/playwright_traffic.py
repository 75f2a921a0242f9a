"""The traffic of windows in a HAR file, without secrets; and windows that are answered from one, without a network."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final, Protocol

from playwright.async_api import Error

from ..core.fault import Fault
from ..core.json import Object, brief
from ..core.pipeline.redact import Redactor
from .recorded_answers import WINDOW, RecordedAnswers
from .traffic_mask import masked, masked_address, masked_body

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, Route


class TrafficArchive(Protocol):
    """What records or answers the requests of windows."""

    offline: bool
    """Whether nothing may leave."""

    def options(self) -> dict[str, Any]:
        """Return the options of the next window."""

    async def attach(self, context: BrowserContext) -> None:
        """Take a window that was opened with them."""


class TrafficRecorder:
    """Records each window by itself. What Playwright writes when one closes is masked, kept and deleted at once."""

    offline = False

    def __init__(self, folder: Path, redactor: Redactor) -> None:
        self.entries: list[Object] = []
        self._folder = folder
        self._redactor = redactor
        self._windows = 0

    def options(self) -> dict[str, Any]:
        self._windows += 1
        return {**NO_WORKERS, "record_har_path": self._path(self._windows), "record_har_content": "embed"}

    async def attach(self, context: BrowserContext) -> None:
        context.on("close", partial(self._take, self._windows))

    def _take(self, number: int, _: BrowserContext) -> None:
        path = self._path(number)
        if not path.exists():  # the browser was gone before
            return
        try:
            recorded = json.loads(path.read_text(encoding="utf-8"))["log"]["entries"]
        finally:
            path.unlink()
        self.entries += [{**masked(each, self._redactor), WINDOW: number} for each in recorded]

    def _path(self, number: int) -> Path:
        return self._folder / f"{number}.har"


class TrafficReplay:
    """Answers each window from a recording, first by what the window of that number was answered."""

    offline = True

    def __init__(self, folder: Path, file: Path, redactor: Redactor) -> None:
        self._folder = folder
        self._entries = _entries(file)
        self._redactor = redactor
        self._windows = 0

    def options(self) -> dict[str, Any]:
        self._windows += 1
        return dict(NO_WORKERS)

    async def attach(self, context: BrowserContext) -> None:
        answers, path = RecordedAnswers(self._entries, self._windows), self._folder / f"{self._windows}.har"
        path.write_text(_har(answers.numbered()), encoding="utf-8")
        await context.route_from_har(path, not_found="abort")
        await context.route("**/*", partial(self._answer, answers))

    async def _answer(self, answers: RecordedAnswers, route: Route) -> None:
        """Let a request be answered by the entry that is its turn: secrets are masked on both sides."""
        request = route.request
        url = masked_address(request.url, self._redactor)
        sent = (request.post_data_buffer or b"").decode(errors="replace")
        body = masked_body(sent, request.headers.get("content-type", ""), self._redactor)
        found = answers.take(request.method, url, body, is_navigation=request.is_navigation_request())
        try:
            await (route.abort() if found is None else route.fallback(url=found))
        except Error:
            return  # the tab closed meanwhile


NO_WORKERS: Final = {"service_workers": "block"}
"""A worker of a site would answer requests by itself, unseen."""


@contextmanager
def recorded_to(file: Path, redactor: Redactor) -> Iterator[TrafficRecorder]:
    """Record what windows send and get, and write it at the end."""
    if not file.absolute().parent.is_dir() or file.is_dir():
        message = f"{str(file)!r} cannot be written."
        raise Fault("failed", message, received=str(file), hint="Name a file in a folder that is there.")
    with TemporaryDirectory() as folder:
        recorder = TrafficRecorder(Path(folder), redactor)
        try:
            yield recorder
        finally:
            file.write_text(_har(recorder.entries), encoding="utf-8")


@contextmanager
def answered_from(file: Path, redactor: Redactor) -> Iterator[TrafficReplay]:
    """Answer windows from a recording, without a network."""
    with TemporaryDirectory() as folder:
        yield TrafficReplay(Path(folder), file, redactor)


def _har(entries: Iterable[Object]) -> str:
    log = {"version": "1.2", "creator": {"name": "Pollex", "version": "1"}, "pages": [], "entries": [*entries]}
    return json.dumps({"log": log}, ensure_ascii=False)


def _entries(file: Path) -> list[Object]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
        return [{**each, "request": each["request"], "response": each["response"]} for each in found["log"]["entries"]]
    except OSError as error:
        message = f"{str(file)!r} cannot be read: {error.strerror or error}."
        raise Fault("not_found", message, expected="a file that --record wrote", received=str(file)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        message = f"{str(file)!r} is no recorded traffic."
        raise Fault("invalid_json", message, expected="a HAR file", received=brief(str(error))) from error
