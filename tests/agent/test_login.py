"""The tool `login` in an agent's run: what is stored for the site that the person named may be used there."""

from collections.abc import Iterator

import pytest

from pollex import App

from .conftest import Do, Says

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture
def stored(app: App) -> Iterator[None]:
    """The credentials of the practice bank."""
    app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": "ada", "password": "lovelace-1843"})
    app.vault.set("bank-code", "authenticator", ["127.0.0.1"], {"secret": "PRACTICEPOLLEXADA234567ABCDEFGHI"})
    yield
    app.vault.remove("bank")
    app.vault.remove("bank-code")


@pytest.mark.usefixtures("stored")
async def test_a_task_that_does_not_speak_of_a_login_may_log_in_at_its_own_site(do: Do, says: Says) -> None:
    done = await do(
        "Read the savings balance. Creds are stored.",
        says(("login", {"credential": "bank"})),
        says(("done", {"text": "I am in.", "success": False})),
        at="/bank/",
    )

    assert done.actions()[:2] == [("page.navigate", True), ("login", True)]
    assert "`login` uses bank here" in done.requests[0].messages[1].text
    assert "login" in [tool["function"]["name"] for tool in done.requests[0].tools]
    assert "'loggedIn': True" in str([event.data for event in done.events if event.kind == "step.finished"])


async def test_a_login_is_offered_only_where_a_credential_fits(app: App, do: Do, says: Says) -> None:
    app.vault.set("post", "username_password", ["post.example"], {"username": "ada", "password": "lovelace-1843"})
    done = await do("Look", says(("done", {"text": "No.", "success": False})), at="/bank/")
    app.vault.remove("post")
    assert "Stored credentials: post (password, username)" in done.requests[0].messages[1].text
    assert "login" not in [tool["function"]["name"] for tool in done.requests[0].tools]
