"""A task in words as a program. What is not understood is kept, word for word."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ....core.fault import Fault
from ....core.instruct import read_instruction
from ..program import (
    Act,
    Both,
    Choose,
    Condition,
    Dialog,
    Drag,
    Each,
    Enter,
    Filter,
    If,
    Instruction,
    LogIn,
    Program,
    Question,
    Remark,
    Say,
    Test,
    Tick,
    Until,
    Wait,
    Within,
)
from . import blocks, filling, ordering
from .asking import is_question, question
from .clauses import clauses, plain, sentences
from .comparing import both
from .conditions import condition
from .contexts import context, wish
from .gathering import gathered
from .making import making
from .masks import Masked
from .phrasal import phrased
from .records import records
from .repeating import repeated
from .rewriting import rewrite
from .sieving import sieve
from .verbs import DEEDS, OPENING, POINTING

Steps = list[Instruction]
LITERAL: Final = re.compile(r"(?:just |simply )?(?:say|answer|report)(?: with)? (?P<text>⟦\d+⟧)", re.IGNORECASE)
REVIEW: Final = re.compile(
    r"(?:check|review|verify|look over|double-check) (?:it|them|everything|that|the (?:details|data|entries|summary))",
    re.IGNORECASE,
)
NEXT: Final = Act("go to", "the next page", said="go to the next page")


def read(task: str) -> Program:
    """The program of a task."""
    return Reader(task).program()


class Reader:
    def __init__(self, task: str) -> None:
        self.masked = Masked(task)
        self.unknown: list[str] = []

    def program(self) -> Program:
        steps: Steps = []
        for sentence in sentences(self.masked.text):
            if (match := blocks.ELSE.match(sentence)) and steps and isinstance(steps[-1], If):
                steps[-1] = replace(steps[-1], otherwise=tuple(self.sentence(match["rest"])))
            else:
                steps += self.sentence(sentence)
        return Program(tuple(gathered(_in_order(steps))), tuple(self.unknown))

    def sentence(self, text: str) -> Steps:
        said = plain(text)
        if not said or blocks.REMARK.match(said):
            return [Remark(self.masked.value(said))] if said else []
        if (plainer := phrased(said, self.masked, whole=len(clauses(said)) > 1)) is not None:
            return [step for part in plainer for step in self.sentence(part)]
        if (sieved := self._sieved(said)) is not None:
            return sieved
        if (simpler := rewrite(said, self.masked, whole=len(clauses(said)) > 1)) is not None:
            return [step for part in simpler for step in self.sentence(part)]
        for read_block in (self._made, self._if, self._each, self._when):
            if (found := read_block(said)) is not None:
                return found
        parts = clauses(said)
        is_list = filling.LISTED.match(said) is not None
        if (is_list or len(parts) == 1) and (pairs := filling.form(said, self.masked)):
            return list(pairs)
        if match := blocks.PLACE.match(said) or blocks.BARE_PLACE.match(said):
            return self._there(match["place"], match["rest"])
        if len(parts) > 1:
            return [step for part in parts for step in self.sentence(part)]
        if found_place := blocks.place_at_end(parts[0] if parts else said):
            return self._there(f"in {found_place[1]}", found_place[0])
        return self.clause(parts[0] if parts else said)

    def _made(self, said: str) -> Steps | None:
        made = making(said, self.masked)
        return [made] if made else wish(said, self.masked)

    def _sieved(self, said: str) -> Steps | None:
        """A repetition over named things, an order to leave only some rows, or a remark with an order after it."""
        head, _, rest = said.partition(": ")
        if rest and blocks.REMARK.match(head):
            return [Remark(self.masked.value(head)), *self.sentence(rest)]
        if (several := repeated(said)) is not None:
            return [step for part in several for step in self.sentence(part)]
        found = sieve(said, self.masked) if len(clauses(said)) == 1 else None
        return None if found is None else [found]

    def _there(self, place: str, rest: str) -> Steps:
        """Steps in a place that one goes to, or in a part of the page."""
        steps, words = self.sentence(rest), self.masked.words(place)
        if (to := blocks.goal_of(words)) and steps:
            return [Within(to, tuple(steps))]
        part = blocks.place_of(words)
        return [_placed(step, part) for step in steps] if part else steps

    def _if(self, said: str) -> Steps | None:
        match = blocks.IF.match(said)
        if match is None and not is_question(said):
            match = blocks.IF_LAST.match(said)
        if match is None:
            return None
        asked = condition(match["condition"], self.masked)
        if asked is None:
            return self._lost(said)
        if match["unless"]:
            asked = replace(asked, negated=not asked.negated)
        then, otherwise = match["then"], ""
        if inner := blocks.ELSE_INSIDE.search(then):
            then, otherwise = then[: inner.start()], inner["rest"]
        return [If(asked, tuple(self.sentence(then)), tuple(self.sentence(otherwise) if otherwise else ()))]

    def _each(self, said: str) -> Steps | None:
        if match := blocks.EACH.match(said) or blocks.EACH_ORDER.match(said):
            return [Each(records(match["of"], self.masked), tuple(self.sentence(match["body"])))]
        if len(clauses(said)) > 1:
            return None
        if match := blocks.EACH_ACT.match(said):
            of = re.sub(r"^(?:one|them)\b", "row", match["of"])
            meant = records(of, self.masked)
            if (
                match["verb"].lower() in ("select", "tick", "check")
                and not meant.tests
                and meant.name is None
                and not match["tail"]
            ):
                return [Tick("the select all checkbox")]
            body = self.clause(f"{match['verb']} it{match['tail'] or ''}")
            return [Each(records(of, self.masked), tuple(body))]
        if (match := blocks.EACH_LAST.match(said)) and not is_question(said):
            body = self.clause(f"{match['body']} in it")
            return [Each(records(match["of"], self.masked), tuple(body))]
        return None

    def _when(self, said: str) -> Steps | None:
        match = blocks.WHEN.match(said)
        if match is None:
            return None
        if re.search(r"\bask(?:s|ed)\b|\bdialog|\bquestion|\bprompt", match["condition"]):
            return [Dialog(not re.search(r"\b(?:no|cancel|dismiss|decline)\b", match["then"], re.IGNORECASE))]
        if re.match(
            r"(?:that|this|you|it)\b.*\b(?:done|finished|ready|logged in|signed in|there)$", match["condition"]
        ):
            return self.sentence(match["then"])
        asked = condition(match["condition"], self.masked)
        if asked is None:
            return self._lost(said)
        return [Wait(until=asked), *self.sentence(match["then"])]

    def clause(self, said: str) -> Steps:
        """One order or question."""
        if (found := self._plain(said)) is not None:
            return found
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
        if blocks.REMARK.match(said):
            return [Remark(self.masked.value(said))]
        if literal := LITERAL.fullmatch(said):
            return [Say(self.masked.value(literal["text"]))]
        return [Act("check", "it", said=said)] if REVIEW.fullmatch(said) else None

    def _ordered(self, said: str) -> Steps:
        """An order by its first word, or a question."""
        readers = [self._pointed, self._chosen, self._found, self._asked, self._done, self._opened]
        if re.match(r"(?:switch|move on|continue|proceed|get|return|go) (?:to|back)\b", said, re.IGNORECASE):
            readers.insert(0, self._opened)
        for read_one in readers:
            if (step := read_one(said)) is not None:
                return [step]
        return context(said, self.masked) or self._lost(said)

    def _until(self, match: re.Match[str], said: str) -> Steps:
        asked = condition(match["condition"], self.masked)
        if asked is None:
            return self._lost(said)
        if " as long as " in said or " while " in said:
            asked = replace(asked, negated=not asked.negated)
        body = match["body"]
        steps: Steps = [NEXT] if blocks.PAGES.match(body) else self.clause(blocks.imperative(body))
        return [Until(asked, tuple(steps))]

    def _pointed(self, said: str) -> Instruction | None:
        for verb in ("double-click", "double click", "right-click", "right click", "hover", "mouse over"):
            if said.lower().startswith(verb):
                return self._by_core(said)
        for verb in POINTING:
            if re.match(rf"{verb}\s+\S", said, re.IGNORECASE):
                words = said[len(verb) :].strip()
                times = re.search(r"\s+(?:(?P<n>\d+|two|three|four|five) times|(?P<twice>twice))$", words)
                act = ordering.click("click", words[: times.start()] if times else words, self.masked, said=said)
                count = (
                    2
                    if times and times["twice"]
                    else int({"two": 2, "three": 3, "four": 4, "five": 5}.get(times["n"], times["n"]))
                    if times
                    else 1
                )
                return replace(act, times=count)
        return None

    def _by_core(self, said: str) -> Instruction | None:
        """What the grammar of one instruction reads."""
        try:
            tool, args = read_instruction(self.masked.words(said))
        except Fault:
            return None
        words = str(args.get("selector", "")).removeprefix("act:")
        if tool == "page.hover":
            return Act("hover", words, said=self.masked.value(said))
        if tool == "page.drag":
            return Drag(words, str(args["to"]).removeprefix("act:"))
        return Act(
            "click", words, said=self.masked.value(said), count=args.get("count", 1), button=args.get("button", "left")
        )

    def _chosen(self, said: str) -> Instruction | None:
        for pattern, read_rule in filling.CHOOSING:
            if found := pattern.fullmatch(said):
                return read_rule(found, self.masked)
        return None

    def _found(self, said: str) -> Instruction | None:
        """`find the cheapest kettle`: what later words speak of."""
        match = re.match(
            r"^(?:find|look for|look up|locate|pick out|identify|see)\s+(?P<what>.+)$", said, re.IGNORECASE
        )
        if match is None or re.match(r"(?:me|out|whether|if|how)\b", match["what"]):
            return None
        if re.fullmatch(r"(?:the |a |an )?(?:⟦\d+⟧|[A-Z][\w&’'-]*(?: [A-Z][\w&’'-]*)+)", match["what"]):
            return Act("open", self.masked.words(match["what"]), said=self.masked.value(said))
        asked = question(match["what"], self.masked)
        if asked is None:
            return None
        quiet = asked.fields in (("name",), ()) or asked.what == "value"
        return replace(asked, quietly=quiet and not said.lower().startswith("look up"))

    def _asked(self, said: str) -> Instruction | None:
        return question(said, self.masked) if is_question(said) else None

    def _opened(self, said: str) -> Instruction | None:
        for verb in sorted(OPENING, key=len, reverse=True):
            if re.match(rf"{verb}\s+\S", said, re.IGNORECASE):
                act = ordering.click("open", said[len(verb) :].strip(), self.masked, said=said)
                if (
                    verb in ("show", "show me", "display", "view")
                    and (shown := self._shown(said[len(verb) :])) is not None
                ):
                    return shown
                return replace(act, words=re.sub(r"^(?:at|into|to|in)\s+", "", act.words))
        return None

    def _shown(self, what: str) -> Filter | None:
        """`show the open issues with priority high`: what is not so is to be hidden."""
        only = re.search(r"\bonly\b", what) is not None
        found = records(re.sub(r"\b(?:only|just)\b|\bones\b", " ", what).strip(), self.masked)
        words = [word for word in found.noun.split() if word.lower() not in ("all", "the")]
        adjectives = words if only and len(words) == 1 else words[:-1]
        if not found.tests and not only:
            return None
        tests = (*(Test(None, "contains", word) for word in adjectives), *found.tests)
        return Filter(tests, self.masked.value(what.strip())) if tests else None

    def _done(self, said: str) -> Instruction | None:
        for verb in sorted(DEEDS, key=len, reverse=True):
            if re.match(rf"{verb}\b", said, re.IGNORECASE):
                act = ordering.click(verb, said[len(verb) :].strip(), self.masked, said=said)
                return replace(act, words=re.sub(r"\s*\((?:use|with|by)\b[^)]*\)", "", act.words))
        return None

    def _several(self, step: Instruction) -> Steps:
        """`tick A, B and C` where what is named are quotes: one step each."""
        if isinstance(step, Tick) and re.fullmatch(r'"[^"]+"(?:\s*(?:,|and|,\s*and)\s*"[^"]+")+', step.words):
            return [replace(step, words=words) for words in re.findall(r'"[^"]+"', step.words)]
        return [step]

    def _lost(self, said: str) -> Steps:
        self.unknown.append(self.masked.value(said))
        return []


def _in_order(steps: Steps) -> Steps:
    """A login that is mentioned after a first question comes before it."""
    place = next((at for at, step in enumerate(steps) if isinstance(step, LogIn)), 0)
    if place and all(isinstance(step, Question | Remark) for step in steps[:place]):
        return [steps[place], *steps[:place], *steps[place + 1 :]]
    return steps


def _placed(step: Instruction, place: str | None) -> Instruction:
    """A step in a part of the page."""
    if isinstance(step, Act | Enter | Choose | Tick):
        return replace(step, place=place)
    if isinstance(step, Question):
        return replace(step, of=replace(step.of, place=step.of.place or place))
    if isinstance(step, Each):
        return replace(step, of=replace(step.of, place=step.of.place or place))
    return step


__all__ = ["Both", "Condition", "read"]
