"""The exported packages of a library: `pollex_apps/APP/`, with a package for each product below it."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...core.json import brief
from ..findings import Findings
from ..library import Library
from ..template import Template
from .annotation import argument
from .identifier import ARGUMENTS, IMPORTED, MODULES, class_name, identifier


@dataclass(frozen=True)
class Argument:
    """An input of a tool as an argument of its function."""

    key: str
    name: str
    type: str
    default: str
    description: str


@dataclass(frozen=True)
class ExportedTool:
    """A tool as a function."""

    template: Template
    function: str
    input: str
    output: str
    """The names of its types."""
    arguments: list[Argument]


@dataclass
class ExportedPackage:
    """An app or a product of it."""

    title: str
    tools: list[ExportedTool] = field(default_factory=list)
    below: dict[str, str] = field(default_factory=dict)
    """The packages in it, each with the folder that it is of."""


Packages = dict[tuple[str, ...], ExportedPackage]


def find_exports(library: Library, findings: Findings) -> Packages:
    """Return the packages of a library by their path; names that become the same identifier are errors."""
    packages: Packages = {}
    for template in library.of_type("tool"):
        assert template.app is not None, "only logins are generic"
        path: tuple[str, ...] = (identifier(template.app_id),)
        package = packages.setdefault(path, ExportedPackage(template.app.name))
        for folder in template.packages:
            name = identifier(folder, MODULES)
            if package.below.setdefault(name.casefold(), folder) != folder:
                twin = package.below[name.casefold()]
                message = f"The folders {twin!r} and {folder!r} are both exported as {name!r}."
                findings.errors.add(
                    template.path, "", message, "names of their own", brief(folder), "Rename one of them."
                )
            path = (*path, name)
            package = packages.setdefault(path, ExportedPackage(f"{template.app.name}, {folder}"))
        package.tools.append(_export(template, findings))
    return packages


def _export(template: Template, findings: Findings) -> ExportedTool:
    base = class_name(template.slug)
    reserved = {*ARGUMENTS, f"{base}Output"}
    document = template.input.document
    assert isinstance(document, dict)
    arguments: dict[str, Argument] = {}
    for at, (key, schema) in enumerate(document["properties"].items()):
        name = identifier(key, reserved)
        if name in arguments:
            message = f"The inputs {arguments[name].key!r} and {key!r} are both exported as {name!r}."
            pointer = f"/inputSchema/{at}/display_name"
            findings.errors.add(
                template.path, pointer, message, "names of their own", brief(key), "Rename one of them."
            )
        kind, default = argument(schema, required=key in document["required"])
        arguments[name] = Argument(key, name, kind, default, schema.get("description", ""))
    ordered = sorted(arguments.values(), key=lambda each: bool(each.default))
    return ExportedTool(template, identifier(template.slug, IMPORTED), f"{base}Input", f"{base}Output", ordered)
