"""Which elements listen, where the console's `getEventListeners` is not to be had: an extension's debugger lacks it."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from ..core.fault import Fault
from ..core.json import Object
from .driver import CdpSession, Frame
from .failures import BrowserRefusal, gone
from .file_bytes import by_bytes
from .frame_session import ELEMENT_KINDS, KEY_KINDS, FrameSession
from .isolated_worlds import ExecutionContext
from .scripts import files_script

AROUND: Final = """(at) => {
  const found = [];
  for (; at && found.length < 4; at = at.parentElement) found.push(at);
  return found;
}"""
"""An element and the parts right around it."""
PLACES: Final = """function (...nodes) {
  const places = new Map(), all = this.getElementsByTagName("*");
  for (let place = 0; place < all.length; place++) places.set(all[place], place);
  return nodes.map((node) => places.get(node) ?? -1);
}"""


FORGOTTEN: Final = "Could not find object"
"""What the browser says of an object that it does not keep any more."""


PATHS: Final = "files by path"
NO_PATHS: Final = "Not allowed"
"""What Chrome says of paths where its person does not let the extension see files."""


def _too_large() -> Fault:
    message, expected = "This Chrome lets the extension name no files by their paths.", "files of 8 MB or less together"
    hint = "Switch on “Allow access to file URLs” for Pollex at chrome://extensions."
    return Fault("unavailable", message, pointer="/files", expected=expected, received=PATHS, hint=hint, retry=False)


@dataclass(frozen=True, slots=True)
class MetDocument:
    """A document as an object of the page's world, and elements that listen in it, by the browser's numbers."""

    document: str
    elements: dict[int, str]


class DebuggerFrameSession(FrameSession):
    """Asks the browser for all listeners of a document at once, and looks up elements that it has not met before."""

    def __init__(self, session: CdpSession) -> None:
        super().__init__(session)
        self._met: dict[str, MetDocument] = {}
        """By the page's world of a document, what was met there."""

    async def listening(self, frame: Frame) -> list[int]:
        context = self._pages.get(frame.id)
        if context is None:
            return []
        try:
            return await self._listening(context)
        except BrowserRefusal as refusal:
            if FORGOTTEN not in refusal.reason:
                raise
            self._met.clear()
            return await self._listening(context)

    async def put_files(self, field: Object, paths: list[str]) -> None:
        """Choose files by their paths; where Chrome lets the extension name none, by what is in them."""
        try:
            await super().put_files(field, paths)
        except BrowserRefusal as refusal:
            if NO_PATHS not in refusal.reason:
                raise
            await self._put_bytes(await self._in_our_world(field), await by_bytes(paths, _too_large()))

    async def _put_bytes(self, field: str, files: list[Object]) -> None:
        declaration = f"function (files) {{ {files_script()}\nreturn pollex.putFiles(pollex.numberOf(this), files); }}"
        call = {"functionDeclaration": declaration, "objectId": field, "arguments": [{"value": files}]}
        answer = await self._session.send("Runtime.callFunctionOn", {**call, "returnByValue": True})
        if "gone" in answer["result"].get("value", {"gone": True}):
            raise gone()

    async def _in_our_world(self, field: Object) -> str:
        """Return a field as an object of our world of its document, which its page cannot touch."""
        if "objectId" in field:
            return str(field["objectId"])
        for context in self._ours.values():
            with suppress(BrowserRefusal):  # it is of another document
                wanted = {**field, "executionContextId": context.number}
                return str((await self._session.send("DOM.resolveNode", wanted))["object"]["objectId"])
        raise gone()

    async def _listening(self, context: ExecutionContext) -> list[int]:
        """Ask which elements listen, and where those are that did before, at once: they are mostly the same."""
        met = await self._document(context)
        if met is None:
            return []
        before = dict(met.elements)
        told, places = await asyncio.gather(
            self._listeners(met.document), self._places([*before.values()], met.document)
        )
        where = dict(zip(before, places, strict=True))
        if new := [node for node in told if node not in where]:
            await self._meet(new, met, context)
            new = [node for node in new if node in met.elements]
            found = await self._places([met.elements[node] for node in new], met.document)
            where.update(zip(new, found, strict=True))
        return sorted(where[node] for node in told if where.get(node, -1) >= 0)

    async def _listeners(self, document: str) -> list[int]:
        """Return the browser's numbers of the elements of a document that listen."""
        told = await self._session.send("DOMDebugger.getEventListeners", {"objectId": document, "depth": -1})
        found = (each for each in told["listeners"] if each["type"] in ELEMENT_KINDS and "backendNodeId" in each)
        return list(dict.fromkeys(each["backendNodeId"] for each in found))

    async def _document(self, context: ExecutionContext) -> MetDocument | None:
        if context.unique not in self._met:
            if (document := await self._object("document", context)) is None:
                return None
            alive = {each.unique for each in self._pages.values()}
            self._met = {unique: known for unique, known in self._met.items() if unique in alive}
            self._met[context.unique] = MetDocument(document, {})
        return self._met[context.unique]

    async def watches_keys(self, frame: Frame, place: int) -> bool:
        found = await self._around(frame, f'document.getElementsByTagName("*")[{place}]')
        return found is None or bool(found["keys"])

    async def hears_typing(self, frame: Frame, place: int) -> bool:
        return True  # without `getEventListeners` it is not known

    async def _heard(self, frame: Frame) -> Object | None:
        return await self._around(frame, "document.activeElement")

    async def _around(self, frame: Frame, element: str) -> Object | None:
        """The place of an element, and whether it or the parts right around it listen to keys; None without it."""
        context = self._pages.get(frame.id)
        if context is None:
            return None
        around, document = await asyncio.gather(
            self._object(f"({AROUND})({element})", context), self._object("document", context)
        )
        if around is None or document is None:
            return None
        listed = await self._session.send("Runtime.getProperties", {"objectId": around, "ownProperties": True})
        nodes = [each["value"]["objectId"] for each in listed["result"] if each["name"].isdigit()]
        if not nodes:
            return None
        asking = [self._session.send("DOMDebugger.getEventListeners", {"objectId": each}) for each in nodes]
        places, told = await asyncio.gather(self._places(nodes[:1], document), asyncio.gather(*asking))
        keys = any(each["type"] in KEY_KINDS for one in told for each in one["listeners"])
        return {"place": places[0], "keys": keys}

    async def _meet(self, nodes: list[int], met: MetDocument, context: ExecutionContext) -> None:
        """Learn elements as objects of the page's world; those that have gone are left out."""
        wanted = [{"backendNodeId": node, "executionContextId": context.number} for node in nodes]
        made = await asyncio.gather(
            *(self._session.send("DOM.resolveNode", each) for each in wanted), return_exceptions=True
        )
        for node, found in zip(nodes, made, strict=True):
            if not isinstance(found, BaseException):
                met.elements[node] = found["object"]["objectId"]

    async def _places(self, objects: list[str], document: str) -> list[int]:
        """Return the places of elements in their document; -1 for one that is not in it."""
        if not objects:
            return []
        call = {"functionDeclaration": PLACES, "objectId": document, "returnByValue": True}
        arguments = [{"objectId": each} for each in objects]
        answer = await self._session.send("Runtime.callFunctionOn", {**call, "arguments": arguments})
        places = answer["result"].get("value", ())
        return (
            list(places) if len(places) == len(objects) else [-1] * len(objects)
        )  # a page may replace what it is looked up by

    async def _object(self, expression: str, context: ExecutionContext) -> str | None:
        asked: Object = {"expression": expression, "uniqueContextId": context.unique}
        answer: Any = await self._session.send("Runtime.evaluate", asked)
        found = answer["result"].get("objectId")
        return None if found is None else str(found)
