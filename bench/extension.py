"""What a person's own Chrome costs: a look and a click by the extension beside Playwright's, and an idle pairing."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bench.hands import PAGE, Pair, measure
from bench.report import table
from tests.extension.conftest import PANEL, PairedChrome, opening, own_chrome, pairable, paired_with

import pollex
from pollex.page.live import LivePage
from pollex.practice.server import Server

LATEST: Final = Path(".bench/extension/latest.md")
PAGES: Final = ("/hard/switch", "/hard/iframe-cross", "/shop/", "/hard/long-list")
TICKS: Final = 100
"""Of a process's time a second, as Linux counts it."""


SETTLES: Final = 15.0
"""Seconds after which a browser that has started does nothing by itself."""


async def beside(app: pollex.App, chrome: PairedChrome, server: Server, files: Path, rounds: int) -> list[list[str]]:
    """Both hands on the same pages, in turns."""
    rows = []
    for address in (*PAGES, page_of_hands()):
        there = server.url + address if address.startswith("/") else address
        async with opening(app, chrome, server, files) as opened, app.page(there) as theirs:
            rows.append(await row(address, await opened(address), theirs, rounds))
    return rows


async def row(address: str, ours: LivePage, theirs: LivePage, rounds: int) -> list[str]:
    pair = Pair(f"look, {address}", lambda _: ours.state(), lambda _: theirs.state())
    if not address.startswith("/"):
        pair = Pair("click", lambda _: ours.click("text=Add"), lambda _: theirs.click("text=Add"))
    one, other = await measure(pair, rounds)
    medians, least = (statistics.median(one), statistics.median(other)), (min(one), min(other))
    figures = (f"{medians[0]:.1f}", f"{medians[1]:.1f}", f"{medians[0] / medians[1]:.2f}")
    return [pair.name, *figures, f"{least[0]:.1f}", f"{least[1]:.1f}", f"{least[0] / least[1]:.2f}"]


def page_of_hands() -> str:
    return (PAGE % ("Some words around it. " * 20)).replace("\n", "").replace("#", "%23")


def processes(profile: Path) -> Iterator[tuple[Path, str]]:
    """The processes of a browser, each with its command line."""
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            command = (each / "cmdline").read_text().replace("\0", " ")
            if str(profile) in command:
                yield each, command


async def spent(profile: Path, seconds: float) -> float:
    """The part of a core, in percent, that a browser takes, and this process with the server in it."""

    def now() -> float:
        stats = [(each / "stat").read_text().rpartition(")")[2].split() for each, _ in processes(profile)]
        return sum(int(each[11]) + int(each[12]) for each in stats) / TICKS + time.process_time()

    before = now()
    await asyncio.sleep(seconds)
    return (now() - before) / seconds * 100


def own_memory(profile: Path) -> float:
    """Megabytes that the process of the extension has for itself."""
    found = 0
    for each, command in processes(profile):
        if "--extension-process" in command:
            lines = (each / "smaps_rollup").read_text().splitlines()
            found += sum(int(line.split()[1]) for line in lines if line.startswith("Private_"))
    return found / 1024


async def run(rounds: int, seconds: float) -> str:
    with TemporaryDirectory() as folder, Server() as server:
        home = Path(folder)
        async with (
            pollex.App(home=home / "home") as app,
            pairable(home, app) as (links, port),
            own_chrome(home / "profile") as own,
        ):
            await asyncio.sleep(SETTLES)
            alone = await spent(home / "profile", seconds)
            chrome = await paired_with(own, links, port)
            await chrome.panel.goto("about:blank")
            await asyncio.sleep(SETTLES)
            idle = await spent(home / "profile", seconds)
            memory = own_memory(home / "profile")
            await chrome.panel.goto(PANEL)
            rows = await beside(app, chrome, server, home, rounds)
            after = own_memory(home / "profile")
    heads = [
        "",
        "extension, median ms",
        "Playwright, median ms",
        "ratio",
        "extension, least",
        "Playwright, least",
        "ratio",
    ]
    costs = [
        ["part of a core, paired and idle, minus unpaired", f"{idle - alone:.2f} % ({idle:.2f} - {alone:.2f})"],
        ["worker's process for itself, idle", f"{memory:.0f} MB"],
        ["the same with the panel, after all looks and clicks", f"{after:.0f} MB"],
    ]
    about = f"{rounds} rounds in turns; {seconds:g} s of idleness."
    return f"# The extension beside Playwright\n\n{about}\n\n{table(heads, rows)}\n\n{table(['', ''], costs)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run extension", description=__doc__)
    parser.add_argument("--rounds", type=int, default=25, help="how often each is done (default: 25)")
    parser.add_argument("--seconds", type=float, default=30, help="how long nothing is done (default: 30)")
    given = parser.parse_args()
    text = asyncio.run(run(given.rounds, given.seconds))
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
