"""The fields of a form as they are named: by index, by label, or by the text that stands before them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from ...browser.evidence import Evidence
from ...browser.selector import Candidate, Selector, parse
from ...core.context import Context
from ...core.fault import Fault
from ...text.words import folded
from ..failures import no_element
from ..ground import by_words
from ..interaction import unless_gone
from ..match import rank
from ..observation import Control, Heading, OutlineGroup, OutlinePart, StaticText
from ..open_tab import OpenTab
from ..poll import until
from ..resolution import ResolvedElement, meant
from ..resolve import Ground, resolve, seek

SOON: Final = 0.5
"""Seconds that a field is waited for: a form that is there has its fields, but for those that another one brings up."""
COMPARED: Final = 10
"""Elements of one name of which it is seen whether something lies over them."""
MARKS: Final = " *:"
"""Signs behind a label."""


@dataclass(frozen=True, slots=True)
class FormField:
    """A field as it was named, and what was known of it before the form was touched."""

    label: str
    evidence: Evidence | None = None

    async def find(self, opened: OpenTab, context: Context) -> int:
        """Its index now, also where the page has drawn it anew; a Fault where the name leads nowhere."""
        if not self.label.isdecimal():
            return await self._named(opened, context)
        index = int(self.label)
        if not await is_gone(opened, index):
            return index
        if not opened.indices.has(index):
            raise no_element(index)
        found = await until(opened, SOON, partial(self._drawn_anew, opened, index, self.evidence))
        if found is None:
            return (await resolve(opened.tab, opened.indices, parse(index))).index
        return found

    async def _drawn_anew(self, opened: OpenTab, index: int, known: Evidence | None) -> int | None:
        """Its index where the page has drawn it anew: what a look says it is now, else what it is known by."""
        await opened.look()
        if not await is_gone(opened, index):
            return index
        twin = None if known is None else (await rank(opened.tab, known)).clear
        return None if twin is None else opened.indices.of(twin.frame, twin.number)

    async def _named(self, opened: OpenTab, context: Context) -> int:
        ground = partial(by_words, opened, context=context)
        exact, loose = _ways(self.label)

        async def look() -> int | None:
            for each in exact:
                if (index := await _free(opened, each)) is not None:
                    return index
            if (index := await self._behind_its_text(opened)) is not None:
                return index
            for each in loose:
                if (index := await _free(opened, each, ground)) is not None:
                    return index
            return None

        if (found := await until(opened, SOON, look)) is not None:
            return found
        hidden = await resolve(opened.tab, opened.indices, Selector((*exact, *loose)), ground=ground)
        if hidden.candidate in loose:
            message = f"Nothing that can be filled in is called {self.label!r}."
            hint = f"Something lies over [{hidden.index}], which has these words. Name the field by its index."
            raise Fault("not_found", message, received=self.label, hint=hint, retry=True)
        return hidden.index

    async def _behind_its_text(self, opened: OpenTab) -> int | None:
        """The one control that nothing lies over and before which the label stands as a text."""
        wanted = _bare(self.label)
        named = [
            control.index
            for text, control in _with_texts((await opened.look()).whole.parts)
            if _bare(text) == wanted and control.role != "link" and control.cover is None
        ]
        return named[0] if len(named) == 1 else None


async def known_fields(opened: OpenTab, labels: Iterable[str]) -> dict[str, FormField]:
    """The fields by their names; what those that are named by an index are like is remembered."""
    fields = {}
    for label in labels:
        place = opened.indices.place(int(label)) if label.isdecimal() else None
        known = None if place is None else await unless_gone(opened.tab.run(place[0], "evidence", place[1]))
        fields[label] = FormField(label, None if known is None else Evidence.from_json(known))
    return fields


async def is_gone(opened: OpenTab, index: int) -> bool:
    place = opened.indices.place(index)
    return place is None or await unless_gone(opened.tab.run(place[0], "evidence", place[1])) is None


async def is_covered(opened: OpenTab, index: int) -> bool:
    place = opened.indices.place(index)
    reach = None if place is None else await unless_gone(opened.tab.run(place[0], "reach", place[1]))
    return reach is not None and "cover" in reach


def _ways(label: str) -> tuple[list[Candidate], list[Candidate]]:
    """The ways in which a name is looked for: those by all of it, and those by a part or by its meaning."""
    exact = [
        Candidate("label", label, exact=True),
        Candidate("placeholder", label, exact=True),
        Candidate("role", "group", label, exact=True),
        Candidate("role", "radiogroup", label, exact=True),
    ]
    return exact, [Candidate("label", label), Candidate("act", label)]


async def _free(opened: OpenTab, candidate: Candidate, ground: Ground | None = None) -> int | None:
    """The only element that is meant and that nothing lies over."""
    sought = await seek(opened.tab, opened.indices, Selector((candidate,)), ground=ground)
    if isinstance(sought, ResolvedElement):
        found = [sought.index]
    else:
        matches = [each for failed in sought.failed for each in failed.matches if each.visible]
        found = [opened.indices.of(each.frame, each.number) for each in meant(candidate, matches)[:COMPARED]]
    free = [index for index in found if not await is_covered(opened, index)]
    return free[0] if len(free) == 1 else None


def _bare(text: str) -> str:
    return folded(text).strip(MARKS)


def _with_texts(parts: Iterable[OutlinePart]) -> Iterator[tuple[str, Control]]:
    """Yield the controls that stand right behind a text, with that text."""
    text = ""
    for part in _flat(parts):
        match part:
            case Control():
                if text:
                    yield text, part
                text = ""
            case StaticText(text=said) | Heading(text=said):
                text = said or ""
            case OutlineGroup():
                text = ""


def _flat(parts: Iterable[OutlinePart]) -> Iterator[OutlinePart]:
    """Yield what parts consist of in the order of the page; rows are only what is in them."""
    for part in parts:
        if isinstance(part, OutlineGroup):
            if part.kind != "row":
                yield part
            yield from _flat(part.parts)
        else:
            yield part
