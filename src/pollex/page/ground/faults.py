"""What to tell a caller whose words fit several elements: which, and what would decide between them."""

from __future__ import annotations

from typing import Final

from ...core.fault import Fault, Issue
from ..driver import Frame
from ..indices import Indices
from .ranking import Ranked
from .scoring import ScoredThing
from .weights import WEIGHTS

LISTED: Final = 10


def unsure(words: str, chosen: Ranked, frames: list[Frame], indices: Indices) -> Fault | None:
    """The Fault that lists those between which there was nothing to choose; None where nothing fits."""
    near = rivals(chosen)
    if not near:
        return None
    listed = [describe_choice(choice, frames, indices) for choice in near]
    return Fault(
        "ambiguous",
        f"{words!r} fits {'at least ' * (len(near) == LISTED)}{len(near)} elements about equally.",
        pointer="/selector",
        expected="one visible element",
        received="; ".join(listed),
        hint=f"Say which one, by its index, its order or what stands near it: {'; '.join(listed[:3])}",
        retry=True,
        issues=[Issue("/selector", text, hint=f"Use the index {text[1 : text.index(']')]}.") for text in listed],
    )


def unnamed(words: str, chosen: Ranked) -> Fault | None:
    """The Fault that says which proper name the page does not have, and what is called nearly so."""
    if not chosen.lost:
        return None
    said = " and ".join(map(repr, chosen.lost))
    return Fault(
        "not_found",
        f"Nothing that fits is called {said}.",
        pointer="/selector",
        expected="names as the page writes them",
        received=words,
        hint=f"Did you mean {' or '.join(map(repr, chosen.near))}?" if chosen.near else None,
        retry=True,
    )


def rivals(chosen: Ranked) -> list[ScoredThing]:
    """Those between which there was nothing to choose; none where nothing fits."""
    if not chosen.ranked or chosen.ranked[0].score < WEIGHTS.enough:
        return []
    best = chosen.ranked[0].score
    return [choice for choice in chosen.ranked if best - choice.score < WEIGHTS.margin][:LISTED]


def describe_choice(choice: ScoredThing, frames: list[Frame], indices: Indices) -> str:
    thing = choice.thing
    known = thing.role if thing.role != "generic" else thing.tag
    beside = f" near {choice.near!r}" if choice.near else ""
    return f"[{indices.of(frames[thing.frame], thing.number)}] {known} {thing.said[:60]!r}{beside}"
