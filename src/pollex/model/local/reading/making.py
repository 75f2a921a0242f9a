"""Orders to create something with the page's own form: `write a message to Ann with the subject "Hello"`."""

from __future__ import annotations

import re
from typing import Final

from ..program import Enter, Make
from .masks import Masked
from .pairs import Pair
from .pairs import pairs as pairs_of

MAKES: Final = re.compile(
    r"^(?P<verb>create|add|write|compose|make|open|file|draft|set up|start|send|post|"
    r"schedule|transfer|pay|send off|book|reserve)\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
NOUN: Final = re.compile(
    r"^(?:(?:a|an|another|one)\s+(?:new\s+)?|new\s+|the\s+(?=message))(?P<noun>[a-z-]+(?: (?!with|to|for|from|saying|"
    r"titled|called|named|of|that|and|in|as|on|at|under|about|by)[a-z]+)?)\b\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
PAYS: Final = re.compile(
    r"^(?:(?:transfer|pay|send|wire|move)|(?:schedule|make|set up|order) a (?:transfer|payment) of) "
    r"(?P<amount>[€$£]?\s?\d[\d.,]*(?:\s?(?:euros?|eur|€|dollars?|pounds?))?)(?: from "
    r"(?P<from>[^,]+?))?(?: to (?P<to>[^,]+?))?(?: today| now)?(?P<rest>,.*)?$",
    re.IGNORECASE | re.DOTALL,
)
RULE: Final = re.compile(r"^(?:if|when) (?:the )?[a-z ]+? (?:contains?|has|mentions?|says?) (?=⟦|[A-Z])", re.IGNORECASE)
"""What a rule looks for, before what it does."""
WISH: Final = re.compile(
    r"^(?:i|we)(?: (?:need|want|would like)|['’]d like)\s+(?P<what>an? .+)$", re.IGNORECASE | re.DOTALL
)


def making(said: str, masked: Masked) -> Make | None:
    """What is to be created, and from which values; None where that is not what is said, or some of it is not clear."""
    if paid := PAYS.match(said):
        return _payment(paid, masked)
    match = MAKES.match(said)
    wished = WISH.match(said)
    what = match["what"] if match else wished["what"] if wished else ""
    noun = NOUN.match(what)
    if noun is None or not noun["rest"]:
        return None
    if match and match["verb"].lower() == "open" and not what.lower().startswith(("a new", "new", "another")):
        return None
    rest = re.sub(r"\s*\([^)]*\)", "", noun["rest"]).strip()
    rest = re.sub(r"^(?:(?:with|using) (?:these|the following|this)(?: \w+)?|as follows|like this)\s*:?\s*", "", rest)
    rest = re.sub(r"^(?:with (?:the )?|[:,]\s*)", "", rest)
    given = pairs_of(RULE.sub(r"contains: ", rest), masked)
    return Make(noun["noun"].strip(), match["verb"].lower() if match else "book", given) if given else None


def _payment(paid: re.Match[str], masked: Masked) -> Make | None:
    """`transfer 80 euros from A to B, IBAN …, purpose …`"""
    made: list[Pair] = [Enter("amount", re.sub(r"[^\d.,]", "", paid["amount"]).rstrip(".,"))]
    given = [(field, paid[field]) for field in ("from", "to") if paid[field]]
    made += [Enter(field, masked.value(re.sub(r"^(?:the|my) ", "", words.strip()))) for field, words in given]
    if paid["rest"]:
        rest = re.sub(
            r"(?:^|(?<=, ))(?:for|on) (?=\d)", "date ", re.sub(r",?\s*today\b", "", paid["rest"]).lstrip(", ")
        )
        more = pairs_of(rest, masked) if rest else ()
        if rest and not more:
            return None
        made += more
    return Make("transfer", "make", tuple(made))
