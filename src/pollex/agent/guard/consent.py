"""A person is asked about effects: at most five lines, those of one act together; the whole is in the details."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from ...browser.effect import HIDDEN
from ...core.context import Reason
from ...core.pipeline.guard import decide
from ...text.clip import on_one_line
from ...text.disguise import MARK, undisguised
from .asked import left_as_they_are
from .case import Case
from .judge import described, kind_of
from .provenance import ChangedValue

LINES: Final = 5
WIDE: Final = 120
VALUE: Final = 80
"""Characters of a value."""
BRIEF: Final = 40
"""Characters of what happens, and of what it is about, where the line has to say more."""
ROOM: Final = 14
"""Characters that are kept free for how many more there are."""
TOGETHER: Final = 0.1
"""Seconds in which the effects of one act gather for one question."""


@dataclass
class HeldEffect:
    """An effect that waits for the person's word."""

    case: Case
    why: str
    has_kind: bool
    agreed: bool | None = None


class Consent:
    """What the person agrees to in a run."""

    def __init__(self) -> None:
        self._open: list[HeldEffect] = []
        self._asking = asyncio.Lock()
        self._kinds: set[str] = set()

    def covers(self, case: Case) -> bool:
        """Whether the person has agreed to all effects of this kind."""
        return kind_of(case) in self._kinds

    async def ask(self, case: Case, why: str, *, has_kind: bool) -> bool:
        """Ask about an effect, together with those that wait as well; `has_kind`: a yes may hold for its kind."""
        own = HeldEffect(case, why, has_kind)
        self._open.append(own)
        try:
            await asyncio.sleep(TOGETHER)
            async with self._asking:
                if own.agreed is None:
                    own.agreed = (has_kind and self.covers(case)) or await self._ask_about(own)
            return own.agreed
        finally:
            self._open.remove(own)

    async def _ask_about(self, first: HeldEffect) -> bool:
        act = first.case.act
        together = [first, *(each for each in self._open if each is not first and _is_alike(each, first))]
        cases = [each.case for each in together[: LINES - 1]]
        told = [described(case) for case in cases]  # everything that is known, for those who want to see it
        why = Reason("\n".join(lines(cases, first.why)), kind=first.has_kind, details=told)
        decision = await decide(act.tool, act.call, act.args, act.context, why)
        self._kinds |= set(map(kind_of, cases)) if decision.approved and decision.kind else set()
        for each in together[: len(cases)]:
            each.agreed = decision.approved
        return decision.approved


def _is_alike(one: HeldEffect, other: HeldEffect) -> bool:
    return one.agreed is None and one.case.act is other.case.act and one.has_kind == other.has_kind


def lines(cases: Sequence[Case], why: str) -> list[str]:
    """Return what happens, to what, from what to what, and why it is asked; of several effects a line each."""
    told = [line for case in cases for line in (_told(case) if len(cases) == 1 else _in_one(case))]
    return [*told, _line(f"Asked because: {why}.")]


def _line(text: str, more: int = 0) -> str:
    unsaid = f" and {more} more" if more else ""
    return on_one_line(undisguised(text, MARK), WIDE - len(unsaid)) + unsaid


def _told(case: Case) -> Iterator[str]:
    """Yield what is said of an effect alone."""
    what = list(filter(None, _what(case)))
    yield from map(_line, what)
    yield from _packed(_changes(case), LINES - 1 - len(what))


def _in_one(case: Case) -> Iterator[str]:
    """Yield what is said of an effect beside others."""
    what = [on_one_line(each, BRIEF) for each in filter(None, _what(case))]
    yield from _packed([*what, *_changes(case)], 1)


def _changes(case: Case) -> list[str]:
    """Return what is changed; what the model wrote comes first."""
    written = sorted(case.made, key=lambda each: each.source is None)
    return [*map(_changed, written), *(f"Leaves {each}" for each in left_as_they_are(case))]


def _packed(parts: Sequence[str], most: int) -> Iterator[str]:
    """Yield lines of as many parts as each has room for, up to so many lines; the last one says how many are left."""
    rest = list(parts)
    for left in range(most - 1, -1, -1):
        line = rest[:1]
        while len(line) < len(rest) and len("; ".join([*line, rest[len(line)]])) <= WIDE - ROOM:
            line.append(rest[len(line)])
        rest = rest[len(line) :]
        if line:
            yield _line("; ".join(line), 0 if left else len(rest))


def _what(case: Case) -> Iterator[str]:
    request, act = case.effect.request, case.act
    host = urlsplit(request.url).netloc
    row = ", ".join(act.row[:2])
    unnamed = f"A {act.tool.name.rpartition('.')[2]} in the row {row!r}" if row else f"{request.method} {request.path}"
    does = repr(act.control) if act.control else unnamed
    yield f"{does} on {host}" + (f", which asked {act.question!r}" if act.question else "")
    records = dict.fromkeys(", ".join(each.change.record[:3]) for each in case.made if each.change.record)
    named = list(records) or [", ".join(act.row[:3]) or "".join(case.chosen[-1:])]
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    yield f"It is about: {named[0]}{more}" if named[0] else ""


def _changed(value: ChangedValue) -> str:
    came = f" (was {value.was!r})" if value.was not in ("", HIDDEN) else ""
    if value.change.place:
        came = f" to {value.change.place}"
    verb = {"added": "Adds", "removed": "Removes", "changed": "Sets", "moved": "Moves"}[value.change.kind]
    return f"{verb} {value.field or 'it'}: {on_one_line(value.text, VALUE)}{came}"
