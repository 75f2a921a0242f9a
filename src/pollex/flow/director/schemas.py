"""The definitions of `create_node` and `update_node`: flat, with every property of every node type in one config."""

from __future__ import annotations

from typing import Final

from ...core.json import Object
from ..document import NODE
from ..nodes import NODE_TYPES
from .config import config_properties, shown_config, type_description
from .node_input import FIELDS, node_properties

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
OUTLINE: Final = ("type", "enum", "required", "additionalProperties", "minItems")
ABOVE: Final = "As above."


def shown_node(*, update: bool = False) -> Object:
    """Return what models see."""
    properties = {"type": _type(type_description()), "alias": ALIAS, "position": POSITION}
    if update:
        properties = {"position": {**POSITION, "description": "The node to change."}, **_alias_and_type()}
    config: Object = {"type": "object", "properties": shown_config()}
    about = "What to change in the config." if update else CONFIG
    properties["config"] = {**(_outlined(config, AS_THERE) if update else config), "description": about}
    properties |= {"description": NODE["properties"]["description"], **_fields()}
    return _open(properties | (_remove() if update else _several()), required=["position"] if update else [])


def accepted_node(*, update: bool = False) -> Object:
    """Return what a call may use: what is shown, and the properties as workflow files write them."""
    config = {name: schema for each in config_properties() for name, schema in each.accepted.items()}
    fields = {name: schema for each in node_properties() for name, schema in each.accepted.items()}
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
    shown = {name: schema for each in node_properties() for name, schema in each.shown.items()}
    for name in ("before", "verify"):
        rule = {**_outlined(shown[name]["items"], "As in config.rules."), "description": "A rule, as in config.rules."}
        shown[name] = {**shown[name], "items": rule}
    return {name: shown[name] for name in FIELDS}


def _outlined(schema: Object, about: str) -> Object:
    """Return a schema reduced to names and types, which are described at `about`."""
    kept = {key: value for key, value in schema.items() if key in OUTLINE}
    if "properties" in schema:
        kept["properties"] = {
            name: {**_outlined(each, about), "description": about} for name, each in schema["properties"].items()
        }
    if "items" in schema:
        kept["items"] = _outlined(schema["items"], about)
    return kept


def _several() -> Object:
    """Several nodes; their config is not shown a second time."""
    item = {
        "type": _type(ABOVE),
        "alias": {"type": "string", "description": ABOVE},
        "position": {"type": "integer", "description": "As above; one after the other at the end if left out."},
        "config": {
            **_outlined({"type": "object", "properties": shown_config()}, ABOVE),
            "description": "As config above.",
        },
        "description": {"type": "string", "description": ABOVE},
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
