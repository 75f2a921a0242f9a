"""How orders are done: coroutines that ask for one tool at a time, and what the page must show after an action."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from ...core.fault import Fault
from ...core.json import Object
from ...core.result_names import ResultNames
from .reader import Step, bare

WAITS: Final = (300, 1200, 3000)
"""Milliseconds after which the page is looked at again where nothing came of an action at once."""
EFFECTS: Final = frozenset({"from", "appeared", "sent", "opened", "dialog", "files"})
"""What an action's answer has where the page did something."""
FOCUS: Final = re.compile(r"^[~+] \[\d+\](?: to \[\d+\])? (?:not )?focused.*$|\(focused\)", re.MULTILINE)
FIELD: Final = re.compile(r"(?:textbox|searchbox|combobox|spinbutton)\b")
REFUSAL: Final = re.compile(
    r"\b(?:invalid|incorrect|wrong|failed|could not|cannot|unable|not (?:valid|enough|possible|allowed|accepted|found)"
    r"|refused|rejected|declined|denied|expired|must (?:be|have|contain|not)|(?:is|are) required|please (?:enter|fill|"
    r"choose|select|check|correct|give|accept|tick|write|use)|missing|too (?:long|short|many|few|large|small|high|low|"
    r"early|late)|already (?:exists|taken|in use)|error|try again|does not|do not match|needs? (?:a|an|at least|to))\b",
    re.IGNORECASE,
)
"""How pages say in an alert that they did not take something."""
REFUSED: Final = re.compile(
    r"^(?:failed|failure|error|wrong|invalid|incorrect|sorry)\b|\b(?:is|was|are) (?:wrong|invalid|incorrect|missing|"
    r"refused|rejected|declined|not (?:valid|right|accepted|correct))\b|\bsomething went wrong\b",
    re.IGNORECASE,
)
"""How they say it anywhere."""
HELD: Final = re.compile(r"^[~+].*\((?:[^()]*, )?invalid\b", re.MULTILINE)
"""A field of which the changes say that it is invalid now."""
INVALID: Final = "css=[aria-invalid=true], :user-invalid:not(form):not(fieldset)"
ALERTS: Final = "css=[role=alert], [class*=error i]:not(body):not(form):not(main)"
SHORT: Final = 300
CODES: Final = frozenset({"not_found", "denied", "blocked_domain", "timeout", "unavailable", "invalid_input"})


