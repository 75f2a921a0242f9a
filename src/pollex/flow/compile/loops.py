"""Loops: actions that were repeated for each row of a list become one `iterate` node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...core.path import MISSING, ValuePath, lookup
from ...text.words import folded
from .names import UniqueNames
from .node_draft import NodeDraft
from .notes import CompileNotes
from .parametrizer import NamedValue, Parametrizer, reference, scalars, typed_text
from .reads import ReadLocation
from .recording import RecordedAction
from .row_number import EACH
from .sources import Sources

LONGEST: Final = 12
"""The most actions in one turn."""
RETURNS: Final = {"page.back", "page.navigate"}
Turns = Sequence[Sequence[RecordedAction]]


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop: its node, and where it ends among the actions."""

    end: int
    draft: NodeDraft
    source: ReadLocation
    left_out: Sequence[RecordedAction] = ()
    """The actions at the end of every turn but the last."""


@dataclass(frozen=True, slots=True)
class Loops:
    """Finds loops among actions; `write` makes the nodes of one action."""

    acts: Sequence[RecordedAction]
    sources: Sources
    write: Callable[[RecordedAction, Parametrizer], list[NodeDraft]]
    names: UniqueNames
    notes: CompileNotes

    def at(self, start: int, parametrizer: Parametrizer) -> Loop | None:
        """Return the loop that begins at an action, if every turn does the same to the next row."""
        for place, rows in self.sources.lists(self.acts[start].at):
            for length in range(1, min(LONGEST, (len(self.acts) - start) // 2) + 1):
                turns = self._turns(start, length, rows)
                columns = _columns(turns, rows) if self._may_be(start, turns, rows) else []
                body = self._body(turns, rows, columns, parametrizer) if columns else None
                if body is not None:
                    return self._loop(start, turns, rows, place, body)
        return None

    def _turns(self, start: int, length: int, rows: list[Any]) -> Turns:
        """Return consecutive runs of the same tools; the last one need not lead back."""
        acts = self.acts
        turns = [acts[start : start + length]]
        tools = [act.tool for act in turns[0]]
        while len(turns) < len(rows):
            begin = start + len(turns) * length
            turn = acts[begin : begin + length]
            done = [act.tool for act in turn]
            if done != tools:
                is_last = len(turns) + 1 == len(rows) and 0 < len(turn) < length and begin + len(turn) == len(acts)
                if is_last and done == tools[: len(turn)] and set(tools[len(turn) :]) <= RETURNS:
                    turns.append(turn)
                break
            turns.append(turn)
        return turns

    def _may_be(self, start: int, turns: Turns, rows: list[Any]) -> bool:
        """Whether the turns can be a loop: the next row must be reached alike, and no output refers to one turn."""
        end = start + sum(map(len, turns))
        following = folded(" ".join(_texts(self.acts[end : end + len(turns[0])])))
        left = [typed_text(value) for _, value in scalars(rows[len(turns)])] if len(turns) < len(rows) else []
        goes_on = any(NamedValue(value, "").is_distinctive and folded(value) in following for value in left)
        return (
            len(turns) > 1 and not goes_on and not any(act.at in self.sources.given for turn in turns for act in turn)
        )

    def _body(
        self, turns: Turns, rows: list[Any], columns: Sequence[ValuePath], parametrizer: Parametrizer
    ) -> list[NodeDraft] | None:
        """Return the nodes of one turn, if all turns differ only in the values of their rows, or in checks."""
        written = []
        for turn, row in zip(turns, rows, strict=False):
            inside = parametrizer.with_(
                NamedValue(typed_text(lookup(row, path)), reference(self._item, path)) for path in columns
            )
            written.append([self.write(act, inside) for act in turn])
        if not any(f"{{{{{self._item}" in str(draft.config) for drafts in written[0] for draft in drafts):
            return None
        written = [written[0], *(_called_alike(turn, written[0]) for turn in written[1:])]
        body: list[NodeDraft] = []
        for place, first in enumerate(written[0]):
            others = [turn[place] for turn in written[1:] if place < len(turn)]
            doing = [draft for draft in first if not draft.is_check]
            if any(not _same(doing, [draft for draft in other if not draft.is_check]) for other in others):
                return None
            alike = all(_same(first, other) for other in others)
            body += first if alike else doing
        return body

    @property
    def _item(self) -> str:
        """The variable of the loop."""
        return self.sources.name_once("item", ("item",))

    def _loop(self, start: int, turns: Turns, rows: list[Any], place: ReadLocation, body: list[NodeDraft]) -> Loop:
        over, done = self.sources.refer(place), len(turns)
        config: dict[str, Any] = {"over": over, "variable": self._item, "continueOnError": False}
        self.notes.add(f"Made a loop over “{over}” of what was done {done} times.")
        if done < len(rows) or not EACH.search(self.sources.task):
            config["limit"] = done
            rest = f"{done} of the {len(rows)} rows" if done < len(rows) else f"all {done} rows"
            self.notes.doubt(f"The run did {rest} of “{over}”; the loop stops after {done} as well.")
        draft = NodeDraft("iterate", config, self.names.take("each_row"), inside=tuple(body), at=body[0].at)
        return Loop(start + sum(map(len, turns)), draft, place, turns[0][len(turns[-1]) :])


def _columns(turns: Turns, rows: list[Any]) -> list[ValuePath]:
    """Return the fields that every turn uses and that identify its row."""
    rows = rows[: len(turns)]
    spoken = [folded(" ".join(_texts(turn))) for turn in turns]
    found = []
    for path, first in scalars(rows[0]):
        values = [typed_text(first), *(_value(row, path) for row in rows[1:])]
        speaks = all(value and folded(value) in text for value, text in zip(values, spoken, strict=True))
        if speaks and len(set(values)) == len(values) and all(NamedValue(value, "").is_distinctive for value in values):
            found.append(path)
    return found


def _value(row: Any, path: ValuePath) -> str:
    value = lookup(row, path)
    return "" if value is MISSING or isinstance(value, dict | list | bool | None) else typed_text(value)


def _texts(turn: Sequence[RecordedAction]) -> Iterator[str]:
    """Yield the texts in the actions of a turn."""
    for act in turn:
        yield from (value for _, value in scalars(act.args) if isinstance(value, str))
        if act.element is not None:
            yield from (act.element.name or "", act.element.text or "", *act.element.neighbours)


def _called_alike(turn: list[list[NodeDraft]], first: list[list[NodeDraft]]) -> list[list[NodeDraft]]:
    """Return a turn whose reads have the aliases of the first turn."""
    pairs = [
        (draft.alias, other.alias)
        for drafts, others in zip(turn, first, strict=False)
        for draft, other in zip(drafts, others, strict=False)
        if draft.alias and other.alias
    ]
    for own, name in pairs:
        turn = [[draft.renamed(own, name) for draft in drafts] for drafts in turn]
    return turn


def _same(one: Sequence[NodeDraft], other: Sequence[NodeDraft]) -> bool:
    return len(one) == len(other) and all(left.same(right) for left, right in zip(one, other, strict=True))
