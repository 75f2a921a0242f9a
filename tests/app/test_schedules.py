"""Tools of a library that workers run when the time comes, and what is told of it."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Fault
from pollex.app.notification import check_webhook
from pollex.core.call import checked_run_id

from ..library.sample import SHOP, tool, write_library

SECRET = "hush-4711"
DOUBLED: dict[str, Any] = {
    "name": "Double",
    "inputs": [{"display_name": "word", "type": "string", "required": True}],
    "outputs": [{"display_name": "words", "type": "string", "required": True, "value": "{{found}}"}],
    "nodes": [{"position": 1, "type": "context", "config": {"operation": "set", "key": "found", "value": "{{word}}!"}}],
}


class Hook(ThreadingHTTPServer):
    """Takes notifications and keeps them."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taker)
        self.taken: list[tuple[str | None, Any]] = []
        self.told = threading.Event()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"


class Taker(BaseHTTPRequestHandler):
    server: Hook

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.server.taken.append((self.headers["authorization"], body))
        self.send_response(204)
        self.end_headers()
        self.server.told.set()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name of the base class
        """Print nothing."""


@pytest.fixture
def hook() -> Iterator[Hook]:
    server = Hook()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def add_double(app: App, folder: Path) -> str:
    """Add a library with a tool that needs no browser."""
    name = "find-price.workflow.json"
    words = {"display_name": "words", "type": "string"}
    template = tool(file=name, inputSchema=DOUBLED["inputs"], outputSchema=[words])
    [added] = app.add_library(write_library(folder, template, {SHOP / "tool" / name: DOUBLED}))
    return added.name


async def test_a_tool_runs_when_the_time_comes_keeps_its_result_and_tells_a_webhook(tmp_path: Path, hook: Hook) -> None:
    async with App(home=tmp_path / "home", environ={}) as app:
        app.vault.set("hook", "custom", ["127.0.0.1"], {"token": SECRET})
        name = add_double(app, tmp_path / "library")
        notify = {"url": hook.url, "credential": "hook.token"}
        await app.libraries.schedule("each second", "* * * * * *", name, {"word": "tick"}, notify=notify)
        await app.runs.serve("worker", 1)
        await asyncio.to_thread(hook.told.wait)
        await app.runs.control.unschedule("each second")

        header, told = hook.taken[0]
        assert header == f"Bearer {SECRET}"
        assert (told["schedule"], told["ok"], told["data"]["outputs"]) == ("each second", True, {"words": "tick!"})
        assert checked_run_id(told["run"]) == told["run"]
        result = await app.runs.outcome(told["run"])
        assert result.ok, result.fault
        assert result.data["outputs"] == {"words": "tick!"}
        assert "The notification was sent." in result.notes
        kept = b"".join(each.read_bytes() for each in (tmp_path / "home").rglob("*.db*"))
        assert b"each second" in kept
        assert SECRET.encode() not in kept


async def test_schedules_are_listed_and_ended(tmp_path: Path, hook: Hook) -> None:
    async with App(home=tmp_path / "home", environ={}) as app:
        name = add_double(app, tmp_path / "library")
        (tmp_path / "double.workflow.json").write_text(json.dumps(DOUBLED))
        await app.libraries.schedule("each year", "0 7 1 1 *", name, {"word": "a"}, notify={"url": hook.url})
        workflow = app.load_workflow(tmp_path / "double.workflow.json")
        await app.runs.schedule("each second", "* * * * * *", workflow, {"word": "b"})

        second, year = await app.runs.schedules()
        await app.runs.unschedule("each year")

        assert {**second, "due": ""} == {
            "name": "each second",
            "runs": "Double",
            "cron": "* * * * * *",
            "due": "",
            "webhook": None,
        }
        assert (year["name"], year["runs"], year["webhook"]) == ("each year", name, hook.url)
        assert second["due"] < year["due"]
        assert [each["name"] for each in await app.runs.schedules()] == ["each second"]
        with pytest.raises(Fault) as caught:
            await app.runs.unschedule("each year")
    assert caught.value.code == "not_found"


@pytest.mark.parametrize(("inputs", "pointer"), [({}, "/word"), ({"word": ["a"]}, "/word"), ({"wort": "a"}, "/wort")])
async def test_inputs_that_do_not_fit_are_refused_before_anything_is_scheduled(
    tmp_path: Path, inputs: dict[str, Any], pointer: str
) -> None:
    async with App(home=tmp_path / "home", environ={}) as app:
        name = add_double(app, tmp_path / "library")

        with pytest.raises(Fault) as caught:
            await app.libraries.schedule("never", "* * * * *", name, inputs)

    assert caught.value.code == "invalid_input"
    assert pointer in [each.pointer for each in caught.value.issues]


@pytest.mark.parametrize(
    ("url", "credential", "message"),
    [
        ("ftp://hooks.example/x", None, "is not one of the web"),
        ("https://hooks.example/x", "token", "There is no stored credential 'token'"),
        ("https://elsewhere.example/x", "hook", "may not be sent to 'elsewhere.example'"),
    ],
)
async def test_a_webhook_that_cannot_be_is_refused(
    tmp_path: Path, url: str, credential: str | None, message: str
) -> None:
    async with App(home=tmp_path, environ={}) as app:
        app.vault.set("hook", "custom", ["hooks.example"], {"token": SECRET})

        with pytest.raises(Fault, match=message):
            check_webhook(url, credential, app.vault.credentials())
