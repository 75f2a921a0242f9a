"""A real `pollex serve` in a process of its own, and a client that has its token."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import httpx2

from ..processes import Nursery
from ..waits import until

SAVE_ROWS: Final = Path(__file__).parents[1] / "save_rows.py"
TOOLS: Final = '''
import asyncio, os
from pathlib import Path
import pollex

@pollex.tool(effect="read", examples=[{"a": 1, "b": 2}])
async def add(a: int, b: int) -> int:
    """Add two whole numbers."""
    return a + b

@pollex.tool(effect="destroy", examples=[{"what": "a"}])
async def wipe(what: str) -> str:
    """Wipe something."""
    return f"wiped {what}"

@pollex.tool(effect="read", examples=[{}])
async def explode() -> str:
    """Fail with words that nobody outside should read."""
    raise RuntimeError("the-inner-workings")

@pollex.tool(effect="read", examples=[{"file": "a"}])
async def await_file(file: str) -> str:
    """Wait until a file is there."""
    while not Path(file).exists():
        await asyncio.sleep(0.01)
    return "there"

@pollex.tool(effect="read", examples=[{"count": 2}])
async def chatter(count: int, context: pollex.Context) -> int:
    """Say how far it is, many times."""
    for number in range(count):
        context.progress({"number": number, "words": "x" * 100})
    return count
'''


class Served:
    """A server and what it was told."""

    def __init__(
        self,
        nursery: Nursery,
        home: Path,
        *options: str,
        tools: Path | None = None,
        program: str | Path = "pollex",
        environ: dict[str, str] | None = None,
    ) -> None:
        self.home = home
        home.mkdir(exist_ok=True)
        if tools is None:
            tools = home / "shown_tools.py"
            tools.write_text(TOOLS)
        command = ["serve", "--port", "0", "--json", "--from", str(tools), "--from", str(SAVE_ROWS), *options]
        self.process = nursery.start(program, *command, environ={"POLLEX_HOME": str(home), **(environ or {})})
        said = ""
        while not said.endswith("\n}\n"):
            line = self.process.line()
            assert line, self.process.errors()
            said += line
        self.ready: dict[str, Any] = json.loads(said)["data"]
        found = json.loads((home / "serve.json").read_text())
        self.url, self.token = str(found["url"]), str(found["token"])
        self.port = int(self.url.rpartition(":")[2])
        self.page_url = f"http://pollex.localhost:{self.port}"
        self.client = self.open_client()

    def open_client(self, **headers: str) -> httpx2.Client:
        """A client with the token, unless it is given other headers."""
        chosen = headers or {"Authorization": f"Bearer {self.token}"}
        sooner = httpx2.Limits(keepalive_expiry=2)  # than the server, which would reset what is sent just then
        return httpx2.Client(base_url=self.url, headers=chosen, timeout=60, trust_env=False, limits=sooner)

    def entry(self) -> str:
        """An address that lets one browser in."""
        return str(self.client.post("/api/entries").json()["enter"])

    def call(self, tool: str, **args: Any) -> dict[str, Any]:
        found: dict[str, Any] = self.client.post(f"/api/tools/{tool}", json={"args": args}).json()
        return found

    def start(self, **body: Any) -> str:
        answer = self.client.post("/api/runs", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def show(self, run: str) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"/api/runs/{run}").json()
        return found

    def ended(self, run: str) -> dict[str, Any]:
        """The run, once it has ended."""
        until(f"the run {run} ends", lambda: self.show(run)["status"] in ("done", "failed", "cancelled"))
        return self.show(run)

    def asks(self, run: str) -> dict[str, Any]:
        """What a run asks, once it does."""
        until(f"the run {run} asks", lambda: self.show(run)["questions"])
        [question] = self.show(run)["questions"]
        return dict(question)

    def close(self) -> None:
        self.client.close()
        self.process.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
