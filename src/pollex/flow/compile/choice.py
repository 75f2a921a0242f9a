"""Rows that a run chose by looking, as if it had computed them: so it is known where what it took from them stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...core.path import Path
from .notes import CompileNotes
from .parametrizer import NamedValue, says
from .reads import READS, Row, lists_of
from .recording import RecordedAction, ReferenceOrigin
from .rows import is_one_of_many

CHOSEN: Final = "/chosen"
BEHIND: Final = 500
"""Between a read and what was done next there is room for a choice."""


@dataclass(frozen=True, slots=True)
class RowChoice:
    """A row of a list that was read, and the fields by whose values it is told from the others."""

    read: RecordedAction
    path: Path
    rows: Sequence[Row]
    row: int
    fields: tuple[str, ...]

    @property
    def values(self) -> dict[str, str]:
        return {name: self.rows[self.row][name] for name in self.fields}

    def act(self) -> RecordedAction:
        """The computation by which it would be chosen again."""
        where = [{"field": name, "is": "eq", "value": value} for name, value in self.values.items()]
        return RecordedAction(
            f"{self.read.path}{CHOSEN}",
            "aggregate",
            {"rows": list(self.rows), "what": "first", "where": where, "needed": True},
            data={"value": self.rows[self.row], "rows": [self.rows[self.row]]},
            url=self.read.url,
            title=self.read.title,
            at=self.read.at + BEHIND,
            refers={("rows",): ReferenceOrigin(self.read.at, self.path)},
        )


def with_choices(acts: Sequence[RecordedAction], task: str, notes: CompileNotes) -> list[RecordedAction]:
    """The actions, and behind a read the one row of it that was acted on later and that nothing had computed."""
    found: dict[int, list[RowChoice]] = {}
    for act in acts:
        if act.ok and act.element is not None and not act.words and (made := _choice(act, acts)) is not None:
            others = found.setdefault(made.read.at, [])
            others += [made] if all(made.row != other.row for other in others) else []
    choices = [each[0] for each in found.values() if len(each) == 1]  # of several, they were gone through
    for choice in choices:
        said = list(choice.values.values())
        if not any(says(task, value) for value in said):
            notes.doubt(
                f"The run chose “{', '.join(said)}” of {len(choice.rows)} rows by itself; the workflow takes the same "
                "one, not the next that would suit."
            )
    return sorted([*acts, *(choice.act() for choice in choices)], key=lambda each: each.at)


def _choice(act: RecordedAction, acts: Sequence[RecordedAction]) -> RowChoice | None:
    """The choice of the row in which an element stands, where the last list that was read has such a row."""
    texts = texts_of(act)
    for read in reversed([each for each in acts if each.at < act.at and each.ok and each.tool in READS]):
        if read.tool == "aggregate":
            if fields_said(read.data_field("value"), texts):
                return None  # it was chosen by computing
            continue
        for place, rows in lists_of(read):
            if len(rows) > 1 and (row := _meant(rows, texts)) is not None:
                return RowChoice(read, place.path, rows, row, _telling(rows, row, fields_said(rows[row], texts)))
    return None


def is_choice(act: RecordedAction) -> bool:
    """Whether the run chose it by looking, and it was computed here only."""
    return act.path.endswith(CHOSEN)


def texts_of(act: RecordedAction) -> list[str]:
    """What tells an element from others: its name, and where others are called like it, what stands near it."""
    known = act.element
    if known is None:
        return []
    own = [text for text in (known.name, known.text, known.label) if text]
    return [*own, *known.neighbours] if is_one_of_many(known) else own


def fields_said(row: Any, texts: Sequence[str]) -> list[str]:
    """The fields of a row whose values stand in the texts."""
    fields = row.items() if isinstance(row, dict) else ()
    telling = [(name, value) for name, value in fields if isinstance(value, str) and NamedValue(value, "").is_telling]
    return [name for name, value in telling if any(says(text, value) for text in texts)]


def _meant(rows: Sequence[Row], texts: Sequence[str]) -> int | None:
    """The one row of which the texts say more than of all others, and enough to find it again."""
    said = [fields_said(row, texts) for row in rows]
    most = max(map(len, said))
    best = [at for at, fields in enumerate(said) if len(fields) == most]
    if not most or len(best) != 1:
        return None
    return best[0] if _telling(rows, best[0], said[best[0]]) else None


def _telling(rows: Sequence[Row], row: int, fields: Sequence[str]) -> tuple[str, ...]:
    """The first of these fields that together tell a row from all others; none where they do not."""
    for count in range(1, len(fields) + 1):
        wanted = {name: rows[row][name] for name in fields[:count]}
        if sum(all(each.get(name) == value for name, value in wanted.items()) for each in rows) == 1:
            return tuple(fields[:count])
    return ()
