"""The chat of a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..core.event import Event
from ..core.json import Object

Speaker = Literal["person", "model", "system"]


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """Something that a person, a model or the system said."""

    id: str
    role: Speaker
    text: str
    seq: int = 0
    at: str = ""
    request: str | None = None
    """What the person asked for in the first place, where the text adds details to it."""
    answers: Object | None = None
    """What the person entered into a form, by the names of its fields."""
    file: Object | None = None
    """A kept file that comes with it: its address as `src`, and its name."""

    def to_event(self) -> Object:
        said: Object = {"message": self.id, "role": self.role, "text": self.text}
        more = {"request": self.request, "answers": self.answers, "file": self.file}
        return said | {name: value for name, value in more.items() if value is not None}

    @classmethod
    def from_event(cls, event: Event) -> ChatMessage:
        return cls(
            event.data["message"],
            event.data["role"],
            event.data["text"],
            event.seq,
            event.at,
            event.data.get("request"),
            event.data.get("answers"),
            event.data.get("file"),
        )

    @classmethod
    def from_json(cls, data: Object) -> ChatMessage:
        said = (data["message"], data["role"], data["text"], data["seq"], data["at"])
        return cls(*said, data.get("request"), data.get("answers"), data.get("file"))

    def to_json(self) -> Object:
        return {**self.to_event(), "seq": self.seq, "at": self.at}
