"""The process that isolated tools run in: it reads calls from its channel, one line of JSON each, reports the start of
each, and answers with one line.

It lives on between calls: what a tool leaves behind in it (globals, threads, the working directory) stays.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import inspect
import json
import os
import signal
import socket
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..core.failure import class_name, exception_message, failure
from ..core.fault import Fault
from ..core.json import Object, brief
from ..core.limits import DEFAULT_LIMITS
from ..core.plain import plain
from ..core.result import Result
from ..core.suggest import did_you_mean
from ..core.tool import Tool

READY: Final = b"ready\n"
BEGUN: Final = b"!"
"""Sent before a tool runs, so that the parent can distinguish calls that were begun from those that were not."""
PULSE: Final = 0.25
"""Seconds between two checks that the parent is alive. (Linux could signal it, but per thread, not process.)"""


def main(descriptor: int, parent: int) -> None:
    """Serve calls until the parent closes the channel or dies."""
    channel = socket.socket(fileno=descriptor)
    channel.set_inheritable(False)
    os.register_at_fork(after_in_child=lambda: os.close(channel.detach()))
    end_with_parent(parent)
    print_to_stderr()
    own = os.getpid()
    channel.sendall(READY)
    for line in channel.makefile("rb"):
        channel.sendall(BEGUN)
        answer = encode(serve(json.loads(line)))
        if os.getpid() != own:
            os._exit(0)  # a copy that the tool forked and let return
        channel.sendall(answer)
    os._exit(0)


def encode(message: Object) -> bytes:
    """Return one line. Standard JSON escapes keep integers of any length and lone surrogates as they are."""
    return json.dumps(message).encode() + b"\n"


def end_with_parent(parent: int) -> None:
    """Exit when the parent dies, however it dies, also in the middle of a call."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PULSE)
        os.kill(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, daemon=True).start()


def print_to_stderr() -> None:
    """Send what tools print to the parent's error output, and give them an empty stdin."""
    with suppress(OSError):
        os.dup2(2, 1)
    if sys.stdout is not None:
        sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def serve(request: Object) -> Object:
    """Return the tool's plain value, the Result that it made of it, or the fault that it ended with."""
    name = request["source"].rpartition(":")[2]
    try:
        target = find_tool(request["source"])
        name = target.name if isinstance(target, Tool) else name
        return encoded_outcome(perform(target, request["args"]))
    except Fault as fault:
        return {"fault": fault.to_json()}
    except BaseException as error:  # noqa: BLE001 - a tool may raise anything, SystemExit included
        return {"fault": failure(name, error).to_json()}


def perform(target: Any, args: Object) -> Any:
    value = target.run(args, new_context()) if isinstance(target, Tool) else target(**args)
    if inspect.isasyncgen(value):
        value = collect(value)
    return asyncio.run(wait_for(value)) if inspect.isawaitable(value) else value


def encoded_outcome(value: Any) -> Object:
    if isinstance(value, Result):
        data, notes = plain(value.data)
        return {"result": replace(value, data=data, notes=(*value.notes, *notes)).to_json()}
    data, notes = plain(value)
    return {"result": Result(True, data, notes=tuple(notes)).to_json()} if notes else {"data": data}


async def wait_for(value: Any) -> Any:
    return await value


async def collect(items: Any) -> list[Any]:
    found: list[Any] = []
    async for item in items:
        found.append(item)
        if len(found) >= DEFAULT_LIMITS.result_items:
            break
    return found


def new_context() -> Any:
    """Return an empty context: log, secrets and other tools stay in the parent's process."""
    from ..core.context import Context
    from ..core.registry import Registry

    return Context(tools=Registry())


def find_tool(source: str) -> Any:
    """Return the tool or function at `package.module:name` or `file.py:name`."""
    place, _, names = source.rpartition(":")
    found: Any = load(source, place)
    for name in names.split("."):
        try:
            found = getattr(found, name)
        except AttributeError:
            hint = did_you_mean(name, (known for known in dir(found) if not known.startswith("_")))
            raise unavailable(source, f"there is no {name!r} in it", hint) from None
    if not isinstance(found, Tool) and not callable(found):
        raise unavailable(source, f"it is {brief(found)}", "Name a tool or a function.")
    return found


def load(source: str, place: str) -> ModuleType:
    try:
        if place.endswith(".py"):
            file = Path(place)
            return load_file(file, file.stat().st_mtime_ns)
        return importlib.import_module(place)
    except BaseException as error:  # importing runs the module, which may raise anything
        hint = "Name a module or a file that another process can import, with all that it imports itself."
        raise unavailable(source, f"{class_name(error)}: {exception_message(error)}", hint) from error


@lru_cache(maxsize=64)
def load_file(file: Path, changed: int) -> ModuleType:
    """Return a file as a module; `changed` reloads a file that was edited."""
    name = f"isolated_{file.stem}_{abs(hash(file))}"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def unavailable(source: str, why: str, hint: str | None) -> Fault:
    return Fault(
        "unavailable",
        f"The tool {source!r} cannot be loaded: {why}.",
        expected="package.module:name or file.py:name",
        received=source,
        hint=hint,
        retry=False,
    )
