"""What a page offers to choose from, numbered: texts that stand once, and the fields of its lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from ..driver import Frame, Tab
from .atoms import Atom, Group, Record, Survey, records_of
from .field import Trait, traits_of
from .labels import label_words
from .pick import outermost
from .regions import sections
from .semantic_types import BY_TEXT
from .span import numbered

MAX_PLACES: Final = 500
MAX_COLUMNS: Final = 30
"""Fields of one list."""
MAX_SIZE: Final = 40_000
"""Characters of all lines together."""
MAX_WORDS: Final = 40
MAX_TEXT: Final = 300
EXAMPLES: Final = 3
FULLY_READ: Final = 100
"""Records of a list that are all looked at for its fields; of a longer one the first ones are."""
VISIBLE: Final = ("column", "term", "lead", "clause")
SAID: Final = {"old": "struck through", "strong": "bold", "time": "time", "link": "link"}
FACETS: Final = {
    "href": "address of a link", "src": "address of a picture", "alt": "picture", "hint": "hint", "state": "state",
    "value": "in a field",
}  # fmt: skip
Key: TypeAlias = tuple[Frame, int, str, Trait | None]


@dataclass(frozen=True, slots=True)
class OfferedPlace:
    """A text of the page, or with a trait, what has it in each record of a list; `line` is how it is told."""

    key: Key
    """Frame and number of the element, which text of it or which records, and the trait."""
    text: str
    """What it says, in the first record that has it."""
    line: str
    group: Group | None = None
    own: bool = False
    """Whether it is only what the element says itself, without the elements inside it."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Places by their numbers from 1, and the page's lines about them."""

    places: tuple[OfferedPlace, ...]
    lines: tuple[str, ...]


async def offer(tab: Tab, survey: Survey, once: Sequence[Record], *, lists: bool, addresses: bool) -> Offer:
    """Return what the records say that are told once and, with `lists`, the fields of the page's lists."""
    places: list[OfferedPlace] = []
    lines = [f"Page: {survey.title}"]
    last, size = "", 0
    for head, place in [*_texts(once), *(await _fields(tab, survey.groups) if lists else [])]:
        if not addresses and place.key[2] in ("href", "src"):
            continue
        size += len(head) + len(place.line)
        if size > MAX_SIZE or len(places) == MAX_PLACES:
            lines.append("The rest of the page is not shown.")
            break
        if head != last:
            lines.append(head)
            last = head
        places.append(place)
        lines.append(f"{len(places)}. {place.line}")
    return Offer(tuple(places), tuple(lines))


def _texts(records: Sequence[Record]) -> Iterator[tuple[str, OfferedPlace]]:
    met: set[object] = set()
    for record in records:
        for atom in record.atoms:
            keys = {(atom.frame, atom.number, atom.facet), (atom.around or id(atom), atom.text)}
            if _tells_more(atom, record.atoms) and met.isdisjoint(keys):
                met |= keys
                where = sections(atom)
                line = _line([atom], [numbered(atom.text[:MAX_TEXT], MAX_WORDS)])
                head = f"Under {where[0]!r}:" if where else "Elsewhere:"
                yield head, OfferedPlace((atom.frame, atom.number, atom.facet, None), atom.text, line)


def _tells_more(atom: Atom, atoms: Sequence[Atom]) -> bool:
    """Whether a text is worth a number: not a piece that the words of the text around it give as well."""
    if not atom.text.strip():
        return False
    if atom.around is None:
        return True
    piece = atom.facet.startswith(("part:", "clause:"))
    return not piece and atom.text != atoms[atom.around].text


def _line(atoms: Sequence[Atom], texts: Sequence[str]) -> str:
    """What labels all of the atoms, and what they say."""
    labels = [_labels(atom) for atom in atoms]
    shared = [label for label in dict.fromkeys(labels[0]) if all(label in each for each in labels)]
    return (f"[{', '.join(shared)[:80]}] " if shared else "") + " | ".join(texts)


