"""The Python runtime: packages are imported in this process, on a thread, and initialized."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, Final
from weakref import WeakSet

from ...core.failure import exception_message
from ...core.fault import Fault
from ...core.pipeline.threads import ThreadPool
from ..draft import ModuleDraft
from ..faults import not_imported, not_installed, not_ready
from ..runtime import Ecosystem, Installed, Manifest
from .distribution import find_installed
from .draft import draft_package
from .initialization import ReadyLibrary, begin
from .instances import Instances
from .invocation import in_thread
from .library import PythonLibrary
from .local import find_local, forget, import_local, kind_name

OURS: Final = (Fault, asyncio.CancelledError, GeneratorExit)
"""What is not the library's doing and passes as it is."""


class PythonRuntime:
    """Implements `Runtime`. `stand_ins` serve instead of packages of these names, for tests of a manifest."""

    ecosystem: Ecosystem = "pypi"

    def __init__(
        self,
        *,
        allowed_folders: tuple[Path, ...] = (),
        most_instances: int = 1_000,
        idle_seconds: float = 3_600.0,
        stand_ins: Mapping[str, Any] | None = None,
    ) -> None:
        self._allowed_folders = allowed_folders
        self._most_instances = most_instances
        self._idle_seconds = idle_seconds
        self._stand_ins = stand_ins or {}
        self._workers = ThreadPool()
        self._libraries: WeakSet[PythonLibrary] = WeakSet()

    def find(self, manifest: Manifest) -> Installed | None:
        """Return where the package is, None if it is missing; raise if a local one lies outside the allowed folders."""
        if manifest.package in self._stand_ins:
            return Installed(self.ecosystem, None, "a stand-in")
        if manifest.is_local:
            entry = find_local(manifest, self._allowed_folders)
            return None if entry is None else Installed(self.ecosystem, None, str(entry))
        found = find_installed(manifest.package)
        return None if found is None else Installed(self.ecosystem, found.version, found.place)

    async def load(self, manifest: Manifest, config: Any) -> PythonLibrary:
        """Import and initialize the library. Faults contain no value of the config."""
        module = await self._import(manifest)
        try:
            ready = await self._initialise(module, manifest, config)
        except BaseException:
            forget(module)
            raise
        instances = Instances(self._most_instances, self._idle_seconds)
        library = PythonLibrary(ready, manifest.document["tools"], instances, self._workers)
        self._libraries.add(library)
        return library

    async def draft(self, manifest: Manifest) -> ModuleDraft:
        """Draft a module for the manifest's package. It is imported, and nothing of it is called."""
        return draft_package(manifest.package)

    async def close(self) -> None:
        for library in list(self._libraries):
            await library.close()

    async def _import(self, manifest: Manifest) -> Any:
        if manifest.package in self._stand_ins:
            return self._stand_ins[manifest.package]
        try:
            return await in_thread(self._workers, self._importing(manifest))
        except OURS:
            raise
        except BaseException as error:
            raise not_imported(manifest, kind_name(error), exception_message(error)) from error

    def _importing(self, manifest: Manifest) -> Callable[[], Any]:
        if manifest.is_local:
            entry = find_local(manifest, self._allowed_folders)
            if entry is not None:
                return lambda: import_local(entry)
        elif found := find_installed(manifest.package):
            return lambda: import_module(found.module)
        raise not_installed(manifest, self.ecosystem)

    async def _initialise(self, module: Any, manifest: Manifest, config: Any) -> ReadyLibrary:
        try:
            ready = await in_thread(self._workers, lambda: begin(module, manifest, config))
            if inspect.isawaitable(ready.instance):
                ready = replace(ready, instance=await ready.instance)
        except OURS:
            raise
        except BaseException as error:  # noqa: BLE001 - a constructor may raise anything
            failed = not_ready(manifest, kind_name(error), exception_message(error), config)
        else:
            return ready
        raise failed  # outside of the `except`, so that the error, which may quote the config, is not its context
