"""A run of an agent, read from its events: the task, the actions in order, and the answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NamedTuple, cast

from ...browser.evidence import Evidence
from ...browser.instruction import read_instruction
from ...browser.selector import parse
from ...core.event import Event
from ...core.fault import Fault
from ...core.json import Object, dumps, loads
from ...core.path import ValuePath, lookup, pointer
from ...core.reference import Reference
from ...core.reference import read as read_template
from ...core.result_names import ResultNames
from .stable_label import stable_option

FIELDS: Final = 1_000
"""The distance in `at` between two actions: room for the fields of a form."""
PUTS: Final = {"page.type": "text", "page.select": "option", "page.check": "on"}
"""The argument that has the value for a field."""
PARTIAL: Final = "Compile what was done all the same with partial=True (on the command line: --partial)."
NOT_PROVEN: Final = "not proven: "
"""The beginning of the notes of a run about what it did not prove."""
RENAMED: Final = {"reckon": "aggregate"}
"""Old names of tools, in runs of earlier versions."""


class ReferenceOrigin(NamedTuple):
    """The origin of a reference: the action that read it, and the path into its data."""

    at: int
    path: ValuePath


@dataclass(frozen=True, slots=True)
class RecordedAction:
    """One action of the run. `url` and `title` are those of the page before it."""

    path: str
    tool: str
    args: Object
    ok: bool = True
    data: Any = None
    proof: Mapping[str, Evidence] = field(default_factory=dict)
    message: str = ""
    uncertain: bool = False
    url: str = ""
    title: str = ""
    at: int = 0
    """Its place in the order of the run."""
    private: bool = False
    """Whether a person typed something that is not recorded."""
    refers: Mapping[ValuePath, ReferenceOrigin] = field(default_factory=dict)
    """The arguments that were references to earlier reads."""
    effects: tuple[Object, ...] = ()
    """What it sent that changes something, with the answers."""

    @property
    def element(self) -> Evidence | None:
        """The element that it acted on."""
        return self.proof.get("/selector")

    @property
    def words(self) -> str | None:
        """The element in plain words, as the model wrote it."""
        return words_of(self.args.get("selector", self.args.get("fallback")))

    @property
    def given(self) -> Any:
        """The selectors that it was given, but for those that led nowhere before another one found the element."""
        given = self.args.get("selector")
        failed = {str(each["selector"]) for each in self.data_field("tried") or ()}
        return [each for each in given if each not in failed] if failed and isinstance(given, list) else given

    def data_field(self, name: str) -> Any:
        """Return a field of the tool's result."""
        return self.data.get(name) if isinstance(self.data, dict) else None

    @property
    def url_after(self) -> str:
        """The address after it; empty where the result has none."""
        return str(self.data_field("url") or "")

    @property
    def navigated(self) -> bool:
        """Whether it changed the address."""
        return bool(self.data_field("from")) and self.data_field("from") != self.url_after

    @property
    def sent(self) -> bool:
        """Whether it sent a request that changes something."""
        return bool(self.data_field("sent"))

    @property
    def taken(self) -> bool | Literal["redirect"]:
        """Whether it sent something, at once or later, and a server took all of it; or took it by a redirect."""
        sent = bool(self.effects) and not self.data_field("failed")
        if not sent or not all(map(_is_taken, self.effects)):
            return False
        return "redirect" if any(300 <= (each.get("status") or 0) < 400 for each in self.effects) else True

    @property
    def came_to_nothing(self) -> bool:
        """Whether it sent something, and no server took any of it."""
        return bool(self.effects) and not any(map(_is_taken, self.effects))

    @property
    def is_unanswered(self) -> bool:
        """Whether it is not known what became of it, or of something that it sent."""
        return self.uncertain or not all(map(_is_settled, self.effects))

    @property
    def was_refused(self) -> bool:
        """Whether everything that it sent was stopped before it left."""
        return bool(self.effects) and all(each.get("refused") for each in self.effects)


@dataclass(frozen=True, slots=True)
class Recording:
    """A finished run of an agent."""

    run: str
    task: str
    url: str | None
    domains: tuple[str, ...] | None
    acts: tuple[RecordedAction, ...]
    answer: str
    values: Any
    proven: bool
    finished: str
    read_only: bool = False
    """Whether the task only asks for information."""
    by_hand: bool = False
    """Whether a person did everything, so that there is no task in words."""
    paused: bool = False
    """Whether the run was paused, and a person may have used the browser in a way that is not in its steps."""
    refers: Mapping[ValuePath, ReferenceOrigin] = field(default_factory=dict)
    """The parts of the answer that were references to reads."""
    unproven: tuple[str, ...] = ()
    """What the run did not prove, in words."""
    cut: str = ""
    """How it ended where it did not end well, in words."""
    idle: frozenset[tuple[str, str]] = frozenset()
    """Methods and addresses to which it sent nothing but what meant nothing."""


