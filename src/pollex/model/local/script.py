"""How orders are done: a generator that asks for one tool at a time and is sent what came of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, TypeVar
from urllib.parse import urlsplit

from ...core.fault import Fault
from ...core.json import Object
from ...core.result_names import ResultNames
from .reader import Step, bare

Answer = TypeVar("Answer")
WAITS: Final = (300, 1200, 3000)
"""Milliseconds after which the page is looked at again where nothing came of an action at once."""
EFFECTS: Final = frozenset({"from", "appeared", "sent", "opened", "dialog", "files"})
"""What an action's answer has where the page did something."""
FOCUS: Final = re.compile(r"^[~+] \[\d+\](?: to \[\d+\])? (?:focused|not focused).*$|\(focused\)", re.MULTILINE)
REFUSAL: Final = re.compile(
    r"\b(?:invalid|incorrect|wrong|failed|could not|cannot|unable|not (?:valid|enough|possible|allowed|accepted|found)"
    r"|refused|rejected|declined|denied|expired|must (?:be|have|contain|not)|(?:is|are) required|please (?:enter|fill|"
    r"choose|select|check|correct|give|accept|tick|write|use)|missing|too (?:long|short|many|few|large|small|high|low|"
    r"early|late)|already (?:exists|taken|in use)|error|try again|does not|do not match|needs? (?:a|an|at least|to))\b",
    re.IGNORECASE,
)
"""How pages say in an alert that they did not take something."""
REFUSED: Final = re.compile(
    r"^(?:failed|failure|error|wrong|invalid|incorrect|sorry)\b|\b(?:is|was|are) (?:wrong|invalid|incorrect|missing|not (?:valid|right|"
    r"accepted|correct)|refused|rejected|declined)\b|\bsomething went wrong\b",
    re.IGNORECASE,
)
"""How they say it anywhere."""
HELD: Final = re.compile(r"^[~+].*\((?:[^()]*, )?invalid\b", re.MULTILINE)
"""A field of which the changes say that it is invalid now."""
SHORT: Final = 300
INVALID: Final = "css=[aria-invalid=true], :user-invalid:not(form):not(fieldset)"


