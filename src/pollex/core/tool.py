"""A tool: everything that can be called, declared as data."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from .fault import Fault
from .json import Object
from .suggest import did_you_mean

if TYPE_CHECKING:
    from .schema import Schema

Effect = Literal["read", "act", "destroy"]
"""`read` changes nothing, `act` changes something, `destroy` cannot be taken back."""

Isolation = Literal["none", "process"]
OutputCheck = Literal["fault", "warn"]
Runner = Callable[[Object, Any], Any]
"""Takes checked arguments and the `Context`; returns a value, a Result, an awaitable or a generator of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Tool:
    """A name, a schema and a function. Frozen: a changed tool is a new one, see `replace`."""

    name: str
    description: str
    input: Schema
    run: Runner
    title: str = ""
    output: Schema | None = None
    examples: tuple[Object, ...] = ()
    effect: Effect = "act"
    timeout: float | None = None
    """Seconds; None means the limit in force."""
    isolation: Isolation = "none"
    idempotent: bool = False
    """Running it again with the same arguments changes nothing more."""
    output_check: OutputCheck = "fault"
    sealed: bool | frozenset[str] = False
    """Receives secrets unopened, as `Secret` values, and opens them itself: in all arguments, or in those named."""
    source: str | None = None
    """Where a process can import it from: `package.module:name` or `file.py:name`."""
    function: Callable[..., Any] | None = field(default=None, repr=False)
    """The Python function it was made from, if any."""
    approval: bool = False
    """Whether it asks for approval regardless of its effect."""
    mapping: Object | None = None
    """The result mapping of `module.json` (004): JSONPath texts that pick the result out of what `run` returns."""
    contextual: bool = True
    """Whether `run` uses its context; if not, the pipeline need not make one."""
    blocking: bool | None = None
    """Whether `run` would block the event loop and so belongs on a thread; None means: inspect it."""
    open_world: bool = True
    """Whether it deals with the world outside: the web, files, services. What only computes does not."""
    guarded: bool = False
    """Whether what its page sends goes through the `hold` of the context, and so need not be asked about before."""
    variants: Mapping[str, Object] = field(default_factory=dict)
    """What a flat schema leaves to descriptions: a schema for each case, by its name, for short lists of tools."""
    formerly: tuple[str, ...] = ()
    """Former names, by which it is still found."""

    def __post_init__(self) -> None:
        refuse_misspelt(self)
        if self.blocking is None:
            waits = inspect.iscoroutinefunction(self.run) or inspect.isasyncgenfunction(self.run)
            object.__setattr__(self, "blocking", not waits)

    @property
    def harmless(self) -> bool:
        """Whether it may run once more or less without consequences."""
        return self.effect == "read" or self.idempotent

    def replace(self, **changes: Any) -> Tool:
        """Return a copy with some fields changed."""
        return replace(self, **changes)

    def to_json(self) -> Object:
        """Return the tool as data, without its function."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "effect": self.effect,
            "input": self.input.document,
            "output": None if self.output is None else self.output.document,
            "examples": list(self.examples),
            "timeout": self.timeout,
            "isolation": self.isolation,
            "idempotent": self.idempotent,
        }

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the Python function behind the tool directly, as if it had not been declared."""
        if self.function is None:
            raise TypeError(f"The tool {self.name!r} has no Python function behind it; call it through a registry.")
        return self.function(*args, **kwargs)


CHOICES: Final = {"effect": get_args(Effect), "isolation": get_args(Isolation), "output_check": get_args(OutputCheck)}
NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_.:/-]*")


def refuse_misspelt(tool: Tool) -> None:
    """Raise a Fault for an invalid name or option."""
    for option, choices in CHOICES.items():
        value = getattr(tool, option)
        if value not in choices:
            raise _wrong(tool, option, f"one of {', '.join(choices)}", value, did_you_mean(str(value), choices))
    if not NAME.fullmatch(str(tool.name)):
        raise _wrong(tool, "name", "letters, digits and _ . : / -, a letter or _ first", tool.name, None)
    if tool.timeout is not None and (type(tool.timeout) not in (int, float) or tool.timeout <= 0):
        raise _wrong(tool, "timeout", "a number of seconds above 0, or None", tool.timeout, None)


def _wrong(tool: Tool, option: str, expected: str, received: object, hint: str | None) -> Fault:
    message = f"The tool {tool.name!r} cannot be declared with {option}={received!r}."
    return Fault("invalid_input", message, pointer=f"/{option}", expected=expected, received=repr(received), hint=hint)
