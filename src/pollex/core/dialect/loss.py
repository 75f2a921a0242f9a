"""What a rendering could not say, named one by one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..json import Object

Kind = Literal["widened", "narrowed", "reworded"]
"""`widened`: the model may now send what the rich check refuses. `narrowed`: some valid value cannot be sent.
`reworded`: everything can be sent, said another way."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One difference between the rich schema and its rendering; `pointer` leads into the rich schema."""

    pointer: str
    keyword: str
    message: str
    kind: Kind = "widened"

    def to_json(self) -> Object:
        return {"pointer": self.pointer, "keyword": self.keyword, "message": self.message, "kind": self.kind}
