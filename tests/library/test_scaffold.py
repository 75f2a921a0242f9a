"""New apps, tools and logins: right by every rule, refused where they cannot be, and working as they are made."""

import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import get_args

import pytest
import pytest_asyncio

from pollex import App, Fault
from pollex.library.formats import TEMPLATE_TYPES, TemplateType
from pollex.library.library import Library, check_library
from pollex.library.scaffold import ScriptKind, new_app, new_template
from pollex.practice.server import Server
from pollex.testing import copy_library

KINDS: tuple[ScriptKind, ...] = get_args(ScriptKind)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A library with one app and nothing in it."""
    new_app(tmp_path / "library", "shop", ["shop.example"]).write()
    return tmp_path / "library"


@pytest.mark.parametrize("kind", TEMPLATE_TYPES)
@pytest.mark.parametrize("script", KINDS)
@pytest.mark.parametrize("domains", [["shop.example"], []])
def test_what_is_made_keeps_every_rule(
    tmp_path: Path, kind: TemplateType, script: ScriptKind, domains: list[str]
) -> None:
    new_app(tmp_path, "big-shop", domains).write()
    made = new_template(tmp_path, kind, "do-this", script=script)
    made.write()

    library, findings = check_library(tmp_path)

    assert findings.errors == []
    assert [each.name for each in library.of_type(kind)] == ["big-shop.do-this"] == [made.name]
    assert [each.message for each in findings.warnings if "by itself" not in each.message] == []


def test_the_files_lie_where_document_000_has_them(folder: Path) -> None:
    new_template(folder, "auth", "login").write()
    new_template(folder, "tool", "mesh/find", script="workflow").write()

    assert sorted(file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()) == [
        "src/apps/shop/app.json",
        "src/apps/shop/auth/login.py",
        "src/apps/shop/auth/login.template.json",
        "src/apps/shop/mesh/tool/find.template.json",
        "src/apps/shop/mesh/tool/find.workflow.json",
        "tests/test_library.py",
        "tests/test_shop_auth_login.py",
        "tests/test_shop_tool_find.py",
    ]
    assert Library.load(folder).find("tool", "shop.find").packages == ("mesh",)


def test_an_app_goes_into_the_library_that_is_there(tmp_path: Path) -> None:
    (tmp_path / "apps").mkdir()
    new_app(tmp_path, "one").write()
    new_app(tmp_path, "two").write()

    assert [each.id for each in Library.load(tmp_path).apps] == ["one", "two"]
    assert not (tmp_path / "src").exists()


@pytest.mark.parametrize(
    ("name", "domains", "message", "hint"),
    [
        ("Big Shop", [], "'Big Shop' is no id.", "Try 'big-shop'."),
        ("../shop", [], "'../shop' is no id.", "Try 'shop'."),
        ("page", [], "The id 'page' is taken: built-in tools are called so or begin with it.", "Try 'page-app'."),
        ("aggregate", [], "The id 'aggregate' is taken: built-in tools are called so or begin with it.", None),
        ("build", [], "A folder called 'build' is read as something else.", "Try 'build-app'."),
        ("other", ["https://a.example/x"], "'https://a.example/x' is no domain", "Write 'a.example'."),
        ("other", ["co.uk"], "'co.uk' is a public suffix", "Name the site's own domain."),
        ("shop", [], "There is an app 'shop' already", None),
    ],
)
def test_an_app_that_is_refused(folder: Path, name: str, domains: list[str], message: str, hint: str | None) -> None:
    with pytest.raises(Fault) as caught:
        new_app(folder, name, domains, taken=["aggregate"])

    assert caught.value.message.startswith(message)
    assert hint is None or caught.value.hint == hint


@pytest.mark.parametrize(
    ("name", "app", "message", "hint"),
    [
        ("Find_Price", "shop", "'Find_Price' is no slug.", "Try 'find-price'."),
        ("mesh/", "shop", "'' is no slug.", None),
        ("Mesh/find", "shop", "'Mesh' is no product.", "Try 'mesh'."),
        ("tool/find", "shop", "A folder called 'tool' is read as something else.", None),
        ("find", "shpo", "There is no app 'shpo'", "Did you mean 'shop'?"),
        ("find", "bank", "There is no app 'bank'", None),
        ("find", None, "The library has 2 apps.", "Name one: --app shop"),
        ("mesh/find", "shop", "The folder", "Write --app mesh, and 'find' alone."),
        ("other/known", "shop", "The app 'shop' has a tool 'known' already", None),
    ],
)
def test_a_tool_that_is_refused(folder: Path, name: str, app: str | None, message: str, hint: str | None) -> None:
    new_template(folder, "tool", "known").write()
    nested = folder / "src/apps/shop/mesh/app.json"
    nested.parent.mkdir()
    nested.write_text((folder / "src/apps/shop/app.json").read_text().replace('"shop"', '"mesh"'))

    with pytest.raises(Fault) as caught:
        new_template(folder, "tool", name, app=app)

    assert caught.value.message.startswith(message)
    assert hint is None or caught.value.hint == hint


def test_a_tool_needs_an_app(tmp_path: Path) -> None:
    with pytest.raises(Fault, match="There is no app 'shop' in") as caught:
        new_template(tmp_path, "tool", "find", app="shop")

    assert caught.value.hint == f"Make it first: pollex library new {tmp_path} app shop --domain DOMAIN"


def test_nothing_is_overwritten(folder: Path) -> None:
    script = folder / "src/apps/shop/tool/find.py"
    script.parent.mkdir()
    script.write_text("mine")

    with pytest.raises(Fault, match=r"There is a file .*find\.py' already"):
        new_template(folder, "tool", "find").write()

    assert [file.name for file in script.parent.iterdir()] == ["find.py"]
    assert script.read_text() == "mine"


def test_a_place_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(Fault, match="could not be written: Not a directory"):
        new_app(tmp_path / "file", "shop").write()


def test_the_tests_that_are_made_pass(folder: Path) -> None:
    new_template(folder, "tool", "find").write()
    new_template(folder, "auth", "login").write()
    new_template(folder, "auth", "login", app="generic").write()

    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)

    assert ran.returncode == 0, ran.stdout
    assert "6 passed" in ran.stdout


def test_a_generic_login_belongs_to_no_app(folder: Path) -> None:
    made = new_template(folder, "auth", "any-page", app="generic")
    made.write()
    library, findings = check_library(folder)

    assert findings.errors == []
    assert [each.app for each in library.of_type("auth") if each.name == made.name == "generic.any-page"] == [None]
    with pytest.raises(Fault, match="Only logins can be generic"):
        new_template(folder, "tool", "find", app="generic")
    with pytest.raises(Fault, match="is a script in Python"):
        new_template(folder, "auth", "other", app="generic", script="ts")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        login = {"username": "ada.lovelace", "password": "heron-1843"}
        made.vault.set("mine", "username_password", ["127.0.0.1"], login)
        yield made


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("script", ["workflow", "ts"])
async def test_every_kind_of_tool_works(
    app: App, server: Server, folder: Path, tmp_path: Path, script: ScriptKind
) -> None:
    made = new_template(folder, "tool", f"find-{script}", script=script)
    made.write()
    app.add_library(copy_library(folder, tmp_path / "copy", {"https://shop.example": server.url}))

    result = await app.run_tool(made.name, {"path": "/shop/"}, durable=False)

    assert result.ok, result.fault
    assert result.data["outputs"] == {"heading": "Good things, made to stay"}


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("script", ["workflow", "js"])
async def test_every_kind_of_login_works(
    app: App, server: Server, folder: Path, tmp_path: Path, script: ScriptKind
) -> None:
    made = new_template(folder, "auth", f"login-{script}", script=script)
    made.write()
    addresses = {"https://shop.example/login": f"{server.url}/logins/classic/"}

    result = await app.libraries.log_in(copy_library(folder, tmp_path / "copy", addresses), made.name)

    assert result.ok, result.fault
    assert result.data["outputs"] == {"loggedIn": True}
