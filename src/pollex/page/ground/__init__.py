"""Words → element: what they say is compared with what the page shows, by score and margin. Where that is not enough
the Context's model, if there is one, chooses among the nearest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ...browser.selector import Candidate
from ...core.context import Context
from ...core.protocols import Model
from ...text.words import folded
from ..driver import Frame
from ..open_tab import OpenTab
from ..resolution import ResolvedElement
from .ask import MAX_CANDIDATES, Answer, ask_which
from .collect import collect
from .faults import describe_choice, rivals, unnamed, unsure
from .ranking import Ranked, rank
from .scene import Thing
from .scoring import ScoredThing

REMEMBERED: Final = 50
"""Answers of a model that a tab keeps."""


@dataclass(frozen=True, slots=True)
class Grounded:
    """What words mean on a page, and the frames by the number that things have."""

    chosen: Ranked
    frames: list[Frame]

    def lines(self, opened: OpenTab) -> list[str]:
        """The nearest candidates in words."""
        return [describe_choice(choice, self.frames, opened.indices) for choice in self.chosen.ranked[:MAX_CANDIDATES]]


async def by_words(opened: OpenTab, words: str, *, context: Context) -> ResolvedElement | None:
    """The element that the words mean; None where nothing fits well enough, a Fault where several fit as well or where
    nothing has a proper name in them."""
    grounded = await ground(opened, words)
    if fault := unnamed(words, grounded.chosen):
        raise fault
    if found := await _one(opened, words, grounded, context):
        return found
    if fault := unsure(words, grounded.chosen, grounded.frames, opened.indices):
        raise fault
    return None


async def called_so(opened: OpenTab, words: str) -> ResolvedElement | None:
    """The element that has just these words as its name, label or text, or alone begins with them; a Fault where
    several have them."""
    grounded = await ground(opened, words)
    if fault := unnamed(words, grounded.chosen):
        raise fault
    ranked = grounded.chosen.ranked
    called = tuple(each for each in ranked if folded(words) in _names(each.thing))
    begun = [each for each in ranked if any(name.startswith(f"{folded(words)} ") for name in _names(each.thing))]
    called = _exactly(words, called) or called or tuple(begun if len(begun) == 1 else ())
    if len(called) > 1 and grounded.chosen.thing is not called[0].thing:
        among = replace(grounded.chosen, ranked=called)
        if fault := unsure(words, among, grounded.frames, opened.indices):
            raise fault
    return _found(opened, words, grounded.frames, called[0].thing) if called else None


def _exactly(words: str, ranked: Sequence[ScoredThing]) -> tuple[ScoredThing, ...]:
    """The only one that is called just so, as it is written; the only control, where texts are called so too."""
    said = words.strip()
    called = [each for each in ranked if said in (each.thing.said, f"{each.thing.role} {each.thing.said}")]
    controls = [each for each in called if each.thing.sort == "control"]
    return next((tuple(some) for some in (called, controls) if len(some) == 1), ())


def _names(thing: Thing) -> set[str]:
    """What an element is called, alone and with its role."""
    said = [folded(each) for each in (thing.name, thing.label, thing.text, thing.title, thing.hint) if each]
    return {name for each in said for name in (each, f"{thing.role} {each}", f"{each} {thing.role}")}


async def fitting(opened: OpenTab, words: str, *, context: Context) -> list[tuple[ResolvedElement, str]]:
    """The element that the words mean, or those that fit about equally, each with a text near it that tells it."""
    grounded = await ground(opened, words)
    if fault := unnamed(words, grounded.chosen):
        raise fault
    if found := await _one(opened, words, grounded, context):
        return [(found, "")]
    equals = rivals(grounded.chosen)
    return [(_found(opened, words, grounded.frames, choice.thing), choice.near) for choice in equals]


async def _one(opened: OpenTab, words: str, grounded: Grounded, context: Context) -> ResolvedElement | None:
    """What is clearly meant, or what a model chooses."""
    if grounded.chosen.thing is not None:
        return _found(opened, words, grounded.frames, grounded.chosen.thing)
    if exact := _exactly(words, grounded.chosen.ranked):
        return _found(opened, words, grounded.frames, exact[0].thing)
    if context.model is not None and len({each.partition("] ")[2] for each in grounded.lines(opened)}) > 1:
        answer = await _asked(opened, words, grounded, context.model, context)
        if answer.place is not None:
            thing = grounded.chosen.ranked[answer.place].thing
            return _found(opened, words, grounded.frames, thing, answer)
    return None


async def ground(opened: OpenTab, words: str) -> Grounded:
    """Compare words with the page. Of a very large one what is near the viewport is looked at first, then the rest."""
    scene, frames = await collect(opened.tab)
    chosen = rank(scene, words)
    if scene.cut and (not chosen.sure or chosen.counted):
        scene, frames = await collect(opened.tab, whole=True)
        chosen = rank(scene, words)
    return Grounded(chosen, frames)


async def _asked(opened: OpenTab, words: str, grounded: Grounded, model: Model, context: Context) -> Answer:
    """What a model chooses; who waits for an element asks again and again, so the same is asked only once."""
    question = (words, tuple(grounded.lines(opened)))
    if question in opened.asked:
        return Answer(opened.asked[question])
    answer = await ask_which(model, words, question[1], context)
    if len(opened.asked) >= REMEMBERED:
        opened.asked.clear()
    opened.asked[question] = answer.place
    return answer


def _found(
    opened: OpenTab, words: str, frames: list[Frame], thing: Thing, answer: Answer | None = None
) -> ResolvedElement:
    frame = frames[thing.frame]
    index = opened.indices.of(frame, thing.number)
    found = ResolvedElement(frame, thing.number, index, Candidate("act", words))
    return found if answer is None else replace(found, chosen="model", cost=answer.cost)
