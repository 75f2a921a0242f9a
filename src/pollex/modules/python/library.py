"""A Python library that is ready: finds a tool's function, gives it its arguments, keeps the instances it makes."""

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
from ...core.pipeline.worker import Workers
from ..entry import keeps_instance
from ..refusal import instance_needed
from ..runtime import Plan
from .aside import aside
from .binding import PythonBinding
from .calling import perform, start, waits
from .initialise import Ready
from .instances import Instances
from .local import forget
from .signature import read_binding, signature_of, without_self
from .target import Target, target_of

CLOSING: Final = 2.0
"""How many seconds an instance may take to close."""


@dataclass(frozen=True, slots=True)
class Way:
    """How one tool's function is called; the same for all instances of a class."""

    binding: PythonBinding
    here: bool
    """Whether it runs in the event loop: it is a coroutine function."""
    unbound: bool
    """Whether it is a method and there is no instance for it."""


class PythonLibrary:
    """Implements `Library`."""

    def __init__(self, ready: Ready, tools: list[Object], instances: Instances, workers: Workers) -> None:
        self._ready = ready
        self._makes_instances = any(keeps_instance(tool) for tool in tools)
        self._instances = instances
        self._workers = workers
        self._ways: dict[tuple[str, str, type], Way] = {}
        """By the tool, its function and the class of what that is found on."""
        self._found_once: dict[tuple[str, str], tuple[Callable[..., Any], Way]] = {}
        """Functions of the library and of its own instance."""

    @property
    def open_instances(self) -> int:
        return len(self._instances)

    async def plan(self, tool: Object) -> Plan:
        """How the tool will be called. What only a handle's object has is not known before there is one."""
        return await aside(self._workers, lambda: self._plan(tool))

    async def call(self, tool: Object, args: Object, *, instance: str | None, context: Context) -> Any:
        function, way = await self._found(tool, instance)
        if way.unbound:
            raise instance_needed(tool)
        positions, keywords = way.binding.bind(args)
        job = partial(start, function, positions, keywords, partial(way.binding.in_order, args))
        keeps = keeps_instance(tool)
        value = await perform(job, tool["function"], context, here=way.here, gather=not keeps)
        return self._instances.keep(value) if keeps and value is not None else value

    async def close(self) -> None:
        await self._close_instance()
        self._instances.clear()
        self._ways.clear()
        self._found_once.clear()
        forget(self._ready.module)

    async def _close_instance(self) -> None:
        """Call `close()` of the module's own instance, where its class has one; nobody else would."""
        instance = self._ready.instance
        if not callable(inspect.getattr_static(type(instance), "close", None)):
            return
        try:
            async with asyncio.timeout(CLOSING):
                closed = await aside(self._workers, instance.close)
                if inspect.isawaitable(closed):
                    await closed
        except Exception as error:  # noqa: BLE001 - it may raise anything, and the others are still to be closed
            log = logging.getLogger(__package__)
            log.warning("%s could not be closed: %s", type(instance).__name__, type(error).__name__)

    async def _found(self, tool: Object, instance: str | None) -> tuple[Callable[..., Any], Way]:
        """The function and its way. Looked for once, except on instances, of which each has its own."""
        own = (tool["name"], tool["function"])
        if instance is None and own in self._found_once:
            return self._found_once[own]
        target = self._target(tool, instance)
        key = (*own, type(target.start))
        if key not in self._ways:
            self._ways[key] = await aside(self._workers, lambda: self._way(tool, target, named=instance is not None))
        way = self._ways[key]
        found = (target.start if way.unbound else target.function()), way
        if instance is None:
            self._found_once[own] = found
        return found

    def _target(self, tool: Object, instance: str | None) -> Target:
        named = MISSING if instance is None else self._instances.get(instance)
        return target_of(tool, self._ready, named)

    def _plan(self, tool: Object) -> Plan:
        way = self._way(tool, self._target(tool, None), named=False)
        how = f"{way.binding.how}, on the instance that the call names" if way.unbound else way.binding.how
        return Plan(tool["function"], how, way.binding.source)

    def _way(self, tool: Object, target: Target, *, named: bool) -> Way:
        try:
            function = target.function()
        except Fault:
            if named or not (self._makes_instances and tool.get("instanceMethod", True)):
                raise
            return Way(read_binding(tool, None), here=False, unbound=True)
        signature = signature_of(function)
        if target.needs_instance:
            return Way(read_binding(tool, without_self(signature)), here=False, unbound=True)
        return Way(read_binding(tool, signature), waits(function), unbound=False)
