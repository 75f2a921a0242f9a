"""How long a delta after a click is, beside the whole outline: real clicks, chosen by rule, on all pages of the corpus.

Left out, and counted: clicks after which another document is there, which has an outline of its own, clicks that
changed nothing but the focus or the scroll position, and clicks that were refused.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Literal

from bench.page_tokens import Tokens
from bench.report import table

from pollex import App
from pollex.core.fault import Fault
from pollex.page.delta import delta
from pollex.page.live import LivePage
from pollex.page.observation import Control, Observation
from pollex.page.outline import outline

Outcome = Literal["changed", "same", "elsewhere", "refused"]
HOSTS = ("127.0.0.1", "localhost")
ROLES = frozenset({"button", "checkbox", "clickable", "menuitem", "radio", "switch", "tab"})
CLICKS = 4
"""Clicks on one page, on controls spread evenly over what is near the viewport."""
LINKS = 1
"""And so many on links to a place on the same page."""
QUIET = 0.5
"""Seconds for a page to come to rest, before and after."""
GOAL = 0.15
SMALL = 1_500
"""Characters of an outline below which a single line is already a large part."""
NOISE = re.compile(r"~ \[\d+\] focused|scrolled to .*")


@dataclass(frozen=True, slots=True)
class Clicked:
    """One click and the lengths of what would be told, in characters and tokens."""

    page: str
    control: str
    outcome: Outcome
    told: int = 0
    whole: int = 0
    told_tokens: int = 0
    whole_tokens: int = 0
    text: str = ""

    @property
    def part(self) -> float:
        return self.told_tokens / max(self.whole_tokens, 1)


async def click_everywhere(addresses: dict[str, str], tokens: Tokens) -> list[Clicked]:
    clicked: list[Clicked] = []
    with tempfile.TemporaryDirectory() as home:
        async with App(home=Path(home)) as app:
            for name, url in addresses.items():
                print(f"{name} …", file=sys.stderr)
                async with app.page(url, allow=HOSTS) as page:
                    clicked += await clicks_on(page, name, url, tokens)
    return clicked


async def clicks_on(page: LivePage, name: str, url: str, tokens: Tokens) -> list[Clicked]:
    done: list[Clicked] = []
    for turn in range(CLICKS + LINKS):
        try:
            before = await first_look(page, url, afresh=turn > 0)
            controls = chosen(before)
            if turn >= len(controls):
                break
            done.append(await click(page, name, before, controls[turn], tokens))
        except Fault as fault:
            print(f"{name}: {fault.message}", file=sys.stderr)
    return done


async def first_look(page: LivePage, url: str, *, afresh: bool) -> Observation:
    if afresh:
        await page.navigate("about:blank")
        await page.navigate(url)
    await asyncio.sleep(QUIET)
    return await (await page.opened()).look()


def chosen(observation: Observation) -> list[Control]:
    """Controls of the kinds that change a page, spread over all there are; and links that lead nowhere else."""
    free = [
        control for control in observation.controls().values() if not control.cover and "disabled" not in control.states
    ]
    places = {each["index"] for each in observation.elements if (each["href"] or "").startswith("#")}
    acting = [control for control in free if control.role in ROLES]
    links = [control for control in free if control.role == "link" and control.index in places]
    return [*spread(acting, CLICKS), *spread(links, LINKS)]


def spread(controls: Sequence[Control], most: int) -> list[Control]:
    if len(controls) <= most:
        return list(controls)
    return [controls[(2 * place + 1) * len(controls) // (2 * most)] for place in range(most)]


async def click(page: LivePage, name: str, before: Observation, control: Control, tokens: Tokens) -> Clicked:
    opened = await page.opened()
    document = (await opened.tab.main()).document
    what = f"{control.role} {control.name}"[:60]
    result = await page.call("page.click", {"selector": control.index})
    if result.fault is not None:
        return Clicked(name, what, "refused", text=result.fault.message)
    await asyncio.sleep(QUIET)
    if page.tabs.current is not opened or (await opened.tab.main()).document != document:
        return Clicked(name, what, "elsewhere")
    after = await opened.look()
    told, whole = delta(before, after), outline(after)
    outcome: Outcome = "same" if all(NOISE.fullmatch(line) for line in told.splitlines()) else "changed"
    return Clicked(name, what, outcome, len(told), len(whole), tokens.count(told), tokens.count(whole), told)


def to_markdown(clicked: Sequence[Clicked]) -> str:
    changed = sorted((each for each in clicked if each.outcome == "changed"), key=lambda each: -each.part)
    rows = (
        [
            each.page,
            each.control.replace("|", "\\|"),
            str(each.told_tokens),
            str(each.whole_tokens),
            f"{each.part:.0%}",
        ]
        for each in changed
    )
    return "\n\n".join(
        [
            "# What is told after a click, beside the whole outline",
            "\n".join(summary(clicked)),
            table(["page", "clicked", "tokens told", "of the outline", "part"], rows),
        ]
    ) + "\n"  # fmt: skip


def summary(clicked: Sequence[Clicked]) -> Iterator[str]:
    left = {outcome: sum(each.outcome == outcome for each in clicked) for outcome in ("elsewhere", "same", "refused")}
    changed = [each for each in clicked if each.outcome == "changed"]
    yield (
        f"* {len(clicked)} clicks; {left['elsewhere']} led to another document, {left['same']} changed nothing but "
        f"focus or scrolling, {left['refused']} were refused: left out."
    )
    groups = {
        "all": changed,
        f"outlines of {SMALL:,} characters and more": [each for each in changed if each.whole >= SMALL],
        "shorter outlines": [each for each in changed if each.whole < SMALL],
    }
    for name, group in groups.items():
        if group:
            parts = [each.part for each in group]
            within = sum(part <= GOAL for part in parts)
            total = sum(each.told_tokens for each in group) / sum(each.whole_tokens for each in group)
            yield (
                f"* {name}: {len(group)} clicks, median {median(parts):.1%}, worst {max(parts):.0%}, "
                f"all together {total:.1%}; {within} within {GOAL:.0%}."
            )


def as_json(clicked: Sequence[Clicked]) -> list[dict[str, object]]:
    return [asdict(each) for each in clicked]
