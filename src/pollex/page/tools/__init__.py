"""The tools of the page, one family a file."""

from __future__ import annotations

from typing import Final

from ...core.tool import Tool
from . import (
    choosing,
    collecting,
    entering,
    filling,
    inspecting,
    instructing,
    listing,
    looking,
    matching,
    navigating,
    picturing,
    pointing,
    pressing,
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
    pressing,
    choosing,
    filling,
    instructing,
    waiting,
    tabbing,
    picturing,
)


def page_tools() -> list[Tool]:
    return [tool for family in FAMILIES for tool in family.TOOLS]
