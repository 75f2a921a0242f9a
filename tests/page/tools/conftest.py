"""What tests of the page's tools share."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.page.live import LivePage


@pytest.fixture
def fault_of() -> Callable[..., Awaitable[Fault]]:
    """Why an action did not work, found out without much patience."""

    async def told(page: LivePage, action: str, **args: Any) -> Fault:
        page.options = replace(page.options, patience=0.3)
        fault = (await page.call(f"page.{action}", args)).fault
        assert fault is not None
        return fault

    return told
