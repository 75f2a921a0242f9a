"""`the cheapest`, `the three best rated`, `with the highest balance`: which records, by which field, which end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from .limits import COUNT, number

End = Literal["least", "most", "first", "last", "nth"]
WORDS: Final[tuple[tuple[str, End, str], ...]] = (
    (r"cheapest|least expensive|lowest[- ]priced|least costly|most affordable", "least", "price"),
    (r"most expensive|dearest|priciest|highest[- ]priced|costliest|most costly", "most", "price"),
    (r"best[- ]rated|highest[- ]rated|top[- ]rated|best[- ]reviewed", "most", "rating"),
    (r"worst[- ]rated|lowest[- ]rated|least[- ]liked", "least", "rating"),
    (r"most[- ]reviewed|most[- ]rated", "most", "reviews"),
    (r"newest|latest|most recent", "most", "date"),
    (r"oldest|earliest|least recent", "least", "date"),
    (r"heaviest", "most", "weight"), (r"lightest", "least", "weight"),
    (r"longest", "most", "length"), (r"shortest", "least", "length"),
    (r"tallest", "most", "height"),
    (r"largest|biggest|highest|greatest|most", "most", ""),
    (r"smallest|lowest|fewest|least", "least", ""),
    (r"first|top(?:most)?", "first", ""), (r"last|bottom(?:most)?|final", "last", ""),
)  # fmt: skip
ORDINALS: Final = {
    word: place
    for place, word in enumerate(
        ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"), 2
    )
} | {"2nd": 2, "3rd": 3, "4th": 4, "5th": 5, "6th": 6, "7th": 7, "8th": 8, "9th": 9, "10th": 10}
DATE: Final = r"(?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
"""After an ordinal: a day, and no place in a list."""
WITH: Final = re.compile(
    r"\s*(?:,\s*)?\b(?:with|that has|which has|has|having|with by far|have|that have) (?:the )?(?P<word>highest|"
    r"lowest|largest|smallest|greatest|biggest|most|fewest|least|best|worst|earliest|latest|longest|shortest|newest|"
    r"oldest)\s+(?P<field>[a-z][a-z -]*?)(?=$|,|\s+(?:in|on|of|among)\b)",
    re.IGNORECASE,
)
SIDES: Final[dict[str, End]] = {
    **dict.fromkeys(
        ("highest", "largest", "greatest", "biggest", "most", "best", "latest", "longest", "newest"), "most"
    ),
    **dict.fromkeys(("lowest", "smallest", "fewest", "least", "worst", "earliest", "shortest", "oldest"), "least"),
}


@dataclass(frozen=True, slots=True)
class Extreme:
    end: End
    by: str
    """The field; "" where only the noun can tell."""
    number: int | None
    rest: str
    """The phrase without the words for it."""


def extreme(phrase: str) -> Extreme | None:
    """The superlative of a phrase."""
    if match := WITH.search(phrase):
        field = re.sub(r"^number of ", "", match["field"].strip())
        return Extreme(
            SIDES[match["word"].lower()], field, None, (phrase[: match.start()] + phrase[match.end() :]).strip()
        )
    ordinal = re.match(
        rf"(?:the |my |our |your )?(?P<word>{'|'.join(ORDINALS)})\s+(?!{DATE})(?P<rest>.+)$", phrase, re.IGNORECASE
    )
    if ordinal:
        return Extreme("nth", "", ORDINALS[ordinal["word"].lower()], ordinal["rest"].strip())
    for words, end, by in WORDS:
        pattern = re.compile(
            rf"^(?:the |my |our |your )?(?:(?P<before>{COUNT}) )?(?:{words})(?:[ "
            rf"](?P<after>(?!one\b){COUNT}))?\b(?P<rest>.*)$",
            re.IGNORECASE,
        )
        if match := pattern.match(phrase.strip()):
            many = match["before"] or match["after"]
            rest = match["rest"].strip()
            if end in ("first", "last") and not rest and not many:
                continue
            return Extreme(
                end, by, number(many) if many else None, re.sub(r"^(?:of )?(?:the )?(?:one\b)?", "", rest).strip()
            )
    return None
