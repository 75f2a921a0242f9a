"""Which elements of a page may be one of which something is known, and whether one of them clearly is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..browser.evidence import LIKE, Evidence, score
from ..core.fault import Fault
from .driver import Frame, Tab
from .evidence import record_all
from .meaning import alike

COMPARED: Final = 40
"""Elements of a frame that are written down and compared."""
MARGIN: Final = 0.12
"""By how much it must fit better than the next."""
NEAR: Final = 0.25
"""The least score of one that is worth telling."""


@dataclass(frozen=True, slots=True)
class Rival:
    """An element, and how well it fits what is known."""

    frame: Frame
    number: int
    evidence: Evidence
    score: float


@dataclass(frozen=True, slots=True)
class EvidenceRanking:
    """The elements that may be meant, best first."""

    rivals: tuple[Rival, ...]

    @property
    def runner_up(self) -> Rival | None:
        """The next that leads elsewhere: a card's picture and its title are often two links to one page."""
        best, *others = self.rivals
        return next((each for each in others if not _is_twin(each.evidence, best.evidence)), None)

    @property
    def clear(self) -> Rival | None:
        """The element that is clearly meant."""
        if not self.rivals or self.rivals[0].score < LIKE:
            return None
        next_best = self.runner_up.score if self.runner_up else 0.0
        return self.rivals[0] if self.rivals[0].score - next_best >= MARGIN else None


async def rank(tab: Tab, record: Evidence) -> EvidenceRanking:
    """Compare what is known with the elements of all frames that can be seen."""
    found = [rival for frame in await _frames(tab) for rival in await _rivals(tab, frame, record)]
    found.sort(key=lambda rival: -rival.score)
    return EvidenceRanking(tuple(each for each in found if each.score >= NEAR))


async def _rivals(tab: Tab, frame: Frame, record: Evidence) -> list[Rival]:
    try:
        numbers: Sequence[int] = await tab.run(frame, "rivals", record.to_json(), COMPARED)
        known = await record_all(tab, frame, numbers, brief=True)
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return []  # the frame, or one of its elements, went meanwhile
    return [
        Rival(frame, number, evidence, round(score(record, evidence, alike), 4))
        for number, evidence in zip(numbers, known, strict=True)
    ]


async def _frames(tab: Tab) -> list[Frame]:
    frames = [await tab.main()]
    for frame in frames:
        children = await tab.children(frame)
        seen = await tab.run(frame, "seenAmong", [number for number, _ in children]) if children else ()
        frames += [child for number, child in children if number in seen]
    return frames


def _is_twin(one: Evidence, other: Evidence) -> bool:
    return one.href is not None and not one.href.startswith("#") and one.href == other.href
