"""All numbers by which grounding judges, in one place; `bench/ground/fit.py` tries others on the phrases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    enough: float = 0.64
    """The least score of an answer."""
    margin: float = 0.08
    """By how much it must be better than the next that leads elsewhere."""
    liberty: float = 0.97
    """Factor for each word that is read against the first look."""
    stop: float = 0.12
    soft: float = 0.25
    noise: float = 0.15
    noun: float = 0.5
    """For what lists are of: messages, orders, products."""
    rarity: float = 0.35
    """How much less a word counts that is said ten times on the page."""
    missing: float = 0.75
    """Factor for each word that matters and is said nowhere."""
    mute: float = 0.7
    """Factor where a control does not say what is to be done."""
    context: float = 0.86
    """What a word counts that is said around a thing and not by itself."""
    topic: float = 0.7
    """What a word counts that the page as a whole is about."""
    excess: float = 0.22
    """How much a name loses that says nothing but what was not asked for."""
    unlisted: float = 0.9
    """Factor for counting by such a noun what is no list."""
    stripped: float = 0.92
    """Factor where the action was taken away and yet a control says it."""
    plain: float = 0.75
    """How well any list is called by the nouns of lists."""
    listed: float = 0.93
    """Factor for rows of a list where the noun is no kind of element (`the third message`)."""
    unwished: float = 0.72
    """Factor for an element that the action cannot be done to."""
    passive: float = 0.88
    """Factor where no kind is named, for what people do not act on."""
    current: float = 0.9
    """Factor for the entry of a menu where we are already."""
    footer: float = 0.94
    behind: float = 0.6
    """Factor for what lies behind a dialog."""
    lone: float = 0.6
    """Factor for counting where there is only one."""
    first: float = 0.8
    """The same for the first, which is also the first of one."""
    part: float = 0.14
    """How much it matters of what kind a named part of the page is."""
    exact: float = 1.09
    """Factor for what is called by just the words of the target."""
    loose: float = 0.8
    """Factor for words that are said somewhere in a large part."""
    astray: float = 0.88
    """Factor for what says the words of a name that the page has, but not as that name."""
    ticking: float = 0.8
    """Factor for the box by which a row is chosen, where the row may be meant."""
    aside: float = 0.7
    """Factor for another button of a row, where the row itself says all that is asked for."""
    rival: float = 0.9
    """Which part of the best first score makes a rival."""
    elsewhere: float = 0.5
    """Factor for words that are said in another row than the thing is in."""


WEIGHTS: Final = Weights()
