"""Libraries that are installed as wheels: their tools are in every app, and a broken one harms none."""

import importlib
import logging
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.library.sample import APP, SHOP, TOOL, script, write_library

import pollex
from pollex.core.fault import Fault
from pollex.library.build import build_library

SCRIPT = "async def run(page, inputs, credentials):\n    return {'price': PRICE, **({} if inputs else {})}"
OFFICE = Path("src/apps/office")
FIND = "shop.find-price"


def office() -> dict[Path, Any]:
    """Files of another library: an app in place of the shop."""
    return {
        **dict.fromkeys((SHOP / "app.json", SHOP / "tool/find-price.template.json", SHOP / "tool/find-price.py")),
        **dict.fromkeys((SHOP / "auth/login.template.json", SHOP / "auth/login.py")),
        OFFICE / "app.json": {**APP, "id": "office"},
        OFFICE / "mesh/tool/find-price.template.json": {**TOOL, "app": "office"},
        OFFICE / "mesh/tool/find-price.py": SCRIPT.replace("PRICE", "2.0"),
    }


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two installed libraries."""
    folder = tmp_path_factory.mktemp("installed")
    libraries = {"my-shop": script(SCRIPT.replace("PRICE", "1.0")), "my-office": office()}
    wheels = [str(build(write_library(folder / name, change), folder)) for name, change in libraries.items()]
    install(folder / "site", *wheels)
    return folder / "site"


def build(folder: Path, dist: Path) -> Path:
    made, _, findings = build_library(folder)
    assert made is not None, findings.errors
    return made.write(dist)


def install(site: Path, *wheels: str) -> None:
    command = [sys.executable, "-m", "uv", "--quiet", "--no-config", "pip", "install", "--offline", "--no-deps"]
    subprocess.run([*command, "--target", str(site), *wheels], check=True)


@pytest.fixture
def installed(site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of that folder, as one of those that packages are imported from."""
    copy = tmp_path / "site"
    shutil.copytree(site, copy)
    monkeypatch.syspath_prepend(copy)
    yield copy
    for name in [each for each in sys.modules if each.partition(".")[0] == "pollex_apps"]:
        del sys.modules[name]


def checks(app: pollex.App) -> list[tuple[str, str, str]]:
    return [(each.name, each.status, each.found) for each in app._installed_checks()]


async def test_two_installed_libraries_are_used_from_one_process(installed: Path, tmp_path: Path) -> None:
    shop, office = map(importlib.import_module, ("pollex_apps.shop", "pollex_apps.office"))
    async with pollex.App(home=str(tmp_path / "home")) as app:
        assert await shop.tool.find_price(product="lamp", app=app) == {"price": 1.0}
        assert await office.mesh.tool.find_price(product="lamp", app=app) == {"price": 2.0}
        assert (await app.call(FIND, {"product": "lamp"})).data == {"price": 1.0}
        with pytest.raises(Fault, match="The inputs") as caught:
            await shop.tool.find_price(product=[], app=app)
        assert caught.value.pointer == "/product"


async def test_installed_tools_are_listed_and_offered_to_the_agent(installed: Path, tmp_path: Path) -> None:
    async with pollex.App(home=str(tmp_path)) as app:
        assert app.added_tools == ["office.find-price", FIND]


async def test_the_doctor_lists_installed_libraries(installed: Path, tmp_path: Path) -> None:
    async with pollex.App(home=str(tmp_path)) as app:
        found = [each for each in (await app.call("doctor")).data["checks"] if each["name"].startswith("library ")]

    files = installed / "pollex_apps" / "_libraries"
    assert found == [
        {"name": f"library {name}", "status": "ok", "found": f"0.1.0, 1 tool, {files / folder}", "mend": ""}
        for name, folder in (("my-office", "my_office"), ("my-shop", "my_shop"))
    ]


