"""Whether a task of this directory came out as it should: looks at the answer, the last page and pages opened after it.

The format is in README.md. What a run said of itself (done or failed) is for the caller to compare with `outcome`.
"""

from __future__ import annotations

import asyncio
import re
import time
from decimal import Decimal
from typing import Any, Final

from playwright.async_api import ElementHandle, Error, Page

PATIENCE: Final = 3.0
"""Seconds in which a page may still become what it should be."""
TRIES: Final = 5
"""To open a page, while the one before is still on its way somewhere."""
NUMBER: Final = re.compile(r"(?<![\w.])(?<!\w-)\d+(?:\.\d+)?(?!\w|\.\d)")
READ_VALUE: Final = "element => element.value"
READ_CHECKED: Final = "element => element.checked ?? element.getAttribute('aria-checked') === 'true'"

Task = dict[str, Any]
Part = dict[str, Any]


async def failures(page: Page, base: str, answer: str, task: Task) -> list[str]:
    """What does not hold, in sentences; nothing if the task came out as it should."""
    check = task["check"]
    wrong = in_answer(answer, check)
    if "url" in check and not re.search(check["url"], page.url):
        wrong.append(f"The address is {page.url}, not like {check['url']}.")
    for part in check.get("page", []):
        wrong += await on_page(page, part)
    opened = ""
    for part in check.get("then", []):
        if part["open"] != opened:
            opened = part["open"]
            await visit(page, base + opened)
        wrong += [f"On {opened}: {each}" for each in await on_page(page, part)]
    return wrong


def in_answer(answer: str, check: Part) -> list[str]:
    said = plain(answer)
    missing = [f"The answer lacks “{text}”." for text in check.get("answer", []) if not says(said, plain(text))]
    return missing + [f"The answer has “{text}”." for text in check.get("answer_not", []) if says(said, plain(text))]


def plain(text: str) -> str:
    """Without case, commas in numbers, currency signs and surplus spaces."""
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text.casefold())
    text = re.sub(r"[€£$]|\beur(?:os?)?\b", "", text).replace("’", "'").replace("−", "-")
    return re.sub(r"\s+", " ", text).strip()


def says(said: str, text: str) -> bool:
    """A number is compared by its value, so that 24 is 24.00 and 5 is not in 15; words must be whole words."""
    if re.fullmatch(r"\d+(?:\.\d+)?", text):
        return any(Decimal(found) == Decimal(text) for found in NUMBER.findall(said))
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", said) is not None


async def visit(page: Page, address: str) -> None:
    for left in reversed(range(TRIES)):
        try:
            await page.goto(address, wait_until="load")
            break
        except Error:  # the last action was still on its way somewhere
            if not left:
                raise
            await asyncio.sleep(0.5)
    try:
        await page.wait_for_load_state("networkidle", timeout=PATIENCE * 1000)
    except Error:
        return  # it never rests: it is looked at as it is


async def on_page(page: Page, part: Part) -> list[str]:
    """Looks until the part holds, or until patience ends."""
    end = time.monotonic() + PATIENCE
    while wrong := await look(page, part):
        if time.monotonic() > end:
            return [wrong]
        await asyncio.sleep(0.1)
    return []


async def look(page: Page, part: Part) -> str:
    """What is wrong with one part; "" if it holds."""
    css = part["css"]
    try:
        found = [each for each in await page.query_selector_all(css) if await fits(each, part)]
    except Error as error:
        return f"“{css}” could not be looked at: {error.message.splitlines()[0]}"
    wanted = 0 if part.get("absent") else part.get("count")
    fitting = "".join(f", {name} “{part[name]}”" for name in ("text", "value", "checked") if name in part)
    if wanted is not None:
        return "" if len(found) == wanted else f"{len(found)} instead of {wanted} of “{css}”{fitting}."
    return "" if found else f"There is no “{css}”{fitting}."


async def fits(element: ElementHandle, part: Part) -> bool:
    if "text" in part and not re.search(part["text"], await shown(element)):
        return False
    if "value" in part and await element.evaluate(READ_VALUE) != part["value"]:
        return False
    return "checked" not in part or await element.evaluate(READ_CHECKED) == part["checked"]


async def shown(element: ElementHandle) -> str:
    return re.sub(r"\s+", " ", await element.inner_text()).strip()
