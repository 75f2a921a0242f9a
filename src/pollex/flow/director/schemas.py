"""The definitions of `create_node` and `update_node`: flat, with every property of every node type in one config."""

from __future__ import annotations

from typing import Final

from ...core.json import Object
from ..document import NODE
from ..nodes import NODE_TYPES
from .config import config_forms, shown_config, type_description
from .node import FIELDS, field_forms

CREATE: Final = (
    "Create one node, or several with 'nodes', in the workflow being written. The answer names what is still open, "
    "such as a body that does not exist yet; a mistake changes nothing and is answered with its place and a hint."
)
UPDATE: Final = (
    "Change a node: what is given replaces what the node says, property by property; 'remove' takes properties out. A "
    "new alias is followed by every reference to it. References of other nodes that another schema of an extraction "
    "breaks are listed in 'breaks'. Another type begins with an empty config."
)
CONFIG: Final = (
    "What the node does. [type] in a description says for which types of node a property is; without a mark it is for "
    "all, and 'Instead of x' is another way to say x. Any text may hold {{alias.path}} for an earlier node's result, "
    "{{variable}}, a loop's {{variable}} and {{variableIndex}}, an allowed {{ENVIRONMENT_VARIABLE}}, and, where it is "
    "typed or sent, {{secret.NAME}}; a text that is only one reference keeps the value's type."
)
POSITION: Final[Object] = {
    "type": "integer",
    "minimum": 0,
    "description": "Its place in the run, by which bodies, branches and ranges name it; at the end if left out.",
}
ALIAS: Final[Object] = {
    **NODE["properties"]["alias"],
    "description": "A name of its own, by which later nodes use its result: {{alias}} or {{alias.path}}.",
}
AS_THERE: Final = "As in create_node."
RULE: Final[Object] = {"type": "object", "description": "A rule, as in config.rules."}


def shown_node(*, update: bool = False) -> Object:
    """What models see."""
    properties = {"type": _type(type_description()), "alias": ALIAS, "position": POSITION}
    if update:
        properties = {"position": {**POSITION, "description": "The node to change."}, **_alias_and_type()}
    known = _named(shown_config()) if update else shown_config()
    about = "What to change in the config." if update else CONFIG
    properties["config"] = {"type": "object", "properties": known, "description": about}
    properties |= {"description": NODE["properties"]["description"], **_fields()}
    return _open(properties | (_remove() if update else _several()), required=["position"] if update else [])


def taken_node(*, update: bool = False) -> Object:
    """What a call may say: the same, and the properties as workflow files write them."""
    config = {name: schema for form in config_forms() for name, schema in form.taken.items()}
    fields = {name: schema for form in field_forms() for name, schema in form.taken.items()}
    node = {
        **{name: NODE["properties"][name] for name in ("alias", "position", "description")},
        **fields,
        "type": _type(""),
        "config": {"type": "object", "properties": config, "additionalProperties": False},
    }
    if update:
        return _open(node | _remove(), required=["position"])
    return _open(node | {"nodes": {"type": "array", "minItems": 1, "items": _open(node, required=["type"])}})


def _open(properties: Object, required: list[str] | None = None) -> Object:
    """Open, since properties of the config may stand beside it; so no provider makes it strict."""
    return {"type": "object", "properties": properties, "required": required or [], "additionalProperties": True}


def _type(about: str) -> Object:
    return {"type": "string", "enum": list(NODE_TYPES), "description": about}


def _alias_and_type() -> Object:
    about = "Another type of node; only if the type is to change."
    return {"alias": {**ALIAS, "description": "A new alias."}, "type": _type(about)}


def _fields() -> Object:
    shown = {name: schema for form in field_forms() for name, schema in form.shown.items()}
    for name in ("before", "verify"):
        shown[name] = {"type": "array", "items": RULE, "description": shown[name]["description"]}
    return {name: shown[name] for name in FIELDS}


def _named(properties: dict[str, Object]) -> dict[str, Object]:
    """The properties by name and type: what they mean is said once, in create_node."""
    named: dict[str, Object] = {}
    for name, schema in properties.items():
        named[name] = {key: schema[key] for key in ("type", "enum") if key in schema}
        if "items" in schema:
            kind = schema["items"]["type"]
            named[name]["items"] = {"type": kind, "description": AS_THERE} if kind == "object" else {"type": kind}
        named[name]["description"] = AS_THERE
    return named


def _several() -> Object:
    """Several nodes; their config is not shown a second time."""
    item = {
        "type": _type("As above."),
        "alias": {"type": "string", "description": "As above."},
        "position": {"type": "integer", "description": "As above; one after the other at the end if left out."},
        "config": {"type": "object", "description": "The properties of config above."},
        "description": {"type": "string", "description": "As above."},
    }
    about = "Instead of type, alias, position and config: several nodes, which may refer to each other."
    return {
        "nodes": {
            "type": "array",
            "items": {"type": "object", "properties": item, "required": ["type", "config"]},
            "description": about,
        }
    }


def _remove() -> Object:
    about = "Names of properties to take out, of the config or of the node: limit, alias, retry."
    return {"remove": {"type": "array", "items": {"type": "string"}, "description": about}}
