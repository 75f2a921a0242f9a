"""Words beside an order that ask for nothing: headings of lists, hints in brackets, remarks after a comma."""

from __future__ import annotations

import re
from typing import Final

from .verbs import BEGINS, STARTS, STARTS_ORDER

REMARKS: Final = (
    r"thanks|thank you|many thanks|cheers|thx|that(?: is|'s|’s) all|hello|hi|hey|good (?:morning|day|evening)",
    r"(?:please )?(?:do not|don't|don’t|never|avoid) [^:;]+",
    (
        r"(?:change|touch|do|buy|add|open|click|press|select|send|remove|delete|summari[sz]e|write|tick) nothing(?: "
        r"else)?(?: .+)?"
    ),
    (
        r"(?:at the end|in the end|then|finally)?,? ?(?:stay|remain|stop|end|leave it|leave the page|you are done|be "
        r"done|finish)(?: (?:there|here|on|at|as it is|as is|with)\b[^:;,]*)?"
    ),
    r"leave [^:;]+? (?:as (?:it is|they are|is|it was|they were)|alone|unchanged|untouched|blank|empty|out|in peace)",
    r"(?:you are|you're|we are|i am|i'm|you begin|you start) (?:on|at|in|now|already|here|logged|signed)\b[^:;,]+",
    r"(?:the|this|that) (?:list|table|page|site) (?:has|have|is|goes|contains|consists|spans) [^:;,]+",
    r"(?:i|we) (?:need|want|would like) (?:two|three|some|a few|several) things\b[^:;,]*",
    (
        r"(?:and )?nothing else|each time starting from [^:;,]+|do (?:these|this|the following)(?: (?:exercises|"
        r"things|steps|tasks))?(?: one after the other| in (?:this )?order)?[^:;]*"
    ),
    (
        r"go through (?:all of them|all (?:of )?(?:the )?(?:[a-z]+ )?pages(?: of (?:(?!until\b|till\b)[a-z]+ ?)+)?|"
        r"them all|the pages(?: of (?:(?!until\b|till\b)[a-z]+ ?)+)?|the (?:whole|entire) list)"
    ),
    r"(?:start|begin) (?:from|on|at|with) (?:the|this) [^:;,]+",
    r"go on|carry on|continue as before|one after the other|exactly once|only once|and so on",
    r"please|so|now|then|ok(?:ay)?|well|(?:be |please be )?careful|attention|beware|mind you|heads up",
    (
        r"(?:mind|note|remember|keep in mind|bear in mind|be aware|know)(?: you)?,? that (?:there|it|they|some|the|"
        r"this|you|not|a) [^:;]+"
    ),
    r"compare (?:the two|them|these|those|both)(?: [a-z]+)?",
    r"(?:do|make) (?:a (?:little|bit of)|some) [a-z]+(?: [a-z]+)?|tidy up(?: a (?:little|bit))?(?: there| here)?",
    (
        r"(?:the |its )?[a-z ]+ (?:stays?|remains?|is to stay) (?:as (?:it is|they are|before)|the same|unchanged|"
        r"empty|blank)"
    ),
    r"you(?: will|['’]ll) need (?:it|that|them|this)[^:;,]*|remember (?:it|them|that)|it does not matter which[^:;,]*",
)
REMARK: Final = re.compile(rf"^(?:{'|'.join(REMARKS)})[.!]*$", re.IGNORECASE)
"""Sentences that ask for nothing."""
SUBJECT: Final = (
    r"(?:i|we|you|he|she|they|it|that|there|my \w+|this)(?:['’](?:ll|m|ve|re|d|s))?(?: (?:mean|is|are|was|were|will|"
    r"have|has|had|found|needs?|want|would|can|cannot|do|does|did|know|think|got|am|should|must|only|just|already|"
    r"bought|ordered|like|sent|said)\b|(?<=['’](?:ll|ve|re)) |(?<=['’][msd]) )"
)
TAIL: Final = re.compile(
    r"(?:,\s*|\s+[–—-]\s+)(?:and |but )?(?:(?:like|such as|for example|e\.g\.) [^,]+|nothing (?:else|more)|(?:only|"
    r"just|exactly) once|any [a-z]+(?: (?:is fine|will do|you like))?|no matter (?:which|what)\b[^,]*|whichever\b[^,]*|"
    r"one of each|one each|as (?:usual|always|before)|please|thanks|thank you|if (?:you can|possible|you like|you "
    r"please)|so that (?!only)[^,⟦]*|because [^⟦]+|since (?:i|we|he|she|it|they) [^⟦]+|"
    rf"the (?:others?|rest) (?:can )?stays?\b[^⟦]*|not (?:the|a) [^⟦,]+|{SUBJECT}[^⟦]*)$",
    re.IGNORECASE,
)
"""What may follow a comma at the end of an order without being one."""
MANNER: Final = re.compile(
    r",? (?:one after (?:the other|another)|one by one|one at a time|in (?:this|that|the given) order)(?=,|\s+and\b|$)",
    re.IGNORECASE,
)
WORDING: Final = re.compile(r"^(?:reply|respond|answer|write|say|add|post|comment|type|enter)\b[^⟦]*: ", re.IGNORECASE)
"""After its colon all words are what is to be written."""
ORDERS: Final = re.compile(
    r"\b(?:you (?:should|must|need to|have to)|i(?:'d| would)? (?:want|like|need) (?:you )?to)\b"
)
BRACKET: Final = re.compile(r"\s*\((?P<inner>[^()]*)\)")
LOGIN: Final = re.compile(r"^(?:the |my |with )*(?:stored|saved)\b|^credential", re.IGNORECASE)
HINT: Final = re.compile(
    r"^(?:pick|choose|select|from|use|with|via|that|this|optional|as|there|it|he|she|they|we|you|i|not|in case|by)\b"
    r"|\b(?:too|as well|also|included)$|^(?:e\.g|i\.e|for example)\b",
    re.IGNORECASE,
)
PAIRS: Final = re.compile(r"[A-Za-z-]+(?: [a-z]+)? (?:⟦\d+⟧|[A-Z0-9]).*,.+|(?:IBAN|purpose|reference|date|amount)\b.+")
WHICH: Final = re.compile(r"the ones? (?=(?:without|with|from|about|that)\b)")
SUMMARY: Final = re.compile(r"^(?P<head>[^:⟦]{3,90}):\s+(?P<rest>\S.*)$", re.DOTALL)
ASKS: Final = re.compile(
    r"^(?:(?:i|we)(?: just| only)? (?:need|want|would like|'d like)\b|(?:i|we)['’]d like\b|(?:one|a|my|quick|just|"
    r"here is) .*question\b|question$)",
    re.IGNORECASE,
)
GOES: Final = re.compile(
    r"^(?:open|go to|in|on|under|switch to|for|with|if|when|once|before|after|do|repeat|log|sign|use|visit|fill|"
    r"continue|pay|proceed|complete|enter|check ?out|put (?:these|the following)|add (?:these|the following))\b",
    re.IGNORECASE,
)