def _labels(atom: Atom) -> list[str]:
    said = [label for by, label in atom.labels if by in VISIBLE and label]
    said += [f"heading {label}" for by, label in atom.labels if by == "heading"]
    said += [SAID[by] for by, _ in atom.labels if by in SAID]
    said += [FACETS[atom.facet]] if atom.facet in FACETS else []
    said += [f".{label}" for by, label in atom.labels if by in ("class", "attribute") and label]
    return said


async def _fields(tab: Tab, groups: Iterable[Group]) -> list[tuple[str, OfferedPlace]]:
    found = []
    for group in groups:
        records = group.records
        if len(records) < group.total <= FULLY_READ:
            records = await records_of(tab, group, FULLY_READ)
        head = f"List {group.title[:60]!r}, rows: {group.total}"
        found += [(head, place) for place in _columns(group, records)][:MAX_COLUMNS]
    return found


def _columns(group: Group, records: Sequence[Record]) -> Iterator[OfferedPlace]:
    """The fields of a list, each once: those that most records have first, by the label that a reader sees."""
    met: list[set[tuple[int, str]]] = []
    for trait, held in sorted(fields_of(records).items(), key=lambda each: -sum(map(bool, each[1]))):
        atoms = [records[at].atoms[place] for at, places in enumerate(held) for place in places]
        here = {(atom.number, atom.facet) for atom in atoms}
        if any(here <= each for each in met) or not any(atom.text.strip() for atom in atoms):
            continue
        if all(len(places) < 2 for places in held):
            met.append(here)
        key = (group.frame, group.number, group.like, trait)
        if any(len(outermost(record.atoms, places)) > 1 for record, places in zip(records, held, strict=True)):
            first, line = _examples(atoms, [atom.text for atom in atoms])
            yield OfferedPlace(key, first, f"several in one row: {line}", group)
            continue
        yield OfferedPlace(key, *_examples(atoms, [atom.text for atom in atoms]), group)
        if any(atom.own and atom.own != atom.text and atom.own in atom.text for atom in atoms):
            yield OfferedPlace(key, *_examples(atoms, [atom.own or "" for atom in atoms]), group, own=True)
    if not records:
        for name in group.columns:
            yield OfferedPlace(
                (group.frame, group.number, group.like, ("column", label_words(name))), "", f"[{name}]", group
            )


def _examples(atoms: Sequence[Atom], texts: Sequence[str]) -> tuple[str, str]:
    """The first text, and the line about all of them."""
    first, *others = dict.fromkeys(text for text in texts if text.strip())
    return first, _line(atoms, [numbered(first[:MAX_TEXT], MAX_WORDS), *(text[:60] for text in others[: EXAMPLES - 1])])


def fields_of(records: Sequence[Record]) -> dict[Trait, list[Sequence[int]]]:
    """The places of the atoms of each record by the traits they have, the surest traits first."""
    traits = {**traits_of(records), **_made_alike(records)}
    order = (*VISIBLE, "attribute", "heading", "class", "made", "address", "src")
    return dict(sorted(traits.items(), key=lambda each: order.index(each[0][0]) if each[0][0] in order else len(order)))


def _made_alike(records: Sequence[Record]) -> dict[Trait, list[Sequence[int]]]:
    """Atoms by what they are made of and which they are of how many such: that tells those without labels apart."""
    found: dict[Trait, list[Sequence[int]]] = {}
    for at, record in enumerate(records):
        made: dict[str, list[int]] = {}
        for place, atom in enumerate(record.atoms):
            made.setdefault(_made(atom), []).append(place)
        for name, places in made.items():
            for nth, place in enumerate(places, 1):
                held = found.setdefault(("made", (name, f"{nth}/{len(places)}")), [()] * len(records))
                held[at] = [place]
    return found


def _made(atom: Atom) -> str:
    labels = (f"{by} {label}" if by in ("class", "heading") else by for by, label in atom.labels if by not in VISIBLE)
    natures = [nature for nature, fits in BY_TEXT.items() if fits(atom.text.strip())]
    alike = (nature for nature in ("email", "phone", "money") if nature in natures and "date" not in natures)
    return ", ".join((atom.facet, "inside" if atom.around is not None else "", *labels, *alike))
