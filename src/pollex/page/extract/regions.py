"""Places that words name, as "in the status line": a value that stands elsewhere is not the one that is meant."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from .atoms import Atom
from .labels import label_words, same

KINDS: Final[dict[str, tuple[str, ...]]] = {
    "status line": ("status",),
    "status bar": ("status",),
    "status message": ("status",),
    "alert": ("alert",),
    "error message": ("alert", "status"),
    "notice": ("notice", "status", "alert"),
    "notification": ("notification", "toast", "status", "alert"),
    "toast": ("toast", "notification", "status"),
    "footer": ("footer",),
    "header": ("header",),
    "heading": ("heading",),
    "headline": ("heading",),
    "navigation": ("navigation",),
    "sidebar": ("sidebar",),
    "table": ("table",),
    "caption": ("caption",),
    "form": ("form",),
    "dialog": ("dialog", "modal"),
    "modal": ("dialog", "modal"),
    "popup": ("dialog", "modal"),
}
"""By what people call a place, the kinds of place that the page's scripts tell of."""
THINGS: Final = "table|form|heading|headline|caption|notice|header"
"""Words for places that are also words for other things: "the price of the coffee table"."""
OTHERWISE: Final = {"form": r"(?!\s+\w)", "table": r"(?!\s+(?:format|form|view|of\s+contents)\b)"}
"""What must not come behind a word for a place: "in the form DD.MM.", "in table format"."""
WORDS: Final = r"(?:(?!(?:in|inside|within|from|of|on|at|the|its|this)\b)[\w'’-]+\s+)"
NOUNS: Final = "|".join(rf"{noun}(?!\w){OTHERWISE.get(noun, '')}" for noun in KINDS)
NAMED: Final = re.compile(
    rf"\b(?:in|inside|within|from|(?:of|on|at)(?!\s+(?:the\s+)?{WORDS}{{0,4}}?(?:{THINGS})\b))\s+(?:the\s+|its\s+|this\s+)?"
    rf"(?P<which>{WORDS}{{0,3}}?)(?P<what>{NOUNS})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NamedRegion:
    """A place as it was named."""

    said: str
    kinds: tuple[str, ...]
    which: tuple[str, ...] = ()
    """Words that tell it from others of its kind."""


def regions_in(text: str) -> tuple[NamedRegion, ...]:
    """The places that a text says something stands in."""
    return tuple(_region(match) for match in NAMED.finditer(text))


def _region(match: re.Match[str]) -> NamedRegion:
    which, what = match["which"].strip(), match["what"].lower()
    return NamedRegion(f"{which} {what}".strip(), KINDS[what], label_words(which) if which else ())


def without_regions(text: str) -> str:
    """What a text says of the value itself."""
    return NAMED.sub("", text)


def stands_in(regions: Collection[tuple[str, str]], region: NamedRegion) -> bool:
    """Whether something that stands in these places, each a kind and a name, stands in the one that is meant."""
    return any(kind in region.kinds for kind, _ in regions)


def within(atoms: Sequence[Atom], regions: Iterable[NamedRegion]) -> tuple[Atom, ...]:
    """The atoms that stand in all the places; of several alike, in the one whose name has most of the words."""
    kept = list(range(len(atoms)))
    for region in regions:
        names = {at: _best_name(atoms[at], region) for at in kept if stands_in(atoms[at].regions, region)}
        most = max(names.values(), default=0.0)
        kept = [at for at, met in names.items() if met == most]
    places = {at: place for place, at in enumerate(kept)}
    return tuple(_moved(atoms[at], places) for at in kept)


def in_section(atoms: Sequence[Atom], words: Collection[str]) -> tuple[Atom, ...]:
    """Return the atoms under the one heading that has just these words; none where there is no such heading."""
    kept = [at for at, atom in enumerate(atoms) if any(_is_called(name, words) for name in sections(atom))]
    places = {at: place for place, at in enumerate(kept)}
    return tuple(_moved(atoms[at], places) for at in kept)


def sections(atom: Atom) -> list[str]:
    return [name for kind, name in atom.regions if kind == "section"]


def _is_called(name: str, words: Collection[str]) -> bool:
    said = label_words(name)
    return len(said) == len(words) and all(any(same(word, other) == 1 for other in said) for word in words)


def _best_name(atom: Atom, region: NamedRegion) -> float:
    names = [label_words(name) for kind, name in atom.regions if kind in region.kinds and name]
    return max((_met(region.which, name) for name in names), default=0.0)


def _met(wanted: Sequence[str], known: Sequence[str]) -> float:
    return sum(max((same(word, other) for other in known), default=0.0) for word in wanted)


def _moved(atom: Atom, places: dict[int, int]) -> Atom:
    return atom if atom.around is None else replace(atom, around=places.get(atom.around))
