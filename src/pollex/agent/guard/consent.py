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
from .judge import described, kind_of, pieces
from .provenance import ChangedValue

LINES: Final = 5
WIDE: Final = 100
VALUES: Final = 3
"""Values that are named in the question."""
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
        told = [part for case in cases for part in details(case)]
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
    told = [_told(case) for case in cases]
    if len(told) == 1:
        [([*first, last], more)] = told
        shown = [*map(_line, first), _line(last, more)]
    else:
        shown = [_line("; ".join(parts), more) for parts, more in told]
    return [*shown[: LINES - 1], _line(f"Asked because: {why}.")]


def _line(text: str, more: int = 0) -> str:
    unsaid = f" and {more} more" if more else ""
    return on_one_line(undisguised(text, MARK), WIDE - len(unsaid)) + unsaid


def _told(case: Case) -> tuple[list[str], int]:
    """Return what is said of an effect, and how many of its changes are not."""
    what = list(filter(None, _what(case)))
    left = [f"Leaves {each}" for each in left_as_they_are(case)]
    changes = [*map(_changed, case.made[:VALUES]), *left][: LINES - 1 - len(what)]
    return [*what, *changes], len(case.made) + len(left) - len(changes)


def _what(case: Case) -> Iterator[str]:
    request, act = case.effect.request, case.act
    host = urlsplit(request.url).netloc
    does = f"{act.control!r}" if act.control else f"{request.method} {request.path}"
    yield f"{does} on {host}" + (f", which asked {act.question!r}" if act.question else "")
    records = dict.fromkeys(", ".join(each.change.record[:3]) for each in case.made if each.change.record)
    named = list(records) or [", ".join(act.row[:3]) or "".join(case.chosen[-1:])]
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    yield f"It is about: {named[0]}{more}" if named[0] else ""


def _changed(value: ChangedValue) -> str:
    came = f" (was {value.was!r})" if value.was not in ("", HIDDEN) else ""
    verb = {"added": "Adds", "removed": "Removes", "changed": "Sets"}[value.change.kind]
    return f"{verb} {value.field or 'it'}: {value.text}{came}"


def details(case: Case) -> list[dict[str, object]]:
    """Return everything that is known of an effect, for those who want to see it."""
    return [described(case, piece) for piece in pieces(case)]
