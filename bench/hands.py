"""What an action costs: each of Pollex's page tools beside plain Playwright's same call, on the same page, in turns."""

from __future__ import annotations

import argparse
import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.report import table
from playwright.async_api import Page, ViewportSize, async_playwright

import pollex
from pollex.page.launch import chromium_arguments, find_chromium
from pollex.page.live import LivePage
from pollex.page.policy.browser import context_options
from pollex.page.policy.rule import NetworkPolicy
from pollex.page.policy.thread import ProxyThread
from pollex.practice.server import Server

LATEST = Path(".bench/hands/latest.md")
PAGE = """data:text/html,<title>Hands</title><main><h1>Hands</h1>
<p>%s</p><form onsubmit='return false'><label>Name <input id='name'></label>
<label>Notes <textarea id='notes'></textarea></label>
<label>Country <select id='country'><option>Austria<option>Portugal<option>Spain</select></label>
<label><input type='checkbox' id='terms'> I accept the terms</label></form>
<button id='add' onclick='n.textContent = 1 + Number(n.textContent)'>Add</button><output id='n'>0</output></main>"""
SIZE = ViewportSize(width=1280, height=800)
Act = Callable[[int], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Pair:
    """The same thing done both ways."""

    name: str
    ours: Act
    theirs: Act


@dataclass(frozen=True, slots=True)
class Goals:
    """Where is navigated to: a page without the network, one that is served, and plain Playwright behind our proxy."""

    plain: str
    served: str
    proxied: Page


def pairs(ours: LivePage, theirs: Page, goals: Goals) -> list[Pair]:
    def option(turn: int) -> str:
        return ("Portugal", "Spain")[turn % 2]

    return [
        Pair("click", lambda _: ours.click("text=Add"), lambda _: theirs.get_by_text("Add", exact=True).click()),
        Pair("click by css", lambda _: ours.click("#add"), lambda _: theirs.locator("#add").click()),
        Pair("type 20 characters", lambda n: ours.type("label=Name", f"Ada Lovelace no. {n:03}"),
             lambda n: theirs.get_by_label("Name").fill(f"Ada Lovelace no. {n:03}")),
        Pair("type 2,000 characters", lambda n: ours.type("#notes", f"{n:03} " + "word " * 400),
             lambda n: theirs.locator("#notes").fill(f"{n:03} " + "word " * 400)),
        Pair("select", lambda n: ours.do("select", selector="#country", option=option(n)),
             lambda n: theirs.locator("#country").select_option(label=option(n))),
        Pair("check", lambda n: ours.do("check", selector="#terms", on=n % 2 == 0),
             lambda n: theirs.locator("#terms").set_checked(n % 2 == 0)),
        Pair("hover", lambda _: ours.do("hover", selector="#add"), lambda _: theirs.locator("#add").hover()),
        Pair("press a key", lambda _: ours.do("keypress", key="Tab"), lambda _: theirs.keyboard.press("Tab")),
        Pair("screenshot", lambda _: ours.do("screenshot", fullPage=False), lambda _: theirs.screenshot()),
        Pair("navigate", lambda _: ours.navigate(goals.plain), lambda _: theirs.goto(goals.plain)),
        Pair("navigate, served", lambda _: ours.navigate(goals.served), lambda _: theirs.goto(goals.served)),
        Pair("navigate, served, both by the proxy", lambda _: ours.navigate(goals.served),
             lambda _: goals.proxied.goto(goals.served)),
    ]  # fmt: skip


async def timed(act: Act, turn: int) -> float:
    begun = time.perf_counter()
    await act(turn)
    return (time.perf_counter() - begun) * 1000


async def measure(pair: Pair, rounds: int) -> tuple[list[float], list[float]]:
    ours, theirs = [], []
    for turn in range(rounds + 3):
        ours.append(await timed(pair.ours, turn))
        theirs.append(await timed(pair.theirs, turn))
    return ours[3:], theirs[3:]


async def run(rounds: int) -> str:
    url = (PAGE % ("Some words around it. " * 20)).replace("\n", "").replace("#", "%23")
    rows = []
    with TemporaryDirectory() as home, Server() as server:
        async with pollex.App(home=home) as app, app.page(url) as ours, async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=find_chromium(), args=chromium_arguments(held=False)
            )
            proxy = await ProxyThread(NetworkPolicy(("127.0.0.1",))).open()
            theirs = await browser.new_page(viewport=SIZE)
            await theirs.goto(url)
            way: dict[str, Any] = context_options(proxy.address)
            behind = await browser.new_context(viewport=SIZE, **way)
            goals = Goals(url, f"{server.url}/hard/modal", await behind.new_page())
            for pair in pairs(ours, theirs, goals):
                one, other = await measure(pair, rounds)
                medians = statistics.median(one), statistics.median(other)
                least = min(one), min(other)
                rows.append([
                    pair.name, f"{medians[0]:.1f}", f"{medians[1]:.1f}", f"{medians[0] / medians[1]:.2f}",
                    f"{least[0]:.1f}", f"{least[1]:.1f}", f"{least[0] / least[1]:.2f}",
                ])  # fmt: skip
            await browser.close()
            await proxy.close()
    heads = ["", "Pollex, median", "Playwright, median", "ratio", "Pollex, least", "Playwright, least", "ratio"]
    about = (
        f"{rounds} rounds in turns. Pollex's has the whole pipeline in it: finding the element, its evidence, waiting "
        "for what the action causes, what appeared and which requests were made, the log."
    )
    return f"# Milliseconds an action\n\n{about}\n\n{table(heads, rows)}\n"


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench/run hands", description=__doc__)
    parser.add_argument("--rounds", type=int, default=40, help="how often each is done (default: 40)")
    text = asyncio.run(run(parser.parse_args().rounds))
    LATEST.parent.mkdir(parents=True, exist_ok=True)
    LATEST.write_text(text)
    print(text)


if __name__ == "__main__":
    main()
