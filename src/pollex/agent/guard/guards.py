"""The guards of a run: what is refused, what a judge or a person is asked, and which answers are remembered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urljoin, urlsplit

from ...browser.effect import Effect, SentEffect
from ...browser.evidence import Evidence, element_of
from ...core.call import Call
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.pipeline.guard import consent
from ...core.protocols import Model
from ...core.result import NO_COST
from ...core.tool import Tool
from ...text.literal import Statements
from ..history import History
from ..presses import entered
from ..task import Task
from . import files as things
from . import navigation as going
from . import secrets as secrecy
from .case import Act, Case, Past
from .consent import Consent
from .judge import Opinion, ask_judge, kind_of, same_case
from .provenance import Provenance
from .rules import IN_A_QUESTION, Ruling, by_rules

GOING: Final = frozenset({"page.navigate", "page.open_tab"})
MEANT: Final = "meant"
FITS: Final = "fits"
HEADING: Final = re.compile(r"^\W*#+ ([^\[\n]+)", re.MULTILINE)
DIALOG: Final = re.compile(r"^\W*(?:alert)?dialog ([^:\n]+):", re.MULTILINE)
HEADINGS: Final = 3
SAID: Final = 6
"""Values of an effect that later ones are judged beside."""
JUDGED: Final = 100
"""Effects about which the judge is asked in one run."""
TIMES: Final = 8
"""How often effects of one kind are refused until the next is refused without a question."""


class Guards:
    """Three checkpoints: `called` before a call, `aimed` when its element is found, `sent` before a request leaves."""

    def __init__(self, task: Task, history: Callable[[], History], model: Model, judge: Model | None) -> None:
        """`judge` is asked where the rules are not certain; None means that there is none.

        A literal `model` can only do what the task says word for word, so that no page can talk it into more.
        """
        self._task = task
        self._literal = bool(getattr(model, "literal", False))
        self._judge = judge
        self._history = history
        self._act: Act | None = None
        """The last call that may change something, to which belongs what a page sends."""
        self._entered: dict[str, int] = {}
        """What the model has entered, and how much of the pages it had seen by then."""
        self._statements: dict[int, Statements] = {}
        self._past: list[Past] = []
        self._refused: dict[str, Fault] = {}
        """A no stands for the whole run: nobody is asked twice for the same."""
        self._no: Counter[str] = Counter()
        """How often each kind of effect was refused: a page that never stops sending is not asked about for ever."""
        self._verdicts: dict[int, tuple[Ruling, str]] = {}
        """What became of each effect, by its number, and the call that it belongs to."""
        self._opinions: dict[str, Opinion] = {}
        self._consent = Consent()
        self._granted: set[tuple[str, ...]] = set()
        """The credentials, or fields of them, that a person has agreed to on a site for the rest of the run."""
        self.cost = NO_COST
        """What the judge has cost since it was last reckoned."""

    async def called(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Check a call before it starts: where it leads and what it discloses."""
        if tool.effect != "read":
            await self._begin(tool, call, args, context)
        if (fault := secrecy.misplaced(tool.name, call.args)) is not None:
            return fault
        if not tool.name.startswith("page."):
            return await self._unwatched(tool, call, args, context)
        if (fault := things.foreign_file(tool.name, args, self._task)) is not None:
            return fault
        if tool.name in GOING and args.get("url"):
            full = going.target(str(args["url"]), _here(context))
            if isinstance(full, Fault):
                return full
            if (fault := going.unheard_of(str(args["url"]), full, self._task, *self._known())) is not None:
                return fault
        if self._literal:
            return None
        own: set[str] = set()
        if context.secrets is not None and self._task.home and going.outside(_here(context), self._task) is None:
            own = await secrecy.of_site(call.args, context.secrets, _host(context))
        return await self._agreed(self._remarkable(tool, call, args, context, own), tool, call, args, context, MEANT)

    async def _unwatched(self, tool: Tool, call: Call, args: Any, context: Context) -> Fault | None:
        """Check a tool whose requests nobody can hold, in a task that asks for no change."""
        if tool.guarded or tool.effect == "read":
            return None
        if self._task.read_only:
            message, hint = f"{tool.name!r} may change something, and this task is read-only.", "Do without it."
            expected = "a tool that only reads"
            return Fault("denied", message, expected=expected, received=tool.effect, hint=hint, retry=False)
        why = iter([IN_A_QUESTION] if self._task.only_asks and not self._literal else [])
        return await self._agreed(why, tool, call, args, context, MEANT)

    async def _begin(self, tool: Tool, call: Call, args: Any, context: Context) -> None:
        before, asks = self._act, tool.name == "page.dialog"
        element = before.element if before is not None and asks else None
        self._act = Act(tool, call, args, context, element, await _question(context) if asks else "")
        known = len(self._seen())
        for value in self._act.entered():
            self._entered.setdefault(value, known)

    async def aimed(self, evidence: Evidence, context: Context) -> Fault | None:
        """Check an element before it is touched: what may be typed into it, and where it leads."""
        call = context.current
        if self._act is not None and self._act.element is None:
            self._act.element = evidence
        tool = None if call is None else context.tools.find(call.tool)
        if call is None or tool is None or tool.effect == "read":
            return None
        if (fault := secrecy.sent_elsewhere(call.args, evidence, _here(context))) is not None:
            return fault
        if self._literal:
            return None
        return await self._agreed(self._about(tool, call.args, evidence, context), tool, call, call.args, context, FITS)

    async def sent(self, effect: Effect) -> Fault | None:
        """Judge an effect of the run's page before it leaves: by the rules, by the judge, by the person."""
        if self._act is None:
            return None
        path = self._act.path
        self._verdicts[effect.number] = Ruling("ask", "it waits to be judged"), path
        fault, verdict = await self._examined(effect, self._act)
        self._verdicts[effect.number] = verdict, path
        return fault

    async def sent_by_tool(self, effect: Effect) -> Fault | None:
        """Judge an effect of a page that a tool has for itself."""
        return None if self._act is None else (await self._examined(effect, self._act))[0]

    async def _examined(self, effect: Effect, act: Act) -> tuple[Fault | None, Ruling]:
        free = self._literal or self._task.policy == "allow"
        if free and not self._task.read_only:
            self._past.append(Past(effect, act, "", len(self._entered)))
            return None, Ruling("pass", "nothing is compared")
        case = self._case(effect, act)
        fault, verdict = await self._decide(case)
        if fault is None and not effect.own and not verdict.idle:
            said = tuple(f"{each.field}={each.text[:30]}" for each in case.made[:SAID])
            self._past.append(Past(effect, act, case.fingerprint, len(self._entered), said))
        return fault, verdict

    def _case(self, effect: Effect, act: Act) -> Case:
        looks = [turn.look for turn in self._history().turns if turn.look.outline]
        look = looks[-1] if looks else None
        outline = "" if look is None else look.outline
        headings = [*DIALOG.findall(outline), *HEADING.findall(outline)]
        rows = [line for line in outline.splitlines() if act.control and f" {act.control}" in line and act.row]
        words = [each.own_words for each in self._history().actions if each.own_words]
        task = replace(self._task, text="\n".join([self._task.text, *words]))  # what the person answered counts as said
        provenance = Provenance(
            task.text,
            self._known_entries(),
            self._seen_by,
            [each.outline for each in looks],
            act.context.redactor,
            self._pressed(act),
            effect.against == "fields" and not self._by_keys(),
        )
        title = "" if look is None else look.title
        named = tuple(each.strip() for each in headings[:HEADINGS])
        return Case(effect, act, task, provenance, len(self._entered), title, named, tuple(rows), self._past)

    def _pressed(self, act: Act) -> list[str]:
        """Return the names of what was pressed in the run."""
        elements = [element_of(each.result) for each in self._history().actions]
        return [act.control, *(each.name or each.text or "" for each in elements if each is not None)]

    def _by_keys(self) -> bool:
        """Return whether somebody chose with the arrow keys."""
        return any(each.tool == "page.keypress" and "Arrow" in str(each.args) for each in self._history().actions)

    def _known_entries(self) -> dict[str, int]:
        """Return what the model has entered; what an earlier process entered is known from the history."""
        whole = len(self._seen())
        return {**dict.fromkeys(entered(self._history()), whole), **self._entered}

    async def _decide(self, case: Case) -> tuple[Fault | None, Ruling]:
        key, kind = same_case(case), kind_of(case)
        if (known := self._refused.get(key)) is not None:
            return known, Ruling("refuse", "it was refused before")
        verdict = by_rules(case)
        if verdict.answer != "pass" and self._no[kind] >= TIMES:
            return self._refused[kind], Ruling("refuse", f"the like was refused {TIMES} times")
        is_open = verdict.answer == "judge"
        if is_open:
            verdict = await self._judged(case, verdict, key)
        if verdict.answer == "pass":
            return None, verdict
        asks = verdict.answer == "ask" and self._task.policy == "ask" and case.act.context.approve is not None
        if asks and await self._consent.ask(case, verdict.rule, has_kind=is_open):
            return None, Ruling("pass", f"the person agreed ({verdict.rule})")
        fault = _stopped(case, verdict, "the person said no" if asks else "")
        self._refused[key] = self._refused[kind] = fault
        self._no[kind] += 1
        return fault, verdict

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of the judge."""
        return tuple(dict.fromkeys(each.reason for each in self._opinions.values() if each.failed))

    def told(self, sent: SentEffect) -> Object:
        """Return an effect with its act and the rule by which it passed or was refused."""
        verdict, path = self._verdicts.get(sent.effect.number, (Ruling("pass", "no act had happened", idle=True), ""))
        return {**sent.to_json(), "act": path, "rule": verdict.rule, "idle": verdict.idle}

    async def _judged(self, case: Case, open_: Ruling, key: str) -> Ruling:
        """Return what the judge makes of an effect; `ask` where there is none or it is not sure."""
        if self._consent.covers(case):
            return Ruling("pass", "the person agreed to this kind")
        if self._judge is None:
            return Ruling("ask", open_.rule)
        if key not in self._opinions and len(self._opinions) >= JUDGED:
            return Ruling("ask", "the judge was asked often enough in this run")
        if key not in self._opinions:
            self._opinions[key] = opinion = await ask_judge(self._judge, case, case.act.context.redactor)
            self.cost = self.cost.plus(opinion.cost)
        answer, reason, *_ = self._opinions[key]
        if answer == "yes":
            return Ruling("pass", f"the judge: {reason}")
        return Ruling("refuse" if answer == "no" else "ask", f"the judge said {answer}: {reason}")

    async def _agreed(
        self, found: Iterator[str], tool: Tool, call: Call, args: Any, context: Context, what: str
    ) -> Fault | None:
        """Ask a person about what is remarkable in a call, once for each reason."""
        why = "; ".join(found)
        key = f"{tool.name} {why}"
        if why and key not in self._refused:
            fault = await consent(tool, call, args, context, self._task.policy, why)
            if fault is None:
                self._granted |= _grants(call.args, what, context)
                return None
            if secrecy.named(call.args):
                fault.pointer = "/text"
            self._refused[key] = fault
        return self._refused.get(key) if why else None

    def _remarkable(self, tool: Tool, call: Call, args: Any, context: Context, own: set[str]) -> Iterator[str]:
        """Yield what about a call needs a person's approval."""
        task = self._task
        if tool.name in GOING and args.get("url"):
            full = str(going.target(str(args["url"]), _here(context)))
            if not going.is_given(full, task):
                yield from filter(None, (going.outside(full, task), going.destroying(full, task)))
        elif tool.name == "page.search" and task.home:
            yield "a web search leads outside the task's domains"
        elif tool.effect != "read" and tool.name not in ("page.back", "page.close_tab", "page.switch_tab"):
            yield from filter(None, (going.outside(_here(context), task),))
        stored = [] if context.secrets is None else context.secrets.names()
        if not self._is_granted(call.args, MEANT, context):
            names = {name.partition(".")[0] for name in stored}
            yield from filter(None, (secrecy.unmeant(call.args, task, names, own),))
        yield from filter(None, (things.unasked_program(tool.name, task),))

    def _about(self, tool: Tool, args: Any, evidence: Evidence, context: Context) -> Iterator[str]:
        """Yield what about an element needs a person's approval."""
        if evidence.href and tool.name in ("page.click", "page.download", "page.act"):
            full = going.target(urljoin(_here(context), evidence.href), _here(context))
            if not isinstance(full, Fault):
                yield from filter(None, (going.outside(full, self._task), going.destroying(full, self._task)))
        if evidence.form and tool.effect != "read":
            yield from filter(None, (going.outside(urljoin(_here(context), evidence.form), self._task),))
        if tool.name == "page.type" and secrecy.named(args) and not self._is_granted(args, FITS, context):
            yield from filter(None, (secrecy.unfit(args, evidence, _host(context)),))

    def _is_granted(self, args: Any, what: str, context: Context) -> bool:
        return bool(grants := _grants(args, what, context)) and self._granted.issuperset(grants)

    def _seen(self) -> str:
        """Return what pages have shown so far; it only grows."""
        return "\n".join(self._history().seen())

    def _seen_by(self, length: int) -> Statements:
        """Return what pages had shown when what they show was so long."""
        if length not in self._statements:
            self._statements[length] = Statements(self._seen()[:length])
        return self._statements[length]

    def _known(self) -> tuple[list[str], str, str]:
        """Return where the run has been, what pages have shown, and what the model wrote, which a page may echo."""
        return list(self._history().addresses()), self._seen(), "\n".join(self._entered)


