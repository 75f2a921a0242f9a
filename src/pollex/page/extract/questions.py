"""Where several things fit as well, somebody else may choose among them: the seam for a model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

Ask: TypeAlias = Callable[[str, Sequence[str]], Awaitable["int | None"]]
"""Given what is wanted and the choices in words, the place of the one that is meant; None where it cannot be said."""
MOST: Final = 8


class Questions:
    """Remembers what was asked, so that the search can go on from the start with the answers."""

    def __init__(self) -> None:
        self._answers: dict[tuple[str, tuple[str, ...]], int | None] = {}
        self._open: list[tuple[str, tuple[str, ...]]] = []

    def __call__(self, what: str, choices: Sequence[str]) -> int | None:
        """The answer, if there is one already."""
        question = (what, tuple(choices))
        if question not in self._answers and question not in self._open:
            self._open.append(question)
        return self._answers.get(question)

    async def ask(self, choose: Ask) -> bool:
        """Have open questions answered; whether an answer came."""
        asked, self._open = self._open, []
        before = len(self._answers)
        for what, choices in asked:
            if len(self._answers) >= MOST:
                break
            answer = await choose(what, choices)
            self._answers[what, choices] = answer if answer is not None and 0 <= answer < len(choices) else None
        return any(answer is not None for answer in list(self._answers.values())[before:])
