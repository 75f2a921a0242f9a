"""An envelope, checked: a command on its way to the desk."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Final, NamedTuple

from ..core.call import Call
from ..core.casing import same_name
from ..core.fault import Issue
from ..core.json import Object
from ..core.leaves import copy
from ..core.limits import Limits
from ..core.path import pointer
from ..core.reference import Style, read, texts
from ..core.result import Repair
from ..core.schema import Schema
from ..core.wire import envelope_call
from .operations import OPERATIONS
from .operations.operation import ID

UUID: Final = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
NAME: Final[Object] = {"type": "string", "minLength": 1, "maxLength": 200}
ENVELOPE_SCHEMA: Final = Schema(
    {
        "type": "object",
        "properties": {
            "id": {
                "type": "string",
                "pattern": UUID,
                "description": "A UUID; the answer carries it.",
            },
            "idempotencyKey": {**NAME, "description": "The command is applied once per key."},
            "traceId": {**NAME, "description": "Kept on every event that the command causes."},
            "txnId": {**NAME, "description": "Groups commands that are cancelled together."},
            "windowId": {"type": "string", "description": "The same as the window that the params name."},
            "op": {"enum": list(OPERATIONS), "description": "The operation."},
            "params": {"type": "object", "description": "As the operation declares them."},
        },
        "required": ["op", "params"],
        "additionalProperties": False,
    }
)


IDS: Final = {
    UUID: ("a UUID", "As in '7b0f6a52-6a5d-4d43-9f0d-0d1f6a1f0001'; without an id the envelope gets one."),
    ID["pattern"]: ("an id of at most 128 letters, digits and _ . : -", "As in 'notes' or 'order-1.total'."),
}
"""What ids look like, in words, and an example, by their patterns."""
SECRET_REFERENCE: Final = re.compile(r"(?<!\\)\{\{(?=\s*secret\b)")


class ReadCommand(NamedTuple):
    """A command that was read, and the repairs that this took."""

    call: Call
    repairs: tuple[Repair, ...] = ()
    place: int = 0
    """Where in the batch it stands."""
    cancelled: int = 0
    """How much pending work it has dropped already, before its turn."""
    typed: bool = False
    """Whether it is what a person typed into a control."""


def read_envelope(
    data: Any, limits: Limits, issues: list[Issue], *, authoring: Style | None = None
) -> ReadCommand | None:
    """Return a command, or add everything that is wrong with it. With `authoring`, tokens fit anywhere."""
    checked = ENVELOPE_SCHEMA.check(data, limits=limits)
    if checked.issues:
        issues += map(_explained, checked.issues)
        return None
    envelope = checked.value
    operation = OPERATIONS[envelope["op"]]
    params = dict(envelope["params"])
    before = len(issues)
    if "windowId" in envelope and operation.names_window is not None:
        issues += _mirror(envelope["windowId"], params, operation.names_window)
    params_checked = operation.tool.input.check(params, authoring=authoring, limits=limits)
    issues += [_explained(issue).below("params") for issue in params_checked.issues]
    issues += [issue.below("params") for issue in secret_references(_shown(envelope["op"], params), limits)]
    if len(issues) > before:
        return None
    call = envelope_call({**envelope, "params": copy(params_checked.value)})
    moved = tuple(Repair(f"/params{repair.pointer}", repair.did) for repair in params_checked.repairs)
    return ReadCommand(call, (*checked.repairs, *moved))


def _mirror(window: str, params: Object, name: str) -> list[Issue]:
    """Fill the window's id into the params, or say that they name another."""
    given = next((value for key, value in params.items() if same_name(key, name)), None)
    if given is None:
        params[name] = window
    elif given != window:
        message = "The envelope and its params name two windows."
        hint = f"Leave `windowId` out of the envelope, or make it the same as `params.{name}`."
        return [Issue("/windowId", message, repr(given), repr(window), hint)]
    return []


def _explained(issue: Issue) -> Issue:
    if issue.pointer == "/sanitize":
        return replace(issue, message="HTML is always sanitised.", hint="Leave `sanitize` out: there is no off switch.")
    for pattern, (looks, hint) in IDS.items():
        if issue.expected == f"text that matches {pattern}":
            return replace(issue, message=f"This is not {looks}.", expected=looks, hint=hint)
    return issue


def _shown(operation: str, params: Object) -> Object:
    """Return the params that must not name a secret: all but headers, where it is sent to its own host."""
    return {name: value for name, value in params.items() if (operation, name) != ("api.call", "headers")}


def secret_references(value: Any, limits: Limits) -> list[Issue]:
    """Return an issue for each reference to a secret."""
    found = []
    for path, text in texts(value, "{{}}", limits.depth):
        for part in read(text, "{{}}").parts:
            if not isinstance(part, str) and part.root == "secret":
                message = "A workspace never holds secrets."
                hint = "Show the component 'credential', let a tool use the stored credential, or name it in a header."
                found.append(Issue(pointer(path), message, "a value without secrets", part.written, hint))
    return found


def without_references(value: Any) -> Any:
    """Return a value from outside in which what looks like a reference to a secret is marked as text (`\\{{`)."""
    if isinstance(value, dict):
        return {name: without_references(each) for name, each in value.items()}
    if isinstance(value, list):
        return [without_references(each) for each in value]
    return SECRET_REFERENCE.sub(r"\\\g<0>", value) if isinstance(value, str) else value
