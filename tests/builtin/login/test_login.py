"""`login`: one call logs in with a stored credential, by references; what is missing is said."""

from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from pollex import App
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
        yield made


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("credential", "start", "why"),
    [
        ("grace", "/hard/login", ""),
        ("wrong", "/hard/login", "the page still asks for the password"),
        ("garce", "/hard/login", "There is no stored login 'garce'"),
        ("grace", "/hard/range", "the page has no field for the user name"),
    ],
)
async def test_it_logs_in_or_says_why_not(app: App, server: Server, credential: str, start: str, why: str) -> None:
    async with app.page() as page:
        await page.call("page.navigate", {"url": server.url + start})
        result = await page.call("login", {"credential": credential})
        seen = await page.call("page.text", {})
    assert why in str(result.fault or "")
    assert result.ok is (why == "")
    assert ("Done: signed in" in seen.data["text"]) is result.ok


@pytest.mark.asyncio(loop_scope="module")
async def test_no_secret_is_in_what_it_gives_or_writes(app: App, server: Server) -> None:
    async with app.page() as page:
        await page.call("page.navigate", {"url": f"{server.url}/hard/login"})
        result = await page.call("login", {"credential": "grace"})
    assert "cobol-1959" not in str(result.to_json())
