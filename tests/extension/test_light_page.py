"""The tests of the page and its tools, in a tab without the debugger. What is left out names a row of the table."""

from __future__ import annotations

import functools
import importlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.fault import Fault
from pollex.page.ways import BY_NAME, can
from pollex.practice.server import Server

from ..selection import some
from .conftest import OpenPage, PairedChrome, opening
from .test_page import ELSEWHERE, MODULES

EVERY: Final = 40
LEFT_OUT: Final = {
    "tools.test_inspection": "inspect",
    "tools.test_dialogs": "dialogs",
    "test_an_element_that_does_not_fit_into_the_window_with_its_goal": "requests",
    "test_a_drag_that_moves_nothing_is_told": "trusted input",
    "test_an_element_that_is_held_by_its_handle_says_so": "trusted input",
    "test_a_click_that_changes_nothing_says_what_else_there_is": "trusted input",
    "test_a_box_of_classes_that_stays_as_it_is_is_a_fault": "trusted input",
}
"""Modules and tests that are about nothing else than a row. An act that a page can tell from a person's and that has no
effect is a fault there, where other ways note what they met."""
pytestmark = pytest.mark.asyncio(loop_scope="session")


def as_far_as_it_can(test: Callable[..., Awaitable[None]]) -> Callable[..., Awaitable[None]]:
    """A test that is skipped where a fault says that this cannot be done, by its row."""

    @functools.wraps(test)
    async def tried(*given: Any, **named: Any) -> None:
        try:
            await test(*given, **named)
        except Fault as fault:
            if fault.code != "unavailable" or fault.received not in BY_NAME:
                raise
            pytest.skip(fault.received)

    return tried


shared = {}
for module in ("tools.conftest", *(each for each in MODULES if each not in LEFT_OUT)):
    for name, each in vars(importlib.import_module(f"tests.page.{module}")).items():
        if name.startswith("test_") and name not in ELSEWHERE:
            test = pytest.mark.skip(LEFT_OUT[name])(each) if name in LEFT_OUT else as_far_as_it_can(each)
            shared[f"{name}__{module.rpartition('.')[2]}"] = test
        elif "fixture" in type(each).__name__.lower():
            globals()[name] = each
globals().update({name: shared[name] for name in some(shared, EVERY)})


@pytest_asyncio.fixture(loop_scope="session")
async def open_page(app: App, light: PairedChrome, server: Server, tmp_path: Path) -> AsyncIterator[OpenPage]:
    async with opening(app, light, server, tmp_path) as opened:
        yield opened


async def test_what_is_left_out_is_a_row_that_cannot_be_done() -> None:
    assert [row for row in LEFT_OUT.values() if can("light", row)] == []
