"""How alike two texts of pages are in what they mean: by their words, the forms of these, and other words for them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ..browser.evidence import likeness
from ..text.lexicon import WordIndex, word_class, word_index

SMALL: Final = 0.2
"""What a word counts that says little by itself."""
FORM: Final = 0.95
IDEA: Final = 0.85
NEAR: Final = 0.5


@lru_cache(maxsize=5_000)
def alike(one: str, other: str) -> float:
    """From 0 to 1: 'Add to basket' and 'Put in cart' mean much the same, and 'Save' and 'Safe' do not."""
    left, right = word_index(one), word_index(other)
    if not left.tokens or not right.tokens:
        return likeness(one, other)
    both = (_said(left, right) + _said(right, left)) / 2
    return max(both, likeness(one, other))


def _said(text: WordIndex, by: WordIndex) -> float:
    """How much of a text another one says."""
    weights = [SMALL if token in word_class("stop") else 1.0 for token in text.tokens]
    found = [_form(text, place, by) for place in range(len(text.tokens))]
    for idea, places in text.meanings.items():
        if idea in by.meanings:
            for place in places:
                found[place] = max(found[place], IDEA if idea >= 0 else NEAR)
    return sum(weight * fit for weight, fit in zip(weights, found, strict=True)) / sum(weights)


def _form(text: WordIndex, place: int, by: WordIndex) -> float:
    if text.tokens[place] in by.places:
        return 1.0
    stems = [form for form, at in text.places.items() if place in at and form.startswith(".")]
    return FORM if any(form in by.places for form in stems) else 0.0
