"""What leaves because of an act: judged by the rules, by the judge, by the person, and remembered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from ...browser.effect import Effect, SentEffect
from ...browser.evidence import Evidence, element_of
from ...core.call import Call
from ...core.context import Context
from ...core.fault import Fault
from ...core.json import Object
from ...core.protocols import Model
from ...core.result import NO_COST
from ...core.tool import Tool
from ...text.literal import Statements, has_whole
from ..history import ACTS, History
from ..presses import entered
from ..task import Task
from .case import Act, Case, Past
from .consent import Consent
from .grounds import chosen_for, lines_read
from .judge import Opinion, ask_judge, kind_of, same_case
from .provenance import Provenance
from .reason import in_its_own_words
from .rules import Ruling, by_rules

HEADING: Final = re.compile(r"^\W*#+ ([^\[\n]+)", re.MULTILINE)
DIALOG: Final = re.compile(r"^\W*(?:alert)?dialog ([^:\n]+):", re.MULTILINE)
HEADINGS: Final = 3
SAID: Final = 6
"""Values of an effect that later ones are judged beside."""
JUDGED: Final = 100
"""Effects about which the judge is asked in one run."""
TIMES: Final = 8
"""How often effects of one kind are refused until the next is refused without a question."""


class EffectChecks:
    """Judges the effects of one run."""

    def __init__(self, task: Task, history: Callable[[], History], judge: Model | None, *, literal: bool) -> None:
        """`judge` is asked where the rules are not certain; None means that there is none. `literal`: see `Guards`."""
        self._task = task
        self._literal = literal
        self._judge = judge
        self._history = history
        self.act: Act | None = None
        """The last call that may change something, to which belongs what a page sends."""
        self.path = ""
        """Where in the run the call is that is made now."""
        self.entered: dict[str, int] = {}
        """What the model has entered, and how much of the pages it had seen by then."""
        self._statements: dict[int, Statements] = {}
        self._past: list[Past] = []
        self._refused: dict[str, Fault] = {}
        """A no stands for the whole run: nobody is asked twice for the same."""
        self._no: Counter[str] = Counter()
        """How often each kind of effect was refused: a page that never stops sending is not asked about for ever."""
        self._rulings: dict[int, tuple[Ruling, str]] = {}
        """What became of each effect, by its number, and the call that it belongs to."""
        self._opinions: dict[str, Opinion] = {}
        self._consent = Consent()
        self.cost = NO_COST
        """What the judge has cost since it was last counted."""

    async def begin(self, tool: Tool, call: Call, args: Any, context: Context) -> None:
        """Take a call for the act to which belongs what a page sends from now on."""
        before, asks = self.act, tool.name == "page.dialog"
        element = before.element if before is not None and asks else None
        self.act = Act(tool, call, args, context, element, await _question(context) if asks else "", self.path)
        known = len(self.seen())
        for value in self.act.entered():
            self.entered.setdefault(value, known)

    def aim(self, element: Evidence) -> None:
        """Take what an act has found for its element."""
        if self.act is not None and self.act.element is None:
            self.act.element = element

    async def sent(self, effect: Effect) -> Fault | None:
        """Judge an effect of the run's page before it leaves: by the rules, by the judge, by the person."""
        if self.act is None:
            return None
        path = self.act.path
        self._rulings[effect.number] = Ruling("ask", "it waits to be judged"), path
        fault, ruling = await self._examined(effect, self.act)
        self._rulings[effect.number] = ruling, path
        return fault

    async def sent_by_tool(self, effect: Effect) -> Fault | None:
        """Judge an effect of a page that a tool has for itself."""
        return None if self.act is None else (await self._examined(effect, self.act))[0]

    async def _examined(self, effect: Effect, act: Act) -> tuple[Fault | None, Ruling]:
        free = self._literal or self._task.policy == "allow"
        if free and not self._task.read_only:
            self._past.append(Past(effect, act, "", len(self.entered)))
            return None, Ruling("pass", "nothing is compared")
        case = self._case(effect, act)
        fault, ruling = await self._decide(case)
        if fault is None and not effect.own and not ruling.idle:
            said = tuple(f"{each.field}={each.text[:30]}" for each in case.made[:SAID])
            self._past.append(Past(effect, act, case.fingerprint, len(self.entered), said, case.about))
        return fault, ruling

    def _case(self, effect: Effect, act: Act) -> Case:
        looks = [turn.look for turn in self._history().turns if turn.look.outline]
        look = looks[-1] if looks else None
        outline = "" if look is None else look.outline
        headings = [*DIALOG.findall(outline), *HEADING.findall(outline)]
        rows = [line for line in outline.splitlines() if act.control and has_whole(line, act.control) and act.row]
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
            tuple(act.entered()),
        )
        title = "" if look is None else look.title
        named = tuple(each.strip() for each in headings[:HEADINGS])
        case = Case(effect, act, task, provenance, len(self.entered), title, named, tuple(rows), self._past)
        case.follows = self._follows(act)
        return case

    def _follows(self, act: Act) -> bool:
        """Return whether an act is the next after that of the last effect."""
        done = [each.path for each in self._history().asked if each.tool in ACTS]
        return bool(self._past and done) and self._past[-1].act.path == done[-1]

    def _pressed(self, act: Act) -> list[str]:
        """Return the names of what was pressed in the run."""
        elements = [element_of(each.result) for each in self._history().actions]
        return [act.control, *(each.name or each.text or "" for each in elements if each is not None)]

    def _by_keys(self) -> bool:
        """Return whether somebody chose with the arrow keys."""
        return any(each.tool == "page.keypress" and "Arrow" in str(each.args) for each in self._history().actions)

    def _known_entries(self) -> dict[str, int]:
        """Return what the model has entered; what an earlier process entered is known from the history."""
        whole = len(self.seen())
        return {**dict.fromkeys(entered(self._history()), whole), **self.entered}

    async def _decide(self, case: Case) -> tuple[Fault | None, Ruling]:
        key, kind = same_case(case), kind_of(case)
        if (known := self._refused.get(key)) is not None:
            return known, Ruling("refuse", "it was refused before")
        ruling = by_rules(case)
        if ruling.answer != "pass" and self._no[kind] >= TIMES:
            return self._refused[kind], Ruling("refuse", f"the like was refused {TIMES} times")
        is_open = ruling.answer in ("judge", "person")
        if ruling.answer != "pass":
            case.chosen = chosen_for(self._history(), case.past)
        if is_open:
            ruling = await self._judged(case, ruling, key)
        if ruling.answer == "pass":
            return None, ruling
        asks = ruling.answer == "ask" and self._task.policy == "ask" and case.act.context.approve is not None
        if asks and await self._consent.ask(case, ruling.rule, has_kind=is_open):
            return None, Ruling("pass", f"the person agreed ({ruling.rule})")
        fault = _stopped(case, ruling, "the person said no" if asks else "", self._reason(case, key))
        self._refused[key] = self._refused[kind] = fault
        self._no[kind] += 1
        return fault, ruling

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of the judge."""
        return tuple(dict.fromkeys(each.reason for each in self._opinions.values() if each.failed))

    def told(self, sent: SentEffect) -> Object:
        """Return an effect with its act and the rule by which it passed or was refused."""
        ruling, path = self._rulings.get(sent.effect.number, (Ruling("pass", "no act had happened", idle=True), ""))
        return {**sent.to_json(), "act": path, "rule": ruling.rule, "idle": ruling.idle}

    async def _judged(self, case: Case, open_: Ruling, key: str) -> Ruling:
        """Return what the judge makes of an effect; `ask` where there is none or it is not sure."""
        if self._consent.covers(case):
            return Ruling("pass", "the person agreed to this kind")
        if self._judge is None or open_.answer == "person":
            return Ruling("ask", open_.rule)
        if key not in self._opinions and len(self._opinions) >= JUDGED:
            return Ruling("ask", "the judge was asked often enough in this run")
        if key not in self._opinions:
            case.read = lines_read(case, self._history())
            with case.act.context.held.waiting():
                self._opinions[key] = opinion = await ask_judge(self._judge, case, case.act.context.redactor)
            self.cost = self.cost.plus(opinion.cost)
        answer, reason, *_ = self._opinions[key]
        if answer == "yes":
            return Ruling("pass", f"the judge: {reason}")
        refused = answer == "no" and self._task.authority is None  # what a model started in a person's name is asked
        return Ruling("refuse" if refused else "ask", f"the judge said {answer}: {reason}")

    def _reason(self, case: Case, key: str) -> str:
        """Return why the judge did not agree, where it was asked and could answer."""
        opinion = self._opinions.get(key)
        if opinion is None or opinion.failed or opinion.answer == "yes":
            return ""
        return in_its_own_words(opinion.reason, case, case.act.context.redactor)

    def seen(self) -> str:
        """Return what pages have shown so far; it only grows."""
        return "\n".join(self._history().seen())

    def _seen_by(self, length: int) -> Statements:
        """Return what pages had shown when what they show was so long."""
        if length not in self._statements:
            self._statements[length] = Statements(self.seen()[:length])
        return self._statements[length]


def _stopped(case: Case, ruling: Ruling, person: str, reason: str) -> Fault:
    """Return the refusal of an effect for the model: what was stopped and why, and nothing of a page."""
    act = repr(case.act.control) if case.act.control else case.act.tool.name
    why = person or ruling.rule.partition(":")[0]
    said = ", ".join(repr(each.text[:40]) for each in case.by_model[:3])
    message = f"Stopped before it was sent ({why}): what {act} would have changed{f', with {said}' if said else ''}."
    message += f" Its reason: {reason.rstrip('.')}." if reason and not person else ""
    hint = "Do what the task asks for, or end with what is not done."
    return Fault("denied", message, expected="what the task asks for", hint=hint, retry=False)


async def _question(context: Context) -> str:
    """Return what the browser's open dialog asks."""
    if context.page is None:
        return ""
    result = await context.page.call("page.state", {"elements": 0, "text": 0, "aside": True})
    return "" if result.fault is None else result.fault.message
