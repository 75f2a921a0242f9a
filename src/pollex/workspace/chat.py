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

    def to_event(self) -> Object:
        return {"message": self.id, "role": self.role, "text": self.text}

    @classmethod
    def from_event(cls, event: Event) -> ChatMessage:
        return cls(event.data["message"], event.data["role"], event.data["text"], event.seq, event.at)

    @classmethod
    def from_json(cls, data: Object) -> ChatMessage:
        return cls(data["message"], data["role"], data["text"], data["seq"], data["at"])

    def to_json(self) -> Object:
        return {"message": self.id, "role": self.role, "text": self.text, "seq": self.seq, "at": self.at}
