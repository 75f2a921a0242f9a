"""The product's own windows: opened by a tool, fed while they are open, drawn by nobody else."""

from pathlib import Path
from typing import Any

import pytest

from pollex import App, Fault
from pollex.app.product import PRODUCT_WINDOWS
from pollex.core.json import Object
from pollex.workspace.planner.prompt import tool_line


def opening(**body: Any) -> list[Object]:
    return [{"op": "api.call", "params": {"method": "POST", "url": "pollex://tool/windows.open", "body": body}}]


@pytest.mark.parametrize("name", [each.name for each in PRODUCT_WINDOWS if each.launched])
async def test_each_window_opens_from_an_empty_home(name: str, tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        workspace = await app.workspace()
        (answer,) = await workspace.apply(opening(name=name), by="person")
        assert (answer.fault, answer.data) == (None, {"id": f"pollex-{name}"})
        (shown,) = workspace.snapshot()["windows"]
        assert shown["id"] == f"pollex-{name}"
        assert all("issues" not in each for each in workspace.snapshot()["components"])


async def test_a_window_that_is_open_comes_to_the_front(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        workspace = await app.workspace()
        await workspace.apply(opening(name="runs"), by="person")
        await workspace.apply([{"op": "window.create", "params": {"id": "w", "title": "Notes"}}])
        await workspace.apply(opening(name="runs"), by="model")
        layers = {each["id"]: each["zIndex"] for each in workspace.snapshot()["windows"]}
        assert layers["pollex-runs"] > layers["w"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [({"name": "rans"}, "/name"), ({"name": "runs", "about": "x"}, "/about"), ({"name": "run"}, "/about")],
)
async def test_a_mistake_is_told(body: Object, pointer: str, tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        (answer,) = await (await app.workspace()).apply(opening(**body), by="person")
        assert answer.fault is not None
        assert answer.fault.pointer == f"/body{pointer}"


async def test_the_prompt_has_the_names_of_the_windows(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        host = await app.workspaces.open()
        line = tool_line(host.context.tools.get("windows.open"))
    assert all(f'"{each.name}"' in line for each in PRODUCT_WINDOWS)


async def test_a_model_draws_no_look_alike(tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        workspace = await app.workspace()
        created = {"op": "window.create", "params": {"id": "pollex-credentials", "title": "Credentials"}}
        with pytest.raises(Fault) as raised:
            await workspace.apply([created], by="model")
        assert raised.value.code == "denied"
