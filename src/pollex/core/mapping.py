"""Result mapping: an object whose texts are JSONPath (RFC 9535), applied to what a library returned."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from .fault import Fault, Issue
from .json import brief
from .limits import DEFAULT_LIMITS
from .path import pointer

if TYPE_CHECKING:
    from jsonpath_rfc9535 import JSONPathQuery

KeyPath: TypeAlias = tuple[str, ...]

SYNTAX: Final = "a JSONPath such as '$.data', '$.items[0].id', '$.items[*].name' or '$.items[?@.price < 10]'"


@dataclass(frozen=True, slots=True)
class Mapped:
    """The mapped value, and a note for every key whose path matched nothing."""

    value: Any
    notes: tuple[str, ...] = ()


def find_matches(expression: str, value: Any) -> list[Any]:
    """Return everything in `value` that a JSONPath matches."""
    if not isinstance(expression, str):
        raise Fault("invalid_input", "A JSONPath is a text.", expected=SYNTAX, received=brief(expression))
    return _matches(_compiled(expression), value)


def map_result(mapping: Any, value: Any) -> Mapped:
    """Return `mapping` with each JSONPath replaced by its matches, nested objects included; other values are kept.

    A path of names and indices gives its value, and its key is left out if there is none; any other gives a list. A
    text that begins with `\\$` is meant literally.
    """
    if issues := check_mapping(mapping):
        raise Fault.from_issues("invalid_input", issues)
    root: dict[str, Any] = {}
    notes: list[str] = []
    targets: dict[KeyPath, dict[str, Any]] = {(): root}
    for path, wanted in _walk({"": mapping}):
        if isinstance(wanted, Mapping):
            targets[path] = targets[path[:-1]].setdefault(path[-1], {})
        elif not _is_expression(wanted):
            targets[path[:-1]][path[-1]] = wanted[1:] if _is_escaped(wanted) else wanted
        elif (found := _taken(wanted, value)) is not None:
            targets[path[:-1]][path[-1]] = found[0]
        else:
            notes.append(f"{pointer(path[1:]) or 'The mapping'}: nothing is at {wanted!r}.")
    return Mapped(root.get(""), tuple(notes))


def check_mapping(mapping: Any) -> list[Issue]:
    """Return an issue for every invalid JSONPath of a mapping, without a value to try it on."""
    issues: list[Issue] = []
    for path, wanted in _walk({"": mapping}):
        if _is_expression(wanted):
            try:
                _compiled(wanted)
            except Fault as fault:
                issues.append(Issue(pointer(path[1:]), fault.message, fault.expected, fault.received, fault.hint))
    return issues


def _walk(mapping: Mapping[str, Any]) -> Iterator[tuple[KeyPath, Any]]:
    """Yield every value of a mapping with its path, objects before their contents."""
    waiting: deque[tuple[KeyPath, Mapping[str, Any]]] = deque([((), mapping)])
    while waiting:
        above, source = waiting.popleft()
        if len(above) > DEFAULT_LIMITS.depth:
            raise Fault("limit", f"The mapping is nested deeper than {DEFAULT_LIMITS.depth} levels.")
        for key, wanted in source.items():
            yield (*above, key), wanted
            if isinstance(wanted, Mapping):
                waiting.append(((*above, key), wanted))


def _is_expression(wanted: Any) -> bool:
    return isinstance(wanted, str) and wanted.startswith("$")


def _is_escaped(wanted: Any) -> bool:
    return isinstance(wanted, str) and wanted.startswith("\\$")


def _taken(expression: str, value: Any) -> list[Any] | None:
    """Return what an expression matches, as a list of one, or None if it names one place and nothing is there."""
    query = _compiled(expression)
    found = _matches(query, value)
    if query.singular_query():
        return found or None
    return [found]


def _matches(query: JSONPathQuery, value: Any) -> list[Any]:
    from jsonpath_rfc9535 import JSONPathRecursionError

    try:
        return [node.value for node in query.finditer(value)]
    except (JSONPathRecursionError, RecursionError):
        raise Fault(
            "limit",
            f"The value is nested too deeply for {str(query)!r}.",
            expected="a value through which '..' can descend",
            received="a deeper one",
            hint="Name the place without '..'.",
        ) from None


@lru_cache(maxsize=512)
def _compiled(expression: str) -> JSONPathQuery:
    import jsonpath_rfc9535 as jsonpath

    try:
        return jsonpath.compile(expression)
    except (jsonpath.JSONPathError, RecursionError) as error:
        raise Fault(
            "invalid_input",
            f"{expression[:80]!r} is not a JSONPath: {error}.",
            expected=SYNTAX,
            received=expression[:80],
            hint=_hint(expression),
        ) from None


def _hint(expression: str) -> str:
    name = expression.strip().lstrip("$").lstrip(".")
    if name.isidentifier():
        return f"Did you mean '$.{name}'?"
    if expression.startswith("$"):
        return "Write '\\$' at the beginning if the text is meant literally."
    return "A JSONPath begins with '$', the whole value."
