"""Scripts written by tests, run on tools that stand in for those of a page."""

from __future__ import annotations

import ctypes
import os
import socket
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.scripting.run import run_python
from pollex.scripting.trust import ScriptHome
from pollex.testing import FakePage, FakeSecrets, MemoryLog

PASSWORD = "correct-horse-battery"
CREDENTIALS = {"username_password": ["username", "password"], "authenticator": None}
RunScript = Callable[..., Awaitable[Result]]


class Tools:
    """The tools of a page that only record how they are called."""

    def __init__(self) -> None:
        self.calls: list[tuple[str, Object]] = []
        self.log = MemoryLog()
        self.context = Context(
            tools=self._registry(),
            log=self.log,
            secrets=FakeSecrets({"username_password.password": PASSWORD, "bank.password": "another"}),
            page=FakePage({}, url="https://shop.test/"),
        )

    @property
    def printed(self) -> str:
        said = [event.data["data"] for event in self.log.events if event.kind == "call.progress"]
        return "\n".join(each["printed"] for each in said)

    def _registry(self) -> Registry:
        registry = Registry()
        for name, effect in {
            "page.text": "read",
            "page.click": "act",
            "page.type": "act",
            "fs.read": "read",
            "page.upload": "act",
        }.items():
            sealed = frozenset({"text"}) if name == "page.type" else False
            tool: Any = {"name": name, "description": name, "effect": effect, "sealed": sealed}
            registry.add(Tool(input=Schema({"type": "object"}), run=self._recorder(name), **tool))
        return registry

    def _recorder(self, name: str) -> Callable[[Object, Any], Awaitable[Any]]:
        async def record(args: Object, context: Context) -> Any:
            self.calls.append((name, args))
            if args.get("selector") == "missing":
                raise Fault("not_found", "Failed to click: nothing fits.", pointer="/selector", hint="Look first.")
            return {"tool": name, "number": len(self.calls)}

        return record


@pytest.fixture
def tools() -> Tools:
    return Tools()


@pytest.fixture
def run_script(tmp_path: Path, tools: Tools) -> RunScript:
    async def run(body: str, *, whole: bool = False, timeout: float = 60, function: str = "run", **more: Any) -> Result:
        """Run a function with this body, or this whole file."""
        file = tmp_path / "send.py"
        text = dedent(body)
        file.write_text(text if whole else f"async def run(page, inputs, credentials):\n{indent(text, '    ')}\n")
        inputs = more.pop("inputs", {})
        trusted, strength = more.pop("trusted", False), more.pop("strength", "namespaces")
        home = ScriptHome(tmp_path, more.pop("hidden", ()), lambda: trusted, strength)
        return await run_python(file, function, inputs, CREDENTIALS, tools.context, timeout=timeout, home=home, **more)

    return run


@contextmanager
def shared_memory() -> Iterator[int]:
    """The key of memory that every process of this user can attach."""
    key, create, remove = os.getpid() | 1 << 30, 0o1600, 0
    libc = ctypes.CDLL(None)
    number = libc.shmget(key, 4096, create)
    try:
        yield key
    finally:
        libc.shmctl(number, remove, None)


@pytest.fixture
def machine(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Object]:
    """What a script could find: a home with a file, servers, and a process."""
    place = tmp_path_factory.mktemp("beside")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "vault.key").write_text("key")
    (tmp_path / ".env").write_text("KEY=1")
    abstract = f"pollex-{os.getpid()}"
    with (
        socket.create_server(("127.0.0.1", 0)) as tcp,
        socket.socket(socket.AF_UNIX) as unix,
        socket.socket(socket.AF_UNIX) as unnamed,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagrams,
        shared_memory() as memory,
        subprocess.Popen(["sleep", "600"], env={"CANARY": "1"}) as process,
    ):
        unix.bind(str(place / "socket"))
        unnamed.bind(f"\0{abstract}")
        datagrams.bind(str(place / "datagrams"))
        for each in (unix, unnamed):
            each.listen()
        yield {
            "home": str(tmp_path / "home"),
            "secret": str(tmp_path / "home" / "vault.key"),
            "beside": str(place / "file"),
            "port": tcp.getsockname()[1],
            "socket": str(place / "socket"),
            "abstract": abstract,
            "datagrams": str(place / "datagrams"),
            "memory": memory,
            "process": process.pid,
        }
        process.kill()
