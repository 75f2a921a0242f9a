"""The rows of a list that a phrase means: those of which its tests hold, and which are what its noun says."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ....core.json import Object
from ..program import Records, Test
from .columns import Row, stem, tokens
from .reckoning import reckon
from .script import Memory, Script, Stop
from .tables import GENERAL, WHOLE, Listing
from .values import field_value

NOBODY: Final = frozenset({"", "-", "–", "—", "none", "nobody", "no one", "unassigned", "n/a", "not set"})
OPEN: Final = frozenset({"open", "unfinished", "pending", "outstanding"})
DONE: Final = ("done", "closed", "finished", "completed", "resolved", "complete")
ALIKE: Final[dict[str, tuple[str, ...]]] = {
    "unread": ("new", "unread"),
    **dict.fromkeys(DONE, DONE),
    **dict.fromkeys(OPEN, DONE),
    **dict.fromkeys(("cancelled", "canceled"), ("cancelled", "canceled")),
}
LATE: Final = frozenset({"overdue", "late", "past due", "past their due date", "too late"})
TODAY: Final = re.compile(
    r"\b(?:today|now|the date)(?: is|'s|’s|:)?,? (?:the )?(?P<day>[^.;,!?\n]*\d{4}(?:-\d\d)*)", re.IGNORECASE
)
OUT: Final = frozenset({"payment", "expense", "purchase", "debit", "spending"})
INCOME: Final = re.compile(
    r"\bfrom (?!(?:the|my|this|that) )|\b(?:received|incoming|came in|credited)\b", re.IGNORECASE
)
SIGN: Final = re.compile(r"^\s*[-−–]\s?")
OPPOSITE: Final = (
    ("in stock", ("sold out", "out of stock", "not available", "unavailable")),
    ("available", ("sold out", "out of stock", "not available", "unavailable")), ("read", ("unread",)),
)  # fmt: skip


def chosen(memory: Memory, found: Listing, of: Records, said: str) -> Script[list[Row]]:
    """The rows of which the tests hold, and which are what the noun says."""
    if set(tokens(of.noun)) & OUT and not INCOME.search(said):
        found = _paid(found)
    tests = [*_tests(found, tuple(_dated(found, test, memory.task) for test in of.tests)), *_noun(found, of)]
    if of.name:
        tests.append({"is": "contains", "value": of.name})
    if not tests:
        return found.rows
    kept = yield from reckon(memory, said, rows=found.rows, what="list", where=tests)
    return list(kept["rows"])


def _paid(found: Listing) -> Listing:
    """What was paid, without its sign, where the list has a sign for it."""
    name = found.column("amount") or ""
    out = [row for row in found.rows if SIGN.match(row.get(name, ""))]
    rows = [{**row, name: SIGN.sub("", row[name])} for row in out]
    return replace(found, rows=rows) if rows else found


def _tests(found: Listing, tests: tuple[Test, ...]) -> list[Object]:
    made: list[Object] = []
    for test in tests:
        how = {"before": "lt", "after": "gt"}.get(test.op, test.op)
        name = found.column(test.field) if test.field else None
        if name is None and how in ("lt", "le", "gt", "ge"):
            name = found.column("price") or found.column("amount")
            if name is None:
                raise Stop(f"It is not clear which value is meant by “{test.field or ''} {test.value}”.")
        if name is not None and test.value.lower() in NOBODY:
            made.append({"is": "eq", "value": _blank(found, name), "field": name})
            continue
        if name is None and how == "contains" and (sold := _opposite(found, test.value)):
            made.append({"is": "lacks", "value": sold})
            continue
        field = {"field": name} if name else _beside(found, test.value) if how == "contains" else {}
        made.append({"is": how, "value": test.value, **field})
    return made


def _beside(found: Listing, value: str) -> Object:
    """The column for all that a row says and shows, where more rows have a word there than in their columns."""
    word = value.lower()
    known = [row for row in found.rows if any(word in row[name].lower() for name in row if name != WHOLE)]
    shown = [row for row in found.rows if word in row.get(WHOLE, "").lower()]
    return {"field": WHOLE} if len(shown) > len(known) else {}


def _dated(found: Listing, test: Test, task: str) -> Test:
    """`overdue` as what was due before today, where the rows do not say it and the task tells the day."""
    today = TODAY.search(task)
    is_said = any("overdue" in text.lower() for row in found.rows for text in row.values())
    if today is None or is_said or test.value.lower() not in LATE or (name := found.column("due date")) is None:
        return test
    return Test(name, "before", field_value(today["day"]) or today["day"])


def _opposite(found: Listing, value: str) -> str | None:
    """What the rows say that are not so, where those that are so say nothing: `sold out` for `in stock`."""
    texts = " ".join(text.lower() for row in found.rows for text in row.values())
    other = next((signs for word, signs in OPPOSITE if word == value.lower()), ())
    return None if value.lower() in texts else next((sign for sign in other if sign in texts), None)


def _blank(found: Listing, name: str) -> str:
    """How the list writes that there is nothing in a column."""
    return next((row[name] for row in found.rows if row.get(name, "").strip().lower() in NOBODY), "")


def _noun(found: Listing, of: Records) -> list[Object]:
    """Tests for the words of the noun that some rows have and others have not: `kettles`, `returned orders`."""
    made: list[Object] = []
    called = set(tokens(found.title))
    for word in re.findall(r"[^\W_][\w'-]*", re.sub(r"\b(?:of|in|the|from|with|on|to|for)\b", " ", of.noun)):
        key = stem(word)
        if key in GENERAL or key in called or any(key in tokens(name) for row in found.rows[:1] for name in row):
            continue
        having = sum(key in " ".join(row.values()).lower() for row in found.rows)
        if having:
            made.append({"is": "contains", "value": key, **_beside(found, key)})
        elif (state := _state(found, word.lower())) is not None:
            made.append(state)
        elif found.rows:
            raise Stop(f"Nothing in the list is called “{word}”.")
    return made


def _state(found: Listing, word: str) -> Object | None:
    """A state that the list writes with another word, in a cell of its own: `unread` as `new`."""
    for other in ALIKE.get(word, ()):
        for row in found.rows:
            for name, value in row.items():
                if value.strip().lower() == other:
                    return {"is": "ne" if word in OPEN else "eq", "value": value.strip(), "field": name}
    return None
