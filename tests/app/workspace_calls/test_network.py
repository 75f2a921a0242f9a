"""Where HTTP calls may go: judged by name and by address, looked up once, and anew at each redirect."""

from ipaddress import ip_address
from urllib.parse import quote

import pytest

from pollex.app.workspace_calls.http_policy import HttpPolicy
from pollex.app.workspace_calls.http_scheme import http_handler
from pollex.page.policy.host import Address
from pollex.page.policy.names import Resolve

from .site import Site
from .workspace import Caller, body_of, fault_of, local

HERE = "127.0.0.1"


class Turns:
    """A resolver whose answers change, as those of a rebinding name do; the last one stays."""

    def __init__(self, *answers: str) -> None:
        self.answers = [[ip_address(each)] for each in answers]
        self.asked: list[str] = []

    async def __call__(self, host: str) -> list[Address]:
        self.asked.append(host)
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


def public(resolve: Resolve) -> Caller:
    """A caller for whom public names may lie at one loopback address, so that a test can serve them."""
    return Caller(http=http_handler(HttpPolicy(allow_private=(f"{HERE}/32",)), resolve=resolve))


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "app.localhost", "10.0.0.1", "192.168.1.1", "169.254.169.254", "[::1]", "[fe80::1]",
     "[fd00::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "2130706433", "0x7f.1", "017700000001", "printer", "nas.local",
     "[64:ff9b::7f00:1]", "0x7f000001", "127.1", "0", "127.0.0.1.", "LOCALHOST", "localhost.", "127。0。0。1",
     "[2002:7f00:1::]", "[::127.0.0.1]"],
)  # fmt: skip
async def test_private_hosts_are_refused(site: Site, host: str) -> None:
    fault = fault_of(await Caller().call(f"http://{host}:{site.server_port}/json"))
    assert (fault.code, fault.pointer, fault.retry) == ("blocked_domain", "/url", False)
    assert site.seen == []


@pytest.mark.parametrize(
    "url",
    ["http://0177.0.0.1:{}/", "http://user@127.0.0.1:{}/", "http://example.com@127.0.0.1:{}/", "http://①②⑦.⓪.⓪.①:{}/",
     "http://127.0.0.1:{}#@example.com/", "http://example.com:80\\@127.0.0.1:{}/", "http:127.0.0.1:{}/",
     "http:/127.0.0.1:{}/", "http:///127.0.0.1:{}/", "ftp://127.0.0.1:{}/", "file:///etc/passwd", "gopher://127.0.0.1/",
     "data:text/plain,x", "javascript:alert(1)", "ws://127.0.0.1:{}/"],
)  # fmt: skip
async def test_no_spelling_of_an_address_leads_there(site: Site, url: str) -> None:
    result = await Caller().call(url.format(site.server_port))
    assert (result.data, site.seen) == (None, [])


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "::1", "169.254.169.254"])
async def test_a_public_name_at_a_private_address_is_refused(site: Site, address: str) -> None:
    resolve = Turns(address)
    fault = fault_of(await Caller(http=http_handler(HttpPolicy(), resolve=resolve)).call("http://api.example.com/"))
    assert (fault.code, fault.pointer) == ("blocked_domain", "/url")
    assert resolve.asked == ["api.example.com"]


async def test_a_host_that_a_person_has_named_is_reached(site: Site) -> None:
    caller = local(HttpPolicy(allow_private=(f"localhost:{site.server_port}",)))
    assert body_of(await caller.call(f"http://localhost:{site.server_port}/json")) == {"items": [1, 2]}
    assert fault_of(await caller.call(f"{site.url}/json")).code == "blocked_domain"


async def test_a_run_with_a_list_of_domains_reaches_those_alone(site: Site) -> None:
    caller = local()
    caller.context.domains = ("example.com",)
    assert fault_of(await caller.call(f"{site.url}/json")).code == "blocked_domain"
    caller.context.domains = (HERE,)
    assert (await caller.call(f"{site.url}/json")).ok


async def test_a_name_is_looked_up_once_and_the_connection_goes_there(site: Site) -> None:
    resolve = Turns(HERE, "10.9.9.9")
    caller = public(resolve)
    assert (await caller.call(f"http://api.example.com:{site.server_port}/json")).ok
    assert resolve.asked == ["api.example.com"]
    assert site.last_headers["host"] == f"api.example.com:{site.server_port}"
    fault = fault_of(await caller.call(f"http://api.example.com:{site.server_port}/json"))
    assert (fault.code, len(site.seen)) == ("blocked_domain", 1)


