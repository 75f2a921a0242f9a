"""An npm package in the Node process: how its tools are called, and their calls."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from ...core.call import new_id
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.path import ValuePath
from ...core.result import Result
from ..entry import keeps_instance, makes_instances, steps
from ..faults import instance_needed, no_function, not_imported, not_ready, unknown_instance
from ..runtime import CallPlan, Handle, LibraryFailure, Manifest
from .binding import NodeBinding, bind
from .package import Package
from .process import NodeProcess

TYPESCRIPT: Final = "TypeScript files need Node 22.18 or newer."


@dataclass(frozen=True, slots=True)
class NodeFunction:
    """The function of a tool, and how it is called."""

    path: ValuePath
    binding: NodeBinding
    unbound: bool
    """Whether only an instance that the call names has the function."""


class NodeLibrary:
    """The `LoadedLibrary` of a Node process. When that process died, the next call loads it into the new one."""

    def __init__(
        self, manifest: Manifest, package: Package, config: Any, process: Callable[[], Awaitable[NodeProcess]]
    ) -> None:
        self.manifest = manifest
        self.id = new_id()
        self.package = package
        self._config = config
        self._process = process
        self._loading: tuple[NodeProcess, asyncio.Task[None]] | None = None
        self._home: NodeProcess | None = None
        self._makes_instances = makes_instances(manifest.document)
        self._functions: dict[tuple[str, str, bool], NodeFunction] = {}
        """By the tool, its function, and whether the call names an instance."""

    async def ready(self) -> NodeProcess:
        """Return the process, after loading the library into it."""
        process = await self._process()
        if process is self._home:
            return process
        if self._loading is None or self._loading[0] is not process or self._loading[1].done():
            self._loading = process, asyncio.ensure_future(self._load(process))
            self._loading[1].add_done_callback(retrieve_error)
        try:
            await asyncio.shield(self._loading[1])
        except asyncio.CancelledError:
            process.check_alive()
            raise
        return process

    async def plan(self, tool: Object) -> CallPlan:
        function = await self._function(tool, None)
        how = function.binding.spelled(tool["function"])
        how = f"{how}, on the instance that the call names" if function.unbound else how
        return CallPlan(tool["function"], how, function.binding.source)

    async def call(self, tool: Object, args: Object, *, instance: str | None, context: Context) -> Any:
        function = await self._function(tool, instance)
        if function.unbound:
            raise instance_needed(tool)
        values, holes = function.binding.arguments(args)
        process = await self.ready()
        request = {
            "do": "call",
            "library": self.id,
            "path": function.path,
            "on": owner_of(tool),
            "args": values,
            "holes": holes,
            "instance": instance,
            "keep": keeps_instance(tool),
            "wait": tool.get("async", True),
        }
        return self._outcome(tool, function.path, await process.ask(request), instance)

    async def survey(self) -> Object:
        """Return the functions and classes that the package offers, and the file that it was read from."""
        process = await self.ready()
        place = {"specifier": self.package.specifier, "base": str(self.package.base)}
        answer = await process.ask({"do": "survey", "library": self.id, **place})
        self._refuse_unready(answer)
        return dict(answer["ok"])

    async def close(self) -> None:
        """Let the process forget the library and the instances that it made."""
        home, self._home = self._home, None
        if home is not None and home.usable:
            await home.ask_or_kill({"do": "release", "library": self.id})

    async def _load(self, process: NodeProcess) -> None:
        initialization = self.manifest.document.get("initialization") or {}
        request = {
            "do": "load",
            "library": self.id,
            "specifier": self.package.specifier,
            "base": str(self.package.base),
            "type": self.manifest.document["type"],
            "method": initialization.get("method"),
            "callable": initialization.get("treatAsConstructor", False),
        }
        if self._config is not None:
            request["config"] = self._config
        answer = await process.ask(request)
        if "error" in answer and answer["stage"] == "import":
            hint = TYPESCRIPT if self.manifest.package.endswith("ts") else None
            raise not_imported(self.manifest, answer["error"]["type"], error_message(answer["error"]), hint)
        self._refuse_unready(answer)
        self._home = process

    def _refuse_unready(self, answer: Object) -> None:
        if "error" in answer:
            raise not_ready(self.manifest, answer["error"]["type"], error_message(answer["error"]), self._config)

    async def _function(self, tool: Object, instance: str | None) -> NodeFunction:
        """Return the tool's function, looked up once; that of the first instance serves for all instances."""
        key = tool["name"], tool["function"], instance is not None
        if key not in self._functions:
            self._functions[key] = await self._found(tool, instance)
        return self._functions[key]

    async def _found(self, tool: Object, instance: str | None) -> NodeFunction:
        pointer = self._pointer(tool)
        path = steps(tool["function"], pointer)
        process = await self.ready()
        described = {"do": "describe", "library": self.id, "path": path, "on": owner_of(tool), "instance": instance}
        answer = await process.ask(described)
        self._refuse_unready(answer)
        on_handle = instance is None and self._makes_instances and owner_of(tool) == "instance"
        missing = answer.get("missing")
        if missing and missing["what"] == "handle":
            raise unknown_instance(str(instance))
        if missing and not on_handle:
            raise no_function(tool["function"], path, missing, pointer)
        known: Object = {"code": "", "length": 1} if missing else answer["ok"]
        return NodeFunction(path, bind(tool, known["code"], known["length"]), bool(missing))

    def _pointer(self, tool: Object) -> str | None:
        names = [known.get("name") for known in self.manifest.document["tools"]]
        return f"/tools/{names.index(tool['name'])}/function" if tool["name"] in names else None

    def _outcome(self, tool: Object, path: ValuePath, answer: Object, instance: str | None) -> Any:
        match answer:
            case {"handle": {"id": str(id_), "type": str(type_), "methods": list(methods)}}:
                return Handle(id_, type_, tuple(methods))
            case {"error": {"type": type_, "message": message, "stack": stack, "properties": properties}}:
                raise LibraryFailure(tool["function"], type_, message, stack, properties)
            case {"missing": {"what": "handle"}}:
                raise unknown_instance(str(instance))
            case {"missing": {"what": "instance", "found": found}}:
                message = f"{tool['function']!r} gave no instance to keep."
                raise Fault("failed", message, expected="an object", received=found, retry=False)
            case {"missing": {"what": "function"} as facts}:
                raise no_function(tool["function"], path, facts, self._pointer(tool))
        notes = answer.get("notes")
        return Result.success(answer["ok"], notes=tuple(notes)) if notes else answer["ok"]


def retrieve_error(task: asyncio.Task[None]) -> None:
    """Retrieve the error of a task that nobody may wait for any more, so that asyncio does not report it."""
    if not task.cancelled():
        task.exception()


def error_message(error: Object) -> str:
    return str(error["message"]).partition("\n")[0] or "no message"


def owner_of(tool: Object) -> str:
    return "instance" if tool.get("instanceMethod", True) else "library"
