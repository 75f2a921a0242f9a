"""Ask a model which part of a page is meant, where the rules of extraction cannot decide."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...core.choice import Question, choose
from ...core.fault import Fault
from ...core.pipeline.redact import Redactor
from ...core.protocols import Model
from ...core.result import NO_COST, Cost

TASK: Final = """\
Data is read off a web page, and rules could not decide which part of the page holds some of it. The options are parts
of the page."""


class Chooser:
    """Asks a model; sums up the cost, and collects notes on answers that cannot be used."""

    def __init__(self, model: Model, instruction: str, redactor: Redactor) -> None:
        self._model = model
        self._instruction = instruction
        self._redactor = redactor
        self.cost: Cost = NO_COST
        self.notes: list[str] = []

    async def __call__(self, questions: Sequence[Question]) -> Sequence[int | None]:
        try:
            choice = await choose(self._model, TASK, questions, self._redactor, request=self._instruction)
        except Fault as fault:
            self.notes.append(f"The model {self._model.name!r} could not be asked: {fault.message}")
            return [None] * len(questions)
        self.cost = self.cost.plus(choice.cost)
        self.notes += choice.notes
        return choice.indices
