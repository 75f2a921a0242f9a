"""One attempt of one contender, and what came of it.

A contender is what is examined: `fresh()` gives a visitor with a browser of its own that has never been anywhere.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol

from bench.login.exam import Credentials, Outcome, Variant, faults
from bench.login.sites import Sites

Ask = Callable[[str], Awaitable[str]]
"""Ask the person something; nothing means that the person cannot say."""
LIMIT = 90
"""Seconds that an attempt may take."""


class Visitor(Protocol):
    """Someone with a browser."""

    async def open(self, url: str) -> None:
        """Open an address, as a step before the attempt."""

    async def attempt(self, url: str, credentials: Credentials, ask: Ask) -> Outcome:
        """Log in: True is in, False is refused by the site, `attempt_failed` could not try."""


class Contender(Protocol):
    """What is examined."""

    def fresh(self) -> AbstractAsyncContextManager[Visitor]:
        """Return a visitor whose browser knows no cookie."""


@dataclass
class Person:
    """Reads the mail and answers as the variant says."""

    sites: Sites
    variant: Variant
    questions: list[str] = field(default_factory=list)

    async def answer(self, question: str) -> str:
        """Return the answer to a question."""
        self.questions.append(question)
        said = self.variant.person
        if said != "mail":
            return said.replace("{site}", self.sites.address(self.variant.site))
        counts = await asyncio.to_thread(self.sites.counts, counts_address(self.sites, self.variant))
        mails: list[str] = counts["mails"]
        return mails[-1] if mails else ""


@dataclass(frozen=True)
class Sitting:
    """An attempt that was made."""

    variant: Variant
    outcome: Outcome | str
    seconds: float
    counts: dict[str, Any]
    asked: int
    wrong: list[str]


def counts_address(sites: Sites, variant: Variant) -> str:
    """Return where the page says what it has counted."""
    return sites.address(variant.counts_site) + variant.counts


async def sit(contender: Contender, sites: Sites, variant: Variant) -> Sitting:
    """Make one attempt on a page that is made new, and look at what the site has counted."""
    counts, site = await asyncio.to_thread(lambda: (counts_address(sites, variant), sites.address(variant.site)))
    await asyncio.to_thread(sites.begin, counts, variant.mode)
    person = Person(sites, variant)
    outcome: Outcome | str
    async with contender.fresh() as visitor:
        if variant.before:
            await visitor.open(site + variant.before)
        begun = time.perf_counter()
        try:
            async with asyncio.timeout(LIMIT):
                outcome = await visitor.attempt(site + variant.url, variant.credentials, person.answer)
        except Exception as error:  # noqa: BLE001 - whatever it raises is not one of the three outcomes
            outcome = f"{type(error).__name__}: {error}".splitlines()[0][:200]
        seconds = time.perf_counter() - begun
        found = await asyncio.to_thread(sites.counts, counts)
    said: Outcome = outcome  # type: ignore[assignment]  # another text is a fault as well
    asked = len(person.questions)
    return Sitting(variant, outcome, seconds, found, asked, faults(variant, said, found, asked))