async def test_a_broken_library_is_left_out_with_a_warning(
    installed: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (installed / "pollex_apps/_libraries/my_shop/apps/shop/app.json").write_text("{")
    shutil.rmtree(installed / "pollex_apps/_libraries/my_office")

    async with pollex.App(home=str(tmp_path)) as app:
        with caplog.at_level(logging.WARNING):
            assert app.added_tools == []
        assert (await app.call("tools.list")).ok

    assert [each.getMessage().partition(" is left out: ")[0] for each in caplog.records] == [
        "The installed library 'my-office'",
        "The installed library 'my-shop'",
    ]
    assert "Its files are not there: 'pollex_apps._libraries.my_office'." in caplog.messages[0]
    assert "app.json is not JSON" in caplog.messages[1]
    assert [each[1] for each in checks(app)] == ["doubtful", "doubtful"]


async def test_an_entry_point_elsewhere_runs_no_code(installed: Path, tmp_path: Path) -> None:
    (installed / "harm").mkdir()
    (installed / "harm/__init__.py").write_text("raise SystemExit")
    points = installed / "my_shop-0.1.0.dist-info/entry_points.txt"
    points.write_text("[pollex.libraries]\nmy-shop = harm.files\n")

    async with pollex.App(home=str(tmp_path)) as app:
        assert app.added_tools == ["office.find-price"]
        assert ("library my-shop", "doubtful", "0.1.0, left out: Its files are not there: 'harm.files'.") in checks(app)


@pytest.mark.parametrize("place", ["__init__.py", "_libraries/__init__.py", "_libraries/my_shop/__init__.py"])
async def test_code_above_a_library_is_not_run(installed: Path, tmp_path: Path, place: str) -> None:
    (installed / "pollex_apps" / place).write_text("raise SystemExit(3)")

    async with pollex.App(home=str(tmp_path)) as app:
        assert "shop.find-price" in app.added_tools


async def test_a_module_in_the_place_of_the_libraries_is_not_run(installed: Path, tmp_path: Path) -> None:
    shutil.rmtree(installed / "pollex_apps")
    (installed / "pollex_apps.py").write_text("raise SystemExit(3)")

    async with pollex.App(home=str(tmp_path)) as app:
        assert app.added_tools == []
        assert [each[1] for each in checks(app)] == ["doubtful", "doubtful"]


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe"])
async def test_a_library_without_readable_metadata_is_used(
    installed: Path, tmp_path: Path, content: bytes | None
) -> None:
    metadata = installed / "my_shop-0.1.0.dist-info/METADATA"
    metadata.unlink()
    if content is not None:
        metadata.write_bytes(content)

    async with pollex.App(home=str(tmp_path)) as app:
        assert app.added_tools == ["office.find-price", "shop.find-price"]


async def test_packages_that_cannot_be_read_harm_no_app(installed: Path, tmp_path: Path) -> None:
    points = installed / "my_shop-0.1.0.dist-info/entry_points.txt"
    points.write_text("[pollex.libraries]\nno equals sign\n")

    async with pollex.App(home=str(tmp_path)) as app:
        assert app.added_tools == []
        assert [each[1] for each in checks(app)] == ["doubtful"]


async def test_of_two_libraries_with_the_same_tool_the_first_is_used(installed: Path, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "zoo", script(SCRIPT.replace("PRICE", "3.0")))
    install(installed, str(build(folder, tmp_path)))

    async with pollex.App(home=str(tmp_path / "home")) as app:
        assert app.added_tools == ["office.find-price", FIND]
        [clash] = [each for each in checks(app) if each[0] == "library zoo"]

    assert clash[1] == "doubtful"
    assert "brings the tool 'shop.find-price', which there is already." in clash[2]


async def test_a_library_that_is_added_takes_the_place_of_an_installed_one(installed: Path, tmp_path: Path) -> None:
    folder = write_library(tmp_path / "newer", script(SCRIPT.replace("PRICE", "4.0")))

    async with pollex.App(home=str(tmp_path / "home")) as app:
        assert app.added_tools == ["office.find-price", FIND]
        app.add_library(folder)

        assert app.added_tools == ["office.find-price", FIND]
        assert (await app.call(FIND, {"product": "lamp"})).data == {"price": 4.0}
        assert ("library my-shop", "doubtful", f"0.1.0, left out: {str(folder)!r} brings tools of the same names.") in (
            checks(app)
        )


async def test_a_tool_of_the_person_is_kept(installed: Path, tmp_path: Path) -> None:
    mine = pollex.tool(name=FIND)(lambda: 3)

    async with pollex.App(home=str(tmp_path), tools=[mine]) as app:
        assert app.tools.get(FIND) is mine
        assert app.added_tools == [FIND, "office.find-price"]
