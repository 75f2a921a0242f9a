"""The npm runtime: packages run in one Node process that is started when first needed."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, Self

from ...core.fault import Fault
from ..draft import ModuleDraft
from ..faults import not_installed
from ..runtime import Installed, Manifest
from .binary import find_node
from .draft import draft_package
from .library import NodeLibrary
from .package import Package, find_package
from .process import NodeProcess


class NodeRuntime:
    """The `Runtime` of npm packages. A process that died is replaced at the next call, and libraries load anew in it.

    `home` holds a `node_modules` for packages that are not near the manifest; local files may also lie in
    `allowed_folders`; `node` names a binary instead of the one that would be found; `stand_ins` are files that serve
    instead of packages of these names, for tests of a manifest.
    """

    ecosystem: Literal["npm"] = "npm"

    def __init__(
        self,
        home: Path | None = None,
        *,
        allowed_folders: Iterable[Path] = (),
        node: str | None = None,
        stand_ins: Mapping[str, Path] | None = None,
    ) -> None:
        self.home = home
        self._stand_ins = stand_ins or {}
        self.allowed_folders = tuple(allowed_folders)
        self._node = node
        self._lock = threading.Lock()
        self._closed = False
        self._running: list[NodeProcess] = []
        weakref.finalize(self, drop_all, self._running)

    def find(self, manifest: Manifest) -> Installed | None:
        package = self._package(manifest)
        return None if package is None else Installed("npm", package.version, str(package.place))

    async def load(self, manifest: Manifest, config: Any) -> NodeLibrary:
        package = self._package(manifest)
        if package is None:
            raise not_installed(manifest, self.ecosystem)
        library = NodeLibrary(manifest, package, config, self.process)
        await library.ready()
        return library

    async def draft(self, manifest: Manifest) -> ModuleDraft:
        """Draft a module for the manifest's package. It is loaded in the Node process, and nothing of it is called."""
        library = await self.load(manifest, None)
        try:
            return draft_package(manifest.package, library.package, await library.survey())
        finally:
            await library.close()

    async def process(self) -> NodeProcess:
        """Return the running process, started if there is none."""
        if self._running and self._running[0].usable:
            await self._running[0].settled()
            if self._running and self._running[0].usable:
                return self._running[0]
        if self._node is None:
            self._node = await asyncio.to_thread(find_node)
        with self._lock:
            if self._closed:
                raise Fault("unavailable", "The Node runtime is closed.", hint="Make a new NodeRuntime.", retry=False)
            if not self._running or not self._running[0].usable:
                self._running[:] = [NodeProcess(self._node)]
            return self._running[0]

    async def close(self) -> None:
        """Kill the process; what is under way is answered by a fault."""
        self._closed = True
        while self._running:
            await self._running.pop().close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def _package(self, manifest: Manifest) -> Package | None:
        if stand_in := self._stand_ins.get(manifest.package):
            return Package(str(stand_in.resolve()), stand_in.resolve(), stand_in, {})
        return find_package(manifest, self.home, self.allowed_folders)


def drop_all(processes: list[NodeProcess]) -> None:
    for process in processes:
        process.drop()
