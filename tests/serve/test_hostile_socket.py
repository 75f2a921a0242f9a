"""A hostile client of the socket: every mistake is answered, nothing wrong is applied, and the server goes on."""

from __future__ import annotations

import json
import socket
from contextlib import ExitStack, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from pollex.serve.socket.state import SocketLimits

from ..processes import Nursery
from ..waits import until
from .page_socket import PageSocket
from .served import Served
from .test_socket import WINDOW, html, new_workspace

DEEP = "[" * 400 + "]" * 400
VERY_DEEP = "[" * 100_000 + "]" * 100_000
HANDSHAKE = (
    "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
    "Authorization: Bearer {token}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@pytest.mark.parametrize(
    ("text", "code", "pointer"),
    [
        ("", "invalid_json", ""),
        ("{", "invalid_json", ""),
        ("\x00", "invalid_json", ""),
        (VERY_DEEP, "invalid_json", ""),
        ('{"type": "ping", "id": "\\ud800"}', "invalid_json", ""),
        ("7", "invalid_input", ""),
        ("null", "invalid_input", ""),
        ('["hello"]', "invalid_input", ""),
        ("{}", "invalid_input", "/type"),
        ('{"type": 7}', "invalid_input", "/type"),
        ('{"type": {}}', "invalid_input", "/type"),
        ('{"type": "snapshot"}', "invalid_input", "/type"),
        ('{"type": "__class__"}', "invalid_input", "/type"),
        ('{"type": "hello", "after": -1}', "invalid_input", "/after"),
        ('{"type": "hello", "after": 1e400}', "invalid_json", ""),
        ('{"type": "hello", "workspace": 7}', "invalid_input", "/workspace"),
        ('{"type": "hello", "other": 7}', "invalid_input", "/other"),
        ('{"type": "say", "text": ""}', "invalid_input", "/text"),
        ('{"type": "batch"}', "invalid_input", "/batch"),
        ('{"type": "press", "windowId": "a"}', "invalid_input", "/command"),
        ('{"type": "type", "scope": "secret", "key": "a", "value": 1}', "invalid_input", "/scope"),
        ('{"type": "act", "run": "a", "act": {"kind": "click", "x": NaN, "y": 1}}', "invalid_json", ""),
        ('{"type": "act", "run": "a", "act": {"kind": "click", "x": 1e9, "y": 1}}', "invalid_input", "/act/x"),
        ('{"type": "act", "run": "a", "act": {"kind": "evaluate"}}', "invalid_input", "/act/kind"),
        (
            '{"type": "act", "run": "a", "act": {"kind": "type", "text": "' + "x" * 100_001 + '"}}',
            "invalid_input",
            "/act/text",
        ),
        ('{"type": "take", "run": "a", "on": "maybe"}', "invalid_input", "/on"),
        ('{"type": "undo", "id": ' + DEEP + "}", "invalid_input", ""),
    ],
)
def test_what_is_no_message_is_an_error_and_the_socket_stays(
    served: Served, text: str, code: str, pointer: str
) -> None:
    with PageSocket(served) as page:
        page.line.send(text)
        error = page.hear()
        assert (error["type"], error["fault"]["code"], error["fault"]["pointer"]) == ("error", code, pointer)
        assert page.ask("ping")[0]["type"] == "pong"


@pytest.mark.parametrize(
    "batch",
    [
        None,
        7,
        "nothing",
        {},
        [],
        [[]],
        json.loads(DEEP),
        [{"op": "window.create", "params": json.loads(DEEP)}],
        [WINDOW] * 65,
        [WINDOW, html("<p>" * 30_000)],
        [WINDOW, html("x" * 70_000)],
        [WINDOW, {"op": "dom.set", "params": {"windowId": "notes", "target": "#root", "html": "", "sanitize": False}}],
        [WINDOW, {"op": "state.set", "params": {"scope": "workspace", "key": "a", "value": "{{secret.a.b}}"}}],
        [{**WINDOW, "id": "no-uuid"}],
        [WINDOW, WINDOW],
    ],
    ids=range(15),
)
def test_a_batch_that_is_not_valid_changes_nothing(served: Served, batch: Any) -> None:
    workspace = new_workspace(served)
    with PageSocket(served) as page:
        page.hello(workspace)
        answer, told = page.ask("batch", batch=batch)
        assert answer["fault"]["message"]
        assert [each["type"] for each in told] == ["chat"]
    shown = served.client.get(f"/api/workspace/{workspace}").json()
    assert (shown["windows"], shown["state"], shown["undo"]) == ([], [], 0)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"token": "wrong"}, 401),
        ({"origin": None}, 403),
        ({"origin": "http://evil.test"}, 403),
        ({"origin": "null"}, 403),
    ],
)
def test_who_may_not_come_in_is_refused(served: Served, headers: dict[str, Any], status: int) -> None:
    with pytest.raises(InvalidStatus) as refused:
        PageSocket(served, **headers)
    assert refused.value.response.status_code == status
    assert json.loads(refused.value.response.body or b"")["fault"]["code"] == "denied"
    assert served.client.get("/socket").status_code == 426  # by now it would have written about the one before
    assert "handshake" not in served.process.errors()


