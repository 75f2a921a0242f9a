"""The example modules are right and run: each of their examples is called for real."""

import json
from pathlib import Path
from typing import Any

import pytest

import pollex

EXAMPLES = Path(__file__).parents[2] / "examples" / "modules"
PYTHON = ["statistics", "dates", "sqlite", "files", "html", "chart", "http"]


@pytest.mark.parametrize("name", PYTHON)
async def test_an_example_is_without_a_fault(name: str, tmp_path: Path) -> None:
    async with pollex.App(home=tmp_path) as app:
        report = await app.modules.check(EXAMPLES / name / "module.json")
        assert (report.issues, report.advice) == ((), ())


@pytest.mark.parametrize("name", ["statistics", "html", "chart", "sqlite"])
async def test_the_examples_of_an_example_run(name: str, tmp_path: Path) -> None:
    async with pollex.App(home=tmp_path) as app:
        for tool in app.add_module(EXAMPLES / name / "module.json"):
            for example in tool.examples:
                result = await app.call(tool.name, example)
                assert result.ok, result.fault
                assert result.notes == ()


async def test_dates_are_kept_and_asked(tmp_path: Path) -> None:
    async with pollex.App(home=tmp_path) as app:
        app.add_module(EXAMPLES / "dates" / "module.json")
        made = (await app.call("date_from_text", {"date_string": "2026-11-15"})).data
        assert (await app.call("date_weekday", {"instance": made["instance"]})).data == 6
        text = await app.call("date_to_text", {"instance": made["instance"], "format": "%d.%m.%Y"})
        assert text.data == "15.11.2026"


async def test_files_stay_in_their_folder(tmp_path: Path) -> None:
    async with pollex.App(home=tmp_path) as app:
        app.add_module(EXAMPLES / "files" / "module.json")
        assert (await app.call("file_write", {"name": "a.txt", "text": "hello"})).data == 5
        assert (await app.call("file_list")).data == ["a.txt"]
        assert (await app.call("file_read", {"name": "a.txt"})).data == "hello"
        outside = await app.call("file_read", {"name": "../../etc/hostname"})
        assert outside.fault is not None
        assert outside.fault.received == "PermissionError"
        deleted = await app.call("file_delete", {"name": "a.txt"})
        assert deleted.fault is not None
        assert deleted.fault.code == "denied"


async def test_fetching_from_a_real_server(tmp_path: Path, server: Any) -> None:
    async with pollex.App(home=tmp_path) as app:
        app.add_module(EXAMPLES / "http" / "module.json")
        args = {"url": f"{server.address}/echo", "params": {"q": "lamp"}, "headers": {"X-Mark": "7"}}
        result = await app.call("fetch", args)
        assert result.ok, result.fault
        seen = json.loads(result.data["text"])
        assert (seen["path"], seen["mark"]) == ("/echo?q=lamp", "7")
        missing = await app.call("fetch", {"url": f"{server.address}/missing"})
        assert missing.data == {"message": "HTTP Error 404: Not Found", "code": 404}
