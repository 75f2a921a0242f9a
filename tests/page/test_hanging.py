"""A page whose next document does not come is told in time, by what is done on it and by what is read."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio

from pollex.page import interaction, tab_connection
from pollex.page.live import LivePage

OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
PAGE = (
    b"<!doctype html><title>Start</title><a href=/never>Go on</a><form method=post action=/never><button>Send</button>"
)


@pytest_asyncio.fixture(loop_scope="session")
async def silent() -> AsyncIterator[str]:
    """A server that answers for its first page only."""

    opened: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        opened.append(writer)
        head = await reader.readline()
        if b" / " in head:
            writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: %d\r\n\r\n" % len(PAGE) + PAGE)

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    server.close()
    for writer in opened:
        writer.close()
        await writer.wait_closed()


@pytest.mark.document("all", "`page.click` and reads answer within their time while a navigation hangs.")
@pytest.mark.parametrize("pressed", ["Go on", "Send"])
async def test_what_is_asked_meanwhile_is_answered(
    open_page: OpenPage, silent: str, pressed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in ((tab_connection, "LEAVING"), (tab_connection, "AGAIN"), (interaction, "LOADING")):
        monkeypatch.setattr(module, name, 0.5)
    page = await open_page(silent)
    clicked = await page.call("page.click", {"selector": f"text={pressed}"})
    assert clicked.ok, clicked.fault
    assert clicked.data["pending"].startswith(f"{silent}never has not answered for ")
    fault = (await page.call("page.read", {})).fault
    assert fault is not None
    assert (fault.code, fault.message.partition(", ")[0]) == ("timeout", f"The page is about to go to {silent}never")
    assert (await page.call("page.navigate", {"url": silent})).ok
