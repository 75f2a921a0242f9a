"""A kind of message as data: from it come the check of what clients send, and the types of the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal

from ...core.fault import Fault
from ...core.json import Object, brief, dumps, loads
from ...core.limits import Limits
from ...core.schema import Schema
from ...core.suggest import did_you_mean, one_of

Direction = Literal["client", "server"]
ID: Final[Object] = {"type": "string", "maxLength": 200, "description": "Chosen by the client; the answer carries it."}


@dataclass(frozen=True)
class MessageKind:
    """One kind of message: its name, who sends it, and its fields beside `type`."""

    name: str
    direction: Direction
    description: str
    properties: Object = field(default_factory=dict)
    required: tuple[str, ...] = ()

    @property
    def document(self) -> Object:
        """The JSON Schema of the whole message."""
        own: Object = {"type": {"const": self.name}}
        if self.direction == "client":
            own["id"] = ID
        return {
            "type": "object",
            "description": self.description,
            "properties": {**own, **self.properties},
            "required": ["type", *self.required],
        }

    @cached_property
    def schema(self) -> Schema:
        return Schema(self.document)


def read_message(text: str, kinds: dict[str, MessageKind], limits: Limits) -> Object:
    """Return a message that fits its kind; raise a Fault that says what is wrong with it."""
    try:
        data = loads(text)
    except (ValueError, RecursionError) as error:
        shown = brief(text[:60])
        message = f"The message is not JSON: {error}."
        raise Fault("invalid_json", message, pointer="", expected="a JSON object", received=shown) from error
    if not isinstance(data, dict):
        raise Fault(
            "invalid_input", "A message is an object.", pointer="", expected='{"type": …}', received=brief(data)
        )
    name: Any = data.get("type")
    if not isinstance(name, str) or name not in kinds:
        raise _unknown(name, kinds)
    checked = kinds[name].schema.check(data, limits=limits)
    if checked.issues:
        raise Fault.from_issues("invalid_input", checked.issues, what=f"The message {name!r}")
    return dict(checked.value)


def _unknown(name: Any, kinds: dict[str, MessageKind]) -> Fault:
    said = name[:100] if isinstance(name, str) else brief(name)
    hint = did_you_mean(said, kinds) or "See the table of messages."
    message = f"There is no message of the type {said!r}." if name is not None else "A message needs a 'type'."
    return Fault("invalid_input", message, pointer="/type", expected=one_of(kinds), received=said, hint=hint)


def written(name: str, data: Object) -> str:
    """Return a message as text. A lone surrogate becomes the escape that JSON has for it."""
    return dumps({"type": name, **data}).encode("utf-8", "backslashreplace").decode()
