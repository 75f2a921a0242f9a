"""The exported packages of a library: `pollex_apps/APP/`, with a package for each product below it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ...core.json import brief
from ...core.schema import Schema
from ..findings import Findings
from ..formats import NAMESPACE
from ..library import Library
from ..template import Template
from .annotation import annotation, argument
from .identifier import ARGUMENTS, IMPORTED, MODULES, TYPES, class_name, identifier


@dataclass(frozen=True)
class Argument:
    """An input of a tool as an argument of its function."""

    key: str
    name: str
    type: str
    default: str
    description: str


@dataclass(frozen=True)
class Field:
    """A key of an object with its type."""

    key: str
    type: str
    description: str


@dataclass(frozen=True)
class Export:
    """A tool as a function."""

    template: Template
    function: str
    input: str
    output: str
    """The names of its types."""
    arguments: list[Argument]


@dataclass
class Package:
    """An app or a product of it."""

    title: str
    tools: list[Export] = field(default_factory=list)
    below: dict[str, str] = field(default_factory=dict)
    """The packages in it, each with the folder that it is of."""


Packages = dict[tuple[str, ...], Package]


def find_exports(library: Library, findings: Findings) -> Packages:
    """Return the packages of a library by their path; names that become the same identifier are errors."""
    packages: Packages = {}
    for template in library.of_type("tool"):
        assert template.app is not None, "only logins are generic"
        path: tuple[str, ...] = (identifier(template.app_id),)
        package = packages.setdefault(path, Package(template.app.name))
        for folder in template.packages:
            name = identifier(folder, MODULES)
            if package.below.setdefault(name.casefold(), folder) != folder:
                twin = package.below[name.casefold()]
                message = f"The folders {twin!r} and {folder!r} are both exported as {name!r}."
                findings.error(template.path, "", message, "names of their own", brief(folder), "Rename one of them.")
            path = (*path, name)
            package = packages.setdefault(path, Package(f"{template.app.name}, {folder}"))
        package.tools.append(_export(template, findings))
    return packages


def write_exports(packages: Packages) -> Iterator[tuple[str, str]]:
    """Return each generated file: its path in the wheel, and its text."""
    for path, package in packages.items():
        folder = "/".join((NAMESPACE, *path))
        inside = sorted(each[-1] for each in packages if each[:-1] == path)
        modules = ["tool", "types"] if package.tools else []
        yield f"{folder}/__init__.py", _text("init.py", title=package.title, modules=sorted([*modules, *inside]))
        if len(path) == 1:
            yield f"{folder}/py.typed", ""
        if package.tools:
            yield f"{folder}/tool.py", _text("tool.py", title=package.title, tools=package.tools)
            yield f"{folder}/types.py", _text("types.py", title=package.title, tools=package.tools)


def _export(template: Template, findings: Findings) -> Export:
    base = class_name(template.slug)
    reserved = {*ARGUMENTS, f"{base}Output"}
    parameters = template.document.get("inputSchema", [])
    arguments: dict[str, Argument] = {}
    for at, parameter in enumerate(parameters):
        key = parameter["display_name"]
        schema = template.input.document["properties"][key]
        name = identifier(key, reserved)
        if name in arguments:
            message = f"The inputs {arguments[name].key!r} and {key!r} are both exported as {name!r}."
            pointer = f"/inputSchema/{at}/display_name"
            findings.error(template.path, pointer, message, "names of their own", brief(key), "Rename one of them.")
        kind, default = argument(schema, required=key in template.input.document["required"])
        arguments[name] = Argument(key, name, kind, default, schema.get("description", ""))
    ordered = sorted(arguments.values(), key=lambda each: bool(each.default))
    return Export(template, identifier(template.slug, IMPORTED), f"{base}Input", f"{base}Output", ordered)


def _fields(schema: Schema | None) -> list[Field] | None:
    """Return the keys of an object with their types; None where the template does not say."""
    if schema is None:
        return None
    needed = schema.document["required"]
    return [
        Field(
            key,
            annotation(each) if key in needed and "default" not in each else f"NotRequired[{annotation(each)}]",
            each.get("description", ""),
        )
        for key, each in schema.document["properties"].items()
    ]


def _prose(text: str) -> str:
    """Return text on one line that cannot end a docstring."""
    line = "".join(each for each in " ".join(text.split()) if each.isprintable())
    return line.replace("\\", "\\\\").replace('"', '\\"')


def _is_class(fields: list[Field]) -> bool:
    """Whether all keys can be written in the body of a class, where they hide what has the same name outside."""
    return all(identifier(each.key, TYPES) == each.key and not each.key.startswith("__") for each in fields)


@cache
def _environment() -> Environment:
    folder = Path(__file__).with_name("text")
    # Python is written, not markup: every value goes through `repr`, `prose` or `identifier`
    made = Environment(  # noqa: S701
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"fields": _fields, "prose": _prose, "repr": repr}
    made.tests |= {"writable_as_class": _is_class}
    return made


def _text(template: str, **values: Any) -> str:
    return _environment().get_template(f"{template}.jinja").render(values)
