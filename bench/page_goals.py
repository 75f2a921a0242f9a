"""What Pollex wants to reach against its peers, judged on one run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import geometric_mean

from bench.page_report import OURS, Looked
from bench.page_timing import Look

LARGE, LARGE_TIMES = 7_000, 10
HUGE, HUGE_TIMES = 35_000, 30
TOKENS = 0.6


@dataclass(frozen=True, slots=True)
class Goal:
    """One goal and what was measured."""

    text: str
    reached: bool
    measured: str

    def __str__(self) -> str:
        return f"* {'pass' if self.reached else 'FAIL'}: {self.text}: {self.measured}"


def split(looked: Looked) -> tuple[Look, list[Look]] | None:
    """Ours and the peers'; nothing where we have no figure."""
    ours = [look for look in looked.looks if look.contender == OURS and not look.problem]
    peers = [look for look in looked.looks if look.contender != OURS and not look.problem]
    return (ours[0], peers) if ours and peers else None


def faster(looked: Looked) -> float:
    """How many times the fastest peer takes our time."""
    pair = split(looked)
    assert pair
    return min(look.median for look in pair[1]) / pair[0].median


def fewer(looked: Looked, *, cut: bool) -> float:
    """Our tokens as a part of the fewest of any peer."""
    pair = split(looked)
    assert pair
    return pair[0].tokens / min(look.tokens_cut if cut else look.tokens for look in pair[1])


def speed(text: str, pages: Sequence[Looked], least: float) -> Iterator[Goal]:
    if pages:
        worst = min(pages, key=faster)
        slow = [each.page for each in pages if faster(each) < least]
        below = f"; below on {', '.join(slow)}" if slow else ""
        yield Goal(text, not slow, f"least {faster(worst):.1f} times, on {worst.page}{below}")


def goals(looked: Sequence[Looked]) -> Iterator[Goal]:
    judged = [each for each in looked if split(each)]
    if not any(look.contender == OURS for each in looked for look in each.looks):
        return
    missing = [each.page for each in looked if each not in judged]
    yield Goal("every page is seen", not missing, f"without figures: {', '.join(missing) or 'none'}")
    if not judged:
        return
    huge = [each for each in judged if each.elements >= HUGE]
    large = [each for each in judged if LARGE <= each.elements < HUGE]
    small = [each for each in judged if each.elements < LARGE]
    yield from speed(f"{HUGE_TIMES} times faster than the fastest peer from 35k elements", huge, HUGE_TIMES)
    yield from speed(f"{LARGE_TIMES} times faster from 7k elements", large, LARGE_TIMES)
    yield from speed("no slower than the fastest on smaller pages", small, 1.0)
    for cut, name in ((False, "tokens"), (True, "tokens, peers' texts as their agents cut them")):
        parts = {each.page: fewer(each, cut=cut) for each in judged}
        mean = geometric_mean(parts.values())
        over = [page for page, part in parts.items() if part > 1]
        yield Goal(f"{name}: at most {TOKENS} of the fewest (geometric mean)", mean <= TOKENS, f"{mean:.2f}")
        yield Goal(f"{name}: on no page more than the fewest", not over, ", ".join(over) or "none")
