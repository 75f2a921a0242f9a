"""Records made ready to be read: one goes to where they are, and lets the page itself leave out what is not meant."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ....core.json import Object
from ..program import Records, Test
from .calling import call
from .columns import stem, tokens
from .filters import applied, choice, lists, sent
from .listing import unfolded
from .places import go_there, nearer
from .saving import is_left
from .script import Memory, Outcome, Script
from .sifting import sifted

VAGUE: Final = frozenset({
    "row", "result", "item", "product", "thing", "entry", "record", "match", "hit", "one", "line", "it", "them",
    "card", "element", "article", "page", "list", "name", "those", "these", "all", "option", "everything", "they",
})  # fmt: skip
ORDINAL: Final = frozenset({"first", "last", "next", "new", "other", "of", "in", "the", "my", "and", "all", "past"})


def narrowed(memory: Memory, of: Records, said: str) -> Script[Records]:
    """The same records, where they are, without the conditions that the page's own filters have taken over."""
    if of.place and (yield from go_there(memory, of.place)):
        of = replace(of, place=None)
    yield from _approached(memory, of)
    if of.tests and not of.here:
        yield from unfolded(memory, of)
    if is_left(memory.past):
        yield from sent(memory, said, Outcome(True))
    words = of.noun.split()
    adjectives = [word for word in words[:-1] if word.isalpha() and word.islower() and stem(word) not in ORDINAL][-2:]
    if of.here or (not of.tests and not adjectives):
        return of
    if any(test.field == "date" for test in of.tests):
        yield from sifted(memory, of.tests, said)
    known = yield from lists(memory)
    last: Outcome | None = None
    left: list[Test] = []
    for test in of.tests:
        taken = (yield from _taken(memory, known, test, said)) if test.op in ("contains", "eq") else None
        last, left = (taken, left) if taken is not None else (last, [*left, test])
    for word in adjectives:
        taken = yield from _taken(memory, known, Test(None, "contains", word), said)
        if taken is not None:
            last = taken
            words.remove(word)
    if last is not None:
        yield from sent(memory, said, last)
    return replace(of, noun=" ".join(words), tests=tuple(left))


def _taken(memory: Memory, known: list[Object], test: Test, said: str) -> Script[Outcome | None]:
    found = yield from choice(memory, known, test)
    if found is None:
        return None
    outcome = yield from applied(memory, said, found)
    return outcome if outcome.ok else None


def _approached(memory: Memory, of: Records) -> Script[None]:
    """Go where records of this kind are, if this page does not speak of them: at most two clicks."""
    kind = stem(of.noun.split()[-1]) if of.noun.split() else ""
    tried: set[str] = set()
    for _ in range(2):
        if not kind or kind in VAGUE or of.name is not None or (yield from _speaks_of(memory, kind)):
            return
        if not (yield from nearer(memory, of.noun, tried)):
            return


def _speaks_of(memory: Memory, kind: str) -> Script[bool]:
    """Whether headings, tables, notices or the title of the page have the word; links to it do not count."""
    state = yield from call(memory, "state", elements=0, text=0)
    outline = str(state.get("outline") or "").splitlines()
    lines = [line for line in outline if not re.match(r"\[\d+\] (?:link|tree)", line)]
    main = lines[next((place for place, line in enumerate(lines) if line.startswith("main")), 0) :]
    return kind in tokens(f"{state.get('title')} {' '.join(main)}")
