"""`login`: one call logs in with a stored credential, by references; what is missing is said."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from pollex import App
from pollex.builtin.login import looks_logged_in
from pollex.practice.server import Server


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(server: Server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        host = urlsplit(server.url).hostname or ""
        made.vault.set("grace", "username_password", [host], {"username": "grace", "password": "cobol-1959"})
        made.vault.set("wrong", "username_password", [host], {"username": "grace", "password": "fortran"})
        made.vault.set("bank", "username_password", [host], {"username": "ada", "password": "lovelace-1843"})
        made.vault.set("bank-code", "authenticator", [host], {"secret": "PRACTICEPOLLEXADA234567ABCDEFGHI"})
        yield made


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("credential", "start", "outcome"),
    [("grace", "/hard/login", True), ("wrong", "/hard/login", False)],
)
async def test_the_data_says_how_it_ended(app: App, server: Server, credential: str, start: str, outcome: Any) -> None:
    async with app.page(server.url + start) as page:
        result = await page.call("login", {"credential": credential, "force": True})
        seen = await page.call("page.text", {})
    assert (result.ok, result.data["loggedIn"], bool(result.notes)) == (True, outcome, outcome is not True)
    assert ("Done: signed in" in seen.data["text"]) is (outcome is True)
    assert "cobol-1959" not in str(result.to_json())


@pytest.mark.asyncio(loop_scope="module")
async def test_a_form_beside_words_about_codes_is_not_sent(app: App, server: Server) -> None:
    async with app.page(f"{server.url}/") as page:
        result = await page.call("login", {"credential": "bank"})
    assert result.fault is not None
    assert result.fault.message.startswith("There is no login here")
    assert server.app.state.world.age == 0, "the field for the seed was filled in and sent"


@pytest.mark.asyncio(loop_scope="module")
async def test_a_password_and_a_code_make_the_page_look_logged_in(app: App, server: Server) -> None:
    async with app.page(f"{server.url}/bank/") as page:
        before = await looks_logged_in(page.context)
        result = await page.call("login", {"credential": "bank"})
        after = (await page.call("login", {"only_look": True})).unwrap()
    assert (before, result.unwrap()["loggedIn"], after["loggedIn"]) == (False, True, True)


@pytest.mark.asyncio(loop_scope="module")
async def test_an_authenticator_that_is_missing_is_named_with_the_command_that_stores_it(
    server: Server, tmp_path: Path
) -> None:
    async with App(home=tmp_path, environ={}) as app:
        app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": "ada", "password": "lovelace-1843"})
        async with app.page(f"{server.url}/bank/") as page:
            data = (await page.call("login", {"credential": "bank"})).unwrap()
    command = "pollex credentials set bank-code --type authenticator --domain 127.0.0.1"
    assert data["loggedIn"] == "attempt_failed"
    assert data["why"] == f"127.0.0.1 asks for a one-time code, and 'bank' has no authenticator: `{command}`."


@pytest.mark.asyncio(loop_scope="module")
async def test_a_refused_credential_is_not_tried_again_at_once(app: App, server: Server) -> None:
    async with app.page(f"{server.url}/hard/login") as page:
        await page.call("login", {"credential": "wrong", "force": True})
        again = await page.call("login", {"credential": "wrong"})
        other = await page.call("login", {"credential": "grace"})
    assert again.fault is not None
    assert again.fault.code == "limit"
    assert "is not tried again before" in again.fault.message
    assert other.unwrap()["loggedIn"] is True


@pytest.mark.asyncio(loop_scope="module")
async def test_a_credential_that_is_not_there_is_a_fault(app: App, server: Server) -> None:
    async with app.page(f"{server.url}/hard/login") as page:
        result = await page.call("login", {"credential": "garce"})
    assert result.fault is not None
    assert "There is no stored login 'garce'" in result.fault.message
