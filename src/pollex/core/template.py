"""Templates: every `{{ref}}` (or `${ref}`) in a JSON value is replaced, once, by its value in the scope.

A text that is only a reference takes the value's type; with text around it, it becomes text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any, Final, TypeAlias

from .authoring import check_references, clashes, secret_name, unknown_name, variable_name
from .fault import Fault, Issue
from .json import dumps
from .limits import DEFAULT_LIMITS, Limits
from .path import MISSING, ValuePath, lookup, missing, pointer
from .reference import ParsedTemplate, Reference, Style, escape, read, references, texts
from .secret import SecretReference, SecretText

__all__ = ["Filled", "Reference", "Scope", "Style", "check_references", "clashes", "escape", "fill", "references"]

Filled: TypeAlias = Any
"""Plain JSON, in which a `SecretReference` or `SecretText` stands for each text that names a secret."""

DROPPED: Final = object()
"""The result for a text whose optional reference has no value: its key or item is removed."""


@dataclass(frozen=True, slots=True)
class Scope:
    """The values of references: the layers in order, then the environment's allow-listed variables."""

    layers: tuple[Mapping[str, Any], ...] = ()
    style: Style = "{{}}"
    optional: frozenset[str] = frozenset()
    """Names that may have no value: a reference to one of them removes its key."""
    environ: Mapping[str, str] = field(default_factory=dict)
    """Already narrowed to the allow-list."""


def fill(value: Any, scope: Scope, *, limits: Limits = DEFAULT_LIMITS) -> Filled:
    """Return `value` with its references replaced, or `value` itself if it has none. All mistakes come in one Fault.

    Values are shared with the scope, not copied.
    """
    marked = list(texts(value, scope.style, limits.depth))
    if not marked:
        return value
    issues: list[Issue] = []
    filled = [
        (path, _bounded(_fill_text(read(text, scope.style, pointer(path)), scope, issues), path, limits))
        for path, text in marked
    ]
    if issues:
        raise Fault.from_issues("unknown_reference", issues[: limits.issues])
    return _placed(value, filled)


def _bounded(value: Any, path: ValuePath, limits: Limits) -> Any:
    """Return the value; raise a Fault for a text beyond the size limit of calls, before it fills the memory."""
    if isinstance(value, str) and len(value) > limits.arguments_bytes:
        raise Fault(
            "limit",
            "The text has become too long with its references filled in.",
            pointer=pointer(path),
            expected=f"at most {limits.arguments_bytes} bytes",
            received=f"{len(value)} characters",
            retry=False,
        )
    return value


def _fill_text(template: ParsedTemplate, scope: Scope, issues: list[Issue]) -> Any:
    """Return the value of one text; mistakes are added to `issues`."""
    lone = len(template.parts) == 1
    values: list[Any] = []
    issues.extend(template.malformed)
    for part in template.parts:
        found = part if isinstance(part, str) else _value_of(part, scope)
        if isinstance(part, Reference) and not lone and found is not DROPPED:
            found = _as_text(found, part)
        if isinstance(found, Issue):
            issues.append(found)
        values.append(found)
    if any(found is DROPPED for found in values):
        return DROPPED
    return values[0] if lone else _joined(values)


def _value_of(reference: Reference, scope: Scope) -> Any:
    """Return a reference's value, DROPPED, or the Issue that says why there is none."""
    if reference.root == "secret":
        name = secret_name(reference)
        return name if isinstance(name, Issue) else SecretReference(name)
    layer = next((layer for layer in scope.layers if reference.root in layer), None)
    if layer is None:
        variable = variable_name(reference)
        if variable is not None and variable in scope.environ:
            return scope.environ[variable]
        return DROPPED if reference.root in scope.optional else _unknown(reference, scope)
    found = lookup(layer, reference.path)
    if found is not MISSING:
        return found
    if reference.root in scope.optional and layer[reference.root] is None:
        return DROPPED
    return replace(missing(layer, reference.path), pointer=reference.pointer, received=reference.written)


def _unknown(reference: Reference, scope: Scope) -> Issue:
    return unknown_name(reference, [*(name for layer in scope.layers for name in layer), *scope.environ])


def _as_text(value: Any, reference: Reference) -> str | SecretReference | SecretText | Issue:
    """Return a value for use within text: texts as they are, secrets closed, everything else as JSON."""
    if isinstance(value, str | SecretReference | SecretText | Issue):
        return value
    try:
        return dumps(value)
    except (TypeError, ValueError, RecursionError):
        message = f"The value of {reference.written!r} cannot be written as text."
        hint = "Use the reference alone, without text around it, to keep the value as it is."
        return Issue(reference.pointer, message, "a JSON value", reference.written, hint)


def _joined(values: list[Any]) -> str | SecretText:
    """Return the values as one text, with secrets as separate parts."""
    pieces = [part for value in values for part in (value.parts if isinstance(value, SecretText) else (value,))]
    parts: list[str | SecretReference] = []
    for is_text, group in groupby(pieces, key=lambda piece: isinstance(piece, str)):
        if is_text:
            parts.append("".join(map(str, group)))
        else:
            parts.extend(group)
    return parts[0] if len(parts) == 1 and isinstance(parts[0], str) else SecretText(tuple(parts))


def _placed(value: Any, filled: list[tuple[ValuePath, Any]]) -> Any:
    """Return a copy of `value` with the filled values in their places; unchanged parts are shared."""
    root = [value]
    copied: set[int] = set()
    # From the end, so that a dropped item does not move those still to be placed.
    for path, new in reversed(filled):
        container: Any = root
        trail: ValuePath = (0, *path)
        for segment in trail[:-1]:
            child = container[segment]
            if id(child) not in copied:
                child = dict(child) if isinstance(child, dict) else list(child)
                copied.add(id(child))
                container[segment] = child
            container = child
        if new is not DROPPED:
            container[trail[-1]] = new
        elif path:
            del container[trail[-1]]
        else:
            return None
    return root[0]
