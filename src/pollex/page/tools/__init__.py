"""The tools of the page, one family a file."""

from __future__ import annotations

from typing import Final

from ...core.tool import Tool
from . import (
    capture,
    collection,
    content,
    dragging,
    form,
    inspection,
    instruction,
    keyboard,
    match,
    mouse,
    navigation,
    query,
    selection,
    state,
    tabs,
    text_input,
    text_selection,
    wait,
)
from . import lists as records

FAMILIES: Final = (
    state,
    content,
    collection,
    records,
    query,
    inspection,
    match,
    navigation,
    mouse,
    dragging,
    text_selection,
    text_input,
    keyboard,
    selection,
    form,
    instruction,
    wait,
    tabs,
    capture,
)


def page_tools() -> list[Tool]:
    return [tool for family in FAMILIES for tool in family.TOOLS]
