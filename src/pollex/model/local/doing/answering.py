"""Questions answered from the page: read, worked out with `aggregate`, and told as the page writes it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Question
from .columns import Row, code_column, column, stem
from .counting import count
from .keeping import chosen
from .kinds import fits
from .lists import THEM, brought, rows_of
from .narrowing import narrowed
from .perusing import perused
from .reckoning import reckon
from .revealing import revealed
from .script import Memory, Script, Stop, Told
from .speaking import remembered
from .tables import WHOLE, Listing
from .valuing import value as value_of

YEARLESS: Final = re.compile(r"\d{2}-\d{2}(?: \d{2}:\d{2})?")
HIDDEN: Final = re.compile(r"[•●∗]{2,}|\*{3,}|(?<=\s)[xX]{4,}")


def tell(memory: Memory, asked: Question) -> Script[None]:
    """Answer a question, and keep the answer."""
    memory.parts = []
    if re.match(r"(?:only|just) ", asked.said, re.IGNORECASE):
        memory.answers.clear()  # what was told on the way is not wanted
    value = yield from ask(memory, asked)
    known = [remembered(memory, name) for name in asked.fields]
    if value is None and asked.what == "value" and known and all(known):
        memory.parts = [each for each in known if each]
        value = ", ".join(memory.parts)
    if value is None and asked.what == "value":
        value = yield from perused(memory, asked)
    if value is None and asked.what == "value" and (yield from revealed(memory, asked.fields, asked.said)):
        value = yield from ask(memory, asked)
    if value is None:
        raise Stop(f"“{asked.said}” cannot be answered from the page.")
    if not asked.quietly and not fits(asked, value):
        raise Stop(f"“{asked.said}”: “{value}” is no answer to that.")
    if HIDDEN.search(value) and (yield from revealed(memory, asked.fields, asked.said)):
        value = (yield from ask(memory, asked)) or value
    if HIDDEN.search(value):
        raise Stop(f"“{asked.said}”: the page hides a part of it ({value}).")
    for name in (*asked.fields, "last"):
        memory.learnt[name.lower()] = value
    if asked.quietly:
        return
    if memory.collecting is not None:
        memory.collecting.append(value)
    parts = memory.parts or ([value] if "; " not in value else value.split("; "))
    memory.answers.append(Told(f"{_label(asked)}: {value}", parts[0] if len(parts) == 1 else parts))


def _label(asked: Question) -> str:
    said = re.sub(
        r"^(?:the|its|what (?:is|was|are)|which|how many|only)\s+",
        "",
        asked.said.strip().rstrip("?"),
        flags=re.IGNORECASE,
    )
    return (said[:1].upper() + said[1:]) if said else "Answer"


def ask(memory: Memory, asked: Question, *, optional: bool = False) -> Script[str | None]:
    """The answer as text; None where the page does not tell."""
    if asked.what == "count":
        number = yield from count(memory, asked)
        return None if number is None else str(number)
    if asked.of.noun.lower() in THEM and asked.what in ("list", "value") and memory.several and not memory.rows:
        return "; ".join(memory.several)
    if asked.of.noun.lower() in THEM and asked.what == "value":
        asked = replace(asked, what="list", fields=tuple(stem(field) for field in asked.fields))
    if asked.what == "value":
        return (yield from value_of(memory, asked, optional))
    if (
        asked.what == "list"
        and memory.collecting is None
        and memory.several
        and re.search(r"\b(?:those|these|them)\b", asked.said)
    ):
        return "; ".join(dict.fromkeys(memory.several))
    return (yield from _from_rows(memory, asked))


def _from_rows(memory: Memory, asked: Question) -> Script[str]:
    """Answers that need a list: sums, extremes, the first ones, all."""
    whole = asked.what not in ("first", "nth")
    yield from brought(memory, asked.of)
    asked = replace(asked, of=(yield from narrowed(memory, asked.of, asked.said)))
    found = yield from rows_of(
        memory, asked.of, tuple(filter(None, (*asked.fields, asked.by))), asked.said, whole=whole
    )
    kept = yield from chosen(memory, found, asked.of, asked.said)
    if not kept:
        raise Stop(f"“{asked.said}”: nothing in the list fits.")
    by = None if asked.by is None else column(asked.by, kept)
    if asked.by is not None and by is None:
        raise Stop(f"“{asked.said}”: the list does not show “{asked.by}”.")
    if asked.what in ("sum", "average"):
        memory.rows = kept
        return str((yield from reckon(memory, asked.said, rows=kept, what=asked.what, by=by))["text"])
    rows = yield from _ranked(memory, asked, kept, by)
    memory.rows = rows if len(rows) > 1 else kept
    memory.measure = rows[0].get(by or "") if len(rows) == 1 else None
    return _spoken(memory, asked, found, rows)


def _ranked(memory: Memory, asked: Question, kept: list[Row], by: str | None) -> Script[list[Row]]:
    """The rows that are asked for: the most or least by a column, the first ones, the one at a place, or all."""
    what = "first" if asked.what == "nth" else asked.what
    if by is not None and all(re.match(r"\s*[-−–]\s?[€$£]?\d", row.get(by, "")) for row in kept):
        what = "least" if what == "most" else "most" if what == "least" else what  # money that went out
    if by is not None and what in ("most", "least") and runs_down([row.get(by, "") for row in kept]):
        what, by = "first" if what == "most" else "last", None
    worked = yield from reckon(
        memory, asked.said, rows=kept, what=what, by=by, number=asked.number or (1 if what == "first" else None)
    )
    rows = list(worked["rows"])
    if asked.what == "nth":
        rows = rows[-1:] if len(rows) == asked.number else []
    if not rows:
        raise Stop(f"“{asked.said}”: nothing in the list fits.")
    return rows


def runs_down(days: list[str]) -> bool:
    """Whether a list shows days without their years, the latest first: their figures alone do not tell the latest."""
    return all(YEARLESS.fullmatch(day.strip()) for day in days) and days == sorted(days, reverse=True)


def _spoken(memory: Memory, asked: Question, found: Listing, rows: list[Row]) -> str:
    name = found.name
    if (len(rows) > 1 and asked.what == "list") or (asked.number not in (None, 1) and asked.what != "nth"):
        memory.several = [row.get(name or "", "") or ", ".join(row.values()) for row in rows]
    else:
        memory.record = {key: value for key, value in rows[0].items() if key != WHOLE}
        memory.topic = rows[0].get(name or "") or next(iter(rows[0].values()), None)
    texts = []
    for row in rows:
        columns = [found.column(field) or (name if field in ("name", "title") else None) for field in asked.fields]
        missing = [field for field, there in zip(asked.fields, columns, strict=True) if there is None]
        if missing:
            raise Stop(f"“{asked.said}”: the list does not show “{missing[0]}”.")
        if asked.fields == ("name",) and asked.what == "list" and (code := code_column(rows)) is not None:
            columns = list(dict.fromkeys((code, *columns)))
        cells = (
            [row.get(key or "", "") for key in columns]
            if columns
            else [value for key, value in row.items() if key != WHOLE]
        )
        memory.parts += [cell for cell in cells if cell]
        texts.append(" – ".join(cell for cell in cells if cell))
    return "; ".join(texts)
