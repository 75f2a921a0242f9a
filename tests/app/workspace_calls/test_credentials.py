"""Stored credentials in HTTP calls: sent to the hosts that they are bound to, and shown nowhere."""

import base64
import json
from urllib.parse import quote

import pytest

from pollex.testing import FakeSecrets

from .site import Site
from .workspace import Caller, body_of, fault_of, local

TOKEN = "tok-93f1c2ab77"
PASSWORD = "correct-horse-9"
SECRETS = {"shop.token": TOKEN, "bank.username": "ada", "bank.password": PASSWORD, "raw": "Token abc-123-xyz"}


def knowing(*domains: str) -> Caller:
    caller = local()
    caller.context.secrets = FakeSecrets(SECRETS, domains=domains)
    return caller


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("shop.token", f"Bearer {TOKEN}"),
        ("bank", f"Basic {base64.b64encode(f'ada:{PASSWORD}'.encode()).decode()}"),
        ("raw", "Token abc-123-xyz"),
    ],
)
async def test_a_credential_is_sent_to_its_host(site: Site, name: str, sent: str) -> None:
    assert (await knowing("127.0.0.1").call(f"{site.url}/json", credential=name)).ok
    assert site.last_headers["authorization"] == sent


@pytest.mark.parametrize("name", ["shop.token", "bank"])
async def test_what_a_server_echoes_is_not_shown(site: Site, name: str) -> None:
    caller = knowing("127.0.0.1")
    result = await caller.call(f"{site.url}/echo?say={PASSWORD}", credential=name)
    shown = json.dumps([body_of(result), [event.to_json() for event in await caller.log.read(caller.context.run)]])
    assert "{{secret." in shown
    basic = base64.b64encode(f"ada:{PASSWORD}".encode()).decode()
    assert [each for each in (TOKEN, basic) if each in shown] == []


@pytest.mark.parametrize("domains", [("example.com",), ()])
async def test_a_credential_of_another_host_or_of_none_is_refused(site: Site, domains: tuple[str, ...]) -> None:
    fault = fault_of(await knowing(*domains).call(f"{site.url}/json", credential="shop.token"))
    assert (fault.code, fault.pointer, fault.retry, site.seen) == ("blocked_domain", "/credential", False, [])


async def test_a_credential_is_not_sent_in_the_open() -> None:
    fault = fault_of(await knowing("example.com").call("http://example.com/", credential="shop.token"))
    assert fault.message == "The credential 'shop.token' is sent over https only."


async def test_an_unknown_credential_is_a_fault(site: Site) -> None:
    fault = fault_of(await knowing("127.0.0.1").call(f"{site.url}/json", credential="shop.tokn"))
    assert (fault.code, fault.pointer, fault.hint) == ("unknown_reference", "/credential", "Did you mean 'shop.token'?")


async def test_without_stored_credentials_none_is_sent(site: Site) -> None:
    fault = fault_of(await local().call(f"{site.url}/json", credential="shop.token"))
    assert (fault.code, site.seen) == ("blocked_domain", [])


async def test_a_redirect_to_another_host_loses_the_credential(site: Site) -> None:
    elsewhere = quote(f"http://localhost:{site.server_port}/redirect?to={quote(f'{site.url}/json')}")
    await knowing("127.0.0.1", "localhost").call(f"{site.url}/redirect?to={elsewhere}", credential="shop.token")
    assert [headers.get("authorization") for _, _, headers, _ in site.seen] == [f"Bearer {TOKEN}", None, None]


async def test_a_redirect_to_the_same_host_keeps_the_credential(site: Site) -> None:
    await knowing("127.0.0.1").call(f"{site.url}/redirect?to=/json", credential="shop.token")
    assert [headers.get("authorization") for _, _, headers, _ in site.seen] == [f"Bearer {TOKEN}"] * 2


@pytest.mark.document("003", "An API key in `headers` is `{{secret.NAME}}`, sent to the hosts that it is bound to.")
async def test_a_header_with_a_secret_is_sent_to_its_host_and_shown_nowhere(site: Site) -> None:
    caller = knowing("127.0.0.1")
    headers = {"X-API-Key": "{{secret.shop.token}}", "Authorization": "Token {{secret.shop.token}}"}
    result = await caller.call(f"{site.url}/echo", headers=headers)
    sent = site.last_headers
    assert (sent["x-api-key"], sent["authorization"]) == (TOKEN, f"Token {TOKEN}")
    shown = json.dumps([body_of(result), [event.to_json() for event in await caller.log.read(caller.context.run)]])
    assert TOKEN not in shown


@pytest.mark.parametrize(
    ("domains", "value", "code"),
    [
        (("example.com",), "{{secret.shop.token}}", "blocked_domain"),
        (("127.0.0.1",), "{{secret.shop.tokn}}", "unknown_reference"),
        (("127.0.0.1",), "{{secret.shop.token}} {{value}}", "invalid_input"),
        (("127.0.0.1",), "{{secret}}", "invalid_input"),
    ],
)
async def test_a_header_with_a_secret_that_may_not_be_sent_is_a_fault(
    site: Site, domains: tuple[str, ...], value: str, code: str
) -> None:
    fault = fault_of(await knowing(*domains).call(f"{site.url}/json", headers={"X-API-Key": value}))
    assert (fault.code, fault.pointer, site.seen) == (code, "/headers/x-api-key", [])


async def test_a_header_with_a_secret_is_not_sent_in_the_open() -> None:
    call = knowing("example.com").call("http://example.com/", headers={"X-API-Key": "{{secret.shop.token}}"})
    assert fault_of(await call).message == "The credential 'shop.token' is sent over https only."


async def test_a_redirect_to_another_host_loses_the_header_with_a_secret(site: Site) -> None:
    elsewhere = quote(f"http://localhost:{site.server_port}/json")
    headers = {"X-API-Key": "{{secret.shop.token}}", "X-Plain": "1"}
    await knowing("127.0.0.1", "localhost").call(f"{site.url}/redirect?to={elsewhere}", headers=headers)
    seen = [(headers.get("x-api-key"), headers.get("x-plain")) for _, _, headers, _ in site.seen]
    assert seen == [(TOKEN, "1"), (None, "1")]


async def test_two_authorizations_are_a_fault(site: Site) -> None:
    headers = {"Authorization": "Token {{secret.shop.token}}"}
    fault = fault_of(await knowing("127.0.0.1").call(f"{site.url}/json", headers=headers, credential="bank"))
    assert (fault.code, fault.pointer, site.seen) == ("invalid_input", "/headers/authorization", [])
