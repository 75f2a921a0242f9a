"""A model that knows what it wants, at an MCP server with a browser: it looks, finds what it means, acts and reads.

It sees only what a server's answers say, looks again only where it does not know an element, and counts the tokens of
both sides. The same decisions go through each server's own tools.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Protocol

from bench.page_mcp import Server
from bench.page_tokens import Tokens


class Words(Protocol):
    """How a server names its tools and shows elements."""

    tells_changes: bool
    """Whether answers say what changed, so that it need not be looked for."""

    def go(self, url: str) -> tuple[str, dict[str, Any]]: ...
    def look(self, wanted: str) -> tuple[str, dict[str, Any]]: ...
    def click(self, ref: str) -> tuple[str, dict[str, Any]]: ...
    def type(self, ref: str, text: str) -> tuple[str, dict[str, Any]]: ...
    def press(self, key: str) -> tuple[str, dict[str, Any]]: ...
    def select(self, ref: str, option: str) -> tuple[str, dict[str, Any]]: ...
    def element(self, role: str, name: str) -> str: ...
    def is_new_page(self, answer: str) -> bool: ...
    def renumbered(self, answer: str, told: str) -> str: ...


class Pollex:
    """`pollex mcp --page`: each answer says what changed."""

    tells_changes = True

    def go(self, url: str) -> tuple[str, dict[str, Any]]:
        return "page_navigate", {"url": url}

    def look(self, wanted: str) -> tuple[str, dict[str, Any]]:
        return "page_state", {}

    def click(self, ref: str) -> tuple[str, dict[str, Any]]:
        return "page_click", {"index": int(ref)}

    def type(self, ref: str, text: str) -> tuple[str, dict[str, Any]]:
        return "page_type", {"index": int(ref), "text": text}

    def press(self, key: str) -> tuple[str, dict[str, Any]]:
        return "page_keypress", {"key": key}

    def select(self, ref: str, option: str) -> tuple[str, dict[str, Any]]:
        return "page_select", {"index": int(ref), "option": option}

    def element(self, role: str, name: str) -> str:
        return rf"\[(\d+)\] {role} {re.escape(name)}"

    def is_new_page(self, answer: str) -> bool:
        return "\ntitle: " in answer and "\n+ " not in answer and "\n~ " not in answer

    def renumbered(self, answer: str, told: str) -> str:
        """What an answer says to have other numbers now, as it was told before, with these."""
        lines = []
        for numbers in re.findall(r"\[(\d+)\] to \[(\d+)\] are now \[(\d+)\]", answer):
            first, last, now = map(int, numbers)
            for index, what in re.findall(r"\[(\d+)\]([^\n\[]*)", told):
                if first <= int(index) <= last:
                    lines.append(f"[{int(index) - first + now}]{what}")
        return "\n".join(lines)


class PlaywrightMcp:
    """Playwright MCP: an answer says that there is another snapshot, which is asked for when it is needed."""

    tells_changes = False

    def __init__(self, *, finds: bool = False) -> None:
        """`finds`: elements are searched by their names, which the player knows, instead of read in a snapshot."""
        self.finds = finds

    def go(self, url: str) -> tuple[str, dict[str, Any]]:
        return "browser_navigate", {"url": url}

    def look(self, wanted: str) -> tuple[str, dict[str, Any]]:
        return ("browser_find", {"text": wanted}) if self.finds and wanted else ("browser_snapshot", {})

    def click(self, ref: str) -> tuple[str, dict[str, Any]]:
        return "browser_click", {"target": ref}

    def type(self, ref: str, text: str) -> tuple[str, dict[str, Any]]:
        return "browser_type", {"target": ref, "text": text}

    def press(self, key: str) -> tuple[str, dict[str, Any]]:
        return "browser_press_key", {"key": key}

    def select(self, ref: str, option: str) -> tuple[str, dict[str, Any]]:
        return "browser_select_option", {"target": ref, "values": [option]}

    def element(self, role: str, name: str) -> str:
        role = {"password": "textbox"}.get(role, role)
        return rf'{role} "{re.escape(name)}[^\n]*?\[ref=(\w+)\]'

    def is_new_page(self, answer: str) -> bool:
        return "### Snapshot" in answer

    def renumbered(self, answer: str, told: str) -> str:
        return ""


@dataclass
class Said:
    """One call: what it took and what came."""

    kind: str
    ms: float
    asked: int
    answered: int


@dataclass
class Player:
    """Plays the decisions of a task, and keeps the account."""

    server: Server
    words: Words
    tokens: Tokens
    calls: list[Said] = field(default_factory=list)
    seen: str = ""
    """What the server has said of the page that is open."""
    told: str = ""
    """All that it has said."""

    async def go(self, url: str) -> None:
        await self._call("go", *self.words.go(url))

    async def click(self, role: str, name: str) -> None:
        """Click; where the element is another one by now, once more with what the server says of the page then."""
        if not await self._call("act", *self.words.click(await self._find(role, name))):
            self.seen = self.seen if self.words.tells_changes else ""
            assert await self._call("act", *self.words.click(await self._find(role, name))), self.seen[-500:]

    async def type(self, role: str, name: str, text: str) -> None:
        await self._call("act", *self.words.type(await self._find(role, name), text))

    async def press(self, key: str) -> None:
        await self._call("act", *self.words.press(key))

    async def select(self, name: str, option: str) -> None:
        await self._call("act", *self.words.select(await self._find("combobox", name), option))

    async def read(self, pattern: str, wanted: str = "") -> str:
        """What a pattern finds in what is known of the page; it is looked for where that does not have it."""
        if (found := re.search(pattern, self.seen)) is None:
            await self.look(wanted)
            found = re.search(pattern, self.seen)
        assert found, f"{pattern} is not in:\n{self.seen[:4000]}"
        return found[0]

    async def _find(self, role: str, name: str) -> str:
        """The newest element of this name."""
        for _ in range(2):
            if refs := re.findall(self.words.element(role, name), self.seen):
                return str(refs[-1])
            await self.look(name)
        raise AssertionError(f"There is no {role} {name!r} in:\n{self.seen[:4000]}")

    async def look(self, wanted: str = "") -> None:
        await self._call("look", *self.words.look(wanted))

    async def _call(self, kind: str, tool: str, args: dict[str, Any]) -> bool:
        """Call a tool, and return whether it went well."""
        begun = perf_counter()
        result = await self.server.request("tools/call", {"name": tool, "arguments": args})
        ms = (perf_counter() - begun) * 1000
        answer = "\n".join(part["text"] for part in result["content"] if part["type"] == "text")
        asked = self.tokens.count(json.dumps({"name": tool, "arguments": args}))
        self.calls.append(Said(kind, ms, asked, self.tokens.count(answer)))
        old = "" if kind == "look" or self.words.is_new_page(answer) else self.seen
        self.seen = f"{old}\n{self.words.renumbered(answer, self.told)}\n{answer}"
        self.told += answer
        return not result.get("isError")
