"""The list that a phrase means, wherever it is, and the rows that were spoken of before."""

from __future__ import annotations

import re
from typing import Final

from ..program import Records
from .columns import tokens
from .finding import go_to, seek
from .listing import is_meant, listing
from .script import Memory, Script, Stop
from .tables import GENERAL, Listing

THEM: Final = frozenset({"them", "they", "those", "these", "you opened", "ones you opened", "ones you ticked"})


def rows_of(memory: Memory, of: Records, fields: tuple[str, ...], said: str, *, whole: bool = True) -> Script[Listing]:
    """The list that is meant; looked for by search or by its link where it is not here."""
    if _are_them(of, said):
        if memory.rows:
            return Listing(list(memory.rows))
        of = Records("results", of.tests, of.name, of.here, of.place)
    if of.place:
        yield from go_to(memory, re.sub(r"^(?:the|my|your)\s+", "", of.place))
    found = yield from listing(memory, of, fields, whole=whole)
    if found.rows and is_meant(found, of):
        return found
    if (yield from seek(memory, of.name or of.noun)):
        found = yield from listing(memory, of, fields, whole=whole)
        if found.rows:
            return found
    raise Stop(f"“{said}”: there is no list of “{of.name or of.noun}” to be found.")


def brought(memory: Memory, of: Records) -> Script[None]:
    """Get the list to the page before its filters are used: what is not here is searched for."""
    noun = [word for word in tokens(of.noun) if word not in GENERAL]
    if not of.tests or not noun or of.place or of.noun.lower() in THEM:
        return
    found = yield from listing(memory, of, (), whole=False)
    if not (found.rows and is_meant(found, of)):
        yield from seek(memory, of.name or of.noun)


def _are_them(of: Records, said: str) -> bool:
    """Whether records are those that were spoken of before."""
    noun = of.noun.lower().strip()
    return noun in THEM or (noun in ("", "ones") and re.search(r"\b(?:those|these|them|their)\b", said) is not None)
