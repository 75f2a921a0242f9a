"""How a tool's checked arguments become the positions and keywords of a call, by an `inspect.Signature`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from inspect import BoundArguments, Parameter, Signature
from typing import Any, Final, Literal

from ...core.binding import whole
from ...core.casing import match_key
from ...core.fault import Fault
from ...core.json import Object
from ..faults import unknown_parameter

PLACED: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)
NAMED: Final = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)


@dataclass(frozen=True)
class PythonBinding:
    """Which parameter of a function takes which argument of a tool. Made once, used by every call."""

    label: str
    source: Literal["call", "signature", "order"]
    signature: Signature
    parameters: Mapping[str, str] = field(default_factory=dict)
    """The parameter of each argument that has one of its own."""
    spread: str | None = None
    """The argument, a list, whose items are given to `*args`."""
    extra: tuple[str, ...] = ()
    """Arguments given to `*args` one by one."""
    keywords: Mapping[str, str] = field(default_factory=dict)
    """The keyword of each argument given to `**kwargs`."""
    options: str | None = None
    """The parameter that takes a dict of the arguments in `gathered`."""
    gathered: tuple[str, ...] = ()
    integers: frozenset[str] = frozenset()

    def bind(self, args: Object) -> tuple[list[Any], dict[str, Any]]:
        """Return the positions and keywords of one call. An argument that is not given is left out, not None."""
        given = whole(args, self.integers)
        if self._required is not None and self._required.keys() == given.keys():
            return [given[name] for name in self._required], {}
        bound = BoundArguments(self._call, self._arguments(given))
        return list(bound.args), bound.kwargs

    def in_order(self, args: Object) -> list[Any] | None:
        """Return all arguments by position, for a function without a signature that takes no keywords.

        None where there is a gap among them.
        """
        names = [*self.parameters, *self.keywords][: len(args)]
        if self.source != "order" or not all(name in args for name in names):
            return None
        given = whole(args, self.integers)
        return [given[name] for name in names]

    @property
    def how(self) -> str:
        """The call in words: `dumps(obj, indent=…)`."""
        argument_of = {parameter: argument for argument, parameter in self.parameters.items()}
        parts: list[str] = []
        for name, parameter in self._call.parameters.items():
            value = f"{{{', '.join(self.gathered)}}}" if name == self.options else argument_of.get(name)
            if parameter.kind is Parameter.VAR_POSITIONAL:
                parts += [*self.extra, *([f"*{self.spread}"] if self.spread is not None else [])]
            elif parameter.kind is Parameter.VAR_KEYWORD:
                parts += [_spelled(keyword, argument) for argument, keyword in self.keywords.items()]
            elif value is not None:
                parts.append(value if parameter.kind in PLACED else _spelled(name, value))
        return f"{self.label}({', '.join(parts)})"

    @cached_property
    def _call(self) -> Signature:
        """The signature with optional parameters by keyword only, as far as nothing needs a position after them."""
        if self._args:
            return self.signature
        by_keyword = [
            parameter.replace(kind=Parameter.KEYWORD_ONLY)
            if parameter.kind is Parameter.POSITIONAL_OR_KEYWORD and parameter.default is not Parameter.empty
            else parameter
            for parameter in self.signature.parameters.values()
        ]
        return self.signature.replace(parameters=by_keyword)

    @cached_property
    def _placed(self) -> list[Parameter]:
        return [parameter for parameter in self._call.parameters.values() if parameter.kind in PLACED]

    @cached_property
    def _by_place(self) -> int:
        """How many parameters can only be given by position."""
        return sum(parameter.kind is Parameter.POSITIONAL_ONLY for parameter in self._placed)

    @cached_property
    def _required(self) -> dict[str, None] | None:
        """The arguments of the plainest and commonest call, in order: all that are required, and no others."""
        argument_of = {parameter: argument for argument, parameter in self.parameters.items()}
        names = [argument_of.get(each.name) for each in self._placed if each.default is Parameter.empty]
        return {name: None for name in names if name is not None} if None not in names else None

    def _arguments(self, given: Object) -> dict[str, Any]:
        """Return the value of each parameter, as `BoundArguments` takes them."""
        found: dict[str, Any] = {}
        keywords: Object = {}
        for name, value in given.items():
            if name in self.parameters:
                found[self.parameters[name]] = value
            elif name in self.gathered and self.options is not None:
                found.setdefault(self.options, {})[name] = value
            elif name in self.keywords:
                keywords[self.keywords[name]] = value
            elif name != self.spread and name not in self.extra:
                self._place_unknown(name, value, found, keywords)
        tail: list[Any] = [given[name] for name in self.extra if name in given] if self.extra else []
        if self.spread is not None:
            tail += given.get(self.spread, ())
        if tail:
            found[self._args] = tail
        if keywords:
            found[self._kwargs] = keywords
        self._fill_gaps(found, has_tail=bool(tail))
        return found

    @cached_property
    def _args(self) -> str:
        """The name of `*args`; empty where there is none."""
        return self._name(Parameter.VAR_POSITIONAL)

    @cached_property
    def _kwargs(self) -> str:
        """The name of `**kwargs`; empty where there is none."""
        return self._name(Parameter.VAR_KEYWORD)

    def _name(self, kind: Any) -> str:
        return next((name for name, each in self.signature.parameters.items() if each.kind is kind), "")

    def _place_unknown(self, name: str, value: Any, found: Object, keywords: Object) -> None:
        """Place an argument that the schema lets in without naming it."""
        known = [each for each, parameter in self.signature.parameters.items() if parameter.kind in NAMED]
        if parameter := match_key(name, known):
            found[parameter] = value
        elif self._kwargs:
            keywords[name] = value
        else:
            raise unknown_parameter(f"{self.label!r} has no parameter {name!r}.", name, known, f"/{name}")

    def _fill_gaps(self, found: Object, *, has_tail: bool) -> None:
        """Give parameters their defaults where something after them can only be given by position."""
        last = len(self._placed) if has_tail else 0
        for index, parameter in enumerate(self._placed[: self._by_place] if not has_tail else ()):
            last = index + 1 if parameter.name in found else last
        for parameter in self._placed[:last]:
            if parameter.name not in found:
                found[parameter.name] = self._default(parameter)

    def _default(self, parameter: Parameter) -> Any:
        if parameter.default is Parameter.empty:
            name = next((argument for argument, each in self.parameters.items() if each == parameter.name), None)
            raise Fault(
                "invalid_input",
                f"{self.label!r} needs {name or parameter.name!r}, since a later argument is given by position.",
                pointer=f"/{name or parameter.name}",
                expected=name or parameter.name,
                received="nothing",
            )
        return parameter.default


def _spelled(keyword: str, argument: str) -> str:
    return f"{keyword}=…" if keyword == argument else f"{keyword}={argument}"
