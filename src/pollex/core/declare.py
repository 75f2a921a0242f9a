"""Declaration of a Python function as a tool: name, schema and description come from its signature and docstring."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, overload

from .binding import whole
from .context import Context
from .fault import Fault
from .json import Object
from .schema import Schema
from .signature import Signature, read_signature
from .suggest import did_you_mean
from .tool import Effect, Isolation, OutputCheck, Runner, Tool

Function = Callable[..., Any]


@overload
def tool(function: Function, /) -> Tool: ...
@overload
def tool(
    *,
    name: str | None = None,
    title: str = "",
    description: str | None = None,
    effect: Effect = "act",
    examples: Sequence[Object] = (),
    timeout: float | None = None,
    isolation: Isolation = "none",
    idempotent: bool = False,
    output_check: OutputCheck = "fault",
    open_world: bool = True,
) -> Callable[[Function], Tool]: ...
def tool(function: Function | None = None, /, **options: Any) -> Any:
    """Make a tool of a function: `@tool` or `@tool(effect="read", examples=[…])`."""
    for option in options:
        if option not in OPTIONS:
            hint = did_you_mean(option, OPTIONS)
            raise Fault("invalid_input", f"A tool has no option {option!r}.", expected=", ".join(OPTIONS), hint=hint)
    if function is not None:
        return from_function(function, **options)
    return lambda function: from_function(function, **options)


OPTIONS = (
    "name",
    "title",
    "description",
    "effect",
    "examples",
    "timeout",
    "isolation",
    "idempotent",
    "output_check",
    "open_world",
)


def from_function(
    function: Function,
    *,
    name: str | None = None,
    description: str | None = None,
    examples: Sequence[Object] = (),
    isolation: Isolation = "none",
    **options: Any,
) -> Tool:
    """Return a function as a tool. Raise a Fault if an example does not fit the function's own schema."""
    signature = read_signature(function)
    made = Tool(
        name=name or function.__name__,
        description=description or signature.doc.description,
        input=Schema(signature.input),
        output=None if signature.output is None else Schema(signature.output),
        run=_runner(function, signature),
        examples=tuple(examples),
        isolation=isolation,
        sealed=signature.secrets,
        blocking=_blocks(function),
        contextual=signature.wants_context,
        source=_source(function),
        function=function,
        **options,
    )
    if isolation == "process" and made.source is None:
        raise _not_importable(function)
    if isolation == "process" and (signature.wants_context or signature.secrets):
        message = f"{function.__name__!r} takes a Context or a Secret, which cannot leave this process."
        raise Fault("invalid_input", message, hint="Take plain values, or do without the process.")
    _check_examples(made)
    return made


def _runner(function: Function, signature: Signature) -> Runner:
    """Return the function as the pipeline calls it."""
    bind, integers = signature.bind, signature.integers
    if bind is None:
        return lambda args, context: function(**whole(args, integers))

    def call(args: Object, context: Context) -> Any:
        before, keywords = bind(whole(args, integers), context)
        return function(*before, **keywords)

    return call


def _blocks(function: Function) -> bool:
    return not (inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function))


def _source(function: Function) -> str | None:
    """Return where another process can import the function from, or None if only this process has it."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "<lambda>")
    return None if module in (None, "__main__") or "<" in name else f"{module}:{name}"


def _not_importable(function: Function) -> Fault:
    return Fault(
        "invalid_input",
        f"{function.__name__!r} cannot run in a process of its own, since another process cannot import it.",
        expected="a function at the top level of a module",
        received=f"{function.__module__}:{function.__qualname__}",
        hint="Move it into a module that can be imported.",
    )


def _check_examples(made: Tool) -> None:
    for index, example in enumerate(made.examples):
        checked = made.input.check(example, repair=False)
        if checked.issues:
            what = f"Example {index} of the tool {made.name!r}"
            raise Fault.from_issues(
                "invalid_input", [issue.below(index).below("examples") for issue in checked.issues], what=what
            )
