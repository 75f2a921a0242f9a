"""Constraints in words, for the description of a schema whose keywords a dialect refuses."""

from __future__ import annotations

from typing import Any, Final

from ..json import Object, dumps
from ..limits import DEFAULT_LIMITS
from .walk import unmarked

PHRASES: Final[dict[str, str]] = {
    "minimum": "at least {}",
    "maximum": "at most {}",
    "exclusiveMinimum": "more than {}",
    "exclusiveMaximum": "less than {}",
    "multipleOf": "a multiple of {}",
    "minLength": "at least {} characters",
    "maxLength": "at most {} characters",
    "pattern": "must match {}",
    "format": "format {}",
    "contentEncoding": "encoded as {}",
    "contentMediaType": "of type {}",
    "minItems": "at least {} items",
    "maxItems": "at most {} items",
    "minContains": "at least {} items of the kind that it must contain",
    "maxContains": "at most {} items of the kind that it must contain",
    "minProperties": "at least {} keys",
    "maxProperties": "at most {} keys",
    "default": "default {}",
}
ROOM_FOR_SCHEMA: Final = 400
"""How long a schema may be that is written out in a description."""


def in_words(keyword: str, value: Any) -> str | None:
    """A constraint as a phrase; None where words would be longer than they are worth."""
    if keyword == "uniqueItems":
        return "no item twice" if value else None
    if keyword == "dependentRequired":
        return "; ".join(f"{name} needs {', '.join(others)}" for name, others in value.items() if others) or None
    phrase = PHRASES.get(keyword)
    return phrase.format(value if isinstance(value, str) else dumps(value)) if phrase else None


def described(text: str | None, phrases: list[str]) -> str | None:
    """A description with phrases added in brackets, as many as there is room for."""
    room = DEFAULT_LIMITS.description
    chosen: list[str] = []
    for phrase in dict.fromkeys(phrases):
        if len(text or "") + len("; ".join([*chosen, phrase])) + 3 <= room:
            chosen.append(phrase)
    if not chosen:
        return shortened(text, room) if text else None
    joined = "; ".join(chosen)
    return f"{text} ({joined})" if text else joined[0].upper() + joined[1:]


def as_json_text(schema: Object, text: str | None) -> str:
    """The description of a value that is sent as JSON text, with its schema written out if that is short."""
    hidden = ("description", "title", "default", "$defs", "definitions")
    bare = unmarked({key: value for key, value in schema.items() if key not in hidden})
    written = dumps(bare)
    known = (
        ""
        if bare.keys() <= {"type"} or len(written) > ROOM_FOR_SCHEMA or "$ref" in written
        else f" that fits {written}"
    )
    if not known and isinstance(bare.get("type"), str):
        known = f" of type {bare['type']}"
    sentence = f"Give it as JSON text{known}."
    if not text:
        return sentence
    stop = "" if text.rstrip().endswith((".", "!", "?", ":")) else "."
    return f"{shortened(text.rstrip() + stop, DEFAULT_LIMITS.description - len(sentence) - 1)} {sentence}"


def shortened(text: str, limit: int) -> str:
    """The text cut at a word, with an ellipsis, if it is longer than `limit`."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip() + "…"
