"""The functions that bench/modules.py calls through a module, with the manifests that it writes and adds for them."""

from __future__ import annotations

import inspect
import json
import statistics
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.contender import Function
from bench.functions import add, add_async

from pollex.core.context import Context
from pollex.core.declare import from_function
from pollex.core.registry import Registry
from pollex.modules.config import Resources
from pollex.modules.modules import Modules
from pollex.modules.node.runtime import NodeRuntime
from pollex.modules.python.runtime import PythonRuntime

NODE_HOME = Path(".bench/node")


def fmean(data: list[float]) -> float:
    """The mean. `statistics.fmean` has no types, which all who wrap a function need."""
    return statistics.fmean(data)


def chunk(array: list[int], size: int) -> list[list[int]]:
    """What lodash's `chunk` does."""
    return [array[start : start + size] for start in range(0, len(array), size)]


@dataclass(frozen=True, slots=True)
class Subject:
    """A function that is called directly, by its wrapped form, and through a module."""

    title: str
    direct: Function
    wrapped: Function
    package: str
    text: str
    answer: object
    ecosystem: str = "pypi"

    def write(self, folder: Path) -> Path:
        """Its `module.json`, with the types that Pollex reads from the wrapped form."""
        wrapped = from_function(self.wrapped, name="wrapped")
        assert wrapped.output is not None
        tool = {"name": "called", "description": "Called often.", "function": self.direct.__name__, "effect": "read"}
        shape = {"parameters": wrapped.input.document, "output": {"success": wrapped.output.document}}
        about = {"name": "bench", "version": "1.0.0", "description": "A subject of the benchmark.", "type": "static"}
        where = {"package": self.package, "ecosystem": self.ecosystem}
        (folder / "module.json").write_text(json.dumps({**about, **where, "tools": [tool | shape]}))
        local = "\n\n".join(map(inspect.getsource, (add, add_async)))
        (folder / "sums").mkdir(exist_ok=True)
        (folder / "sums" / "__init__.py").write_text(local)
        return folder / "module.json"


NUMBERS = '{"data": [1.5, 2.5, 3.5, 4.5]}'
ARRAY = '{"array": [1, 2, 3, 4, 5, 6], "size": 2}'
CHUNK = Subject("lodash `chunk`, Node warm", chunk, chunk, "lodash", ARRAY, [[1, 2], [3, 4], [5, 6]], "npm")
SUBJECTS = (
    Subject("`add` of a local package", add, add, "./sums", '{"a": 1, "b": 2}', 3),
    Subject("`add_async` of a local package", add_async, add_async, "./sums", '{"a": 1, "b": 2}', 3),
    Subject("`statistics.fmean`", statistics.fmean, fmean, "statistics", NUMBERS, 3.0),
    CHUNK,
)


@asynccontextmanager
async def added(manifest: Path) -> AsyncIterator[Context]:
    registry = Registry()
    modules = Modules(registry, (PythonRuntime(), NodeRuntime(NODE_HOME)), Resources())
    try:
        modules.add(manifest)
        yield Context(registry)
    finally:
        await modules.close()
