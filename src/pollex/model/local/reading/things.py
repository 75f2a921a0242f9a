"""What is put somewhere: `two of the Red Lamp, small, in Pink into my basket` is a number, a name, a variant.

What has a number or a variant is taken from its own page: open it, choose, set the quantity, then put it there.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from .limits import COUNT, number

BUYS: Final = r"(?P<verb>(?i:add|put|buy|order|place|get|take|drop))"
PLACE: Final = r"(?P<tail>\s+(?:to|into|in|onto|on) (?:(?:the|my|your) )?(?:shopping )?[a-z][a-z ]*)"
ORDER: Final = re.compile(rf"^{BUYS} (?P<what>.+?)(?P<end>{PLACE})?$", re.DOTALL)
QUANTITY: Final = re.compile(
    rf"^(?P<number>{COUNT}|an?)(?: pieces?)?(?: (?:of|x)(?: (?:the|these|those|it|them)\b)?)?(?:\s+(?P<rest>.+))?$",
    re.IGNORECASE | re.DOTALL,
)
VARIANT: Final = re.compile(
    r",?\s+in (?:the )?(?:(?P<kind>colou?r|size) )?(?P<value>⟦\d+⟧|[A-Z][\w-]*(?: [A-Z][\w-]*)?)$"
    r"|,\s*(?P<kind2>colou?r|size) (?P<value2>⟦\d+⟧|[A-Z][\w-]*)$"
)
LATE: Final = re.compile(
    rf"^(?P<what>.+?){PLACE}(?P<variant>,?\s+in (?:the )?(?:(?:colou?r|size) )?(?:⟦\d+⟧|[A-Z][\w-]*))$"
)
"""What is wanted, where to, and only then in which variant."""
BARE: Final = re.compile(r"^in (?:the )?(?:(?P<kind>colou?r|size) )?(?P<value>⟦\d+⟧|[A-Z][\w-]*)$")
IT: Final = re.compile(r"^(?:it|them|that|this|these|those|one|)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Wanted:
    """How many of what, in which variant."""

    number: int
    name: str
    """"" where it is what was spoken of."""
    kind: str = ""
    variant: str = ""


def thing(phrase: str) -> Wanted:
    """What a phrase for a thing says."""
    words, many = phrase.strip().strip(",").strip(), 1
    if (match := QUANTITY.match(words)) and (match["number"].lower() not in ("a", "an") or match["rest"]):
        many = number(match["number"]) or 1
        words = (match["rest"] or "").strip()
    kind = variant = ""
    if match := BARE.match(words):
        return Wanted(many, "", match["kind"] or "", match["value"])
    if match := VARIANT.search(words):
        kind, variant = match["kind"] or match["kind2"] or "", match["value"] or match["value2"]
        words = words[: match.start()]
    name = re.sub(r"^(?:the|my|these|those)\s+", "", words.strip(" ,"))
    return Wanted(many, "" if IT.match(name) else name, kind, variant)


def bought(said: str) -> list[str] | None:
    """The plainer orders for a thing with a number or a variant; None where there is neither."""
    match = ORDER.match(LATE.sub(r"\g<what> \g<variant>\g<tail>", said))
    if match is None:
        return None
    found = thing(match["what"])
    if re.search(r"\b(?:that|which|of your|cheapest|have them)\b", found.name):
        return None
    if found.number == 1 and not found.variant and (found.name or not re.match(r"(?i:one)\b", match["what"])):
        return None
    tail = match["end"] or " to the basket"
    opened = [f"open the {found.name}"] if found.name else []
    chosen = [f"choose the {found.kind or 'option'} {found.variant}"] if found.variant else []
    set_to = [f"set the quantity to {found.number}"] if found.number > 1 else []
    return [*opened, *chosen, *set_to, f"{match['verb'].lower()} it{tail}"]
