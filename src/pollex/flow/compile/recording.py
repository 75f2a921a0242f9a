"""A run of an agent, read from its events: what was asked, what was done in order, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple, cast

from ...browser.evidence import Evidence
from ...browser.instruction import read_instruction
from ...browser.selector import parse
from ...core.event import Event
from ...core.fault import Fault
from ...core.json import Object, dumps, loads
from ...core.path import Path, lookup, pointer
from ...core.reference import Reference
from ...core.reference import read as read_template
from ...core.result_names import ResultNames
from .lasting import lasting_option

FIELDS: Final = 1_000
"""More than a form has: between two actions there is room for the fields of one."""
PUTS: Final = {"page.type": "text", "page.select": "option", "page.check": "on"}
"""Which argument has what is put into a field."""
RENAMED: Final = {"reckon": "aggregate"}
"""Tools that had another name when a run was made."""


class Origin(NamedTuple):
    """Where a reference led: the action that read it, and the path into its data."""

    at: int
    path: Path


@dataclass(frozen=True, slots=True)
class Act:
    """One action of the run. `url` and `title` are of the page on which it was decided."""

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
    """Its place in the run."""
    refers: Mapping[Path, Origin] = field(default_factory=dict)
    """Which of its arguments were references to what was read before."""

    @property
    def element(self) -> Evidence | None:
        """What it acted on."""
        return self.proof.get("/selector")

    @property
    def words(self) -> str | None:
        """The element as it was said in words."""
        return words_of(self.args.get("selector", self.args.get("fallback")))

    def told(self, name: str) -> Any:
        """A part of what the tool answered."""
        return self.data.get(name) if isinstance(self.data, dict) else None

    @property
    def landed(self) -> str:
        """The address after it, where it said so."""
        return str(self.told("url") or "")

    @property
    def went(self) -> bool:
        """Whether it led to another address."""
        return bool(self.told("from")) and self.told("from") != self.landed

    @property
    def sent(self) -> bool:
        """Whether it sent something off."""
        return bool(self.told("sent"))


@dataclass(frozen=True, slots=True)
class Recording:
    """A whole run."""

    run: str
    task: str
    url: str | None
    domains: tuple[str, ...] | None
    acts: tuple[Act, ...]
    answer: str
    values: Any
    proven: bool
    finished: str
    read_only: bool = False
    """Whether the task only asked something."""
    paused: bool = False
    """Whether a person may have acted in the browser meanwhile."""
    refers: Mapping[Path, Origin] = field(default_factory=dict)
    """Which parts of the answer's values were references to what was read."""


def words_of(selector: Any) -> str | None:
    """The plain words among the ways in which an element was named."""
    if not isinstance(selector, str | list) or not selector:
        return None
    try:
        candidates = parse(selector).candidates
    except Fault:
        return None
    return next((str(each.value) for each in candidates if each.kind == "act"), None)


def read(events: Sequence[Event], *, partial: bool = False) -> Recording:
    """What a run did; a Fault where it is no run of an agent, or did not come to a good end."""
    started = _first(events, "run.started")
    steps = [event for event in events if event.kind == "step.finished"]
    if started is None or "task" not in started.data:
        hint = "Give the id of a run that was started with a task: pollex run TASK."
        raise Fault("invalid_input", "This is no run of an agent, so there is nothing to compile.", hint=hint)
    result = _result(events, partial=partial)
    done = [(each, step.data) for step in steps for each in step.data.get("actions", ())]
    linked = _linked([_act(each, step, at * FIELDS) for at, (each, step) in enumerate(done)])
    acts = [*(each for act in linked for each in _single(act)), *_shown(steps, len(done))]
    last = next((act for act in reversed(acts) if act.tool == "done"), None)
    said: Object = {} if last is None else last.args
    told = result.get("data")
    data: Object = told if isinstance(told, dict) else {}
    domains = started.data.get("domains")
    return Recording(
        run=started.run,
        task=str(started.data["task"]),
        url=started.data.get("url") or None,
        domains=None if domains is None else tuple(domains),
        acts=tuple(act for act in acts if act.tool != "done"),
        answer=str(data.get("answer") or said.get("text") or ""),
        values=data.get("values", said.get("values")),
        proven=bool(data.get("proven", False)),
        finished=events[-1].at,
        read_only=bool(started.data.get("readOnly")),
        paused=any(step.data.get("paused") for step in steps),
        refers={} if last is None else {path[1:]: each for path, each in last.refers.items() if path[0] == "values"},
    )


