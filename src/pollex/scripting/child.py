"""The process that runs a script: loads its file, calls its function with a page, and reports how it ended."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
from collections.abc import Coroutine
from types import ModuleType
from typing import Any

from ..core.json import Object
from .channel import ScriptChannel
from .confinement import Walls
from .credentials import credentials
from .ending import ScriptEnding
from .page import ScriptPage


def main(sock: socket.socket, walls: Walls) -> None:
    """Say what holds this process, run the one script that the parent names then, and exit."""
    own = os.getpid()
    os.register_at_fork(after_in_child=lambda: os.close(sock.fileno()))
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
    runner = asyncio.Runner()  # never closed: that would wait for threads that the script has left
    session = runner.run(connected(sock))
    session.channel.send({"walls": walls._asdict()})
    job = runner.run(session.job())
    ending = ScriptEnding(job["file"], job["function"])
    try:
        ended = runner.run(session.run(job, ending))
    except BaseException as error:  # noqa: BLE001 - SystemExit leaves the event loop from any task
        ended = ending.of_error(error)
    if os.getpid() == own:  # else a copy that the script forked and let return
        runner.run(session.end(ended))
    os._exit(0)


def flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            continue


async def connected(sock: socket.socket) -> Session:
    session = Session()
    await asyncio.get_running_loop().create_connection(lambda: session.channel, sock=sock)
    return session


class Session:
    """The conversation with the parent about one script."""

    def __init__(self) -> None:
        self.channel = ScriptChannel(self._receive, lambda _: os._exit(1))
        self._job: asyncio.Future[Object] = asyncio.get_running_loop().create_future()
        self._page: ScriptPage | None = None

    async def job(self) -> Object:
        return await self._job

    async def run(self, job: Object, ending: ScriptEnding) -> Object:
        """Return how the script ended."""
        self._page = page = ScriptPage(self.channel, job["url"], job["mark"])
        ending.faults = page.faults
        given = (page, job["inputs"], credentials(job["credentials"])) if job["function"] == "run" else (page,)
        try:
            function = ending.entry(load(job["file"]))
            value = function(*given)
            return ending.of_value(await value if isinstance(value, Coroutine) else value)
        except BaseException as error:  # noqa: BLE001 - a script may raise anything
            return ending.of_error(error)

    async def end(self, ended: Object) -> None:
        flush()
        self.channel.send({"end": ended})
        self.channel.close()
        await self.channel.closed

    def _receive(self, message: Object) -> None:
        if self._page is None:
            self._job.set_result(message)
        else:
            self._page.answered(message)


def load(file: str) -> Any:
    """Return the script as a module. Modules beside it can be imported, after all others."""
    sys.dont_write_bytecode = True  # a library's folder stays as it is
    vars(sys.modules["pollex"])["Page"] = ScriptPage  # what `pollex.Page` means here, without the browser's modules
    folder, name = os.path.split(file)
    sys.path.append(folder)
    module = ModuleType(name.removesuffix(".py"))
    module.__file__ = file
    sys.modules.setdefault(module.__name__, module)
    with open(file, "rb") as source:  # noqa: PTH123 - pathlib need not be loaded
        code = compile(source.read(), file, "exec")
    exec(code, module.__dict__)  # noqa: S102 - this is what the process is for
    return module
