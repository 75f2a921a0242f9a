"""Words → element, without a model: what they say is compared with what the page shows, by score and margin."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.context import Context
from ...core.selector import Candidate
from ..driver import Frame
from ..found import Found
from ..opened import OpenTab
from .choose import Chosen, choose
from .collect import collect
from .told import unsure


@dataclass(frozen=True, slots=True)
class Grounded:
    """What words mean on a page, and the frames by the number that things have."""

    chosen: Chosen
    frames: list[Frame]


async def by_words(opened: OpenTab, words: str, *, context: Context) -> Found | None:
    """The element that the words mean; None where nothing fits well enough, a Fault where several fit as well."""
    grounded = await ground(opened, words)
    thing = grounded.chosen.thing
    if thing is None:
        if fault := unsure(words, grounded.chosen, grounded.frames, opened.indices):
            raise fault
        return None
    frame = grounded.frames[thing.frame]
    return Found(frame, thing.number, opened.indices.of(frame, thing.number), Candidate("act", words))


async def ground(opened: OpenTab, words: str) -> Grounded:
    """Compare words with the page. Of a very large one what is near the viewport is looked at first, then the rest."""
    scene, frames = await collect(opened.tab)
    chosen = choose(scene, words)
    if scene.cut and (not chosen.sure or chosen.counted):
        scene, frames = await collect(opened.tab, whole=True)
        chosen = choose(scene, words)
    return Grounded(chosen, frames)
