"""The list that a phrase means, over all its pages."""

from __future__ import annotations

import re
from typing import Final

from ..program import Records
from ..reading.superlatives import ORDINALS
from .calling import act, call
from .columns import ALIKE, tokens
from .reaching import look
from .script import Memory, Script
from .tables import GENERAL, HOLDERS, Listing, read_rows

PAGES: Final = 40
ONWARDS: Final = re.compile(
    r"\W*(?:(?:go to |load |show )?(?:the )?(?:next|more|older|further)(?: \d+)?(?: (?:page|[a-z]+s))?\W*|[›»>→]+)",
    re.IGNORECASE,
)
"""What leads to more of a list; the next lesson or step is another page."""
BACKWARDS: Final = re.compile(r"\W*(?:prev(?:ious)?|back|newer)(?: page)?\W*|[‹«<←]+", re.IGNORECASE)
PAGE: Final = re.compile(
    rf"(?:the )?(?:(?P<word>{'|'.join(ORDINALS)}|last) page|page (?P<number>\d+))(?: of .+)?", re.IGNORECASE
)
VAGUE: Final = frozenset({"row", "result", "item", "thing", "entry", "them", "one", "record", "line"})
EVERYTHING: Final = re.compile(r"(?:show|see|view|display|list) all(?: (?P<noun>[a-z]+))?(?: [›»→>])?", re.IGNORECASE)


def listing(memory: Memory, of: Records, fields: tuple[str, ...], *, whole: bool = True) -> Script[Listing]:
    """The rows of the list that is meant, those of further pages included."""
    if whole and not of.here:
        yield from unfolded(memory, of)
        yield from _first_page(memory)
    found = yield from read_rows(memory, of, fields)
    seen = [tuple(row.items()) for row in found.rows]
    for _ in range(PAGES if whole and not of.here and found.rows and is_meant(found, of) else 0):
        if not (yield from next_page(memory)):
            break
        further = yield from read_rows(memory, of, fields)
        fresh = [row for row in further.rows if tuple(row.items()) not in seen]
        if not fresh:
            break
        seen += [tuple(row.items()) for row in fresh]
        found.rows += fresh
    return found


def next_page(memory: Memory) -> Script[bool]:
    """Go on to the next page of a list; whether there is one."""
    return (yield from _turned(memory, "next", ONWARDS))


def _turned(memory: Memory, way: str, names: re.Pattern[str]) -> Script[bool]:
    found = yield from look(memory, f"the {way} page")
    if found is None or "disabled" in found["states"] or not names.fullmatch(str(found["name"]).strip()):
        return False
    return (yield from act(memory, f"go to the {way} page", "click", selector=f"act:the {way} page")).ok


def is_meant(found: Listing, of: Records) -> bool:
    """Whether the words of the noun have to do with the list: general ones, its title, or words of its rows."""
    words = {word for word in tokens(of.noun) if word not in ("of", "in", "the")}
    texts = set(
        tokens(
            f"{found.title} {' '.join(found.rows[0])} {' '.join(value for row in found.rows for value in row.values())}"
        )
    )
    return not words or bool(words & (texts | GENERAL))


def unfolded(memory: Memory, of: Records) -> Script[None]:
    """From a list that shows only the latest rows to the whole one: by the one link that says so."""
    nouns = set(tokens(of.noun))
    if not nouns & GENERAL or nouns & HOLDERS:
        return
    found = yield from call(memory, "query", selector="css=main a[href], main button", most=80)
    links = [each for each in found.get("elements") or () if _is_whole(str(each["name"]).strip(), of.noun)]
    if len(links) == 1:
        yield from act(memory, "show all of the list", "click", selector=links[0]["index"])


def _is_whole(name: str, noun: str) -> bool:
    """Whether a link shows the whole list of what the noun says, or of whatever is there."""
    match = EVERYTHING.fullmatch(name)
    if match is None:
        return False
    link, nouns = set(tokens(match["noun"] or "")), set(tokens(noun))
    alike = any(link & set(group) and nouns & set(group) for group in [set(tokens(" ".join(each))) for each in ALIKE])
    return not link or bool(link & nouns) or alike or nouns <= VAGUE


def _first_page(memory: Memory) -> Script[None]:
    """Back to where the list begins."""
    for _ in range(PAGES):
        if not (yield from _turned(memory, "previous", BACKWARDS)):
            return


def paged(memory: Memory, words: str) -> Script[bool]:
    """Go to a page of a list by its number: `the second page`, `page 3`, `the last page`; whether one is there."""
    match = PAGE.fullmatch(words)
    if match is None:
        return False
    yield from _first_page(memory)
    is_last = (match["word"] or "").lower() == "last"
    wanted = PAGES if is_last else int(match["number"] or ORDINALS[match["word"].lower()])
    turned = 1
    while turned < wanted and (yield from next_page(memory)):
        turned += 1
    return turned == wanted or (is_last and turned > 1)
