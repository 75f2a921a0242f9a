"""Names that a provider takes, for tools and for properties, and the way back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..fault import Fault
from ..json import Object
from .rules import SAFE_TOOL_NAME, Rules
from .walk import children

MOST_CHARACTERS: Final = 64


def safe_name(name: str) -> str:
    """A name of letters, digits, `_` and `-` that every provider takes; a name that is one already stays."""
    if re.fullmatch(SAFE_TOOL_NAME, name):
        return name
    safe = re.sub(r"[^a-zA-Z0-9_-]", "_", name)
    if not re.match(r"[a-zA-Z_]", safe):
        safe = f"_{safe}"
    if len(safe) <= MOST_CHARACTERS:
        return safe
    from hashlib import sha256

    mark = sha256(name.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{safe[: MOST_CHARACTERS - len(mark) - 1]}_{mark}"


def tool_names(names: Iterable[str]) -> dict[str, str]:
    """Exported name of each tool; two tools that would share one are a conflict."""
    wires: dict[str, str] = {}
    owners: dict[str, str] = {}
    for name in names:
        wire = safe_name(name)
        if wire in owners:
            raise Fault(
                "conflict",
                f"The tools {owners[wire]!r} and {name!r} would both be exported as {wire!r}.",
                expected="tools whose names differ also where '.' is written '_'",
                received=f"{owners[wire]!r} and {name!r}",
                hint="Rename or prefix one of them.",
            )
        owners[wire] = name
        wires[name] = wire
    return wires


@dataclass(slots=True)
class Taken:
    """Names in use; a new one gets a number if it must."""

    names: set[str] = field(default_factory=set)

    def free(self, wanted: str) -> str:
        name, number = wanted, 2
        while name in self.names:
            tail = f"_{number}"
            name, number = f"{wanted[: MOST_CHARACTERS - len(tail)]}{tail}", number + 1
        self.names.add(name)
        return name


@dataclass(frozen=True, slots=True)
class PropertyNames:
    """The properties of a schema that are called otherwise on the wire, at the top level or everywhere."""

    top: Mapping[str, str]
    deep: Mapping[str, str]

    def wire(self, name: str, *, top: bool) -> str:
        return (self.top if top else self.deep).get(name, name)


def property_names(rules: Rules, document: Object, top: Iterable[str]) -> PropertyNames:
    """How the properties of `document`, and those of its root as rendered, are called in a dialect."""
    if rules.property_name is None:
        return PropertyNames({}, {})
    if rules.property_scope == "top":
        return PropertyNames(_mapped(list(top), rules.property_name), {})
    everywhere = _mapped([*top, *_all_names(document)], rules.property_name)
    return PropertyNames(everywhere, everywhere)


def _mapped(names: list[str], pattern: str) -> dict[str, str]:
    taken = Taken(set(names))
    odd = [name for name in dict.fromkeys(names) if not re.fullmatch(pattern, name)]
    return {name: taken.free(safe_name(name)) for name in odd}


def _all_names(document: Object) -> list[str]:
    found: list[str] = []
    waiting: list[Any] = [document]
    while waiting:
        schema = waiting.pop()
        if isinstance(schema, dict):
            found += [name for name in _named_in(schema) if isinstance(name, str)]
            waiting += [child for _, child in children(schema)]
    return found


def _named_in(schema: Object) -> list[Any]:
    named: list[Any] = []
    for keyword in ("properties", "dependentRequired", "dependentSchemas", "required"):
        if isinstance(value := schema.get(keyword), dict | list):
            named += value
    return named