def words_of(selector: Any) -> str | None:
    """Return the plain words among the selectors of an element."""
    if not isinstance(selector, str | list) or not selector:
        return None
    try:
        candidates = parse(selector).candidates
    except Fault:
        return None
    return next((str(each.value) for each in candidates if each.kind == "act"), None)


def read(events: Sequence[Event], *, partial: bool = False) -> Recording:
    """Return what a run did; raise a Fault where it is no run of an agent, or did not succeed."""
    started = _first(events, "run.started")
    steps = [event for event in events if event.kind == "step.finished"]
    if started is None or not {"task", "record"} & started.data.keys():
        hint = "Give the id of a run that was started with a task, or of a recording: pollex run TASK."
        raise Fault("invalid_input", "This is no run of an agent, so there is nothing to compile.", hint=hint)
    result = _result(events, partial=partial)
    done = [(each, step.data) for step in steps for each in step.data.get("actions", ())]
    effects = _effects(events)
    linked = _linked([_act(each, step, at * FIELDS, effects) for at, (each, step) in enumerate(done)])
    acts = [*(each for act in linked for each in _single(act)), *_shown(steps, len(done))]
    last = next((act for act in reversed(acts) if act.tool == "done"), None)
    answered_args: Object = {} if last is None else last.args
    answered = result.get("data")
    data: Object = answered if isinstance(answered, dict) else {}
    domains = started.data.get("domains")
    return Recording(
        run=started.run,
        task=str(started.data.get("task") or started.data["record"]),
        url=started.data.get("url") or None,
        domains=None if domains is None else tuple(domains),
        acts=tuple(act for act in acts if act.tool != "done"),
        answer=str(data.get("answer") or answered_args.get("text") or ""),
        values=data.get("values", answered_args.get("values")),
        proven=bool(data.get("proven", False)),
        finished=events[-1].at,
        read_only=bool(started.data.get("readOnly")),
        by_hand="record" in started.data,
        paused=any(step.data.get("paused") for step in steps)
        and not any(step.data.get("by") == "person" for step in steps),
        unproven=_unproven(result),
        cut=_cut(events, len(steps)),
        idle=_idle(events),
        refers={} if last is None else {path[1:]: each for path, each in last.refers.items() if path[0] == "values"},
    )


def _shown(steps: Sequence[Event], at: int) -> list[RecordedAction]:
    """Return the page at the time of the answer as a read."""
    last: Object = steps[-1].data if steps else {}
    text, url = last.get("shown"), str(last.get("url") or "")
    shown = RecordedAction(
        f"{last.get('path')}/shown", "page.text", {}, data={"url": url, "text": text}, url=url, at=at * FIELDS
    )
    return [shown] if text else []


def _linked(acts: Sequence[RecordedAction]) -> list[RecordedAction]:
    """Return the actions with their references resolved; their origins are kept in `refers`."""
    names, known, read_at = ResultNames(), dict[str, Any](), dict[str, int]()
    found = []
    for act in acts:
        refers = {
            path: ReferenceOrigin(read_at[each.root], each.path[1:])
            for path, each in _lone(act.args)
            if act.ok and each.root in known
        }
        found.append(replace(act, args=_filled(act.args, known), refers=refers) if act.ok else act)
        if act.ok and not act.path.startswith(("/0/", "/person/")) and (name := names.take(act.tool)) is not None:
            known[name], read_at[name] = act.data, act.at
    return found


def _single(act: RecordedAction) -> list[RecordedAction]:
    """Split the filling of a form into one action for each field; one that failed for the rest follows them."""
    filled = act.data_field("filled") if act.tool == "page.fill" else None
    if not isinstance(filled, dict):
        return [act]
    fields = [_field(act, place, label, str(each["tool"])) for place, (label, each) in enumerate(filled.items())]
    return fields if act.ok else [*fields, replace(act, at=act.at + len(fields))]


def _field(form: RecordedAction, place: int, label: str, tool: str) -> RecordedAction:
    where: ValuePath = ("fields", label)
    value, put = form.args["fields"][label], PUTS[tool]
    value = stable_option(value) if tool == "page.select" else value
    refers: dict[ValuePath, ReferenceOrigin] = {} if where not in form.refers else {(put,): form.refers[where]}
    args = {put: (value is not False) if tool == "page.check" else value}
    known = form.proof.get(pointer(where))
    proof = {} if known is None else {"/selector": known}
    data = {"url": form.data_field("url")}
    return replace(form, ok=True, tool=tool, args=args, refers=refers, proof=proof, data=data, at=form.at + place)


def _lone(value: Any, path: ValuePath = ()) -> Iterator[tuple[ValuePath, Reference]]:
    """Yield the references that are a whole text, with their paths."""
    if isinstance(value, str):
        parts = read_template(value, "{{}}").parts
        if len(parts) == 1 and isinstance(parts[0], Reference):
            yield path, parts[0]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from _lone(each, (*path, step))


