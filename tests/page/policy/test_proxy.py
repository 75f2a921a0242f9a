"""The proxy as any client sees it: bytes over real sockets, to real servers."""

import asyncio
import hashlib
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from ipaddress import ip_address

import pytest

from pollex.core.fault import Fault
from pollex.page.policy import proxy_connection as side
from pollex.page.policy.host import Address
from pollex.page.policy.listener import Listener
from pollex.page.policy.proxy import Bounds, Proxy
from pollex.page.policy.proxy_connection import RESET
from pollex.page.policy.rule import NetworkPolicy

Reader = asyncio.StreamReader
Writer = asyncio.StreamWriter
LOCAL = NetworkPolicy(("127.0.0.1", "app.localhost"))


@asynccontextmanager
async def serving(handle: Callable[[Reader, Writer], Awaitable[None]]) -> AsyncIterator[int]:
    """A server that closes each connection when its handler is through; gives the port."""

    async def once(reader: Reader, writer: Writer) -> None:
        try:
            await handle(reader, writer)
        finally:
            writer.close()

    server = await asyncio.start_server(once, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()


@asynccontextmanager
async def client(proxy: Proxy) -> AsyncIterator[tuple[Reader, Writer]]:
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def say(proxy: Proxy, text: str) -> bytes:
    """What the proxy answers to one request, until it closes."""
    async with client(proxy) as (reader, writer):
        writer.write(text.encode())
        return await asyncio.wait_for(reader.read(), 5)


async def forever() -> None:
    await asyncio.Event().wait()


async def hang(reader: Reader, writer: Writer) -> None:
    """Takes everything and answers nothing."""
    await reader.read()


async def echo_heads(reader: Reader, writer: Writer) -> None:
    """Answers every request with the head that arrived, and keeps the connection."""
    while True:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError:
            return
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(head) + head)


async def read_answer(reader: Reader) -> bytes:
    head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
    length = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
    return head + await reader.readexactly(length)


async def test_a_request_arrives_as_if_there_were_no_proxy() -> None:
    async with serving(echo_heads) as port, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        writer.write(
            f"GET http://127.0.0.1:{port}/a?b=c HTTP/1.1\r\nHost: wrong\r\nProxy-Connection: keep-alive\r\n"
            "Proxy-Authorization: Basic c2VjcmV0\r\nCookie: a=b\r\n\r\n".encode()
        )
        answer = await read_answer(reader)
    arrived = f"GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: keep-alive\r\nCookie: a=b\r\n\r\n"
    assert answer.partition(b"\r\n\r\n")[2].decode() == arrived


