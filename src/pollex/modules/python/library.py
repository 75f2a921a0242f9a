"""A Python library that is ready: its functions are looked up and called, and the instances they make are kept."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.path import MISSING
from ...core.pipeline.threads import ThreadPool
from ..entry import keeps_instance
from ..faults import instance_needed
from ..runtime import CallPlan
from .binding import PythonBinding
from .initialization import ReadyLibrary
from .instances import Instances
from .invocation import awaited, in_thread, perform, start, waits
from .local import forget
from .signature import read_binding, signature_of, without_self
from .target import FunctionTarget, target_of

CLOSING: Final = 2.0
"""How many seconds an instance may take to close."""


@dataclass(frozen=True, slots=True)
class PythonFunction:
    """How the function of a tool is called; the same for all instances of a class."""

    binding: PythonBinding
    here: bool
    """Whether it runs in the event loop: it is a coroutine function."""
    unbound: bool
    """Whether it is a method and there is no instance for it."""
    at_once: bool = False
    """Whether its value is that of a coroutine, as it is."""


class PythonLibrary:
    """Implements `LoadedLibrary`."""

    def __init__(self, ready: ReadyLibrary, tools: list[Object], instances: Instances, workers: ThreadPool) -> None:
        self._ready = ready
        self._makes_instances = any(keeps_instance(tool) for tool in tools)
        self._instances = instances
        self._workers = workers
        self._functions: dict[tuple[str, str, type], PythonFunction] = {}
        """By the tool, its function and the class of what that is found on."""
        self._found_once: dict[tuple[str, str], tuple[Callable[..., Any], PythonFunction]] = {}
        """Functions of the library and of its own instance."""

    @property
    def open_instances(self) -> int:
        return len(self._instances)

    async def plan(self, tool: Object) -> CallPlan:
        """Return how the tool will be called; by the schema alone for a method that only later instances have."""
        return await in_thread(self._workers, lambda: self._plan(tool))

    async def call(self, tool: Object, args: Object, *, instance: str | None, context: Context) -> Any:
        found = self._found_once.get((tool["name"], tool["function"])) if instance is None else None
        function, prepared = found or await self._found(tool, instance)
        if prepared.unbound:
            raise instance_needed(tool)
        positions, keywords = prepared.binding.bind(args)
        if prepared.at_once:
            return await awaited(function, positions, keywords, tool["function"])
        job = partial(start, function, positions, keywords, partial(prepared.binding.in_order, args))
        keeps = keeps_instance(tool)
        value = await perform(job, tool["function"], context, here=prepared.here, gather=not keeps)
        return self._instances.keep(value) if keeps and value is not None else value

    async def close(self) -> None:
        await self._close_instance()
        self._instances.clear()
        self._functions.clear()
        self._found_once.clear()
        forget(self._ready.module)

    async def _close_instance(self) -> None:
        """Call `close()` of the module's own instance, if its class has one."""
        instance = self._ready.instance
        if not callable(inspect.getattr_static(type(instance), "close", None)):
            return
        try:
            async with asyncio.timeout(CLOSING):
                closed = await in_thread(self._workers, instance.close)
                if inspect.isawaitable(closed):
                    await closed
        except Exception as error:  # noqa: BLE001 - it may raise anything, and the others are still to be closed
            log = logging.getLogger(__package__)
            log.warning("%s could not be closed: %s", type(instance).__name__, type(error).__name__)

    async def _found(self, tool: Object, instance: str | None) -> tuple[Callable[..., Any], PythonFunction]:
        """Return the function and how it is called; looked up once, except on named instances."""
        own = (tool["name"], tool["function"])
        target = self._target(tool, instance)
        key = (*own, type(target.start))
        if key not in self._functions:
            self._functions[key] = await in_thread(
                self._workers, lambda: self._function(tool, target, named=instance is not None)
            )
        prepared = self._functions[key]
        found = (target.start if prepared.unbound else target.function()), prepared
        if instance is None:
            self._found_once[own] = found
        return found

    def _target(self, tool: Object, instance: str | None) -> FunctionTarget:
        named = MISSING if instance is None else self._instances.get(instance)
        return target_of(tool, self._ready, named)

    def _plan(self, tool: Object) -> CallPlan:
        prepared = self._function(tool, self._target(tool, None), named=False)
        how = (
            f"{prepared.binding.how}, on the instance that the call names" if prepared.unbound else prepared.binding.how
        )
        return CallPlan(tool["function"], how, prepared.binding.source)

    def _function(self, tool: Object, target: FunctionTarget, *, named: bool) -> PythonFunction:
        try:
            function = target.function()
        except Fault:
            if named or not (self._makes_instances and tool.get("instanceMethod", True)):
                raise
            return PythonFunction(read_binding(tool, None), here=False, unbound=True)
        signature = signature_of(function)
        if target.needs_instance:
            return PythonFunction(read_binding(tool, without_self(signature)), here=False, unbound=True)
        at_once = inspect.iscoroutinefunction(function) and not keeps_instance(tool)
        return PythonFunction(read_binding(tool, signature), waits(function), unbound=False, at_once=at_once)
