"""The tools of the page, one family a file."""

from __future__ import annotations

from typing import Final

from ...core.tool import Tool
from . import (
    collecting,
    entering,
    inspecting,
    instructing,
    listing,
    looking,
    matching,
    navigating,
    picturing,
    pointing,
    querying,
    reading,
    tabbing,
    waiting,
)

FAMILIES: Final = (
    looking,
    reading,
    collecting,
    listing,
    querying,
    inspecting,
    matching,
    navigating,
    pointing,
    entering,
    instructing,
    waiting,
    tabbing,
    picturing,
)


def page_tools() -> list[Tool]:
    return [tool for family in FAMILIES for tool in family.TOOLS]
