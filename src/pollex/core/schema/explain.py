"""Issues to act on, from validation errors: where, what was expected, what was received, what to do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from ..fault import Issue
from ..json import brief, type_name
from ..path import pointer
from ..suggest import did_you_mean, one_of
from .walk import SchemaDocument, SchemaPath, declared_names, local_target, locate

if TYPE_CHECKING:
    from jsonschema_rs import ValidationError

Say = Callable[["ValidationError", Any], tuple[str, str | None, str | None]]
"""From an error and the keyword's value: the message, what was expected, a hint."""
SentPath = Callable[[SchemaPath], SchemaPath]
"""Maps a place in the checked value to the place in what the caller sent."""


def explain(errors: Iterable[ValidationError], root: SchemaDocument, sent: SentPath) -> Iterator[Issue]:
    """Yield one or more issues for each error."""
    for error in errors:
        match error.kind.name:
            case "additionalProperties" | "unevaluatedProperties":
                yield from _unknown_keys(error, root, sent)
            case "required":
                yield _missing(error, root, sent)
            case "anyOf" | "oneOf":
                yield from _alternatives(error, root, sent)
            case _:
                yield _plain(error, sent)


def _plain(error: ValidationError, sent: SentPath) -> Issue:
    value = error.kind.value
    if isinstance(value, str) and value.startswith("Error executing regex"):
        value = "the pattern, which took too long to try"
    message, expected, hint = SAYINGS.get(error.kind.name, _as_it_is)(error, value)
    return Issue(
        pointer(sent(tuple(error.instance_path))),
        message,
        expected,
        brief(error.instance),
        hint,
        keyword=error.kind.name,
    )


def _unknown_keys(error: ValidationError, root: SchemaDocument, sent: SentPath) -> Iterator[Issue]:
    known = declared_names(root, locate(root, error.schema_path[:-1]))
    free = [name for name in known if isinstance(error.instance, dict) and name not in error.instance]
    listed = one_of(known) if known else "no keys"
    for name in error.kind.value:
        yield Issue(
            pointer(sent((*error.instance_path, name))),
            f"There is no key {name!r} here.",
            listed,
            repr(name),
            did_you_mean(name, free) or f"Leave it out; {'known: ' + listed if known else 'nothing is taken here'}.",
            keyword="additionalProperties",
        )


def _missing(error: ValidationError, root: SchemaDocument, sent: SentPath) -> Issue:
    name = error.kind.value
    schema = locate(root, [*error.schema_path[:-1], "properties", name])
    expected = describe(schema, root)
    about = schema.get("description") if isinstance(schema, dict) else None
    return Issue(
        pointer(sent((*error.instance_path, name))),
        f"The key {name!r} is missing.",
        expected,
        "nothing",
        f"Add {name!r}: {about}" if about else f"Add {name!r} ({expected}).",
        keyword="required",
    )


def _alternatives(error: ValidationError, root: SchemaDocument, sent: SentPath) -> Iterator[Issue]:
    branches: list[list[ValidationError]] = error.kind.value or []
    path = list(error.instance_path)
    if all(branches):
        nearest = sorted(branches, key=lambda branch: _distance(branch, path))
        first = _distance(nearest[0], path)
        if not first[0] and (len(nearest) == 1 or first < _distance(nearest[1], path)):
            yield from explain(nearest[0], root, sent)
            return
        message = "The value fits none of the alternatives."
    else:
        message = "The value fits more than one alternative, and only one may fit."
    schemas = locate(root, error.schema_path) or []
    expected = " or ".join(dict.fromkeys(describe(schema, root) for schema in schemas))
    yield Issue(
        pointer(sent(tuple(path))), message, expected or None, brief(error.instance), None, keyword=error.kind.name
    )


