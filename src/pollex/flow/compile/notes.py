"""Notes of a compilation: what it did and what is uncertain, each sentence once."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from ...browser.description import element_words
from ...text.phrase import phrase, quoted, sentence_case
from .recording import RecordedAction

NAMING: Final = ("url", "key", "instruction", "query", "tabName")
"""Arguments that say what was done. Values that were entered are not among them: they may be inputs of the workflow."""


@dataclass(slots=True)
class CompileNotes:
    """Sentences for people: what was done, and what is uncertain."""

    did: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)

    def mark(self) -> tuple[int, int]:
        """Return the current end of the notes, for `rollback`."""
        return len(self.did), len(self.unsure)

    def rollback(self, mark: tuple[int, int]) -> None:
        """Remove the notes since a mark, of an attempt that was given up."""
        del self.did[mark[0] :], self.unsure[mark[1] :]

    def add(self, sentence: str) -> None:
        """Note what was done."""
        if sentence not in self.did:
            self.did.append(sentence)

    def doubt(self, sentence: str) -> None:
        """Note what is uncertain."""
        if sentence not in self.unsure:
            self.unsure.append(sentence)


def phrase_of(act: RecordedAction) -> str:
    """Return an action as a person would say it: `clicking the button “Add to basket”`."""
    args = {name: value for name, value in act.args.items() if name in NAMING}
    named = quoted(act.words) if act.words else ""
    return phrase(act.tool, args, element_words(act.element.to_json(), {}) if act.element else named).gerund


def capital(act: RecordedAction) -> str:
    """Return an action in words, as the beginning of a sentence."""
    return sentence_case(phrase_of(act))
