"""The protocols of runtimes and libraries: Python packages are imported here, npm packages in a Node process."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from ..core.context import Context
from ..core.json import Object
from .draft import ModuleDraft

Ecosystem = Literal["pypi", "npm"]


@dataclass(frozen=True, slots=True)
class Manifest:
    """A checked `module.json`: its content with defaults, and the file it came from."""

    document: Object
    file: Path

    @property
    def name(self) -> str:
        return str(self.document["name"])

    @property
    def package(self) -> str:
        return str(self.document["package"])

    @property
    def folder(self) -> Path:
        return self.file.parent

    @property
    def is_local(self) -> bool:
        """Whether the package is a file or folder beside the manifest, not something installed."""
        return self.package.startswith((".", "/"))


def installed_for(manifest: Manifest, home: Path) -> Path:
    """The folder of its own that a module's npm package is installed into: two modules may need two versions."""
    return home / "modules" / manifest.name


@dataclass(frozen=True, slots=True)
class Installed:
    """A package as it is found, before anything of it is loaded."""

    ecosystem: Ecosystem
    version: str | None
    place: str


@dataclass(frozen=True, slots=True)
class CallPlan:
    """How a tool's arguments will reach its function, as `module check` shows it."""

    function: str
    how: str
    """For example `get(url, {params, headers})`."""
    source: Literal["call", "signature", "code", "order"]
    """What it was read from: the manifest's `call`, a Python signature, a JavaScript function's code, schema order."""


class LibraryFailure(Exception):
    """An error that a library's function raised, as data. `properties` are its public fields, plain JSON."""

    def __init__(
        self, function: str, error_type: str, message: str, stack: str, properties: Object | None = None
    ) -> None:
        super().__init__(message)
        self.function = function
        self.error_type = error_type
        self.message = message
        self.stack = stack
        self.properties: Object = properties or {}


@dataclass(frozen=True, slots=True)
class Handle:
    """An instance that a call made and that later calls can name, on the wire `{"instance": id, "type": class}`."""

    id: str
    type: str
    methods: tuple[str, ...] = field(default=())

    def to_json(self) -> Object:
        return {"instance": self.id, "type": self.type}


class LoadedLibrary(Protocol):
    """A package that was loaded and made ready by its manifest."""

    async def plan(self, tool: Object) -> CallPlan:
        """Return how a tool of the manifest will be called; raise if a part of its path is missing."""

    async def call(self, tool: Object, args: Object, *, instance: str | None, context: Context) -> Any:
        """What the function gives: a plain or rich value, or a Handle where `resultMapping.transform` is `instance`;
        a Result where something is to be noted about the value.

        Raises LibraryFailure for what the function raised, a Fault for everything else.
        """

    async def close(self) -> None: ...


class Runtime(Protocol):
    """One ecosystem."""

    @property
    def ecosystem(self) -> Ecosystem: ...

    def find(self, manifest: Manifest) -> Installed | None:
        """Return where the manifest's package is, without loading it; None if it is missing."""

    async def load(self, manifest: Manifest, config: Any) -> LoadedLibrary:
        """Load and initialize the package with the filled `initialization.config`; raise if that fails."""

    async def draft(self, manifest: Manifest) -> ModuleDraft:
        """Draft a module for the package that the manifest names; raise if it has nothing to call."""

    async def close(self) -> None:
        """End whatever was started."""