def _distance(branch: list[ValidationError], path: list[str | int]) -> tuple[bool, int, int]:
    """Return how far a value is from an alternative: wrong type first, then wrong discriminator, then error count."""
    wrong_type = any(error.kind.name == "type" and error.instance_path == path for error in branch)
    wrong_mark = sum(error.kind.name in ("const", "enum") for error in branch)
    return wrong_type, wrong_mark, len(branch)


def describe(schema: Any, root: SchemaDocument, depth: int = 0) -> str:
    """Return what a schema expects, in a few words."""
    if not isinstance(schema, dict):
        return "any value"
    if isinstance(reference := schema.get("$ref"), str) and depth < 5:
        return describe(local_target(root, reference), root, depth + 1)
    if "const" in schema:
        return brief(schema["const"])
    if "enum" in schema:
        return _one_of(schema["enum"])
    if "type" in schema:
        return _types(schema["type"])
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema and depth < 5:
            return " or ".join(dict.fromkeys(describe(part, root, depth + 1) for part in schema[keyword]))
    return "any value"


def _types(types: str | list[str]) -> str:
    return types if isinstance(types, str) else " or ".join(types)


def _one_of(options: list[Any], limit: int = 12) -> str:
    shown = ", ".join(brief(option).rsplit(" (", 1)[0] for option in options[:limit])
    return f"one of {shown}" + (f" and {len(options) - limit} more" if len(options) > limit else "")


def _type(error: ValidationError, types: list[str]) -> tuple[str, str, str | None]:
    expected, received = " or ".join(types), type_name(error.instance)
    hint = "Write it as a whole number." if types == ["integer"] and received == "number" else None
    return f"Expected {expected}, received {received}.", expected, hint


def _enum(error: ValidationError, options: list[Any]) -> tuple[str, str, str | None]:
    expected = _one_of(options)
    texts = [option for option in options if isinstance(option, str)]
    hint = did_you_mean(error.instance, texts) if isinstance(error.instance, str) else None
    return f"Expected {expected}.", expected, hint


def _const(error: ValidationError, value: Any) -> tuple[str, str, None]:
    return f"Expected {brief(value)}.", brief(value), None


def _format(error: ValidationError, name: str) -> tuple[str, str, str | None]:
    example = FORMAT_EXAMPLES.get(name)
    return f"Expected text in the format {name!r}.", f"{name} text", f"Write it like {example}." if example else None


def _bound(words: str) -> Say:
    def say(error: ValidationError, limit: Any) -> tuple[str, str, None]:
        expected = words.format(limit=limit)
        return f"Expected {expected}.", expected, None

    return say


def _as_it_is(error: ValidationError, value: Any) -> tuple[str, None, None]:
    return error.message[:300], None, None


FORMAT_EXAMPLES: Final = {
    "date": "2026-11-15",
    "date-time": "2026-11-15T09:30:00Z",
    "time": "09:30:00Z",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "email": "name@example.com",
    "uri": "https://example.com/path",
    "duration": "PT1H30M",
    "ipv4": "192.0.2.1",
}

SAYINGS: Final[dict[str, Say]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "format": _format,
    "minimum": _bound("a number of at least {limit}"),
    "maximum": _bound("a number of at most {limit}"),
    "exclusiveMinimum": _bound("a number above {limit}"),
    "exclusiveMaximum": _bound("a number below {limit}"),
    "multipleOf": _bound("a multiple of {limit}"),
    "minLength": _bound("at least {limit} characters"),
    "maxLength": _bound("at most {limit} characters"),
    "pattern": _bound("text that matches {limit}"),
    "minItems": _bound("at least {limit} items"),
    "maxItems": _bound("at most {limit} items"),
    "minProperties": _bound("at least {limit} keys"),
    "maxProperties": _bound("at most {limit} keys"),
    "uniqueItems": lambda error, value: ("Expected no item twice.", "items that all differ", None),
    "not": lambda error, value: ("This value is excluded here.", "any other value", None),
    "falseSchema": lambda error, value: ("Nothing is allowed here.", "no value", "Leave it out."),
}
