"""Read a JSON value that was cut out of a stream: strict JSON, no key twice, no infinite number."""

from __future__ import annotations

import json
from typing import Final

from ...core.fault import Fault
from ...core.json import JSON, loads
from ...core.json_file import read_json
from ...core.lenient_json import MENDED, parse_lenient
from ...core.limits import DEFAULT_LIMITS, Limits
from ...core.size import NOT_PLAIN, json_size
from .cut import SPACE, ValueCut, past

HINT: Final = "Write JSON with double quotes, escaped line breaks and no comments."
EXCERPT: Final = 60
MENDABLE: Final = 256 * 1024
"""Characters of the longest value that is mended."""


def read_cut(cut: ValueCut, what: str, limits: Limits, *, unique: bool = True) -> JSON:
    """Return the value of a cut; raise a Fault that says at which character of the stream it is wrong."""
    if cut.fault is not None:
        raise cut.fault
    text = cut.text
    try:
        value: JSON = read_json(text, what) if unique else loads(text)
    except Fault as fault:
        if fault.__cause__ is None:
            message = f"{fault.message.rstrip('.')} (the text from character {cut.at} on)."
            raise Fault("invalid_json", message, received=fault.received, hint=fault.hint) from None
        raise _fault(fault.__cause__, cut, what) from fault
    except (ValueError, RecursionError) as error:
        raise _fault(error, cut, what) from error
    if json_size(value, limits.depth, limits.arguments_bytes) == NOT_PLAIN:
        raise _fault(ValueError("a number is infinite, or a text holds half a character"), cut, what)
    return value


def read_envelope(cut: ValueCut, what: str, limits: Limits) -> tuple[JSON, tuple[str, ...]]:
    """Return the value of a cut and what was mended to read it: quotes, trailing commas, Python's words."""
    try:
        return read_cut(cut, what, limits), ()
    except Fault as fault:
        if not isinstance(fault.__cause__, Fault) or len(cut.text) > MENDABLE:
            raise  # a key twice, or too much: not a matter of spelling
        try:
            value = parse_lenient(cut.text)
        except ValueError:
            raise fault from None
        if json_size(value, limits.depth, limits.arguments_bytes) == NOT_PLAIN:
            raise
        return value, (MENDED,)


def excerpt(text: str) -> str:
    """Return the beginning of a text, for messages."""
    return text if len(text) <= EXCERPT else f"{text[:EXCERPT]}…"


def _fault(error: BaseException, cut: ValueCut, what: str) -> Fault:
    at, why = cut.at, str(error)
    if isinstance(error, json.JSONDecodeError):
        at, why = cut.at + error.pos, error.msg
    elif isinstance(error, RecursionError):
        why = "it is nested too deep"
    message = f"{what} is not JSON: {why} (character {at} of the text)."
    return Fault("invalid_json", message, expected="JSON", received=excerpt(cut.text), hint=HINT)


class ValueStream:
    """One JSON value, and nothing else, in text that arrives in pieces."""

    def __init__(self, limits: Limits = DEFAULT_LIMITS, *, unique: bool = True) -> None:
        self._limits, self._unique = limits, unique
        self._cut: ValueCut | None = None
        self._origin = 0
        self._excess: int | None = None

    def feed(self, piece: str) -> None:
        """Take the next piece."""
        at = 0
        while at < len(piece) and self._excess is None:
            if self._cut is not None and not self._cut.done:
                at = self._cut.feed(piece, at)
                continue
            at = past(SPACE, piece, at)
            if at < len(piece) and self._cut is None:
                self._cut = ValueCut(self._origin + at, self._limits)
            elif at < len(piece):
                self._excess = self._origin + at
        self._origin += len(piece)

    def close(self) -> JSON:
        """Return the value; raise a Fault if the text is not exactly one."""
        cut = self._cut or ValueCut(self._origin, self._limits)
        value = read_cut(cut, "The text", self._limits, unique=self._unique)
        if self._excess is not None:
            message = f"The text goes on after its value (character {self._excess} of the text)."
            raise Fault("invalid_json", message, expected="one JSON value", hint="Send one value only.")
        return value
