"""Signatures of Python functions: the JSON they take and return, and how checked JSON becomes their arguments."""

from __future__ import annotations

import inspect
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Generator,
    Iterable,
    Iterator,
)
from dataclasses import dataclass
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any, Final, get_args, get_origin, get_type_hints

from .binding import Bind, binder
from .context import Context
from .docstring import Doc, read_docstring
from .fault import Fault
from .json import Object
from .plain import plain
from .result import Result
from .schema.walk import SchemaDocument, rebuild
from .secret import Secret

if TYPE_CHECKING:
    from pydantic import TypeAdapter

STREAMS: Final = frozenset({Generator, Iterator, Iterable, AsyncGenerator, AsyncIterator, AsyncIterable})
NO_OUTPUT: Final = (Any, object, Result, inspect.Signature.empty)


@dataclass(frozen=True, slots=True)
class Signature:
    """What a tool needs to know about a function."""

    doc: Doc
    input: Object
    output: SchemaDocument | None
    bind: Bind | None
    """Converts checked arguments; None if they can be passed as keywords unchanged."""
    integers: frozenset[str]
    """Parameters that must not be given 5.0 for 5."""
    wants_context: bool
    secrets: frozenset[str]
    """Parameters that take secrets unopened."""


def read_signature(function: Callable[..., Any]) -> Signature:
    """Read a function's types, defaults and docstring."""
    hints = _hints(function)
    parameters = [
        found.replace(annotation=hints.get(name, Any)) for name, found in inspect.signature(function).parameters.items()
    ]
    returns = hints.get("return", inspect.Signature.empty)
    return signature_from(function.__name__, parameters, returns, read_docstring(function.__doc__))


def signature_from(name: str, parameters: list[Parameter], returns: Any, doc: Doc) -> Signature:
    """Return the signature of a function with these parameters, whose annotations are types and no texts."""
    taken = [parameter for parameter in parameters if parameter.annotation is not Context]
    schemas, definitions, adapters = _schemas(taken, name)
    return Signature(
        doc=doc,
        input=_input(taken, schemas, definitions, doc),
        output=_output(returns, doc),
        bind=binder(parameters, adapters),
        integers=frozenset(parameter.name for parameter in taken if parameter.annotation is int),
        wants_context=len(taken) < len(parameters),
        secrets=frozenset(parameter.name for parameter in taken if parameter.annotation is Secret),
    )


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return get_type_hints(function, include_extras=True)
    except (NameError, TypeError, AttributeError) as error:
        raise Fault(
            "invalid_input",
            f"The types of {function.__name__!r} cannot be read: {error}.",
            expected="annotations that can be resolved where the function is defined",
            hint="Import the names at run time, not only under TYPE_CHECKING.",
        ) from error


def _schemas(parameters: list[Parameter], function: str) -> tuple[Object, Object, dict[str, TypeAdapter[Any]]]:
    """Return the schema of each parameter, their shared definitions, and validators for their types."""
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

    adapters: dict[str, TypeAdapter[Any]] = {}
    for parameter in parameters:
        annotation = str if parameter.annotation is Secret else _described(parameter.annotation)
        try:
            adapters[parameter.name] = TypeAdapter(annotation)
            adapters[parameter.name].json_schema()
        except (PydanticSchemaGenerationError, PydanticUserError) as error:
            raise Fault(
                "invalid_input",
                f"The parameter {parameter.name!r} of {function!r} has a type that JSON cannot say.",
                pointer=f"/{parameter.name}",
                expected="a type made of JSON values, dataclasses or pydantic models",
                received=str(parameter.annotation),
                hint="Take an identifier instead, or annotate it with Any.",
            ) from error
    if not adapters:
        return {}, {}, {}
    inputs: list[Any] = [(name, "validation", adapter) for name, adapter in adapters.items()]
    made, shared = TypeAdapter.json_schemas(inputs, ref_template="#/$defs/{model}")
    schemas = {name: without_titles(schema) for (name, _), schema in made.items()}
    definitions = {name: without_titles(schema) for name, schema in shared.get("$defs", {}).items()}
    return schemas, definitions, adapters


def _described(annotation: Any) -> Any:
    """Return `Annotated[int, "how many"]` with the text as a pydantic description."""
    if get_origin(annotation) is not Annotated:
        return annotation
    from pydantic import Field

    inner, *extras = get_args(annotation)
    fields = [Field(description=extra) if isinstance(extra, str) else extra for extra in extras]
    return Annotated[(inner, *fields)]


def without_titles(schema: SchemaDocument) -> Any:
    """Return the schema without the titles that pydantic derives from names."""
    if isinstance(schema, bool):
        return schema
    made = rebuild(schema, lambda path, child: without_titles(child))
    made.pop("title", None)
    return made


def _input(parameters: list[Parameter], schemas: Object, definitions: Object, doc: Doc) -> Object:
    made: Object = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    for parameter in parameters:
        schema = dict(schemas[parameter.name])
        if parameter.kind is Parameter.VAR_KEYWORD:
            made["additionalProperties"] = schema or True
            continue
        if parameter.kind is Parameter.VAR_POSITIONAL:
            schema = {"type": "array", "items": schema, "default": []}
        if parameter.name in doc.parameters:
            schema.setdefault("description", doc.parameters[parameter.name])
        if parameter.default is not Parameter.empty:
            schema |= _default(parameter.default)
        elif parameter.kind is not Parameter.VAR_POSITIONAL:
            made["required"].append(parameter.name)
        made["properties"][parameter.name] = schema
    if definitions:
        made["$defs"] = definitions
    return made


def _default(value: Any) -> Object:
    """Return the default for the schema, or nothing if JSON cannot express it: the function supplies it itself."""
    said, notes = plain(value)
    opaque = isinstance(said, dict) and "$type" in said
    return {} if notes or opaque else {"default": said}


def _output(annotation: Any, doc: Doc) -> SchemaDocument | None:
    if annotation in NO_OUTPUT:
        return None
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

    if get_origin(annotation) in STREAMS:
        annotation = list[get_args(annotation)[0]]  # type: ignore[misc]
    try:
        schema = without_titles(TypeAdapter(annotation).json_schema(mode="serialization"))
    except (PydanticSchemaGenerationError, PydanticUserError):
        return None
    if doc.returns:
        schema.setdefault("description", doc.returns)
    return schema or None
