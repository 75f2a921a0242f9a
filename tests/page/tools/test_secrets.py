"""Secrets: where they may be typed, and that nobody sees them."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from pollex.core.call import Call
from pollex.core.invoke import invoke
from pollex.core.json import dumps
from pollex.core.result import Result
from pollex.core.secret import Secret
from pollex.core.template import Scope
from pollex.page.live import LivePage
from pollex.testing import FakeSecrets

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")


def html(body: str) -> str:
    """A page with nothing but this in it."""
    return "data:text/html," + quote(f"<!doctype html><meta charset=utf-8><title>Small</title><body>{body}")


async def text_of(page: LivePage) -> str:
    return (await page.state(text=20_000))["textContent"]


async def secretly(page: LivePage, secrets: FakeSecrets, selector: str) -> Result:
    """Type `{{secret.pin}}` as a workflow does."""
    args = {"selector": selector, "text": "{{secret.pin}}"}
    return await invoke(Call("page.type", args, scope=Scope()), replace(page.context, secrets=secrets))


class TestSecrets:
    async def test_a_secret_is_typed_on_its_domain_and_told_nowhere(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        secrets = FakeSecrets({"pin": "cobol-1959"}, domains=("127.0.0.1",))
        await page.type("#user", "grace")
        result = await secretly(page, secrets, "#password")
        assert result.ok
        told = [event.to_json() for event in await log_of(page)]
        assert "cobol-1959" not in dumps([result.to_json(), dict(await page.state()), told])
        assert "{{secret.pin}}" in dumps(told)
        await page.click("text=Sign in")
        assert "Done: signed in as grace" in await text_of(page)

    async def test_a_secret_as_a_value_is_typed_like_its_name(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        secret = Secret("pin", "cobol-1959", ("127.0.0.1",))
        await page.type("#user", "grace")
        result = await page.call("page.type", {"selector": "#password", "text": secret})
        assert result.fault is None
        told = [event.to_json() for event in await log_of(page)]
        assert "cobol-1959" not in dumps([result.to_json(), dict(await page.state()), told])
        assert "{{secret.pin}}" in dumps(told)
        await page.click("text=Sign in")
        assert "Done: signed in as grace" in await text_of(page)

    async def test_a_secret_as_a_value_is_bound_to_its_domains(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        secret = Secret("pin", "cobol-1959", ("bank.example",))
        typed = await page.call("page.type", {"selector": "#password", "text": secret})
        filled = await page.call("page.fill", {"fields": {"Password": secret}})
        assert [result.fault and result.fault.code for result in (typed, filled)] == ["blocked_domain", "denied"]
        assert "cobol" not in dumps([typed.to_json(), filled.to_json()])

    async def test_a_secret_that_a_field_does_not_take_is_not_told(self, open_page: OpenPage) -> None:
        """What was typed is read back, and a difference is told; of a secret only that there is one."""
        page = await open_page("/hard/login")
        assert page.tabs.current is not None
        await page.do("keypress", key="Tab")
        await page.tabs.current.tab.page.evaluate(  # type: ignore[attr-defined]
            "user.addEventListener('input', () => { user.value = user.value.replace(/[^0-9]/g, '') })"
        )
        result = await secretly(page, FakeSecrets({"pin": "cobol-1959"}, domains=("127.0.0.1",)), "#user")
        assert result.fault is not None
        assert result.fault.message == "Failed to type: the textbox 'User name' does not hold the secret."
        assert "1959" not in dumps(result.to_json())

    async def test_a_secret_is_refused_on_another_domain(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        result = await secretly(page, FakeSecrets({"pin": "cobol-1959"}, domains=("bank.example",)), "#password")
        assert result.fault is not None
        assert (result.fault.code, result.fault.pointer) == ("blocked_domain", "/text")
        assert (result.fault.expected, result.fault.received) == ("bank.example", "127.0.0.1")
        assert not (await page.state())["elements"][2].get("value")

    async def test_a_secret_is_refused_in_a_frame_of_another_domain(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/iframe-cross")
        result = await secretly(page, FakeSecrets({"pin": "4242"}, domains=("127.0.0.1",)), "label=Card number")
        assert result.fault is not None
        assert (result.fault.code, result.fault.received) == ("blocked_domain", "localhost")

    async def test_a_secret_is_typed_in_a_frame_of_its_domain(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/iframe-cross")
        assert (await secretly(page, FakeSecrets({"pin": "4242"}, domains=("localhost",)), "label=Card number")).ok

    async def test_the_value_of_a_password_is_never_shown(self, open_page: OpenPage) -> None:
        page = await open_page("/hard/login")
        await page.type("#password", "plain-1959")
        state = await page.state()
        assert "plain-1959" not in dumps(dict(state))
        assert "plain-1959" not in dumps(await page.do("changes"))

    async def test_a_picture_shows_dots_where_a_secret_was_typed(self, open_page: OpenPage) -> None:
        watch = """<input id=a><input id=b value=open><output id=log></output><script>
          const shown = { a: "plain", b: "plain" };
          const say = ([{ target }]) => {
            const now = target.style.webkitTextSecurity || "plain";
            if (now !== shown[target.id]) log.append(`${target.id}:${shown[target.id] = now} `);
          };
          for (const field of [a, b]) new MutationObserver(say).observe(field, { attributes: true });
        </script>"""
        page = await open_page(html(watch))
        assert (await secretly(page, FakeSecrets({"pin": "9731"}), "#a")).ok
        await page.do("screenshot")
        assert (await text_of(page)).split() == ["a:disc", "a:plain"]


async def log_of(page: LivePage) -> list[Any]:
    assert page.context.log is not None
    return await page.context.log.read(page.context.run)
