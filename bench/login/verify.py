"""Checks the exam itself: `python -m bench.login.verify [--only ID,ID]`, or `--freeze` to write the hashes anew.

At each page the hand-written solution is accepted where it says the right outcome, for right and wrong credentials
alike, and refused where it says another; doing nothing is refused, whatever it says. Where a page is unreachable, only
`attempt_failed` is accepted, after the steps that still can be made.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass

from bench.login.exam import FROZEN, Credentials, Outcome, Variant, faults, hashes, variants
from bench.login.sites import Sites, serving
from bench.login.sitting import Ask, Sitting, Visitor, counts_address, sit
from bench.login.solutions import SOLUTIONS, Solution
from playwright.async_api import Browser, Error, Page, async_playwright

from pollex.page.launch import chromium_arguments, find_chromium

STEP = 10_000
SETTLE = 2_500
LOOK = 25
"""Milliseconds for a step, for what the last step causes, and between two looks at it."""
OUTCOMES: tuple[Outcome, ...] = (True, False, "attempt_failed")


@dataclass
class ByHand:
    """A contender that makes the steps of a solution, or none, and says a fixed outcome."""

    browser: Browser
    solution: Solution | None
    says: Outcome
    counted: Callable[[], bool] = lambda: True
    """Whether the site has counted what the steps cause."""

    def fresh(self) -> AbstractAsyncContextManager[Visitor]:
        """Return a visitor with a browser context of its own."""
        return self._fresh()

    @asynccontextmanager
    async def _fresh(self) -> AsyncIterator[Visitor]:
        context = await self.browser.new_context(viewport={"width": 1280, "height": 800})
        try:
            page = await context.new_page()
            page.set_default_timeout(STEP if self.says is True else STEP / 2)
            yield Hand(page, self)
        finally:
            await context.close()


@dataclass
class Hand:
    """One browser context of `ByHand`."""

    page: Page
    contender: ByHand

    async def open(self, url: str) -> None:
        """Open an address."""
        await self.page.goto(url)

    async def attempt(self, url: str, credentials: Credentials, ask: Ask) -> Outcome:
        """Make the steps; where the attempt cannot succeed, as many as can be made."""
        if self.contender.solution is None:
            return self.contender.says
        if self.contender.says is True:
            await self.page.goto(url)
            await self.contender.solution(self.page, credentials, ask)
        else:
            with suppress(Error, KeyError):
                await self.page.goto(url)
                await self.contender.solution(self.page, credentials, ask)
        await self._settled()
        return self.contender.says

    async def _settled(self) -> None:
        for _ in range(SETTLE // LOOK):
            if await asyncio.to_thread(self.contender.counted):
                break
            await asyncio.sleep(LOOK / 1000)
        with suppress(Error):
            await self.page.wait_for_load_state("networkidle", timeout=SETTLE)


def accepts(sitting: Sitting, says: Outcome) -> bool:
    """Return whether the same attempt with this outcome would be right."""
    return not faults(sitting.variant, says, sitting.counts, sitting.asked)


async def verified(browser: Browser, sites: Sites, variant: Variant) -> list[str]:
    """Return what is wrong with an attempt of the exam; nothing if it is sound."""
    right = variant.outcomes[0]

    def counted() -> bool:
        return not faults(variant, right, sites.counts(counts_address(sites, variant)), variant.asks)

    solved = await sit(ByHand(browser, SOLUTIONS[variant.login], right, counted), sites, variant)
    wrong = [f"The solution is refused: {each}" for each in solved.wrong]
    wrong += [
        f"Saying {says} is accepted." for says in OUTCOMES if accepts(solved, says) and says not in variant.outcomes
    ]
    idle = await sit(ByHand(browser, None, right), sites, variant)
    excused = variant.uncounted or variant.before  # where nothing is counted, and nothing is to be done
    wrong += [
        f"Doing nothing and saying {says} is accepted." for says in OUTCOMES if accepts(idle, says) and not excused
    ]
    return wrong


async def verify(only: str) -> int:
    """Verify the attempts that have a part of `only` in their id; return how many are not sound."""
    bad = 0
    with serving() as sites:
        async with async_playwright() as playwright:
            executable, arguments = find_chromium(), chromium_arguments(held=False)
            browser = await playwright.chromium.launch(executable_path=executable, args=arguments)
            for variant in variants(only):
                wrong = await verified(browser, sites, variant)
                bad += bool(wrong)
                print(f"{'WRONG' if wrong else 'sound':6} {variant.id}", *wrong, sep="\n    ", flush=True)
            await browser.close()
    print(f"\n{bad} not sound" if bad else "\nAll sound.")
    return bad


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Check the exam itself.")
    parser.add_argument("--only", default="", help="parts of the ids to verify, separated by commas")
    parser.add_argument("--freeze", action="store_true", help="write the hashes of the pages and the exam anew")
    chosen = parser.parse_args()
    if chosen.freeze:
        FROZEN.write_text(hashes())
    raise SystemExit(1 if asyncio.run(verify(chosen.only)) else 0)
