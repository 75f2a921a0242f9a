"""What exports call: inputs as JSON, outputs or a Fault, and an app of its own where none is given."""

import inspect
from datetime import date, datetime
from pathlib import Path
from typing import Any, cast

import pytest

from pollex import App
from pollex.app.exports import ToolOptions, call_tool
from pollex.core.fault import Fault
from pollex.core.result import Result
from pollex.library.exports.identifier import OPTIONS


class RecordingApp:
    """Answers each run of a tool with what it was given."""

    def __init__(self, fault: Fault | None = None) -> None:
        self.fault = fault

    async def run_tool(self, name: str, inputs: Any, **options: Any) -> Result:
        if self.fault is not None:
            return Result.failure(self.fault, {"run": "1"})
        return Result.success({"run": "1", "outputs": {"name": name, "inputs": inputs, **options}})


async def test_dates_become_text_and_what_is_none_is_left_out() -> None:
    inputs = {"day": date(26, 1, 2), "moment": datetime(2026, 1, 2, 3), "note": None, "count": 0, "text": ""}

    outputs = await call_tool(
        dict, "shop.find", inputs, app=cast("App", RecordingApp()), credentials={"custom": "mine"}, timeout=5
    )

    assert outputs == {
        "name": "shop.find",
        "inputs": {"day": "0026-01-02", "moment": "2026-01-02", "count": 0, "text": ""},
        "credentials": {"custom": "mine"},
        "timeout": 5,
    }


def test_the_options_are_those_of_a_run_of_a_tool() -> None:
    taken = inspect.get_annotations(App.run_tool)
    options = {name: kind for name, kind in taken.items() if name not in ("name", "inputs", "return")}

    assert {name: kind.__forward_arg__ for name, kind in ToolOptions.__annotations__.items()} == options
    assert options.keys() == OPTIONS, "names that no input can have"


async def test_a_failure_is_raised() -> None:
    app = cast("App", RecordingApp(Fault("denied", "No.")))

    with pytest.raises(Fault, match=r"No\.") as caught:
        await call_tool(dict, "shop.find", {}, app=app)

    assert caught.value.code == "denied"


async def test_without_an_app_one_is_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLLEX_HOME", str(tmp_path))

    with pytest.raises(Fault, match=r"There is no library tool 'shop\.find'"):
        await call_tool(dict, "shop.find", {})
