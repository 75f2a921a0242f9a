"""All paths in one pattern: however many there are, a request is matched once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

PARAMETER: Final = re.compile(r"\{(\w+)\}")
WHOLE: Final = "name"
"""The parameter that may contain slashes, as the names of tools do."""


class Routes:
    """Sends a request to the first app whose path it fits, with the path's parameters in its scope."""

    def __init__(self, apps: Mapping[str, ASGIApp], otherwise: ASGIApp) -> None:
        self._otherwise = otherwise
        self._found: dict[int, tuple[ASGIApp, list[str]]] = {}
        """By the number of its group in the pattern."""
        patterns, groups = [], 1
        for path, app in apps.items():
            names = PARAMETER.findall(path)
            self._found[groups] = app, names
            groups += 1 + len(names)
            patterns.append(f"({_pattern(path)})")
        self._pattern = re.compile("|".join(patterns), re.DOTALL)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        met = self._pattern.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if met is None:
            await self._otherwise(scope, receive, send)
            return
        group = met.lastindex or 0
        app, names = self._found[group]
        scope["path_params"] = {name: met[group + place] for place, name in enumerate(names, 1)}
        await app(scope, receive, send)


def _pattern(path: str) -> str:
    texts = PARAMETER.split(path)
    return "".join(
        (r"(.*)" if text == WHOLE else r"([^/]+)") if place % 2 else re.escape(text) for place, text in enumerate(texts)
    )
