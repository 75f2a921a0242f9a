"""Sentences that are short for several others: `add the cheapest to the basket` is to find it, and then to add it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from .masks import Masked
from .superlatives import DATE, ORDINALS, WORDS

Match = re.Match[str]
Change = Callable[[Match, Masked], list[str] | None]
Rewrite = tuple[re.Pattern[str], Change]
SUPER: Final = "|".join([*(words for words, *_ in WORDS), *ORDINALS])
DEED: Final = (
    r"(?P<verb>open|click(?: on)?|add|put|remove|delete|buy|order|select|tick|mark|star|archive|move|"
    r"cancel|edit|take|pick|choose|press|go to|reply to|forward)"
)
TAIL: Final = (
    r"(?P<tail>\s+(?:to|into|in|from|onto|on|as|with|for) (?:the|my|your|a) (?:basket|cart|bag|wish "
    r"?list|favou?rites|trash|bin|spam|archive|inbox|folder|compare list|comparison)\b.*)?"
)
EMPTY: Final = re.compile(r"\s+(?:you (?:can )?(?:find|see|get)|that (?:you find|is there)|there)$")


def rewrite(said: str, masked: Masked, *, whole: bool) -> list[str] | None:
    """The simpler sentences that are meant; None where there is nothing to take apart.

    A `whole` sentence is taken apart only where what follows a colon belongs to all of it.
    """
    for pattern, change in WHOLE if whole else (*WHOLE, *CLAUSES):
        if (match := pattern.match(said)) and (found := change(match, masked)):
            return found
    return None


def _rule(pattern: str, change: Change) -> Rewrite:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), change


def _superlative(match: Match, masked: Masked) -> list[str] | None:
    what = EMPTY.sub("", match["what"].strip())
    if re.match(
        r"(?:the |my )?(?:first|last|next|second|third|top|bottom)(?: \w+)? (?:button|link|tab|"
        r"field|page|box|checkbox|option|step|menu)\b",
        what,
        re.IGNORECASE,
    ):
        return None
    verb = re.sub(r" on$", "", match["verb"].lower())
    each = "for each of them: " if re.search(r"\b(?:two|three|four|five|six|[2-9])\b", what) else ""
    return [f"find {what}", f"{each}{verb} it{match['tail'] or ''}"]


def _several(match: Match, masked: Masked) -> list[str]:
    items = re.split(
        r"\s*[,;]\s*(?:and\s+)?|\s+and\s+(?=(?:the|a|an|one|⟦)\b|⟦)|\s*\n\s*", match["items"].strip().rstrip(".")
    )
    tail = (match.groupdict().get("tail") or "").rstrip()
    return [f"{match['verb']} {item}{tail}" for item in items if item]


def _reply(match: Match, masked: Masked) -> list[str]:
    to, text = match["to"], match["text"]
    opened = (
        []
        if to is None or re.fullmatch(r"it|him|her|them|this|that|the message", to.strip())
        else [f"open {to.strip()}"]
    )
    return [*opened, f"click {masked.hold('Reply')}", f"write {text} into the message text field"]


def _forward(match: Match, masked: Masked) -> list[str]:
    text = [f"write {masked.hold(match['text'])} into the message text field"] if match["text"] else []
    what = match["what"].strip()
    opened = [] if re.fullmatch(r"it|this|that|the message", what) else [f"open {what}"]
    return [*opened, f"click {masked.hold('Forward')}", f"To: {match['to'].strip()}", *text, "send it"]


def _with_pairs(match: Match, masked: Masked) -> list[str]:
    return [f"fill in: {match['pairs']}", f"{match['verb']} it"]


def _comment(match: Match, masked: Masked) -> list[str]:
    return [f"write {masked.hold(match['text'])} into the {match['noun']} field", f"post the {match['noun']}"]


WHOLE: Final[tuple[Rewrite, ...]] = (
    _rule(
        r"^(?P<verb>put|add|order|buy|open|tick|select|delete|remove|move|find) (?:these|the "
        r"following|all of these|the following things|these things|these items)(?: (?:things|items|"
        r"articles|products))?(?P<tail>(?: (?:to|into|in|on|onto|from) (?:the|my|your) [\w ]+?)?)"
        r"\s*:\s*(?P<items>.+)$",
        _several,
    ),
    _rule(
        r"^(?:fill (?:in|out)|complete)(?: (?:the|this))? (?:form|fields?|page)? ?and (?P<verb>save|"
        r"submit|send|confirm|continue)(?: it| the form| them)?(?: with (?:these|the following)[\w ]*)"
        r"?\s*:\s*(?P<pairs>.+)$",
        _with_pairs,
    ),
)
CLAUSES: Final[tuple[Rewrite, ...]] = (
    _rule(
        r"^use (?P<what>(?:the|its|that) .+?) to (?P<then>(?!log|sign|search|find|look)[a-z]+ .+)$",
        lambda match, masked: [f"click {match['what']}", match["then"]],
    ),
    _rule(
        r"^(?:reply|respond|answer)(?: to (?P<to>.+?))?(?: with| saying|,? and (?:say|write))?(?: the (?:text|"
        r"words|message))?:? (?P<text>⟦\d+⟧)$",
        _reply,
    ),
    _rule(
        rf"^{DEED} (?P<what>(?:the |my |our )?(?:(?:two|three|four|five) )?(?:{SUPER})\b(?! {DATE})(?! (?:step|"
        rf"time|page)\b).*?){TAIL}$",
        _superlative,
    ),
    _rule(
        r"^forward (?P<what>.+?) to (?P<to>.+?)(?: (?:with|saying|and write)(?: the (?:text|words|"
        r"message|note))?:? (?P<text>.+))?$",
        _forward,
    ),
    _rule(
        r"^(?P<verb>register|sign up|subscribe|apply|check out|book|order) with (?P<pairs>(?:the |my |"
        r"this )?[a-z][a-z -]* (?:⟦\d+⟧|\S*\d).*)$",
        _with_pairs,
    ),
    _rule(
        r"^(?:add|leave|post|write) (?:a|the|this|another) (?P<noun>comment|remark)(?: saying| that says| "
        r"with the text| reading)?\s*[:,]?\s+(?P<text>⟦\d+⟧|(?-i:[A-Z]).+?)"
        r"(?: to (?:it|this|that|the \w+)| there| on it)?$",
        _comment,
    ),
)
