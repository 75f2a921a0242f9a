"""The one class that a package is about, where it has one: how it is made, and its methods."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from ....core.casing import same_name
from ....core.json import Object
from ...draft import Unmappable
from .description import Description, describe
from .survey import THIN, PackageSurvey

TYPES: Final = ("string", "number", "integer", "boolean", "object", "array")


@dataclass(frozen=True, slots=True)
class Client:
    """A class whose instance the module's tools work on."""

    path: str
    kind: type
    dependencies: Object
    notes: tuple[str, ...]

    @property
    def initialization(self) -> Object:
        return {"method": self.path, "config": {name: f"${{{name}}}" for name in self.dependencies}}


def find_client(found: PackageSurvey) -> Client | None:
    """Return the package's main class: the only one, or named as the module or `…Client`, beside few functions."""
    if sum("." not in path for path in found.functions) >= THIN:
        return None
    classes = {path: kind for path, kind in found.classes.items() if "." not in path and _is_made_to_be_used(kind)}
    module = found.module.__name__.rpartition(".")[2]
    named = [path for path in classes if same_name(path, module) or path.endswith("Client")]
    likely = named or list(classes)
    if len(likely) != 1:
        return None
    return _client(likely[0], classes[likely[0]], found)


def methods(client: Client) -> Iterator[tuple[str, Callable[..., Any], bool]]:
    """The public methods by name, the nearest class first, and whether each is given a `self`."""
    seen = set()
    for kind in client.kind.__mro__[:-1]:
        for name, value in vars(kind).items():
            if name.startswith("_") or name in seen:
                continue
            seen.add(name)
            if isinstance(value, staticmethod | classmethod):
                yield name, getattr(client.kind, name), False
            elif inspect.isroutine(value):
                yield name, value, True


def _is_made_to_be_used(kind: type) -> bool:
    return not issubclass(kind, BaseException | Enum | tuple) and not inspect.isabstract(kind)


def _client(path: str, kind: type, found: PackageSurvey) -> Client | None:
    try:
        made = describe(kind)
    except Unmappable as reason:
        found.notes.append(f"{path}: the class is left out: {reason}")
        return None
    if not made.parameters["properties"]:
        return None
    return Client(path, kind, dict(_dependencies(made)), tuple(f"{path}: {note}" for note in made.notes))


def _dependencies(made: Description) -> Iterator[tuple[str, Object]]:
    """The constructor's parameters; those without a name of their own cannot be a dependency."""
    required = made.parameters.get("required", ())
    for name, schema in made.parameters["properties"].items():
        if made.signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
            continue
        dependency: Object = {"type": _type(schema)}
        if "description" in schema:
            dependency["description"] = schema["description"]
        dependency["required"] = name in required
        if schema.get("default") is not None:
            dependency["default"] = schema["default"]
        yield name, dependency


def _type(schema: Object) -> str:
    """The one type that a dependency may have; null is said by leaving it out."""
    members = [member for member in schema.get("anyOf", [schema]) if member.get("type") != "null"]
    found = members[0].get("type") if len(members) == 1 else None
    return found if found in TYPES else "any"
