"""Where JSON begins in prose: `{"key":`, `[{"key":`, or `[]` where nothing was said before.

Anything else ("[see below]", "{value}", "[1]") is prose. The key is a word of at most 64 characters. In single quotes
or without any it must be one of an envelope's or of a batch's keys: a mistake of spelling, not a sentence.
"""

from __future__ import annotations

from typing import Final, Literal

from ...core.wire import ENVELOPE

BATCH_KEYS: Final = ("batch", "commands", "ops", "operations")
KNOWN: Final = frozenset({*ENVELOPE, *BATCH_KEYS, "plan"})
LONGEST_KEY: Final = 64

Verdict = Literal["open", "array", "object", "empty", "prose"]


class Opening:
    """A bracket and what follows it, character by character, until it is JSON or prose."""

    def __init__(self, bracket: str, at: int) -> None:
        self.at = at
        self.key = ""
        self.quote = ""
        self._text = [bracket]
        self._is_array = bracket == "["
        self._brace = 0
        self._step = self._in_array if self._is_array else self._in_object

    @property
    def text(self) -> str:
        return "".join(self._text)

    @property
    def object_at(self) -> int:
        """The place of the opening brace in the text."""
        return self._brace

    def feed(self, character: str) -> Verdict:
        """Take a character; the one that makes it prose is not taken."""
        verdict: Verdict = "open" if character in " \t\r\n" and self._step != self._in_key else self._step(character)
        if verdict != "prose":
            self._text.append(character)
        return verdict

    def _in_array(self, character: str) -> Verdict:
        if character == "]":
            return "empty"
        if character != "{":
            return "prose"
        self._brace = len(self._text)
        self._step = self._in_object
        return "open"

    def _in_object(self, character: str) -> Verdict:
        if character in "\"'":
            self.quote = character
        elif character.isalpha():
            self.key = character
        else:
            return "prose"
        self._step = self._in_key
        return "open"

    def _in_key(self, character: str) -> Verdict:
        if (self.quote and character == self.quote) or (not self.quote and character in " \t\r\n"):
            self._step = self._after_key
        elif not self.quote and character == ":":
            return self._after_key(character)
        elif len(self.key) == LONGEST_KEY or not (character.isalnum() or character in "_$@.- "):
            return "prose"
        else:
            self.key += character
        return "open"

    def _after_key(self, character: str) -> Verdict:
        if character != ":" or (self.quote != '"' and self.key not in KNOWN):
            return "prose"
        return "array" if self._is_array else "object"
