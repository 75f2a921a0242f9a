"""The practice server: its index, its world, and the reset that makes everything new."""

import json
import re
import signal
import socket
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from http.client import HTTPResponse
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen

import pytest
from starlette.types import Message, Receive, Scope, Send

from pollex.practice.sent import Sent
from pollex.practice.server import SITES, Server


def ask(address: str, body: object = None) -> HTTPResponse:
    data = None if body is None else json.dumps(body).encode()
    answer = urlopen(Request(address, data, {"content-type": "application/json"}))
    assert isinstance(answer, HTTPResponse)
    return answer


def text(address: str) -> str:
    with ask(address) as answer:
        return answer.read().decode()


def told(address: str, body: object = None) -> object:
    with ask(address, body) as answer:
        return json.loads(answer.read())


def test_the_index_presents_every_site_and_what_lets_one_in(server: Server) -> None:
    index = text(server.url)
    assert [site.name for site in SITES if f'href="/{site.name}/"' not in index] == []
    assert "lovelace-1843" in index
    assert "PRACTICEPOLLEXADA234567ABCDEFGHI" in index


@pytest.mark.parametrize("name", [site.name for site in SITES])
def test_every_site_opens(server: Server, name: str) -> None:
    with ask(f"{server.url}/{name}/") as answer:
        assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_pieces_of_an_answer_do_not_wait_for_one_another(server: Server) -> None:
    """A connection that is kept inherits this; without it, each answer after the first is some 40 ms late."""
    assert server.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_server_starts_with_the_seed_and_layout_it_is_given() -> None:
    with Server(seed=7, layout=2) as server:
        assert told(f"{server.url}/world") == {"seed": 7, "layout": 2}


@pytest.mark.parametrize("layout", [1, 2, 3, 4])
def test_a_reset_changes_the_layout(server: Server, layout: int) -> None:
    assert told(f"{server.url}/reset", {"layout": layout}) == {"seed": 1, "layout": layout}
    assert f'<option value="{layout}" selected>' in text(server.url)


def test_reset_keeps_what_it_is_not_told(server: Server) -> None:
    assert told(f"{server.url}/reset", {"seed": 5}) == {"seed": 5, "layout": 1}
    assert told(f"{server.url}/reset", {"layout": 2}) == {"seed": 5, "layout": 2}
    assert told(f"{server.url}/world") == {"seed": 5, "layout": 2}


def test_reset_by_the_form_comes_back_to_the_index(server: Server) -> None:
    with urlopen(Request(f"{server.url}/reset", b"seed=3&layout=2")) as answer:
        assert answer.url == f"{server.url}/"
    assert told(f"{server.url}/world") == {"seed": 3, "layout": 2}


@pytest.mark.parametrize(
    "wanted", [{"layout": 5}, {"layout": 0}, {"seed": "many"}, {"seed": None}, {"seed": 1e999}, [1], "x", 4]
)
def test_reset_refuses_what_makes_no_sense(server: Server, wanted: object) -> None:
    with pytest.raises(HTTPError) as refused:
        ask(f"{server.url}/reset", wanted)
    with refused.value as answer:
        assert (answer.code, list(json.loads(answer.read()))) == (400, ["error"])
    assert told(f"{server.url}/world") == {"seed": 1, "layout": 1}


def first_cookie(server: Server) -> str:
    with ask(f"{server.url}/shop/") as answer:
        return answer.headers["set-cookie"]


def test_visitors_get_different_sessions_which_the_seed_decides() -> None:
    with Server() as one, Server() as other:
        firsts = [first_cookie(one).split("=")[1], first_cookie(one).split("=")[1]]
        again = first_cookie(other).split("=")[1]
    assert firsts[0] != firsts[1]
    assert firsts[0] == again


def test_a_session_from_before_a_reset_is_forgotten(server: Server) -> None:
    before = first_cookie(server)
    told(f"{server.url}/reset", {})
    assert first_cookie(server) != before


def test_a_visitor_keeps_the_session(server: Server) -> None:
    visitor = build_opener(HTTPCookieProcessor())
    with visitor.open(f"{server.url}/shop/") as first, visitor.open(f"{server.url}/shop/") as second:
        assert [bool(answer.headers["set-cookie"]) for answer in (first, second)] == [True, False]


def test_pages_ask_nothing_of_other_servers(server: Server) -> None:
    pages = [text(f"{server.url}/{path}") for path in ("", "shop/", "bank/login")]
    assert [found for page in pages for found in re.findall(r'(?:src|href)="(?:https?:)?//[^"]*"', page)] == []


@pytest.mark.parametrize(("accept", "kind"), [("text/html", "text/html"), ("*/*", "text/plain")])
def test_a_missing_page_is_told_to_people_and_to_programs(server: Server, accept: str, kind: str) -> None:
    with pytest.raises(HTTPError) as missing:
        urlopen(Request(f"{server.url}/shop/nowhere", headers={"accept": accept}))
    with missing.value as answer:
        assert (answer.code, answer.headers.get_content_type()) == (404, kind)


def test_a_port_is_free_again_when_the_server_has_ended() -> None:
    host = "127.0.0.9" if sys.platform == "linux" else "127.0.0.1"  # where nobody else takes it meanwhile
    with Server(host=host) as first:
        port = first.port
    with Server(port=port, host=host) as second:
        assert told(f"{second.url}/world") == {"seed": 1, "layout": 1}


def pollex(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "pollex", "practice", *arguments]


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Lets children be interrupted, also where the tests themselves were started in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_the_command_says_where_it_serves_and_stops_when_interrupted() -> None:
    with subprocess.Popen(pollex("--port", "0", "--layout", "4"), stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        first = process.stderr.readline()
        assert told(f"{first.split()[-1]}/world") == {"seed": 1, "layout": 4}
        assert any("Press Ctrl+C to stop." in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert rest == "\nStopped.\n"
    assert process.returncode == 0


@pytest.mark.usefixtures("interruptible")
def test_an_interrupted_server_has_ended_when_its_address_is_given_up() -> None:
    with Server() as server, pytest.raises(KeyboardInterrupt):
        threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()
        server.wait()
    assert server.thread.ident not in sys._current_frames()


def test_the_command_refuses_a_port_that_is_taken(server: Server) -> None:
    run = subprocess.run(pollex("--port", str(server.port), "--json"), capture_output=True, text=True, check=False)
    fault = json.loads(run.stdout)["fault"]
    assert (run.returncode, fault["code"]) == (1, "unavailable")
    assert "--port 0" in fault["hint"]


async def test_a_form_counts_when_it_has_arrived_as_a_whole() -> None:
    """Whoever is killed in the middle of it has sent nothing: the site does not take it either."""

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] == "http.request" and message["more_body"]:
            pass

    def coming(*messages: Message) -> Receive:
        left = iter(messages)

        async def receive() -> Message:
            return next(left)

        return receive

    async def send(message: Message) -> None:
        raise AssertionError

    counts: Counter[str] = Counter()
    scope = {"type": "http", "method": "POST", "path": "/order"}
    half: Message = {"type": "http.request", "body": b"a", "more_body": True}
    await Sent(site, counts)(scope, coming(half, {"type": "http.disconnect"}), send)
    assert counts["/order"] == 0
    await Sent(site, counts)(scope, coming(half, {"type": "http.request", "body": b"b", "more_body": False}), send)
    assert counts["/order"] == 1
