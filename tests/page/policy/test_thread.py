"""The proxy in a thread of its own."""

import asyncio
import socket
import threading
from contextlib import suppress

import pytest

from pollex.core.fault import Fault
from pollex.page.policy.proxy import Proxy
from pollex.page.policy.rule import NetworkPolicy
from pollex.page.policy.thread import ProxyThread


def refused_by(port: int) -> bytes:
    """What a blocking client hears when it asks for a host outside the list."""
    with socket.create_connection(("127.0.0.1", port), timeout=5) as connection:
        connection.sendall(b"GET http://evil.com/ HTTP/1.1\r\n\r\n")
        return connection.recv(1000)


async def test_it_serves_while_the_loop_is_blocked() -> None:
    answers: list[bytes] = []
    async with ProxyThread(NetworkPolicy(())) as proxy:
        thread = threading.Thread(target=lambda: answers.append(refused_by(proxy.port)))
        thread.start()
        thread.join()
    assert [answer[:12] for answer in answers] == [b"HTTP/1.1 403"]


async def test_refusals_are_told_in_the_loop_that_opened_it() -> None:
    told: asyncio.Queue[tuple[str, int, str, str]] = asyncio.Queue()

    def emit(host: str, port: int, reason: Fault) -> None:
        told.put_nowait((host, port, reason.code, threading.current_thread().name))

    async with ProxyThread(NetworkPolicy(()), on_refusal=emit) as proxy:
        await asyncio.to_thread(refused_by, proxy.port)
        refusal = await asyncio.wait_for(told.get(), 5)
        assert [(each.host, each.port) for each in proxy.refusals] == [("evil.com", 80)]
    assert refusal == ("evil.com", 80, "blocked_domain", threading.main_thread().name)
    assert told.empty()


def threads() -> set[threading.Thread]:
    return {each for each in threading.enumerate() if each.name == "pollex proxy"}


async def have_ended(those: set[threading.Thread]) -> bool:
    for each in those:
        await asyncio.to_thread(each.join, 5)
    return not any(each.is_alive() for each in those)


async def test_close_ends_the_thread_and_its_connections() -> None:
    before = threads()
    proxy = await ProxyThread(NetworkPolicy(())).open()
    its = threads() - before
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    await asyncio.wait_for(proxy.close(), 5)
    await asyncio.wait_for(proxy.close(), 5)
    with suppress(ConnectionResetError):  # where it had not been accepted yet
        assert await asyncio.wait_for(reader.read(), 5) == b""
    writer.close()
    assert len(its) == 1
    assert await have_ended(its)


async def test_an_opening_that_is_cancelled_ends_the_thread_without_a_word() -> None:
    said: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: said.append(told))
    before = threads()
    opening = asyncio.create_task(ProxyThread(NetworkPolicy(())).open())
    await asyncio.sleep(0)  # its thread has begun, and nothing was heard of it yet
    its = threads() - before
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    assert len(its) == 1
    assert await have_ended(its)
    assert said == []


async def test_two_proxies_refuse_each_other_what_is_not_a_proxy_request() -> None:
    async with ProxyThread(NetworkPolicy(("127.0.0.1",))) as one, Proxy(NetworkPolicy()) as other:
        reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
        writer.write(f"GET http://127.0.0.1:{other.port}/ HTTP/1.1\r\n\r\n".encode())
        assert (await asyncio.wait_for(reader.read(), 5)).startswith(b"HTTP/1.1 400")
        writer.close()
        await writer.wait_closed()
