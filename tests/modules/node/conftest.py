"""The real npm packages, and modules loaded from them: `npm ci` puts them beside this file when they are not there."""

import asyncio
import json
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.modules.manifest import check_manifest
from pollex.modules.node import NodeRuntime
from pollex.modules.node.library import NodeLibrary
from pollex.modules.runtime import CallPlan, Manifest

from ...npm import install

HERE = Path(__file__).parent
DOCUMENTS = HERE.parents[1] / "data" / "modules"


@pytest.fixture(scope="session")
def packages() -> Path:
    """The folder whose `node_modules` holds the packages of `package-lock.json`."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("there is no node or no npm")
    try:
        install(HERE)
    except subprocess.CalledProcessError as error:
        pytest.skip(f"npm ci could not install the packages: {error}")
    return HERE


@pytest.fixture(scope="session")
def node() -> None:
    if shutil.which("node") is None:
        pytest.skip("there is no node")


@pytest.fixture(scope="session")
def shared_runtime(node: None) -> Iterator[NodeRuntime]:
    runtime = NodeRuntime()
    yield runtime
    asyncio.run(runtime.close())


@pytest.fixture
async def runtime(node: None) -> AsyncIterator[NodeRuntime]:
    async with NodeRuntime() as made:
        yield made


class Module:
    """A loaded manifest whose tools are called by name."""

    def __init__(self, manifest: Manifest, library: NodeLibrary) -> None:
        self.library = library
        self._tools = {tool["name"]: tool for tool in manifest.document["tools"]}
        self._context = Context(tools=Registry())

    async def plan(self, name: str) -> CallPlan:
        return await self.library.plan(self._tools[name])

    async def call(self, name: str, args: Object, instance: str | None = None) -> Any:
        return (await self.result(name, args, instance)).data

    async def result(self, name: str, args: Object, instance: str | None = None) -> Result:
        """What came back, with the notes about it."""
        found = await self.library.call(self._tools[name], args, instance=instance, context=self._context)
        return found if isinstance(found, Result) else Result.success(found)


class Loader:
    """Loads modules: the documents by name, from the real packages, or a file of JavaScript with its functions."""

    def __init__(self, runtime: NodeRuntime, folder: Path) -> None:
        self.runtime = runtime
        self.folder = folder

    async def document(self, name: str, packages: Path, config: Any = None) -> Module:
        return await self.manifest(json.loads((DOCUMENTS / f"{name}.json").read_text()), packages, config)

    async def code(self, code: str, *functions: str, config: Any = None, name: str = "it.js", **fields: Any) -> Module:
        """A module of a local file; each function is a tool of its own name, `parameters` are the properties of all."""
        (self.folder / name).write_text(code)
        properties = fields.pop("parameters", {})
        more = fields.pop("tool", {})
        schema = {"type": "object", "properties": properties}
        tools = [{"name": f"t{i}", "function": path, "parameters": schema, **more} for i, path in enumerate(functions)]
        return await self.manifest({"package": f"./{name}", "tools": tools, **fields}, self.folder, config)

    async def manifest(self, fields: Object, folder: Path, config: Any = None) -> Module:
        whole = {"name": "it", "version": "1.0.0", "description": "Tests.", "type": "static", **fields}
        checked = check_manifest(whole)
        assert checked.issues == ()
        manifest = Manifest(checked.value, folder / "module.json")
        return Module(manifest, await self.runtime.load(manifest, config))


@pytest.fixture
def load(shared_runtime: NodeRuntime, tmp_path: Path) -> Loader:
    """Loads into the process that tests share."""
    return Loader(shared_runtime, tmp_path)


@pytest.fixture
def load_alone(runtime: NodeRuntime, tmp_path: Path) -> Loader:
    """Loads into a process of the test's own, which it may end or spoil, and whose output it may read."""
    return Loader(runtime, tmp_path)