@dataclass(frozen=True, slots=True)
class Asked:
    """One tool that is wanted; `watched` asks together with it what changed on the page."""

    tool: str
    args: Object
    watched: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it."""

    ok: bool
    data: Any = None
    fault: Object | None = None
    notes: tuple[str, ...] = ()
    changes: str | None = None
    name: str | None = None
    """By which later calls refer to the data."""

    def get(self, key: str) -> Any:
        return self.data.get(key) if isinstance(self.data, dict) else None

    @property
    def code(self) -> str:
        return "" if self.fault is None else str(self.fault.get("code", ""))

    @property
    def effect(self) -> bool:
        """Whether anything can be seen of it; a change of the focus alone is nothing."""
        told = self.data.keys() & EFFECTS if isinstance(self.data, dict) else False
        return bool(told) or bool(FOCUS.sub("", self.changes or "").strip())


Script: TypeAlias = Generator[Asked, Outcome, Answer]


@dataclass(slots=True)
class Row:
    """The row that a `for each` is at."""

    key: str
    """A text by which it is told from the other rows."""
    cells: dict[str, str]
    url: str
    """The page of its list."""
    read: Callable[[], Any]
    """Reads the row again, as a script."""


@dataclass(slots=True)
class Memory:
    """What is known on the way. Made anew for each replay of the trail."""

    files: list[str] = field(default_factory=list)
    url: str = ""
    step: Step | None = None
    following: Step | None = None
    row: Row | None = None
    view: list[Step] = field(default_factory=list)
    """The orders before this one that only arranged what is shown: they can be given again."""
    answers: dict[str, Any] = field(default_factory=dict)
    references: dict[str, Any] = field(default_factory=dict)
    dialog: Object | None = None
    opened: list[str] = field(default_factory=list)
    names: ResultNames = field(default_factory=ResultNames)

    def answer(self, name: str, value: Any, reference: Any = None) -> None:
        """Keep a value for the answer; the values of rows become a list."""
        known = reference if reference is not None and self.row is None else value
        if self.row is not None:
            value = [*self.answers.get(name, []), value]
            known = value
        self.answers[name] = value
        self.references[name] = known

    def filled(self, text: str) -> str:
        """A text with `{NAME}` filled in from the row and from what was told before."""
        known = {**self.answers, **(self.row.cells if self.row else {})}
        if self.row is not None:
            known["row"] = self.row.key
        folded = {name.casefold(): value for name, value in known.items()}

        def value(match: re.Match[str]) -> str:
            name = match[1].strip().casefold()
            if name not in folded:
                raise self.failed(f"there is no value {match[0]}", expected=", ".join(map(str, known)) or "a value that was told before")
            return str(folded[name])

        return re.sub(r"(?<!\{)\{([^{}]+)\}(?!\})", value, text)

    def failed(self, why: str, *, code: Any = "failed", expected: str | None = None, hint: str | None = None) -> Fault:
        """The fault of the order that is being done."""
        assert self.step is not None
        expected = expected or self.step.order.done
        said = " ".join(self.step.said.split())
        where = f" in the row of {self.row.key!r}" if self.row else ""
        return Fault(code, f"{said!r}{where} was not done: {why}.", pointer="/task", expected=expected, received=said, hint=hint or "Name it as the page does; `pollex orders` lists all forms.", retry=False)

    def because(self, outcome: Outcome) -> Fault:
        """The fault of the order, for the reason that a tool gave."""
        fault = outcome.fault or {}
        code = fault.get("code", "failed")
        return self.failed(str(fault.get("message", "the tool failed")).rstrip("."), code=code if code in ("not_found", "denied", "blocked_domain", "timeout", "unavailable") else "failed", expected=fault.get("expected"), hint=fault.get("hint"))


def call(memory: Memory, tool: str, *, watched: bool = False, **args: Any) -> Script[Outcome]:
    """Ask for a tool, and take note of where the page is then."""
    outcome = yield Asked(tool, args, watched)
    if (url := outcome.get("url")) and isinstance(url, str):
        memory.url = url
    if outcome.get("opened"):
        memory.opened = outcome.get("opened")
    memory.dialog = outcome.get("dialog")
    return outcome


def act(memory: Memory, tool: str, *, idle: bool = False, **args: Any) -> Script[Outcome]:
    """Do something on the page, once; a Fault where it cannot be seen to have had an effect, unless it may be `idle`."""
    outcome = yield from call(memory, tool, watched=True, **args)
    if not outcome.ok and outcome.code == "not_found" and "index" in str((outcome.fault or {}).get("message")) and "selector" in args:
        outcome = yield from call(memory, tool, watched=True, **args)  # it was drawn anew before it was touched
    if not outcome.ok and re.search(r"covered by (?:option|listbox|menu)\b", str((outcome.fault or {}).get("message"))):
        yield from call(memory, "page.keypress", key="Tab")  # a list of suggestions closes when its field is left
        outcome = yield from call(memory, tool, watched=True, **args)
    if not outcome.ok:
        raise memory.because(outcome)
    yield from _answered(memory)
    _no_failure(memory, outcome)
    if not outcome.effect and not idle:
        if _takes_focus(outcome):
            return outcome
        for duration in WAITS:
            later = yield from call(memory, "page.wait", watched=True, duration=duration)
            if later.effect:
                break
        else:
            yield from no_refusal(memory)
            raise memory.failed("nothing of the page changed")
    yield from no_refusal(memory, outcome)
    return outcome


def _takes_focus(outcome: Outcome) -> bool:
    """Whether a field was clicked: that it has the cursor is the effect."""
    return bool(re.match(r"(?:textbox|searchbox|combobox|spinbutton)\b", str(outcome.get("hit") or ""))) and bool(outcome.changes)


def _answered(memory: Memory) -> Script[None]:
    """A dialog stays open only for the order that answers it. One that only tells something is dismissed."""
    dialog = memory.dialog
    if dialog is None or (memory.following is not None and memory.following.order.name == "dialog"):
        return
    yield from call(memory, "page.dialog", accept=False)
    if dialog.get("kind") != "alert":
        message = f"the page asks {dialog.get('message')!r}, and the task does not say what to answer; it was dismissed"
        raise memory.failed(message, hint='Write "Accept the dialog." behind this order.')


def _no_failure(memory: Memory, outcome: Outcome) -> None:
    for failed in outcome.get("failed") or ():
        is_page = urlsplit(failed["url"]).path == urlsplit(outcome.get("url") or "").path
        if failed["method"] != "GET" or is_page:
            status = failed.get("status") or failed.get("failure")
            raise memory.failed(f"the request {failed['method']} {urlsplit(failed['url']).path} failed ({status})")


def no_refusal(memory: Memory, outcome: Outcome | None = None) -> Script[None]:
    """A Fault where the page says that it did not take what was sent, or holds a form back."""
    if memory.dialog is not None:
        return
    told = [text for text in (outcome.get("appeared") or () if outcome else ()) if len(text) < SHORT]
    if wrong := [text for text in told if REFUSED.search(text)]:
        raise memory.failed(f"the page refused it: {'; '.join(wrong)}")
    if outcome is not None and not outcome.get("sent") and not outcome.get("from") and not HELD.search(outcome.changes or ""):
        return
    found = yield from call(memory, "page.query", selector=INVALID, most=5)
    invalid = [f"{bare(each['name'])!r} is not accepted" for each in found.get("elements") or () if each["role"] != "form"]
    alerts = yield from call(memory, "page.query", selector="css=[role=alert], [class*=error i]:not(body):not(form):not(main)", most=5)
    told = [" ".join((each["text"] or "").split()) for each in alerts.get("elements") or ()]
    wrong = [text for text in told if text and len(text) < SHORT and REFUSAL.search(text)]
    if invalid or wrong:
        raise memory.failed(f"the page refused it: {'; '.join(dict.fromkeys([*wrong, *invalid]))}")