def _filled(value: Any, known: Mapping[str, Any]) -> Any:
    """Return a value with its references to results resolved; others, such as secrets, stay."""
    if isinstance(value, dict):
        return {name: _filled(each, known) for name, each in value.items()}
    if isinstance(value, list):
        return [_filled(each, known) for each in value]
    if not isinstance(value, str):
        return value
    parts = [
        lookup(known, part.path) if isinstance(part, Reference) and part.root in known else part
        for part in read_template(value, "{{}}").parts
    ]
    written = [part.written if isinstance(part, Reference) else part for part in parts]
    return (
        written[0] if len(written) == 1 else "".join(each if isinstance(each, str) else dumps(each) for each in written)
    )


def _first(events: Sequence[Event], kind: str) -> Event | None:
    return next((event for event in events if event.kind == kind), None)


def _result(events: Sequence[Event], *, partial: bool) -> Object:
    """Return the result of the run; raise a Fault for a failed one, unless `partial`."""
    finished = _first(list(reversed(events)), "run.finished")
    result: Object = {} if finished is None else dict(finished.data.get("result") or {})
    if partial or result.get("ok"):
        return result
    hint = PARTIAL
    if finished is None:
        raise Fault("conflict", "The run has not finished, so it cannot be compiled.", hint=hint, retry=False)
    why = (result.get("fault") or {}).get("message") or "it does not say why"
    message = f"The run failed, so it cannot be compiled: {why}"
    raise Fault("conflict", message, expected="a run that ended well", hint=hint, retry=False)


def _cut(events: Sequence[Event], steps: int) -> str:
    """Return in words how a run ended that did not end well; nothing for one that did."""
    finished = _first(list(reversed(events)), "run.finished")
    after = "after 1 step" if steps == 1 else f"after {steps} steps"
    if finished is None:
        return f"The run was cut off {after}"
    result = finished.data.get("result") or {}
    return "" if result.get("ok") else f"The run failed {after}: {(result.get('fault') or {}).get('message', '')}"


def _unproven(result: Object) -> tuple[str, ...]:
    notes = [str(each) for each in result.get("notes") or ()]
    return tuple(each.removeprefix(NOT_PROVEN) for each in notes if each.startswith(NOT_PROVEN))


def _effects(events: Sequence[Event]) -> dict[str, list[Object]]:
    """Return the effects of each act, but for those that mean nothing."""
    found: dict[str, list[Object]] = {}
    for each in (event.data for event in events if event.kind == "effect"):
        if not each.get("own") and not each.get("idle"):
            found.setdefault(str(each.get("act")), []).append(each)
    return found


def _idle(events: Sequence[Event]) -> frozenset[tuple[str, str]]:
    sent = [each.data for each in events if each.kind == "effect"]
    where = [(str(each.get("method")), str(each.get("url"))) for each in sent]
    acts = {at for at, each in zip(where, sent, strict=True) if not each.get("own") and not each.get("idle")}
    return frozenset(where) - acts


def _is_settled(effect: Object) -> bool:
    return any(effect.get(name) for name in ("refused", "failure", "status"))


def _is_taken(effect: Object) -> bool:
    return not effect.get("refused") and not effect.get("failure") and (effect.get("status") or 200) < 400


def _act(action: Object, step: Object, at: int, effects: Mapping[str, Sequence[Object]]) -> RecordedAction:
    result = action.get("result") or {}
    fault = result.get("fault") or {}
    tool, args = _called(action)
    return RecordedAction(
        path=str(action.get("path", "")),
        tool=tool,
        args=args,
        ok=bool(result.get("ok")),
        data=result.get("data"),
        proof={pointer: _known(each) for pointer, each in (result.get("proof") or {}).items()},
        message=str(fault.get("message", "")),
        uncertain=bool(fault.get("uncertain")),
        url=str(step.get("url") or ""),
        title=str(step.get("title") or ""),
        at=at,
        private=bool(action.get("private")),
        effects=tuple(effects.get(str(action.get("path", "")), ())),
    )


def _known(written: Object) -> Evidence:
    """Return what is known of an element; what its own box says tells it, not a heading above all boxes."""
    known = Evidence.from_json(written)
    return replace(known, neighbours=known.row_texts, row_texts=()) if known.row_texts else known


def _called(action: Object) -> tuple[str, Object]:
    """Return the tool and its arguments; an instruction in words becomes the action that the page made of it."""
    tool, given = _named(str(action["tool"])), action.get("args") or {}
    args: Object = cast("Object", loads(given)) if isinstance(given, str) else dict(given)
    if tool == "page.select" and "option" in args:
        args["option"] = stable_option(args["option"])
    if tool == "page.act":
        try:
            return read_instruction(str(args["instruction"]))
        except Fault:
            return tool, args
    return tool, args


def _named(tool: str) -> str:
    """Return the registry's name of a page tool, from the name that a provider used."""
    tool = RENAMED.get(tool, tool)
    return tool.replace("page_", "page.", 1) if tool.startswith("page_") else tool
