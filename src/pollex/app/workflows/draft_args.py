"""What the verbs of a draft take, checked: whatever a page or a program sends."""

from __future__ import annotations

from types import NoneType

from ...core.fault import Fault
from ...core.json import Object, type_name
from ...flow.director.placement import NodePlace


def read_position(args: Object) -> int:
    """Return the position of the node that is meant."""
    position = args.get("position")
    if type(position) is not int:
        raise _no_position(position, "/position")
    return position


def read_object(args: Object, name: str) -> Object:
    """Return an argument that is an object; an empty one where it is left out."""
    given = args.get(name) or {}
    if not isinstance(given, dict):
        received = type_name(given)
        raise Fault(
            "invalid_input", f"{name!r} is no object.", pointer=f"/{name}", expected="object", received=received
        )
    return dict(given)


def read_place(args: Object) -> NodePlace:
    """Return where a node is to stand."""
    given = read_object(args, "place")
    for name in ("after", "into"):
        if type(given.get(name)) not in (int, NoneType):
            raise _no_position(given[name], f"/place/{name}")
    return NodePlace.from_json(given)


def _no_position(given: object, pointer: str) -> Fault:
    message, hint = "It is not said which node is meant.", "Name a node by its position: `list_nodes` shows them."
    received = type_name(given)
    return Fault(
        "invalid_input", message, pointer=pointer, expected="the position of a node", received=received, hint=hint
    )
