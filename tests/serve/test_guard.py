"""The guard: who has no token, comes by another name or from another page reaches nothing."""

import re
import socket
from contextlib import nullcontext

import httpx2
import pytest
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from pollex.serve.access import Access
from pollex.serve.guard import AccessGuard
from pollex.serve.refusal import HttpRefusal

from .served import Served


def ask(served: Served, path: str = "/api/tools", method: str = "GET", **headers: str) -> httpx2.Response:
    """Ask with these headers alone; underscores are hyphens."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    with httpx2.Client(base_url=served.url, headers=given, trust_env=False) as client:
        return client.request(method, path)


def bearer(served: Served) -> str:
    return f"Bearer {served.token}"


def entered(served: Served) -> str:
    """The bearer of a browser that was let in."""
    answer = ask(served, served.entry().removeprefix(served.page_url), Host=f"pollex.localhost:{served.port}")
    assert (answer.status_code, "set-cookie" in answer.headers) == (200, False)
    [session] = re.findall(r'data-session="([^"]+)"', answer.text)
    return f"Bearer {session}"


def test_the_token_opens(served: Served) -> None:
    assert ask(served, Authorization=bearer(served)).status_code == 200


@pytest.mark.parametrize("given", ["", "Bearer", "Bearer wrong", "Basic {token}", "Bearer {token}x", "{token}"])
def test_without_the_token_nothing_opens(served: Served, given: str) -> None:
    answer = ask(served, Authorization=given.format(token=served.token))
    assert (answer.status_code, answer.json()["fault"]["code"]) == (401, "denied")
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "path", ["/api/tools", "/api/runs", "/metrics", "/openapi.json", "/mcp", "/nothing", "/api/tools/add"]
)
def test_every_path_is_guarded(served: Served, path: str) -> None:
    assert ask(served, path).status_code == 401
    assert ask(served, path, "POST").status_code == 401


def test_health_needs_no_token(served: Served) -> None:
    assert ask(served, "/healthz").json()["ok"] is True


@pytest.mark.parametrize(
    "host", ["evil.test", "evil.test:{port}", "127.0.0.1", "localhost.:{port}", "127.0.0.1:1", "LOCALHOST:{port}"]
)
def test_another_name_is_refused_even_with_the_token(served: Served, host: str) -> None:
    called = host.format(port=served.port)
    answer = ask(served, Host=called, Authorization=bearer(served))
    assert (answer.status_code, answer.json()["fault"]["received"]) == (403, called)
    assert ask(served, "/healthz", Host=called).status_code == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]", "pollex.localhost"])
def test_its_own_names_are_taken(served: Served, name: str) -> None:
    assert ask(served, Host=f"{name}:{served.port}", Authorization=bearer(served)).status_code == 200


@pytest.mark.parametrize("site", ["cross-site", "same-site", "anything"])
def test_pages_of_other_sites_are_refused(served: Served, site: str) -> None:
    assert ask(served, Authorization=bearer(served), Sec_Fetch_Site=site).status_code == 403


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_own_pages_and_typed_addresses_are_taken(served: Served, site: str) -> None:
    assert ask(served, Authorization=bearer(served), Sec_Fetch_Site=site).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.test", "null", "http://127.0.0.1:1", "http://localhost:{port}"])
def test_other_origins_are_refused(served: Served, origin: str) -> None:
    given = origin.format(port=served.port)
    assert ask(served, Authorization=bearer(served), Origin=given).status_code == 403


def test_a_session_opens_at_the_host_of_the_page_only(served: Served) -> None:
    own, other = f"pollex.localhost:{served.port}", f"127.0.0.1:{served.port}"
    session = entered(served)
    assert ask(served, Authorization=session, Host=own).status_code == 200
    assert ask(served, "/api/tools/doctor", "POST", Authorization=session, Host=own).status_code == 200
    assert ask(served, Authorization=session, Host=other).status_code == 401


def test_no_cookie_opens_anything(served: Served) -> None:
    session = entered(served).removeprefix("Bearer ")
    for name in (f"pollex-{served.port}", "pollex-session", "session"):
        cookie = f"{name}={session}"
        answer = ask(served, Cookie=cookie, Host=f"pollex.localhost:{served.port}", X_Pollex="1")
        assert answer.status_code == 401


def test_an_entry_holds_once_and_is_no_token_of_programs(served: Served) -> None:
    host, entry = f"pollex.localhost:{served.port}", served.entry().removeprefix(served.page_url)
    token = entry.partition("token=")[2]
    assert ask(served, Authorization=f"Bearer {token}", Host=host).status_code == 401
    assert [ask(served, entry, Host=host).status_code for _ in range(2)] == [200, 401]


@pytest.mark.parametrize("path", ["/enter?token=wrong", "/enter", "/enter?token={token}"])
def test_nothing_but_an_entry_lets_in(served: Served, path: str) -> None:
    answer = ask(served, path.format(token=served.token), Host=f"pollex.localhost:{served.port}")
    assert (answer.status_code, "data-session" in answer.text) == (401, False)


def test_a_session_is_given_at_the_host_of_the_page_only(served: Served) -> None:
    entry = served.entry().removeprefix(served.page_url)
    assert ask(served, entry).status_code == 403
    assert ask(served, entry, Host=f"pollex.localhost:{served.port}").status_code == 200


@pytest.mark.parametrize(("site", "origin"), [("cross-site", "null"), ("cross-site", "http://evil.test")])
def test_a_file_of_this_machine_may_send_an_entry_and_nothing_else(served: Served, site: str, origin: str) -> None:
    host, body = f"pollex.localhost:{served.port}", {"token": served.entry().partition("token=")[2]}
    named = {"Host": host, "Sec-Fetch-Site": site, "Origin": origin}
    with httpx2.Client(base_url=served.url, headers=named, trust_env=False) as client:
        assert client.post("/enter", data={"token": "wrong"}).status_code == 401
        assert client.get(f"/enter?token={body['token']}").status_code == 403
        assert client.post("/enter", data=body).status_code == 200


def test_the_token_is_in_no_answer(served: Served) -> None:
    session, host = entered(served), f"pollex.localhost:{served.port}"
    paths = ("/", "/metrics", "/openapi.json", "/api/runs")
    pages = [ask(served, path, Authorization=session, Host=host) for path in paths]
    assert all(page.status_code == 200 for page in pages)
    assert all(served.token not in page.text and session.partition(" ")[2] not in page.text for page in pages)


@pytest.mark.parametrize(
    ("origin", "passes"),
    [("http://127.0.0.1:8765", True), (None, False), ("http://evil.test", False), ("http://localhost:8765", False)],
)
async def test_sockets_go_by_their_origin(origin: str | None, passes: bool) -> None:
    access, passed = Access(8765), []

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        passed.append(scope["path"])

    headers = {"host": "127.0.0.1:8765", "authorization": f"Bearer {access.token}"}
    given = headers if origin is None else {**headers, "origin": origin}
    scope = {"type": "websocket", "path": "/socket", "headers": Headers(given).raw}
    with nullcontext() if passes else pytest.raises(HttpRefusal):
        await AccessGuard(inside, access)(scope, no_message, no_answer)
    assert bool(passed) is passes


async def no_message() -> Message:
    raise AssertionError("nothing is read before the guard has let it in")


async def no_answer(message: Message) -> None:
    raise AssertionError("the guard raises, and answers nothing itself")


def test_a_socket_is_refused_with_a_status(served: Served) -> None:
    lines = [
        "GET /socket HTTP/1.1",
        f"Host: 127.0.0.1:{served.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        f"Authorization: Bearer {served.token}",
    ]
    with socket.create_connection(("127.0.0.1", served.port)) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
        assert line.recv(1_000).startswith(b"HTTP/1.1 403 ")


def test_there_are_no_cors_headers(served: Served) -> None:
    answers = [
        ask(served, Authorization=bearer(served)),
        ask(served, method="OPTIONS", Authorization=bearer(served)),
        ask(served, method="OPTIONS", Origin="http://evil.test", Access_Control_Request_Method="POST"),
    ]
    assert [name for each in answers for name in each.headers if name.startswith("access-control")] == []
    assert all(each.headers["cross-origin-resource-policy"] == "same-origin" for each in answers)
