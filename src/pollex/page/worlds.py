"""Our scripts inside a page's frames: each frame has a world of its own for them, which the page cannot see or touch.

One object follows one CDP session: that of a page with all frames in its process, or that of a frame in another one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object, dumps, loads
from .driver import Frame, Session
from .failures import gone, not_inspected, too_much
from .scripts import inspecting_script, page_scripts

WORLD: Final = "pollex"
GONE: Final = (
    "Cannot find context",
    "context was destroyed",
    "target navigated",
    "Promise was collected",
    "uniqueContextId not found",
)
PATIENCE: Final = 5.0
"""Seconds to wait for a document that is just being made."""
INSPECTING: Final = "pollex inspects"
MOST: Final = 200_000
"""Characters of what an expression gives."""
WRITTEN: Final = """((found) => {
  const said = JSON.stringify(found);
  return said === undefined ? "" : said.length > MOST ? `!${said.length}` : said;
})((EXPRESSION
))"""
"""An expression with its value written as JSON where it is, so that what is too much is not sent."""
LISTENERS: Final = """(() => {
  try {
    const found = [], all = document.getElementsByTagName("*");
    const KINDS = ["click", "mousedown", "pointerdown", "mouseup", "keydown", "touchstart", "contextmenu", "dblclick"];
    for (let place = 0; place < all.length; place++) {
      const at = getEventListeners(all[place]);
      if (KINDS.some((kind) => at[kind])) found.push(place);
    }
    return found.join();
  } catch { return ""; }
})()"""


WATCHING: Final = """(at) => {
  try {
    for (let level = 0; at && level < 4; level++, at = at.parentElement) {
      const found = getEventListeners(at);
      if (found.keydown || found.keyup || found.keypress || found.beforeinput) return true;
    }
    return false;
  } catch { return true; }
}"""


@dataclass(frozen=True, slots=True)
class Context:
    """Where scripts of one world run in one document."""

    number: int
    unique: str


class Worlds:
    """The worlds of all frames of one session."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._empty: dict[str, Context] = {}
        """By frame, our world; the browser makes it anew for the next document."""
        self._ours: dict[str, Context] = {}
        """By frame, our world with our scripts in it."""
        self._pages: dict[str, Context] = {}
        """By frame, where the page's own scripts run."""
        self._parents: dict[str, str | None] = {}
        self._owners: dict[str, int] = {}
        """By frame, the number of the element that holds it."""
        self._news = asyncio.Event()
        self._wants_files: Callable[[int], None] | None = None
        self.root = ""
        """The outermost frame of the session."""

    async def start(self) -> None:
        session = self._session
        session.on("Runtime.executionContextCreated", self._created)
        session.on("Runtime.executionContextDestroyed", self._destroyed)
        session.on("Runtime.executionContextsCleared", self._cleared)
        session.on("Page.frameAttached", self._attached)
        session.on("Page.frameDetached", self._detached)
        session.on("Page.fileChooserOpened", self._chooser_opened)
        await session.send("Page.enable")
        tree, _ = await asyncio.gather(session.send("Page.getFrameTree"), session.send("Runtime.enable"))
        self._learn(tree["frameTree"], None)

    def frames(self) -> list[str]:
        return list(self._parents)

    def children(self, frame: str) -> list[str]:
        return [child for child, parent in self._parents.items() if parent == frame]

    def adopt(self, frame: str) -> None:
        """A frame that was inside the outermost one before we looked, and has another process."""
        self._parents[frame] = self.root

    async def frame(self, id: str) -> Frame:  # noqa: A002 - it is the id of the frame
        """The document that is in a frame now."""
        if id not in self._ours:
            await self._make(id)
        return Frame(id, self._ours[id].unique)

    def known(self, id: str) -> Frame | None:  # noqa: A002
        """The same where our scripts are in it already."""
        return Frame(id, self._ours[id].unique) if id in self._ours else None

    async def run(self, frame: Frame, expression: str) -> Any:
        """The value of an expression in our world of a frame; a Fault where the document is gone."""
        request = {"expression": f"JSON.stringify({expression})", "uniqueContextId": frame.document}
        answer = await self._evaluate(request)
        return None if answer is None else loads(answer)

    async def wait(self, frame: Frame, expression: str) -> Any:
        """The same for a promise."""
        request = {"expression": f"{expression}.then(JSON.stringify)", "uniqueContextId": frame.document}
        answer = await self._evaluate({**request, "awaitPromise": True})
        return None if answer is None else loads(answer)

    async def inspect(self, frame: Frame, expression: str, patience: float) -> Any:
        """The value of an expression in a world apart from the page and from ours, where it can only read."""
        made = await self._session.send("Page.createIsolatedWorld", {"frameId": frame.id, "worldName": INSPECTING})
        world = {"contextId": made["executionContextId"], "returnByValue": True}
        await self._session.send("Runtime.evaluate", {"expression": inspecting_script(), **world})
        written = WRITTEN.replace("MOST", str(MOST)).replace("EXPRESSION", expression)
        reading = {"expression": written, "throwOnSideEffect": True, "timeout": patience * 1000}
        try:
            answer = await self._session.send("Runtime.evaluate", {**reading, **world})
        except Exception as error:
            if any(each in str(error) for each in GONE):
                raise gone() from error
            if "terminated" not in str(error):
                raise
            raise not_inspected(expression, str(error)) from error
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise not_inspected(expression, details.get("exception", {}).get("description") or details.get("text", ""))
        value = str(answer["result"].get("value", ""))
        if value.startswith("!"):
            raise too_much(expression, int(value[1:]), MOST)
        return loads(value) if value else None

    def parent(self, frame: str) -> str | None:
        return self._parents.get(frame)

    async def focusing(self, frame: Frame, expression: str) -> Object:
        """The same for one that puts the focus somewhere; asked right behind it who listens to keys there."""
        answer, heard = await asyncio.gather(self.wait(frame, expression), self._heard(frame))
        return {**answer, "heard": heard}

    async def _heard(self, frame: Frame) -> Object | None:
        context = self._pages.get(frame.id)
        if context is None:
            return None
        place = 'Array.prototype.indexOf.call(document.getElementsByTagName("*"), document.activeElement)'
        script = f"[{place}, ({WATCHING})(document.activeElement)].join()"
        asked = {"expression": script, "contextId": context.number, "includeCommandLineAPI": True}
        said = str(await self._evaluate(asked)).split(",")
        return {"place": int(said[0]), "keys": said[1] == "true"} if len(said) == 2 else None

    async def listening(self, frame: Frame) -> list[int]:
        context = self._pages.get(frame.id)
        if context is None:
            return []
        said = await self._evaluate(
            {"expression": LISTENERS, "contextId": context.number, "includeCommandLineAPI": True}
        )
        return [int(place) for place in str(said or "").split(",") if place.isdigit()]

    async def watches_keys(self, frame: Frame, place: int) -> bool:
        """Whether an element, by its place in the document, or the parts right around it listen to keys."""
        context = self._pages.get(frame.id)
        if context is None:
            return True
        script = f'({WATCHING})(document.getElementsByTagName("*")[{place}])'
        said = await self._evaluate({"expression": script, "contextId": context.number, "includeCommandLineAPI": True})
        return said is not False

    async def owner(self, child: str, frame: Frame) -> int | None:
        """The number of the element in `frame` that holds the frame `child`."""
        if child not in self._owners:
            try:
                found = await self._session.send("DOM.getFrameOwner", {"frameId": child})
            except Exception as error:
                if "Frame with the given id" in str(error) or "not found" in str(error):
                    return None
                raise
            number = await self._number(found["backendNodeId"], frame)
            if number is None:
                return None
            self._owners[child] = number
        return self._owners[child]

    async def backend_node(self, frame: Frame, number: int) -> int:
        """The browser's own number of an element."""
        expression = {"expression": f"pollex.elementOf({number})", "uniqueContextId": frame.document}
        found = await self._session.send("Runtime.evaluate", expression)
        described = await self._session.send("DOM.describeNode", {"objectId": found["result"]["objectId"]})
        return int(described["node"]["backendNodeId"])

    async def set_files(self, frame: Frame, number: int, paths: list[str]) -> None:
        """Choose files in a file input."""
        expression = {"expression": f"pollex.elementOf({number})", "uniqueContextId": frame.document}
        found = await self._session.send("Runtime.evaluate", expression)
        if "objectId" not in found["result"]:
            raise gone()
        await self.put_files({"objectId": found["result"]["objectId"]}, paths)

    async def put_files(self, field: Object, paths: list[str]) -> None:
        """Choose files in a file input, as the browser names it."""
        await self._session.send("DOM.setFileInputFiles", {"files": paths, **field})

    async def hold_choosers(self, heard: Callable[[int], None] | None) -> None:
        """Show no chooser of files, but call with the browser's number of the input that wants one; None ends that."""
        self._wants_files = heard
        await self._session.send("Page.setInterceptFileChooserDialog", {"enabled": heard is not None})

    async def open_roots(self, frame: Frame, numbers: Sequence[int]) -> bool:
        """Ask the browser which of these elements have a closed shadow root, and show it to our scripts."""
        listed = dumps(list(numbers))
        made = await self._session.send(
            "Runtime.evaluate",
            {"expression": f"{listed}.map(pollex.elementOf)", "uniqueContextId": frame.document},
        )
        whole = await self._session.send(
            "Runtime.getProperties", {"objectId": made["result"]["objectId"], "ownProperties": True}
        )
        hosts = [
            each["value"]["objectId"]
            for each in whole["result"]
            if each["name"].isdigit() and "objectId" in each.get("value", {})
        ]
        return any(await asyncio.gather(*(self._open_root(host, frame) for host in hosts)))

    async def _open_root(self, host: str, frame: Frame) -> bool:
        described = await self._session.send("DOM.describeNode", {"objectId": host})
        roots = [root for root in described["node"].get("shadowRoots", ()) if root["shadowRootType"] == "closed"]
        arguments: list[Object] = [{"value": None}]
        if roots:
            arguments = [{"objectId": await self._resolve(roots[0]["backendNodeId"], frame)}]
        declaration = "function (root) { pollex.learnRoot(this, root); }"
        call = {"functionDeclaration": declaration, "objectId": host, "arguments": arguments}
        await self._session.send("Runtime.callFunctionOn", call)
        return bool(roots)

    async def _number(self, backend: int, frame: Frame) -> int | None:
        object_id = await self._resolve(backend, frame)
        declaration = "function () { return pollex.numberOf(this); }"
        call = {"functionDeclaration": declaration, "objectId": object_id, "returnByValue": True}
        answer = await self._session.send("Runtime.callFunctionOn", call)
        number = answer["result"].get("value")
        return number if isinstance(number, int) else None

    async def _resolve(self, backend: int, frame: Frame) -> str:
        """A node of the browser as an object of our world."""
        context = self._ours.get(frame.id)
        if context is None or context.unique != frame.document:
            raise gone()
        wanted = {"backendNodeId": backend, "executionContextId": context.number}
        return str((await self._session.send("DOM.resolveNode", wanted))["object"]["objectId"])

    async def _make(self, frame: str) -> None:
        """Make our world in a frame, when it is first looked into: documents that nobody looks at cost nothing."""
        try:
            async with asyncio.timeout(PATIENCE):
                if frame not in self._empty:
                    await self._session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": WORLD})
                while frame not in self._empty:  # its event may come after its answer
                    self._news.clear()
                    await self._news.wait()
                context = self._empty[frame]
                await self._evaluate({"expression": page_scripts(), "uniqueContextId": context.unique})
        except TimeoutError as error:
            raise gone() from error
        if self._empty.get(frame) is not context:
            raise gone()
        self._ours[frame] = context

    def _created(self, event: Object) -> None:
        context, about = event["context"], event["context"].get("auxData", {})
        made = Context(context["id"], context["uniqueId"])
        if about.get("isDefault"):
            self._pages[about["frameId"]] = made
        elif context["name"] == WORLD:
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
        """A frame went, or moved to a process of its own, where another session follows it."""
        frame = event["frameId"]
        for below in self.children(frame):
            self._detached({"frameId": below})
        self._owners.pop(frame, None)
        self._empty.pop(frame, None)
        self._ours.pop(frame, None)
        self._pages.pop(frame, None)
        if event.get("reason") != "swap":
            self._parents.pop(frame, None)

    def _chooser_opened(self, event: Object) -> None:
        if self._wants_files is not None and "backendNodeId" in event:
            self._wants_files(event["backendNodeId"])

    def _learn(self, tree: Object, parent: str | None) -> None:
        frame = tree["frame"]["id"]
        self._parents[frame] = parent
        self.root = self.root or frame
        for below in tree.get("childFrames", ()):
            self._learn(below, frame)

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
