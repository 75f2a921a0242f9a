"""Banners and pop-ups that stand in the way, and the buttons that answer them."""

from __future__ import annotations

import re
from typing import Final

from .evidence import Evidence

BANNER: Final = re.compile(
    r"\b(cookies?|consent|gdpr|privacy (?:settings|preferences|notice)|newsletter|pop-?ups?|overlay|promotion)\b",
    re.IGNORECASE,
)
ANSWERS: Final = re.compile(
    r"^(accept|allow|agree|reject|refuse|decline|deny|only (?:necessary|essential)|(?:strictly )?necessary|essential|"
    r"got it|ok(?:ay)?|i (?:agree|accept|understand)|close|dismiss|no,? thanks|not now|maybe later|"
    r"save (?:choices|settings)|×|x)\b",
    re.IGNORECASE,
)
CONSENT: Final = re.compile(r"\b(cookies?|consent|gdpr|privacy (?:settings|preferences|notice))\b", re.IGNORECASE)


def answers_banner(element: Evidence, words: str = "") -> bool:
    """Whether an element only dismisses a banner or pop-up; `words` are how a model named it."""
    return _answers(element, words, BANNER)


def answers_consent(element: Evidence) -> bool:
    """Whether an element answers what a site asks about cookies and privacy, before anything is done there."""
    return _answers(element, "", CONSENT)


def _answers(element: Evidence, words: str, about: re.Pattern[str]) -> bool:
    if element.role not in ("button", "link", None):
        return False
    name = element.name or element.text or ""
    around = (element.part, element.form, element.id, element.css, words, name)
    near = " ".join((*element.neighbours, *filter(None, around))).replace("_", " ")
    return bool(about.search(near)) and bool(ANSWERS.search(name.strip()))
