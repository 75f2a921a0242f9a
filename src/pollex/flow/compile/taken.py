"""Figures that a run took from its pages and typed: what decided them cannot become an input of the workflow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Final

from ...core.json import dumps
from ...text.dates import dates
from ...text.numbers import CARDINALS, NUMBER, amounts
from .excerpts import excerpt_in
from .notes import CompileNotes
from .parametrizer import SECRET, NamedValue, mentions
from .reads import LOOKS, READS
from .recording import RecordedAction, ReferenceOrigin
from .sources import Sources

TYPING: Final = {"page.type": "text", "page.search": "query", "page.dialog": "text"}
"""The argument that has what was typed."""
BEHIND: Final = 400
"""The distance in `at` between a text that was read and the excerpt that is put after it."""
SHORT: Final = 40


@dataclass(frozen=True, slots=True)
class TakenFigure:
    """A figure that the task does not say, in a text that the run typed."""

    act: RecordedAction
    figure: str
    since: int
    """Nothing before this act can have decided it."""
    known_at: int
    """The last act that can have decided it."""

    def depends_on(self, at: int) -> bool:
        """Whether an act may have decided it."""
        return self.since <= at <= self.known_at


def taken_figures(
    kept: Sequence[RecordedAction], acts: Sequence[RecordedAction], task: str, sources: Sources
) -> list[TakenFigure]:
    """Return the figures that were typed by what is kept of a run, and that neither its task nor a read explains."""
    found = []
    for act in kept:
        text = _typed(act)
        known = [act.data["value"] for act in sources.excerpts_in(text, act.at)]
        figures = [] if sources.find(text, act.at) else [each for each in _unexplained(text, task) if each not in known]
        if figures:
            told = text if len(text) < SHORT else figures[0]
            found.append(_taken(act, told, figures[0], [each for each in acts if each.at < act.at and each.ok]))
    return found


def with_excerpts(acts: Sequence[RecordedAction], task: str) -> list[RecordedAction]:
    """Return the actions with an excerpt after each text that was read and of which a figure was typed."""
    made: dict[str, RecordedAction] = {}
    for act in acts:
        for figure in _unexplained(_typed(act), task):
            excerpt = _excerpt(figure, [each for each in acts if each.at < act.at and each.ok])
            if excerpt is not None and NamedValue(figure, "").is_distinctive:
                made[excerpt.path] = excerpt
    return sorted([*acts, *made.values()], key=lambda each: each.at)


def tell(taken: Sequence[TakenFigure], left: Sequence[str], notes: CompileNotes) -> None:
    """Note the figures that stay as they were, and the values that are no inputs because of them."""
    for each in taken:
        notes.doubt(f"The run took “{each.figure}” from what it had seen; the workflow types the same again.")
    if left:
        named = ", ".join(f"“{each}”" for each in dict.fromkeys(left))
        notes.doubt(f"No input was made of {named}: another value would need another figure.")


def _typed(act: RecordedAction) -> str:
    """Return the text that an action typed by itself, without a reference."""
    text = str(act.args.get(TYPING.get(act.tool, ""), ""))
    return "" if not act.ok or act.private or act.refers or SECRET.search(text) else text


def _taken(act: RecordedAction, told: str, figure: str, before: Sequence[RecordedAction]) -> TakenFigure:
    """Return a figure with the part of the run that can have decided it."""
    look = next((each for each in reversed(before) if _has(each, figure)), None)
    if look is None or look.tool == "aggregate":
        reacted = [each.at for each in before if _has_reacted(each)]
        return TakenFigure(act, told, -1, look.at if look else max(reacted, default=-2))
    return TakenFigure(act, told, _fresh_start(before, look.at), look.at)


def _fresh_start(before: Sequence[RecordedAction], at: int) -> int:
    """Return the last visit to an address before a read, on which nothing depends that was only looked at earlier."""
    begun = -1
    for each in before:
        if each.at < at and each.tool in ("page.navigate", "page.open_tab"):
            begun = each.at if not any(other.effects for other in before if other.at < each.at) else begun
    return begun


def _has_reacted(act: RecordedAction) -> bool:
    """Whether a page may have shown something because of it."""
    return act.navigated or act.sent or any(act.data_field(name) for name in ("appeared", "requests", "opened"))


def _has(act: RecordedAction, figure: str) -> bool:
    """Whether a read has the figure, however it is written."""
    wanted = set(amounts(figure))
    shown = NUMBER.findall(dumps(act.data)) if act.tool in LOOKS | READS else []
    return any(wanted & set(amounts(each)) for each in shown)


def _excerpt(figure: str, before: Sequence[RecordedAction]) -> RecordedAction | None:
    """Return what takes a figure out of the last text that was read and has it."""
    for read in reversed(before):
        if (found := excerpt_in(read, figure)) is not None:
            return replace(
                read,
                path=f"{read.path}/{figure}",
                tool="excerpt",
                args={"text": read.data_field("text"), "before": found.before, "after": found.after},
                data={"value": figure},
                at=read.at + BEHIND,
                refers={("text",): ReferenceOrigin(read.at, ("text",))},
            )
    return None


def _unexplained(text: str, task: str) -> Iterator[str]:
    """Yield the figures in a text that a task does not say; a day is worked out from a calendar, not from a page."""
    said = {each for numeral in NUMBER.findall(task) for each in amounts(numeral)}
    said |= {Decimal(number) for word, number in CARDINALS.items() if mentions(task, word)}
    days = (part for day in (*dates(task), *dates(text)) for part in day)
    said |= {Decimal(part) for part in days if part is not None}
    for numeral in NUMBER.findall(text):
        if (meant := set(amounts(numeral))) and not said & meant and not mentions(task, numeral):
            yield numeral
