"""A relay for clients that cannot send a token: adds it to each request, and passes everything else on as it is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit


@asynccontextmanager
async def relay(url: str, token: str) -> AsyncIterator[str]:
    """The address under which a server is reached without a token."""
    target = urlsplit(url)
    connections: set[asyncio.Task[None]] = set()

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on one request; it asks for the connection to be closed, so that no second one follows."""
        try:
            await pass_on(reader, writer)
        finally:
            writer.close()

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            head = (await reader.readuntil(b"\r\n\r\n")).replace(f"127.0.0.1:{port}".encode(), target.netloc.encode())
            lines = [line for line in head.split(b"\r\n") if line and not line.lower().startswith(b"connection:")]
            lines += [f"Authorization: Bearer {token}".encode(), b"Connection: close"]
            above, below = await asyncio.open_connection(target.hostname, target.port)
            below.write(b"\r\n".join(lines) + b"\r\n\r\n")
            ways = [asyncio.ensure_future(copy(reader, below)), asyncio.ensure_future(copy(above, writer))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                below.close()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(answer(reader, writer))
        connections.add(task)
        task.add_done_callback(connections.discard)

    server = await asyncio.start_server(accept, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    try:
        yield f"http://127.0.0.1:{port}{target.path}"
    finally:
        server.close()
        left = list(connections)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


async def copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while content := await reader.read(65_536):
            writer.write(content)
            await writer.drain()
