"""The stdio transport of MCP to a process that was forked from the nursery; the SDK's own would start Python anew."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import anyio
from anyio.to_thread import run_sync
from mcp.client._transport import TransportStreams
from mcp.shared.message import SessionMessage
from mcp_types import jsonrpc_message_adapter
from tests.processes import Process


def read(line: str) -> SessionMessage | Exception:
    """Return the message of a line, or what is wrong with it, as the SDK gives both to a client."""
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError as error:
        return error


@asynccontextmanager
async def piped(process: Process) -> AsyncIterator[TransportStreams]:
    """Yield the streams of a client; at its end the server hears no more, and has a while to end by itself."""
    heard, client_hears = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    client_says, said = anyio.create_memory_object_stream[SessionMessage](0)

    async def hear() -> None:
        async with heard:
            while line := await run_sync(process.line):
                with suppress(anyio.BrokenResourceError):  # the client has ended: what is still said is read away
                    await heard.send(read(line))

    async def say() -> None:
        async for each in said:
            text = each.message.model_dump_json(by_alias=True, exclude_unset=True)
            await run_sync(process.say, f"{text}\n")
        process.hang_up()

    async with client_hears, client_says, said, anyio.create_task_group() as tasks:
        tasks.start_soon(hear)
        tasks.start_soon(say)
        yield client_hears, client_says
        client_hears.close()
        client_says.close()
        await run_sync(process.wait)
