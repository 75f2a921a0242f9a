"""Secrets checked while a workflow is written: stored names, and domains that it may reach."""

import json
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.flow.workflow import Workflow

WRITTEN = ["{{secret.bank.password}}", "{{secret.bank}}", "{{ secret.free }}", "pw: {{secret.free.x}}"]
STORED: dict[str, tuple[str, ...]] = {"bank": ("bank.example",), "free": ()}


def typing(text: str, **fields: Any) -> Object:
    config = {"action": "type", "selector": "#a", "text": text}
    return {"name": "x", "nodes": [{"position": 1, "type": "browser_action", "config": config}], **fields}


def mistakes(document: Object) -> list[tuple[str, str, str | None]]:
    try:
        Workflow.from_json(document, secrets=STORED)
    except Fault as fault:
        return [(issue.pointer, issue.message, issue.hint) for issue in fault.issues]
    return []


@pytest.mark.parametrize("text", WRITTEN)
def test_stored_secrets_pass(text: str) -> None:
    assert mistakes(typing(text)) == []


@pytest.mark.parametrize("allowed", [["bank.example"], ["shop.example", "login.bank.example"], ["example"]])
def test_a_domain_that_the_workflow_may_reach(allowed: list[str]) -> None:
    assert mistakes(typing("{{secret.bank.password}}", allowedDomains=allowed)) == []


@pytest.mark.parametrize("allowed", [["shop.example"], ["notbank.example"], ["bank.example.org"], []])
def test_a_domain_that_it_may_not_reach(allowed: list[str]) -> None:
    assert mistakes(typing("{{secret.bank.password}}", allowedDomains=allowed)) == [
        (
            "/nodes/0/config/text",
            "The secret 'bank' may be used on bank.example only, where this workflow may not go.",
            "Add the domain to 'allowedDomains', or use another secret.",
        )
    ]


def test_a_secret_without_domains_goes_anywhere() -> None:
    assert mistakes(typing("{{secret.free}}", allowedDomains=["shop.example"])) == []


def test_a_name_that_nobody_stored() -> None:
    assert mistakes(typing("{{secret.bnk.password}} {{secret.free}}")) == [
        ("/nodes/0/config/text", "There is no secret 'bnk'.", "Did you mean 'bank'?")
    ]


def test_without_known_secrets_names_are_left_to_the_run() -> None:
    assert Workflow.from_json(typing("{{secret.anything}}")).name == "x"


def test_a_literal_is_no_secret() -> None:
    assert mistakes(typing("\\{{secret.nope}}")) == []


def save(folder: Path, document: Object) -> Path:
    path = folder / "x.workflow.json"
    path.write_text(json.dumps(document))
    return path


async def test_the_app_knows_its_vault(tmp_path: Path) -> None:
    async with App(home=tmp_path / "home", log=MemoryLog()) as app:
        app.vault.set("bank", "username_password", ["bank.example"], {"username": "a", "password": "b"})
        assert app.load_workflow(save(tmp_path, typing("{{secret.bank.password}}"))).name == "x"
        with pytest.raises(Fault, match="There is no secret 'bnk'"):
            app.load_workflow(save(tmp_path, typing("{{secret.bnk}}")))


async def test_those_of_the_environment_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("POLLEX_SECRET_MAILER", "m-1")
    async with App(home=tmp_path / "home", log=MemoryLog()) as app:
        app.vault.set("bank", "username_password", ["bank.example"], {"username": "a", "password": "b"})
        assert app.load_workflow(save(tmp_path, typing("{{secret.mailer}}"))).name == "x"
