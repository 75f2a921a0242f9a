"""What compiling did and what it was unsure of, in words, each said once."""

from __future__ import annotations

from dataclasses import dataclass, field

from .recording import RecordedAction

VERBS = {
    "page.navigate": "going to",
    "page.click": "clicking",
    "page.type": "typing into",
    "page.select": "choosing from",
    "page.check": "ticking",
    "page.hover": "pointing at",
    "page.keypress": "pressing",
}


@dataclass(slots=True)
class CompileNotes:
    """Sentences for whoever asked."""

    did: list[str] = field(default_factory=list)
    unsure: list[str] = field(default_factory=list)

    def mark(self) -> tuple[int, int]:
        return len(self.did), len(self.unsure)

    def rollback(self, mark: tuple[int, int]) -> None:
        """Take back what was said since, because nothing came of it."""
        del self.did[mark[0] :], self.unsure[mark[1] :]

    def add(self, sentence: str) -> None:
        if sentence not in self.did:
            self.did.append(sentence)

    def doubt(self, sentence: str) -> None:
        if sentence not in self.unsure:
            self.unsure.append(sentence)


def in_words(act: RecordedAction) -> str:
    """An action as a person would say it: `clicking “Add to basket”`."""
    verb = VERBS.get(act.tool, act.tool.removeprefix("page.").replace("_", " "))
    element = act.element
    named = None if element is None else element.name or element.label or element.text
    said = named or act.words or act.args.get("url") or act.args.get("key") or act.args.get("instruction")
    return f"{verb} “{said}”" if said else verb


def capital(act: RecordedAction) -> str:
    """The same at the beginning of a sentence."""
    said = in_words(act)
    return said[:1].upper() + said[1:]
