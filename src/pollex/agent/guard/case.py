"""An effect as it is judged: with the act that caused it, the values it changes, and what the page is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

from ...browser.effect import Effect
from ...browser.evidence import Evidence
from ...core.call import Call
from ...core.context import Context
from ...core.difference import Difference
from ...core.json import dumps
from ...core.tool import Tool
from ...text.words import split_name, stem, tokens
from ..presses import entered_by
from ..task import Task
from .provenance import ADDED, ADDRESSEE, ChangedValue, Provenance

COMMON: Final = frozenset(
    {
        *("a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "i", "in", "into", "is", "it"),
        *("its", "me", "my", "of", "on", "or", "please", "so", "that", "the", "their", "them", "then", "this", "to"),
        *("was", "will", "with", "you", "your", "all", "new", "one", "two", "out", "off", "up", "page", "item", "list"),
        *("button", "set", "get", "make", "do"),
    }
)
"""Words that say nothing about what a text is about."""
HOW_MUCH: Final = re.compile(r"amount|sum|quantity|qty|pieces|price|budget|limit", re.IGNORECASE)
"""Names of fields that hold an amount."""
GENERIC: Final = re.compile(
    r"^(?:yes|ok|okay|confirm|continue|submit|proceed|go on|next|save|apply|done|finish|ja|oui|sí|si|weiter)\b.*",
    re.IGNORECASE,
)
"""Names of controls that fit everything."""


@dataclass
class Act:
    """A call that may change something, and the element that it acts on."""

    tool: Tool
    call: Call
    args: Any
    context: Context
    element: Evidence | None = None
    question: str = ""
    """What the browser's dialog asks that it answers."""
    path: str = ""
    """Where the run makes this call."""

    @property
    def control(self) -> str:
        """The name of what was pressed, or of the tool that acts by itself."""
        found = self.element
        if found is not None:
            return (found.name or found.text or found.label or "").strip()
        return "" if self.tool.name.startswith("page.") else self.tool.title or self.tool.name

    @property
    def pressed(self) -> str:
        """What a judge is told was pressed: of a control without words what it looks like."""
        looks = "" if self.element is None else self.element.looks
        return self.control or (f"‹{looks}›" if looks else "")

    @property
    def is_one_of_several(self) -> bool:
        """Whether nothing but its row tells the control from others."""
        return self.element is not None and ((self.element.likes or 1) > 1 or not self.control)

    @property
    def row(self) -> tuple[str, ...]:
        """What stands in the row of the control, where only that tells it from others; no heading above all of them."""
        if self.element is None or not self.is_one_of_several:
            return ()
        own = [each for each in self.element.row_texts if each not in self.element.others]  # no buttons beside it
        return tuple(dict.fromkeys(own)) or (() if self.element.rowless or self.element.row_texts else self.around)

    @property
    def around(self) -> tuple[str, ...]:
        """What stands around the control."""
        return () if self.element is None else self.element.neighbours

    @property
    def here(self) -> str:
        """The address of the page."""
        return "" if self.context.page is None else self.context.page.url

    def entered(self) -> Iterator[str]:
        """Yield the values that it puts into the page, or gives to a tool."""
        return entered_by(self.tool.name, self.args)


@dataclass
class Past:
    """An effect that was let through, and what was pressed for it."""

    effect: Effect
    act: Act
    fingerprint: str
    values: int
    """How many values had been entered in the run by then."""
    said: tuple[str, ...] = ()
    """What it changed, in a few words."""
    about: str = ""
    """The words that say what kind of act it was."""


