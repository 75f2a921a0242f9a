"""HTTP calls: what is sent and what comes back, and the bounds of both."""

import json

import pytest

from pollex.app.workspace_calls.http_policy import HttpPolicy
from pollex.core.result import Result

from .site import MEGABYTE, Site
from .workspace import Caller, body_of, fault_of, local


async def test_an_answer_has_status_headers_and_json(site: Site) -> None:
    result = await local().call(f"{site.url}/json")
    assert result.data == {
        "status": 200,
        "headers": {"content-type": "application/json", "etag": '"1"'},
        "body": {"items": [1, 2]},
    }


@pytest.mark.parametrize(
    ("path", "body", "notes"),
    [
        ("/text", "Grüße", ()),
        ("/raw", ["as text"], ()),
        ("/marked", {}, ()),
        ("/wrong", "{oops", ("The body says that it is JSON, and is not.",)),
        ("/image", None, ("The body is not shown: it is 'image/png', 6 bytes.",)),
        ("/odd-charset", "a" * 100, ()),
        ("/empty", None, ()),
        ("/deep", "[" * 100_000, ("The body says that it is JSON, and is not.",)),
        ("/packed", {"packed": True}, ()),
        ("/packed?encoding=gzip%2C%20gzip", None, ("The body is not shown: its encoding is 'gzip, gzip'.",)),
        ("/packed?encoding=br", None, ("The body is not shown: its encoding is 'br'.",)),
    ],
)
async def test_a_body_is_json_or_text(site: Site, path: str, body: object, notes: tuple[str, ...]) -> None:
    result = await local().call(f"{site.url}{path}")
    assert (body_of(result), result.notes) == (body, notes)


async def test_a_call_sends_json_and_few_headers(site: Site) -> None:
    sent = {"method": "post", "body": {"a": [1]}, "headers": {"Accept": "text/plain"}, "idempotencyKey": "once-1"}
    await local().call(f"{site.url}/json?q=1#part", **sent)
    method, path, headers, content = site.seen[0]
    assert (method, path, json.loads(content)) == ("POST", "/json?q=1", {"a": [1]})
    assert headers == {
        "host": f"127.0.0.1:{site.server_port}",
        "user-agent": "Pollex",
        "accept": "text/plain",
        "accept-encoding": "gzip, deflate",
        "connection": "close",
        "content-type": "application/json",
        "content-length": "9",
        "idempotency-key": "once-1",
    }


async def test_head_has_no_body(site: Site) -> None:
    result = await local().call(f"{site.url}/json", method="HEAD")
    assert (result.data["status"], result.data["body"]) == (200, None)


@pytest.mark.parametrize(
    "name",
    ["Host", "Cookie", "Authorization", "Proxy-Authorization", "Connection", "Content-Length", "Transfer-Encoding",
     "Idempotency-Key", "X-Forwarded-For", "X-HTTP-Method-Override", "Sec-Fetch-Site", "Accept\r\nHost", ""],
)  # fmt: skip
async def test_other_headers_are_not_sent(site: Site, name: str) -> None:
    fault = fault_of(await local().call(f"{site.url}/json", headers={name: "x"}))
    assert (fault.code, fault.pointer) == ("invalid_input", f"/headers/{name.lower()}")
    assert site.seen == []


@pytest.mark.parametrize("value", ["a\r\nHost: evil", "a\nb", "a\x00b", "ü", "x" * 2_001])
async def test_a_header_is_one_line(site: Site, value: str) -> None:
    fault = fault_of(await local().call(f"{site.url}/json", headers={"Accept": value}))
    assert (fault.code, fault.pointer, site.seen) == ("invalid_input", "/headers/accept", [])


async def test_the_body_is_never_said_to_be_anything_but_json(site: Site) -> None:
    call = local().call(f"{site.url}/json", method="POST", body={}, headers={"Content-Type": "text/html"})
    assert fault_of(await call).pointer == "/headers/content-type"


async def test_methods_and_headers_are_wrong_at_once(site: Site) -> None:
    fault = fault_of(await local().call(f"{site.url}/json", method="TRACE", headers={"Cookie": "a", "Host": "b"}))
    assert [issue.pointer for issue in fault.issues] == ["/method", "/headers/cookie", "/headers/host"]


async def test_methods_are_those_of_the_policy(site: Site) -> None:
    caller = local(HttpPolicy(methods=("GET",), allow_private=("127.0.0.1",)))
    fault = fault_of(await caller.call(f"{site.url}/json", method="POST"))
    assert (fault.pointer, fault.expected, site.seen) == ("/method", "'GET'", [])


