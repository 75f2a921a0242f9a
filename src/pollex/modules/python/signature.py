"""Reads from a Python signature how a tool's arguments are given."""

from __future__ import annotations

from inspect import Parameter
from typing import Any, Final

from ...core.casing import match_key
from ...core.fault import Fault
from ...core.json import Object
from ...core.suggest import did_you_mean, one_of
from .binding import Binding, Slot
from .names import NAMED, PLACED, integers, match_parameters, properties_of

OPTIONS: Final = ("options", "opts", "params", "config", "settings")
"""Parameters that, in libraries, take a dict of everything else."""


class SignatureReading:
    """One reading of a signature: names that are taken leave `left`, and what stays there has no place of its own."""

    def __init__(self, tool: Object, parameters: list[Parameter]) -> None:
        self.tool = tool
        self.properties = properties_of(tool)
        self.parameters = parameters
        self.matched = match_parameters(list(self.properties), parameters)
        self.left = [name for name in self.properties if name not in self.matched.values()]
        self.kinds = {parameter.kind: parameter for parameter in parameters}
        self.open = Parameter.VAR_KEYWORD in self.kinds

    def binding(self) -> Binding:
        spread = self._spread()
        slots = [self._slot(parameter) for parameter in self.parameters if parameter.kind in PLACED]
        if Parameter.VAR_POSITIONAL in self.kinds and not self.open and spread is None:
            slots += [Slot(name) for name in self.left]
            self.left = []
        keywords = {
            self.matched[parameter.name]: parameter.name
            for parameter in self.parameters
            if parameter.kind is Parameter.KEYWORD_ONLY and parameter.name in self.matched
        }
        options = self._options()
        if self.left and options is None and not self.open:
            raise _no_place(self.tool, self.left[0], self.parameters)
        if self.open:
            keywords |= {name: name for name in self.left}
        gathered = tuple(self.left) if options is not None else ()
        self._refuse_unfed(slots, keywords, options if gathered else None)
        return Binding(
            self.tool["function"],
            "signature",
            tuple(slots),
            spread,
            keywords,
            options,
            gathered,
            self.open,
            integers(self.properties),
        )

    def _spread(self) -> str | None:
        """The argument for `*args`: its namesake, or the list that comes last and has no other place."""
        tail = self.kinds.get(Parameter.VAR_POSITIONAL)
        if tail is None or not self.left:
            return None
        found = match_key(tail.name, self.left)
        wraps_anything = {parameter.kind for parameter in self.parameters} == {tail.kind, Parameter.VAR_KEYWORD}
        if found is None and not wraps_anything and is_array(self.properties[self.left[-1]]):
            found = self.left[-1]
        if found is not None:
            self.left.remove(found)
        return found

    def _slot(self, parameter: Parameter) -> Slot:
        """A parameter's place. The schema may name it otherwise, where a name is not what it is called by."""
        required = parameter.default is Parameter.empty
        name = self.matched.get(parameter.name)
        by_place_only = parameter.kind is Parameter.POSITIONAL_ONLY
        gathers = parameter.name in OPTIONS and not by_place_only and not self.open
        if name is None and self.left and not gathers and (required or (by_place_only and not self.open)):
            name = self.left.pop(0)
        return Slot(name, None if by_place_only else parameter.name, parameter.default, required)

    def _options(self) -> str | None:
        """The parameter that takes what has no place of its own."""
        names = [parameter.name for parameter in self.parameters if parameter.kind in NAMED[1:]]
        free = [name for name in names if name in OPTIONS and name not in self.matched]
        return free[-1] if self.left and free and not self.open else None

    def _refuse_unfed(self, slots: list[Slot], keywords: dict[str, str], options: str | None) -> None:
        """A parameter that must be given and that no argument is for, unless the schema lets in any argument."""
        if self.tool.get("parameters", {}).get("additionalProperties"):
            return
        placed = [parameter.name for parameter in self.parameters if parameter.kind in PLACED]
        unfed = [name for name, slot in zip(placed, slots, strict=False) if slot.name is None and slot.required]
        unfed += [
            parameter.name
            for parameter in self.parameters
            if parameter.kind is Parameter.KEYWORD_ONLY
            and parameter.default is Parameter.empty
            and parameter.name not in keywords.values()
        ]
        for name in unfed:
            if name != options:
                raise Fault(
                    "invalid_input",
                    f"{self.tool['function']!r} needs {name!r}, and no parameter of the tool gives it.",
                    pointer="/parameters/properties",
                    expected=name,
                    received=one_of(self.properties),
                    hint=f"Add {name!r} to the tool's parameters, or say in `call` how they are given.",
                )


def _no_place(tool: Object, name: str, parameters: list[Parameter]) -> Fault:
    known = [parameter.name for parameter in parameters if parameter.kind in NAMED]
    return Fault(
        "invalid_input",
        f"{tool['function']!r} has no parameter {name!r}.",
        pointer=f"/parameters/properties/{name}",
        expected=one_of(known),
        received=name,
        hint=did_you_mean(name, known) or "Take it out, or say in `call` how it is given.",
    )


def is_array(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "array"
