"""A Chromium for one user alone: reached over a pipe instead of a port, behind a proxy as a whole, so that contexts
made in it later are behind that proxy too. Its profile is temporary."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from .launch import LEFT_OUT, chromium_arguments, find_chromium
from .playwright_browser import BrowserOptions, no_browser

STARTER: Final = """import fcntl, os, shutil, sys
reading, writing, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
child = os.fork()
if child == 0:
    ends = [fcntl.fcntl(end, fcntl.F_DUPFD_CLOEXEC, 10) for end in (reading, writing)]
    os.close(reading), os.close(writing)
    os.dup2(ends[0], 3), os.dup2(ends[1], 4)
    os.execv(sys.argv[4], sys.argv[4:])
os.close(reading), os.close(writing)
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
shutil.rmtree(folder, ignore_errors=True)
os._exit(code if code >= 0 else 1)"""
"""Starts Chromium with the pipe where it looks for it, and removes the profile after its end. Chromium ends with the
pipe, so also when Pollex is killed."""
SWITCHES: Final = (
    "--headless", "--remote-debugging-pipe", "--window-size=1280,800", "--hide-scrollbars", "--mute-audio",
    "--disable-field-trial-config", "--disable-background-timer-throttling", "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding", "--disable-back-forward-cache", "--disable-breakpad", "--disable-extensions",
    "--disable-default-apps", "--disable-dev-shm-usage", "--disable-hang-monitor", "--disable-ipc-flooding-protection",
    "--disable-popup-blocking", "--disable-prompt-on-repost", "--force-color-profile=srgb", "--metrics-recording-only",
    "--password-store=basic", "--use-mock-keychain", "--allow-pre-commit-input",
)  # fmt: skip
"""What Playwright starts Chromium with as well."""
FEATURES: Final = (
    "HttpsUpgrades", "HttpsFirstBalancedModeAutoEnable", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "AvoidCorsURLLoaderRestartOnRedirect", "DestroyProfileOnBrowserClose",
    "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch",
)  # fmt: skip
"""Features that Playwright disables too."""
STARTING: Final = 30.0
"""Seconds until it answers."""
LAST_WORDS: Final = 500
"""Characters of what Chromium printed that a fault quotes."""


class PipeChromium(asyncio.Protocol):
    """A running browser; `on_message` gets each message of its protocol (CDP), `on_end` hears of its end."""

    def __init__(self, process: subprocess.Popen[bytes], folder: Path) -> None:
        self.pid = process.pid
        self.folder = folder
        self.on_message: Callable[[bytes], None] = lambda _: None
        self.on_end: Callable[[], None] = lambda: None
        self.alive = True
        self._process = process
        self._parts: list[bytes] = []
        self._pipes: list[asyncio.BaseTransport] = []
        self._writer: asyncio.WriteTransport | None = None

    async def connect(self, reading: int, writing: int) -> None:
        loop = asyncio.get_running_loop()
        self._writer, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, os.fdopen(writing, "wb", 0))
        reader, _ = await loop.connect_read_pipe(lambda: self, os.fdopen(reading, "rb", 0))
        self._pipes = [self._writer, reader]

    def send(self, message: bytes) -> None:
        if self._writer is not None and not self._writer.is_closing():
            self._writer.write(message + b"\0")

    def data_received(self, data: bytes) -> None:
        *whole, rest = data.split(b"\0")
        for message in whole:
            self._parts.append(message)
            text = b"".join(self._parts)
            self._parts.clear()
            self.on_message(text)
        if rest:
            self._parts.append(rest)

    def connection_lost(self, exc: Exception | None) -> None:
        self.alive = False
        self.on_end()

    @property
    def last_words(self) -> str:
        """The end of what it printed."""
        try:
            return (self.folder / "log").read_text(errors="replace")[-LAST_WORDS:].strip()
        except OSError:
            return ""

    async def close(self) -> None:
        """Kill it with all its processes, and remove its profile; safe to call twice."""
        self.alive = False
        for pipe in self._pipes:
            pipe.close()
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        await asyncio.to_thread(self._clear)

    def _clear(self) -> None:
        self._process.wait()
        for _ in range(20):  # its other processes may still write as they end
            shutil.rmtree(self.folder, ignore_errors=True)
            if not self.folder.exists():
                return


async def launch_pipe_chromium(proxy: str, *, executable: str | None = None) -> PipeChromium:
    """Start a Chromium that reaches the network only through the proxy at this address, loopback included."""
    program = find_chromium(executable) or await playwright_chromium()
    chromium, reading, writing = _start(program, proxy)
    try:
        await chromium.connect(reading, writing)
        await _answering(chromium)
    except BaseException:
        await chromium.close()
        raise
    return chromium


def _start(program: str, proxy: str) -> tuple[PipeChromium, int, int]:
    """Start the process; return it with our ends of its pipe, one to read and one to write."""
    folder = Path(tempfile.mkdtemp(prefix="pollex-browser-"))
    arguments = [
        program, *SWITCHES, *chromium_arguments(left_out=(*LEFT_OUT, *FEATURES)),
        f"--proxy-server={proxy}", "--proxy-bypass-list=<-loopback>", f"--user-data-dir={folder / 'profile'}",
        "about:blank",
    ]  # fmt: skip
    browser_reads, writing = os.pipe()
    reading, browser_writes = os.pipe()
    theirs = (browser_reads, browser_writes)
    command = [sys.executable, "-I", "-S", "-c", STARTER, *map(str, theirs), str(folder), *arguments]
    try:
        with (folder / "log").open("wb") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=theirs, start_new_session=True
            )
    except OSError as error:
        os.close(reading)
        os.close(writing)
        shutil.rmtree(folder, ignore_errors=True)
        raise no_browser(BrowserOptions(), f"{error}.") from error
    finally:
        for end in theirs:
            os.close(end)
    return PipeChromium(process, folder), reading, writing


async def _answering(chromium: PipeChromium) -> None:
    """Wait until the browser answers; raise a Fault if it ends or stays silent."""
    answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def settle(answer: bool) -> None:
        if not answered.done():
            answered.set_result(answer)

    chromium.on_message, chromium.on_end = lambda _: settle(True), lambda: settle(False)
    chromium.send(b'{"id":0,"method":"Browser.getVersion"}')
    with suppress(TimeoutError):
        async with asyncio.timeout(STARTING):
            if await answered:
                return
    raise no_browser(BrowserOptions(), chromium.last_words or "it did not answer.")


async def playwright_chromium() -> str:
    """Return the path of Playwright's own Chromium."""
    async with async_playwright() as playwright:
        return playwright.chromium.executable_path