def _shown(steps: Sequence[Event], at: int) -> list[Act]:
    """What the page showed when the answer was given, as if it had been read."""
    last: Object = steps[-1].data if steps else {}
    text, url = last.get("shown"), str(last.get("url") or "")
    shown = Act(f"{last.get('path')}/shown", "page.text", {}, data={"url": url, "text": text}, url=url, at=at * FIELDS)
    return [shown] if text else []


def _linked(acts: Sequence[Act]) -> list[Act]:
    """The actions with what their references stood for; which those were is kept beside it."""
    names, known, read_at = ResultNames(), dict[str, Any](), dict[str, int]()
    found = []
    for act in acts:
        refers = {
            path: Origin(read_at[each.root], each.path[1:])
            for path, each in _lone(act.args)
            if act.ok and each.root in known
        }
        found.append(replace(act, args=_filled(act.args, known), refers=refers) if act.ok else act)
        if act.ok and not act.path.startswith("/0/") and (name := names.take(act.tool)) is not None:
            known[name], read_at[name] = act.data, act.at
    return found


def _single(act: Act) -> list[Act]:
    """An action as those that it was made of: a form that was filled in at once, field by field."""
    filled = act.told("filled") if act.tool == "page.fill" else None
    if not isinstance(filled, dict) or not act.ok:
        return [act]
    return [_field(act, place, label, str(each["tool"])) for place, (label, each) in enumerate(filled.items())]


def _field(form: Act, place: int, label: str, tool: str) -> Act:
    where: Path = ("fields", label)
    value, put = form.args["fields"][label], PUTS[tool]
    value = lasting_option(value) if tool == "page.select" else value
    refers: dict[Path, Origin] = {} if where not in form.refers else {(put,): form.refers[where]}
    args = {put: (value is not False) if tool == "page.check" else value}
    known = form.proof.get(pointer(where))
    proof = {} if known is None else {"/selector": known}
    data = {"url": form.told("url")}
    return replace(form, tool=tool, args=args, refers=refers, proof=proof, data=data, at=form.at + place)


def _lone(value: Any, path: Path = ()) -> Iterator[tuple[Path, Reference]]:
    """The references that are all of a text, with where they stand."""
    if isinstance(value, str):
        parts = read_template(value, "{{}}").parts
        if len(parts) == 1 and isinstance(parts[0], Reference):
            yield path, parts[0]
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, each in inner:
        yield from _lone(each, (*path, step))


def _filled(value: Any, known: Mapping[str, Any]) -> Any:
    """A value with what its references to results stand for; others, such as to secrets, stay."""
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
    """How the run ended. One that did not end well is compiled only if part of it is enough."""
    finished = _first(list(reversed(events)), "run.finished")
    result: Object = {} if finished is None else dict(finished.data.get("result") or {})
    if partial or result.get("ok"):
        return result
    hint = "Compile what was done all the same with partial=True (on the command line: --partial)."
    if finished is None:
        raise Fault("conflict", "The run has not finished, so it cannot be compiled.", hint=hint, retry=False)
    why = (result.get("fault") or {}).get("message") or "it does not say why"
    message = f"The run failed, so it cannot be compiled: {why}"
    raise Fault("conflict", message, expected="a run that ended well", hint=hint, retry=False)


def _act(action: Object, step: Object, at: int) -> Act:
    result = action.get("result") or {}
    fault = result.get("fault") or {}
    tool, args = _called(action)
    return Act(
        path=str(action.get("path", "")),
        tool=tool,
        args=args,
        ok=bool(result.get("ok")),
        data=result.get("data"),
        proof={pointer: Evidence.from_json(each) for pointer, each in (result.get("proof") or {}).items()},
        message=str(fault.get("message", "")),
        uncertain=bool(fault.get("uncertain")),
        url=str(step.get("url") or ""),
        title=str(step.get("title") or ""),
        at=at,
    )


def _called(action: Object) -> tuple[str, Object]:
    """The tool and its arguments; what was said in words is read as the page read it."""
    tool, given = _named(str(action["tool"])), action.get("args") or {}
    args: Object = cast("Object", loads(given)) if isinstance(given, str) else dict(given)
    if tool == "page.select" and "option" in args:
        args["option"] = lasting_option(args["option"])
    if tool == "page.act":
        try:
            return read_instruction(str(args["instruction"]))
        except Fault:
            return tool, args
    return tool, args


def _named(tool: str) -> str:
    """The registry's name of a page tool that was called by a provider's."""
    tool = RENAMED.get(tool, tool)
    return tool.replace("page_", "page.", 1) if tool.startswith("page_") else tool
