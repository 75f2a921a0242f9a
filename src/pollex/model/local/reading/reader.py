"""A task in words as a program. What is not understood is kept, word for word."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import (
    Act,
    Choose,
    Dialog,
    Enter,
    Filter,
    If,
    Instruction,
    Joined,
    LogIn,
    Program,
    Question,
    Remark,
    Say,
    Tick,
    Within,
)
from . import blocks, filling, ordering
from .asides import DECLINES, REMARK, summary, without_brackets, without_tail
from .clauses import HEADING, JOINED, clauses, filled, held_lines, held_text, plain, rejoined, sentences
from .comparing import both
from .conditions import FINE
from .contexts import about, context, wish
from .gathering import gathered
from .holding import Holding, Steps
from .making import making
from .masks import Masked
from .orders import ordered
from .phrasal import phrased
from .repeating import repeated
from .rewriting import rewrite
from .sieving import sieve, sought
from .things import bought
from .verbs import is_order

LITERAL: Final = re.compile(r"(?:just |simply )?(?:say|answer|report)(?: with)? (?P<text>⟦\d+⟧)", re.IGNORECASE)
REVIEW: Final = re.compile(
    r"(?:check|make sure|verify|ensure)(?: that| whether| if)? (?:it|that|everything|all) (?:is|are|was|has|have|"
    r"worked|looks?)\b.*|"
    r"(?:check|review|verify|look over|double-check) (?:it|them|everything|that|the (?:details|data|entries|summary))",
    re.IGNORECASE,
)
LOOKS: Final = re.compile(
    r"^(?:look|check|see|make sure|verify|ensure)(?: again| over it)?(?: whether| that| if) (?P<what>.+)$",
    re.IGNORECASE,
)
REASON: Final = re.compile(r"^(?:i|we) (?:need|want|would like|have) to (?:know|find out|see)\b", re.IGNORECASE)
"""What a task is for, where the orders follow."""
AGAIN: Final = re.compile(
    r"(?:filter|narrow|restrict)(?: (?:it|them|the list|the rows))?(?: in)? (?:the same(?: way)?|like that|as before|"
    r"likewise)(?: again)?",
    re.IGNORECASE,
)


def read(task: str) -> Program:
    """The program of a task."""
    return Reader(task).program()


class Reader(Holding):
    def __init__(self, task: str) -> None:
        self.masked = Masked(task)
        self.unknown: list[str] = []
        self.filters: list[Instruction] = []
        """What was filtered by, for `the same way again`."""
        self.filling = False
        """Whether a form is being filled in: then a bare name is one of its options."""

    def program(self) -> Program:
        steps: Steps = []
        for sentence in sentences(held_lines(self.masked.text, self.masked)):
            if sentence.startswith(HEADING):
                steps += about(sentence.strip(f"{HEADING}: "), self.masked)
            elif (match := blocks.IF_SO.match(sentence)) and steps and isinstance(steps[-1], If):
                steps[-1] = replace(steps[-1], then=tuple(self.sentence(match["rest"])))
            elif (match := blocks.ELSE.match(sentence)) and steps and isinstance(steps[-1], If):
                steps[-1] = replace(steps[-1], otherwise=tuple(self.sentence(match["rest"])))
            else:
                steps += self.sentence(sentence)
        asks = any(isinstance(step, Question) for step in steps)
        unknown = [said for said in self.unknown if not (asks and REASON.match(said))]
        return Program(tuple(gathered(_in_order(steps))), tuple(unknown))

    def sentence(self, text: str) -> Steps:
        said, hints = without_brackets(filled(held_text(plain(text), self.masked)))
        is_one = len(clauses(said)) < 2
        if DECLINES.match(said):
            return [Dialog(False)]
        if not said or (is_one and REMARK.match(said)) or filling.ONLY.fullmatch(said):
            return [Remark(self.masked.value(said))] if said else []
        if len(clauses(said)) == 1:
            said, remarks = without_tail(said)
            hints += remarks
        steps = self._sentence(said)
        self.filters = [step for step in steps if isinstance(step, Filter)] or self.filters
        return [*steps, *(Remark(self.masked.value(hint)) for hint in hints)]

    def _sentence(self, said: str) -> Steps:
        for read_whole in (self._joined, self._headed, self._plainer, self._sieved, self._simpler, self._among,
                           self._made, self._if, self._each, self._when, self._form):  # fmt: skip
            if (found := read_whole(said)) is not None:
                return found
        if first := blocks.place_at_start(said):
            return self._there(*first)
        parts = rejoined(clauses(said)) or [said]
        if len(parts) > 1:
            return self._all(parts)
        if found_place := blocks.place_at_end(parts[0]):
            return self._there(f"in {found_place[1]}", found_place[0])
        return self.clause(parts[0])

    def _all(self, sentences: list[str]) -> Steps:
        return [step for each in sentences for step in self.sentence(each)]

    def _joined(self, said: str) -> Steps | None:
        names = JOINED.match(said)
        if names is None:
            return None
        first = Act("click", self.masked.words(names["first"]), said=self.masked.value(said))
        return [Joined(self.masked.value(names["whole"]), (first, *self.sentence(names["second"])))]

    def _headed(self, said: str) -> Steps | None:
        """What a sentence is about, and after a colon what is to be done."""
        headed = summary(said)
        if headed is None or not (headed[1].startswith("tell me ") or not filling.form(said, self.masked)):
            return None
        return [*about(headed[0], self.masked), *self.sentence(headed[1])]

    def _plainer(self, said: str) -> Steps | None:
        plainer = phrased(said, self.masked, whole=len(clauses(said)) > 1)
        if plainer is not None:
            return self._all(plainer)
        orders = bought(said) if len(clauses(said)) == 1 else None
        return None if orders is None else [step for order in orders for step in self.clause(order)]

    def _simpler(self, said: str) -> Steps | None:
        simpler = rewrite(said, self.masked, whole=len(clauses(said)) > 1)
        return None if simpler is None else self._all(simpler)

    def _form(self, said: str) -> Steps | None:
        pairs = filling.form(said, self.masked)
        self.filling = self.filling or bool(pairs)
        return list(pairs) or None

    def _made(self, said: str) -> Steps | None:
        made = making(said, self.masked)
        return [made] if made else wish(said, self.masked)

    def _sieved(self, said: str) -> Steps | None:
        """A repetition over named things, an order to leave only some rows, or a remark with an order after it."""
        head, _, rest = said.partition(": ")
        if rest and REMARK.match(head):
            return [Remark(self.masked.value(head)), *self.sentence(rest)]
        if (several := repeated(said)) is not None:
            return self._all(several)
        found = sieve(said, self.masked) if len(clauses(said)) == 1 else None
        return sought(said, self.masked) if found is None else [found]

    def _there(self, place: str, rest: str) -> Steps:
        """Steps in a place that one goes to, or in a part of the page."""
        steps, words = self.sentence(rest), self.masked.words(place)
        if (to := blocks.goal_of(words)) and steps:
            return [Within(to, tuple(steps))]
        part = blocks.place_of(words)
        return [blocks.placed(step, part) for step in steps] if part else steps

    def clause(self, said: str) -> Steps:
        """One order or question."""
        steps = self._clause(said)
        self.filling = self.filling or any(isinstance(step, Enter) for step in steps)
        return steps

    def _clause(self, said: str) -> Steps:
        if (found := self._plain(said)) is not None:
            return found
        if self.filters and AGAIN.fullmatch(said):
            return list(self.filters)
        if (match := blocks.UNTIL.match(said)) and not re.match(r"(?:scroll|wait|keep scrolling)", said, re.IGNORECASE):
            return self._until(match, said)
        if (compared := both(said, self.masked)) is not None:
            return [compared]
        if (made := making(said, self.masked)) is not None:
            return [made]
        if pairs := filling.form(said, self.masked):
            return list(pairs)
        for pattern, read_rule in (*ordering.RULES, *filling.RULES):
            if (fitting := pattern.fullmatch(said)) and (step := read_rule(fitting, self.masked)) is not None:
                return self._several(step)
        return self._ordered(said)

    def _plain(self, said: str) -> Steps | None:
        """Words that ask for nothing, or only for themselves."""
        fine = LOOKS.match(said)
        if REMARK.match(said) or (fine and FINE.match(fine["what"])):
            return [Remark(self.masked.value(said))]
        if literal := LITERAL.fullmatch(said):
            return [Say(self.masked.value(literal["text"]))]
        return [Act("check", "it", said=said)] if REVIEW.fullmatch(said) else None

    def _ordered(self, said: str) -> Steps:
        """An order by its first word, a question, a statement, or an option of the form that is being filled in."""
        if (step := ordered(said, self.masked)) is not None:
            return [step]
        if (stated := context(said, self.masked)) is not None:
            return stated
        is_option = self.filling and re.fullmatch(r"(?:⟦\d+⟧|[A-Za-z]\w*)(?: [a-z]+){0,3}", said) and not is_order(said)
        return [Choose(self.masked.words(said))] if is_option else self.lost(said)

    def _several(self, step: Instruction) -> Steps:
        """`tick A, B and C` where what is named are quotes: one step each."""
        if isinstance(step, Tick) and re.fullmatch(r'"[^"]+"(?:\s*(?:,|and|,\s*and)\s*"[^"]+")+', step.words):
            return [replace(step, words=words) for words in re.findall(r'"[^"]+"', step.words)]
        return [step]

    def lost(self, said: str) -> Steps:
        self.unknown.append(self.masked.value(said))
        return []


def _in_order(steps: Steps) -> Steps:
    """A login that is mentioned after a first question comes before it."""
    place = next((at for at, step in enumerate(steps) if isinstance(step, LogIn)), 0)
    if place and all(isinstance(step, Question | Remark) for step in steps[:place]):
        return [steps[place], *steps[:place], *steps[place + 1 :]]
    return steps
