"""The prose of a stream: it goes out at once, except what may turn out to be the beginning of JSON.

JSON is looked for in plain text and in fences without a language or with one of JSON's; code in backticks and other
fences is prose. The marks of a fence are not shown if a batch is the first thing in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .cut import SPACE, past
from .opening import Opening, Verdict
from .parts import PartList

PLAIN: Final = re.compile(r"[^`{\[]*+")
SPAN: Final = re.compile(r"[^`\n]*+")
VERBATIM: Final = re.compile(r"[^`]*+")
TICKS: Final = re.compile(r"`*+")
LABEL: Final = re.compile(r"[\w+.#-]*+")
JSON_LABELS: Final = frozenset({"", "json", "jsonl", "ndjson", "jsonc", "json5", "uicp"})
LONGEST_LABEL: Final = 32


class ProseScan:
    """Scans prose until JSON opens: then `found` says how, and `held` is the fence before it."""

    def __init__(self, parts: PartList) -> None:
        self.found: Verdict | None = None
        self.opening = Opening("{", 0)
        self.held = ""
        self._parts = parts
        self._step: Callable[[str, int], int] = self._plain
        self._in_fence = self._hidden = self._is_verbatim = False
        self._ticks = 0
        self._label = ""
        self._space: list[str] = []
        self._origin = 0
        self._unsaid = True

    def feed(self, text: str, at: int, origin: int) -> int:
        """Take prose up to where JSON is found and return the position after it."""
        self._origin = origin
        while at < len(text) and self.found is None:
            at = self._step(text, at)
        return at

    def resume(self, *, shown: bool) -> None:
        """Go on after JSON; `shown` says that it turned out to be prose, and its fence with it."""
        self.found = None
        if self.held:
            self._hidden = not shown
        self.held = ""
        self._unsaid = self._unsaid and not shown
        self._step = self._plain
        if self._in_fence and self._hidden and not self._parts.lines:
            self._parts.hold_space()

    def close(self) -> None:
        """Say what was held back."""
        if self._step == self._opening:
            self._say(self.opening.text)
        elif self._step == self._count_ticks:
            self._end_ticks()
        if self._step in (self._read_label, self._fence_start):
            self._say("")

    def _say(self, text: str) -> None:
        """Say a text after the beginning of a fence that was held back."""
        said = "".join((self.held, *self._space, text))
        self.held, self._space = "", []
        if said:
            self._unsaid = self._unsaid and said.isspace()
            self._parts.say(said)

    def _plain(self, text: str, at: int) -> int:
        end = past(PLAIN, text, at)
        self._say(text[at:end])
        if end == len(text):
            return end
        return self._mark(text[end], end)

    def _mark(self, mark: str, at: int) -> int:
        if mark == "`":
            self._step = self._count_ticks
            return at
        self.opening = Opening(mark, self._origin + at)
        self._step = self._opening
        return at + 1

    def _opening(self, text: str, at: int) -> int:
        while at < len(text):
            verdict = self.opening.feed(text[at])
            if verdict == "prose" or (verdict == "empty" and not (self._unsaid or self.held)):
                self._say(self.opening.text)
                self._step = self._plain
                return at + (verdict == "empty")
            at += 1
            if verdict != "open":
                self.held = "".join((self.held, *self._space))
                self._space = []
                self.found = verdict
                break
        return at

    def _span(self, text: str, at: int) -> int:
        end = past(SPAN, text, at)
        if end < len(text):
            self._step = self._plain
            end += 1
        self._say(text[at:end])
        return end

    def _verbatim(self, text: str, at: int) -> int:
        end = past(VERBATIM, text, at)
        self._say(text[at:end])
        if end < len(text):
            self._step = self._count_ticks
            self._is_verbatim = True
        return end

    def _count_ticks(self, text: str, at: int) -> int:
        end = past(TICKS, text, at)
        self._ticks += end - at
        if end < len(text):
            self._end_ticks()
        return end

    def _end_ticks(self) -> None:
        """Open or close what the backticks stand for."""
        ticks, self._ticks = self._ticks, 0
        verbatim, self._is_verbatim = self._is_verbatim, False
        if ticks < 3:
            self._say("`" * ticks)
            self._step = self._verbatim if verbatim else self._plain if self._in_fence or ticks == 2 else self._span
        elif self._in_fence:
            self._in_fence = False
            self._step = self._plain
            if self._hidden:
                self._hidden = False
                self._parts.end_lines()
            else:
                self._say("`" * ticks)
        else:
            self._in_fence, self.held, self._label = True, "`" * ticks, ""
            self._step = self._read_label

    def _read_label(self, text: str, at: int) -> int:
        end = past(LABEL, text, at)
        self._label += text[at:end]
        self.held += text[at:end]
        if len(self._label) > LONGEST_LABEL or (end < len(text) and self._label.lower() not in JSON_LABELS):
            self._say("")
            self._step = self._verbatim
        elif end < len(text):
            self._step = self._fence_start
        return end

    def _fence_start(self, text: str, at: int) -> int:
        end = past(SPACE, text, at)
        self._space.append(text[at:end])
        if end == len(text):
            return end
        if text[end] in "{[":
            return self._mark(text[end], end)
        self._say("")
        self._step = self._plain
        return end
