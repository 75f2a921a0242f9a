"""What runs wait for: answers to questions, and approvals, as their events say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal

from ..core.context import Reason
from ..core.event import Event, EventKind
from ..core.fault import Fault
from ..core.json import Object
from ..core.reply import Reply, checked_answer
from ..core.suggest import one_of

APPROVAL_FORM: Final[Object] = {
    "type": "object",
    "properties": {"approved": {"type": "boolean", "description": "Whether it may be done."}},
    "required": ["approved"],
}
KIND_FORM: Final[Object] = {
    **APPROVAL_FORM,
    "properties": {
        **APPROVAL_FORM["properties"],
        "kind": {"type": "boolean", "default": False, "description": "Whether a yes holds for this kind in this run."},
    },
}
"""The form of an approval that may hold for everything of a kind."""
NOT_WRITTEN: Final = "(not written down)"


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """What a run asks at a path, and the form of the reply."""

    path: str
    kind: Literal["question", "approval"]
    text: str
    form: Object
    asked: int = 1
    """How often it was asked there."""
    answered: int = 0
    """How often it was answered there before."""
    private: bool = False
    """Whether the reply is sealed and not written into the log."""
    call: Object | None = None
    """The call that waits for an approval: its `tool`, `args` and `call`, which is its id; perhaps `details`."""

    def to_json(self) -> Object:
        shown: Object = {"path": self.path, "kind": self.kind, "question": self.text, "form": self.form}
        return shown if self.call is None else {**shown, **self.call}

    def check(self, reply: Any) -> Any:
        """Return a reply as the form wants it; raise a Fault where it does not fit."""
        return checked_answer(reply, self.form)

    def check_approval(self, *, approved: bool, kind: bool) -> Object:
        """Return a yes or no as the reply; raise a Fault where a yes cannot hold for a kind."""
        if kind and "kind" not in self.form["properties"]:
            message, hint = "A yes to this holds for this one call.", "Say yes without the kind."
            raise Fault("invalid_input", message, pointer="/kind", expected="false", received="true", hint=hint)
        return {"approved": approved, **({"kind": True} if approved and kind else {})}

    def answered_event(self, reply: Reply) -> tuple[EventKind, Object]:
        """Return the event that says how it was answered, as the run writes it too."""
        if self.kind == "approval":
            said = {"call": (self.call or {}).get("call"), "path": self.path}
            kind = reply.value.get("kind", False)
            return "approval.answered", {**said, "approved": reply.value["approved"], "by": reply.by, "kind": kind}
        answer = NOT_WRITTEN if self.private else reply.value
        return "question.answered", {"path": self.path, "answer": answer, "by": reply.by}


class AskedQuestions:
    """What a run waits for, as far as its events were read."""

    def __init__(self) -> None:
        self.open: dict[str, OpenQuestion] = {}
        """By path."""
        self._asked: dict[str, int] = {}
        self._answered: dict[str, int] = {}
        self._left: dict[str, OpenQuestion] = {}
        """What a run that was stopped had asked."""

    def read(self, event: Event) -> None:
        """Take the next event of the run."""
        path = event.data.get("path")
        match event.kind:
            case "question.asked" | "approval.asked" if isinstance(path, str):
                self._asked[path] = self._asked.get(path, 0) + 1
                self.open[path] = _opened(event, path, self._asked[path], self._answered.get(path, 0))
            case "question.answered" | "approval.answered" if path in self.open:
                self._answered[path] = self._answered.get(path, 0) + 1
                del self.open[path]
            case "node.finished":
                self.open.pop(str(path), None)
            case "run.finished":
                self._left, self.open = self.open, {}
            case "run.resumed":  # one that was stopped asks the same again, and does not write it a second time
                self._left, self.open = {}, {**self._left, **self.open}


def open_questions(events: Iterable[Event]) -> dict[str, OpenQuestion]:
    """Return what a run waits for, by path, from its events."""
    asked = AskedQuestions()
    for event in events:
        asked.read(event)
    return asked.open


def approval_title(tool: str, *, told: bool) -> str:
    """Return how a person is asked for an approval; `told`: the lines behind it tell what happens."""
    return "May this be done?" if told else f"May {tool} be called?"


def approval_text(tool: str, why: str, *, told: bool) -> str:
    """Return the whole question."""
    return f"{approval_title(tool, told=told)} {why}"


def approval_form(why: str) -> Object:
    """Return what a person answers with."""
    return KIND_FORM if isinstance(why, Reason) and why.kind else APPROVAL_FORM


def _opened(event: Event, path: str, asked: int, answered: int) -> OpenQuestion:
    data = event.data
    if event.kind == "approval.asked":
        call: Object = {name: data[name] for name in ("call", "tool", "effect", "args", "details") if name in data}
        text = approval_text(data["tool"], data["why"], told="kind" in data)
        form = KIND_FORM if data.get("kind") else APPROVAL_FORM
        return OpenQuestion(path, "approval", text, form, asked, answered, call=call)
    private = bool(data.get("private"))
    return OpenQuestion(path, "question", data["question"], data["form"], asked, answered, private)


def find_question(waiting: dict[str, OpenQuestion], path: str | None, kind: str | None = None) -> OpenQuestion:
    """Return the question at a path, or the only one; raise a Fault where there is none, or several."""
    fitting = {name: each for name, each in waiting.items() if kind is None or each.kind == kind}
    what = kind or "question"
    if path is None and len(fitting) == 1:
        return next(iter(fitting.values()))
    if path is None and fitting:
        message = f"The run waits for {len(fitting)} answers."
        raise Fault("ambiguous", message, pointer="/path", expected=one_of(fitting), hint="Name one by its path.")
    if path is None or path not in fitting:
        message = f"The run waits for no {what}." if path is None else f"The run asks for no {what} at {path!r}."
        raise Fault("not_found", message, pointer="/path", expected=one_of(waiting), received=path, retry=False)
    return fitting[path]
