"""All modules of an app: added from files and folders, checked, and closed together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.registry import Registry
from ..core.schema import Schema
from ..core.tool import Tool
from .advice import advice
from .config import Resources
from .discover import find_manifests, read_manifest
from .draft import Draft, draft
from .install import install, install_command
from .module import CHOSEN, Module
from .runtime import Ecosystem, Plan, Runtime


@dataclass(frozen=True, slots=True)
class Report:
    """What a check of one manifest found: how each tool is called, mistakes, and what could be better."""

    plans: dict[str, Plan]
    issues: tuple[Issue, ...]
    advice: tuple[Issue, ...]

    def to_json(self) -> Object:
        tools = [
            {"name": name, "function": plan.function, "how": plan.how, "from": plan.source}
            for name, plan in self.plans.items()
        ]
        return {"tools": tools, "advice": [issue.to_json() for issue in self.advice]}


class Modules:
    """Adds the tools of manifests to a registry."""

    def __init__(self, tools: Registry, runtimes: Sequence[Runtime], resources: Resources) -> None:
        self._tools = tools
        self._runtimes = runtimes
        self._resources = resources
        self._modules: dict[Path, Module] = {}
        self.problems: list[Issue] = []
        """What lenient adding passed over."""

    def add(self, path: Path, *, strict: bool = True) -> list[Tool]:
        """Add the tools of a manifest, or of all below a folder. Lenient: what is wrong is noted, the rest is added."""
        return [tool for file in find_manifests(path) for tool in self._add_file(file, strict=strict)]

    def open(self, file: Path, *, strict: bool = True) -> Module:
        """A module that is not added to the registry."""
        manifest, issues = read_manifest(file, strict=strict)
        self.problems += issues
        return Module(manifest, self._runtimes, self._resources)

    async def check(self, file: Path) -> Report:
        """Read a manifest, load its library, and say how each tool will be called. A broken manifest is a Fault."""
        module = self.open(file)
        document = module.manifest.document
        issues = [issue for index, entry in enumerate(document["tools"]) for issue in _entry_issues(index, entry)]
        plans, missing = ({}, []) if issues else await module.plans()
        await module.close()
        return Report(plans, (*issues, *missing), tuple(advice(document)))

    def draft(self, package: str) -> Draft:
        """A manifest made from a Python package."""
        return draft(package)

    def install_command(self, file: Path, home: Path) -> tuple[Ecosystem, list[str]]:
        """What installing a module's package would run."""
        return install_command(read_manifest(file)[0], home)

    def install(self, command: list[str]) -> str:
        return install(command)

    async def close(self) -> None:
        for module in self._modules.values():
            await module.close()
        for runtime in self._runtimes:
            await runtime.close()

    def _add_file(self, file: Path, *, strict: bool) -> list[Tool]:
        added: list[Tool] = []
        try:
            module = self.open(file, strict=strict)
            added.extend(self._tools.add(tool) for tool in module.tools())
        except Fault as fault:
            if strict:
                raise
            self.problems.append(Issue("", fault.message, fault.expected, fault.received, fault.hint, str(file)))
            return added
        self._modules[file.resolve()] = module
        return added


def _entry_issues(index: int, entry: Object) -> list[Issue]:
    """What the manifest's schema cannot see: parameters that are no schema, examples that do not fit, open choices."""
    try:
        schema = Schema(entry.get("parameters", True))
        schema.verify()
    except Fault as fault:
        return [Issue(f"/tools/{index}/parameters{fault.pointer or ''}", fault.message, fault.expected, fault.received)]
    found = []
    for number, example in enumerate(entry.get("examples", ())):
        where = f"/tools/{index}/examples/{number}"
        found += [Issue(where + issue.pointer, issue.message, issue.expected) for issue in schema.check(example).issues]
    if chosen := CHOSEN.fullmatch(entry["function"]):
        known = entry.get("parameters", {}).get("properties", {}).get(chosen[1], {}).get("enum")
        if not known or chosen[1] not in entry["parameters"].get("required", ()):
            hint = f"Declare {chosen[1]!r} as a required parameter with an 'enum' of the functions that may be chosen."
            found.append(
                Issue(f"/tools/{index}/function", "The functions to choose from are not listed.", "an enum", None, hint)
            )
    return found
