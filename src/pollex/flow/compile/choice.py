"""Rows that the model chose by reading them, written as computations that a workflow can repeat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...core.path import ValuePath
from .notes import CompileNotes
from .parametrizer import NamedValue, mentions
from .reads import READS, Row, lists_of
from .recording import RecordedAction, ReferenceOrigin
from .rows import is_one_of_many

CHOSEN: Final = "/chosen"
BEHIND: Final = 500
"""The distance in `at` between a read and the computation that is put after it."""


@dataclass(frozen=True, slots=True)
class RowChoice:
    """A row of a list that was read, and the fields whose values identify it."""

    read: RecordedAction
    path: ValuePath
    rows: Sequence[Row]
    row: int
    fields: tuple[str, ...]

    @property
    def values(self) -> dict[str, str]:
        return {name: self.rows[self.row][name] for name in self.fields}

    def act(self) -> RecordedAction:
        """Return the computation that chooses this row again."""
        where = [{"field": name, "is": "eq", "value": value} for name, value in self.values.items()]
        return RecordedAction(
            f"{self.read.path}{CHOSEN}",
            "aggregate",
            {"rows": list(self.rows), "what": "first", "where": where},
            data={"value": self.rows[self.row], "rows": [self.rows[self.row]]},
            url=self.read.url,
            title=self.read.title,
            at=self.read.at + BEHIND,
            refers={("rows",): ReferenceOrigin(self.read.at, self.path)},
        )


def with_choices(acts: Sequence[RecordedAction], task: str, notes: CompileNotes) -> list[RecordedAction]:
    """Return the actions with a computation after each read of which one row was acted on and none was computed."""
    found: dict[int, list[RowChoice]] = {}
    for act in acts:
        if act.ok and act.element is not None and not act.words and (made := _choice(act, acts)) is not None:
            others = found.setdefault(made.read.at, [])
            others += [made] if all(made.row != other.row for other in others) else []
    choices = [each[0] for each in found.values() if len(each) == 1]  # of several, they were gone through
    for choice in choices:
        chose = list(choice.values.values())
        if not any(mentions(task, value) for value in chose):
            notes.doubt(
                f"The run chose “{', '.join(chose)}” of {len(choice.rows)} rows by itself; the workflow takes the same "
                "one, not the next that would suit."
            )
    return sorted([*acts, *(choice.act() for choice in choices)], key=lambda each: each.at)


def _choice(act: RecordedAction, acts: Sequence[RecordedAction]) -> RowChoice | None:
    """Return the choice of the row that an element is in, where the last list that was read has it."""
    texts = texts_of(act)
    for read in reversed([each for each in acts if each.at < act.at and each.ok and each.tool in READS]):
        if read.tool == "aggregate":
            if fields_in(read.data_field("value"), texts):
                return None  # it was chosen by computing
            continue
        for place, rows in lists_of(read):
            if len(rows) > 1 and (row := _intended(rows, texts)) is not None:
                return RowChoice(read, place.path, rows, row, _identifying(rows, row, fields_in(rows[row], texts)))
    return None


def is_choice(act: RecordedAction) -> bool:
    """Whether an action is a computation that `with_choices` has added."""
    return act.path.endswith(CHOSEN)


def texts_of(act: RecordedAction) -> list[str]:
    """Return the texts that identify an element: its name and, where others have that name, its neighbours."""
    known = act.element
    if known is None:
        return []
    own = [text for text in (known.name, known.text, known.label) if text]
    return [*own, *known.neighbours] if is_one_of_many(known) else own


def fields_in(row: Any, texts: Sequence[str]) -> list[str]:
    """Return the fields of a row whose values occur in the texts."""
    fields = row.items() if isinstance(row, dict) else ()
    distinctive = [
        (name, value) for name, value in fields if isinstance(value, str) and NamedValue(value, "").is_distinctive
    ]
    return [name for name, value in distinctive if any(mentions(text, value) for text in texts)]


def _intended(rows: Sequence[Row], texts: Sequence[str]) -> int | None:
    """Return the one row that has most values in the texts, where these identify it."""
    matched = [fields_in(row, texts) for row in rows]
    most = max(map(len, matched))
    best = [at for at, fields in enumerate(matched) if len(fields) == most]
    if not most or len(best) != 1:
        return None
    return best[0] if _identifying(rows, best[0], matched[best[0]]) else None


def _identifying(rows: Sequence[Row], row: int, fields: Sequence[str]) -> tuple[str, ...]:
    """Return the first fields that together identify a row; none where all of them do not."""
    for count in range(1, len(fields) + 1):
        wanted = {name: rows[row][name] for name in fields[:count]}
        if sum(all(each.get(name) == value for name, value in wanted.items()) for each in rows) == 1:
            return tuple(fields[:count])
    return ()
