"""Names that providers accept, for tools and for properties."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from ..fault import Fault
from ..json import Object
from ..schema.walk import every
from .rules import SAFE_TOOL_NAME, Rules

MOST_CHARACTERS: Final = 64


def safe_name(name: str) -> str:
    """Return a name of letters, digits, `_` and `-` that every provider accepts; a name that is one already stays."""
    if re.fullmatch(SAFE_TOOL_NAME, name):
        return name
    safe = re.sub(r"[^a-zA-Z0-9_-]", "_", name)
    if not re.match(r"[a-zA-Z_]", safe):
        safe = f"_{safe}"
    if len(safe) <= MOST_CHARACTERS:
        return safe
    mark = sha256(name.encode(errors="surrogatepass")).hexdigest()[:8]
    return f"{safe[: MOST_CHARACTERS - len(mark) - 1]}_{mark}"


def free_name(wanted: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken, and add it to `taken`."""
    name, number = wanted, 2
    while name in taken:
        tail = f"_{number}"
        name, number = f"{wanted[: MOST_CHARACTERS - len(tail)]}{tail}", number + 1
    taken.add(name)
    return name


def tool_names(names: Iterable[str]) -> dict[str, str]:
    """Return the exported name of each tool; raise a Fault where two tools would share one."""
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
    return {name: wire for wire, name in owners.items()}


@dataclass(frozen=True, slots=True)
class PropertyNames:
    """The properties of a schema that have another name in the dialect, at the top level or everywhere."""

    top: Mapping[str, str]
    deep: Mapping[str, str]

    def wire(self, name: str, *, top: bool) -> str:
        return (self.top if top else self.deep).get(name, name)


def property_names(rules: Rules, document: Object, top: list[str]) -> PropertyNames:
    """Return the names in a dialect of the properties of `document` and of its rendered root."""
    names = dict.fromkeys(top)
    for _, schema in every(document) if rules.property_scope == "every" else ():
        for keyword in ("properties", "dependentRequired", "dependentSchemas", "required"):
            names |= dict.fromkeys(schema.get(keyword, ()) if isinstance(schema, dict) else ())
    taken = set(names)
    odd = [name for name in names if not re.fullmatch(rules.property_name, name, re.DOTALL)]
    mapped = {name: free_name(safe_name(name), taken) for name in odd}
    return PropertyNames(mapped, mapped if rules.property_scope == "every" else {})
