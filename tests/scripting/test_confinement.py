"""What holds a script's process, and that the notes say what does not."""

from __future__ import annotations

import asyncio
import os

import pytest

from .conftest import RunScript

NAMESPACES = os.system("unshare -Urn true 2>/dev/null") == 0
held = pytest.mark.skipif(not NAMESPACES, reason="this system allows no network namespaces")

CONNECT = """
import socket
try:
    socket.create_connection(("127.0.0.1", inputs["port"]), 5).close()
    return {"reached": True}
except OSError as error:
    return {"reached": False}
"""


async def reached(run_script: RunScript, **more: bool) -> tuple[bool, tuple[str, ...]]:
    server = await asyncio.start_server(lambda reader, writer: writer.close(), "127.0.0.1", 0)
    async with server:
        result = await run_script(CONNECT, inputs={"port": server.sockets[0].getsockname()[1]}, **more)
    return result.data["reached"], result.notes


@held
async def test_a_script_has_no_network(run_script: RunScript) -> None:
    assert (await reached(run_script))[0] is False


async def test_without_namespaces_the_notes_say_what_does_not_hold(run_script: RunScript) -> None:
    reaches, notes = await reached(run_script, namespaces=False)

    assert reaches
    assert notes[0].startswith("The script's process could reach the network: ")
    assert notes[1] == "The number of processes that the script could start was not limited."


async def test_clients_that_respect_proxies_reach_nothing(run_script: RunScript) -> None:
    result = await run_script(
        "import urllib.request\nreturn {'proxies': sorted(set(urllib.request.getproxies().values()) - {''})}",
        namespaces=False,
    )

    assert result.data == {"proxies": ["http://127.0.0.1:9"]}


@held
async def test_the_environment_of_the_parent_cannot_be_read(run_script: RunScript) -> None:
    result = await run_script(
        "try:\n    open(f\"/proc/{inputs['parent']}/environ\").read()\nexcept OSError as error:\n"
        "    return {'refused': type(error).__name__}\nreturn {'refused': None}",
        inputs={"parent": os.getpid()},
    )

    assert result.data == {"refused": "PermissionError"}


@held
async def test_the_number_of_processes_is_limited(run_script: RunScript) -> None:
    result = await run_script(
        """
        import os, signal
        started = 0
        try:
            for _ in range(1000):
                if os.fork() == 0:
                    signal.pause()
                started += 1
        except OSError as error:
            return {"refused": type(error).__name__, "few": started < 500}
        return {"started": started}
        """
    )
    limited = not any("number of processes" in note for note in result.notes)

    assert result.data == {"refused": "BlockingIOError", "few": True} if limited else "started" in result.data
