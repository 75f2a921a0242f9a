"""Searching tools by words about what is needed: the nearest first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .json import dumps
from .tool import Tool

WORD: Final = re.compile(r"\w{2,}")
WEIGHTS: Final = (4, 2, 1)
"""What a word counts in a tool's name, among its parameters, and in all that is said of it."""


def search(tools: Iterable[Tool], about: str, most: int) -> tuple[list[Tool], list[Tool]]:
    """At most so many tools that have to do with some words, the nearest first, and the others that do; where none
    does, as with no words, all are others."""
    listed = list(tools)
    near = {tool.name: _nearness(tool, about) for tool in listed}
    ranked = sorted(listed, key=lambda tool: -near[tool.name])
    found = [tool for tool in ranked if near[tool.name]]
    return found[:most], found[most:] if found else ranked


def first_sentence(tool: Tool) -> str:
    return tool.description.split(". ")[0].split("\n")[0].rstrip(".") + "."


def _nearness(tool: Tool, about: str) -> int:
    """How much of what is asked for stands in a tool's name, its parameters and its description."""
    document = tool.input.document
    properties = document.get("properties", {}) if isinstance(document, dict) else {}
    places = (tool.name, " ".join(properties), f"{tool.description} {dumps(properties)}")
    words = [word.removesuffix("s") for word in WORD.findall(about.casefold())]
    return sum(
        weight * (word in place.casefold()) for word in words for weight, place in zip(WEIGHTS, places, strict=True)
    )
