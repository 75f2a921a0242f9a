"""Ask a model which of the nearest elements is meant by some words, where grounding alone is not sure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ...core.choice import Question, choose
from ...core.context import Context
from ...core.fault import Fault
from ...core.protocols import Model
from ...core.result import NO_COST, Cost

MAX_CANDIDATES: Final = 12
"""Candidates that a model is shown."""
TASK: Final = "Words name an element of a web page, and rules could not decide which one. The options are elements."


@dataclass(frozen=True, slots=True)
class Answer:
    """The place of the chosen candidate, from 0, or None; and what asking cost."""

    place: int | None
    cost: Cost = NO_COST


async def ask_which(model: Model, words: str, candidates: Sequence[str], context: Context) -> Answer:
    """Return what the model chooses; nothing where it cannot be asked, or names none of the candidates."""
    try:
        choice = await choose(model, TASK, [Question(words, tuple(candidates))], context.redactor)
    except Fault:
        return Answer(None)
    return Answer(choice.indices[0], choice.cost)
