"""How a tool's arguments reach a JavaScript function: by the manifest's `call`, else by declared types, else by the
function's code, else in the order of the schema. What has no parameter of its own goes into an options object."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from ...core.json import Object
from .signature import Parameter, Signature, read_code

Source = Literal["call", "types", "code", "order"]
OPTIONS: Final = ("config", "options", "opts", "option", "settings", "init", "props")
"""Names, and ends of type names, of parameters that gather what is optional."""


@dataclass(frozen=True, slots=True)
class Slot:
    """One position: a parameter of the tool, an options object of several, or (neither) left undefined."""

    name: str | None = None
    options: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True)
class Binding:
    """The positions in order, and the list whose items follow them."""

    slots: tuple[Slot, ...]
    spread: str | None
    source: Source

    def arguments(self, args: Object) -> tuple[list[Any], list[int]]:
        """The arguments by position, and the places among them that stay undefined. A missing tail is left out."""
        left = dict(args)
        tail = left.pop(self.spread, []) if self.spread else []
        values: list[Any] = []
        holes: list[int] = []
        for slot in self._with_all(left):
            if slot.name is not None and slot.name in left:
                values.append(left[slot.name])
            elif slot.options and (gathered := {name: left[name] for name in slot.options if name in left}):
                values.append(gathered)
            elif slot.options and slot.required:
                values.append({})
            else:
                holes.append(len(values))
                values.append(None)
        values += tail if isinstance(tail, list) else [tail]
        while holes and holes[-1] == len(values) - 1:
            values.pop()
            holes.pop()
        return values, holes

    def spelled(self, function: str) -> str:
        """The call in words: `get(url, {params, headers})`."""
        parts = [
            slot.name or (f"{{{', '.join(slot.options)}}}" if slot.options else "undefined") for slot in self.slots
        ]
        while parts and parts[-1] == "undefined" and not self.spread:
            parts.pop()
        return f"{function}({', '.join([*parts, *([f'...{self.spread}'] if self.spread else [])])})"

    def _with_all(self, args: Object) -> tuple[Slot, ...]:
        """The slots, with arguments that the schema allows but does not name among the options."""
        known = {name for slot in self.slots for name in (slot.name, *slot.options)}
        extra = tuple(name for name in args if name not in known)
        if not extra:
            return self.slots
        for index, slot in enumerate(self.slots):
            if slot.options:
                wider = Slot(options=(*slot.options, *extra), required=slot.required)
                return (*self.slots[:index], wider, *self.slots[index + 1 :])
        return (*self.slots, Slot(options=extra))


def bind(tool: Object, declared: list[Signature], code: str, length: int) -> Binding:
    """The binding of a tool by the first rung of the ladder that holds."""
    properties: Object = tool.get("parameters", {}).get("properties", {})
    if tool.get("call"):
        return by_call(tool["call"], list(properties))
    coded = read_code(code)
    if coded and length == 0 and not coded[0].optional:  # it reads `arguments`, whatever its code names
        coded = (*coded[:-1], replace(coded[-1], rest=True))
    best = max(declared, key=lambda signature: likeness(signature, properties, coded or ()), default=None)
    if best is not None and (shared(best, properties) or not shared(coded or (), properties)):
        return fit(best, properties, "types")
    if coded or (coded is not None and not properties):
        return fit(coded, properties, "code")
    names = list(properties)
    spread = names.pop() if length == 0 and names and is_list(properties[names[-1]]) else None
    return Binding(tuple(Slot(name) for name in names), spread, "order")


def by_call(call: Object, names: list[str]) -> Binding:
    spread = call.get("spread")
    positional = call.get("positional", ())
    options = call.get("options")
    if options is None:
        options = [name for name in names if name not in positional and name != spread]
    gathered = (Slot(options=tuple(options)),) if options else ()
    return Binding((*(Slot(name) for name in positional), *gathered), spread, "call")


def shared(signature: Signature, properties: Object) -> int:
    """How many names a signature and a schema have in common."""
    return len({parameter.name for parameter in signature} & properties.keys())


def likeness(signature: Signature, properties: Object, coded: Signature) -> tuple[int, int, int, bool, int]:
    """How well an overload fits: by names in common with the schema, by those at the same place, by names that the
    code has at the same place, by a tail for a last list, and by its number of parameters."""
    named = [parameter.name for parameter in signature]
    last = list(properties)[-1:]
    takes_tail = bool(last and last[0] not in named and is_list(properties[last[0]]))
    return (
        shared(signature, properties),
        sum(map(str.__eq__, named, properties)),
        sum(map(str.__eq__, named, (parameter.name for parameter in coded))),
        takes_tail and any(parameter.rest for parameter in signature),
        -abs(len(signature) - len(properties)),
    )


def fit(signature: Signature, properties: Object, source: Source) -> Binding:
    """Each parameter takes its namesake; those without one take, in order, what is left; options gather the rest."""
    named = {parameter.name for parameter in signature}
    left = [name for name in properties if name not in named]
    single = [parameter for parameter in signature if not parameter.rest]
    spread = tail_of(signature, properties, left)
    if spread in left:
        left.remove(spread)
    gathering = gatherer([parameter for parameter in single if parameter.name not in properties], left)
    slots: list[Slot] = []
    for parameter in single:
        if parameter.name in properties:
            slots.append(Slot(parameter.name))
        elif parameter is gathering or (parameter.optional and gathering is not None):
            slots.append(Slot())
        else:
            slots.append(Slot(left.pop(0) if left else None))
    if gathering is not None:
        slots[single.index(gathering)] = Slot(options=tuple(left), required=not gathering.optional)
        left = []
    if left:
        slots.append(Slot(options=tuple(left)))
    return Binding(trimmed(slots, spread), spread, source)


def tail_of(signature: Signature, properties: Object, left: list[str]) -> str | None:
    """The argument whose items are given one by one: the namesake of a variadic parameter, or the last list."""
    rest = next((parameter for parameter in signature if parameter.rest), None)
    if rest is None:
        return None
    if rest.name in properties:
        return rest.name
    return left[-1] if left and is_list(properties[left[-1]]) else None


def gatherer(free: list[Parameter], left: list[str]) -> Parameter | None:
    """The parameter that takes several arguments as one object: one that says so, or the last if too many are left."""
    for parameter in reversed(free):
        if parameter.may_be_object and is_options(parameter) and left:
            return parameter
    if free and len(left) > len(free) and free[-1].may_be_object:
        return free[-1]
    return None


def is_options(parameter: Parameter) -> bool:
    kind = parameter.type.partition("<")[0].lower()
    return parameter.name == "{}" or parameter.name.lower().endswith(OPTIONS) or kind.endswith(OPTIONS)


def trimmed(slots: list[Slot], spread: str | None) -> tuple[Slot, ...]:
    """Without the empty positions at the end, unless a list follows them."""
    while slots and slots[-1] == Slot() and spread is None:
        slots.pop()
    return tuple(slots)


def is_list(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "array"
