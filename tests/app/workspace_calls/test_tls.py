"""HTTPS to a pinned address: the name of the host is the one asked for, and the certificate must be its own."""

import ssl
from collections.abc import Iterator
from ipaddress import ip_address
from pathlib import Path

import pytest

from pollex.app.workspace_calls.http_policy import HttpPolicy
from pollex.app.workspace_calls.http_scheme import http_handler
from pollex.page.policy.host import Address
from pollex.testing import FakeSecrets

from ...certificates import certificate
from ...servers import serving
from .site import Site
from .workspace import Caller, body_of, fault_of

HOST = "api.example.com"


class SecureSite(Site):
    """The site over TLS, which remembers the names that were asked for."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.names: list[str | None] = []
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        context.sni_callback = lambda _, name, __: self.names.append(name)
        self.socket = context.wrap_socket(self.socket, server_side=True)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that does not trust us hangs up."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return certificate(tmp_path, HOST)


@pytest.fixture
def secure(file: Path) -> Iterator[SecureSite]:
    with serving(SecureSite(file)) as site:
        yield site


async def here(host: str) -> list[Address]:
    return [ip_address("127.0.0.1")]


def trusting(file: Path | None) -> Caller:
    policy = HttpPolicy(allow_private=("127.0.0.1/32",))
    return Caller(http=http_handler(policy, resolve=here, tls=lambda: ssl.create_default_context(cafile=file)))


async def test_the_server_is_asked_by_its_name(secure: SecureSite, file: Path) -> None:
    caller = trusting(file)
    caller.context.secrets = FakeSecrets({"token": "tok-4711-abc"}, domains=("example.com",))
    result = await caller.call(f"https://{HOST}:{secure.server_port}/json", credential="token")
    assert body_of(result) == {"items": [1, 2]}
    assert secure.names == [HOST]
    assert secure.last_headers["host"] == f"{HOST}:{secure.server_port}"
    assert secure.last_headers["authorization"] == "Bearer tok-4711-abc"


async def test_a_certificate_of_another_host_is_refused(secure: SecureSite, file: Path) -> None:
    fault = fault_of(await trusting(file).call(f"https://other.example.com:{secure.server_port}/json"))
    assert (fault.code, secure.seen) == ("unavailable", [])
    assert "certificate" in fault.message.lower()


async def test_a_redirect_to_another_host_at_the_same_address_needs_its_own_certificate(
    secure: SecureSite, file: Path
) -> None:
    port = secure.server_port
    fault = fault_of(
        await trusting(file).call(f"https://{HOST}:{port}/redirect?to=https://other.example.com:{port}/json")
    )
    assert (fault.code, len(secure.seen), secure.names) == ("unavailable", 1, [HOST, "other.example.com"])


async def test_an_unknown_authority_is_refused(secure: SecureSite) -> None:
    fault = fault_of(await trusting(None).call(f"https://{HOST}:{secure.server_port}/json"))
    assert (fault.code, secure.seen) == ("unavailable", [])
