"""Sentences that hold others: `if …, …`, `for each …: …`, `… until …`, `when …, …`."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Act, Choose, Each, Enter, Instruction, Question, Tick
from .verbs import BEGINS

IF: Final = re.compile(
    r"^(?:and |but |then )?(?:(?:in case|provided|only if|if)(?: that(?! (?:is|was)\b))?|(?P<unless>unless))"
    r"\s+(?P<condition>.+?)(?:,(?!\d)\s*(?:then\s+)?|\s+then\s+|:\s+)(?P<then>.+)$",
    re.IGNORECASE | re.DOTALL,
)
IF_LAST: Final = re.compile(
    r"^(?P<then>.+?)(?<!:),?\s+(?:(?:only )?if|in case|(?P<unless>unless))\s+(?P<condition>(?:there|it|"
    r"you|the|a|an|this|that|any|one|no)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
IF_SO: Final = re.compile(
    r"^(?:if (?:so|yes|it is|there is(?: one)?|that is the case)|in that case)[,:]?\s+(?P<rest>.+)$", re.IGNORECASE
)
ELSE: Final = re.compile(
    r"^(?:otherwise|else|if not|if (?:there is|there are) none|if (?:it|that|this|there) (?:is|"
    r"are)(?: not|n't)(?: the case| there| so)?|if it isn't)[,:]?\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
ELSE_INSIDE: Final = re.compile(
    r"(?:[;,.]\s*|\s+)(?:otherwise|or else|else|and if not|if not|but if not)[,:]?\s+(?P<rest>.+)$",
    re.IGNORECASE | re.DOTALL,
)
EACH: Final = re.compile(
    r"^(?:do (?:this|the following|that|the same) |repeat (?:this|the following|that)(?: steps?)? "
    r")?(?:for|with|on) (?:each(?: (?:one|and every one))?(?: of)?|every(?: single)?(?: one of)?|"
    r"all(?: of)?)\s+(?P<of>.+?)(?:,(?!\d)\s*|:\s*|\s+do the following:?\s*)(?P<body>.+)$",
    re.IGNORECASE | re.DOTALL,
)
EACH_LAST: Final = re.compile(
    r"^(?P<body>(?!(?:go|come|get|return|head|switch|navigate) ).+?) (?:for|in|of|on) (?:each(?: of)?|every|all(?: "
    r"of)?)\s+(?P<of>(?!these\b|those\b|them\b|two\b|three\b|four\b|five\b)(?:the |these |those |my )?(?:row|result|"
    r"item|order|message|issue|entry|line|card|product|thing|member|account|page|\w+)s?\b.*)$",
    re.IGNORECASE | re.DOTALL,
)
EACH_ACT: Final = re.compile(
    r"^(?P<verb>tick|check|select|open|delete|remove|click|star|unstar|archive|cancel|mark|untick|"
    r"uncheck|close|expand|pay|accept(?! all cookies)|add|put|move|assign|label|flag)(?: on)? "
    r"(?:each|every|all(?! as )(?: of)?)(?: (?:single|one))?(?: (?:the|"
    r"of the|of|these|those|my))*\s+(?P<of>.+?)(?P<tail> (?:(?:to|into|onto)|(?<!marked )as|(?:from|on|in)(?= "
    r"(?:the|my) (?:basket|cart|bag|wish))|(?:from|on)(?= (?:the|my) )) (?:the |my )?(?:\w+ ?){1,3})?$",
    re.IGNORECASE | re.DOTALL,
)
AMONG: Final = re.compile(
    r"^(?:of|among|out of|from)(?: all)? (?P<of>(?:the|my|those|these|all) .+?),\s*(?P<rest>(?:which|what|who|how "
    r"many)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
ALL_OF: Final = re.compile(r"\b(?:them|all of|those|these|how many|which of)\b", re.IGNORECASE)
UNTIL: Final = re.compile(
    r"^(?:keep (?:on )?|repeatedly |go on |continue )?(?P<body>.+?)(?: again and again| "
    r"repeatedly)? (?:until|till|as long as|while)\s+(?P<condition>.+)$",
    re.IGNORECASE | re.DOTALL,
)
EACH_ORDER: Final = re.compile(
    r"^(?:for|with) (?:each|every)\s+(?P<of>\w+(?: (?!tell|give|note|read|open|click|press|tick|say|write)\w+){0,4}?) "
    r"(?P<body>(?:tell|give|note|read|open|click|press|tick|say|write)\b.+)$",
    re.IGNORECASE | re.DOTALL,
)
PAGES: Final = re.compile(
    r"^(?:go|going|page|look|click|browse|move|walk|flip|leaf) through (?:the |all |all the )"
    r"?(?:pages|list|results)(?: of .+)?$",
    re.IGNORECASE,
)
ING: Final = re.compile(r"^(?P<stem>[a-z]+?)(?P<double>(?P<last>[a-z])(?P=last))?ing\b")
WHEN: Final = re.compile(
    r"^(?:when|once|as soon as|after)\s+(?P<condition>.+?),(?!\d)\s*(?P<then>.+)$", re.IGNORECASE | re.DOTALL
)
PLACE: Final = re.compile(
    r"^(?P<word>in|on|under|at|inside|within|from|below|next to|for)\s+(?!what\b|which\b)(?:(?:the|that|its|your|my|"
    r"this) )?(?=\S)",
    re.IGNORECASE,
)
CUT: Final = re.compile(r"(?P<mark>[,:])?\s+")
FAR: Final = 90
MANY: Final = 8
NEAR: Final = frozenset({"in", "on", "under", "at", "from"})
"""Words for a place that need no comma after it."""
VAGUE: Final = re.compile(
    r"\b(?:pages?|screen|site|website|shop|store|form|step|steps|result|results|dialog|dialogue|"
    r"window|popup|there|beginning|start|end|that (?:opens|appears|comes up|follows)|list|one go|"
    r"left|right|side|left-hand|right-hand|order|case|browser|app|bank|tracker)\b",
    re.IGNORECASE,
)


def imperative(words: str) -> str:
    """`clicking Next` as `click Next`."""
    match = ING.match(words)
    if match is None:
        return words
    stem = f"{match['stem']}{match['last'] or ''}"
    known = {
        "typ": "type", "clos": "close", "mov": "move", "choos": "choose", "go": "go", "press": "press",
        "scrol": "scroll", "ad": "add", "fil": "fill", "pres": "press", "rol": "roll",
    }  # fmt: skip
    return known.get(stem, stem) + words[match.end() :]


KNOWN: Final = (
    r"(?:account|settings?|inbox|spam|junk|trash|bin|drafts?|archive|sent|outbox|profile|board|activity|wish ?list|"
    r"preferences|dashboard|overview|messages|statements|favou?rites|watch ?list|calendar|history)"
)
THERE: Final = re.compile(
    rf"^(?P<rest>(?P<verb>[a-z]+)\b.+?)\s+(?:(?:that|which) (?:is|are) )?(?:in|on|under|from|inside|within)\s+"
    rf"(?P<place>(?:the|my|your)\s+(?:[\w&-]+\s+){{0,2}}?(?:{KNOWN}(?:\s+(?:folder|page|section|tab|view|area))?|"
    rf"folder(?: called| named)? [\w⟦⟧& -]+|(?:[\w&⟦⟧-]+ )+(?:folder|category|tab|section|view|settings)))$",
    re.IGNORECASE,
)
"""An order or question with the place where it is to be done at its end."""
IN_BASKET: Final = re.compile(
    r"^(?P<rest>(?P<verb>enter|type|redeem|apply|use|press|click|change|update|tick) .+?)\s+(?:in|on)\s+"
    r"(?P<place>(?:the|my|your) (?:shopping )?(?:basket|cart|bag|check ?out))$",
    re.IGNORECASE,
)
BRINGS: Final = (
    *("put", "add", "move", "save", "place", "drag", "drop", "store", "file", "copy"),
    *("go", "look", "open", "log", "sign", "apply"),
)
"""Verbs after which a place is where something goes to, not where it is."""
PARTS: Final = re.compile(
    r"\b(?:row|field|box|column|dialog|dialogue|table|list|group|banner|header|footer|top|bottom|heading|toolbar|"
    r"sidebar|cell|legend|filters?|card|popup|text)\b",
    re.IGNORECASE,
)


def place_at_end(clause: str) -> tuple[str, str] | None:
    """A clause without the place at its end, and the place; None where it names none to go to."""
    match = THERE.match(clause) or IN_BASKET.match(clause)
    if match is None:
        return None
    brings = match["verb"].lower() in BRINGS and not (
        match["verb"].lower() in ("open", "look") and len(match["rest"].split()) > 1
    )
    return None if brings else (match["rest"], match["place"])


def place_at_start(said: str) -> tuple[str, str] | None:
    """A place, and the order that follows it: after a comma, or where the words of an order begin."""
    head = PLACE.match(said)
    for cut in CUT.finditer(said, head.end() if head else len(said)):
        place, rest = said[: cut.start()], said[cut.end() :]
        if not rest or cut.start() > FAR:
            return None
        is_order = head and head["word"].lower() in NEAR and " " in rest and BEGINS.match(rest)
        if cut["mark"] or (is_order and len(place.split()) < MANY):
            return place, rest
    return None


def goal_of(words: str) -> str | None:
    """The place to go to that a prefix names; None where it names a part of the page, or the page itself."""
    match = re.match(r"(?:in|on|under|at|inside|within|from)\s+(?P<goal>.+)$", words.strip(), re.IGNORECASE)
    if match is None or PARTS.search(words):
        return None
    telling = re.sub(r"\b(?:the|this|that|my|your|its|a|an|one|first|same|next)\b", " ", VAGUE.sub(" ", match["goal"]))
    return match["goal"] if re.search(r"\w", telling) else None


def place_of(words: str) -> str | None:
    """The part of the page that a prefix names; None where it only says on which page one is."""
    return (
        None
        if VAGUE.search(words)
        else re.sub(r"^(?:in|on|at|inside|within|from|for|under)\s+", "", words.strip(), flags=re.IGNORECASE)
    )


def placed(step: Instruction, place: str | None) -> Instruction:
    """A step in a part of the page."""
    if isinstance(step, Act | Enter | Choose | Tick):
        return replace(step, place=place)
    if isinstance(step, Question | Each):
        return replace(step, of=replace(step.of, place=step.of.place or place))
    return step
