"""All numbers by which grounding scores, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Weights:
    """Scores are from 0 to 1; what is called a factor is multiplied to them."""

    enough: float = 0.64  # the least score of an answer
    margin: float = 0.08  # by how much it must be better than the next that leads elsewhere
    liberty: float = 0.97  # factor for each word that is read against the first look
    stop: float = 0.12  # what words count that join a phrase
    soft: float = 0.25  # … that say little
    look: float = 0.15  # … that say how something looks
    noun: float = 0.5  # … that say what lists are of: messages, orders, products
    rarity: float = 0.35  # how much less a word counts that is said ten times on the page
    missing: float = 0.75  # factor for each word that matters and is said nowhere
    mute: float = 0.7  # factor where a control does not say what is to be done
    context: float = 0.86  # what a word counts that is said around a thing and not by itself
    topic: float = 0.7  # what a word counts that the page as a whole is about
    excess: float = 0.22  # how much a name loses that says nothing but what was not asked for
    unlisted: float = 0.9  # factor for counting by such a noun what is no list
    stripped: float = 0.92  # factor where the action was taken away and yet a control says it
    plain: float = 0.75  # how well any list is called by the nouns of lists
    listed: float = 0.93  # factor for rows of a list where the noun is no kind of element (`the third message`)
    unwished: float = 0.72  # factor for an element that the action cannot be done to
    passive: float = 0.88  # factor where no kind is named, for what people do not act on
    current: float = 0.9  # factor for the entry of a menu where we are already
    footer: float = 0.94  # factor for what stands at the foot of the page
    behind: float = 0.6  # factor for what lies behind a dialog
    lone: float = 0.6  # factor for counting where there is only one
    first: float = 0.8  # the same for the first, which is also the first of one
    part: float = 0.14  # how much it matters of what kind a named part of the page is
    exact: float = 1.09  # factor for what is called by just the words of the target
    loose: float = 0.8  # factor for words that are said somewhere in a large part
    ticking: float = 0.8  # factor for the box by which a row is chosen, where the row may be meant
    aside: float = 0.7  # factor for another button of a row, where the row itself says all that is asked for
    rival: float = 0.9  # which part of the best first score makes a rival


WEIGHTS: Final = Weights()