@pytest.mark.parametrize(
    "first",
    [
        {"type": "hello"},
        {"type": "hello", "token": "wrong"},
        {"type": "hello", "token": 1},
        {"type": "ping"},
        {"type": "batch", "batch": []},
        b"bytes",
        "no JSON",
    ],
)
def test_a_socket_without_a_token_must_begin_with_one(served: Served, first: Any) -> None:
    with PageSocket(served, token=None) as page:
        page.line.send(first if isinstance(first, bytes | str) else json.dumps(first))
        assert page.close_code() == 4401


def test_a_session_opens_the_socket_at_the_host_of_the_page_only(served: Served) -> None:
    with served.open_client(Host=f"pollex.localhost:{served.port}", Accept="application/json") as client:
        entry = served.entry().partition("token=")[2]
        session = client.post("/enter", data={"token": entry}).json()["session"]
    with PageSocket(served, token=None) as page:
        page.say("hello", token=session)
        assert page.close_code() == 4401


def test_a_token_in_the_first_message_opens_the_socket(served: Served) -> None:
    served.client.post("/api/workspaces")
    with PageSocket(served, token=None) as page:
        assert "snapshot" in [told["type"] for told in page.hello(token=served.token)]


def test_bytes_are_not_taken(served: Served) -> None:
    with PageSocket(served) as page:
        page.line.send(b'{"type": "ping"}')
        assert page.close_code() == 1003


def test_a_message_that_is_too_large_ends_the_socket(served: Served) -> None:
    with PageSocket(served) as page:
        with suppress(ConnectionClosed):  # the server may have ended it before all was sent
            page.line.send("x" * 4_000_001)
        assert page.close_code() in (1009, 1006)  # what was not read may overtake the reason
    with PageSocket(served) as page:
        assert page.ask("ping")[0]["type"] == "pong"


def test_a_plain_request_is_told_what_is_spoken_here(served: Served) -> None:
    answer = served.client.get("/socket")
    assert (answer.status_code, answer.headers["upgrade"]) == (426, "websocket")


def test_there_are_not_more_sockets_than_a_number(nursery: Nursery, tmp_path: Any) -> None:
    """A thousand sockets: those above the limit are refused, requests are answered, a place that is left is taken."""
    with Served(nursery, tmp_path / "home") as served, ExitStack() as held:
        most = SocketLimits().sockets
        lines = [held.enter_context(shaken(served)) for _ in range(most)]
        assert [_status(each) for each in lines] == [101] * most
        for _ in range(1_000 - most):
            with shaken(served) as line:
                assert _status(line) == 429
        assert served.client.get("/healthz").status_code == 200
        lines[0].close()

        def free() -> bool:
            with shaken(served) as line:
                return _status(line) == 101

        until("a place is free", free)


def shaken(served: Served) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", served.port), timeout=60)
    line.sendall(HANDSHAKE.format(port=served.port, token=served.token).encode())
    return line


def _status(line: socket.socket) -> int:
    head = b""
    while b"\r\n" not in head and (more := line.recv(1_000)):
        head += more
    return int(head.split()[1])


def test_a_client_that_does_not_read_is_left_and_comes_again(served: Served) -> None:
    workspace = new_workspace(served)
    with PageSocket(served, max_queue=1) as slow, PageSocket(served) as other:
        [snapshot] = slow.hello(workspace)
        other.hello(workspace)
        for number in range(10, 30):
            state = {"scope": "workspace", "key": "a", "value": str(number) * 500_000}
            answer, _ = other.ask("batch", batch=[{"op": "state.set", "params": state}])
            assert "fault" not in answer
        assert slow.close_code() == 4001
    with PageSocket(served) as again:
        [now] = again.hello(workspace, after=snapshot["seq"])
        assert now["state"][0]["value"] == "29" * 500_000


def test_a_flood_is_read_no_faster_than_allowed_and_loses_nothing(served: Served) -> None:
    count = SocketLimits().burst + 20
    with PageSocket(served) as page:
        for number in range(count):
            page.say("ping", id=str(number))
        assert [page.hear()["id"] for _ in range(count)] == [str(number) for number in range(count)]


def test_nobody_acts_in_a_run_that_has_no_browser_was_not_taken_or_is_not_there(served: Served) -> None:
    ended, act = served.start(tool="doctor"), {"kind": "goto", "url": "https://example.org"}
    served.ended(ended)
    asking = {"name": "asks", "nodes": [{"position": 1, "type": "ask", "config": {"question": "Go on?"}}]}
    waiting = served.start(workflow=asking)
    served.asks(waiting)
    with PageSocket(served) as page:
        for run in (ended, waiting, "../x", "00000000-0000-4000-8000-000000000000"):
            assert "fault" in page.ask("act", run=run, act=act)[0]
        assert page.ask("act", run=waiting, act=act)[0]["fault"]["code"] == "conflict"
        assert page.ask("take", run=waiting, on=False)[0].get("fault") is None
    served.client.post(f"/api/runs/{waiting}/answer", json={"answer": "yes"}).raise_for_status()
    assert served.ended(waiting)["status"] == "done"
