"""Secrets of a library run with login and second factor: looked for everywhere, and found once redaction is off."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from pyotp import TOTP

from pollex import App
from pollex.core.pipeline.redact import Redactor
from pollex.practice.server import Server

from ..library.practice import copy_examples
from ..page.test_pictures import folded, reader

__all__ = ["reader"]

PASSWORD = "lovelace-1843"
SEED = "PRACTICEPOLLEXADA234567ABCDEFGHI"
SCRIPT = """
import json, os, sys

async def run(page, inputs, credentials):
    password = credentials["username_password"].password
    await page.navigate("http://127.0.0.1:8766/shop/")
    await page.type("css=input[name=q]", password)
    picture = await page.screenshot()
    await page.keypress("Enter")
    seen = await page.text()
    print(seen, repr(password), json.dumps(dict(os.environ)))
    print(seen, file=sys.stderr)
    return {"seen": str(seen), "picture": str(picture), "reference": str(password)}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


async def run(home: Path, library: Path, server: Server) -> tuple[Any, str]:
    """Run a tool that shows its password wherever it can; return its result, and all that was written down."""
    folder = copy_examples(library, server.url)
    about = {"slug": "show", "name": "Show", "type": "tool", "file": "show.py", "app": "bank"}
    outputs = [{"display_name": name, "type": "string"} for name in ("seen", "picture", "reference")]
    template = {**about, "outputSchema": outputs, "requiredCredentials": ["username_password"]}
    tool = folder / "src/apps/bank/tool"
    (tool / "show.template.json").write_text(json.dumps(template))
    (tool / "show.py").write_text(SCRIPT.replace("http://127.0.0.1:8766", server.url))
    async with App(home=home, environ={}) as app:
        host = urlsplit(server.url).hostname or ""
        app.vault.set("my-bank", "username_password", [host], {"username": "ada", "password": PASSWORD})
        app.vault.set("my-bank-code", "authenticator", [host], {"secret": SEED})
        app.add_library(folder)
        result = await app.run_tool("bank.show", durable=False)
        assert result.ok, result.fault
        events = [event.to_json() for event in await app.find_run(result.data["run"]).events()]
    return result, "\n".join([json.dumps(result.to_json()), json.dumps(events), *files_below(home)])


def files_below(folder: Path) -> list[str]:
    return [path.read_bytes().decode("latin-1") for path in folder.rglob("*") if path.is_file()]


def secrets() -> list[str]:
    return [PASSWORD, SEED]


async def test_nothing_leaks(tmp_path: Path, server: Server, reader: Any, caplog: Any, capfd: Any) -> None:
    result, written = await run(tmp_path / "home", tmp_path / "library", server)

    everything = "\n".join([written, caplog.text, *capfd.readouterr()])
    pictures = [path for path in (tmp_path / "home").rglob("*") if path.suffix in (".png", ".jpg", ".jpeg")]
    used = [code for code in codes() if f'"{code}"' in everything]
    assert [secret for secret in secrets() if secret in everything] == []
    assert used == []
    assert result.data["outputs"]["reference"] == "{{secret.username_password.password}}"
    assert pictures
    assert all(folded(PASSWORD) not in reader(str(picture)) for picture in pictures)


async def test_the_search_finds_them_without_redaction(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("text", "value", "fault", "result"):
        monkeypatch.setattr(Redactor, name, lambda self, value: value)

    _, written = await run(tmp_path / "home", tmp_path / "library", server)

    assert PASSWORD in written


def codes() -> list[str]:
    """The one-time codes of the last minutes."""
    from time import time

    return [TOTP(SEED).at(int(time()) - 30 * back) for back in range(6)]
