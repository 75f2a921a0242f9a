"""Sentences that hold others, read: if, for each, when, until, and questions about some of many."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Final

from ..program import Act, Dialog, Each, If, Instruction, Question, Remark, Tick, Until, Wait
from . import blocks
from .asides import REMARK
from .asking import is_question
from .clauses import clauses
from .conditions import condition
from .masks import Masked
from .records import records
from .superlatives import extreme

Steps = list[Instruction]
NEXT: Final = Act("go to", "the next page", said="go to the next page")


class Holding(ABC):
    """What holds sentences; who reads these is said by the class that is made of it."""

    masked: Masked

    @abstractmethod
    def sentence(self, text: str) -> Steps: ...

    @abstractmethod
    def clause(self, said: str) -> Steps: ...

    @abstractmethod
    def lost(self, said: str) -> Steps: ...

    def _if(self, said: str) -> Steps | None:
        match = blocks.IF.match(said)
        if match is None and not is_question(said):
            match = blocks.IF_LAST.match(said)
        if match is None:
            return None
        asked = condition(match["condition"], self.masked)
        if asked is None:
            return [Remark(self.masked.value(said))] if REMARK.match(match["then"]) else self.lost(said)
        if match["unless"]:
            asked = replace(asked, negated=not asked.negated)
        then, otherwise = match["then"], ""
        if inner := blocks.ELSE_INSIDE.search(then):
            then, otherwise = then[: inner.start()], inner["rest"]
        return [If(asked, tuple(self.sentence(then)), tuple(self.sentence(otherwise) if otherwise else ()))]

    def _among(self, said: str) -> Steps | None:
        """`Of the open orders, which one is the dearest?`: the rows first, then the question about them."""
        match = blocks.AMONG.match(said)
        if match is None:
            return None
        of = Question(
            "list", ("name",), records(match["of"], self.masked), said=self.masked.value(match["of"]), quietly=True
        )
        asked = re.sub(
            r"^(?P<word>which|what|who|how many)(?: one)?(?: of them)?\b", r"\g<word> of them", match["rest"]
        )
        return [of, *self.sentence(asked)]

    def _each(self, said: str) -> Steps | None:
        if match := blocks.EACH.match(said) or blocks.EACH_ORDER.match(said):
            return [self._repeated(match["of"], self.sentence(match["body"]))]
        parts = clauses(said)
        if len(parts) > 1:
            return self._each_opened(parts)
        if match := blocks.EACH_ACT.match(said):
            of = re.sub(r"^(?:one|them)\b", "row", match["of"])
            meant = records(of, self.masked)
            is_bare = not meant.tests and meant.name is None and meant.place is None and not match["tail"]
            if match["verb"].lower() in ("select", "tick", "check") and is_bare:
                return [Tick("the select all checkbox")]
            return [self._repeated(of, self.clause(f"{match['verb']} it{match['tail'] or ''}"))]
        if (match := blocks.EACH_LAST.match(said)) and not is_question(said):
            return [self._repeated(match["of"], self.clause(f"{match['body']} in it"))]
        return None

    def _each_opened(self, parts: list[str]) -> Steps | None:
        """`open each of X, write Y and go back`: what is done on the page of each, up to what is about all of them."""
        match = blocks.EACH_ACT.match(parts[0])
        if match is None or match["verb"].lower() not in ("open", "click"):
            return None
        inner = next((at for at, part in enumerate(parts[1:], 1) if blocks.ALL_OF.search(part)), len(parts))
        body = [step for part in ("open it", *parts[1:inner]) for step in self.sentence(part)]
        after = [step for part in parts[inner:] for step in self.sentence(part)]
        return [self._repeated(match["of"], body), *after]

    def _repeated(self, of: str, body: Steps) -> Each:
        """`the first three results`: a number of them, else all."""
        found = extreme(of)
        if found is not None and found.end == "first" and found.number:
            return Each(records(found.rest or "row", self.masked), tuple(body), found.number)
        return Each(records(of, self.masked), tuple(body))

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
            return self.lost(said)
        return [Wait(until=asked), *self.sentence(match["then"])]

    def _until(self, match: re.Match[str], said: str) -> Steps:
        asked = condition(match["condition"], self.masked)
        if asked is None:
            return self.lost(said)
        if " as long as " in said or " while " in said:
            asked = replace(asked, negated=not asked.negated)
        body = match["body"]
        steps: Steps = [NEXT] if blocks.PAGES.match(body) else self.clause(blocks.imperative(body))
        return [Until(asked, tuple(steps))]
