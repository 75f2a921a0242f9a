"""The proxy in a thread of its own."""

import asyncio
import socket
import threading
import time
from contextlib import suppress

from pollex.core.fault import Fault
from pollex.page.policy.proxy import Proxy
from pollex.page.policy.rule import Policy
from pollex.page.policy.thread import ProxyThread


def refused_by(port: int) -> bytes:
    """What a blocking client hears when it asks for a host outside the list."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(b"GET http://evil.com/ HTTP/1.1\r\n\r\n")
        return connection.recv(1000)


async def test_it_serves_while_the_loop_is_blocked() -> None:
    answers: list[bytes] = []
    async with ProxyThread(Policy(())) as proxy:
        thread = threading.Thread(target=lambda: answers.append(refused_by(proxy.port)))
        thread.start()
        thread.join()
    assert [answer[:12] for answer in answers] == [b"HTTP/1.1 403"]


async def test_refusals_are_told_in_the_loop_that_opened_it() -> None:
    told: list[tuple[str, int, str, str]] = []

    def tell(host: str, port: int, reason: Fault) -> None:
        told.append((host, port, reason.code, threading.current_thread().name))

    async with ProxyThread(Policy(()), on_refusal=tell) as proxy:
        await asyncio.to_thread(refused_by, proxy.port)
        await asyncio.sleep(0.05)
        assert [(each.host, each.port) for each in proxy.refusals] == [("evil.com", 80)]
    assert told == [("evil.com", 80, "blocked_domain", threading.main_thread().name)]


async def test_close_ends_the_thread_and_its_connections() -> None:
    before = threading.active_count()
    proxy = await ProxyThread(Policy(())).open()
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    started = time.monotonic()
    await proxy.close()
    await proxy.close()
    with suppress(ConnectionResetError):  # where it had not been accepted yet
        assert await asyncio.wait_for(reader.read(), 1) == b""
    assert time.monotonic() - started < 3
    writer.close()
    for _ in range(100):
        if threading.active_count() == before:
            break
        await asyncio.sleep(0.01)
    assert threading.active_count() == before


async def test_two_proxies_refuse_each_other_what_is_not_a_proxy_request() -> None:
    async with ProxyThread(Policy(("127.0.0.1",))) as one, Proxy(Policy()) as other:
        reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
        writer.write(f"GET http://127.0.0.1:{other.port}/ HTTP/1.1\r\n\r\n".encode())
        assert (await asyncio.wait_for(reader.read(), 2)).startswith(b"HTTP/1.1 400")
        writer.close()
        await writer.wait_closed()
