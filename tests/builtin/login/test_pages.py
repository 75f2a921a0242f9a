"""The generic login on pages of the tests' own: the outcome is right, and each part is submitted at most once."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
import pytest_asyncio
from tests.builtin.login.site import MAILED, NAME, PASSWORD, Site

from pollex import App, Fault
from pollex.builtin.login import attempt, login_page

ONCE = {"username": 1, "password": 1}


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    running = Site()
    yield running
    running.close()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        made.vault.set("ada", "username_password", ["127.0.0.1"], {"username": NAME, "password": PASSWORD})
        made.vault.set("ada-code", "authenticator", ["127.0.0.1"], {"secret": "JBSWY3DPEHPK3PXP"})
        made.vault.set("bob", "username_password", ["127.0.0.1"], {"username": NAME, "password": "guess"})
        yield made


async def log_in(app: App, site: Site, path: str, credential: str = "ada", answer: str | None = None) -> Any:
    site.fresh()

    async def ask(question: str, form: Any, timeout: float | None) -> Any:
        return None if answer is None else {next(iter(form["properties"])): answer.replace("SITE", site.url)}

    async with app.page() as page:
        page.context.ask = ask
        args = {"credential": credential, "url": f"{site.url}{path}", "force": True}
        return (await page.call("login", args)).unwrap()


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("path", "submitted"),
    [
        ("/plain", ONCE),
        ("/steps", ONCE),
        ("/boxes", {**ONCE, "code": 1}),
        ("/coded", {**ONCE, "code": 1}),
        ("/debounced", {**ONCE, "code": 1}),
        ("/spa", ONCE),
        ("/framed", ONCE),
        ("/entry", ONCE),
        ("/stay", ONCE),
        ("/covered", ONCE),
        ("/redrawn", ONCE),
        ("/scripted", ONCE),
    ],
)
async def test_right_credentials_are_in(app: App, site: Site, path: str, submitted: dict[str, int]) -> None:
    data = await log_in(app, site, path)
    assert (data["loggedIn"], dict(site.counts), len(site.sessions)) == (True, submitted, 1), data


@pytest.mark.asyncio(loop_scope="module")
async def test_a_plain_login_waits_for_nothing_but_the_site(
    app: App, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of its documents has loaded when it is looked at, and none of them hears what is typed."""
    monkeypatch.setattr(attempt, "PAUSE", 3600.0)
    monkeypatch.setattr(attempt, "AT_ONCE", 3600.0)
    async with asyncio.timeout(100):
        assert (await log_in(app, site, "/coded"))["loggedIn"] is True


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("path", ["/plain", "/steps", "/spa", "/framed", "/alert"])
async def test_wrong_ones_are_refused_after_one_submit(app: App, site: Site, path: str) -> None:
    data = await log_in(app, site, path, "bob")
    assert (data["loggedIn"], dict(site.counts), site.sessions) == (False, ONCE, set()), data


@pytest.mark.asyncio(loop_scope="module")
async def test_what_cannot_be_tried_is_told_apart(app: App, site: Site) -> None:
    data = await log_in(app, site, "/broken")
    assert (data["loggedIn"], dict(site.counts)) == ("attempt_failed", ONCE), data


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    "path", ["/nothing", "/missing", "/seed", "/letters", "/payment", "/callback", "/parcel", "/note"]
)
async def test_where_no_field_shows_that_it_is_for_a_login_nothing_is_sent(app: App, site: Site, path: str) -> None:
    with pytest.raises(Fault, match="There is no login here") as raised:
        await log_in(app, site, path)
    assert (raised.value.code, dict(site.counts)) == ("not_found", {})


@pytest.mark.asyncio(loop_scope="module")
async def test_the_fault_names_the_page_and_its_fields(app: App, site: Site) -> None:
    with pytest.raises(Fault) as raised:
        await log_in(app, site, "/seed")
    assert raised.value.message == f"There is no login here: {site.url}/seed asks for no user name, password or code."
    assert raised.value.received == "fields named 'Seed'"


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(
    ("path", "answer", "outcome", "submitted"),
    [
        ("/mailed", f"Hello Ada,\n\nyour code is {MAILED}. It holds for 10 minutes.\n", True, {**ONCE, "code": 1}),
        ("/mailed", "", "attempt_failed", ONCE),
        ("/mailed", None, "attempt_failed", ONCE),
        ("/linked", "Hello, open SITE/link?t=right to sign in.", True, {"username": 1, "link": 1}),
        ("/linked", "SITE/link?t=old", False, {"username": 1, "link": 1}),
        ("/linked", "https://elsewhere.example/link?t=right", "attempt_failed", {"username": 1}),
    ],
)
async def test_codes_and_links_by_mail_are_asked_of_the_person(
    app: App, site: Site, path: str, answer: str | None, outcome: Any, submitted: dict[str, int]
) -> None:
    data = await log_in(app, site, path, answer=answer)
    assert (data["loggedIn"], dict(site.counts)) == (outcome, submitted), data


@pytest.mark.asyncio(loop_scope="module")
async def test_a_site_that_does_not_answer_is_not_asked_twice(
    app: App, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempt, "ANSWERING", 3.0)
    monkeypatch.setattr(login_page, "PRESSING", 2.0)
    monkeypatch.setattr(login_page, "LOOKING", 1.0)
    data = await log_in(app, site, "/hang")
    assert (data["loggedIn"], dict(site.counts)) == ("attempt_failed", ONCE), data


@pytest.mark.asyncio(loop_scope="module")
async def test_who_is_inside_already_submits_nothing(app: App, site: Site) -> None:
    site.fresh()
    async with app.page(f"{site.url}/plain") as page:
        await page.call("login", {"credential": "ada", "force": True})
        data = (await page.call("login", {"credential": "ada", "force": True})).unwrap()
    assert (data["loggedIn"], data["why"], dict(site.counts)) == (True, "Already logged in.", ONCE)