@dataclass
class Case:
    """One effect to be judged."""

    effect: Effect
    act: Act
    task: Task
    provenance: Provenance
    entered: int = 0
    """How many values the model has entered in the run."""
    title: str = ""
    headings: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    """Lines of the page that have a control of the same name."""
    past: Sequence[Past] = field(default=())
    follows: bool = False
    """Whether nothing was done between the last effect that was let through and this act."""
    chosen: Sequence[str] = ()
    """The rows of what was pressed or ticked for it before."""
    read: Sequence[str] = ()
    """Lines in which the run read about it."""

    @cached_property
    def values(self) -> list[ChangedValue]:
        element = None if any(self.act.entered()) else self.act.element  # a field is no control that sends its own name
        return self.provenance.values(self.effect, self.act.control, None if element is None else element.field)

    @property
    def made(self) -> list[ChangedValue]:
        """The values that the model made or chose, or nobody knows who did; all of them, where an act made no other."""
        found = [each for each in self.values if each.maker != "page"]
        is_noted = not self.effect.is_compared or self.effect.own or all(each.is_mark for each in self.values)
        return found if found or is_noted else [each for each in self.values if not each.is_spacing]

    @property
    def by_model(self) -> list[ChangedValue]:
        return [each for each in self.values if each.maker == "model"]

    @cached_property
    def spoken(self) -> frozenset[str]:
        """The words of the task by their stems."""
        return stems(self.task.text)

    def hits(self, texts: Sequence[str]) -> frozenset[str]:
        """Return the words that texts share with the task."""
        return frozenset().union(*map(stems, texts)) & self.spoken

    def names(self, texts: Sequence[str]) -> bool:
        """Return whether the task has at least half of the telling words of one of these texts."""
        words = [found for each in texts if (found := stems(each))]
        return any(2 * len(found & self.spoken) >= len(found) for found in words)

    @cached_property
    def about(self) -> str:
        """The words that say what kind of act it is: of the control, the question, the address and the fields."""
        names = [part for part in self.effect.request.path.split("/") if not re.search(r"\d", part)][-2:]
        return " ".join([self.act.control, self.act.question, self.effect.request.operation, *map(split_name, names)])

    @cached_property
    def fingerprint(self) -> str:
        """What is equal for two requests that do the same."""
        request = self.effect.request
        sent_to = [each for each in self.made if ADDRESSEE.search(each.text)]
        told = [*sent_to, *(each for each in self.made if HOW_MUCH.search(each.field))] if sent_to else self.made
        said = sorted(f"{'/'.join(each.path)}={ADDED.sub('', each.text)}" for each in told)
        fixed = [str(each["value"]) for each in self.effect.fields if each.get("kind") == "hidden"]
        return dumps([request.method, request.url, request.operation, said, fixed, self.act.control, *self.act.row])

    def records(self) -> dict[tuple[str, ...], list[ChangedValue]]:
        """Return the made values by the record that they are in."""
        found: dict[tuple[str, ...], list[ChangedValue]] = {}
        for each in self.made:
            found.setdefault(each.change.record, []).append(each)
        return found

    def siblings(self, change: Difference) -> Iterator[list[str]]:
        """Yield the short values of the other records in the list that a change is in."""
        document, nearest = self.effect.base, None
        for step in change.path:
            if isinstance(document, dict):
                document = document.get(step)
            elif isinstance(document, list):
                nearest = document
                document = next((each for each in document if _has_id(each, step)), None)
        own = document if isinstance(document, dict) else None
        for each in nearest or ():
            if isinstance(each, dict) and each is not own and not _has_id(each, _id_in(change)):
                yield [str(value) for value in each.values() if isinstance(value, str | int) and len(str(value)) <= 60]

    def in_list(self, change: Difference) -> bool:
        """Whether a change is in one of several records."""
        document = self.effect.base
        for step in change.path:
            if isinstance(document, list):
                return True
            document = document.get(step) if isinstance(document, dict) else None
        return isinstance(document, list)


def _has_id(item: Any, wanted: str) -> bool:
    return isinstance(item, dict) and any(str(each) == wanted for each in item.values() if isinstance(each, str | int))


def _id_in(change: Difference) -> str:
    return change.path[-1] if change.kind != "changed" else change.path[-2] if len(change.path) > 1 else ""


def stems(text: str) -> frozenset[str]:
    """Return the telling words of a text by their stems."""
    return frozenset(stem(word) for word in tokens(text) if word not in COMMON and (len(word) > 2 or word.isdigit()))
