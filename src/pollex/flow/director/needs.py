"""What each choice of a node needs, found by asking the node type's own rules, so that it is declared once."""

from __future__ import annotations

from ...core.json import Object
from ..nodetype import NodeType


def choices(kind: NodeType) -> dict[str, dict[str, str]]:
    """For each property with a fixed set of values: what every value needs, in words; "" where it needs nothing."""
    return {
        name: {value: " and ".join(_needs(kind, {name: value})) for value in schema["enum"]}
        for name, schema in kind.properties.items()
        if "enum" in schema and name in kind.required
    }


def needs(kind: NodeType) -> str:
    """What the type needs whatever is chosen."""
    return ", ".join(kind.required) or "; ".join(filter(None, (issue.expected for issue in kind.mistakes({}))))


def _needs(kind: NodeType, config: Object) -> list[str]:
    """The properties that are missing beside a choice; those that would do as well are named with them."""
    missing = [issue.message for issue in kind.mistakes(config) if issue.pointer == ""]
    return [" or ".join(name for name in kind.properties if _mends(kind, config, name, each)) for each in missing]


def _mends(kind: NodeType, config: Object, name: str, message: str) -> bool:
    return name not in config and message not in [issue.message for issue in kind.mistakes({**config, name: None})]
