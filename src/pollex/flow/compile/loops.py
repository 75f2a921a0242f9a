"""Stretches that were done once for each row of a list become one loop over that list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ...browser.evidence import folded
from ...core.path import MISSING, Path, lookup
from .account import Account
from .draft import Draft
from .names import Names
from .reads import Place
from .recording import Act
from .sources import Sources
from .weaving import Known, Weave, as_text, reference, scalars
from .wording import EACH

LONGEST: Final = 12
"""Actions in one turn."""
RETURNS: Final = {"page.back", "page.navigate"}
Turns = Sequence[Sequence[Act]]


@dataclass(frozen=True, slots=True)
class Loop:
    """Where a loop ends among the actions, and what it does."""

    end: int
    draft: Draft
    source: Place
    left_out: Sequence[Act] = ()
    """What every turn ends with but the last, in which nobody needed it."""


@dataclass(frozen=True, slots=True)
class Loops:
    """Finds the loops among actions; `write` makes the nodes of one."""

    acts: Sequence[Act]
    sources: Sources
    write: Callable[[Act, Weave], list[Draft]]
    names: Names
    account: Account

    def at(self, start: int, weave: Weave) -> Loop | None:
        """The loop that begins at an action, where that is certain: each turn does the same to the next row."""
        for place, rows in self.sources.lists(self.acts[start].at):
            for length in range(1, min(LONGEST, (len(self.acts) - start) // 2) + 1):
                turns = self._turns(start, length, rows)
                columns = _columns(turns, rows) if self._may_be(start, turns, rows) else []
                body = self._body(turns, rows, columns, weave) if columns else None
                if body is not None:
                    return self._loop(start, turns, rows, place, body)
        return None

    def _turns(self, start: int, length: int, rows: list[Any]) -> Turns:
        """Stretches with the same tools that follow each other; after the last one nobody needs to go back."""
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
        """Whether it can be one: not if the next row comes in another way, nor if an output tells of one turn."""
        end = start + sum(map(len, turns))
        following = folded(" ".join(_texts(self.acts[end : end + len(turns[0])])))
        left = [as_text(value) for _, value in scalars(rows[len(turns)])] if len(turns) < len(rows) else []
        goes_on = any(Known(value, "").is_telling and folded(value) in following for value in left)
        return len(turns) > 1 and not goes_on and not any(act.at in self.sources.told for turn in turns for act in turn)

    def _body(self, turns: Turns, rows: list[Any], columns: Sequence[Path], weave: Weave) -> list[Draft] | None:
        """The nodes of one turn, if every turn comes to the same by its own row's values; a check that differs goes."""
        written = []
        for turn, row in zip(turns, rows, strict=False):
            inside = weave.with_(Known(as_text(lookup(row, path)), reference(self._item, path)) for path in columns)
            written.append([self.write(act, inside) for act in turn])
        if not any(f"{{{{{self._item}" in str(draft.config) for drafts in written[0] for draft in drafts):
            return None
        written = [written[0], *(_called_alike(turn, written[0]) for turn in written[1:])]
        body: list[Draft] = []
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
        """What a row is called in the loop."""
        return self.sources.name_once("item", ("item",))

    def _loop(self, start: int, turns: Turns, rows: list[Any], place: Place, body: list[Draft]) -> Loop:
        over, done = self.sources.refer(place), len(turns)
        config: dict[str, Any] = {"over": over, "variable": self._item, "continueOnError": False}
        self.account.tell(f"Made a loop over “{over}” of what was done {done} times.")
        if done < len(rows) or not EACH.search(self.sources.task):
            config["limit"] = done
            rest = f"{done} of the {len(rows)} rows" if done < len(rows) else f"all {done} rows"
            self.account.doubt(f"The run did {rest} of “{over}”; the loop stops after {done} as well.")
        draft = Draft("iterate", config, self.names.take("each_row"), inside=tuple(body), at=body[0].at)
        return Loop(start + sum(map(len, turns)), draft, place, turns[0][len(turns[-1]) :])


def _columns(turns: Turns, rows: list[Any]) -> list[Path]:
    """The parts of a row that every turn speaks of, and that tell its row from the others."""
    rows = rows[: len(turns)]
    said = [folded(" ".join(_texts(turn))) for turn in turns]
    found = []
    for path, first in scalars(rows[0]):
        values = [as_text(first), *(_value(row, path) for row in rows[1:])]
        speaks = all(value and folded(value) in text for value, text in zip(values, said, strict=True))
        if speaks and len(set(values)) == len(values) and all(Known(value, "").is_telling for value in values):
            found.append(path)
    return found


def _value(row: Any, path: Path) -> str:
    value = lookup(row, path)
    return "" if value is MISSING or isinstance(value, dict | list | bool | None) else as_text(value)


def _texts(turn: Sequence[Act]) -> Iterator[str]:
    """What the actions of a turn speak of."""
    for act in turn:
        yield from (value for _, value in scalars(act.args) if isinstance(value, str))
        if act.element is not None:
            yield from (act.element.name or "", act.element.text or "", *act.element.neighbours)


def _called_alike(turn: list[list[Draft]], first: list[list[Draft]]) -> list[list[Draft]]:
    """A turn whose reads are called as those of the first."""
    pairs = [
        (draft.alias, other.alias)
        for drafts, others in zip(turn, first, strict=False)
        for draft, other in zip(drafts, others, strict=False)
        if draft.alias and other.alias
    ]
    for own, name in pairs:
        turn = [[draft.renamed(own, name) for draft in drafts] for drafts in turn]
    return turn


def _same(one: Sequence[Draft], other: Sequence[Draft]) -> bool:
    return len(one) == len(other) and all(left.same(right) for left, right in zip(one, other, strict=True))
