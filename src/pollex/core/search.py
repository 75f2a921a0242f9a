"""Search for tools by words, best match first."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from .json import dumps
from .tool import Tool

WORD: Final = re.compile(r"[^\W_]{2,}")
WEIGHTS: Final = (4, 2, 1)
"""The weight of a word in a tool's name, in its parameters, and in its description."""


def search(tools: Iterable[Tool], about: str, most: int) -> tuple[list[Tool], list[Tool]]:
    """Return at most `most` tools that match the words, best first, and the remaining matches. Without any match, all
    tools are in the second list."""
    listed = list(tools)
    near = {tool.name: _nearness(tool, about) for tool in listed}
    ranked = sorted(listed, key=lambda tool: -near[tool.name])
    found = [tool for tool in ranked if near[tool.name]]
    return found[:most], found[most:] if found else ranked


def first_sentence(tool: Tool) -> str:
    return tool.description.split(". ")[0].split("\n")[0].rstrip(".") + "."


def _nearness(tool: Tool, about: str) -> int:
    """Return how well the words match a tool's name, parameters and description."""
    document = tool.input.document
    properties = document.get("properties", {}) if isinstance(document, dict) else {}
    places = (tool.name, " ".join(properties), f"{tool.description} {dumps(properties)}")
    words = _words(about)
    return sum(
        weight * ((word in place.casefold()) + (word in _words(place)))
        for word in words
        for weight, place in zip(WEIGHTS, places, strict=True)
    )


def _words(text: str) -> list[str]:
    return [word.removesuffix("s") for word in WORD.findall(text.casefold())]
