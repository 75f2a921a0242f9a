"""Finds out which nodes of the browser are meant, and what they are: tag, role, name, box."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from bench.page_chromium import HEIGHT, attached, connection
from bench.page_contender import Node, Place
from bench.page_snapshot import KEPT, MARGIN

BOX = """function () {
  const box = this.getBoundingClientRect();
  return [this.tagName.toLowerCase(), ...[box.x, box.y, box.width, box.height].map(Math.round)];
}"""
FACTS = """function () {
  const style = getComputedStyle(this), box = this.getBoundingClientRect(), facts = [];
  const around = this.parentElement?.closest("a[href], button, label, summary, select, [role=button], [role=link]");
  if (!this.checkVisibility({ opacityProperty: true, visibilityProperty: true })) facts.push("unseen");
  if (box.width < 2 || box.height < 2) facts.push("tiny");
  if (box.right + scrollX <= 0 || box.bottom + scrollY <= 0 || box.left >= innerWidth + 1000) facts.push("outside");
  if (around) facts.push("in " + around.localName);
  if (this.control) facts.push("label of " + this.control.localName);
  const above = this.parentElement ? getComputedStyle(this.parentElement).cursor : "";
  if (style.cursor === "pointer") facts.push(above === "pointer" ? "pointer above" : "pointer");
  if (/auto|scroll/.test(style.overflowX + style.overflowY)) facts.push("scrolls");
  const x = box.left + box.width / 2, y = box.top + box.height / 2;
  const top = this.getRootNode().elementFromPoint?.(x, y);
  if (top && top !== this && !this.contains(top) && !top.contains(this)) facts.push("under " + top.localName);
  const tag = this.outerHTML.slice(0, this.outerHTML.indexOf(">") + 1);
  return [facts.join(", "), tag.replace(/\\s+/g, " ").slice(0, 200)];
}"""


@dataclass(frozen=True, slots=True)
class Described:
    """An element in words that a person can judge. The box is in its own frame's coordinates."""

    tag: str
    role: str
    name: str
    box: tuple[int, int, int, int]
    facts: str = ""
    """What helps to judge it: whether it can be seen, what it is in, its pointer."""
    html: str = ""
    """Its opening tag."""

    def near(self) -> bool:
        return self.box[1] < HEIGHT + MARGIN and self.box[1] + self.box[3] > -MARGIN


class Sessions:
    """One session for the page and one for each frame of another site, with the page's own scripts' contexts."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.by_target: dict[str, str] = {}
        self.contexts: dict[str, list[int]] = {}

    async def attach(self, target: str) -> None:
        session = await attached(self.client, target)
        self.by_target[target] = session
        await self.client.send.Runtime.enable(session_id=session)
        await self.client.send.DOM.enable(session_id=session)

    def created(self, event: Any, session: str | None) -> None:
        context = event["context"]
        if session and context.get("auxData", {}).get("isDefault"):
            self.contexts.setdefault(session, []).append(context["id"])

    async def kept(self) -> list[Node]:
        """What `KEEP` left in all frames, taken away."""
        nodes = []
        for target, session in self.by_target.items():
            for context in self.contexts.get(session, []):
                nodes += [Node(target, backend) for backend in await self._taken(session, context)]
        return nodes

    async def _taken(self, session: str, context: int) -> list[int]:
        expression = f"(() => {{ const kept = window.{KEPT} ?? []; delete window.{KEPT}; return kept; }})()"
        runtime = self.client.send.Runtime
        array = await runtime.evaluate(params={"expression": expression, "contextId": context}, session_id=session)
        if "objectId" not in array["result"]:
            return []
        listed = await runtime.getProperties(
            params={"objectId": array["result"]["objectId"], "ownProperties": True}, session_id=session
        )
        handles = [each["value"]["objectId"] for each in listed["result"] if each["name"].isdecimal()]
        described = [
            self.client.send.DOM.describeNode(params={"objectId": each}, session_id=session) for each in handles
        ]
        return [answer["node"]["backendNodeId"] for answer in await asyncio.gather(*described)]

    async def describe(self, node: Node) -> Described | None:
        """Nothing where the node is gone or has no box of its own."""
        values = await self._asked(node, BOX)
        return Described(values[0], "", "", tuple(values[1:])) if isinstance(values, list) else None

    async def _asked(self, node: Node, function: str) -> Any:
        session = self.by_target.get(node.target)
        if session is None:
            return None
        try:
            resolved = await self.client.send.DOM.resolveNode(
                params={"backendNodeId": node.backend}, session_id=session
            )
            called = await self.client.send.Runtime.callFunctionOn(
                params={
                    "objectId": resolved["object"]["objectId"],
                    "functionDeclaration": function,
                    "returnByValue": True,
                },
                session_id=session,
            )
        except RuntimeError:
            return None
        return called["result"].get("value")

    async def named(self, node: Node, described: Described) -> Described:
        """The same with role and name, as the browser computes them, and with what helps to judge it."""
        params: Any = {"backendNodeId": node.backend, "fetchRelatives": False}
        answer = await self.client.send.Accessibility.getPartialAXTree(
            params=params, session_id=self.by_target[node.target]
        )
        first: Any = answer["nodes"][0] if answer["nodes"] else {}
        role, name = (str(first.get(key, {}).get("value", "")) for key in ("role", "name"))
        facts, html = await self._asked(node, FACTS) or ("", "")
        return Described(described.tag, role, " ".join(name.split())[:80], described.box, facts, html)


@asynccontextmanager
async def sessions(place: Place) -> AsyncIterator[Sessions]:
    """A connection of its own, opened after the timing, so that nobody pays for it."""
    async with connection(place.socket) as client:
        held = Sessions(client)
        client.register.Runtime.executionContextCreated(held.created)
        listed = await client.send.Target.getTargets()
        await held.attach(place.target)
        for each in listed["targetInfos"]:
            if each["type"] == "iframe":
                await held.attach(each["targetId"])
        yield held


async def describe_near(held: Sessions, nodes: Iterable[Node]) -> dict[Node, Described]:
    """Those of the nodes that lie in the viewport or near it."""
    described = {node: await held.describe(node) for node in nodes}
    return {node: each for node, each in described.items() if each and each.near()}


async def kept_nodes(place: Place) -> list[Node]:
    """For contenders: what they left in the page's frames."""
    async with sessions(place) as held:
        return await held.kept()
