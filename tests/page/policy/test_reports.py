"""What a browser sends by itself for a page, without a request of the page: reports of many kinds, and what it asks."""

import asyncio
import hashlib
import ssl
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from cryptography.x509 import load_pem_x509_certificate
from playwright.async_api import async_playwright

from pollex.core.json import dumps
from pollex.page.policy.browser import LAUNCH_ARGUMENTS, context_options
from pollex.page.policy.proxy import Proxy
from pollex.page.policy.rule import NetworkPolicy

from ...certificates import certificate
from ...waits import until_async

pytestmark = pytest.mark.timeout(200)
SITE, OUTSIDE = "site.localhost", "outside.localhost"
LONG = 86_400
PAGE = """<h1>Hello</h1><img src="/blocked.png"><script>
navigator.credentials.get({identity: {providers: [{configURL: "OUT/identity", clientId: "x"}]}}).catch(() => 0);
new PaymentRequest([{supportedMethods: "OUT/pay"}], {total: {label: "x", amount: {currency: "EUR", value: "1"}}})
  .canMakePayment().catch(() => 0);
</script>"""
WANTED = {"/csp", "/nel", "/pay"}
"""What a whole browser sends by itself where nothing holds it: a report of a policy, of an error, and a question."""


class Site:
    """One server of each name; `came` has the paths that were asked for outside, `refused` counts for the proxy."""

    def __init__(self) -> None:
        self.came: set[str] = set()
        self.out = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = (await reader.readuntil(b"\r\n\r\n")).split(b" ")
        body = PAGE.replace("OUT", self.out).encode()
        to = dumps({"group": "g", "max_age": LONG, "endpoints": [{"url": f"{self.out}/nel"}]})
        nel = dumps({"report_to": "g", "max_age": LONG, "success_fraction": 1.0, "failure_fraction": 1.0})
        head = (
            f"HTTP/1.1 {200 if line[1] == b'/' else 404} x\r\nContent-Type: text/html\r\nConnection: close\r\n"
            f"Reporting-Endpoints: e=\"{self.out}/csp\"\r\nContent-Security-Policy: img-src 'none'; report-to e\r\n"
            f"Report-To: {to}\r\nNEL: {nel}\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        writer.write(head.encode() + body)
        writer.close()

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.came.add((await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode())
        allowed = "Access-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: *\r\n"
        writer.write(f"HTTP/1.1 200 OK\r\n{allowed}Connection: close\r\nContent-Length: 0\r\n\r\n".encode())
        writer.close()


@pytest.mark.parametrize("launch_options", ["whole"], indirect=True)
@pytest.mark.parametrize("held", [False, True])
async def test_reports_and_questions_of_the_browser_pass_the_proxy(
    launch_options: dict[str, Any], tmp_path: Path, held: bool
) -> None:
    pem = certificate(tmp_path, SITE, OUTSIDE)
    secured = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secured.load_cert_chain(pem)
    public = load_pem_x509_certificate(pem.read_bytes()).public_key()
    pinned = b64encode(hashlib.sha256(public.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest())
    site, refused = Site(), []
    inside = await asyncio.start_server(site.serve, "127.0.0.1", 0, ssl=secured)
    outside = await asyncio.start_server(site.hear, "127.0.0.1", 0, ssl=secured)
    port = outside.sockets[0].getsockname()[1]
    site.out = f"https://{OUTSIDE}:{port}"
    address = f"{SITE}:{inside.sockets[0].getsockname()[1]}"
    args = [
        *launch_options["args"],
        *(LAUNCH_ARGUMENTS if held else ()),
        "--short-reporting-delay",
        f"--ignore-certificate-errors-spki-list={pinned.decode()}",
    ]
    async with (
        async_playwright() as playwright,
        Proxy(NetworkPolicy((address,)), on_refusal=lambda host, *_: refused.append(host)) as proxy,
    ):
        options: dict[str, Any] = {"executable_path": launch_options["executable_path"], "args": args}
        options |= context_options(proxy.address) if held else {}
        async with await playwright.chromium.launch_persistent_context(tmp_path / "profile", **options) as context:
            await (await context.new_page()).goto(f"https://{address}/")
            enough = lambda: refused.count(OUTSIDE) >= len(WANTED) if held else site.came >= WANTED  # noqa: E731
            await until_async("all were sent", enough)
    inside.close()
    outside.close()
    assert held or site.came >= WANTED
    assert not held or site.came == set()
