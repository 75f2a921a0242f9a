"""The config of all node types as one object, made from their declarations: what each property is for, by type.

In descriptions `[iterate]` marks what is for one type; what has no mark is for every type.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from ...core.json import Object, dumps
from ...core.limits import DEFAULT_LIMITS
from ..nodes import TYPES
from ..nodetype import Example, NodeType
from .flat import FlatProperty, flat_properties, flatten
from .needs import choices, needs

LIMIT: Final = DEFAULT_LIMITS.description
CONSTRAINTS: Final = frozenset({"minimum", "minLength", "minItems", "maxItems", "minProperties"})


@cache
def config_properties() -> tuple[FlatProperty, ...]:
    """Return every property of every type, as a flat one."""
    return flat_properties({name: _merged(name, users) for name, users in _users().items()})


@cache
def shown_config() -> dict[str, Object]:
    """Return the properties as definitions show them, with examples where there is room."""
    shown = {name: {**schema} for each in config_properties() for name, schema in each.shown.items()}
    for kind in TYPES:
        for example in kind.examples:
            home = shown[_home(example, shown)]
            home["description"] = _with_example(home["description"], kind, example)
    return shown


def flat_config(config: Object) -> Object:
    """Return a config of a workflow file as definitions show it."""
    return flatten(config, {each.name: each for each in config_properties()})


def configs() -> dict[str, Object]:
    """Return the schema of each type's config, without what every type has."""
    return {
        f"type {kind.name}: config": {
            "properties": {name: each for name, each in kind.properties.items() if len(_users()[name]) < len(TYPES)},
            "required": list(kind.required),
        }
        for kind in TYPES
    }


def type_description() -> str:
    """Return what each type is for, in a line, and what it needs."""
    lines = [f"{' or '.join((kind.name, *kind.aliases))} ({needs(kind)}): {_first(kind.description)}" for kind in TYPES]
    return "The type of node, and in brackets what its config needs. " + " ".join(lines)


def _users() -> dict[str, list[NodeType]]:
    users: dict[str, list[NodeType]] = {}
    for kind in TYPES:
        for name in kind.properties:
            users.setdefault(name, []).append(kind)
    return users


def _merged(name: str, users: list[NodeType]) -> Object:
    """Return one schema for a property of several types; limits that only some of them set are left to the check."""
    schemas = [_bare(kind.properties[name]) for kind in users]
    merged: Object = schemas[0]
    if any(schema != merged for schema in schemas):
        kinds = [schema.get("type") for schema in schemas]
        plain = {key: value for key, value in merged.items() if key not in CONSTRAINTS}
        merged = plain if all(kind == kinds[0] for kind in kinds) else {}
    return {**merged, "description": _description(name, users)}


def _bare(schema: Object) -> Object:
    return {key: value for key, value in schema.items() if key not in ("description", "default")}


def _description(name: str, users: list[NodeType]) -> str:
    by_text: dict[str, list[str]] = {}
    for kind in users:
        by_text.setdefault(_documented(kind, name), []).append(kind.name)
    if len(by_text) == 1 and len(users) == len(TYPES):
        return next(iter(by_text))
    return " ".join(f"[{', '.join(names)}] {text}" for text, names in by_text.items())


def _documented(kind: NodeType, name: str) -> str:
    """Return a type's documentation of a property: its description, its default, and what each choice needs."""
    schema = kind.properties[name]
    text = str(schema.get("description", ""))
    if "default" in schema:
        text += f" Default {dumps(schema['default'])}."
    wanted = {value: need for value, need in choices(kind).get(name, {}).items() if need}
    if wanted:
        text += " " + "; ".join(f"{value} needs {need}" for value, need in wanted.items()) + "."
    return text


def _home(example: Example, shown: dict[str, Any]) -> str:
    """Return the property whose description gets an example: the first that only its type has."""
    users = _users()
    names = [name for name in example.config if len(users[name]) == 1] or list(example.config)
    return next(name for name in flat_config({names[0]: example.config[names[0]]}) if name in shown)


def _with_example(text: str, kind: NodeType, example: Example) -> str:
    written = f"{text} {example.about}: {dumps(flat_config(example.config))}"
    return written if len(written) <= LIMIT else text


def _first(text: str) -> str:
    """Return the first sentence."""
    return text.partition(". ")[0].rstrip(".") + "."
