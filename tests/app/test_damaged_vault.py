"""A vault that somebody has changed stops what needs a credential, and nothing else."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Fault
from pollex.practice.server import Server

ONE: dict[str, Any] = {"name": "one", "nodes": [{"position": 1, "type": "show", "config": {"value": "Hello"}}]}
TYPES = {"action": "type", "selector": "label=Search", "text": "{{secret.shop.password}}"}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    home = tmp_path / "home"
    async with App(home=home, environ={}) as opened:
        opened.vault.set("shop", "username_password", ["127.0.0.1"], {"username": "ada", "password": "lovelace"})
    vault = home / "vault.bin"
    sealed = vault.read_bytes()
    vault.write_bytes(sealed[:-1] + bytes([sealed[-1] ^ 1]))
    async with App(home=home, environ={"POLLEX_SECRET_MAIL": "from the environment"}) as opened:
        yield opened


@pytest.mark.document("all", "A vault that somebody has changed stops only what needs a credential.")
async def test_a_task_and_a_workflow_that_need_no_credential_are_done(app: App) -> None:
    with Server() as server:
        run = await app.run("Click Basket.", url=f"{server.url}/shop/", model="local", pictures=False)
        assert run.result is not None
        assert run.result.ok, run.result.fault
    result = await app.run_workflow(app.load_workflow(ONE))
    assert result.ok, result.fault


def write_library(app: App, folder: Path) -> None:
    """Write a library with one tool that needs no credential."""
    app.libraries.new_app(folder, "shop", ["example.org"])
    script = Path(app.libraries.new_template(folder, "tool", "greet", app="shop").data["files"][1])
    script.write_text("async def run(page, inputs, credentials):\n    return {'heading': 'Hello'}\n")


async def test_a_tool_of_a_library_that_needs_none_is_run(app: App, tmp_path: Path) -> None:
    write_library(app, tmp_path / "library")
    app.add_library(tmp_path / "library")
    result = await app.run_tool("shop.greet", {"path": "/"}, durable=False)
    assert result.ok, result.fault


async def test_what_needs_one_is_told_that_the_vault_is_damaged(app: App) -> None:
    with Server() as server:
        opens = {
            "position": 1,
            "type": "browser_action",
            "config": {"action": "navigate", "url": f"{server.url}/shop/"},
        }
        types = {"position": 2, "type": "browser_action", "config": TYPES}
        workflow = app.load_workflow({"name": "two", "nodes": [opens, types]})
        result = await app.run_workflow(workflow, durable=False)
    assert result.fault is not None
    assert result.fault.message.endswith("is damaged.")
    assert app.context.secrets is not None
    with pytest.raises(Fault, match="damaged"):
        await app.context.secrets.get("shop.password")
    assert (await app.context.secrets.get("mail")).name == "mail"


async def test_the_doctor_says_so(app: App) -> None:
    checks = (await app.call("doctor", {})).unwrap()["checks"]
    [vault] = [each for each in checks if each["name"] == "vault"]
    assert (vault["status"], vault["found"].endswith("is damaged.")) == ("doubtful", True)
