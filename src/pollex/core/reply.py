"""A person's reply to a question or an approval of a run: its form, what was said, and through which door."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from .fault import Fault
from .json import Object
from .protocols import Steps
from .schema import Schema

ANSWER: Final[Object] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "description": "Your answer."}},
    "required": ["answer"],
}
"""The form of a question that has none: a single text."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What was said, and who said it: `terminal`, `cli`, `http`, `mcp`, …"""

    value: Any
    by: str | None = None

    def to_json(self) -> Object:
        return {"reply": self.value, "by": self.by}

    @classmethod
    def from_json(cls, message: Any) -> Reply:
        """Read a message to a run; one that names nobody is the reply itself."""
        if isinstance(message, dict) and message.keys() == {"reply", "by"}:
            return cls(message["reply"], message["by"])
        return cls(message)


async def receive_reply(steps: Steps, path: str, timeout: float | None = None) -> Reply | None:
    """Wait for the reply to what a run asks at a path; None where nobody replies within so many seconds."""
    message = await steps.receive(path, timeout=timeout)
    return None if message is None else Reply.from_json(message)


def question_form(asked: Mapping[str, Any]) -> Object:
    """Return the form of a question with `choices`, a `form`, or neither."""
    if "choices" in asked:
        return {**ANSWER, "properties": {"answer": {"type": "string", "enum": list(asked["choices"])}}}
    return {"type": "object", **asked.get("form", ANSWER)}


def as_form(answer: Any, form: Object) -> Any:
    """Return an answer as an object; a bare value is that of the form's only property."""
    names = list(form.get("properties", {}))
    return {names[0]: answer} if len(names) == 1 and not isinstance(answer, dict) else answer


def checked_answer(answer: Any, form: Object) -> Any:
    """Return an answer as the form wants it; raise a Fault where it does not fit."""
    checked = Schema(form).check(as_form(answer, form))
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues, what="The answer does not fit the form")
    return checked.value
