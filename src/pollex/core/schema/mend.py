"""The correction of a single validation error, if its meaning is certain."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final, Literal

from ..casing import match_keys
from ..json import loads, type_name
from .walk import SchemaDocument, SchemaPath, declared_names, locate

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]{1,4})?")
MOST_DIGITS: Final = 300


@dataclass(frozen=True, slots=True)
class Mend:
    """One change at one place: another value, another key, no key, or the value as the only item of a list."""

    path: SchemaPath
    how: Literal["replace", "rename", "drop", "wrap"]
    did: str
    value: Any = None


def propose(error: ValidationError, root: SchemaDocument) -> list[Mend]:
    """Return the corrections for an error, or none if its meaning is not certain."""
    path = tuple(error.instance_path)
    match error.kind.name:
        case "type":
            return _retype(path, error)
        case "enum":
            return _choose_option(path, error.instance, error.kind.value)
        case "const":
            return _choose_option(path, error.instance, [error.kind.value])
        case "additionalProperties" | "unevaluatedProperties":
            return list(_rename(path, error, root))
        case "anyOf" | "oneOf":
            return _agree([branch for branch in error.kind.value or [] if branch], root)
    return []


def nested(error: ValidationError) -> Iterator[ValidationError]:
    """Yield an error and the errors of its alternatives."""
    yield error
    if error.kind.name in ("anyOf", "oneOf"):
        for branch in error.kind.value or []:
            for inner in branch:
                yield from nested(inner)


def _retype(path: SchemaPath, error: ValidationError) -> list[Mend]:
    value, types = error.instance, error.kind.value
    if value is None:
        return [Mend(path, "drop", "left out null")] if _is_declared(path, error) else []
    if isinstance(value, str):
        if value.lstrip()[:1] in ("[", "{") and not any(read_text(value, name) for name in types):
            return []
        read = [(name, found) for name in types if (found := read_text(value, name)) is not None]
        if "integer" in dict(read):
            read = [(name, found) for name, found in read if name != "number"]
        if len(read) == 1:
            [(name, found)] = read
            return [Mend(path, "replace", f"read the text as {_a(name)}", found)]
        if read:
            return []
    return [Mend(path, "wrap", "made it a list of one")] if "array" in types else []


def read_text(text: str, wanted: str) -> Any:
    """Return the text as a JSON value of the wanted type, or None if it is none."""
    text = text.strip()
    match wanted:
        case "integer" | "number" if NUMBER.fullmatch(text) and len(text) < MOST_DIGITS:
            return _number(text, wanted)
        case "boolean" if text.lower() in ("true", "false"):
            return text.lower() == "true"
        case "object" | "array" if text[:1] == ("{" if wanted == "object" else "["):
            try:
                found = loads(text)
            except ValueError:
                return None
            return found if type_name(found) == wanted else None
    return None


def _number(text: str, wanted: str) -> int | float | None:
    """Return the exact number, or None if JSON cannot express it: nothing is rounded."""
    exact = Decimal(text)
    if abs(exact.adjusted()) > MOST_DIGITS:
        return None
    if exact == exact.to_integral_value():
        return int(exact)
    return float(text) if wanted == "number" and math.isfinite(float(text)) and float(text) else None


def _is_declared(path: SchemaPath, error: ValidationError) -> bool:
    """Return whether the value is under a key that the schema lists; keys of free-form objects are not changed."""
    if not path or not isinstance(path[-1], str):
        return False
    steps = error.evaluation_path
    return ("properties", path[-1]) in pairwise(steps)


def _choose_option(path: SchemaPath, value: Any, options: list[Any]) -> list[Mend]:
    """Return the option, a number or boolean, that was written as text."""
    if not isinstance(value, str):
        return []
    said = [
        option for option in options if not isinstance(option, str) and read_text(value, type_name(option)) == option
    ]
    scalars = [option for option in said if isinstance(option, int | float)]
    return (
        [Mend(path, "replace", f"read the text as {_a(type_name(scalars[0]))}", scalars[0])]
        if len(scalars) == 1
        else []
    )


def _rename(path: SchemaPath, error: ValidationError, root: SchemaDocument) -> Iterator[Mend]:
    known = declared_names(root, locate(root, error.schema_path[:-1]))
    free = [name for name in known if isinstance(error.instance, dict) and name not in error.instance]
    meant = match_keys(error.kind.value, free)
    targets = list(meant.values())
    for name, target in meant.items():
        if target is not None and targets.count(target) == 1:
            yield Mend((*path, name), "rename", f"renamed to {target!r}", target)


def _agree(branches: list[list[ValidationError]], root: SchemaDocument) -> list[Mend]:
    """Return the correction if only one alternative has one, or all have the same. Wrapping in a list comes last."""
    ways: list[list[Mend]] = []
    for branch in branches:
        proposals = [propose(error, root) for error in branch]
        if all(proposals):
            way = [mend for mends in proposals for mend in mends]
            if way not in ways:
                ways.append(way)
    direct = [way for way in ways if all(mend.how != "wrap" for mend in way)]
    ways = direct or ways
    return ways[0] if len(ways) == 1 else []


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'aio' else 'a'} {name}"
