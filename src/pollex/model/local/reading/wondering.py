"""Questions that begin with what, which, who, when, where, how."""

from __future__ import annotations

import re
from typing import Final

from ..program import Question, Records, Sum
from .masks import Masked
from .naming import named
from .phrases import PAID, field_of, happened, last_word, make, of_phrase
from .records import records
from .superlatives import extreme

COSTS: Final = re.compile(
    r"^(?:how much|what) (?:do|does|did|would|is|are|was|will) (?P<what>.+?)(?: (?:cost|costs|"
    r"come to|amount to|sell for|set me back))?$",
    re.IGNORECASE,
)
WHICH: Final = re.compile(
    r"^(?:which|what)(?: (?:one|ones))?(?: of)? (?P<noun>.+?) (?P<verb>is|are|was|were|has|have|"
    r"had|costs?|does|do|did|comes?) (?P<rest>.+)$",
    re.IGNORECASE,
)
WHO: Final = re.compile(
    r"^(?P<word>who|whom|when|where|on which day|on what day|on what date|which day|(?:in|on|at|from|to|for|under) "
    r"(?:which|what) \w+|how long|how old|at what time|what time|which \w+|what \w+)\b(?P<rest>.*)$",
    re.IGNORECASE,
)
IN: Final = re.compile(r"^(?:in|on|of|among|for|from|with)\b.*$", re.IGNORECASE)


FIELDS: Final = {"who": "name", "whom": "name", "when": "date", "where": "place"}
KNOWN: Final = {
    "assigned": "assignee", "due": "due", "from": "from", "made": "made in", "manufactured": "made in",
    "produced": "made in",
}  # fmt: skip
DONE: Final = re.compile(
    r"^(?:is |are |was |were )?(?P<of>.+?)(?: is| are| was| were)? (?P<what>made|manufactured|produced|assigned|due|"
    r"from|sent|created|opened|delivered|shipped|located|placed|ordered|born)(?: to| by| in)?$"
)
LONGEST: Final = re.compile(
    r"^(?P<of>.*?)\s*(?:has|have|is|was) (?:been )?(?:here|there|a member|with us|in it) (?:the )?(?P<end>longest|"
    r"shortest)$"
)
AROUND: Final = re.compile(
    r"^(?:is|are|was|were|does|do|did|has|have)\s+|\s+(?:is|are|was|were|changes?|starts?|ends?|begins?|happens?|have|"
    r"has|had|comes?|comes? in)$"
)
LATE: Final = re.compile(
    r"^which (?P<noun>.+?) (?:is|are|was) (?P<field>[a-z]+) (?P<end>last|latest|first|earliest)$", re.IGNORECASE
)
SAYS: Final = re.compile(
    r"^(?:what )?(?:the page|it|the \w+(?: \w+)?) (?:says|said|tells|shows|displays|reads)\b|^what does (?:the page|"
    r"it) say",
    re.IGNORECASE,
)


def wondered(words: str, masked: Masked) -> Question | None:
    if SAYS.match(words):
        return make("value", ("message",), Records("page"), masked, words)
    cost = COSTS.match(words)
    if (cost and re.search(r"\b(?:costs?|come to|amount to|sell for)$", words)) or re.match(
        r"^how much\b", words, re.IGNORECASE
    ):
        of = cost["what"] if cost else re.sub(r"^how much\s+|\s+costs?$", "", words)
        return of_phrase(("price",), of, masked, words)
    if match := re.match(r"^what (?P<of>.+?) costs?$", words, re.IGNORECASE):
        return of_phrase(("price",), match["of"], masked, words)
    if match := re.match(
        r"^(?:what|which)(?:'s|’s)?(?: is| are| was| were)? (?P<rest>(?:the|its|their|my|his|her)"
        r"\b.+?)(?: is| are| was| were)?$",
        words,
        re.IGNORECASE,
    ):
        return named(match["rest"], masked, words)
    if re.fullmatch(r"(?:which|what|who) (?:they|those|these) (?:are|were)", words, re.IGNORECASE):
        return make("list", ("name",), Records("them"), masked, words)
    if late := LATE.match(words):
        end: Sum = "most" if late["end"].lower() in ("last", "latest") else "least"
        return make(end, ("name",), records(late["noun"], masked), masked, words, by=late["field"])
    if match := WHICH.match(words):
        return _which(match, words, masked)
    if match := WHO.match(words):
        return _who(match, words, masked)
    return None


def _which(match: re.Match[str], words: str, masked: Masked) -> Question | None:
    noun, rest = match["noun"], match["rest"]
    found = extreme(rest) or extreme(f"{noun} {match['verb']} {rest}")
    if found and found.end in ("least", "most"):
        return make(
            found.end,
            ("name",),
            (of := records(f"{noun} {found.rest}" if IN.match(found.rest) else noun, masked)),
            masked,
            words,
            by=found.by or ("amount" if PAID.search(of.noun) else last_word(IN.sub("", found.rest) or of.noun)),
            number=found.number,
        )
    if match["verb"] in ("is", "are", "was", "were") and not re.match(r"(?:the|a|an) ", rest):
        return make("list", ("name",), records(f"{noun} that are {rest}", masked), masked, words)
    if match["verb"] in ("has", "have", "had", "cost", "costs"):
        return make("list", ("name",), records(f"{noun} with {rest}", masked), masked, words)
    if match["verb"] in ("does", "do", "did"):
        owner = re.sub(r"\s+(?:have|has|show|come in|come|cost|offer|say)$", "", rest)
        return of_phrase((field_of(noun),), owner, masked, words)
    return None


def _who(match: re.Match[str], words: str, masked: Masked) -> Question | None:
    word, rest = match["word"].lower(), match["rest"].strip()
    field = FIELDS.get(word, re.sub(r"^(?:on |in |at |from |to |for |under )?(?:which|what) ", "", word))
    field = "date" if "day" in field else field
    if (made := _made(word, field, rest, words, masked)) is not None:
        return made
    if longest := LONGEST.match(rest):
        end: Sum = "least" if longest["end"] == "longest" else "most"
        return make(end, ("name",), records(longest["of"] or "row", masked), masked, words, by="since")
    if found := extreme(re.sub(r"^(?:is|are|was|were|has|have)\s+", "", rest)):
        asked = ("name",) if field in ("name", "place") else (field,)
        meant = records(found.rest or "row", masked)
        found = happened(found, meant.noun)
        return make(found.end, asked, meant, masked, words, by=found.by or None)
    of = AROUND.sub("", rest)
    return of_phrase((field,), of, masked, words) if of else make("value", (field,), Records("page"), masked, words)


def _made(word: str, field: str, rest: str, words: str, masked: Masked) -> Question | None:
    """`where is it made`, `who sent it`: what was done to it says which field is meant."""
    if done := DONE.match(rest):
        what = (
            "from" if word == "who" and done["what"] == "sent" else KNOWN.get(done["what"], f"{done['what']} {field}")
        )
        return of_phrase((what,), done["of"], masked, words)
    sent = re.match(r"^(?:has |have )?(?:sent|wrote|written|send) (?P<of>.+)$", rest) if word == "who" else None
    return None if sent is None else of_phrase(("from",), sent["of"], masked, words)
