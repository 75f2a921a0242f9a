"""browser-use: its browser state without a screenshot, and the text of it that its agent puts into the prompt.

Switched off: telemetry and version checks (in bench/run), highlights, extensions and the fixed waits for a page load.
Its agent cuts the text after 40,000 characters; both numbers are reported.
"""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.metadata import version
from typing import Any

from bench.page_chromium import HEIGHT, WIDTH
from bench.page_contender import Contender, Found, Node, Observation, Opened, Opening, Place

CUT = 40_000
EMPTY = "Empty DOM tree"
"""How its text begins when its own time limits ended the look; that is a failure, not a short text."""


def session_of(place: Place) -> Any:
    library = import_module("browser_use")
    profile = library.BrowserProfile(
        cdp_url=place.endpoint,
        viewport={"width": WIDTH, "height": HEIGHT},
        keep_alive=True,
        highlight_elements=False,
        enable_default_extensions=False,
        captcha_solver=False,
        minimum_wait_page_load_time=0,
        wait_for_network_idle_page_load_time=0,
    )
    return library.BrowserSession(browser_profile=profile)


@asynccontextmanager
async def opened(place: Place) -> Opening:
    for chatty in ("browser_use", "bubus", "cdp_use"):
        logging.getLogger(chatty).setLevel(logging.CRITICAL)
    session = session_of(place)
    await session.start()

    async def look() -> Any:
        state = await session.get_browser_state_summary(include_screenshot=False)
        if problem := getattr(state, "state_error", None):
            raise TimeoutError(problem)
        return state

    async def observe() -> Observation:
        content = (await look()).dom_state
        text = content.llm_representation()
        if text.startswith(EMPTY):
            raise RuntimeError(f"it saw nothing: {text}")
        return Observation(text, len(content.selector_map))

    async def found() -> Found:
        nodes = (await look()).dom_state.selector_map.values()
        return [Node(each.target_id, each.backend_node_id) for each in nodes]

    try:
        yield Opened(observe, found)
    finally:
        await session.stop()


def browser_use() -> Contender:
    return Contender("browser-use", version("browser-use"), opened, CUT)