async def test_one_connection_serves_many_requests_and_hosts() -> None:
    served = []

    async def count(reader: Reader, writer: Writer) -> None:
        served.append(writer.get_extra_info("sockname")[1])
        await echo_heads(reader, writer)

    async with serving(count) as one, serving(count) as other, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        for port in (one, one, one, other, one):
            writer.write(f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n".encode())
            assert f"Host: 127.0.0.1:{port}".encode() in await read_answer(reader)
    assert served == [one, other, one]


async def test_a_tunnel_carries_anything_both_ways_and_half_closes() -> None:
    async def digest(reader: Reader, writer: Writer) -> None:
        writer.write(hashlib.sha256(await reader.read()).digest())
        await writer.drain()

    sent = bytes(range(256)) * 40_000
    async with serving(digest) as port, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        writer.write(f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode())
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 200 Connection established\r\n\r\n"
        writer.write(sent)
        writer.write_eof()
        assert await asyncio.wait_for(reader.read(), 10) == hashlib.sha256(sent).digest()


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("Content-Length: 5\r\n", "hello"),
        ("Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0;x=y\r\nTrailer: t\r\n\r\n"),
        ("Transfer-Encoding: chunked\r\n", "000\r\n\r\n"),
        ("Connection: close\r\n", "until the end"),
        ("", "until the end"),
    ],
)
@pytest.mark.parametrize("piece", [1, 7, 1000])
async def test_answers_pass_unchanged_in_whatever_pieces(head: str, body: str, piece: int) -> None:
    answer = f"HTTP/1.1 200 OK\r\n{head}\r\n{body}".encode()

    async def in_pieces(reader: Reader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        for at in range(0, len(answer), piece):
            writer.write(answer[at : at + piece])
            await asyncio.sleep(0)  # the proxy, which is in the same loop, reads this piece

    async with serving(in_pieces) as port, Proxy(LOCAL) as proxy:
        assert await say(proxy, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n") == answer


@pytest.mark.parametrize(
    ("method", "answer"),
    [
        ("HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n"),
        ("GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 99\r\n\r\n"),
        ("GET", "HTTP/1.1 204 No Content\r\n\r\n"),
        ("GET", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
        ("GET", "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"),
    ],
)
async def test_the_connection_goes_on_after_answers_without_a_body(method: str, answer: str) -> None:
    async def always(reader: Reader, writer: Writer) -> None:
        while await reader.readline():
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer.encode())

    async with serving(always) as port, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        for _ in range(3):
            writer.write(f"{method} http://127.0.0.1:{port}/ HTTP/1.1\r\nA: b\r\n\r\n".encode())
            assert (await asyncio.wait_for(reader.readexactly(len(answer)), 5)).decode() == answer


async def test_a_piece_is_sent_when_it_comes() -> None:
    """Not when the one before it is acknowledged, which can take 40 ms."""
    listener, taken = Listener("127.0.0.1"), asyncio.get_running_loop().create_future()

    class Taking(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            taken.set_result(transport)

    serving = asyncio.ensure_future(listener.serve(Taking))
    _, writer = await asyncio.open_connection(*listener.getsockname())
    transport = await taken
    assert transport.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    serving.cancel()
    writer.close()
    transport.close()
    listener.close()


@pytest.mark.parametrize("chunked", [False, True])
async def test_large_bodies_pass_both_ways_without_being_held(chunked: bool) -> None:
    size, piece = 30_000_000, b"x" * 100_000
    held = []

    async def echo(reader: Reader, writer: Writer) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n" + head.split(b"\r\n", 2)[2])
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()
            held.append(sum(side.transport.get_write_buffer_size() for side in proxy._crowd))
            if data.endswith((b"end", b"0\r\n\r\n")):
                await writer.drain()
                return

    body = (b"%x\r\n%s\r\n" % (len(piece), piece) if chunked else piece for _ in range(size // len(piece)))
    field = "Transfer-Encoding: chunked" if chunked else f"Content-Length: {size + 3}"
    async with serving(echo) as port, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        writer.write(f"POST http://127.0.0.1:{port}/ HTTP/1.1\r\n{field}\r\n\r\n".encode())

        async def send() -> int:
            sent = 0
            for each in (*body, b"0\r\n\r\n" if chunked else b"end"):
                writer.write(each)
                sent += len(each)
                await writer.drain()
            return sent

        sending = asyncio.create_task(send())
        head = await reader.readuntil(b"\r\n\r\n")
        received = 0
        while data := await asyncio.wait_for(reader.read(1 << 20), 10):
            received += len(data)
        assert (field.encode() in head, received) == (True, await sending)
    assert max(held) < 2_000_000


async def test_expect_continue() -> None:
    async def continue_then_answer(reader: Reader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
        body = await reader.readexactly(5)
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n" + body)
        await writer.drain()

    async with serving(continue_then_answer) as port, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        head = f"POST http://127.0.0.1:{port}/ HTTP/1.1\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
        writer.write(head.encode())
        assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
        writer.write(b"hello")
        assert await read_answer(reader) == b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"


async def test_an_upgrade_becomes_a_tunnel() -> None:
    async def upgrade(reader: Reader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\nfirst")
        writer.write((await reader.readexactly(4)).upper())
        await writer.drain()

    async with serving(upgrade) as port, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        head = f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"
        writer.write(head.encode())
        assert (await reader.readuntil(b"first")).endswith(b"\r\n\r\nfirst")
        writer.write(b"ping")
        assert await asyncio.wait_for(reader.read(), 5) == b"PING"


async def test_a_refusal_says_why_in_words_and_is_told() -> None:
    told: list[tuple[str, int, Fault]] = []
    async with Proxy(LOCAL, on_refusal=lambda *refusal: told.append(refusal)) as proxy:
        plain = (await say(proxy, "GET http://evil.com/secret HTTP/1.1\r\n\r\n")).decode()
        tunnel = (await say(proxy, "CONNECT evil.com:443 HTTP/1.1\r\n\r\n")).decode()
        refusals = [(each.host, each.port, each.reason.message) for each in proxy.refusals]
    words = "evil.com:80 may not be reached. It is not in the list of allowed domains."
    assert plain.startswith("HTTP/1.1 403 Forbidden\r\n")
    assert plain.endswith(f"\r\n\r\n{words}\nIf it is meant, list 'evil.com' among the allowed domains.\n")
    assert tunnel.startswith("HTTP/1.1 403 Forbidden\r\n")
    assert refusals == [("evil.com", 80, words), ("evil.com", 443, words.replace("80", "443"))]
    assert [(host, port, reason.code) for host, port, reason in told] == [
        ("evil.com", 80, "blocked_domain"),
        ("evil.com", 443, "blocked_domain"),
    ]


async def test_the_refusal_of_an_upload_is_read_before_the_connection_ends() -> None:
    async with Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        writer.write(b"POST http://evil.com/ HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n" + b"x" * 3_000_000)
        assert (await asyncio.wait_for(reader.read(), 5)).startswith(b"HTTP/1.1 403")


@pytest.mark.parametrize(
    "request_text",
    [
        "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        "GET https://127.0.0.1/ HTTP/1.1\r\n\r\n",
        "GET http://user:word@127.0.0.1/ HTTP/1.1\r\n\r\n",
        "GET http://127.0.0.1:0/ HTTP/1.1\r\n\r\n",
        "CONNECT 127.0.0.1 HTTP/1.1\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/2\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/1.1\r\nA b\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/1.1\r\nA: b\r\n folded: x\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/1.1\r\nA: b\nC: d\r\n\r\n",
        "POST http://127.0.0.1/ HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
        "POST http://127.0.0.1/ HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
        "POST http://127.0.0.1/ HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        "\x16\x03\x01 something else\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/1.1\r\nA: " + "b" * 300_000,
    ],
)
async def test_what_is_no_proper_proxy_request_gets_400(request_text: str) -> None:
    async with Proxy(LOCAL) as proxy:
        assert (await say(proxy, request_text)).startswith(b"HTTP/1.1 400 Bad Request\r\n")


@pytest.mark.parametrize(
    ("answer", "begins"),
    [
        ("garbage\r\n\r\n", b"HTTP/1.1 502 "),
        ("HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: NTLM\r\n\r\n", b"HTTP/1.1 502 "),
        ("HTTP/1.1 101 Switching Protocols\r\n\r\n", b"HTTP/1.1 502 "),
        ("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", b"HTTP/1.1 502 "),
        ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 407 No\r\n\r\n", b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 502 "),
        ("", b""),
    ],
)
async def test_a_servers_wrong_answer_is_not_passed_on(answer: str, begins: bytes) -> None:
    async def wrong(reader: Reader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer.encode())
        await writer.drain()

    async with serving(wrong) as port, Proxy(LOCAL) as proxy:
        got = await say(proxy, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n")
    assert got[: len(begins)] == begins
    assert bool(got) is bool(begins)


async def test_a_second_answer_that_nobody_asked_for_is_dropped() -> None:
    async def twice(reader: Reader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
        await reader.read()

    async with serving(twice) as port, Proxy(LOCAL) as proxy:
        got = await say(proxy, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n")
    assert got == b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


async def test_an_answer_that_breaks_off_is_not_made_to_look_whole() -> None:
    passed = asyncio.Event()

    async def break_off(reader: Reader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n\r\nhalf")
        await passed.wait()
        writer.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
        writer.transport.abort()

    async with serving(break_off) as port, Proxy(LOCAL) as proxy, client(proxy) as (reader, writer):
        writer.write(f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n".encode())
        await asyncio.wait_for(reader.readuntil(b"half"), 5)
        passed.set()
        with pytest.raises(ConnectionResetError):
            await asyncio.wait_for(reader.read(), 5)


async def test_a_page_may_not_reach_the_proxy_itself() -> None:
    async with Proxy(LOCAL) as proxy:
        for host in ("127.0.0.1", "app.localhost"):
            got = await say(proxy, f"GET http://{host}:{proxy.port}/ HTTP/1.1\r\n\r\n")
            assert got.startswith(b"HTTP/1.1 403")
            assert got.endswith(b"A page may not reach the proxy itself.\n\n")


def answering(*answers: str) -> Callable[[str], Awaitable[list[Address]]]:
    """A resolver that gives another answer each time, the last one for good."""
    left = [ip_address(answer) for answer in answers]

    async def resolve(host: str) -> list[Address]:
        return [left.pop(0) if len(left) > 1 else left[0]]

    return resolve


REBOUND = NetworkPolicy(("evil.com", "127.0.0.1/32"))
"""Here the first address stands for a public one: it may be used under a public name."""


async def test_a_name_that_turns_private_is_refused() -> None:
    resolve = answering("127.0.0.1", "127.0.0.5")
    async with serving(echo_heads) as port, Proxy(REBOUND, resolve=resolve, bounds=Bounds(names=0)) as proxy:
        ask = f"GET http://evil.com:{port}/ HTTP/1.1\r\nConnection: close\r\n\r\n"
        first, second = await say(proxy, ask), await say(proxy, ask)
    assert first.startswith(b"HTTP/1.1 200 OK")
    assert second.startswith(b"HTTP/1.1 403 Forbidden")
    assert b"It is a public name, but resolves to the private address 127.0.0.5." in second


async def test_a_name_is_looked_up_once_for_many_connections() -> None:
    resolve = answering("127.0.0.1", "127.0.0.5")
    async with serving(echo_heads) as port, Proxy(REBOUND, resolve=resolve) as proxy:
        ask = f"GET http://evil.com:{port}/ HTTP/1.1\r\nConnection: close\r\n\r\n"
        answers = await asyncio.gather(*(say(proxy, ask) for _ in range(5)))
    assert {answer[:15] for answer in answers} == {b"HTTP/1.1 200 OK"}


async def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    async def resolve(host: str) -> list[Address]:
        return [ip_address("8.8.8.8"), ip_address("10.0.0.1")]

    async with Proxy(NetworkPolicy(), resolve=resolve) as proxy:
        assert (await say(proxy, "GET http://evil.com/ HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 403")


async def test_the_checked_address_is_the_one_used() -> None:
    policy = NetworkPolicy(("app.test",))
    async with serving(echo_heads) as port, Proxy(policy, resolve=answering("127.0.0.1")) as proxy:
        got = await say(proxy, f"GET http://app.test:{port}/ HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert f"Host: app.test:{port}".encode() in got


async def test_the_next_address_is_tried_when_one_does_not_answer() -> None:
    async def resolve(host: str) -> list[Address]:
        return [ip_address("::1"), ip_address("127.0.0.1")]

    async with serving(echo_heads) as port, Proxy(NetworkPolicy(("app.test",)), resolve=resolve) as proxy:
        got = await say(proxy, f"GET http://app.test:{port}/ HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert got.startswith(b"HTTP/1.1 200")


async def test_a_server_that_is_not_there_is_a_502() -> None:
    async with serving(echo_heads) as port:
        pass
    async with Proxy(LOCAL) as proxy:
        got = await say(proxy, f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n")
    assert got.startswith(b"HTTP/1.1 502")
    assert b"cannot be reached" in got


async def test_a_name_that_does_not_resolve_is_a_502_and_a_slow_one_a_504() -> None:
    async def resolve(host: str) -> list[Address]:
        if host == "slow.test":
            await forever()
        raise OSError("no such name")

    policy = NetworkPolicy(("test",))
    async with Proxy(policy, resolve=resolve, bounds=Bounds(resolve=0.1)) as proxy:
        assert (await say(proxy, "GET http://none.test/ HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 502")
        assert (await say(proxy, "GET http://slow.test/ HTTP/1.1\r\n\r\n")).startswith(b"HTTP/1.1 504")


async def test_too_many_connections_are_a_503() -> None:
    async with (
        serving(hang) as port,
        Proxy(LOCAL, bounds=Bounds(connections=4)) as proxy,
        client(proxy) as one,
        client(proxy) as other,
    ):
        for reader, writer in (one, other):  # each takes two: from the client, and to the server
            writer.write(f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode())
            await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 5)
        async with client(proxy) as (reader, _):
            assert (await asyncio.wait_for(reader.read(), 5)).startswith(b"HTTP/1.1 503")


async def test_idle_connections_are_ended() -> None:
    async with serving(echo_heads) as port, Proxy(LOCAL, bounds=Bounds(idle=0.1)) as proxy:
        async with client(proxy) as (reader, writer):
            writer.write(f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode())
            await reader.readuntil(b"\r\n\r\n")
            assert await asyncio.wait_for(reader.read(), 5) == b""
        assert not proxy._crowd


async def test_close_ends_everything_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever it could wait for would take an hour."""
    monkeypatch.setattr(side, "LINGER", 3600)
    bounds = Bounds(resolve=3600, connect=3600, idle=3600)
    reached, looked_up = asyncio.Event(), asyncio.Event()

    async def reach(reader: Reader, writer: Writer) -> None:
        if (await reader.read(10)).startswith(b"GET"):
            reached.set()
        await hang(reader, writer)

    async def never(host: str) -> list[Address]:
        looked_up.set()
        await forever()
        return []

    async with (
        serving(reach) as port,
        Proxy(NetworkPolicy(("127.0.0.1", "slow.test")), resolve=never, bounds=bounds) as proxy,
        client(proxy) as tunnel,
        client(proxy) as asking,
        client(proxy) as waiting,
    ):
        tunnel[1].write(f"CONNECT 127.0.0.1:{port} HTTP/1.1\r\n\r\n".encode())
        await tunnel[0].readuntil(b"\r\n\r\n")
        asking[1].write(f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n".encode())
        waiting[1].write(b"GET http://slow.test/ HTTP/1.1\r\n\r\n")
        await asyncio.wait_for(asyncio.gather(reached.wait(), looked_up.wait()), 5)
        await asyncio.wait_for(proxy.close(), 5)
        assert (proxy._crowd, proxy._tasks) == (set(), set())
        for reader, _ in (tunnel, asking, waiting):
            assert await asyncio.wait_for(reader.read(), 5) == b""


async def test_a_client_that_goes_takes_its_server_connection_along() -> None:
    reached, gone = asyncio.Event(), asyncio.Event()

    async def wait(reader: Reader, writer: Writer) -> None:
        await reader.readuntil(b"\r\n\r\n")
        reached.set()
        await reader.read()
        gone.set()

    async with serving(wait) as port, Proxy(LOCAL) as proxy:
        async with client(proxy) as (_, writer):
            writer.write(f"GET http://127.0.0.1:{port}/ HTTP/1.1\r\n\r\n".encode())
            await asyncio.wait_for(reached.wait(), 5)
        await asyncio.wait_for(gone.wait(), 5)
        async with asyncio.timeout(5):
            while proxy._crowd:  # noqa: ASYNC110 - it tells nobody; it is emptied in this loop
                await asyncio.sleep(0)


async def test_a_connection_that_comes_while_it_closes_is_no_error() -> None:
    said: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _, told: said.append(told))
    for _ in range(20):
        proxy = await Proxy(LOCAL).open()
        await asyncio.sleep(0)  # it waits for connections
        with socket.create_connection(("127.0.0.1", proxy.port)):
            await loop.create_task(proxy.close())  # begins in the turn of the loop in which the connection is seen
    assert said == []