@dataclass(frozen=True, slots=True)
class Asked:
    """One tool that is wanted; `watched` asks together with it what changed on the page."""

    tool: str
    args: Object
    watched: bool = False

    def __await__(self) -> Generator[Asked, Outcome, Outcome]:
        return (yield self)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it; `name` is that by which later calls refer to the data."""

    ok: bool
    data: Any = None
    fault: Object = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    changes: str | None = None
    name: str | None = None

    def get(self, key: str) -> Any:
        return self.data.get(key) if isinstance(self.data, dict) else None

    @property
    def elements(self) -> list[Object]:
        return self.get("elements") or []

    @property
    def why(self) -> str:
        return str(self.fault.get("message", ""))

    @property
    def effect(self) -> bool:
        """Whether anything can be seen of it; a change of the focus alone is nothing, but in a field."""
        told = isinstance(self.data, dict) and self.data.keys() & EFFECTS
        focused = FIELD.match(str(self.get("hit") or "")) and self.changes
        return bool(told or focused or FOCUS.sub("", self.changes or "").strip())


@dataclass(slots=True)
class Row:
    """The row that a `for each` is at: the text that tells it from the others, and how it is read again."""

    key: str
    cells: dict[str, str]
    url: str
    read: Callable[[], Awaitable[tuple[Object, frozenset[int]]]]


@dataclass
class Script:
    """What is known on the way. Made anew for each replay of the trail."""

    files: list[str] = field(default_factory=list)
    url: str = ""
    step: Step | None = None
    following: Step | None = None
    row: Row | None = None
    view: list[Step] = field(default_factory=list)
    """The orders before this one that only arranged what is shown: they can be given again."""
    answers: dict[str, Any] = field(default_factory=dict)
    values: dict[str, Any] = field(default_factory=dict)
    """The answers, or references to where they were read."""
    asking: Object | None = None
    """The dialog that is open."""
    names: ResultNames = field(default_factory=ResultNames)

    @property
    def listed(self) -> Row | None:
        """The row of a `for each`, where the page of its list is open."""
        return self.row if self.row is not None and self.row.url == self.url else None

    def answer(self, name: str, value: Any, path: str = "") -> None:
        """Keep a value for the answer, with the path of a result that it was read at; those of rows become a list."""
        if self.row is not None:
            value, path = [*self.answers.get(name, []), value], ""
        reference = f"{{{{{path}}}}}" if re.fullmatch(r"[\w.\[\]]+", path) else value
        self.answers[name], self.values[name] = value, reference

    def filled(self, text: str) -> str:
        """A text with `{NAME}` filled in from the row and from what was told before."""
        known = {**self.answers, **(self.row.cells | {"row": self.row.key} if self.row else {})}
        folded = {name.casefold(): str(value) for name, value in known.items()}

        def value(match: re.Match[str]) -> str:
            if (name := match[1].strip().casefold()) not in folded:
                raise self.failed(f"there is no value {match[0]}", expected=", ".join(known) or "a value told before")
            return folded[name]

        return re.sub(r"(?<!\{)\{([^{}]+)\}(?!\})", value, text).strip()

    def bare(self, text: str) -> str:
        return bare(self.filled(text))

    def failed(self, why: str, code: Any = "failed", expected: str | None = None, hint: str | None = None) -> Fault:
        """The fault of the order that is being done."""
        assert self.step is not None
        said, where = " ".join(self.step.said.split()), f" in the row of {self.row.key!r}" if self.row else ""
        expected, message = expected or self.step.order.done, f"{said!r}{where} was not done: {why}."
        hint = hint or "Name things as the page does; `pollex orders` lists all forms."
        return Fault(code, message, pointer="/task", expected=expected, received=said, hint=hint, retry=False)

    def missing(self, why: str, expected: str | None = None, hint: str | None = None) -> Fault:
        return self.failed(why, "not_found", expected, hint)

    def because(self, outcome: Outcome) -> Fault:
        """The fault of the order, for the reason that a tool gave."""
        fault = outcome.fault
        code = fault.get("code") if fault.get("code") in CODES else "failed"
        return self.failed(outcome.why.rstrip("."), code, fault.get("expected"), fault.get("hint"))

    async def call(self, tool: str, watched: bool = False, **args: Any) -> Outcome:
        """Ask for a tool, and take note of where the page is then."""
        outcome = await Asked(tool, args, watched)
        self.url, self.asking = str(outcome.get("url") or self.url), outcome.get("dialog")
        return outcome

    async def must(self, tool: str, **args: Any) -> Outcome:
        """Ask for a tool that the order cannot do without."""
        outcome = await self.call(tool, **args)
        if not outcome.ok:
            raise self.because(outcome)
        return outcome

    async def query(self, selector: Any, most: int = 3) -> Outcome:
        return await self.call("page.query", selector=selector, most=most)

    async def act(self, tool: str, idle: bool = False, **args: Any) -> Outcome:
        """Do something on the page, once; a Fault where no effect can be seen, unless it may be `idle`."""
        outcome = await self.call(tool, watched=True, **args)
        if not outcome.ok and "selector" in args and re.search(r"index \d+ not found", outcome.why):
            outcome = await self.call(tool, watched=True, **args)  # it was drawn anew before it was touched
        if not outcome.ok and re.search(r"covered by (?:option|listbox|menu)\b", outcome.why):
            await self.call("page.keypress", key="Tab")  # a list of suggestions closes when its field is left
            outcome = await self.call(tool, watched=True, **args)
        if not outcome.ok:
            raise self.because(outcome)
        await self._dismiss()
        for failed in outcome.get("failed") or ():
            path = urlsplit(failed["url"]).path
            alone = outcome.get("failed") == outcome.get("requests")
            if (failed.get("status") or 400) < 400:  # answered well, and then kept as a file
                continue
            if failed["method"] != "GET" or alone or path == urlsplit(self.url).path:
                status = failed.get("status") or failed.get("failure")
                raise self.failed(f"the request {failed['method']} {path} failed ({status})")
        if not idle and not outcome.effect and not await self.late():
            await self.accepted()
            raise self.failed("nothing of the page changed")
        await self.accepted(outcome)
        return outcome

    async def late(self) -> bool:
        """Whether the page changes after a while."""
        for duration in WAITS:
            if (await self.call("page.wait", watched=True, duration=duration)).effect:
                return True
        return False

    async def _dismiss(self) -> None:
        """A dialog stays open only for the order that answers it. One that only tells something is no question."""
        dialog = self.asking
        if dialog is None or (self.following is not None and self.following.order.name == "Dialog"):
            return
        await self.call("page.dialog", accept=False)
        if dialog.get("kind") != "alert":
            why = f"the page asks {dialog.get('message')!r}, and the task does not say what to answer; it was dismissed"
            raise self.failed(why, hint='Write "Accept the dialog." behind this order.')

    async def accepted(self, outcome: Outcome | None = None) -> None:
        """A Fault where the page says that it did not take what was sent, or holds a form back."""
        if self.asking is not None:
            return
        told = [text for text in (outcome.get("appeared") or () if outcome else ()) if len(text) < SHORT]
        if wrong := [text for text in told if REFUSED.search(text)]:
            raise self.failed(f"the page refused it: {'; '.join(wrong)}")
        if outcome and not (outcome.get("sent") or outcome.get("from") or HELD.search(outcome.changes or "")):
            return
        fields = [f"{each['name']!r} is not accepted" for each in (await self.query(INVALID, 5)).elements]
        alerts = [" ".join((each["text"] or "").split()) for each in (await self.query(ALERTS, 5)).elements]
        wrong = [text for text in alerts if len(text) < SHORT and REFUSAL.search(text)]
        if wrong or fields:
            raise self.failed(f"the page refused it: {'; '.join(dict.fromkeys([*wrong, *fields]))}")
