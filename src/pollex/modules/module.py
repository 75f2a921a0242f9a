"""A module: the tools of a manifest, and the library behind them, loaded when the first of them is called."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from ..core.context import Context
from ..core.event import EventKind
from ..core.fault import Fault, Issue
from ..core.json import Object
from ..core.mapping import map_result
from ..core.plain import plain
from ..core.registry import Registry
from ..core.result import Result
from ..core.schema import Schema
from ..core.secret import Secret
from ..core.tool import Tool
from .config import Resources, filled_config
from .ecosystem import choose
from .entry import CHOSEN, ROOT, choices, keeps_instance, makes_instances
from .runtime import CallPlan, Handle, LibraryFailure, LoadedLibrary, Manifest, Runtime

T = TypeVar("T")
Plans = dict[tuple[str, str], CallPlan]
"""How each tool is called, by its name and its function."""
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
        self._library: LoadedLibrary | None = None
        self._secrets: list[Secret] = []
        """The secrets in the library's config; no answer may contain them."""
        self._loading = asyncio.Lock()

    def tools(self) -> list[Tool]:
        """Return a tool for each entry of the manifest. The library is not loaded for it."""
        return [self._tool(entry) for entry in self.manifest.document["tools"]]

    async def library(self, context: Context) -> LoadedLibrary:
        """Return the library, loaded and made ready once. The run's log says which call loaded it, or failed to."""
        if self._library is None:
            async with self._loading:
                if self._library is None:
                    self._library = await self._load(context)
        for secret in self._secrets:
            context.redactor.learn(secret)
        return self._library

    async def _load(self, context: Context) -> LoadedLibrary:
        def learn(secret: Secret) -> None:
            self._secrets.append(secret)
            context.redactor.learn(secret)

        self._secrets.clear()
        try:
            runtime, found = choose(self.manifest, self._runtimes)
            config = await filled_config(self.manifest, self._resources, learn)
            library = await runtime.load(self.manifest, config)
        except Fault as fault:
            self._record(context, "module.failed", {"fault": fault.to_json()})
            raise
        self._record(context, "module.loaded", {"ecosystem": found.ecosystem, "version": found.version})
        return library

    def _record(self, context: Context, kind: EventKind, data: Object) -> None:
        """Write the outcome of loading into the run's log."""
        if context.log is not None:
            known: Object = {"module": self.manifest.name, "package": self.manifest.package}
            context.log.post(context.run, kind, context.redactor.value(known | data))

    async def plans(self, seconds: float) -> tuple[Plans, list[Issue]]:
        """Return how each tool will be called, and an issue for each that cannot be. Raise after `seconds`."""
        context = Context(Registry())
        library = await within(seconds, self.library(context), f"Loading the library of {self.manifest.name!r}")
        plans: Plans = {}
        issues: list[Issue] = []
        for index, entry in enumerate(self.manifest.document["tools"]):
            for function, called in choices(entry).items():
                try:
                    work = library.plan(called)
                    plans[entry["name"], function] = await within(seconds, work, f"Reading {function!r}")
                except Fault as fault:
                    said = context.redactor.fault(fault)
                    if said.code == "timeout":
                        raise said from None
                    issues.append(Issue(f"/tools/{index}/function", said.message, said.expected, function, said.hint))
        return plans, issues

    async def close(self) -> None:
        if self._library is not None:
            await self._library.close()

    def _tool(self, entry: Object) -> Tool:
        document, takes_instance = self._input(entry)
        chosen = CHOSEN.fullmatch(entry["function"])
        called = choices(entry)

        async def run(args: Object, context: Context) -> Any:
            instance = args.pop("instance", None) if takes_instance else None
            function = entry["function"] if chosen is None else args.pop(chosen[1])
            return await self._call(called[function], instance, args, context)

        is_plain = chosen is None and not takes_instance
        output = entry.get("output", {}).get("success")
        return Tool(
            name=entry["name"],
            description=entry.get("description", ""),
            input=Schema(document),
            output=None if output is None or keeps_instance(entry) else Schema(output),
            run=partial(self._call, entry, None) if is_plain else run,
            examples=tuple(entry.get("examples", ())),
            effect=entry.get("effect", "act"),
            timeout=entry.get("timeout"),
            output_check="warn",
        )

    def _input(self, entry: Object) -> tuple[Object, bool]:
        """Return the input schema, and whether `instance` was added, as for methods of modules that make instances.

        A parameter `instance` of the function's own stays what it is.
        """
        document: Object = dict(entry.get("parameters", {"type": "object", "properties": {}}))
        properties = document.get("properties", {})
        on_instance = entry.get("instanceMethod", True) and entry["function"] != ROOT
        if "instance" in properties or not on_instance or not makes_instances(self.manifest.document):
            return document, False
        return document | {"properties": {**properties, "instance": INSTANCE}}, True

    async def _call(self, entry: Object, instance: str | None, args: Object, context: Context) -> Any:
        library = self._library
        if library is None or self._secrets:
            library = await self.library(context)
        try:
            value = await library.call(entry, args, instance=instance, context=context)
        except LibraryFailure as failure:
            return failed(entry, failure)
        if isinstance(value, Handle):
            return value.to_json()
        return succeeded(entry, value, context)


