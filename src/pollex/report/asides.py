"""What happens beside the steps: questions to people, dialogs of the page, refused hosts, healed nodes, crashes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, Final

from ..browser.description import asked_words
from ..core.event import Event
from ..core.json import Object, dumps
from ..text.amounts import milliseconds_between, plural
from ..text.phrase import phrase, quoted
from .story import Aside, Tone

UNANSWERED: Final = " Nobody has answered yet."
ASIDES: Final[dict[str, tuple[str, str, Tone]]] = {
    "page.dialog": ("Dialog", "The page asked ({kind}): “{message}”", "warn"),
    "page.crashed": ("Crash", "Gone, and opened again: {what}", "bad"),
    "run.paused": ("Paused", "The run waits. {why}", "warn"),
    "run.resumed": ("Resumed", "The run goes on.", "plain"),
    "run.moved": ("Moved", "The run goes on in {browser}.", "plain"),
}
"""Title, words and tone of the asides that say what their events say."""


class Asides:
    """Turns events into asides and gives each to `place`; an answer is added to its question."""

    def __init__(self, place: Callable[[Aside], None]) -> None:
        self._place = place
        self._asked: dict[str, tuple[Aside, str]] = {}
        """Questions without an answer, and when they were asked."""
        self._refused: dict[str, tuple[Aside, int]] = {}

    def read(self, event: Event) -> None:
        data = event.data
        match event.kind:
            case "approval.asked":
                self._ask(event, data.get("call"), "Approval", _request(data))
            case "question.asked":
                self._ask(event, data.get("path"), "Question", str(data.get("question", "")))
            case "approval.answered":
                yes = bool(data.get("approved"))
                said = "Yes to this kind" if yes and data.get("kind") else "Yes" if yes else "No"
                self._answer(event, data.get("call"), said, good=yes)
            case "question.answered":
                self._answer(event, data.get("path"), _value(data.get("answer")), good=True)
            case "page.blocked" if data.get("by") != "browser":
                self._refuse(str(data.get("host")), str(data.get("why", "")))
            case _ if (aside := _aside(event)) is not None:
                self._place(aside)

    def _ask(self, event: Event, key: Any, title: str, question: str) -> None:
        aside = Aside(title, question + UNANSWERED, "warn")
        self._asked[str(key)] = aside, event.at
        self._place(aside)

    def _answer(self, event: Event, key: Any, answer: str, *, good: bool) -> None:
        if str(key) in self._asked:
            aside, asked = self._asked.pop(str(key))
            seconds = milliseconds_between(asked, event.at) / 1000
            aside.text = f"{aside.text.removesuffix(UNANSWERED)} {answer} (after {seconds:.0f} s)"
            aside.tone = "good" if good else "bad"

    def _refuse(self, host: str, why: str) -> None:
        """Name each refused host once, with how often it was asked for."""
        aside, count = self._refused.get(host, (Aside("Refused host", "", "warn"), 0))
        if not count:
            self._place(aside)
        self._refused[host] = aside, count + 1
        often = f" ({plural(count + 1, 'time')})" if count else ""
        aside.text = f"{host}{often}: {why}"


def _aside(event: Event) -> Aside | None:
    """Return the aside of an event that stands for itself; None for events that add nothing."""
    data = event.data
    if event.kind in ASIDES:
        title, words, tone = ASIDES[event.kind]
        return Aside(title, words.format_map(defaultdict(str, data)), tone)
    match event.kind:
        case "node.healed":
            return _healed(data)
        case "tab.opened" if data.get("by"):
            return Aside("New tab", f"{data.get('tab')}, opened by {data['by']}")
        case "workspace.changed" if "value" in data:
            return Aside("Shown", str(data.get("title") or ""), value=data["value"])
        case "note" if isinstance(fault := data.get("fault"), dict):
            return Aside("Note", str(fault.get("message")), "warn")
        case "note":
            return Aside("Note", str(data.get("text") or _value(data)))
        case "module.failed" | "worker.lost":
            return Aside(event.kind.replace(".", " ").capitalize(), _value(data), "bad")
    return None


def _request(data: Object) -> str:
    """Return what a call that needs approval would do, and why it needs it."""
    args = data["args"] if isinstance(data.get("args"), dict) else {}
    call = phrase(str(data.get("tool")), args, asked_words(args)).imperative
    return f"May it {call}?" + (f" It asks since {data['why']}." if data.get("why") else "")


def _healed(data: Object) -> Aside:
    score = data.get("score")
    sure = f" (score {score:.2f})" if isinstance(score, int | float) else ""
    changed = f"{_value(data.get('from'))} → {_value(data.get('to'))}{sure}"
    return Aside("Healed", f"{changed}. {data['why']}" if data.get("why") else changed, "warn")


def _value(given: Any) -> str:
    if isinstance(given, dict) and set(given) == {"answer"}:
        given = given["answer"]
    return quoted(given) if isinstance(given, str) else dumps(given)
