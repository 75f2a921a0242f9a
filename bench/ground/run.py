"""Measures grounding on the phrases: right, refused, wrong per kind, and milliseconds. `python -m bench.ground.run`.

`--second` takes the exam that nobody tunes on, of which only totals are printed; `open.json` and, by `--frozen`,
`frozen.json` are for development.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import sys
import time
from collections import Counter, defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from bench.ground.check import ARGUMENTS, HERE, SAVED, administration, practice, static
from bench.ground.opening import opened
from playwright.async_api import Error, Page, async_playwright

from pollex.browser.selector import Candidate, Selector
from pollex.core.fault import Fault
from pollex.page.ground import Grounded, ground
from pollex.page.open_tab import OpenTab
from pollex.page.resolve import resolve

OUTCOMES = ("right", "refused", "wrong")
MARKED = Selector((Candidate("css", "[data-right]"),))


@dataclass
class Tally:
    """What came of the phrases."""

    show: bool
    kinds: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    times: list[float] = field(default_factory=list)
    problems: int = 0

    def add(
        self, phrase: dict[str, Any], answers: set[tuple[str, int]] | None, grounded: Grounded, seconds: float
    ) -> None:
        thing = grounded.chosen.thing
        got = None if thing is None else (grounded.frames[thing.frame].document, thing.number)
        outcome = "refused" if got is None else "right" if answers and got in answers else "wrong"
        if answers is None:
            outcome = "right" if got is None else "wrong"
        elif not answers:
            return
        self.kinds[phrase["kind"]][outcome] += 1
        self.times.append(seconds * 1000)
        if self.show and outcome != "right":
            print(f"{outcome}: {phrase['page']}: {phrase['phrase']!r}")
            for choice in grounded.chosen.ranked[:3]:
                print(f"    {choice.score:.3f} {choice.thing.role} {choice.thing.said[:60]!r}")

    def tell(self) -> None:
        total: Counter[str] = Counter()
        print(f"{'kind':<10} {'right':>6} {'refused':>8} {'wrong':>6}")
        for kind, counts in sorted(self.kinds.items()):
            total += counts
            print(f"{kind:<10} {counts['right']:>6} {counts['refused']:>8} {counts['wrong']:>6}")
        count = sum(total.values()) or 1
        print(f"{'all':<10} {total['right']:>6} {total['refused']:>8} {total['wrong']:>6}")
        print("share      " + ", ".join(f"{outcome} {100 * total[outcome] / count:.1f} %" for outcome in OUTCOMES))
        ordered = sorted(self.times)
        late = ordered[int(len(ordered) * 0.95)]
        print(f"ms         median {statistics.median(ordered):.1f}, 95th percentile {late:.1f}")
        if self.problems:
            print(f"answers that could not be found on their page: {self.problems}")


async def answers_of(page: Page, tab: OpenTab, phrase: dict[str, Any], tally: Tally) -> set[tuple[str, int]] | None:
    """The right elements as Pollex knows them. The selectors are Playwright's, so Playwright finds and marks them."""
    if phrase["answers"] is None:
        return None
    found = set()
    for answer in phrase["answers"]:
        try:
            locator = page.locator(answer).locator("visible=true").first
            await locator.evaluate("element => element.setAttribute('data-right', '')", timeout=5_000)
            element = await resolve(tab.tab, tab.indices, MARKED, hidden=True)
            await locator.evaluate("element => element.removeAttribute('data-right')")
        except (Fault, Error):
            tally.problems += 1
        else:
            found.add((element.frame.document, element.number))
    return found


async def measure(given: dict[str, Any], sites: dict[str, str], only: str | None, tally: Tally) -> None:
    listed = json.loads((SAVED / "corpus.json").read_text())
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        for name, entry in given["pages"].items():
            phrases = [phrase for phrase in given["phrases"] if phrase["page"] == name and only in (None, name)]
            site = "practice" if entry["site"] == "practice" else listed[entry["corpus"]]["site"]
            if phrases:
                async with opened(browser, sites[site], entry) as (page, tab):
                    await on_page(page, OpenTab(name, tab), phrases, tally)
        await browser.close()


async def on_page(page: Page, tab: OpenTab, phrases: list[dict[str, Any]], tally: Tally) -> None:
    await ground(tab, "anything")  # the first look pays for what later ones find ready
    for phrase in phrases:
        answers = await answers_of(page, tab, phrase, tally)
        begun = time.perf_counter()
        grounded = await ground(tab, phrase["phrase"])
        tally.add(phrase, answers, grounded, time.perf_counter() - begun)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--frozen", action="store_true", help="the half that was frozen once, for development now")
    parser.add_argument("--second", action="store_true", help="the second exam; prints totals only")
    parser.add_argument("--page", help="one page only")
    parser.add_argument("--show-wrong", action="store_true", help="phrases that were not right; for the open half")
    options = parser.parse_args()
    if options.second and (options.show_wrong or options.page):
        parser.error("the second exam is run as a whole, and shows totals only")
    name = "second" if options.second else "frozen" if options.frozen else "open"
    given = json.loads((HERE / f"{name}.json").read_text())
    tally = Tally(options.show_wrong)
    with ExitStack() as stack:
        sites = {
            "practice": stack.enter_context(practice()),
            "static": stack.enter_context(static()),
            "admin": stack.enter_context(administration()),
        }
        asyncio.run(measure(given, sites, options.page, tally))
    tally.tell()
    return 0


if __name__ == "__main__":
    sys.exit(main())
