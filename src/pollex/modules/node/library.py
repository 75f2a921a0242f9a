"""One npm package, loaded and made ready in the Node process: plans how its tools are called, and calls them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from ...core.call import new_id
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ..runtime import Handle, LibraryFailure, Manifest, Plan
from .binding import Binding, bind
from .declarations import Declarations
from .package import Package
from .path import no_function, parse_path
from .process import NodeProcess
from .refusal import no_instance, not_ready

UNANSWERED: Final = 1.0
"""Seconds that the process has for a sign of life after a call was given up; a busy loop shows none."""


@dataclass(frozen=True, slots=True)
class Route:
    """A tool's way to its function."""

    path: list[str | int]
    binding: Binding


class NodeLibrary:
    """The `Library` of a Node process. When that process died, the next call loads it into the new one."""

    def __init__(
        self, manifest: Manifest, package: Package, config: Any, process: Callable[[], Awaitable[NodeProcess]]
    ) -> None:
        self.manifest = manifest
        self.id = new_id()
        self._package = package
        self._config = config
        self._process = process
        self._loading: tuple[NodeProcess, asyncio.Task[None]] | None = None
        self._home: NodeProcess | None = None
        self._routes: dict[str, Route] = {}
        self._declarations = Declarations(package)
        self._checks: set[asyncio.Task[None]] = set()

    async def ready(self) -> NodeProcess:
        """The process, with this library loaded in it."""
        process = await self._process()
        if process is self._home:
            return process
        if self._loading is None or self._loading[0] is not process or self._loading[1].done():
            self._loading = process, asyncio.ensure_future(self._load(process))
        try:
            await asyncio.shield(self._loading[1])
        except asyncio.CancelledError:
            self._check(process)
            raise
        return process

    async def plan(self, tool: Object) -> Plan:
        binding = (await self._route(tool)).binding
        return Plan(tool["function"], binding.spelled(tool["function"]), binding.source)

    async def call(self, tool: Object, args: Object, *, instance: str | None, context: Context) -> Any:
        route = self._routes.get(tool["name"]) or await self._route(tool)
        values, holes = route.binding.arguments(args)
        process = await self.ready()
        request = {
            "do": "call",
            "library": self.id,
            "path": route.path,
            "on": owner_of(tool),
            "args": values,
            "holes": holes,
            "instance": instance,
            "keep": tool.get("resultMapping", {}).get("transform") == "instance",
            "wait": tool.get("async", True),
        }
        try:
            answer = await process.ask(request)
        except asyncio.CancelledError:
            self._check(process)
            raise
        return self._outcome(tool, route.path, answer, instance, context)

    async def close(self) -> None:
        """Let the process forget the library and the instances that it made."""
        home, self._home = self._home, None
        if home is not None and home.usable:
            await kill_if_stuck(home, {"do": "release", "library": self.id})

    async def _load(self, process: NodeProcess) -> None:
        initialization = self.manifest.document.get("initialization") or {}
        request = {
            "do": "load",
            "library": self.id,
            "specifier": self._package.specifier,
            "base": str(self._package.base),
            "type": self.manifest.document["type"],
            "method": initialization.get("method"),
            "callable": initialization.get("treatAsConstructor", False),
        }
        if self._config is not None:
            request["config"] = self._config
        answer = await process.ask(request)
        if "error" in answer:
            raise not_ready(self.manifest, answer["error"], self._config)
        self._home = process

    async def _route(self, tool: Object) -> Route:
        """How the tool reaches its function, read once."""
        pointer = self._pointer(tool)
        path = parse_path(tool["function"], pointer)
        process = await self.ready()
        described = {"do": "describe", "library": self.id, "path": path, "on": owner_of(tool)}
        answer = await process.ask(described)
        if "missing" in answer:
            raise no_function(tool["function"], path, answer["missing"], pointer)
        if "error" in answer:
            raise not_ready(self.manifest, answer["error"], self._config)
        declared = await asyncio.to_thread(self._declarations.signatures, path)
        route = Route(path, bind(tool, declared, answer["ok"]["code"], answer["ok"]["length"]))
        self._routes[tool["name"]] = route
        return route

    def _pointer(self, tool: Object) -> str | None:
        names = [known.get("name") for known in self.manifest.document["tools"]]
        return f"/tools/{names.index(tool['name'])}/function" if tool["name"] in names else None

    def _outcome(
        self, tool: Object, path: list[str | int], answer: Object, instance: str | None, context: Context
    ) -> Any:
        match answer:
            case {"handle": {"id": str(id_), "type": str(type_), "methods": list(methods)}}:
                return Handle(id_, type_, tuple(methods))
            case {"error": {"type": type_, "message": message, "stack": stack, "properties": properties}}:
                raise LibraryFailure(tool["function"], type_, message, stack, properties)
            case {"missing": {"what": "handle"}}:
                raise no_instance(tool["name"], instance)
            case {"missing": {"what": "instance", "found": found}}:
                message = f"{tool['function']!r} gave no instance to keep."
                raise Fault("failed", message, expected="an object", received=found, retry=False)
            case {"missing": {"what": "function"} as facts}:
                raise no_function(tool["function"], path, facts, self._pointer(tool))
        for note in answer.get("notes", ()):
            context.progress({"note": f"{tool['name']}: {note}"})
        return answer["ok"]

    def _check(self, process: NodeProcess) -> None:
        """After a call was given up: see to it that it does not block the process for all others."""
        task = asyncio.ensure_future(kill_if_stuck(process, {"do": "ping"}))
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)


async def kill_if_stuck(process: NodeProcess, request: Object) -> None:
    """Ask what any process that is not stuck answers at once."""
    try:
        async with asyncio.timeout(UNANSWERED):
            await process.ask(request)
    except TimeoutError:
        process.kill()
    except Fault:
        return  # it has ended already


def owner_of(tool: Object) -> str:
    return "instance" if tool.get("instanceMethod", True) else "library"
