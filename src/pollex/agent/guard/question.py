"""What a person is asked about an effect: at most five lines; the whole of it is in the details."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from ...browser.effect import HIDDEN
from ...text.clip import clipped
from .case import Case
from .judge import JudgedPart, described, pieces
from .provenance import ChangedValue
from .rules import left_as_they_are

LINES: Final = 5
WIDE: Final = 100
VALUES: Final = 3
"""Values that are named in the question."""


def lines(case: Case, why: str) -> list[str]:
    """Return what happens, to what, from what to what, and why it is asked."""
    told = [line for line in (*_what(case), *_changes(case)) if line][: LINES - 1]
    return [clipped(line, WIDE) for line in (*told, f"Asked because: {why}.")]


def _what(case: Case) -> Iterator[str]:
    request, act = case.effect.request, case.act
    host = urlsplit(request.url).netloc
    does = f"{act.control!r}" if act.control else f"{request.method} {request.path}"
    yield f"{does} on {host}" + (f", which asked {act.question!r}" if act.question else "")
    records = dict.fromkeys(", ".join(each.change.record[:3]) for each in case.made if each.change.record)
    named = list(records) or [", ".join(act.row[:3])]
    more = f" and {len(named) - 1} more" if len(named) > 1 else ""
    yield f"It is about: {named[0]}{more}" if named[0] else ""


def _changes(case: Case) -> Iterator[str]:
    yield from map(_changed, case.made[:VALUES])
    yield from (f"Leaves {each}" for each in left_as_they_are(case))


def _changed(value: ChangedValue) -> str:
    was = value.change.before
    is_told = value.change.kind == "changed" and was not in (None, "") and value.text != HIDDEN
    came = f" (was {was!r})" if is_told else ""
    verb = {"added": "Adds", "removed": "Removes", "changed": "Sets"}[value.change.kind]
    return f"{verb} {value.field or 'it'}: {value.text}{came}"


def details(case: Case) -> list[dict[str, object]]:
    """Return everything that is known of the effect, for those who want to see it."""
    return [described(case, JudgedPart(piece.changes, piece.texts)) for piece in pieces(case)]
