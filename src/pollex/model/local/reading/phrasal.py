"""Turns of phrase in plainer words: `take him off the list` is to remove him, `after logging in, …` is two orders."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .blocks import imperative
from .masks import Masked

Match = re.Match[str]
Change = Callable[[Match, Masked], list[str] | None]
Rewrite = tuple[re.Pattern[str], Change]
THING: Final = r"(?P<what>it|him|her|them|that|this|⟦\d+⟧|(?:the |a |an |my |one )?[^,:;]+?)"
PARTICIPLES: Final = {
    "logged": "log", "signed": "sign", "opened": "open", "done": "do", "gone": "go", "added": "add", "put": "put",
    "chosen": "choose", "saved": "save", "searched": "search", "filled": "fill", "typed": "type", "entered": "enter",
    "clicked": "click", "pressed": "press", "sorted": "sort", "filtered": "filter", "ticked": "tick",
    "selected": "select", "sent": "send", "found": "find",
}  # fmt: skip
MANY: Final = r"(?:the|a|an|one|two|three|four|five|\d+)"
ITEMS: Final = re.compile(rf"\s*,\s*(?:and\s+)?(?={MANY}\s|⟦)|\s+and\s+(?={MANY}\s|⟦)")
WITH: Final = r"(?: (?:with|using|by (?:pressing|clicking)) (?P<how>.+))?$"
PLACE: Final = r"(?P<tail>\s+(?:to|into|in|from|onto|on|off|out of) (?:the|my|your) [^,:;⟦]+)"


def phrased(said: str, masked: Masked, *, whole: bool) -> list[str] | None:
    """The plainer sentences; None where the words are plain already. A `whole` sentence is only cut at its head."""
    for pattern, change in HEADS if whole else (*HEADS, *RULES):
        if (match := pattern.match(said)) and (found := change(match, masked)):
            return found
    return None


def _rule(pattern: str, change: Change) -> Rewrite:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), change


def _after(match: Match, masked: Masked) -> list[str]:
    return [imperative(match["first"]), match["then"]]


def _after_participle(match: Match, masked: Masked) -> list[str] | None:
    verb = PARTICIPLES.get(match["verb"].lower())
    return [f"{verb}{match['rest']}", match["then"]] if verb else None


def _before(match: Match, masked: Masked) -> list[str]:
    return [match["then"], imperative(match["first"])]


def _each_of(match: Match, masked: Masked) -> list[str] | None:
    """`put the A and the B into the basket`: one sentence for each."""
    things = ITEMS.split(match["items"].strip())
    if len(things) < 2 or not all(re.search(r"[A-Z⟦]", thing) for thing in things):
        return None
    return [f"{match['verb']} {thing}{match['tail'] or ''}" for thing in things]


def _address(match: Match, masked: Masked) -> list[str] | None:
    """`subscribe a@b.org to the newsletter`: type it, and press the button."""
    if "@" not in masked.value(match["mail"]):
        return None
    return [f"type {match['mail']} into the e-mail field", f"click the {match['verb']} button"]


HEADS: Final[tuple[Rewrite, ...]] = (
    _rule(r"^(?:after|once|having|upon|on) (?P<first>(?!nothing|anything|something|everything)[a-z]+ing\b[^,]*),\s*"
          r"(?P<then>.+)$", _after),
    _rule(r"^(?:after|once|when|as soon as) (?:you have|you've|you are|you're|having|i am|i have) (?P<verb>[a-z]+)\b"
          r"(?P<rest>[^,]*),\s*(?P<then>.+)$", _after_participle),
    _rule(r"^before (?P<first>[a-z]+ing\b[^,]*),\s*(?P<then>.+)$", _before),
)  # fmt: skip
RULES: Final[tuple[Rewrite, ...]] = (
    _rule(rf"^(?:take|strike|cross|get) {THING} (?:off|out of|from) (?P<place>.+)$",
          lambda match, masked: [f"remove {match['what']} from {match['place']}"]),
    _rule(rf"^(?:get rid of|throw (?:away|out)|strike out|do away with) {THING}$",
          lambda match, masked: [f"remove {match['what']}"]),
    _rule(r"^(?:take|get|bring) (?:it|that|this|them|the (?:change|deletion|message|issue|row|entry)) back"
          + WITH, lambda match, masked: [f"click {match['how'] or 'Undo'}"]),
    _rule(r"^(?:undo|revert|reverse) (?:it|that|this|the [\w ]+?)" + WITH,
          lambda match, masked: [f"click {match['how'] or 'Undo'}"]),
    _rule(r"^(?P<verb>subscribe|sign up|register|invite|add) (?P<mail>⟦\d+⟧) (?:to|for|as) .+$", _address),
    _rule(r"^(?P<verb>subscribe|sign up|register) (?:to|for) [^⟦]+ (?:with|using|as) "
          r"(?:the (?:e-?mail )?(?:address )?)?(?P<mail>⟦\d+⟧)$", _address),
    _rule(rf"^(?P<verb>put|add|remove|delete|buy|order|move|open|archive|star|tick|select|drop|place) "
          rf"(?P<items>[^:]+?){PLACE}?$", _each_of),
    _rule(r"^(?P<act>(?:hover over|mouse over|point at|move the mouse over) .+?) (?:to see|so that|in order to|"
          r"to find out|to read) (?P<why>.+)$", lambda match, masked: [match["act"]]),
)  # fmt: skip
