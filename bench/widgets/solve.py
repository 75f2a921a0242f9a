"""Tasks of the gallery, done by the agent with a model that plays from a script, and judged by the page's state."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from tempfile import TemporaryDirectory

from bench.agent_form import Server
from bench.agent_player import WeighedPlayer
from bench.widgets.script import FOLDER
from bench.widgets.server import Gallery
from playwright.async_api import TimeoutError as TooLate

import pollex
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.testing.player import ScriptedTurn

PATIENCE = 1.0
"""Seconds that the page has after the last call to come to its state."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """How a task went."""

    task: str
    solved: bool
    requests: int
    calls: int
    seconds: float
    sizes: tuple[int, ...] = ()
    """The bytes of each request."""
    why: str = ""


async def solve(
    tasks: Iterable[dict[str, str]], ways: dict[str, list[ScriptedTurn]], *, show: bool = False
) -> list[Attempt]:
    """Try the tasks one after the other, each on a fresh page."""
    found = []
    with Gallery(FOLDER) as gallery, Server() as server, TemporaryDirectory() as home:
        async with pollex.App(home=home, environ={}) as app, app.model(f"openai:instant@{server.url}v1") as wire:
            for task in tasks:
                if task["id"] not in ways:
                    found.append(Attempt(task["id"], False, 0, 0, 0.0, why="nobody has written a script"))
                    continue
                player = WeighedPlayer(ways[task["id"]], wire, server, show=show)
                tried = await attempt(app, gallery.url, task, player)
                found.append(tried)
                print(line(tried), flush=True)
    return found


async def attempt(app: pollex.App, url: str, task: dict[str, str], player: WeighedPlayer) -> Attempt:
    """Try one task in a window of its own."""
    address = f"{url}/pages/{task['page']}.html"
    async with app.page() as page:
        await page.navigate(address)
        begun = time.perf_counter()
        run = await app.run(task["task"], page=page, model=player, pictures=False, durable=False, policy="allow")
        seconds = time.perf_counter() - begun
        holds = await held(page, task["check"])
    assert run.result is not None
    why = player.problem or ("" if run.result.ok else str(run.result.fault)) or ("" if holds else "not as it should be")
    return Attempt(
        task["id"], holds and run.result.ok, player.requests, player.calls, seconds, tuple(player.sizes), why
    )


async def held(page: LivePage, check: str) -> bool:
    """Whether the page is as the task wants it, now or soon."""
    tab = page.tabs.current
    assert tab is not None
    assert isinstance(tab.tab, PlaywrightTab)
    if tab.tab.dialog is not None:
        await page.call("page.dialog", {"accept": False})
    try:
        await tab.tab.page.wait_for_function(f"() => Boolean({check})", timeout=PATIENCE * 1_000, polling=50)
    except TooLate:
        return False
    return True


def line(tried: Attempt) -> str:
    word = "solved" if tried.solved else "NOT"
    about = f"{tried.requests} requests {tried.calls} calls {tried.seconds:5.1f} s  {tried.task}"
    return f"{word:7}{about}{'' if tried.solved else f': {tried.why}'}"
