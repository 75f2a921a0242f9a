"""What longer sentences are short for: each change gives the simpler sentences that are meant."""

from __future__ import annotations

import re
from typing import Final

from ..program import Enter
from .blocks import imperative
from .masks import Masked
from .pairs import pairs
from .superlatives import extreme

Match = re.Match[str]
EMPTY: Final = re.compile(r"\s+(?:you (?:can )?(?:find|see|get)|that (?:you find|is there)|there)$")


def superlative(match: Match, masked: Masked) -> list[str] | None:
    what = EMPTY.sub("", match["what"].strip())
    if re.match(
        r"(?:the |my )?(?:first|last|next|second|third|top|bottom)(?: \w+)? (?:button|link|tab|"
        r"field|page|box|checkbox|option|step|menu)(?:e?s)?\b",
        what,
        re.IGNORECASE,
    ):
        return None
    verb, tail = re.sub(r" on$", "", match["verb"].lower()), match["tail"] or ""
    if re.match(r"\s+(?:in|on|from)\b", tail) and verb not in ("put", "add", "move", "order", "buy"):
        what, tail = f"{what}{tail}", ""  # where it is, not where it goes
    if (
        verb == "move"
        and not tail
        and (to := re.search(r"\s+(?:in)?to (?:the )?(?:folder )?(?:⟦\d+⟧|[A-Z][\w ]*)$", what))
    ):
        what, tail = what[: to.start()], to[0]
    found = extreme(what)
    each = "for each of them: " if found is not None and (found.number or 1) > 1 and found.end != "nth" else ""
    verb = "open" if verb in ("take", "pick", "choose", "select") and not tail and not each else verb
    return [f"find {what}", f"{each}{verb} it{tail}"]


def one_by_one(match: Match, masked: Masked) -> list[str]:
    items = re.split(
        r"\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=(?:the|a|an|one|⟦)\b|⟦)|\s*\n\s*", match["items"].strip().rstrip(".")
    )
    tail = (match.groupdict().get("tail") or "").rstrip()
    return [f"{match['verb']} {item}{tail}" for item in items if item]


def reply(match: Match, masked: Masked) -> list[str]:
    to, text = match["to"], match["text"]
    opened = (
        []
        if to is None or re.fullmatch(r"it|him|her|them|this|that|the message", to.strip())
        else [f"open {to.strip()}"]
    )
    return [*opened, f"click {masked.hold('Reply')}", f"write {text} into the message text field"]


def forward(match: Match, masked: Masked) -> list[str]:
    text = [f"write {masked.hold(match['text'])} into the message text field"] if match["text"] else []
    what = match["what"].strip()
    opened = [] if re.fullmatch(r"it|this|that|the message", what) else [f"open {what}"]
    return [*opened, f"click {masked.hold('Forward')}", f"To: {match['to'].strip()}", *text]


def with_pairs(match: Match, masked: Masked) -> list[str]:
    return [f"fill in: {match['pairs']}", f"{match['verb']} it"]


def by_doing(match: Match, masked: Masked) -> list[str]:
    """`find out what X costs by pointing at it`: first what is to be done, then the question."""
    thing = re.search(r"\b(?:what|how much|which) (?P<thing>.+?) (?:costs?|is|are|says?|does)\b", match["ask"])
    how = re.sub(r"\b(?:it|that)$", thing["thing"] if thing else "it", match["how"])
    return [imperative(how), match["ask"]]


def whether(match: Match, masked: Masked) -> list[str]:
    """A question for yes or no: what is named is opened, and then asked."""
    state = re.sub(r"^(?:still|already|currently) ", "", match["state"])
    told = f"if it is {state}, say {masked.hold('Yes')}; otherwise say {masked.hold('No')}"
    return [f"open {match['what']}", told]


def with_values(match: Match, masked: Masked) -> list[str] | None:
    """`book it under the name X`: the values first, then the button."""
    found = [pair for pair in pairs(match["pairs"], masked) if isinstance(pair, Enter)]
    lines = [f"{pair.field.capitalize()}: {masked.hold(pair.value)}" for pair in found]
    return [*lines, f"{match['verb']} it"] if lines else None


def comment(match: Match, masked: Masked) -> list[str]:
    on = match["on"] or match.groupdict().get("at")
    opened = [f"open {on}"] if on and re.search(r"[A-Z⟦\d]", on) else []
    noun = match["noun"].lower()
    return [*opened, f"write {masked.hold(match['text'])} into the {noun} field", f"post the {noun}"]


def search(match: Match, masked: Masked) -> list[str]:
    """`search for X, under 20 euros, sorted by price`: to search, to filter and to sort."""
    parts = [part for part in re.split(r",\s*(?:and\s+)?", match["tests"]) if part]
    ordered = [re.sub(r"^(?:sorted|ordered)\b", "sort", part) for part in parts if re.match(r"sorted|ordered", part)]
    kept = [part for part in parts if not re.match(r"sorted|ordered", part)]
    return [f"search for {match['what']}", *(f"show only {part}" for part in kept), *ordered]
