"""Where the rules cannot tell what is meant, somebody else may choose among what is there: the seam for a model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from ...core.choice import Question

MAX_QUESTIONS: Final = 16
"""Questions in one extraction."""


Ask: TypeAlias = Callable[[Sequence[Question]], Awaitable["Sequence[int | None]"]]
"""For each question, the place of the choice that is meant; None where it cannot be said."""


class Questions:
    """Remembers what was asked, so that the search can go on from the start with the answers."""

    def __init__(self) -> None:
        self._open: list[Question] = []
        self._answers: dict[str, list[tuple[Question, int | None]]] = {}
        self._asked = 0

    def __call__(self, what: str, choices: Sequence[str]) -> int | None:
        """The answer, if there is one already. A choice once made holds as long as it is offered."""
        known = self._answers.get(what, ())
        for question, place in known:
            if place is not None and question.options[place] in choices:
                return choices.index(question.options[place])
        question = Question(what, tuple(choices))
        shown = {choice for each, _ in known for choice in each.options}
        if not shown.issuperset(choices) and question not in self._open:
            self._open.append(question)
        return None

    async def ask(self, ask: Ask) -> bool:
        """Have open questions answered; whether a choice was made."""
        asked, self._open = self._open[: MAX_QUESTIONS - self._asked], []
        self._asked += len(asked)
        answers = await ask(asked) if asked else ()
        chosen = [
            place if place is not None and 0 <= place < len(question.options) else None
            for question, place in zip(asked, answers, strict=True)
        ]
        for question, place in zip(asked, chosen, strict=True):
            self._answers.setdefault(question.wanted, []).append((question, place))
        return any(place is not None for place in chosen)

    def notes(self) -> list[str]:
        """What was chosen, for whoever gets the data."""
        chosen = [(question, place) for each in self._answers.values() for question, place in each if place is not None]
        return [
            f"Not by rule: {question.wanted} was chosen among {len(question.options)}: {question.options[place]}."
            for question, place in chosen
        ]
