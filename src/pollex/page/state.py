"""The page-agent specification's BrowserState (002), with an outline for prompts."""

from __future__ import annotations

from collections.abc import Collection

from ..core.protocols import BrowserState
from .observation import Observation
from .outline import outline


def browser_state(observation: Observation, unfold: Collection[int] = ()) -> BrowserState:
    return {
        "url": observation.url,
        "title": observation.title,
        "elements": observation.elements,
        "textContent": observation.text,
        "scrollY": observation.scroll_y,
        "scrollHeight": observation.scroll_height,
        "viewportHeight": observation.viewport_height,
        "outline": outline(observation, unfold),
    }
