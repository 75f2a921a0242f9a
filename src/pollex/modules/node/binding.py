"""How a tool's arguments reach a JavaScript function: by the manifest's `call`, else by its code, else in the order of
the schema. What has no parameter of its own goes into an options object."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from ...core.json import Object
from .signature import JsParameter, read_code

Source = Literal["call", "code", "order"]
OPTIONS: Final = ("config", "options", "opts", "option", "settings", "init", "props")
"""How the names of parameters that take an options object end."""


@dataclass(frozen=True, slots=True)
class Position:
    """One position of a call: an argument, an options object of several, or (neither) left undefined."""

    name: str | None = None
    options: tuple[str, ...] = ()
    required: bool = False


@dataclass(frozen=True, slots=True)
class NodeBinding:
    """The positions of a call in order, and the list whose items follow them."""

    positions: tuple[Position, ...]
    spread: str | None
    source: Source

    def arguments(self, args: Object) -> tuple[list[Any], list[int]]:
        """Return the arguments by position, and the places among them that stay undefined, without a missing tail."""
        left = dict(args)
        tail = left.pop(self.spread, []) if self.spread else []
        values: list[Any] = []
        holes: list[int] = []
        for position in self._with_all(left):
            if position.name is not None and position.name in left:
                values.append(left[position.name])
            elif position.options and (gathered := {name: left[name] for name in position.options if name in left}):
                values.append(gathered)
            elif position.options and position.required:
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
        """Return the call in words: `get(url, {params, headers})`."""
        parts = [
            position.name or (f"{{{', '.join(position.options)}}}" if position.options else "undefined")
            for position in self.positions
        ]
        return f"{function}({', '.join([*parts, *([f'...{self.spread}'] if self.spread else [])])})"

    def _with_all(self, args: Object) -> tuple[Position, ...]:
        """Return the positions, with arguments that the schema allows but does not name among the options."""
        known = {name for position in self.positions for name in (position.name, *position.options)}
        extra = tuple(name for name in args if name not in known)
        if not extra:
            return self.positions
        for index, position in enumerate(self.positions):
            if position.options:
                wider = replace(position, options=(*position.options, *extra))
                return (*self.positions[:index], wider, *self.positions[index + 1 :])
        return (*self.positions, Position(options=extra))


def bind(tool: Object, code: str, length: int) -> NodeBinding:
    """Return the binding of a tool to a function with this code and this `length`."""
    properties: Object = tool.get("parameters", {}).get("properties", {})
    if tool.get("call"):
        return _by_call(tool["call"], list(properties))
    parameters = own_parameters(code, length)
    if parameters or (parameters is not None and not properties):
        return _by_code(parameters, properties)
    names = list(properties)
    spread = names.pop() if length == 0 and names and _is_list(properties[names[-1]]) else None
    return NodeBinding(tuple(Position(name) for name in names), spread, "order")


def own_parameters(code: str, length: int) -> tuple[JsParameter, ...] | None:
    """Return a function's parameters. One that has a length of 0 in spite of its code takes the last as a rest."""
    found = read_code(code)
    if found and length == 0 and found[0].default is None:
        return (*found[:-1], replace(found[-1], rest=True))
    return found


def _by_call(call: Object, names: list[str]) -> NodeBinding:
    spread = call.get("spread")
    positional = call.get("positional", ())
    options = call.get("options")
    if options is None:
        options = [name for name in names if name not in positional and name != spread]
    gathered = (Position(options=tuple(options)),) if options else ()
    return NodeBinding((*(Position(name) for name in positional), *gathered), spread, "call")


def _by_code(parameters: tuple[JsParameter, ...], properties: Object) -> NodeBinding:
    """Give each parameter its namesake, and what is left to those without one, in order, or to an options object.

    Where there are options, nothing is guessed after a namesake: the schema uses the function's own names by then.
    """
    named = {parameter.name for parameter in parameters}
    left = [name for name in properties if name not in named]
    single = [parameter for parameter in parameters if not parameter.rest]
    spread = _spread(parameters, properties, left)
    if spread in left:
        left.remove(spread)
    options = _options([parameter for parameter in single if parameter.name not in properties], left)
    positions: list[Position] = []
    guesses = True
    for parameter in single:
        if parameter.name in properties:
            positions.append(Position(parameter.name))
            guesses = options is None
        elif parameter is options:
            positions.append(Position(options=tuple(left), required=bool(left) and parameter.default is None))
            left = []
        elif not left or not guesses or (options is not None and parameter.default is not None):
            positions.append(Position())
        else:
            positions.append(Position(left.pop(0)))
    if left:
        positions.append(Position(options=tuple(left)))
    while positions and positions[-1] == Position() and spread is None:
        positions.pop()
    return NodeBinding(tuple(positions), spread, "code")


def _spread(parameters: tuple[JsParameter, ...], properties: Object, left: list[str]) -> str | None:
    """Return the argument whose items are given one by one: the namesake of a rest parameter, or the last list."""
    rest = next((parameter for parameter in parameters if parameter.rest), None)
    if rest is None:
        return None
    if rest.name in properties:
        return rest.name
    return left[-1] if left and _is_list(properties[left[-1]]) else None


def _options(free: list[JsParameter], left: list[str]) -> JsParameter | None:
    """Return the parameter that takes several arguments as one object: one named so, or the last of too few."""
    possible = [parameter for parameter in free if parameter.name != "[]"]
    for parameter in possible:
        if left and (parameter.name == "{}" or parameter.name.lower().endswith(OPTIONS)):
            return parameter
    return possible[-1] if len(left) > len(free) and possible and possible[-1] is free[-1] else None


def _is_list(schema: Any) -> bool:
    return isinstance(schema, dict) and schema.get("type") == "array"
