"""Relocates an element by its selectors and by the evidence that was recorded for it.

Selectors come first, unless what they find is plainly something else. When none of them finds it, what is known is
compared with the page, and an element that clearly fits is taken; then words, then a model's choice. Nothing is done
to the page before one element is decided on.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from ..browser.evidence import Evidence, contradicts, score
from ..browser.selector import Candidate, Selector
from ..core.context import Context
from ..core.fault import Fault, Issue
from ..text.words import folded
from .actionability import Actionability
from .evidence import record
from .ground import by_words
from .ground.ask import MAX_CANDIDATES, ask_which
from .match import EvidenceRanking, Rival, rank
from .meaning import alike
from .open_tab import OpenTab
from .poll import until
from .resolution import Failed, ResolvedElement, Unresolved
from .resolve import resolve, seek

GRACE: Final = 0.2
"""The part of the patience in which only selectors count: the element may be about to appear."""
SURE: Final = 0.75
"""The least score of what a selector by words finds although it is called more than these."""
WORDED: Final = frozenset({"role", "label", "placeholder", "text"})
LISTED: Final = 5
"""Elements that a fault names."""


async def relocate(
    opened: OpenTab, selector: Selector, known: Evidence, context: Context, aiming: Actionability
) -> ResolvedElement:
    """The element, waited for as long as for any other; a Fault that names what is near where none clearly is it."""
    search = Relocation(opened, selector, known, context, aiming)
    grace = GRACE * aiming.patience
    found = await until(opened, grace, search.by_selectors)
    if found is None:
        await opened.tab.traffic.quiet(0, grace)
        found = await until(opened, aiming.patience - grace, search.by_all)
    return found or await search.by_model() or await search.fail()


@dataclass(frozen=True, slots=True)
class Relocation:
    """What is looked for, and where."""

    opened: OpenTab
    selector: Selector
    known: Evidence
    context: Context
    aiming: Actionability

    async def by_selectors(self) -> ResolvedElement | None:
        sought = await self._sought()
        return sought if isinstance(sought, ResolvedElement) else None

    async def by_all(self) -> ResolvedElement | None:
        if found := await self.by_selectors():
            return found
        ranking = await rank(self.opened.tab, self.known)
        if clear := ranking.clear:
            return self._healed(clear, ranking)
        return await self._by_words()

    async def by_model(self) -> ResolvedElement | None:
        """Let the model choose among those that are near, if there is one."""
        ranking = await rank(self.opened.tab, self.known)
        model = self.context.model
        if model is None or not ranking.rivals:
            return None
        lines = [describe_rival(rival) for rival in ranking.rivals[:MAX_CANDIDATES]]
        answer = await ask_which(model, evidence_phrase(self.known), lines, self.context)
        if answer.place is None:
            return None
        return replace(self._healed(ranking.rivals[answer.place], ranking), chosen="model", cost=answer.cost)

    async def fail(self) -> ResolvedElement:
        """The fault of the selectors, with what is near by what is known."""
        try:
            ground = partial(by_words, self.opened, context=self.context)
            own = self.selector
            return await resolve(self.opened.tab, self.opened.indices, own, ground=ground, aiming=self.aiming)
        except Fault as fault:
            ranking = await rank(self.opened.tab, self.known)
            near = [f"[{self._index(rival)}] {describe_rival(rival)}" for rival in ranking.rivals[:LISTED]]
            if near:
                fault.hint = f"Nothing is clearly {evidence_phrase(self.known)}; near it are {'; '.join(near)}."
                fault.issues = (*fault.issues, *(Issue("/selector", each) for each in near))
            raise

    async def _sought(self) -> ResolvedElement | Unresolved:
        """What the selectors find, but for what contradicts all that is known."""
        failed: list[Failed] = []
        rest = tuple(each for each in self.selector.candidates if each.kind != "act")
        while rest:
            sought = await seek(self.opened.tab, self.opened.indices, Selector(rest), aiming=self.aiming)
            if isinstance(sought, Unresolved):
                return Unresolved((*failed, *sought.failed))
            found = await self._evidence(sought)
            if not self._is_another(sought.candidate, found):
                tried = (*Unresolved(tuple(failed)).tried, *sought.tried)
                return replace(sought, tried=tried)
            at = rest.index(sought.candidate)
            failed.append(Failed(sought.candidate, f"it leads to {evidence_phrase(found)}"))
            rest = rest[at + 1 :]
        return Unresolved(tuple(failed))

    def _is_another(self, candidate: Candidate, found: Evidence) -> bool:
        """Whether a selector has led astray: to something of another kind, or to what only has its words in it."""
        if contradicts(self.known, found, alike):
            return True
        said = candidate.name if candidate.kind == "role" else str(candidate.value)
        if candidate.kind not in WORDED or said is None:
            return False
        called = {folded(each) for each in (found.name, found.label, found.text, found.placeholder) if each}
        return folded(said) not in called and score(self.known, found, alike) < SURE

    async def _evidence(self, found: ResolvedElement) -> Evidence:
        if found.aimed is not None and found.aimed["evidence"] is not None:
            return Evidence.from_json(found.aimed["evidence"])
        return await record(self.opened.tab, found.frame, found.number)

    async def _by_words(self) -> ResolvedElement | None:
        """What the words mean, unless it is plainly something else than what is known."""
        for candidate in self.selector.candidates:
            if candidate.kind == "act" and (found := await self._grounded(str(candidate.value))):
                evidence = await record(self.opened.tab, found.frame, found.number)
                return None if contradicts(self.known, evidence, alike) else found
        return None

    async def _grounded(self, words: str) -> ResolvedElement | None:
        try:
            return await by_words(self.opened, words, context=self.context)
        except Fault as fault:
            if fault.code not in ("ambiguous", "not_found"):
                raise
            return None

    def _healed(self, rival: Rival, ranking: EvidenceRanking) -> ResolvedElement:
        best = ranking.rivals[0]
        other = ranking.runner_up if rival is best else best
        scores = {"score": rival.score, "runnerUp": other.score if other else 0.0, "why": why(self.known, rival)}
        candidate = Candidate("css", rival.evidence.css or rival.evidence.tag or "*")
        return ResolvedElement(rival.frame, rival.number, self._index(rival), candidate, healed=scores)

    def _index(self, rival: Rival) -> int:
        return self.opened.indices.of(rival.frame, rival.number)


def why(known: Evidence, rival: Rival) -> str:
    """What spoke for it, for people who look at the change."""
    facts = ("test_id", "role", "name", "label", "placeholder", "id", "field", "form", "href", "part", "type")
    same = [name for name in facts if (fact := getattr(known, name)) and fact == getattr(rival.evidence, name)]
    other = [name for name in ("role", "name") if getattr(known, name) != getattr(rival.evidence, name)]
    changed = [f"{name} {getattr(known, name)!r} is now {getattr(rival.evidence, name)!r}" for name in other]
    kept = f"the same {', '.join(same)}" if same else "nothing is the same"
    return "; ".join([kept, *changed])


def evidence_phrase(known: Evidence) -> str:
    said = known.name or known.label or known.text or known.placeholder
    return f"the {known.role or 'element'} {said!r}" if said else f"the {known.role or 'element'} without words"


def describe_rival(rival: Rival) -> str:
    near = f" near {', '.join(map(repr, rival.evidence.neighbours[:2]))}" if rival.evidence.neighbours else ""
    return f"{evidence_phrase(rival.evidence)}{near} ({rival.score:.2f})"