def _stopped(case: Case, verdict: Ruling, person: str) -> Fault:
    """Return the refusal of an effect for the model: what was stopped and why, and nothing that it has not seen."""
    act = repr(case.act.control) if case.act.control else case.act.tool.name
    why = person or verdict.rule.partition(":")[0]
    said = ", ".join(repr(each.text[:40]) for each in case.by_model[:3])
    message = f"Stopped before it was sent ({why}): what {act} would have changed{f', with {said}' if said else ''}."
    hint = "Do what the task asks for, or end with what is not done."
    return Fault("denied", message, expected="what the task asks for", hint=hint, retry=False)


def _grants(args: Any, what: str, context: Context) -> set[tuple[str, ...]]:
    """Return what a yes to such arguments is a yes to, on this site. Passwords are asked about each time."""
    if not secrecy.is_open(args):
        return set()
    host = _host(context)
    return {(what, host, name, "" if what == MEANT else field) for name, field in secrecy.named(args)}


async def _question(context: Context) -> str:
    """Return what the browser's open dialog asks."""
    if context.page is None:
        return ""
    result = await context.page.call("page.state", {"elements": 0, "text": 0})
    return "" if result.fault is None else result.fault.message


def _host(context: Context) -> str:
    return urlsplit(_here(context)).hostname or "this page"


def _here(context: Context) -> str:
    return "about:blank" if context.page is None else context.page.url
