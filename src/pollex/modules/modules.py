"""All modules of an app: added from files and folders, checked, and closed together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.limits import DEFAULT_LIMITS
from ..core.registry import Registry
from ..core.schema import Schema
from ..core.suggest import did_you_mean, one_of
from ..core.tool import Tool
from .advice import advice
from .config import Resources
from .discovery import Catalogue, read_manifest
from .manifest import ANOTHER_NAME
from .module import Module, Plans
from .packages import Packages
from .runtime import Manifest, Runtime

LOOK_EVERY: Final = 1.0
"""Seconds after which a call looks whether manifests have changed."""


@dataclass(frozen=True, slots=True)
class ModuleCheck:
    """The outcome of checking a manifest: how each tool is called, issues, and advice."""

    plans: Plans
    issues: tuple[Issue, ...]
    advice: tuple[Issue, ...]

    def to_json(self) -> Object:
        tools = [
            {"name": name, "function": plan.function, "how": plan.how, "from": plan.source}
            for (name, _), plan in self.plans.items()
        ]
        return {"tools": tools, "advice": [issue.to_json() for issue in self.advice]}


class AddedModule(NamedTuple):
    """A module whose tools are in the registry."""

    manifest: Manifest
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddedPath:
    """A path that was added, and with which options."""

    catalogue: Catalogue
    strict: bool
    given: Mapping[str, Any]


class Modules:
    """The modules in a registry, kept up to date with their files."""

    def __init__(self, tools: Registry, runtimes: Sequence[Runtime], resources: Resources) -> None:
        self.tools = tools
        self.packages = Packages(runtimes)
        self._runtimes = runtimes
        self._resources = resources
        self._added: list[AddedPath] = []
        self._modules: dict[Path, tuple[Module, list[str]]] = {}
        """By its file, each module and the names of its tools."""
        self._retired: list[Module] = []
        self._next_look = 0.0
        self.problems: list[Issue] = []
        """What lenient adding passed over."""

    def add(self, path: Path, *, strict: bool = True, given: Mapping[str, Any] | None = None) -> list[Tool]:
        """Add the tools of a manifest, or of all below a folder; `given` are values of their dependencies.

        Strict: one mistake, and nothing is added. Lenient: it is noted in `problems`, and the rest is added.
        """
        added = AddedPath(Catalogue(path), strict, given or {})
        files, _ = added.catalogue.look()
        known = {*self._modules}
        try:
            tools = [
                tool for file in (files if path.is_dir() else [path]) for tool in self._load(file, added, strict=strict)
            ]
        except Fault:
            for file in self._modules.keys() - known:
                self._drop(file)
            raise
        self._added.append(added)
        return tools

    @property
    def added(self) -> list[AddedModule]:
        """The modules that there are, each with the names of its tools."""
        return [AddedModule(module.manifest, tuple(names)) for module, names in self._modules.values()]

    def find(self, name: str) -> AddedModule:
        """Return a module by its name, or raise a Fault with those that there are."""
        known = {each.manifest.name: each for each in self.added}
        if name not in known:
            expected = one_of(known) if known else "a module; none is added yet"
            hint = did_you_mean(name, known) or "Add its module.json first."
            raise Fault("not_found", f"There is no module {name!r}.", pointer="/name", expected=expected, hint=hint)
        return known[name]

    def remove(self, name: str) -> AddedModule:
        """Take a module's tools out of the registry. Its files stay, and are looked at again when they change."""
        gone = self.find(name)
        [file] = [file for file, (module, _) in self._modules.items() if module.manifest is gone.manifest]
        self._drop(file)
        self._added = [each for each in self._added if each.catalogue.path != file]
        return gone

    async def refresh(self) -> None:
        """Look at the files again, at most once a second. One that is broken now keeps the tools it had."""
        if (now := monotonic()) < self._next_look:
            return
        self._next_look = now + LOOK_EVERY
        for added in self._added:
            changed, gone = added.catalogue.look()
            for file in gone:
                self._drop(file)
            for file in changed:
                self.problems = [problem for problem in self.problems if problem.file != str(file)]
                self._load(file, added, strict=False)
        while self._retired:
            await self._retired.pop().close()

    def open(self, file: Path, *, strict: bool = True, given: Mapping[str, Any] | None = None) -> Module:
        """Return a module without adding it to the registry."""
        manifest, issues = read_manifest(file, strict=strict)
        self.problems += issues
        return Module(manifest, self._runtimes, replace(self._resources, given=given or {}))

    async def check(self, file: Path, seconds: float = DEFAULT_LIMITS.call_timeout) -> ModuleCheck:
        """Read a manifest, load its library, and say how each tool will be called. A broken manifest is a Fault.

        `seconds` is what the library has to load, and each tool to be looked at.
        """
        module = self.open(file)
        document = module.manifest.document
        issues = [issue for index, entry in enumerate(document["tools"]) for issue in _schema_issues(index, entry)]
        try:
            plans, missing = ({}, []) if issues else await module.plans(seconds)
        finally:
            await module.close()
        return ModuleCheck(plans, (*issues, *missing), tuple(advice(document)))

    async def close(self) -> None:
        for module in [*self._retired, *(module for module, _ in self._modules.values())]:
            await module.close()
        for runtime in self._runtimes:
            await runtime.close()

    def _load(self, file: Path, added: AddedPath, *, strict: bool) -> list[Tool]:
        """Replace the tools of a file by those that it has now."""
        try:
            module = self.open(file, strict=strict, given=added.given)
            self._refuse_twin(module, file)
        except Fault as fault:
            if strict:
                raise
            self.problems.append(_problem(fault, file))
            return []
        had = set(self._modules[file][1]) if file in self._modules else set()
        tools, clashes = _apart(module.tools(), {*self.tools.names()} - had)
        if clashes and strict:
            raise clashes[0]
        self.problems += [_problem(clash, file) for clash in clashes]
        self._drop(file)
        self._modules[file] = module, [self.tools.add(tool).name for tool in tools]
        return tools

    def _drop(self, file: Path) -> None:
        if file in self._modules:
            module, names = self._modules.pop(file)
            self._retired.append(module)
            for name in names:
                self.tools.remove(name)

    def _refuse_twin(self, module: Module, file: Path) -> None:
        name = module.manifest.name
        for other, (known, _) in self._modules.items():
            if known.manifest.name == name and other.resolve() != file.resolve():
                raise Fault(
                    "conflict",
                    f"There are two modules {name!r}: {str(other)!r} and {str(file)!r}.",
                    pointer="/name",
                    received=name,
                    hint=ANOTHER_NAME,
                )