async def test_a_get_has_no_body(site: Site) -> None:
    assert fault_of(await local().call(f"{site.url}/json", body={})).pointer == "/body"


async def test_a_body_has_a_largest_size(site: Site) -> None:
    fault = fault_of(await local().call(f"{site.url}/json", method="POST", body="x" * MEGABYTE))
    assert (fault.code, fault.pointer, site.seen) == ("limit", "/body", [])


@pytest.mark.parametrize(
    ("status", "code", "retry"),
    [(404, "not_found", True), (429, "limit", False), (401, "failed", False), (503, "unavailable", True)],
)
async def test_a_refusal_is_a_failure_with_its_answer(site: Site, status: int, code: str, retry: bool) -> None:
    result = await local().call(f"{site.url}/status?code={status}")
    fault = fault_of(result)
    assert (fault.code, fault.retry, result.data["status"], result.data["body"]) == (code, retry, status, {"why": "no"})


async def test_an_error_of_the_server_leaves_open_what_a_post_has_done(site: Site) -> None:
    fault = fault_of(await local().call(f"{site.url}/status?code=504", method="POST"))
    assert (fault.code, fault.uncertain, fault.retry) == ("timeout", True, False)


@pytest.mark.parametrize("path", ["/endless", "/bomb"])
async def test_a_huge_answer_is_cut(site: Site, path: str) -> None:
    result = await local().call(f"{site.url}{path}")
    assert (len(body_of(result)), result.notes) == (MEGABYTE, (f"The body was cut after {MEGABYTE} bytes.",))


async def slow(site: Site, method: str) -> Result:
    caller = local(HttpPolicy(allow_private=("127.0.0.1",), seconds=0.3))
    return await caller.call(f"{site.url}/slow", method=method)


async def test_a_slow_answer_ends_the_call(site: Site) -> None:
    fault = fault_of(await slow(site, "GET"))
    assert (fault.code, fault.retry, fault.uncertain) == ("timeout", True, False)


async def test_a_slow_answer_leaves_open_what_a_post_has_done(site: Site) -> None:
    fault = fault_of(await slow(site, "POST"))
    assert (fault.code, fault.retry, fault.uncertain) == ("timeout", False, True)


async def test_an_answer_that_breaks_off_is_a_failure(site: Site) -> None:
    assert fault_of(await local().call(f"{site.url}/broken")).code == "unavailable"


async def test_where_nobody_listens_is_a_failure() -> None:
    fault = fault_of(await local().call("http://127.0.0.1:1/"))
    assert (fault.code, fault.pointer, fault.uncertain) == ("unavailable", "/url", False)


async def test_proxies_of_the_environment_are_not_used(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert body_of(await local().call(f"{site.url}/json")) == {"items": [1, 2]}


@pytest.mark.parametrize(
    "url",
    [
        "http://",
        "http://[::1",
        "http://a b/",
        "https://user:pw@example.com/",
        "http://exa\nmple.com",
        "http:///x",
        "http://１２７.0.0.1/",
    ],
)
async def test_what_is_no_address_is_a_fault(url: str) -> None:
    fault = fault_of(await Caller().call(url))
    assert (fault.code, fault.pointer) == ("invalid_input", "/url")


async def test_delete_is_asked_for_as_what_cannot_be_taken_back(site: Site) -> None:
    caller = local()
    assert fault_of(await caller.call(f"{site.url}/json", method="DELETE")).code == "denied"
    caller.approve_with(approved=False)
    assert fault_of(await caller.call(f"{site.url}/json", method="DELETE")).code == "denied"
    assert site.seen == []
    caller.approve_with(approved=True)
    assert (await caller.call(f"{site.url}/json", method="DELETE")).ok
    assert caller.asked == [f"it sends DELETE to 127.0.0.1:{site.server_port}"] * 2


@pytest.mark.document("003", "`api.call` sends any header but those of a short list.")
@pytest.mark.parametrize("name", ["X-Api-Version", "X-API-Key", "DNT", "If-Match", "X-CSRF-Token"])
async def test_any_other_header_is_sent(site: Site, name: str) -> None:
    assert (await local().call(f"{site.url}/json", headers={name: "2"})).ok
    assert site.last_headers[name.lower()] == "2"


async def test_half_a_character_is_repaired(site: Site) -> None:
    result = await local().call(f"{site.url}/json", method="POST", body={"a": "\ud800"})
    assert (result.ok, [repair.pointer for repair in result.repairs]) == (True, ["/body/a"])
    assert json.loads(site.seen[0][3]) == {"a": "\ufffd"}
