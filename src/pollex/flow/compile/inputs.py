"""Inputs of a compiled workflow: values that were typed, chosen or named in the task, as defaults."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, Final, Literal
from urllib.parse import parse_qsl, urlsplit

from ...core.json import Object, dumps
from ...text.dates import Day, dates
from ...text.words import folded
from .attempts import FILLING
from .names import UniqueNames, slug
from .parametrizer import SECRET, NamedValue, mentions, typed_text
from .recording import RecordedAction
from .sources import Sources
from .stable_label import stable_label

QUOTED: Final = re.compile(r"\"([^\"]{2,80})\"|“([^”]{2,80})”|‘([^’]{2,80})’|(?<!\w)'([^']{2,80})'(?!\w)")
NUMBERED: Final = re.compile(r"(?<![\w@./-])[A-Z][A-Za-z]{0,5}-\d[\w-]*")
PRESSED: Final = r"\b(?:press|click|tap|hit|push)\w*\s+(?:on\s+)?(?:the\s+)?[\"“„«']"
"""The words before the name of a button, which is the same in every run."""
"""Names with a number: KES-391, R-1043."""
ENTERING: Final = frozenset({"page.type", "page.select", "page.search", "page.dialog", "page.upload"})
"""Tools that put one value into a page."""
CHOOSING: Final = frozenset({"page.click", "page.check"})
CHOICES: Final = frozenset({"checkbox", "radio"})
"""Roles of elements that are one of several choices."""
COMPARED: Final = {"lt": "below", "le": "at most", "gt": "above", "ge": "at least", "contains": "containing"}
InputKind = Literal["string", "number", "figure", "date", "list", "secret"]
"""`figure` is a number that is typed, and so a text; `secret` a text that has no value here, and is kept nowhere."""
SHAPES: Final[dict[InputKind, tuple[str, Object]]] = {
    "figure": ("string", {"pattern": r"^-?[0-9]+([.,][0-9]+)?$"}),
    "secret": ("string", {"writeOnly": True}),
    "list": ("json", {"type": "array", "items": {"type": "string"}}),
}


@dataclass(frozen=True, slots=True)
class Input:
    """An input of the workflow."""

    name: str
    kind: InputKind
    value: Any
    about: str
    in_task: bool = True
    """Whether its value is in the task."""
    called: str = ""
    """The label of the field that it is put into."""

    @property
    def known(self) -> NamedValue:
        return NamedValue(typed_text(self.value), self.name)

    def to_json(self) -> Object:
        default = dumps(self.value) if self.kind == "list" else typed_text(self.value)
        kind, schema = SHAPES.get(self.kind, (self.kind, None))
        shape: Object = {"display_name": self.name, "type": kind, "description": self.about}
        given: Object = {"required": True} if self.kind == "secret" else {"default_value": default}
        return {**shape, **({"schema": schema} if schema else {}), **given}


@dataclass(frozen=True, slots=True)
class InputCandidate:
    """A value that could be an input, with its name, and whether it is one even if the task does not mention it."""

    value: Any
    called: str
    kind: InputKind = "string"
    always: bool = True
    beside: bool = False
    """Whether it is near the element instead of put into it."""


@dataclass(frozen=True, slots=True)
class RunInputs:
    """The inputs of a run, and which of them each action uses."""

    inputs: list[Input]
    fields: dict[int, str]

    def of(self, value: Any, called: str) -> Input | None:
        """Return the input of a value, however it is written. Short values of two fields may be equal by chance."""
        equal = [each for each in self.inputs if each.kind != "secret" and _written(each.value) == _written(value)]
        return next((each for each in equal if each.known.is_distinctive or each.called == called), None)


def inputs_of(
    acts: Sequence[RecordedAction],
    task: str,
    sources: Sources,
    names: UniqueNames,
    *,
    by_hand: bool = False,
    fixed: Collection[str] = (),
) -> RunInputs:
    """Return the inputs of a run, each value once, but for the `fixed` ones.

    What a person typed `by_hand` is as good as said in a task.
    """
    made = RunInputs([], {})
    for act in acts:
        if act.private:
            field = _field(act)
            name = made.fields[act.at] = names.take(slug(field, "password"))
            made.inputs.append(Input(name, "secret", None, f"{field}; what was typed is not kept.", called=field))
            continue
        for found in values_of(act, task):
            text = typed_text(found.value)
            if text in fixed:
                continue
            in_task = mentions(task, text) or says_date(task, text) or (by_hand and found.always)
            always = found.always or (act.tool == "page.select" and not found.beside and _is_sent(act, acts))
            if SECRET.search(text) or (not in_task and not always):
                continue
            if not in_task and (sources.find(found.value, act.at) or sources.excerpts_in(text, act.at)):
                continue
            standing = made.of(found.value, found.called)
            if standing is None:
                name = names.take(slug(found.called, "text"))
                standing = Input(name, found.kind, found.value, _about(found, in_task), in_task, found.called)
                made.inputs.append(standing)
            if act.tool in ENTERING and not found.beside:
                made.fields[act.at] = standing.name
    return made


def _is_sent(act: RecordedAction, acts: Sequence[RecordedAction]) -> bool:
    """Whether the next press after a choice sent what the page had."""
    after = (each for each in acts if each.at > act.at and each.tool not in FILLING)
    pressed = next(after, None)
    return pressed is not None and bool(pressed.effects) and not act.navigated


def _written(value: Any) -> Any:
    return value if isinstance(value, list) else folded(typed_text(value))


def _about(found: InputCandidate, in_task: bool) -> str:
    return (
        f"{found.called[:1].upper()}{found.called[1:]}." if in_task else f"{found.called}; the run chose the default."
    )


def values_of(act: RecordedAction, task: str) -> Iterator[InputCandidate]:
    """Yield the values of an action that could be inputs."""
    args = act.args
    match act.tool:
        case "page.type" if args.get("text"):
            yield InputCandidate(args["text"], _field(act), _kind(act, args["text"]))
        case "page.search":
            yield InputCandidate(args.get("query", ""), "query")
        case "page.dialog" if args.get("text"):
            yield InputCandidate(args["text"], "answer")
        case "page.select" if isinstance(args.get("option"), str):
            yield InputCandidate(args["option"], _field(act), always=False)
        case "page.upload":
            files = list(args.get("files", ()))
            yield InputCandidate(files[0], "file") if len(files) == 1 else InputCandidate(files, "files", "list")
        case "page.navigate" | "page.open_tab":
            for name, value in parse_qsl(urlsplit(str(args.get("url", ""))).query):
                yield InputCandidate(value, "query" if len(name) < 2 else name, always=False)
        case "aggregate":
            yield from _filters(args.get("where"))
    yield from _named_rows(act, task)
    yield from _named_choice(act, task)


def _filters(where: Any) -> Iterator[InputCandidate]:
    for each in where if isinstance(where, list) else ():
        if isinstance(each, dict) and isinstance(each.get("value"), str | int | float):
            kind: InputKind = "string" if isinstance(each["value"], str) else "number"
            yield InputCandidate(each["value"], filter_name(each), kind, always=False)


def filter_name(test: Object) -> str:
    """Return a name for a filter of rows: `price below`."""
    return f"{test.get('field', '')} {COMPARED.get(str(test.get('is')), '')}".strip() or "value"


def _named_rows(act: RecordedAction, task: str) -> Iterator[InputCandidate]:
    """Yield the quoted, numbered or proper names in the task that identify the element."""
    known = act.element
    if known is None or act.tool == "page.navigate":
        return
    own = f"{known.name or ''} {known.label or ''}"
    for groups in QUOTED.findall(task):
        quoted = next(filter(None, groups)).strip()
        pressed = re.search(rf"{PRESSED}{re.escape(quoted)}", task, re.IGNORECASE)
        if not pressed and not mentions(own, quoted) and any(mentions(text, quoted) for text in known.neighbours):
            yield InputCandidate(quoted, "item", always=False, beside=True)
    for text in known.neighbours if (known.likes or 1) > 1 else ():
        if text[:1].isupper() and NamedValue(text, "").is_distinctive and re.search(_whole(text), task):
            yield InputCandidate(text, _kind_of(text, task), always=False, beside=True)
    for number in dict.fromkeys(NUMBERED.findall(task)):
        if any(mentions(text, number) for text in (own, *known.neighbours)):
            before = re.search(rf"\bthe (\w+) {re.escape(number)}", task, re.IGNORECASE)
            yield InputCandidate(number, before[1] if before else "item", always=False, beside=True)


def _kind_of(text: str, task: str) -> str:
    """Return what a task calls a proper name: `the standing order to Heron Library`."""
    found = re.search(rf"\bthe (\w+(?: \w+)?) (?:to|of|from|for|by|at|called|named) {re.escape(text)}", task)
    return found[1] if found else "item"


def _whole(text: str) -> str:
    """Return a pattern for a proper name in a task, in its own letter case."""
    return rf"(?<=[\w,;:] ){re.escape(text)}(?!\w)"


def _named_choice(act: RecordedAction, task: str) -> Iterator[InputCandidate]:
    """Yield the choice that the task calls by its proper name: the brand Fernhill."""
    known = act.element
    if known is None or act.tool not in CHOOSING or known.role not in CHOICES or known.likes != 1 or not known.others:
        return
    name = stable_label(known.name or "")
    if name[:1].isupper() and re.search(rf"(?<=[\w,;:] ){re.escape(name)}(?!\w)", task):
        group = next((text for text in known.neighbours if not mentions(text, name)), "choice")
        yield InputCandidate(name, group, always=False, beside=True)


def _field(act: RecordedAction) -> str:
    """Return the label of the field that a value was put into."""
    known = act.element
    if known is None:
        return act.words or "text"
    if known.role == "searchbox" or (known.name or "").casefold().startswith("search"):
        return "query"
    return known.label or known.name or known.placeholder or act.words or "text"


def _kind(act: RecordedAction, text: str) -> InputKind:
    known = act.element
    if known is not None and known.role == "spinbutton" and re.fullmatch(r"-?\d+(\.\d+)?", text):
        return "figure"
    return "date" if _is_date(text) else "string"


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def says_date(task: str, text: str) -> bool:
    """Whether a task has the date of a field in words: 24 December 2026, the first of December, July 2028."""
    found = re.fullmatch(r"(\d{4})-(\d\d)(?:-(\d\d))?(?:T(\d\d:\d\d))?", text)
    if found is None or not 1 <= int(found[2]) <= 12:
        return False
    if found[4] and not mentions(task, found[4]):
        return False
    if found[3]:
        return any(day.is_same(Day(int(found[1]), int(found[2]), int(found[3]))) for day in dates(task))
    return mentions(task, found[1]) and mentions(task, month_name[int(found[2])])
