"""A browser that was started by somebody else, with a debugging port."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pollex.page.launch import chromium_arguments, find_chromium


@asynccontextmanager
async def running_browser(profile: Path) -> AsyncIterator[str]:
    """Start a browser without a window, and give its address."""
    executable = find_chromium(headed=True)
    if executable is None:
        pytest.skip("there is no browser on this machine but Playwright's own")
    options = [*chromium_arguments(held=False), "--headless", "--remote-debugging-port=0", f"--user-data-dir={profile}"]
    process = await asyncio.create_subprocess_exec(
        executable, *options, "about:blank", stderr=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL
    )
    assert process.stderr is not None
    address = None
    async with asyncio.timeout(60):
        while address is None:
            line = await process.stderr.readline()
            assert line, "the browser ended before it said where it listens"
            address = re.search(rb"listening on ws://([\d.:]+)/", line)
    draining = asyncio.ensure_future(process.stderr.read())
    yield f"http://{address[1].decode()}"
    process.terminate()
    await process.wait()
    await draining
