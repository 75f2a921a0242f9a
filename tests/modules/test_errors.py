"""What a library raises, and what only a part of it raises, in Python and in JavaScript."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.invoke import invoke
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.modules.config import Resources
from pollex.modules.modules import Modules
from pollex.modules.node import NodeRuntime
from pollex.modules.python import PythonRuntime

PYTHON = """
import asyncio

class NoCity(LookupError):
    def __init__(self, city):
        super().__init__(f"no {city}")
        self.city = city
        self.request = "x" * 5_000

async def one(city):
    if city == "oslo":
        raise NoCity(city)
    return city.title()

async def several(cities):
    return await asyncio.gather(*map(one, cities), return_exceptions=True)
"""
JAVASCRIPT = """
class NoCity extends Error {
  constructor(city) { super(`no ${city}`); this.city = city; this.request = "x".repeat(5000); }
}
exports.one = async (city) => {
  if (city === "oslo") throw new NoCity(city);
  return city[0].toUpperCase() + city.slice(1);
};
exports.several = (cities) => Promise.allSettled(cities.map(exports.one));
"""
CITIES = {"type": "object", "properties": {"cities": {"type": "array", "items": {"type": "string"}}}}
CITY = {"type": "object", "properties": {"city": {"type": "string"}}}
TOOLS = [
    {"name": "one", "description": "Find a city.", "function": "one", "parameters": CITY},
    {"name": "several", "description": "Find cities.", "function": "several", "parameters": CITIES},
]


class Called:
    """A module in either language, and calls that are logged."""

    def __init__(self, folder: Path, file: str, code: str) -> None:
        (folder / file).write_text(code)
        manifest = folder / "module.json"
        about = {
            "name": "cities",
            "description": "Find cities.",
            "package": f"./{file}",
            "type": "static",
            "version": "1.0.0",
        }
        manifest.write_text(json.dumps({**about, "tools": TOOLS}))
        self.tools, self.log = Registry(), MemoryLog()
        node = NodeRuntime(home=Path(__file__).parent / "node")
        self.modules = Modules(self.tools, [PythonRuntime(), node], Resources())
        self.modules.add(manifest)

    async def __call__(self, name: str, **args: Any) -> Result:
        return await invoke(Call(name, args), Context(self.tools, log=self.log))


@pytest.fixture(params=["py", "js"])
async def call(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Called]:
    python = request.param == "py"
    made = Called(tmp_path, f"cities.{request.param}", PYTHON if python else JAVASCRIPT)
    yield made
    await made.modules.close()


@pytest.mark.document("004", "`originalError` in the log is the library's own error, with its fields.")
async def test_the_log_has_the_librarys_own_error(call: Called) -> None:
    result = await call("one", city="oslo")
    assert result.fault is not None
    assert result.fault.message == "'one' failed: no oslo"
    error = call.log.events[-1].data["error"]
    assert (error["functionName"], error["errorType"]) == ("one", "NoCity")
    assert error["originalError"] == {
        "name": "NoCity",
        "message": "no oslo",
        "city": "oslo",
        "request": "(5,002 characters of JSON)",
    }


async def test_in_python_the_exception_itself_is_behind_the_fault(tmp_path: Path) -> None:
    call = Called(tmp_path, "cities.py", PYTHON)
    result = await call("one", city="oslo")
    assert result.fault is not None
    assert result.fault.__cause__ is not None
    original: Any = result.fault.__cause__.__cause__
    assert (isinstance(original, LookupError), original.city) == (True, "oslo")
    await call.modules.close()


@pytest.mark.document("004", "Partial success: what succeeded is returned, and notes say which part failed.")
async def test_what_succeeded_is_returned_and_a_note_names_what_failed(call: Called) -> None:
    result = await call("several", cities=["ulm", "oslo", "rome"])
    assert (result.ok, result.fault) == (True, None)
    done = [each if isinstance(each, str) else each.get("value") for each in result.data]
    assert done == ["Ulm", None, "Rome"]
    [note] = result.notes
    assert note.startswith("/1")
    assert ": failed: " in note
    assert note.endswith("NoCity: no oslo")
