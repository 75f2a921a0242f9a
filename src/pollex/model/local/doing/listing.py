"""The list that a phrase means, over all its pages."""

from __future__ import annotations

import re
from typing import Final

from ..program import Records
from .calling import act, call
from .columns import tokens
from .reaching import look
from .script import Memory, Script
from .tables import GENERAL, Listing, read_rows

PAGES: Final = 40
EVERYTHING: Final = re.compile(r"(?:show|see|view|display|list) all(?: [a-z]+)?(?: [›»→>])?", re.IGNORECASE)


def listing(memory: Memory, of: Records, fields: tuple[str, ...], *, whole: bool = True) -> Script[Listing]:
    """The rows of the list that is meant, those of further pages included."""
    if whole and not of.here:
        yield from _unfolded(memory, of)
        yield from _first_page(memory)
    found = yield from read_rows(memory, of, fields)
    seen = [tuple(row.items()) for row in found.rows]
    for _ in range(PAGES if whole and not of.here and found.rows and is_meant(found, of) else 0):
        following = yield from look(memory, "the next page")
        if (
            following is None
            or "disabled" in following["states"]
            or not re.search(r"next|more|older|›|»|>", str(following["name"]), re.IGNORECASE)
        ):
            break
        went = yield from act(memory, "go to the next page", "click", selector="act:the next page")
        if not went.ok:
            break
        further = yield from read_rows(memory, of, fields)
        fresh = [row for row in further.rows if tuple(row.items()) not in seen]
        if not fresh:
            break
        seen += [tuple(row.items()) for row in fresh]
        found.rows += fresh
    return found


def is_meant(found: Listing, of: Records) -> bool:
    """Whether the words of the noun have to do with the list: general ones, its title, or words of its rows."""
    words = {word for word in tokens(of.noun) if word not in ("of", "in", "the")}
    texts = set(
        tokens(
            f"{found.title} {' '.join(found.rows[0])} {' '.join(value for row in found.rows for value in row.values())}"
        )
    )
    return not words or bool(words & (texts | GENERAL))


def _unfolded(memory: Memory, of: Records) -> Script[None]:
    """From a list that shows only the latest rows to the whole one: by the one link that says so."""
    if not set(tokens(of.noun)) & GENERAL:
        return
    found = yield from call(memory, "query", selector="css=main a[href], main button", most=80)
    links = [each for each in found.get("elements") or () if EVERYTHING.fullmatch(str(each["name"]).strip())]
    if len(links) == 1:
        yield from act(memory, "show all of the list", "click", selector=links[0]["index"])


def _first_page(memory: Memory) -> Script[None]:
    """Back to where the list begins."""
    for _ in range(PAGES):
        before = yield from look(memory, "the previous page")
        if (
            before is None
            or "disabled" in before["states"]
            or not re.search(r"prev|back|newer|‹|«|<", str(before["name"]), re.IGNORECASE)
        ):
            return
        went = yield from act(memory, "go to the previous page", "click", selector="act:the previous page")
        if not went.ok:
            return
