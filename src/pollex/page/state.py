"""Document 002's BrowserState, with an outline for prompts."""

from __future__ import annotations

from collections.abc import Collection

from ..core.protocols import BrowserState
from .outline import outline
from .sighting import Sighting


def browser_state(sighting: Sighting, unfold: Collection[int] = ()) -> BrowserState:
    return {
        "url": sighting.url,
        "title": sighting.title,
        "elements": sighting.elements,
        "textContent": sighting.text,
        "scrollY": sighting.scroll_y,
        "scrollHeight": sighting.scroll_height,
        "viewportHeight": sighting.viewport_height,
        "outline": outline(sighting, unfold),
    }