def _apart(tools: list[Tool], taken: set[str]) -> tuple[list[Tool], list[Fault]]:
    """Return the tools whose names are free, and a fault for each of the others."""
    free: dict[str, Tool] = {}
    clashes: list[Fault] = []
    for tool in tools:
        if tool.name in taken or tool.name in free:
            message = f"There is already a tool {tool.name!r}."
            clashes.append(Fault("conflict", message, received=tool.name, hint=ANOTHER_NAME))
        else:
            free[tool.name] = tool
    return list(free.values()), clashes


def _problem(fault: Fault, file: Path) -> Issue:
    return Issue("", fault.message, fault.expected, fault.received, fault.hint, str(file))


def _schema_issues(index: int, entry: Object) -> list[Issue]:
    """Return what the manifest's schema cannot check: invalid parameter schemas, and examples that do not fit."""
    try:
        schema = Schema(entry.get("parameters", True))
        schema.verify()
    except Fault as fault:
        return [Issue(f"/tools/{index}/parameters{fault.pointer or ''}", fault.message, fault.expected, fault.received)]
    found = []
    for number, example in enumerate(entry.get("examples", ())):
        where = f"/tools/{index}/examples/{number}"
        found += [Issue(where + issue.pointer, issue.message, issue.expected) for issue in schema.check(example).issues]
    return found
