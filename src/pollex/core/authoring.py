"""References checked while a workflow or module is written: is the name declared, and does the path fit its schema?"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final

from .fault import Issue
from .path import dotted, pointer
from .reference import Reference, Style, read, texts
from .shape import Shape
from .suggest import did_you_mean, one_of

VARIABLE: Final = re.compile(r"[A-Z][A-Z0-9_]+")
"""The form of environment variable names. Names of inputs and variables rarely look like this."""


def check_references(
    value: Any,
    known: Mapping[str, Any],
    style: Style = "{{}}",
    *,
    optional: Collection[str] = (),
    environ: Collection[str] = (),
    secrets: Collection[str] | None = None,
) -> list[Issue]:
    """Return every mistake in the references of `value`, in document order.

    `known` maps each declared name to the JSON Schema of its value, to its Shape, or to None where anything may lie
    below it. `environ` is the allow-list of environment variables; `secrets` the stored names, or None where they are
    not known.
    """
    declared = {**dict.fromkeys(optional), **known} if optional else known  # a long workflow has many known names
    issues: list[Issue] = []
    for path, text in texts(value, style):
        template = read(text, style, pointer(path))
        issues += [*template.malformed, *template.unclosed]
        for part in template.parts:
            if isinstance(part, Reference) and (issue := _mistake(part, declared, environ, secrets)):
                issues.append(issue)
    return issues


def clashes(layers: Mapping[str, Iterable[str]]) -> list[Issue]:
    """Return an issue for each reserved name and each name that several layers declare."""
    places: dict[str, list[str]] = {"secret": ["the stored secrets"]}
    for layer, names in layers.items():
        for name in dict.fromkeys(names):
            places.setdefault(name, []).append(layer)
    return [
        Issue("", f"{name!r} is declared in {' and in '.join(found)}.", "one meaning", name, "Rename one of them.")
        for name, found in places.items()
        if len(found) > 1
    ]


def secret_name(reference: Reference) -> str | Issue:
    """Return the secret that `secret.NAME` or `secret.NAME.field` names."""
    if len(reference.path) in (2, 3):
        return ".".join(map(str, reference.path[1:]))
    message = f"{reference.written!r} does not name a secret."
    return Issue(reference.pointer, message, "secret.NAME or secret.NAME.field", reference.written)


def variable_name(reference: Reference) -> str | None:
    """Return the environment variable that `NAME` or `env.NAME` may mean."""
    names = reference.path[1:] if reference.root == "env" else reference.path
    return str(names[0]) if len(names) == 1 else None


def unknown_name(reference: Reference, known: Collection[str]) -> Issue:
    """Return the issue for a reference to an undeclared name."""
    variable = variable_name(reference)
    name = variable if reference.root == "env" and variable else reference.root
    hints = [did_you_mean(name, known)]
    if variable and (reference.root == "env" or VARIABLE.fullmatch(variable)):
        hints.append("An environment variable can be read only if it is on the allow-list.")
    hint = " ".join(filter(None, hints)) or None
    return Issue(reference.pointer, f"Nothing is named {name!r}.", one_of(known), reference.written, hint)


def _mistake(
    reference: Reference, declared: Mapping[str, Any], environ: Collection[str], secrets: Collection[str] | None
) -> Issue | None:
    if reference.root == "secret":
        return _secret_mistake(reference, secrets)
    if reference.root not in declared:
        return None if variable_name(reference) in environ else unknown_name(reference, [*declared, *environ])
    shape = Shape.of(declared[reference.root])
    for depth, segment in enumerate(reference.path[1:], 1):
        below = shape.below(segment)
        if below is None:
            place, names = dotted(reference.path[:depth]), shape.names()
            message = f"{place!r} has no {str(segment)!r}." if names else f"{place!r} {shape.refusal()}."
            expected = one_of(names) if names else shape.expected()
            hint = did_you_mean(str(segment), names)
            return Issue(reference.pointer, message, expected, reference.written, hint)
        shape = below
    return None


def _secret_mistake(reference: Reference, secrets: Collection[str] | None) -> Issue | None:
    name = secret_name(reference)
    if isinstance(name, Issue):
        return name
    if secrets is None or name in secrets or name.split(".")[0] in secrets:
        return None
    message = f"There is no secret {name!r}."
    return Issue(reference.pointer, message, one_of(secrets), reference.written, did_you_mean(name, secrets))
