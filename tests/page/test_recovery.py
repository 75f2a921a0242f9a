"""A browser that dies: what a call says then, what the next one finds, and that none outlives its process."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.event import MemoryLog
from pollex.core.fault import Fault
from pollex.page.driver import Frame
from pollex.page.live import LivePage
from pollex.practice.server import Server

from ..waits import until_async

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are read from /proc"),
]

OWNER = """
import asyncio, sys
from pollex import App

async def main():
    app = App(home=sys.argv[1])
    page = await app.page(sys.argv[2]).__aenter__()
    print(page.url, flush=True)
    await asyncio.to_thread(sys.stdin.read)

asyncio.run(main())
"""
"""A process that has a page open and is asked nothing more, for as long as whoever started it."""


def processes() -> dict[int, tuple[int, str, str]]:
    """Every process that lives: its parent, state and command line."""
    found = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            with suppress(OSError):
                state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
                found[int(folder.name)] = (int(parent), state, command)
    return found


def below(ancestor: int) -> list[int]:
    """The processes that a process has started, and those that these have started."""
    known, found = processes(), [ancestor]
    for process in found:
        found += [child for child, (parent, _, _) in known.items() if parent == process]
    return found[1:]


def browsers(ancestor: int) -> list[int]:
    """The main processes of all browsers below a process; not the shell that a system may start one with."""
    known = processes()
    found = [
        each for each in below(ancestor) if "--remote-debugging" in known[each][2] and "--type=" not in known[each][2]
    ]
    return [each for each in found if each not in {known[one][0] for one in found}]


def command(process: int) -> str:
    return processes().get(process, (0, "", ""))[2]


def is_running(process: int) -> bool:
    return processes().get(process, (0, "Z", ""))[1] != "Z"


@dataclass(frozen=True)
class Mortal:
    """A page in an app of its own, and the process of its browser, which may be killed."""

    page: LivePage
    browser: int


@pytest_asyncio.fixture(loop_scope="session")
async def mortal(tmp_path: Path, server: Server) -> AsyncIterator[Mortal]:
    others = browsers(os.getpid())
    async with App(home=tmp_path) as app, app.page(f"{server.url}/hard/double-submit") as page:
        [own] = [each for each in browsers(os.getpid()) if each not in others]
        yield Mortal(page, own)


async def killed(process: int) -> None:
    os.kill(process, signal.SIGKILL)
    await ended([process])


async def ended(those: list[int]) -> None:
    await until_async(f"the processes {those} end", lambda: not any(map(is_running, those)))


async def dead(mortal: Mortal) -> None:
    """Kill the browser, and wait until the page has heard of it."""
    await killed(mortal.browser)
    await until_async("the page hears that its browser is dead", lambda: not mortal.page.alive)


async def fault_of(page: LivePage, selector: str) -> Fault | None:
    return (await page.call("page.click", {"selector": selector})).fault


async def test_a_call_after_the_death_finds_the_tabs_again(mortal: Mortal, server: Server) -> None:
    await mortal.page.do("open_tab", url=f"{server.url}/hard/tabs", name="second")
    await mortal.page.do("switch_tab", tabName="main")
    await dead(mortal)
    assert sorted(await mortal.page.do("list_tabs"), key=lambda tab: str(tab["name"])) == [
        {"name": "main", "url": f"{server.url}/hard/double-submit", "current": True},
        {"name": "second", "url": f"{server.url}/hard/tabs", "current": False},
    ]
    await mortal.page.do("switch_tab", tabName="second")
    await mortal.page.click("text=Returns")
    assert "You have 30 days." in (await mortal.page.state())["textContent"]


async def test_a_call_in_the_moment_of_the_death_finds_the_tab_again(mortal: Mortal, server: Server) -> None:
    """The word that its windows are gone comes before the word that the browser is."""
    os.kill(mortal.browser, signal.SIGKILL)
    async with asyncio.timeout(30):
        while mortal.page.alive:  # noqa: ASYNC110 - no turn of the loop may pass
            await asyncio.sleep(0)
    assert (await mortal.page.do("current_tab"))["url"] == f"{server.url}/hard/double-submit"


async def test_a_death_before_the_click_may_be_tried_again(mortal: Mortal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The element is awaited in vain while the browser dies: nothing was done."""
    mortal.page.options = replace(mortal.page.options, patience=60)
    tab, looking = (await mortal.page.opened()).tab, asyncio.Event()
    wait = tab.wait

    async def watched(frame: Frame, function: str, *args: Any) -> Any:
        if function == "breathe":  # it has looked once, and is about to look again
            looking.set()
        return await wait(frame, function, *args)

    monkeypatch.setattr(tab, "wait", watched)
    waiting = asyncio.ensure_future(fault_of(mortal.page, "text=Nothing says this"))
    await asyncio.wait_for(looking.wait(), 30)
    await killed(mortal.browser)
    fault = await waiting
    assert fault is not None
    assert (fault.code, fault.retry, fault.uncertain) == ("unavailable", True, False)
    assert fault.hint == "The next call opens it again."
    await mortal.page.click("text=Donate")


