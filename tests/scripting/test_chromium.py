"""A script on a real page: it logs in with a password that it never sees, and ends without harm to the browser."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pollex import App
from pollex.page.live import LivePage
from pollex.practice.bank.state import PASSWORD, USER
from pollex.practice.server import Server
from pollex.scripting.run import run_python
from pollex.scripting.trust import ScriptHome
from pollex.testing import FakeSecrets

LOGIN = """
from pollex import Page

async def run(page: Page, inputs, credentials):
    login = credentials["username_password"]
    await page.navigate(inputs["url"])
    await page.type("css=[name=user]", login.username)
    typed = await page.type("css=[type=password]", login.password)
    await page.click("Log in")
    shown = await page.text()
    return {"text": shown["text"], "url": page.url, "typed": typed}
"""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


async def test_a_script_logs_in_with_a_password_that_it_never_sees(server: Server, tmp_path: Path) -> None:
    (script := tmp_path / "login.py").write_text(LOGIN)
    home = ScriptHome(tmp_path)
    given = {"username_password": ["username", "password"]}
    texts = {"username_password.username": USER, "username_password.password": PASSWORD}
    async with App(home=tmp_path / "home") as app, app.page(f"{server.url}/bank/", allow=("127.0.0.1",)) as page:
        context = replace(page.context, secrets=FakeSecrets(texts, domains=("127.0.0.1",)))
        result = await run_python(
            script, "run", {"url": f"{server.url}/bank/login"}, given, context, timeout=60, home=home
        )

        assert result.ok, result.fault
        assert "code" in result.data["text"]
        assert PASSWORD not in str(result.to_json())
        assert await still_answers(page)


async def test_a_script_that_is_killed_in_a_call_leaves_the_browser_unharmed(server: Server, tmp_path: Path) -> None:
    (script := tmp_path / "wait.py").write_text(
        "async def run(page, inputs, credentials):\n    await page.wait(text='never there', timeout=50_000)\n"
    )
    async with App(home=tmp_path / "home") as app, app.page(f"{server.url}/shop/", allow=("127.0.0.1",)) as page:
        result = await run_python(script, "run", {}, {}, page.context, timeout=2, home=ScriptHome(tmp_path))

        assert result.fault is not None
        assert result.fault.code == "timeout"
        assert await still_answers(page)


async def still_answers(page: LivePage) -> bool:
    return bool((await page.text())["text"])
