"""Similar names for an unknown one: the "did you mean" of every fault."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import Final

NEAR: Final = 0.6
"""The least similarity, from 0 to 1, of a name worth suggesting."""
LONGEST: Final = 64
"""The number of characters compared."""
MOST: Final = 500
"""The number of names compared; if there are more, those with the same first letter and the closest length."""


def nearest(word: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Return the known names most similar to `word`, best first; case, `_`, `-` and spaces make no difference."""
    wanted = _letters(word)
    folded = {name: _letters(name) for name in known}
    scores = {name: 1.0 for name, letters in folded.items() if letters == wanted}
    if len(scores) < limit:
        matcher = SequenceMatcher(None, "", wanted)
        for name in _worth_comparing(wanted, folded):
            likeness = _likeness(matcher, folded[name], wanted)
            if likeness >= NEAR:
                scores[name] = likeness
    return sorted(scores, key=lambda name: (-scores[name], name != word, name))[:limit]


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return the hint for an unknown `word`, or None if no known name is similar."""
    near = nearest(word, (name for name in known if name != word), limit=1)
    return f"Did you mean {near[0]!r}?" if near else None


def one_of(names: Iterable[str], limit: int = 10) -> str:
    """Return the `expected` text for a choice of names."""
    listed = [repr(name) for name in dict.fromkeys(names)]
    if not listed:
        return "nothing: no name is known here"
    more = f" (and {len(listed) - limit} more)" if len(listed) > limit else ""
    prefix = "one of " if len(listed) > 1 else ""
    return prefix + ", ".join(listed[:limit]) + more


def _letters(name: str) -> str:
    return name[:LONGEST].casefold().replace("_", "").replace("-", "").replace(" ", "")


def _worth_comparing(wanted: str, folded: dict[str, str]) -> list[str]:
    """Return the names that could be similar, by tests that cost nothing."""

    def distance(name: str) -> tuple[bool, int]:
        return folded[name][:1] != wanted[:1], abs(len(folded[name]) - len(wanted))

    likely = [name for name, letters in folded.items() if wanted in letters or _lengths_fit(letters, wanted)]
    return likely if len(likely) <= MOST else sorted(likely, key=distance)[:MOST]


def _lengths_fit(one: str, other: str) -> bool:
    return 2 * min(len(one), len(other)) >= NEAR * (len(one) + len(other))


def _likeness(matcher: SequenceMatcher[str], letters: str, wanted: str) -> float:
    matcher.set_seq1(letters)
    if matcher.quick_ratio() >= NEAR and (ratio := matcher.ratio()) >= NEAR:
        return ratio
    return NEAR if len(wanted) > 2 and wanted in letters else 0.0
