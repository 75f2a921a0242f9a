"""What a client's model changes on a page is asked of its person, who alone can say yes."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp_types import ElicitResult

from ...processes import Nursery
from ...servers import serving
from .doors import PROTOCOLS, Protocol, by_stdio, text

PAGE = b"<title>Pay</title><button onclick=\"fetch('/pay', {method: 'POST', body: 'amount=666'})\">Weather</button>"


class Bank(BaseHTTPRequestHandler):
    paid: list[str]

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE)

    def do_POST(self) -> None:
        self.paid.append(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def bank() -> Iterator[tuple[str, list[str]]]:
    paid: list[str] = []
    handler = type("OwnBank", (Bank,), {"paid": paid})
    with serving(ThreadingHTTPServer(("127.0.0.1", 0), handler)) as server:
        yield f"http://127.0.0.1:{server.server_port}/", paid


class Person:
    """Answers each form alike, and remembers what was asked."""

    def __init__(self, **said: Any) -> None:
        self.said = said
        self.asked: list[str] = []

    async def __call__(self, context: object, params: Any) -> ElicitResult:
        self.asked.append(params.message)
        return ElicitResult(action="accept", content=self.said) if self.said else ElicitResult(action="decline")


DOORS = {"tools": (), "page": ("--page",)}
EACH = pytest.mark.parametrize(("door", "protocol"), [(door, each) for door in DOORS for each in PROTOCOLS])


@asynccontextmanager
async def client_of(
    nursery: Nursery, home: Path, door: str, protocol: Protocol, person: Person | None = None, *more: str
) -> AsyncIterator[Client]:
    options = {} if person is None else {"elicitation_callback": person}
    async with by_stdio(nursery, home, protocol, (), *DOORS[door], *more, **options) as client:
        yield client


async def press(client: Client, url: str, times: int = 1) -> Any:
    assert not (await client.call_tool("page_navigate", {"url": url})).is_error
    for _ in range(times):
        result = await client.call_tool("page_click", {"selector": "text=Weather"})
    return result


@EACH
async def test_a_press_that_changes_something_waits_for_the_person(
    mcp_nursery: Nursery, tmp_path: Path, bank: tuple[str, list[str]], door: str, protocol: Protocol
) -> None:
    (url, paid), person = bank, Person(approved=True)
    async with client_of(mcp_nursery, tmp_path, door, protocol, person) as client:
        result = await press(client, url)
    assert (paid, result.is_error or False) == (["amount=666"], False)
    assert len(person.asked) == 1
    assert "'Weather'" in person.asked[0]
    assert "666" in person.asked[0]


@pytest.mark.parametrize(("door", "protocol"), [("tools", "legacy"), ("page", "2026-07-28")])
@pytest.mark.parametrize("person", [Person(approved=False), Person(), None], ids=["no", "declined", "cannot ask"])
async def test_without_a_yes_nothing_leaves(
    mcp_nursery: Nursery,
    tmp_path: Path,
    bank: tuple[str, list[str]],
    door: str,
    protocol: Protocol,
    person: Person | None,
) -> None:
    url, paid = bank
    async with client_of(mcp_nursery, tmp_path, door, protocol, person) as client:
        result = await press(client, url)
    assert (paid, result.is_error) == ([], True)
    assert "--yes" in text(result)


async def test_a_yes_may_hold_for_the_kind(mcp_nursery: Nursery, tmp_path: Path, bank: tuple[str, list[str]]) -> None:
    (url, paid), person = bank, Person(approved=True, kind=True)
    async with client_of(mcp_nursery, tmp_path, "page", "2026-07-28", person) as client:
        await press(client, url, times=3)
    assert (len(paid), len(person.asked)) == (3, 1)


async def test_a_client_that_asks_itself_needs_no_second_question(
    mcp_nursery: Nursery, tmp_path: Path, bank: tuple[str, list[str]]
) -> None:
    url, paid = bank
    async with client_of(mcp_nursery, tmp_path, "page", "2026-07-28", None, "--yes") as client:
        await press(client, url)
    assert paid == ["amount=666"]


@pytest.mark.parametrize(
    ("door", "call"), [("tools", "page_navigate"), ("page", "page_navigate"), ("tools", "page_upload")]
)
async def test_a_file_of_this_machine_is_opened_and_uploaded_only_where_the_person_agrees(
    mcp_nursery: Nursery, tmp_path: Path, door: str, call: str
) -> None:
    file, person = tmp_path / "secret.txt", Person(approved=False)
    file.write_text("the token")
    args = {"url": file.as_uri()} if call == "page_navigate" else {"selector": "input", "files": [str(file)]}
    async with client_of(mcp_nursery, tmp_path, door, "2026-07-28", person) as client:
        result = await client.call_tool(call, args)
        seen = text(await client.call_tool("page_text", {})) if door == "tools" else ""
    assert (len(person.asked), result.is_error, "the token" in seen) == (1, True, False)
