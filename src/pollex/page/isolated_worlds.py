"""Isolated worlds in the frames of a page: where our scripts run, unseen and untouched by the page's own.

One object follows one CDP session: that of a page with all frames in its process, or that of a frame in another one.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object, loads
from .driver import CdpSession, Frame
from .failures import gone
from .scripts import BEGUN, page_scripts, waiting_scripts

WORLD: Final = "pollex"
GONE: Final = (
    "Cannot find context",
    "context was destroyed",
    "target navigated",
    "Promise was collected",
    "uniqueContextId not found",
    "The connection with Chrome was lost",
)
PATIENCE: Final = 5.0
"""Seconds to wait for a document that is just being made."""


@dataclass(frozen=True, slots=True)
class ExecutionContext:
    """Where scripts of one world run in one document."""

    number: int
    unique: str


class IsolatedWorlds:
    """The frames of one session, and the isolated world of each."""

    world = WORLD

    def __init__(self, session: CdpSession) -> None:
        self._session = session
        self._empty: dict[str, ExecutionContext] = {}
        """By frame, our world; the browser makes a new one for the next document."""
        self._ours: dict[str, ExecutionContext] = {}
        """By frame, our world with our scripts in it."""
        self._pages: dict[str, ExecutionContext] = {}
        """By frame, where the page's own scripts run."""
        self._parents: dict[str, str | None] = {}
        self._owners: dict[str, int] = {}
        """By frame, the number of the element that holds it."""
        self._news = asyncio.Event()
        self.root = ""
        """The outermost frame of the session."""

    async def start(self) -> None:
        """Follow the session's frames and execution contexts."""
        session = self._session
        session.on("Runtime.executionContextCreated", self._created)
        session.on("Runtime.executionContextDestroyed", self._destroyed)
        session.on("Runtime.executionContextsCleared", self._cleared)
        session.on("Page.frameAttached", self._attached)
        session.on("Page.frameDetached", self._detached)
        await session.send("Page.enable")
        waiting = {"source": waiting_scripts(), "worldName": self.world}
        tree, *_ = await asyncio.gather(
            session.send("Page.getFrameTree"),
            session.send("Runtime.enable"),
            session.send("Page.addScriptToEvaluateOnNewDocument", waiting),
        )
        self._learn(tree["frameTree"], None)

    def frames(self) -> list[str]:
        return list(self._parents)

    def children(self, frame: str) -> list[str]:
        return [child for child, parent in self._parents.items() if parent == frame]

    def adopt(self, frame: str, parent: str | None = None) -> None:
        """Add a frame of another process that was there before the session started, in the outermost one or another."""
        self._parents[frame] = parent or self.root

    async def frame(self, id: str) -> Frame:  # noqa: A002 - it is the id of the frame
        """The document that is in a frame now."""
        if id not in self._ours:
            await self._make(id)
        return Frame(id, self._ours[id].unique)

    def known(self, id: str) -> Frame | None:  # noqa: A002
        """The document in a frame, if our scripts are in it already."""
        return Frame(id, self._ours[id].unique) if id in self._ours else None

    def parent(self, frame: str) -> str | None:
        return self._parents.get(frame)

    async def run(self, frame: Frame, expression: str) -> Any:
        """The value of an expression in our world of a frame; a Fault where the document is gone."""
        request = {"expression": f"JSON.stringify({expression})", "uniqueContextId": frame.document}
        answer = await self._evaluate(request)
        return None if answer is None else loads(answer)

    async def wait(self, frame: Frame, expression: str) -> Any:
        """The value of a promise in our world of a frame; a Fault where the document is gone."""
        request = {"expression": f"{expression}.then(JSON.stringify)", "uniqueContextId": frame.document}
        answer = await self._evaluate({**request, "awaitPromise": True})
        return None if answer is None else loads(answer)

    async def _make(self, frame: str) -> None:
        """Begin our scripts in a frame when they are first needed, so that unused documents cost next to nothing.

        They wait in each document that began after us; into an older one they are sent.
        """
        try:
            async with asyncio.timeout(PATIENCE):
                if frame not in self._empty:
                    await self._session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": self.world})
                while frame not in self._empty:  # its event may come after its answer
                    self._news.clear()
                    await self._news.wait()
                context = self._empty[frame]
                if not await self._evaluate({"expression": BEGUN, "uniqueContextId": context.unique}):
                    await self._evaluate({"expression": page_scripts(), "uniqueContextId": context.unique})
        except TimeoutError as error:
            raise gone() from error
        if self._empty.get(frame) is not context:
            raise gone()
        self._ours[frame] = context

    async def _evaluate(self, request: Object) -> Any:
        try:
            answer = await self._session.send("Runtime.evaluate", {**request, "returnByValue": True})
        except Exception as error:
            if any(words in str(error) for words in GONE):
                raise gone() from error
            raise
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            said = details.get("exception", {}).get("description") or details.get("text")
            raise Fault("failed", f"A script in the page failed: {said}", retry=False)
        return answer["result"].get("value")

    def _created(self, event: Object) -> None:
        context, about = event["context"], event["context"].get("auxData", {})
        made = ExecutionContext(context["id"], context["uniqueId"])
        if about.get("isDefault"):
            self._pages[about["frameId"]] = made
        elif context["name"] == self.world:
            self._empty[about["frameId"]] = made
            self._news.set()

    def _destroyed(self, event: Object) -> None:
        for contexts in (self._empty, self._ours, self._pages):
            for frame, context in list(contexts.items()):
                if context.unique == event.get("executionContextUniqueId"):
                    del contexts[frame]

    def _cleared(self, _: Object) -> None:
        self._empty.clear()
        self._ours.clear()
        self._pages.clear()
        self._owners.clear()

    def _attached(self, event: Object) -> None:
        self._parents[event["frameId"]] = event["parentFrameId"]

    def _detached(self, event: Object) -> None:
        """Forget a frame that was removed, or that another session follows in a process of its own."""
        frame = event["frameId"]
        for below in self.children(frame):
            self._detached({"frameId": below})
        self._owners.pop(frame, None)
        self._empty.pop(frame, None)
        self._ours.pop(frame, None)
        self._pages.pop(frame, None)
        if event.get("reason") != "swap":
            self._parents.pop(frame, None)

    def _learn(self, tree: Object, parent: str | None) -> None:
        frame = tree["frame"]["id"]
        self._parents[frame] = parent
        self.root = self.root or frame
        for below in tree.get("childFrames", ()):
            self._learn(below, frame)
