"""The reads of a run that are used later: each becomes a node with an alias."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from ...core.path import ValuePath
from .choice import is_choice
from .names import UniqueNames, slug
from .parametrizer import NamedValue, reference, scalars, typed_text
from .reads import READS, ReadLocation, RecordedReads, lists
from .recording import RecordedAction

RESULTS: Final = {
    "page.tables": "tables",
    "page.records": "records",
    "page.choices": "choices",
    "page.query": "elements",
    "page.text": "page_text",
    "ask": "asked",
}


class Sources(RecordedReads):
    """Reads that nodes or outputs refer to."""

    def __init__(
        self, acts: Sequence[RecordedAction], names: UniqueNames, reads: Collection[str] = READS, task: str = ""
    ) -> None:
        super().__init__(acts, reads, task)
        self._names = names
        self._aliases: dict[int, str] = {}
        self._named: dict[tuple[object, ...], str] = {}
        self._gathered: dict[str, Sequence[ReadLocation]] = {}
        self.given: set[int] = set()
        """Reads that an output refers to, so that they cannot be part of a loop."""

    def is_used(self, act: RecordedAction) -> bool:
        return act.at in self._aliases

    def alias(self, act: RecordedAction) -> str:
        if act.at not in self._aliases:
            self._aliases[act.at] = self._names.take(_called(act))
        return self._aliases[act.at]

    def name_once(self, wanted: str, what: tuple[object, ...]) -> str:
        """Return a name for something made from reads; equal requests get the same name."""
        if what not in self._named:
            self._named[what] = self._names.take(wanted)
        return self._named[what]

    def refer(self, place: ReadLocation) -> str:
        """Return the reference to a place, and mark its read as used."""
        return reference(self.alias(place.act), place.path)

    def output_reference(self, place: ReadLocation) -> str:
        """Return the reference of an output to a place."""
        self.given.add(place.act.at)
        return self.refer(place)

    def refer_all(self, places: Sequence[ReadLocation], name: str) -> str:
        """Return the reference to a list, or to the variable that collects several."""
        return self.refer(places[0]) if len(places) == 1 else self.gather(places, name)

    def gather(self, places: Sequence[ReadLocation], name: str) -> str:
        """Return the variable that collects the lists of several reads."""
        for known, others in self._gathered.items():
            if _where(others) == _where(places):
                return known
        taken = self._names.take(f"{name}_rows")
        self._gathered[taken] = places
        for place in places:
            self.alias(place.act)
        return taken

    @property
    def gathered(self) -> list[str]:
        """Return the variables that collect lists."""
        return list(self._gathered)

    def gathered_at(self, act: RecordedAction) -> list[tuple[str, ReadLocation]]:
        """Return the variables that collect lists of a read, each with the place of the list."""
        return [(name, place) for name, places in self._gathered.items() for place in places if place.act.at == act.at]

    def known(self, at: int) -> list[NamedValue]:
        """Return the values of used reads that are known before an action and have one certain place."""
        found = [
            (act, NamedValue(typed_text(value), reference(self._aliases[act.at], path)))
            for act in self.before(at)
            if act.at in self._aliases and not is_choice(act)
            for path, value in scalars(act.data)
            if self.is_certain(ReadLocation(act, path)) and not isinstance(value, bool)
        ]
        return [known for act, known in found if known.is_distinctive or act.tool == "aggregate"]

    def lists(self, at: int) -> Iterator[tuple[ReadLocation, list[Any]]]:
        """Yield the lists that were read before an action, the latest first."""
        for act in self.before(at):
            if act.tool == "aggregate" and not self._is_within_reach(act):
                continue
            for path, each in lists(act.data):
                if ReadLocation(act, path).is_certain and len(each) > 1:
                    yield ReadLocation(act, path), each

    def _is_within_reach(self, act: RecordedAction) -> bool:
        """Whether a computation is repeated anyway, or needs only one read."""
        return self.is_used(act) or len(self.rows_of(act) or ()) == 1


def _called(act: RecordedAction) -> str:
    if act.tool in ("page.extract", "page.collect"):
        fields = list((act.args.get("schema") or {}).get("properties") or {})
        return slug(fields[0] if len(fields) == 1 else str(act.args.get("instruction", "")), "data")
    if is_choice(act):
        return "chosen"
    if act.tool == "excerpt":
        return slug(f"{act.args.get('before', '')} {act.args.get('after', '')}", "said")
    if act.tool == "aggregate":
        by = f" {act.args['by']}" if isinstance(act.args.get("by"), str) else ""
        return slug(f"{act.args.get('what', '')}{by}", "reckoned")
    return RESULTS.get(act.tool, "read")


def _where(places: Sequence[ReadLocation]) -> list[tuple[int, ValuePath]]:
    return [(place.act.at, place.path) for place in places]
