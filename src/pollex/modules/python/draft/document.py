"""A draft for a Python package: what the package is, and a tool for each function that JSON can call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from typing import Any

from ....core.casing import same_name
from ....core.fault import Fault
from ....core.json import Object
from ...draft import ModuleDraft, Unmappable, guess_effect, module_name, tool_name
from ...faults import unknown_package
from ...prose import first_sentence, summary
from ...versions import satisfies
from ..distribution import ImportableModule, distribution_of, find_installed, known_packages
from .client import Client, find_client, methods
from .description import Description, describe
from .examples import examples
from .survey import PackageSurvey, survey


@dataclass(frozen=True, slots=True)
class DraftedFunction:
    """A function that may become a tool."""

    path: str
    function: Callable[..., Any]
    on_instance: bool
    has_self: bool


def draft_package(package: str) -> ModuleDraft:
    """Draft a module for an installed package, named by its distribution or its module. It is imported, not called.

    Raises a Fault where it is not installed, cannot be imported, or has nothing that can be called with JSON.
    """
    place = find_installed(package)
    if place is None:
        raise unknown_package(package, known_packages(), "pypi")
    found = survey(place.module)
    client = find_client(found)
    distribution = distribution_of(place.module.partition(".")[0])
    tools, notes = _tools(found, client)
    if not tools:
        raise _nothing(package, found)
    head = _head(_package(package, place, distribution), found, client, distribution)
    return ModuleDraft(
        head | _body(client) | {"tools": tools}, (*found.notes, *(client.notes if client else ()), *notes)
    )


def _package(given: str, place: ImportableModule, distribution: metadata.Distribution | None) -> str:
    """The name by which the package can be installed and found again: `python-dotenv` where `dotenv` was given."""
    if distribution is None or same_name(given, distribution.name):
        return given
    try:
        again = find_installed(distribution.name)
    except Fault:
        return given
    return distribution.name if again and again.module == place.module else given


def _purpose(found: PackageSurvey, client: Client | None, distribution: metadata.Distribution | None) -> str:
    """Return the package's purpose: from its docstring, that of its class, or its distribution."""
    said = first_sentence(inspect.getdoc(found.module))
    if not said and client is not None:
        said = first_sentence(inspect.getdoc(client.kind))
    if not said and distribution is not None and "Summary" in distribution.metadata:
        said = distribution.metadata["Summary"]
    return said


def _head(
    package: str, found: PackageSurvey, client: Client | None, distribution: metadata.Distribution | None
) -> Object:
    head: Object = {
        "name": module_name(found.module.__name__),
        "version": "1.0.0",
        "description": _purpose(found, client, distribution) or f"The functions of {package}.",
        "package": package,
    }
    if distribution is not None:
        head["packageVersion"] = compatible(distribution.version)
    return head | {"ecosystem": "pypi"}


def compatible(version: str) -> str:
    """Return the versions that are probably compatible: below the next major one, before 1.0 the next minor one."""
    from packaging.version import Version

    major, minor, patch = (*Version(version).release, 0, 0)[:3]
    wanted = f"~={major}.{minor}" if major else f"~={major}.{minor}.{patch}"
    return wanted if satisfies(version, wanted, "pypi") else f">={Version(version).public}"


def _body(client: Client | None) -> Object:
    if client is None:
        return {"type": "static"}
    return {
        "type": "constructor",
        "dependencies": client.dependencies,
        "initialization": client.initialization,
    }


def _tools(found: PackageSurvey, client: Client | None) -> tuple[list[Object], list[str]]:
    module = module_name(found.module.__name__)
    tools: dict[str, Object] = {}
    notes: list[str] = []
    for candidate in _candidates(found, client):
        try:
            description = describe(candidate.function, method=candidate.has_self)
        except Unmappable as reason:
            notes.append(f"{candidate.path}: left out: {reason}")
            continue
        notes.extend(f"{candidate.path}: {note}" for note in description.notes)
        name = tool_name(module, candidate.path, tools)
        tools[name] = _tool(name, candidate, description)
    return list(tools.values()), [*notes, *_unused(found, client)]


def _candidates(found: PackageSurvey, client: Client | None) -> Iterator[DraftedFunction]:
    if client is not None:
        for name, function, has_self in methods(client):
            yield DraftedFunction(name, function, True, has_self)
    for path, function in found.functions.items():
        if client is None or "." not in path:
            yield DraftedFunction(path, function, False, False)


def _unused(found: PackageSurvey, client: Client | None) -> list[str]:
    """Return one note for all classes, exceptions aside, that are not in the draft."""
    kept = client.path if client else None
    said = {note.partition(":")[0] for note in found.notes}
    paths = [path for path in found.classes if path not in said and path != kept]
    paths = [path for path in paths if not issubclass(found.classes[path], BaseException)]
    return [f"{', '.join(paths)}: left out: a module works on one class at most"] if paths else []


def _tool(name: str, candidate: DraftedFunction, description: Description) -> Object:
    own = candidate.path.rpartition(".")[2]
    tool: Object = {
        "name": name,
        "description": summary(description.doc) or f"Calls {candidate.path}.",
        "function": candidate.path,
        "async": inspect.iscoroutinefunction(candidate.function) or inspect.isasyncgenfunction(candidate.function),
        "instanceMethod": candidate.on_instance,
        "effect": guess_effect(own),
        "effectGuessed": True,
        "parameters": description.parameters,
    }
    if description.output is not None:
        tool["output"] = {"success": description.output}
    if found := examples(description, own):
        tool["examples"] = found
    return tool


def _nothing(package: str, found: PackageSurvey) -> Fault:
    return Fault(
        "not_found",
        f"The package {package!r} has no function that can be called with JSON.",
        pointer="/package",
        expected="public functions, or one class with public methods",
        received=f"{len(found.functions)} functions and {len(found.classes)} classes",
        hint=f"Name one of its submodules, as in {package}.something, or write the module by hand.",
    )
