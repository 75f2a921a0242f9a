"""Orders to create something with the page's own form: `write a message to Ann with the subject "Hello"`."""

from __future__ import annotations

import re
from typing import Final

from ..program import Enter, Make
from .filling import pairs as pairs_of
from .masks import Masked

MAKES: Final = re.compile(
    r"^(?P<verb>create|add|write|compose|make|open|file|draft|set up|start|send|post|leave|"
    r"schedule|transfer|pay|send off)\s+(?P<what>.+)$",
    re.IGNORECASE | re.DOTALL,
)
NOUN: Final = re.compile(
    r"^(?:(?:a|an|another|one)\s+(?:new\s+)?|new\s+|the\s+(?=comment|note|message|reply))"
    r"(?P<noun>[a-z]+(?: (?!with|to|for|from|saying|titled|called|named|of|that|and|in|as|on|at)"
    r"[a-z]+)?)\b\s*(?P<rest>.*)$",
    re.IGNORECASE | re.DOTALL,
)
PAYS: Final = re.compile(
    r"^(?:(?:transfer|pay|send|wire)|(?:schedule|make|set up|order) a (?:transfer|payment) of) "
    r"(?P<amount>[€$£]?\s?\d[\d.,]*(?:\s?(?:euros?|eur|€|dollars?|pounds?))?)(?: from "
    r"(?P<from>[^,]+?))?(?: to (?P<to>[^,]+?))?(?P<rest>,.*)?$",
    re.IGNORECASE | re.DOTALL,
)
PARTS: Final[tuple[tuple[str, str], ...]] = (
    (r"(?:to|for)\s+(?P<v>[A-Z⟦][^,:;]*?)", "to"),
    (r"(?:from)\s+(?:the |my )?(?P<v>[A-Z⟦][^,:;]*?)", "from"),
    (r"(?:titled|called|named|with the (?:title|name)|title|name)\s*[:=]?\s*(?P<v>⟦\d+⟧|[A-Z][^,;]*?)", "title"),
    (r"(?:with |and )*(?:the |a )?subject(?: line)?\s*[:=]?\s*(?P<v>⟦\d+⟧|[A-Z][^,;]*?)", "subject"),
    (
        (
            r"(?:saying|that says|with the (?:text|words|message|content)|text|message|words|body|"
            r"reading)\s*[:=]?\s*(?P<v>⟦\d+⟧|[A-Z][^;]*?)"
        ),
        "text",
    ),
    (
        (
            r"(?:with |and |in )*(?:the |a |an )?(?P<field>[a-z][a-z -]{2,25}?)\s*(?:[:=]|is|of|set "
            r"to|to)?\s*(?P<v>⟦\d+⟧|[A-Z0-9+€][^,;]*?)"
        ),
        "",
    ),
)


def making(said: str, masked: Masked) -> Make | None:
    """What is to be created, and from which values; None where that is not what is said, or some of it is not clear."""
    match = MAKES.match(said)
    if match is None:
        return None
    if paid := PAYS.match(said):
        return _payment(paid, masked)
    noun = NOUN.match(match["what"])
    if noun is None or not noun["rest"]:
        return None
    if match["verb"].lower() == "open" and not match["what"].lower().startswith(("a new", "new", "another")):
        return None
    rest = re.sub(r"\s*\([^)]*\)", "", noun["rest"]).strip()
    listed = re.match(
        r"^(?:with (?:these|the following|this) \w+|as follows|like this)?\s*:\s*(?P<pairs>.+)$", rest, re.DOTALL
    )
    if listed and (given := pairs_of(listed["pairs"], masked)):
        return Make(noun["noun"].strip(), match["verb"].lower(), given)
    rest = re.sub(r"^[:,]\s*", "", rest)
    pairs: list[Enter] = []
    while rest:
        found = _part(rest)
        if found is None:
            return None
        field, value, rest = found
        pairs.append(Enter(field, masked.value(value)))
    return Make(noun["noun"].strip(), match["verb"].lower(), tuple(pairs))


def _payment(paid: re.Match[str], masked: Masked) -> Make | None:
    """`transfer 80 euros from A to B, IBAN …, purpose …`"""
    made = [Enter("amount", re.sub(r"[^\d.,]", "", paid["amount"]).rstrip(".,"))]
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


def _part(rest: str) -> tuple[str, str, str] | None:
    for pattern, field in PARTS:
        end = r"(?=\s*(?:[,;:]|$|\s(?:with|and|to|from|titled|saying|called|subject|that says)\b))"
        if match := re.match(rf"(?:with |and |in )*(?:the |a |an )?{pattern}{end}", rest):
            named = field or match["field"].strip()
            return (
                named,
                match["v"].strip(),
                re.sub(r"^\s*(?:[,;:]\s*)?(?:and\s+(?=with|the|a\b|[a-z]+\s))?", "", rest[match.end() :]).strip(),
            )
    return None
