"""Which reads of a run were used: by its answer, by later actions, by computations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from .choice import fields_in, is_choice, texts_of
from .notes import CompileNotes, capital
from .parametrizer import SECRET, NamedValue, mentions, scalars, typed_text
from .reads import ReadLocation
from .recording import RecordedAction
from .row_number import EACH
from .rows import is_one_of_many
from .sources import Sources

TYPED = ("text", "option", "query")
BECOMES: Final = {
    "page.type": "it is an input now",
    "page.search": "it is an input now",
    "page.dialog": "it is an input now",
    "page.select": "it is chosen again as it is",
}
"""What the workflow does with a value from a row that has no certain place, by tool."""


def mark_uses(acts: Sequence[RecordedAction], task: str, sources: Sources, notes: CompileNotes) -> None:
    """Mark every read that an action uses. From last to first, since computations use reads too."""
    begun = len(notes.unsure)
    for act in reversed(acts):
        if act.tool == "aggregate":
            if sources.is_used(act):
                _mark_rows(act, sources)
        elif act.ok:
            _mark_referred(act, sources)
            for text, whole in _texts(act):
                if not mentions(task, text) and not SECRET.search(text):
                    _mark(text, act, sources, notes, whole=whole)
            _mark_chosen(act, task, sources)
            if EACH.search(task):
                _mark_list(act, sources)
    notes.unsure[begun:] = reversed(notes.unsure[begun:])  # in the order of the run


def _mark_rows(act: RecordedAction, sources: Sources) -> None:
    _mark_referred(act, sources, "where")
    if places := sources.rows_of(act):
        sources.refer_all(places, sources.alias(act))
        return
    for place in sources.assembled(act).values():
        sources.refer(place)


def _mark_referred(act: RecordedAction, sources: Sources, *names: str) -> None:
    """Mark the reads that the arguments refer to."""
    for path in act.refers:
        if (not names or path[0] in names) and (place := sources.referred(act, path)) is not None:
            sources.refer(place)


def _mark_chosen(act: RecordedAction, task: str, sources: Sources) -> None:
    """Mark the computation that chose an element which the run named by its index only."""
    known = act.element
    if known is None or act.words:
        return
    for text in known.neighbours if is_one_of_many(known) else (known.name or known.text or "",):
        place = None if mentions(task, text) else sources.find(text, act.at)
        computed = place is not None and place.act.tool == "aggregate" and not is_choice(place.act)
        if place is not None and computed and NamedValue(text, "").is_distinctive:
            sources.refer(place)
            return
    for read in sources.before(act.at):
        if read.tool != "aggregate" or is_choice(read) or not sources.is_grounded(read):
            continue
        places = [ReadLocation(read, ("value", name)) for name in fields_in(read.data_field("value"), texts_of(act))]
        if any(not mentions(task, place.value) for place in places):
            sources.refer(places[0])
            return


def _mark_list(act: RecordedAction, sources: Sources) -> None:
    """Mark the computation whose rows were acted on one after the other."""
    known = act.element
    names = {act.words or "", "" if known is None else known.name or known.text or ""} - {""}
    lists = [read for read in sources.before(act.at) if read.tool == "aggregate" and read.args.get("what") == "list"]
    for read in lists:
        if read.args.get("where") and names & {typed_text(value) for _, value in scalars(read.data["value"])}:
            sources.refer(ReadLocation(read, ("value",)))
            return


def _texts(act: RecordedAction) -> Iterator[tuple[str, bool]]:
    """Yield the texts of an action that may have been read before, and whether only the whole text counts."""
    for name in TYPED:
        if isinstance(text := act.args.get(name), str) and text and act.tool not in ("page.extract", "page.collect"):
            yield text, True
    if words := act.words:
        yield words, False


def _mark(text: str, act: RecordedAction, sources: Sources, notes: CompileNotes, *, whole: bool) -> None:
    if whole:
        for excerpt in sources.excerpts_in(text, act.at):
            sources.refer(ReadLocation(excerpt, ("value",)))
        place = sources.find_one(text, act.at)
        if place is not None and (place.act.tool == "aggregate" or NamedValue(text, "").is_distinctive):
            sources.refer(place)
        elif act.tool in BECOMES and sources.find(text, act.at, certain=False) is not None:
            became = BECOMES[act.tool]
            notes.doubt(f"{capital(act)}: {text!r} stood in a row that was read before; {became}.")
        return
    for read in sources.before(act.at):
        for path, value in scalars(read.data):
            place = ReadLocation(read, path)
            known = NamedValue(typed_text(value), "")
            if sources.is_certain(place) and known.is_distinctive and mentions(text, known.value):
                sources.refer(place)
