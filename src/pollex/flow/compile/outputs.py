"""The answer of a run as outputs of the workflow: references to where its values were read or reckoned."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from ...core.json import Object, type_name
from .account import Account
from .inputs import Input
from .names import Names, slug
from .recording import Recording
from .sources import Place, Sources
from .weaving import Known, Weave, as_text, scalars

PLAIN: Final = ("value", "text", "rows")
"""Parts of what is reckoned that say nothing of what it is."""
LAST: Final = 1_000_000_000
"""After every action."""


@dataclass(frozen=True, slots=True)
class Output:
    """A result of the workflow."""

    name: str
    value: str
    sample: Any

    def to_json(self) -> Object:
        kind = {"integer": "number", "number": "number", "boolean": "boolean", "string": "string"}
        known = kind.get(type_name(self.sample))
        shape: Object = {"display_name": self.name, "type": known or "json", "value": self.value}
        return shape if known else {**shape, "schema": {"type": type_name(self.sample)}}


def outputs_of(recording: Recording, sources: Sources, inputs: list[Input], account: Account) -> list[Output]:
    """The outputs; the reads that they refer to are used from now on."""
    wanted = [each for name, value in _wanted(recording.values) for each in _split(name, value, sources)]
    found = [_output(name, place, sources) for name, _, place in wanted if place is not None]
    lost = [name for name, _, place in wanted if place is None]
    if lost:
        doubt = f"Where the run had {_listed(lost)} of its answer from is not known, so the workflow does not give it."
        account.doubt(doubt)
    if not wanted and recording.answer and (answer := _answer(recording.answer, sources, inputs)):
        found = [Output("answer", answer, "")]
    elif not wanted and re.search(r"\d", recording.answer):
        account.doubt("The run answered in its own words; the workflow has no outputs for that.")
    names = Names()
    found = [replace(each, name=names.take(each.name)) for each in found]
    if found:
        account.tell(f"Made outputs of the answer: {_listed([each.name for each in found])}.")
    return found


def _wanted(values: Any) -> list[tuple[str, Any]]:
    if isinstance(values, dict):
        return [(str(name), value) for name, value in values.items() if value is not None]
    return [] if values is None else [("result", values)]


def _split(name: str, value: Any, sources: Sources) -> list[tuple[str, Any, Place | None]]:
    """An answer with the place it came from; a list whose items came from several, item by item."""
    place = _place(value, sources)
    if place is None and isinstance(value, list):
        parts = [(name, each, _place(each, sources)) for each in value]
        if all(part[2] is not None for part in parts):
            return parts
    return [(name, value, place)]


def _place(value: Any, sources: Sources) -> Place | None:
    """Where a value came from: all of a read or a certain part of it, else the row that was the only one."""
    return sources.find(value, LAST) or _only_row(value, sources)


def _output(name: str, place: Place, sources: Sources) -> Output:
    """An output; one without a name of its own is called as where it was read."""
    field = next((step for step in reversed(place.path) if isinstance(step, str) and step not in PLAIN), None)
    called = field if name == "result" and field else name
    return Output(slug(called, "result"), f"{{{{{sources.refer(place)}}}}}", place.value)


def _only_row(value: Any, sources: Sources) -> Place | None:
    place = sources.find(value, LAST, certain=False)
    if place is None:
        return None
    data: Any = place.act.data
    for step in place.path:
        if isinstance(step, int) and len(data) != 1:
            return None
        data = data[step]
    return place


def _answer(text: str, sources: Sources, inputs: list[Input]) -> str | None:
    """The sentence with references in the place of its values; None where none of them was read."""
    known = [
        (act, Known(as_text(value), ""), path)
        for act in sources.before(LAST)
        for path, value in scalars(act.data)
        if Place(act, path).is_certain and not isinstance(value, bool)
    ]
    told = [(act, path, each) for act, each, path in known if _is_in(each, text, exact=act.tool == "reckon")]
    if not told:
        return None
    read = [Known(each.value, sources.refer(Place(act, path))) for act, path, each in told]
    made = Weave(tuple(read)).with_(each.known for each in inputs if each.is_said).text(text)
    for each in read:
        if not each.is_telling:
            made = re.sub(rf"(?<![\w.,{{]){re.escape(each.value)}(?![\w}}]|[.,]\d)", each.template, made, count=1)
    return made if "{{" in made else None


def _is_in(known: Known, text: str, *, exact: bool) -> bool:
    found = re.search(rf"(?<![\w.,]){re.escape(known.value)}(?!\w|[.,]\d)", text, re.IGNORECASE)
    return bool(known.value) and found is not None and (exact or known.is_telling)


def _listed(names: list[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)