async def test_a_redirect_to_the_same_name_is_judged_anew(site: Site) -> None:
    resolve = Turns(HERE, "10.9.9.9")
    fault = fault_of(await public(resolve).call(f"http://api.example.com:{site.server_port}/redirect?to=/json"))
    assert (fault.code, len(site.seen), len(resolve.asked)) == ("blocked_domain", 1, 2)


@pytest.mark.parametrize(
    "inside", ["http://10.0.0.1/", "http://localhost/", "http://[::1]/", "http://169.254.169.254/"]
)
async def test_a_redirect_into_a_private_network_is_refused(site: Site, inside: str) -> None:
    caller = local(HttpPolicy(allow_private=(HERE,)))
    fault = fault_of(await caller.call(f"{site.url}/redirect?to={quote(inside)}"))
    assert (fault.code, len(site.seen)) == ("blocked_domain", 1)


@pytest.mark.parametrize("outside", ["file:///etc/passwd", "pollex://tool/tools.list", "ftp://x.com/", "http://[::1"])
async def test_a_redirect_to_another_scheme_is_a_failure(site: Site, outside: str) -> None:
    fault = fault_of(await local().call(f"{site.url}/redirect?to={quote(outside)}"))
    assert (fault.code, fault.pointer, fault.retry) == ("failed", "/url", False)
    assert fault.message.startswith(f"A redirect of the server failed: {outside!r} cannot be called:")


@pytest.mark.parametrize(("method", "uncertain"), [("GET", False), ("POST", True)])
async def test_a_redirect_that_fails_leaves_open_what_was_done_before(site: Site, method: str, uncertain: bool) -> None:
    fault = fault_of(await local().call(f"{site.url}/redirect?to=http://10.0.0.1/", method=method))
    assert (fault.code, fault.uncertain, fault.retry) == ("blocked_domain", uncertain, False)


async def test_an_address_without_an_answer_is_passed_over(site: Site) -> None:
    async def both(host: str) -> list[Address]:
        return [ip_address("127.0.0.2"), ip_address(HERE)]

    caller = Caller(http=http_handler(HttpPolicy(allow_private=("127.0.0.0/8",)), resolve=both))
    assert (await caller.call(f"http://api.example.com:{site.server_port}/json")).ok


async def test_a_name_without_an_address_is_a_failure() -> None:
    async def nothing(host: str) -> list[Address]:
        raise OSError("no such name")

    async def empty(host: str) -> list[Address]:
        return []

    for resolve in (nothing, empty):
        fault = fault_of(await Caller(http=http_handler(HttpPolicy(), resolve=resolve)).call("https://example.com/"))
        assert (fault.code, fault.pointer) == ("unavailable", "/url")


@pytest.mark.parametrize(
    ("status", "method", "then"),
    [
        (301, "POST", "GET"),
        (302, "POST", "GET"),
        (302, "PUT", "PUT"),
        (303, "PUT", "GET"),
        (303, "HEAD", "HEAD"),
        (307, "POST", "POST"),
        (308, "PATCH", "PATCH"),
    ],
)
async def test_a_redirect_keeps_the_method_or_not_as_in_browsers(
    site: Site, status: int, method: str, then: str
) -> None:
    body = {} if method == "HEAD" else {"body": {"a": 1}}
    await local().call(f"{site.url}/redirect?status={status}&to=/json", method=method, **body)
    assert (site.seen[1][0], site.seen[1][3]) == (then, b'{"a":1}' if then == method and body else b"")
    assert ("content-type" in site.last_headers) == (then == method and bool(body))


def chain(site: Site, length: int) -> str:
    url = "/json"
    for _ in range(length):
        url = f"/redirect?to={quote(url, safe='')}"
    return f"{site.url}{url}"


async def test_five_redirects_are_followed_and_no_more(site: Site) -> None:
    assert body_of(await local().call(chain(site, 5))) == {"items": [1, 2]}
    fault = fault_of(await local().call(chain(site, 6)))
    assert (fault.code, fault.message) == ("limit", "A redirect of the server failed: There were more than 5 of them.")
