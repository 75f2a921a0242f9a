"""A module: a manifest whose functions are tools. Its library is loaded when the first of them is called."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import Any, Final

from ..core.context import Context
from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.mapping import map_result
from ..core.pipeline.redact import Redactor
from ..core.plain import plain
from ..core.result import Result
from ..core.schema import Schema
from ..core.tool import Tool
from .config import Resources, filled_config
from .ecosystem import choose
from .runtime import Handle, Library, LibraryFailure, Manifest, Plan, Runtime

CHOSEN: Final = re.compile(r"\$\{([A-Za-z_]\w*)\}")
"""A function that an argument chooses, such as `${methodName}`."""
INSTANCE: Final[Object] = {
    "type": "string",
    "description": "An instance that an earlier call made; without it, the module's own is used.",
}


class Module:
    """The tools of one manifest, and the library behind them."""

    def __init__(self, manifest: Manifest, runtimes: Sequence[Runtime], resources: Resources) -> None:
        self.manifest = manifest
        self._runtimes = runtimes
        self._resources = resources
        self._library: Library | None = None
        self._loading = asyncio.Lock()

    def tools(self) -> list[Tool]:
        """A tool for each function that the manifest names. Nothing is loaded for it."""
        return [self._tool(entry) for entry in self.manifest.document["tools"]]

    async def library(self, redactor: Redactor) -> Library:
        """The library, loaded and made ready once."""
        if self._library is not None:
            return self._library
        async with self._loading:
            if self._library is None:
                runtime, _ = choose(self.manifest, self._runtimes)
                config = await filled_config(self.manifest, self._resources, redactor)
                self._library = await runtime.load(self.manifest, config)
            return self._library

    async def plans(self) -> tuple[dict[str, Plan], list[Issue]]:
        """How each tool will be called, and which cannot be."""
        redactor = Redactor()
        library = await self.library(redactor)
        plans: dict[str, Plan] = {}
        issues: list[Issue] = []
        for index, entry in enumerate(self.manifest.document["tools"]):
            for function in functions_of(entry):
                try:
                    plans[entry["name"]] = await library.plan(entry | {"function": function})
                except Fault as fault:
                    said = redactor.fault(fault)
                    issues.append(Issue(f"/tools/{index}/function", said.message, said.expected, function, said.hint))
        return plans, issues

    async def close(self) -> None:
        if self._library is not None:
            await self._library.close()

    def _tool(self, entry: Object) -> Tool:
        named = "instance" not in entry.get("parameters", {}).get("properties", {})
        chosen = CHOSEN.fullmatch(entry["function"])

        async def run(args: Object, context: Context) -> Any:
            instance = args.pop("instance", None) if named else None
            called = entry if chosen is None else entry | {"function": args.pop(chosen[1])}
            return await self._call(called, args, instance, context)

        output = entry.get("output", {}).get("success")
        return Tool(
            name=entry["name"],
            description=entry.get("description", ""),
            input=Schema(self._input(entry)),
            output=None if output is None or keeps_instance(entry) else Schema(output),
            run=run,
            examples=tuple(entry.get("examples", ())),
            effect=entry.get("effect", "act"),
            timeout=entry.get("timeout"),
            output_check="warn",
        )

    def _input(self, entry: Object) -> Object:
        """The declared parameters; where the module makes instances, its methods can be told which one is meant."""
        document: Object = dict(entry.get("parameters", {"type": "object", "properties": {}}))
        makes = any(keeps_instance(other) for other in self.manifest.document["tools"])
        if makes and entry.get("instanceMethod", True) and not keeps_instance(entry):
            document["properties"] = {**document.get("properties", {}), "instance": INSTANCE}
        return document

    async def _call(self, entry: Object, args: Object, instance: str | None, context: Context) -> Any:
        library = self._library or await self.library(context.redactor)
        try:
            value = await library.call(entry, args, instance=instance, context=context)
        except LibraryFailure as failure:
            return failed(entry, failure)
        if isinstance(value, Handle):
            return value.to_json()
        return succeeded(entry, value, context)


def succeeded(entry: Object, value: Any, context: Context) -> Any:
    """What a function returned as the tool's data: mapped, or narrowed to the keys that the output declares."""
    mapping = entry.get("resultMapping", {}).get("success")
    shape = entry.get("output", {}).get("success")
    if mapping is None and not (isinstance(shape, dict) and "properties" in shape):
        return value  # the pipeline makes it plain
    data, notes = plain(value, context.limits)
    if mapping is not None:
        mapped = map_result(mapping, data)
        return Result.success(mapped.value, notes=(*notes, *mapped.notes))
    return Result.success(declared(data, shape), notes=tuple(notes))


def failed(entry: Object, failure: LibraryFailure) -> Result:
    """An error of the library: a fault in words, and as data what the manifest says a failure has."""
    fault = Fault("failed", f"{entry['name']!r} failed: {failure.message}", received=failure.error_type, retry=False)
    fault.__cause__ = failure
    known = {**failure.properties, "message": failure.message, "name": failure.error_type, "error": failure.message}
    mapping = entry.get("resultMapping", {}).get("failure")
    if mapping is not None:
        return Result.failure(fault, map_result(mapping, known).value)
    shape = entry.get("output", {}).get("failure")
    return Result.failure(fault, None if shape is None else declared(known, shape))


def declared(data: Any, shape: Any) -> Any:
    """An object's declared keys; libraries give more than anybody wants to see."""
    if not isinstance(data, dict) or not isinstance(shape, dict) or shape.get("additionalProperties"):
        return data
    names = shape.get("properties", {})
    return {name: data[name] for name in names if name in data} if names else data


def keeps_instance(entry: Object) -> bool:
    return bool(entry.get("resultMapping", {}).get("transform") == "instance")


def functions_of(entry: Object) -> list[str]:
    """The function of a tool, or all that an argument may choose."""
    chosen = CHOSEN.fullmatch(entry["function"])
    if chosen is None:
        return [entry["function"]]
    return list(entry["parameters"]["properties"][chosen[1]]["enum"])
