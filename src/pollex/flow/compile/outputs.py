"""Outputs of a compiled workflow: the answer of the run as references to what was read or computed."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, Final

from ...core.json import Object, type_name
from ...core.reference import escape
from .columns import Columns
from .excerpts import Excerpt
from .inputs import Input
from .names import UniqueNames, slug
from .node_draft import NodeDraft, tool
from .notes import CompileNotes
from .origins import LAST, AnswerPart, Count, Dictated, parts_of
from .parametrizer import NamedValue, Parametrizer, mentions, reference, scalars, typed_text
from .reads import ReadLocation
from .recording import Recording
from .sent import sent_as
from .sources import Sources

TEMPLATE: Final = re.compile(r"(\{\{[^{}]*\}\})")
WORD: Final = re.compile(r"[^\W\d]{2,}")
PLAIN: Final = ("value", "text", "rows")
"""Fields of a computation whose names do not describe the value."""


@dataclass(frozen=True, slots=True)
class WorkflowOutput:
    """An output of the workflow."""

    name: str
    value: str
    sample: Any
    nodes: tuple[NodeDraft, ...] = ()
    """Nodes that make its value from reads."""
    required: bool = True
    """Whether a run without it fails."""

    def to_json(self) -> Object:
        kind = {"integer": "number", "number": "number", "boolean": "boolean", "string": "string"}
        known = kind.get(type_name(self.sample))
        shape: Object = {"display_name": self.name, "type": known or "json", "value": self.value}
        shape |= {} if self.required else {"required": False}
        return shape if known else {**shape, "schema": {"type": type_name(self.sample)}}


def outputs_of(
    recording: Recording, sources: Sources, inputs: list[Input], notes: CompileNotes, opened: str | None = None
) -> list[WorkflowOutput]:
    """Return the outputs, and mark the reads that they refer to as used.

    `opened` is the part of the answer that is told otherwise: by the link that was opened.
    """
    wanted, outputs = list[AnswerPart](), list[WorkflowOutput]()
    for each in parts_of(recording, sources):
        own = _sent(each, recording, inputs)
        wanted += [] if own or (each.origin is None and each.name == opened) else [each]
        outputs += [own] if own else [_output(each, sources)] if each.origin is not None else []
    found = list({(each.name, each.value): each for each in reversed(outputs)}.values())[::-1]
    lost = [each.name for each in wanted if each.origin is None]
    if lost:
        doubt = f"Where the run had {_listed(lost)} of its answer from is not known, so the workflow does not give it."
        notes.doubt(doubt)
    for each in wanted:
        if isinstance(each.origin, Dictated):
            notes.doubt(f"The task tells when to answer “{each.origin.text}”; the workflow always does.")
        elif isinstance(each.origin, ReadLocation) and not sources.is_certain(each.origin):
            notes.doubt(f"“{each.name}” was read from {each.origin.row}, which the workflow takes again.")
    if not wanted and not outputs and recording.answer and (answer := _answer(recording.answer, sources, inputs)):
        found = [WorkflowOutput("answer", answer, "")]
        if re.search(r"\d", TEMPLATE.sub("", answer)):
            notes.doubt("Not all figures of the answer were read; the workflow says those of the run for ever.")
    elif not wanted and not outputs and re.search(r"\d", recording.answer):
        notes.doubt("The run answered in its own words; the workflow has no outputs for that.")
    names = UniqueNames()
    found = [replace(each, name=names.take(each.name)) for each in found]
    if found:
        notes.add(f"Made outputs of the answer: {_listed([each.name for each in found])}.")
    return found


def _sent(part: AnswerPart, recording: Recording, inputs: list[Input]) -> WorkflowOutput | None:
    """Return an output of the input that the last change sent, where an answer repeats it and nothing else has it."""
    change = next((act for act in reversed(recording.acts) if act.ok and act.taken), None)
    if change is None or recording.read_only or not isinstance(part.origin, Excerpt | None):
        return None
    own = sent_as(part.value, change, recording.acts, inputs)
    return None if own is None else WorkflowOutput(slug(part.name, "result"), own.known.template, own.value)


def _output(part: AnswerPart, sources: Sources) -> WorkflowOutput:
    """Return an output; without a name of its own, it has that of its source."""
    if isinstance(part.origin, Columns):
        return _listed_output(part, part.origin, sources)
    if isinstance(part.origin, Excerpt):
        return _excerpt_output(part, part.origin, sources)
    if isinstance(part.origin, Count):
        return _count_output(part, part.origin.place, sources)
    if isinstance(part.origin, Dictated):
        return WorkflowOutput(
            "answer" if part.name == "result" else slug(part.name, "answer"), escape(part.origin.text), ""
        )
    assert part.origin is not None
    path = part.origin.path
    field = next((step for step in reversed(path) if isinstance(step, str) and step not in PLAIN), None)
    called = field if field and _needs_name(part, sources) else part.name
    return WorkflowOutput(slug(called, "result"), f"{{{{{sources.output_reference(part.origin)}}}}}", part.origin.value)


def _listed_output(part: AnswerPart, columns: Columns, sources: Sources) -> WorkflowOutput:
    own = columns.group or " ".join(columns.fields)
    called = slug(own if _needs_name(part, sources) else part.name, "result")
    alias = sources.name_once(f"listed_{called}", columns.key)
    rows, nodes = sources.refer_all(columns.places, alias), list[NodeDraft]()
    sources.given.update(place.act.at for place in columns.places if len(columns.places) == 1)
    if columns.group is not None:
        nodes, rows = _chosen_group(columns, columns.group, sources)
    listed = {"rows": f"{{{{{rows}}}}}", "what": "list", "give": columns.give}
    nodes.append(tool("aggregate", listed, at=LAST, alias=alias))
    return WorkflowOutput(called, f"{{{{{alias}.value}}}}", part.value, tuple(nodes))


def _needs_name(part: AnswerPart, sources: Sources) -> bool:
    """Return whether a part has no name, or that of a value in a list of the page which the task does not say."""
    return part.name == "result" or (sources.has_in_list(part.name) and not mentions(sources.task, part.name))


def _label(found: Excerpt, value: Any, task: str) -> str:
    """Return what names a value in a text: its label, what a number counts, or else what the task says of it."""
    if found.before.startswith("\n") or found.before.rstrip().endswith(":"):
        return found.before
    if typed_text(value).isdigit() and found.after:
        return found.after
    return " ".join(word for word in WORD.findall(f"{found.before} {found.after}") if mentions(task, word))


def _count_output(part: AnswerPart, place: ReadLocation, sources: Sources) -> WorkflowOutput:
    called = slug("count" if part.name == "result" else part.name, "count")
    alias = sources.name_once(f"counted_{called}", ("count", place.act.at, place.path))
    counted = tool(
        "aggregate", {"rows": f"{{{{{sources.output_reference(place)}}}}}", "what": "count"}, at=LAST, alias=alias
    )
    return WorkflowOutput(called, f"{{{{{alias}.value}}}}", part.value, (counted,))


def _excerpt_output(part: AnswerPart, found: Excerpt, sources: Sources) -> WorkflowOutput:
    called = slug(_label(found, part.value, sources.task) if part.name == "result" else part.name, "result")
    alias = sources.name_once(f"said_{called}", found.key)
    text = f"{{{{{sources.output_reference(ReadLocation(found.act, ('text',)))}}}}}"
    around = {"before": found.before, "after": found.after}
    args = {"text": text, **{name: escape(words) for name, words in around.items() if words}}
    return WorkflowOutput(called, f"{{{{{alias}.value}}}}", "a text", (tool("excerpt", args, at=LAST, alias=alias),))


def _chosen_group(columns: Columns, name: str, sources: Sources) -> tuple[list[NodeDraft], str]:
    """Return a node that chooses a list by its name, and the reference to its rows."""
    [place] = columns.places
    alias = sources.name_once(slug(name, "group"), (name, *columns.key))
    where = [{"field": "name", "is": "eq", "value": escape(name)}]
    args = {"rows": f"{{{{{sources.alias(place.act)}}}}}", "what": "first", "where": where}
    return [tool("aggregate", args, at=LAST, alias=alias)], reference(alias, ("value", *place.path))


def _answer(text: str, sources: Sources, inputs: list[Input]) -> str | None:
    """Return the sentence with references in place of its values; None where none of them was read."""
    known = [
        (act, NamedValue(typed_text(value), ""), path)
        for act in sources.before(LAST)
        if sources.is_grounded(act)
        for path, value in scalars(act.data)
        if ReadLocation(act, path).is_certain and not isinstance(value, bool)
    ]
    read_values = [(act, path, each) for act, each, path in known if _is_in(each, text, exact=act.tool == "aggregate")]
    if not read_values:
        return None
    read = [NamedValue(each.value, sources.refer(ReadLocation(act, path))) for act, path, each in read_values]
    made = Parametrizer(tuple(read)).with_(each.known for each in inputs if each.in_task).text(text)
    for each in read:
        if not each.is_distinctive:
            made = _with_figure(made, each)
    return made if TEMPLATE.search(made) else None


def _with_figure(text: str, known: NamedValue) -> str:
    """Return a sentence with a reference in place of a figure that it has only once."""
    figure = re.compile(rf"(?<![\w.,]){re.escape(known.value)}(?!\w|[.,]\d)")
    pieces = TEMPLATE.split(text)
    places = [at for at, piece in enumerate(pieces) if not TEMPLATE.fullmatch(piece) and figure.search(piece)]
    if len(places) != 1 or len(figure.findall(pieces[places[0]])) != 1:
        return text
    pieces[places[0]] = figure.sub(lambda _: known.template, pieces[places[0]])
    return "".join(pieces)


def _is_in(known: NamedValue, text: str, *, exact: bool) -> bool:
    found = re.search(rf"(?<![\w.,]){re.escape(known.value)}(?!\w|[.,]\d)", text, re.IGNORECASE)
    return bool(known.value) and found is not None and (exact or known.is_distinctive)


def _listed(names: list[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)
