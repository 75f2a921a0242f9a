"""The messages of A2UI (0.9 and 1.0), checked as far as an import needs."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Fault
from ...core.json import Object, brief
from ...core.schema import Schema
from ...core.suggest import did_you_mean, one_of

VERSIONS: Final = ("v0.9", "v0.9.1", "v1.0")
SURFACE: Final[Object] = {"type": "string", "minLength": 1, "maxLength": 1_000}
COMPONENTS: Final[Object] = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"id": {"type": "string", "minLength": 1}, "component": {"type": "string"}},
        "required": ["id", "component"],
        "additionalProperties": True,
    },
}


def _body(properties: Object, *required: str) -> Schema:
    return Schema(
        {
            "type": "object",
            "properties": {"surfaceId": SURFACE, **properties},
            "required": ["surfaceId", *required],
            "additionalProperties": True,
        }
    )


BODIES: Final = {
    "createSurface": _body({"components": COMPONENTS, "dataModel": {"type": "object", "additionalProperties": True}}),
    "updateComponents": _body({"components": COMPONENTS}, "components"),
    "updateDataModel": _body({"path": {"type": "string"}}),
    "deleteSurface": _body({}),
}
REMOTE: Final = ("callRendererFunction", "agentFunctionResponse")
"""Messages of 1.0 that call functions. A workspace has none."""


def read_message(message: Any, index: int) -> tuple[str, Object]:
    """Return the kind of a message and its body, or raise a Fault with a pointer into the list of messages."""
    if not isinstance(message, dict):
        raise _mistake(f"/{index}", "A message is an object.", "an object", message)
    if message.get("version") not in VERSIONS:
        expected = one_of(VERSIONS)
        raise _mistake(f"/{index}/version", "This version of A2UI is not read.", expected, message.get("version"))
    kinds = [name for name in message if name != "version"]
    if len(kinds) != 1 or kinds[0] not in (*BODIES, *REMOTE):
        hint = did_you_mean(kinds[0], BODIES) if kinds else None
        raise _mistake(f"/{index}", "A message has one kind.", one_of(BODIES), kinds, hint)
    kind = kinds[0]
    if kind in REMOTE:
        return kind, {}
    checked = BODIES[kind].check(message[kind], repair=False)
    if checked.issues:
        issues = [issue.below(kind).below(index) for issue in checked.issues]
        raise Fault.from_issues("invalid_input", issues)
    return kind, checked.value


def _mistake(pointer: str, message: str, expected: str, received: Any, hint: str | None = None) -> Fault:
    return Fault("invalid_input", message, pointer=pointer, expected=expected, received=brief(received), hint=hint)