async def test_a_death_after_the_click_is_uncertain(mortal: Mortal) -> None:
    """The server takes a second to answer the click; the browser dies within it."""
    traffic = (await mortal.page.opened()).tab.traffic
    mark = traffic.mark
    clicking = asyncio.ensure_future(fault_of(mortal.page, "text=Donate"))
    assert await traffic.begins(mark, 30)
    assert not clicking.done()
    await killed(mortal.browser)
    fault = await clicking
    assert fault is not None
    assert (fault.code, fault.retry, fault.uncertain) == ("unavailable", False, True)
    assert fault.hint == "Look whether it happened before you try again."
    assert "Donations received" in (await mortal.page.state())["textContent"]


async def test_a_tab_that_crashed_is_opened_again(mortal: Mortal, server: Server) -> None:
    """Only the processes that draw pages die; the browser lives."""
    for renderer in [each for each in below(mortal.browser) if "--type=renderer" in command(each)]:
        await killed(renderer)
    [main] = mortal.page.tabs
    await until_async("the tab crashes", lambda: main.tab.crashed)
    assert await mortal.page.do("current_tab") == {
        "url": f"{server.url}/hard/double-submit", "title": "Slow button · Hard pages", "tab": "main",
    }  # fmt: skip
    assert is_running(mortal.browser)


async def test_numbers_from_before_lead_nowhere(mortal: Mortal) -> None:
    index = (await mortal.page.state())["elements"][-1]["index"]
    await dead(mortal)
    fault = (await mortal.page.call("page.click", {"index": index})).fault
    assert fault is not None
    assert (fault.code, fault.message) == ("not_found", f"Element with index {index} not found")


async def test_no_browser_outlives_a_process_that_was_killed(tmp_path: Path, server: Server) -> None:
    args = (sys.executable, "-c", OWNER, str(tmp_path), f"{server.url}/hard/tabs")
    pipe = asyncio.subprocess.PIPE
    owner = await asyncio.create_subprocess_exec(*args, stdin=pipe, stdout=pipe)
    assert owner.stdout is not None
    assert await owner.stdout.readline() == f"{server.url}/hard/tabs\n".encode()
    started = below(owner.pid)
    assert browsers(owner.pid)
    owner.kill()
    await owner.wait()
    await ended(started)


async def test_the_log_says_what_happened_to_the_page(tmp_path: Path, server: Server) -> None:
    log = MemoryLog()
    async with App(home=tmp_path, log=log) as app, app.page(f"{server.url}/hard/dialog-confirm") as page:
        await page.click("text=Delete drafts")
        await page.do("dialog", accept=False)
        await page.do("open_tab", name="other")
        await page.do("close_tab")
        told = [(event.kind, event.data) for event in await log.read(page.context.run)]
    kinds = [kind for kind, _ in told if kind.startswith(("page.", "tab."))]
    assert kinds == ["tab.opened", "page.navigated", "page.dialog", "tab.opened", "tab.closed"]
    assert ("page.dialog", {"tab": "main", "kind": "confirm", "message": "Delete all drafts?"}) in told
