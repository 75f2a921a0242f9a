"""What happens beside the steps: questions to people, dialogs of the page, refused hosts, healed nodes, crashes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..core.event import Event
from ..core.json import Object, dumps
from .amounts import between, plural
from .story import Action, Aside
from .words import quoted, said


class Asides:
    """Makes asides of events, and gives each to `place`; an answer is added to its question."""

    def __init__(self, place: Callable[[Aside], None]) -> None:
        self._place = place
        self._open: dict[str, tuple[Aside, str]] = {}
        """Questions without an answer yet, and when they were asked."""
        self._refused: dict[str, tuple[Aside, int]] = {}

    def hear(self, event: Event) -> None:
        data = event.data
        match event.kind:
            case "approval.asked":
                self._ask(event, str(data.get("call")), "Approval", _wish(data))
            case "approval.answered":
                yes = bool(data.get("approved"))
                self._answered(event, str(data.get("call")), "Yes" if yes else "No", good=yes)
            case "question.asked":
                self._ask(event, str(data.get("path")), "Question", str(data.get("question", "")))
            case "question.answered":
                self._answered(event, str(data.get("path")), _answer(data.get("answer")), good=True)
            case "page.blocked":
                self._refuse(data)
            case _:
                aside = _aside(event)
                if aside is not None:
                    self._place(aside)

    def _ask(self, event: Event, key: str, title: str, question: str) -> None:
        aside = Aside(title, f"{question} Nobody has answered yet.", "warn")
        self._open[key] = aside, event.at
        self._place(aside)

    def _answered(self, event: Event, key: str, answer: str, *, good: bool) -> None:
        if key not in self._open:
            return
        aside, asked = self._open.pop(key)
        seconds = between(asked, event.at) / 1000
        question = aside.text.removesuffix(" Nobody has answered yet.")
        aside.text = f"{question} {answer} (after {seconds:.0f} s)"
        aside.tone = "good" if good else "bad"

    def _refuse(self, data: Object) -> None:
        """A host that was refused; each is told once, with how often. What only the browser wanted is passed over."""
        if data.get("by") == "browser":
            return
        host = str(data.get("host"))
        if host not in self._refused:
            aside = Aside("Refused host", "", "warn")
            self._refused[host] = aside, 0
            self._place(aside)
        aside, count = self._refused[host]
        self._refused[host] = aside, count + 1
        often = f" ({plural(count + 1, 'time')})" if count else ""
        aside.text = f"{host}{often}: {data.get('why', '')}"


def _aside(event: Event) -> Aside | None:
    """An event that stands for itself; None for those that say nothing new."""
    data = event.data
    match event.kind:
        case "page.dialog":
            return Aside("Dialog", f"The page asked ({data.get('kind')}): {quoted(data.get('message', ''))}", "warn")
        case "node.healed":
            return _healed(data)
        case "page.crashed":
            return Aside("Crash", f"Gone, and opened again: {data.get('what')}", "bad")
        case "tab.opened" if data.get("by"):
            return Aside("New tab", f"{data.get('tab')}, opened by {data['by']}")
        case "run.paused":
            return Aside("Paused", str(data.get("why") or "The run waits."), "warn")
        case "run.resumed":
            return Aside("Resumed", "The run goes on.")
        case "workspace.changed" if "value" in data:
            return Aside("Shown", str(data.get("title") or ""), value=data["value"])
        case "module.failed" | "worker.lost":
            return Aside(event.kind.replace(".", " ").capitalize(), _answer(data), "bad")
        case "note":
            return _note(data)
    return None


def _wish(data: Object) -> str:
    """What a call that needs approval would do, and why it needs it."""
    args = data.get("args")
    wish = said(Action(str(data.get("tool")), args if isinstance(args, dict) else {})).removeprefix("Began to ")
    return f"May it {wish}?" + (f" It asks since {data['why']}." if data.get("why") else "")


def _healed(data: Object) -> Aside:
    score = data.get("score")
    sure = f" (score {score:.2f})" if isinstance(score, int | float) else ""
    changed = f"{_answer(data.get('from'))} → {_answer(data.get('to'))}{sure}"
    return Aside("Healed", f"{changed}. {data['why']}" if data.get("why") else changed, "warn")


def _note(data: Object) -> Aside:
    fault = data.get("fault")
    if isinstance(fault, dict):
        return Aside("Note", str(fault.get("message")), "warn")
    return Aside("Note", str(data["text"]) if "text" in data else _answer(data))


def _answer(given: Any) -> str:
    if isinstance(given, dict) and set(given) == {"answer"}:
        given = given["answer"]
    return quoted(given) if isinstance(given, str) else dumps(given)
