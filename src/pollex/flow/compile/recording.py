"""A run of an agent, read from its events: what was asked, what was done in order, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from ...core.event import Event
from ...core.evidence import Evidence
from ...core.fault import Fault
from ...core.instruct import read_instruction
from ...core.json import Object, loads
from ...core.selector import parse


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
    acts = [_act(each, step, at) for at, (each, step) in enumerate(done)]
    said = next((act.args for act in reversed(acts) if act.tool == "done"), {})
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
    if tool == "page.act":
        try:
            return read_instruction(str(args["instruction"]))
        except Fault:
            return tool, args
    return tool, args


def _named(tool: str) -> str:
    """The registry's name of a page tool that was called by a provider's."""
    return tool.replace("page_", "page.", 1) if tool.startswith("page_") else tool
