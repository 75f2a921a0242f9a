"""What only a CDP session knows of elements: listeners, closed shadow roots, file inputs, frame owners.

It also evaluates expressions that may only read.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..core.json import Object, dumps, loads
from .driver import CdpSession, Frame
from .failures import gone, not_inspected, too_much
from .isolated_worlds import GONE, IsolatedWorlds
from .scripts import inspecting_script

INSPECTING: Final = "pollex inspects"
MAX_RESULT_CHARS: Final = 200_000
"""Characters of what an expression gives."""
ASKS: Final = "pollex asks "
"""How a question begins by which an expression asks for what only reads and is refused."""
RETURNS: Final = re.compile(r"^\s*return\b|^\s*(?:const|let|var)\b.*[;}\s]return\b", re.DOTALL)
"""Statements that give a value, in the place of an expression."""
MOST_ASKED: Final = 300
"""Questions of one expression."""
WRITTEN: Final = """((found) => {
  const said = JSON.stringify(found);
  return said === undefined ? "" : said.length > MAX_RESULT_CHARS ? `!${said.length}` : said;
})((EXPRESSION
))"""
"""An expression with its value written as JSON where it is, so that what is too much is not sent."""
ELEMENT_KINDS: Final = (
    "click", "mousedown", "pointerdown", "mouseup", "keydown", "touchstart", "contextmenu", "dblclick",
)  # fmt: skip
"""Events that make an element a control."""
KEY_KINDS: Final = ("keydown", "keyup", "keypress", "beforeinput")
LISTENERS: Final = """(() => {
  try {
    const found = [], all = document.getElementsByTagName("*"), KINDS = LISTENED;
    for (let place = 0; place < all.length; place++) {
      const at = getEventListeners(all[place]);
      if (KINDS.some((kind) => at[kind])) found.push(place);
    }
    return found.join();
  } catch { return ""; }
})()""".replace("LISTENED", dumps(ELEMENT_KINDS))
TYPING_KINDS: Final = (*KEY_KINDS, "input", "change", "paste")
HEARING: Final = """(at) => {
  try {
    const heard = (each) => { const found = getEventListeners(each); return LISTENED.some((kind) => found[kind]); };
    for (; at && at !== document; at = at.parentNode) if (heard(at)) return true;
    return !at || heard(document) || heard(window);
  } catch { return true; }
}""".replace("LISTENED", dumps(TYPING_KINDS))
WATCHING: Final = """(at) => {
  try {
    for (let level = 0; at && level < 4; level++, at = at.parentElement) {
      const found = getEventListeners(at);
      if (LISTENED.some((kind) => found[kind])) return true;
    }
    return false;
  } catch { return true; }
}""".replace("LISTENED", dumps(KEY_KINDS))


def _asked(answer: Object) -> str | None:
    """The question of an expression that was stopped by one."""
    said = answer.get("exceptionDetails", {}).get("exception", {}).get("value")
    return said if isinstance(said, str) and said.startswith(ASKS) else None


class FrameSession(IsolatedWorlds):
    """The frames of one session and their elements, as the browser knows them."""

    def __init__(self, session: CdpSession) -> None:
        super().__init__(session)
        self._wants_files: Callable[[int], None] | None = None

    async def start(self) -> None:
        self._session.on("Page.fileChooserOpened", self._chooser_opened)
        await super().start()

    async def focusing(self, frame: Frame, expression: str) -> Object:
        """Evaluate an expression that moves the focus, and look up at once whether the page listens to keys there."""
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
        return await self._listens(frame, place, WATCHING)

    async def hears_typing(self, frame: Frame, place: int) -> bool:
        """Whether anything of the page hears that a field, by its place in the document, is filled in."""
        return await self._listens(frame, place, HEARING)

    async def _listens(self, frame: Frame, place: int, script: str) -> bool:
        """Whether a script finds listeners for an element; also where that cannot be known."""
        context = self._pages.get(frame.id)
        if context is None:
            return True
        asked = f'({script})(document.getElementsByTagName("*")[{place}])'
        said = await self._evaluate({"expression": asked, "contextId": context.number, "includeCommandLineAPI": True})
        return said is not False

    async def inspect(self, frame: Frame, expression: str, patience: float) -> Any:
        """The value of an expression in a world apart from the page and from ours, where it can only read."""
        made = await self._session.send("Page.createIsolatedWorld", {"frameId": frame.id, "worldName": INSPECTING})
        world = {"contextId": made["executionContextId"], "returnByValue": True}
        await self._session.send("Runtime.evaluate", {"expression": f"{inspecting_script()}\npollexForget()", **world})
        answer = await self._inspected(expression, world, patience)
        last = None
        for _ in range(MOST_ASKED):
            if (asked := _asked(answer)) in (None, last):
                break
            last = asked
            await self._session.send("Runtime.evaluate", {"expression": f"pollexAnswer({dumps(asked)})", **world})
            answer = await self._inspected(expression, world, patience)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            said = details.get("exception", {}).get("description") or details.get("text", "")
            raise not_inspected(expression, f"it looks at more than {MOST_ASKED} places" if _asked(answer) else said)
        value = str(answer["result"].get("value", ""))
        if value.startswith("!"):
            raise too_much(expression, int(value[1:]), MAX_RESULT_CHARS)
        return loads(value) if value else None

    async def _inspected(self, expression: str, world: Object, patience: float) -> Object:
        """The browser's answer to an expression that may only read."""
        value = f"(() => {{{expression}\n}})()" if RETURNS.search(expression) else expression.strip().rstrip(";")
        written = WRITTEN.replace("MAX_RESULT_CHARS", str(MAX_RESULT_CHARS)).replace("EXPRESSION", value)
        reading = {"expression": written, "throwOnSideEffect": True, "timeout": patience * 1000}
        try:
            answer: Object = await self._session.send("Runtime.evaluate", {**reading, **world})
        except Exception as error:
            if any(each in str(error) for each in GONE):
                raise gone() from error
            if "terminated" not in str(error):
                raise
            raise not_inspected(expression, str(error)) from error
        return answer

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

    def _chooser_opened(self, event: Object) -> None:
        if self._wants_files is not None and "backendNodeId" in event:
            self._wants_files(event["backendNodeId"])
