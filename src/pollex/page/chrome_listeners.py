"""Which elements listen, where the console's `getEventListeners` is not to be had: an extension's debugger lacks it."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from ..core.json import Object
from .driver import CdpSession, Frame
from .frame_session import ELEMENT_KINDS, KEY_KINDS, FrameSession
from .isolated_worlds import ExecutionContext

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


class DebuggerFrameSession(FrameSession):
    """Asks the browser for all listeners of a document at once, and looks up elements that it has not met before."""

    def __init__(self, session: CdpSession) -> None:
        super().__init__(session)
        self._met: dict[str, dict[int, str]] = {}
        """By the page's world of a document, elements that listen: the browser's number and object of each."""

    async def listening(self, frame: Frame) -> list[int]:
        context = self._pages.get(frame.id)
        if context is None:
            return []
        document = await self._object("document", context)
        if document is None:
            return []
        told = await self._session.send("DOMDebugger.getEventListeners", {"objectId": document, "depth": -1})
        nodes = dict.fromkeys(
            each["backendNodeId"]
            for each in told["listeners"]
            if each["type"] in ELEMENT_KINDS and "backendNodeId" in each
        )
        objects = await self._objects(list(nodes), context)
        return sorted(place for place in await self._places(objects, document) if place >= 0)

    async def watches_keys(self, frame: Frame, place: int) -> bool:
        found = await self._around(frame, f'document.getElementsByTagName("*")[{place}]')
        return found is None or bool(found["keys"])

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

    async def _objects(self, nodes: list[int], context: ExecutionContext) -> list[str]:
        """Return elements as objects of the page's world; those that have gone are left out."""
        alive = {each.unique for each in self._pages.values()}
        self._met = {unique: known for unique, known in self._met.items() if unique in alive}
        known = self._met.setdefault(context.unique, {})
        new = [node for node in nodes if node not in known]
        wanted = [{"backendNodeId": node, "executionContextId": context.number} for node in new]
        made = await asyncio.gather(
            *(self._session.send("DOM.resolveNode", each) for each in wanted), return_exceptions=True
        )
        for node, found in zip(new, made, strict=True):
            if not isinstance(found, BaseException):
                known[node] = found["object"]["objectId"]
        return [known[node] for node in nodes if node in known]

    async def _places(self, objects: list[str], document: str) -> list[int]:
        """Return the places of elements in their document; -1 for one that is not in it."""
        call = {"functionDeclaration": PLACES, "objectId": document, "returnByValue": True}
        arguments = [{"objectId": each} for each in objects]
        answer = await self._session.send("Runtime.callFunctionOn", {**call, "arguments": arguments})
        return list(answer["result"].get("value", ()))

    async def _object(self, expression: str, context: ExecutionContext) -> str | None:
        asked: Object = {"expression": expression, "uniqueContextId": context.unique}
        answer: Any = await self._session.send("Runtime.evaluate", asked)
        found = answer["result"].get("objectId")
        return None if found is None else str(found)