DECLINES: Final = re.compile(
    r"^(?:do not|don['’]t|never) (?:confirm|accept|agree|say yes|press ok|click ok)\b.*\b(?:asks?|dialog|dialogue|"
    r"question|prompt|browser)\b.*$|"
    r"^(?:cancel|dismiss|decline|refuse) (?:it )?when (?:it|the (?:page|browser|site)) asks.*$",
    re.IGNORECASE,
)
"""An order not to go on, once the page asks."""


def without_tail(said: str) -> tuple[str, list[str]]:
    """An order without the remarks at its end, and the remarks."""
    found: list[str] = []
    while (match := TAIL.search(said)) and match.start() and not ORDERS.search(match[0].lower()):
        if WORDING.search(said[: match.start()]):
            break
        found.append(match[0].strip(" ,–—-"))
        said = said[: match.start()].rstrip()
    return said, found


def without_brackets(said: str) -> tuple[str, list[str]]:
    """A sentence whose brackets are read: a login, a further order, or only a hint, as words for the manner are."""
    hints: list[str] = []

    def read(match: re.Match[str]) -> str:
        inner = match["inner"].strip()
        if LOGIN.match(inner):
            return f" with the {re.sub(r'^(?:the|with) ', '', inner)}"
        if kind := re.fullmatch(r"the (?P<kind>[\w. ]{1,15}) one", inner):
            return f", {kind['kind']}"
        if (which := WHICH.match(inner)) and not inner.endswith((" too", " as well")):
            return f" {inner[which.end() :]}"
        if HINT.search(inner):
            hints.append(inner)
            return ""
        if PAIRS.match(inner):
            return f", {inner}"
        return f", then {inner}" if STARTS_ORDER.match(inner) and " " in inner else match[0]

    bare = BRACKET.sub(read, said)
    hints += [match[0].strip(" ,") for match in MANNER.finditer(bare)]
    return MANNER.sub("", bare), hints


def summary(said: str) -> tuple[str, str] | None:
    """What a sentence with a colon is about, and what it then asks for: `Tidy up: delete A and move B`."""
    match = SUMMARY.match(said)
    if match is None or GOES.match(match["head"]):
        return None
    head, rest = match["head"].strip(), match["rest"].strip()
    if ASKS.match(head) and not STARTS.match(rest):
        return head, f"tell me {rest}"
    is_order = rest[:1].islower() and BEGINS.match(rest) is not None
    return (head, rest) if is_order and " " in head else None
