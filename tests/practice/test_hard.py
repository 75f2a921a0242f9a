"""The hard pages over real HTTP, all taken from their declaration."""

import json
import re
from collections.abc import Iterator
from html import unescape
from http.client import HTTPConnection, HTTPResponse
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

import pytest

from pollex.practice.hard.pages import PAGES
from pollex.practice.server import Server

from ..vectors import all_hold


@pytest.fixture(scope="module")
def usual() -> Iterator[Server]:
    with Server(layout=1) as running:
        yield running


@pytest.fixture(scope="module")
def redesigned() -> Iterator[Server]:
    with Server(layout=2) as running:
        yield running


@pytest.fixture(scope="module")
def renamed() -> Iterator[Server]:
    with Server(layout=3) as running:
        yield running


@pytest.fixture(scope="module")
def reworded() -> Iterator[Server]:
    with Server(layout=4) as running:
        yield running


def text(server: Server, path: str, form: dict[str, str] | None = None) -> str:
    data = None if form is None else urlencode(form).encode()
    with urlopen(Request(f"{server.url}/hard{path}", data)) as answer:
        content: bytes = answer.read()
        return content.decode()


def outcome(page: str) -> str:
    found = re.search(r'<output id="outcome" data-state="(\w+)">([^<]*)</output>', page)
    assert found
    return f"{found[1]}: {found[2]}"


def head(server: Server, path: str) -> HTTPResponse:
    """The first answer, without following a redirect."""
    connection = HTTPConnection(urlsplit(server.url).netloc)
    connection.request("GET", f"/hard{path}")
    answer = connection.getresponse()
    connection.close()
    return answer


def test_there_are_at_least_60_and_the_index_links_each(usual: Server) -> None:
    linked = re.findall(r'href="/hard/([a-z0-9-]+)"', text(usual, "/"))
    assert len(PAGES) >= 60
    assert linked == list(PAGES)


def test_every_page_says_its_task_and_waits_and_has_another_face_in_each_layout(
    usual: Server, redesigned: Server, renamed: Server, reworded: Server
) -> None:
    def seen(name: str) -> None:
        pages = [text(server, f"/{name}") for server in (usual, redesigned, renamed, reworded)]
        for page in map(unescape, pages):
            assert PAGES[name].todo in page
            assert outcome(page) == "waiting: Waiting"
        faces = {re.sub(r"\?layout=\d", "", page) for page in pages}
        assert len(faces) == 4

    all_hold(((name, name) for name in PAGES), seen)


def test_the_foreign_frame_uses_the_other_name_of_this_machine(usual: Server) -> None:
    port = urlsplit(usual.url).port
    assert f'src="http://localhost:{port}/hard/frames/card"' in text(usual, "/iframe-cross")
    request = Request(f"{usual.url}/hard/iframe-cross", headers={"host": f"localhost:{port}"})
    with urlopen(request) as answer:
        assert f'src="http://127.0.0.1:{port}/hard/frames/card"' in answer.read().decode()


def test_the_policies_are_sent(usual: Server) -> None:
    sent = {
        name: head(usual, f"/{name}").getheader("content-security-policy") for name in ("csp-self", "csp-none", "tabs")
    }
    assert sent == {"csp-self": "script-src 'self'", "csp-none": "script-src 'none'", "tabs": None}


def test_a_page_without_scripts_learns_its_outcome_from_the_server(usual: Server) -> None:
    assert "<script" not in text(usual, "/csp-none")
    assert outcome(text(usual, "/csp-none", {"word": "tea"})) == "done: Done: the word is tea"


def test_the_login_is_checked(usual: Server) -> None:
    wrong = text(usual, "/login", {"user": "grace", "password": "x"})
    assert (outcome(wrong), "is wrong" in wrong) == ("waiting: Waiting", True)
    right = text(usual, "/login", {"user": "grace", "password": "cobol-1959"})
    assert outcome(right) == "done: Done: signed in as grace"


def test_the_booking_says_what_is_wrong_and_keeps_what_was_given(usual: Server) -> None:
    refused = text(usual, "/validation-server", {"name": "Ada", "guests": "40", "day": "31.02.2027"})
    assert 'value="Ada"' in refused
    assert "We seat one to eight guests." in refused
    assert "Please give a day after today" in refused
    taken = text(usual, "/validation-server", {"name": "Ada", "guests": "4", "day": "24.12.2026"})
    assert outcome(taken) == "done: Done: table for 4 on 24.12.2026"


def test_five_redirects_lead_to_the_outcome(usual: Server) -> None:
    path, hops = "/data/hop/5", 0
    while location := head(usual, path).getheader("location"):
        path, hops = location.removeprefix("/hard"), hops + 1
    assert (hops, outcome(text(usual, path))) == (5, "done: Done: arrived after five redirects")


def test_the_server_counts_every_donation_until_a_reset() -> None:
    with Server() as server:
        counted = [json.loads(text(server, "/data/donate", {})) for _ in range(2)]
        urlopen(Request(f"{server.url}/reset", b"{}", {"content-type": "application/json"})).close()
        assert [*counted, json.loads(text(server, "/data/donate", {}))] == [{"count": 1}, {"count": 2}, {"count": 1}]


def test_the_endless_list_ends_after_200_rows(usual: Server) -> None:
    names: list[str] = []
    following: int | None = 0
    while following is not None:
        answer = json.loads(text(usual, f"/data/rows?from={following}"))
        names += [row["name"] for row in answer["rows"]]
        following = answer["next"]
    assert names == [f"Entry {n}" for n in range(1, 201)]


def test_the_same_seed_gives_the_same_code_and_another_seed_another(usual: Server) -> None:
    with Server() as same, Server(seed=2) as other:
        assert text(same, "/toast") == text(usual, "/toast")
        assert text(other, "/toast") != text(usual, "/toast")


def test_the_large_pages_are_as_large_as_they_say(usual: Server) -> None:
    rows = text(usual, "/table-35000").partition("<tbody")[2].partition("</tbody>")[0]
    assert len(re.findall(r"<(?:tr|td|a)\b", rows)) == 35_000
    assert text(usual, "/buttons-5000").count("<button") == 5_000


def test_a_server_stops_although_a_request_has_no_end() -> None:
    with Server() as server:
        answer = urlopen(f"{server.url}/hard/data/endless")
        assert answer.read(2) == b".."
    answer.close()
    assert not server.thread.is_alive()


def test_an_unknown_page_is_not_found(usual: Server) -> None:
    assert head(usual, "/nothing").status == 404
