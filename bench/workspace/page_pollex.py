"""The page of `pollex serve`, on a server of its own."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final
from urllib.request import Request, urlopen

from bench.workspace.page_side import LINES, ROWS, WINDOWS

STATIC: Final = Path("src/pollex/serve/static")


class PollexSide:
    """The page of `pollex serve`."""

    name = "Pollex"
    has_windows = f"document.querySelectorAll('.window .content form').length === {WINDOWS}"
    has_rows = "document.querySelector('.table-scroll')?.scrollHeight > 30000"
    scrolled = ".table-scroll"

    def __init__(self, served: dict[str, Any]) -> None:
        self._served = served
        self._workspace = ""

    @property
    def enter(self) -> str | None:
        return str(self._served["enter"])

    @property
    def address(self) -> str:
        port = str(self._served["url"]).rpartition(":")[2]
        return f"http://pollex.localhost:{port}/?workspace={self._workspace}"

    async def clear(self) -> None:
        self._workspace = (await self._post("/api/workspaces", {}))["id"]

    async def windows(self, count: int) -> None:
        for number in range(count):
            await self._apply(window(number))

    async def append(self, start: int, count: int) -> None:
        await self._apply(
            {
                "op": "dom.append",
                "params": {"windowId": "w0", "target": "#list", "html": f"<li>Line {each} of many</li>"},
            }
            for each in range(start, start + count)
        )

    async def change(self, number: int, count: int) -> None:
        await self._apply(
            {
                "op": "component.update",
                "params": {"id": f"t{each % WINDOWS}", "props": {"text": f"Saved {number + each}"}},
            }
            for each in range(count)
        )

    async def table(self) -> None:
        rows = [{"id": each, "name": f"Lamp {each}", "price": each * 3} for each in range(ROWS)]
        created = {"op": "window.create", "params": {"id": "table", "title": "Stock", "size": "lg"}}
        props = {"rows": rows, "pageSize": 1000}
        params = {"id": "rows", "windowId": "table", "target": "#root", "type": "table", "props": props}
        await self._apply([created, {"op": "component.render", "params": params}])

    def files(self) -> Iterable[Path]:
        return [
            each for each in STATIC.iterdir() if each.suffix in (".html", ".js", ".css") and "plot" not in each.name
        ]

    async def _apply(self, batch: Iterable[Any]) -> None:
        await self._post(f"/api/workspace/{self._workspace}/batch", list(batch))

    async def _post(self, path: str, body: Any) -> Any:
        headers = {"Authorization": f"Bearer {self._served['token']}", "Content-Type": "application/json"}
        request = Request(f"{self._served['url']}{path}", json.dumps(body).encode(), headers)

        def sent() -> Any:
            with urlopen(request, timeout=120) as answer:
                return json.load(answer)

        return await asyncio.to_thread(sent)


def window(number: int) -> list[dict[str, Any]]:
    id_, place = f"w{number}", {"x": number % 10 * 100, "y": number // 10 * 110, "width": 320, "height": 300}
    lines = "".join(f"<li>Line {each} of window {number}</li>" for each in range(LINES))
    html = f'<h3>Window {number}</h3><ul id="list">{lines}</ul><form><input name="a"><button>Save</button></form>'
    text = {"id": f"t{number}", "windowId": id_, "target": "#root", "type": "text", "props": {"text": "Nothing saved"}}
    return [
        {"op": "window.create", "params": {"id": id_, "title": f"Window {number}", **place}},
        {"op": "dom.set", "params": {"windowId": id_, "target": "#root", "html": html}},
        {"op": "component.render", "params": text},
    ]


@contextmanager
def pollex() -> Iterator[PollexSide]:
    """A `pollex serve` of its own."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as home:
        environ = {**os.environ, "POLLEX_HOME": home}
        command = (sys.executable, "-m", "pollex", "serve", "--port", "0", "--json")
        process = subprocess.Popen(command, env=environ, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            said = ""
            while not said.endswith("\n}\n"):
                said += process.stdout.readline()
            yield PollexSide({**json.loads(said)["data"], **json.loads((Path(home) / "serve.json").read_text())})
        finally:
            process.terminate()
            process.wait(30)