async def within(seconds: float, work: Awaitable[T], what: str) -> T:
    try:
        async with asyncio.timeout(seconds):
            return await work
    except TimeoutError:
        message = f"{what} took longer than {seconds:g} s."
        raise Fault("timeout", message, hint="Raise call_timeout, or look what it waits for.", retry=False) from None


def succeeded(entry: Object, value: Any, context: Context) -> Any:
    """Return a function's value as the tool's data: mapped, or narrowed to the keys that the output declares."""
    mapping = entry["resultMapping"].get("success") if "resultMapping" in entry else None
    shape = entry["output"].get("success") if "output" in entry else None
    if mapping is None and not (isinstance(shape, dict) and "properties" in shape):
        return value  # the pipeline makes it plain
    made = value if isinstance(value, Result) else Result.success(value)
    data, losses = plain(made.data, context.limits)
    notes = (*made.notes, *losses)
    if mapping is not None:
        mapped = map_result(mapping, data)
        return Result.success(mapped.value, notes=(*notes, *mapped.notes))
    kept = declared(data, shape)
    return Result.success(kept, notes=tuple(note for note in notes if kept is data or concerns(note, kept)))


def concerns(note: str, kept: Object) -> bool:
    """Return whether a note is about the whole value, or about a key that was kept."""
    return not note.startswith("/") or re.split("[/:]", note)[1] in kept


def failed(entry: Object, failure: LibraryFailure) -> Result:
    """Return an error of the library as a failure: a fault, and as data what the manifest declares."""
    fault = Fault("failed", f"{entry['name']!r} failed: {failure.message}", received=failure.error_type, retry=False)
    fault.__cause__ = failure
    known = {**failure.properties, "message": failure.message, "name": failure.error_type, "error": failure.message}
    mapping = entry.get("resultMapping", {}).get("failure")
    shape = entry.get("output", {}).get("failure")
    if mapping is not None:
        mapped = map_result(mapping, known)
        data, notes = mapped.value, mapped.notes
    else:
        data, notes = None if shape is None else declared(known, shape), ()
    if shape is not None and (issues := Schema(shape).issues(plain(data)[0])):
        what = f"The data of this failure breaks what {entry['name']!r} declares as output.failure"
        notes = (*notes, str(Fault.from_issues("invalid_output", issues, what=what)))
    return Result.failure(fault, data, notes=notes)


def declared(data: Any, shape: Any) -> Any:
    """Return an object with only its declared keys."""
    if not isinstance(data, dict) or not isinstance(shape, dict) or shape.get("additionalProperties"):
        return data
    names = shape.get("properties", {})
    return {name: data[name] for name in names if name in data} if names else data
