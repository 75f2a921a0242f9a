"""What a rendering cannot express: named one by one, and put in words for descriptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from ..json import Object, dumps
from ..limits import DEFAULT_LIMITS
from .rules import LIMITS

LossKind = Literal["widened", "narrowed", "reworded"]
"""`widened`: the model may now send what the rich check refuses. `narrowed`: some valid value cannot be sent.
`reworded`: everything can be sent, said another way."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One difference between the rich schema and its rendering; `pointer` leads into the rich schema."""

    pointer: str
    keyword: str
    message: str
    kind: LossKind = "widened"

    def to_json(self) -> Object:
        return {"pointer": self.pointer, "keyword": self.keyword, "message": self.message, "kind": self.kind}


PHRASES: Final = {keyword: words for limits in LIMITS.values() for keyword, words in limits.items()}
ROOM_FOR_SCHEMA: Final = 400
"""How long a schema may be that is written out in a description."""
UNWRITTEN: Final = frozenset({"description", "title", "default", "$defs", "definitions"})


def constraint_phrase(keyword: str, value: Any) -> str | None:
    """Return a constraint as a phrase; None where that would be too long."""
    if keyword == "dependentRequired":
        return "; ".join(f"{name} needs {', '.join(others)}" for name, others in value.items() if others) or None
    words = "default {}" if keyword == "default" else PHRASES.get(keyword)
    return words.format(value if isinstance(value, str) and value else dumps(value)) if words else None


def with_phrases(text: str | None, phrases: list[str]) -> str | None:
    """Return a description with phrases added in brackets, as many as there is room for."""
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
    """Return the description of a value that is sent as JSON text, with its schema if that is short."""
    bare = {key: value for key, value in schema.items() if key not in UNWRITTEN}
    known = f" of type {bare['type']}" if isinstance(bare.get("type"), str) else ""
    if bare.keys() - {"type"} and len(written := dumps(bare)) <= ROOM_FOR_SCHEMA and "$ref" not in written:
        known = f" that fits {written}"
    sentence = f"Give it as JSON text{known}."
    if not text:
        return sentence
    stop = "" if text.rstrip().endswith((".", "!", "?", ":")) else "."
    return f"{shortened(text.rstrip() + stop, DEFAULT_LIMITS.description - len(sentence) - 1)} {sentence}"


def shortened(text: str, limit: int) -> str:
    """Return the text, cut at a word with an ellipsis if it is longer than `limit`."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit // 2 else cut).rstrip() + "…"
