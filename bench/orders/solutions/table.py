"""Where solutions are kept: by the task's id, the right doing and, for tasks that must fail, a wrong one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from playwright.async_api import Locator, Page

Solution = Callable[[Page], Awaitable[str]]
FILES: Final = Path(__file__).parent.parent / "files"
SOLUTIONS: Final[dict[str, Solution]] = {}
WRONG: Final[dict[str, Solution]] = {}


def solves(task: str) -> Callable[[Solution], Solution]:
    """Register the solution of a task; it returns the answer."""

    def register(solution: Solution) -> Solution:
        SOLUTIONS[task] = solution
        return solution

    return register


def wrong(task: str) -> Callable[[Solution], Solution]:
    """Register what the check of a task must refuse, where doing nothing is right."""

    def register(solution: Solution) -> Solution:
        WRONG[task] = solution
        return solution

    return register


def button(page: Page | Locator, name: str) -> Locator:
    """A button by its exact name."""
    return page.get_by_role("button", name=name, exact=True)


def link(page: Page | Locator, name: str) -> Locator:
    """A link by its exact name."""
    return page.get_by_role("link", name=name, exact=True)


def field(page: Page | Locator, label: str) -> Locator:
    """A field by its exact label."""
    return page.get_by_label(label, exact=True)


def accept(page: Page) -> None:
    """Accept the next dialog of the browser."""

    page.once("dialog", lambda dialog: dialog.accept())


async def go(page: Page, path: str) -> None:
    """Open a path of the same site."""
    await page.goto(await page.evaluate("path => new URL(path, location.href).href", path))


async def sum_of(cells: Locator) -> str:
    """The sum of amounts in cells such as `−€29.00`."""
    texts = [text.replace("−", "-").replace("€", "").replace(",", "") for text in await cells.all_inner_texts()]
    return f"{sum(map(float, texts)):.2f}"
