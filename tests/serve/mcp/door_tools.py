"""The tools that the tests of the MCP door call."""

import asyncio
import base64
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pollex
from pollex.core.context import Context, Reason
from pollex.core.pipeline.guard import decide
from pollex.core.result import Result

HOME = Path(os.environ.get("POLLEX_HOME", "."))
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)


@dataclass
class Sum:
    total: int


@pollex.tool(effect="read", title="Add", examples=[{"a": 1, "b": 2}], open_world=False)
async def add(a: int, b: int) -> Sum:
    """Add two whole numbers."""
    return Sum(a + b)


@pollex.tool(effect="destroy", examples=[{"what": "it"}])
async def wipe(what: str) -> str:
    """Wipe something; each time is one more line in a file of that name."""
    with (HOME / f"{what}-wiped").open("a") as file:
        file.write("once\n")
    return f"wiped {what}"


@pollex.tool(effect="read", examples=[{}])
async def count(context: Context) -> str:
    """Count to three, and say so."""
    for number in range(1, 4):
        context.progress({"progress": number, "total": 3, "message": f"at {number}"})
    return "three"


@pollex.tool(effect="act", examples=[{"name": "a"}])
async def wait_forever(name: str, context: Context) -> str:
    """Wait until somebody stops it, and write that down."""
    (HOME / f"{name}-waits").touch()
    try:
        await asyncio.Event().wait()
    finally:
        (HOME / f"{name}-stopped").touch()
    return "never"


@pollex.tool(effect="destroy", examples=[{"name": "a"}])
async def wipe_forever(name: str, context: Context) -> str:
    """Wipe until somebody stops it, and write that down."""
    return str(await wait_forever(name, context))


@pollex.tool(effect="read", examples=[{}])
async def greet(context: Context) -> str:
    """Ask for a name and say hello."""
    if context.ask is None:
        return "Hello, whoever you are."
    form: dict[str, Any] = {
        "title": "person",
        "type": "object",
        "properties": {"name": {"type": "string", "minLength": 2}},
        "required": ["name"],
    }
    answer = await context.ask("What is your name?", form, 60)
    return "Nobody said." if answer is None else f"Hello, {answer['name']}!"


@pollex.tool(effect="read", examples=[{}])
async def picture() -> Result:
    """Take a picture of one pixel."""
    file = HOME / "pixel.png"
    file.write_bytes(PIXEL)
    print("this must not be in the protocol")
    return Result.success("A pixel.", files=(str(file),))


@pollex.tool(effect="destroy", examples=[{}])
async def tidy(context: Context) -> str:
    """Ask about one of several things, with a yes for all of them."""
    assert context.current is not None
    why = Reason("It puts a book away.", kind=True, details=[{"book": "Faust"}])
    return f"kind: {(await decide(context.tools.get('tidy'), context.current, {}, context, why)).kind}"
