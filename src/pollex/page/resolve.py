"""From selectors to elements: candidates in their order over all frames, until one fits exactly one visible element.

`resolve` is one attempt. Whoever waits calls `seek` again and again, which explains nothing and is quick, and `resolve`
at last for a fault that explains.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ..browser.selector import Candidate, Selector
from ..core.fault import Fault
from ..core.json import Object
from .actionability import Actionability
from .driver import Frame, Tab
from .indices import Indices
from .resolution import Failed, Match, ResolvedElement, Unresolved, meant, unresolved_fault

Ground: TypeAlias = Callable[[str], Awaitable[ResolvedElement | None]]
"""Finds an element by a description."""

SUGGESTED: Final = frozenset({"text", "role", "label", "placeholder", "testid"})
"""Kinds by words, which may be misspelt."""


@dataclass(frozen=True, slots=True)
class FramePlace:
    """A frame, and whether it can be seen."""

    frame: Frame
    visible: bool


async def resolve(
    tab: Tab,
    indices: Indices,
    selector: Selector,
    *,
    pointer: str = "/selector",
    frame: str | None = None,
    hidden: bool = False,
    ground: Ground | None = None,
    aiming: Actionability | None = None,
) -> ResolvedElement:
    """The element that a selector means, in one attempt; else a Fault that says why not, and what is near.

    `frame` is the name or address of the only frame to look into (`""`: the main one); `hidden` takes hidden ones too.
    With `aiming`, what is found is aimed at in the same go wherever that is possible.
    """
    sought = await seek(tab, indices, selector, frame=frame, hidden=hidden, ground=ground, aiming=aiming)
    if isinstance(sought, ResolvedElement):
        return sought
    raise unresolved_fault(sought, indices, pointer, await _words(tab, sought))


async def seek(
    tab: Tab,
    indices: Indices,
    selector: Selector,
    *,
    frame: str | None = None,
    hidden: bool = False,
    ground: Ground | None = None,
    aiming: Actionability | None = None,
) -> ResolvedElement | Unresolved:
    """As `resolve`, without explaining."""
    search = Search(tab, indices, await _places(tab, frame), hidden, ground, aiming)
    sought = await search.through(selector)
    if (
        isinstance(sought, Unresolved)
        and all(each.why == "no match" for each in sought.failed)
        and await search.open_roots()
    ):
        return await search.through(selector)
    return sought


@dataclass(frozen=True, slots=True)
class Search:
    """One attempt: a tab with its frames as they are now."""

    tab: Tab
    indices: Indices
    places: list[FramePlace]
    hidden: bool
    ground: Ground | None
    aiming: Actionability | None

    async def through(self, selector: Selector) -> ResolvedElement | Unresolved:
        failed: list[Failed] = []
        for candidate in selector.candidates:
            outcome = await self._try(candidate)
            if isinstance(outcome, ResolvedElement):
                return replace(outcome, candidate=candidate, tried=Unresolved(tuple(failed)).tried)
            failed.append(outcome)
        return Unresolved(tuple(failed))

    async def open_roots(self) -> bool:
        """Ask plain elements too whether they have a closed shadow root; whether there was any."""
        opened = [await self._open(place.frame) for place in self.places]
        return any(opened)

    async def _open(self, frame: Frame) -> bool:
        hosts = await _unless_gone(self.tab.run(frame, "closedHosts"))
        return bool(hosts and await _unless_gone(self.tab.open_roots(frame, hosts)))

    async def _try(self, candidate: Candidate) -> ResolvedElement | Failed:
        if candidate.kind == "act":
            return await self._grounded(candidate)
        if candidate.kind == "index":
            return await self._indexed(candidate)
        answers = await asyncio.gather(*(self._find(place, candidate) for place in self.places))
        if wrong := next((answer["wrong"] for answer in answers if "wrong" in answer), None):
            return Failed(candidate, f"not a valid selector ({wrong})", "invalid_input")
        matches = [
            match for place, answer in zip(self.places, answers, strict=True) for match in _matches(place, answer)
        ]
        outcome = self._choose(candidate, matches, more=any(answer.get("more") for answer in answers))
        if isinstance(outcome, ResolvedElement) and (aimed := answers[0].get("aimed")):
            return replace(outcome, aimed={**aimed, "heard": answers[0].get("heard")})
        return outcome

    async def _find(self, place: FramePlace, candidate: Candidate) -> Object:
        """What one frame has, closed shadow roots included that no look has met yet."""
        args = (candidate.kind, candidate.value, candidate.name, candidate.exact)
        if self.aiming is not None and len(self.places) == 1:  # in one of several frames it may not be the only one
            asked = self.aiming.ask(self.tab, place.frame, "take", *args)
        else:
            asked = self.tab.run(place.frame, "find", *args)
        answer: Object = await _unless_gone(asked) or {"found": []}
        if answer.get("hosts") and await _unless_gone(self.tab.open_roots(place.frame, answer["hosts"])):
            return await self._find(place, candidate)
        return answer

    def _choose(self, candidate: Candidate, matches: list[Match], *, more: bool) -> ResolvedElement | Failed:
        seen = meant(candidate, [match for match in matches if match.visible])
        usable = seen or (tuple(matches) if self.hidden else ())
        if len(usable) == 1:
            return self._found(usable[0].frame, usable[0].number, candidate)
        if usable:
            count = f"more than {len(usable)}" if more else str(len(usable))
            return Failed(candidate, f"ambiguous: {count} elements", "ambiguous", usable)
        if matches:
            return Failed(candidate, f"hidden: {matches[0].role} {matches[0].name!r}", matches=tuple(matches))
        return Failed(candidate, "no match")

    async def _grounded(self, candidate: Candidate) -> ResolvedElement | Failed:
        if self.ground is None:
            return Failed(candidate, "needs grounding")
        try:
            found = await self.ground(str(candidate.value))
        except Fault as fault:
            if fault.code != "not_found":
                raise
            return Failed(candidate, fault.message.rstrip("."), hint=fault.hint)
        return found or Failed(candidate, "nothing fits the description")

    async def _indexed(self, candidate: Candidate) -> ResolvedElement | Failed:
        index = candidate.value
        if not isinstance(index, int):
            return Failed(candidate, "its template is not filled", "invalid_input")
        place = self.indices.place(index)
        if place is None:
            return Failed(candidate, "gone")
        frame, number = place
        gone = Failed(candidate, "gone", hint=self.indices.whereabouts(index))
        if self.aiming is not None:
            aimed = await _unless_gone(self.aiming.ask(self.tab, frame, "aim", number))
            there = aimed is not None and aimed["evidence"] is not None
            return replace(self._found(frame, number, candidate), aimed=aimed) if there else gone
        answer = await _unless_gone(self.tab.run(frame, "find", "index", number))
        return self._found(frame, number, candidate) if answer and answer["found"] else gone

    def _found(self, frame: Frame, number: int, candidate: Candidate) -> ResolvedElement:
        return ResolvedElement(frame, number, self.indices.of(frame, number), candidate)


async def _places(tab: Tab, named: str | None) -> list[FramePlace]:
    """The frames of a tab, the main one first; with a name or address, only those that have it."""
    main = FramePlace(await tab.main(), visible=True)
    if named == "":
        return [main]
    places = [main]
    for place in places:
        children = await tab.children(place.frame)
        numbers = [number for number, _ in children]
        seen = await _unless_gone(tab.run(place.frame, "seenAmong", numbers)) if children else None
        places += [FramePlace(child, place.visible and number in (seen or ())) for number, child in children]
    if named is None:
        return places
    names = await asyncio.gather(*(_unless_gone(tab.run(place.frame, "frameNames")) for place in places))
    return [place for place, known in zip(places, names, strict=True) if named in (known or ())]


def _matches(place: FramePlace, answer: Object) -> list[Match]:
    return [
        Match(
            frame=place.frame,
            number=each["number"],
            role=each["role"],
            name=each["name"],
            visible=each["visible"] and place.visible,
            whole=each["whole"],
            active=each["active"],
            near=tuple(each["near"]),
        )
        for each in answer["found"]
    ]


async def _words(tab: Tab, missed: Unresolved) -> dict[Candidate, list[str]]:
    """For candidates by words that fit nothing, the words that are there."""
    wanted = [each.candidate for each in missed.failed if each.why == "no match" and each.candidate.kind in SUGGESTED]
    places = await _places(tab, None) if wanted else []
    found = {}
    for candidate in wanted:
        asked = (_unless_gone(tab.run(place.frame, "wordsFor", candidate.kind, candidate.value)) for place in places)
        found[candidate] = [word for words in await asyncio.gather(*asked) for word in words or ()]
    return found


async def _unless_gone(asked: Coroutine[Any, Any, Any]) -> Any:
    """None where the frame went meanwhile: what is in the others is still worth finding."""
    try:
        return await asked
    except Fault as fault:
        if fault.code != "not_found":
            raise
        return None
