"""Questions: `tell me the name and price of the cheapest kettle`, `how many orders were returned?`"""

from __future__ import annotations

import re
from typing import Final

from ..program import Question, Records, Sum
from .masks import Masked
from .measures import AFTER, measured
from .records import records
from .superlatives import Extreme, extreme

ASKS: Final = re.compile(

        r"^(?:(?:i|we) only (?:want|need) to know|look(?= (?:which|what|how|who|when|whether|where)\b)|"
        r"(?:tell|give|show|get|send|find|name) me(?: (?:back|then|about))?|tell|let me know(?: "
        r"about)?|(?:i|we) (?:need|want|would like|'d like)(?: to know)?|"

        r"(?:i|we)(?:'d|’d) like(?: to know)?|read(?: out| off| aloud)?|report(?: back)?(?: on| to me)"
        r"?|say|find out|write down|note(?: down)?|work out|calculate|"

        r"figure out|determine|return|answer(?: with)?|extract|collect|gather|identify|state|provide|"
        r"look up|check|see|copy|record|give|inform me(?: about| of)?|"
    r"name|confirm to me|describe|do you know)\b[:,]?\s*(?=\S)",
    re.IGNORECASE,
)  # fmt: skip
LISTS: Final = re.compile(r"^(?:list|enumerate|make a list of|a list of|the list of|all)\b\s*", re.IGNORECASE)
COUNTS: Final = re.compile(
    r"^(?:how many|count(?: up)?(?: how many)?|the (?:total |exact )?(?:number|count|amount) "
    r"of(?= (?!.*\bof\b)\w+s\b)|the (?:total |exact )?(?:number|count) of|number of)"
    r"\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
TAILS: Final = re.compile(
    r"\s+(?:are|is|were|was)(?: there| shown| listed| displayed| left(?: over)?)?(?: now| then)"
    r"?(?P<after>\s+(?:in|on|from|for|with|under|that|assigned|marked)\b.*)?$"
    r"|\s+(?:there )?(?:are|do i have|have i(?: got)?|did i (?:get|have)|does (?:it|the (?:page|"
    r"site|shop|list|table|search))(?: \w+)?(?: say| show| find| list| have)?|i have(?: got)?|i['’]ve got|"
    r"do you (?:see|find|get)|can (?:i|you) (?:see|find)|were they|you find|come up|result)(?: for .*| in total| "
    r"altogether)?$"
    r"|\s+(?:left|in total|altogether)$",
    re.IGNORECASE,
)
SUMS: Final = re.compile(
    r"^(?:the )?(?:(?P<avg>average|mean)|sum|total|add(?:ed)? up|sum up)(?: (?P<what>[a-z]+))? "
    r"(?:of|for|over|across)\s+(?P<rest>.+)$|^(?:add up|sum up|sum)\s+(?P<other>.+)$",
    re.IGNORECASE,
)
PLURAL: Final = re.compile(r"\b(?:all|every|each|these|those|both|together|altogether)\b", re.IGNORECASE)
BLANK: Final = re.compile(
    r"^(?:the|a|an|its|their|his|her|my|your|exact|full|current|whole|new|complete|respective|"
    r"only|just|both|own|and)\s+",
    re.IGNORECASE,
)
OF: Final = re.compile(
    r"\s+(?:of|for|on|in|from|at)\s+"
    r"(?=(?:the|this|that|my|your|each|every|all|these|those|it|them|any|our|both|one)\b|⟦|[A-Z0-9]|[a-z]+ [A-Z]+-?\d)"
)
PRONOUNS: Final = re.compile(
    r"^(?:it|them|this|that|these|those|they|he|she|the (?:item|product|thing|page|result|one|"
    r"issue|order|message)|one|ones)$",
    re.IGNORECASE,
)
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
    r"^(?P<word>who|whom|when|where|on which day|on what day|on what date|which day|"
    r"(?:in|on|at|from|to|for|under) (?:which|what) \w+|how long|how old|at what time|what time|which \w+|what \w+)"
    r"\b(?P<rest>.*)$",
    re.IGNORECASE,
)


OWNER: Final = re.compile(
    r"^(?P<head>(?:which|what|how many)(?: of)?) (?P<name>(?-i:[A-Z][\w-]*(?: [A-Z][\w-]*)*))['’]s (?P<noun>[a-z ]+?)"
    r"(?= (?:is|are|was|were|has|have)\b)",
    re.IGNORECASE,
)
CLAUSE: Final = re.compile(
    r"(?:^|\s)(?:i|we|you|gave|wrote|did|does|do|comes?|have|has|is|are|was|were|it is|they)(?:\s|$)", re.IGNORECASE
)
RELATIVE: Final = re.compile(
    r"\s+(?:that|which) (?:i|you|we)(?:['’]d|['’]ll| would| will)? (?:have|need|must|has|owe|pay|should)(?: to)? "
    r"?(?:pay|spend|know)?$",
    re.IGNORECASE,
)
"""`the total that I have to pay` is the total."""
IN: Final = re.compile(r"^(?:in|on|of|among|for|from|with)\b.*$", re.IGNORECASE)
PAID: Final = re.compile(r"\b(?:payments?|transactions?|expenses?|bookings?|purchases?|transfers?|debits?|spendings?)$")
"""What has an amount of its own."""
CLAUSE_TEST: Final = re.compile(r"^(?:of those|what|which|who|long is|how)\b", re.IGNORECASE)


PLURALS: Final = re.compile(
    r"(?:[a-z]+ )?(?:names|titles|keys|subjects|prices|dates|numbers|amounts|senders|authors|assignees|statuses|labels|"
    r"totals|balances|ratings|payees|purposes|ids|addresses|brands|priorities)"
)
MANY: Final = re.compile(
    r"(?:the |my |all )?(?:[a-z-]+ ){0,3}?[a-z]{3,}(?<!s)s\b(?: (?:that|which|with|from|by|in|on|of|over|under|"
    r"assigned|due|whose|where|to|about|above|below|who)\b.*)?$"
)


def is_question(clause: str) -> bool:
    return bool(ASKS.match(clause) or LISTS.match(clause) or COUNTS.match(clause) or _is_asked(clause))


def _is_asked(clause: str) -> bool:
    return (
        re.match(
            r"^(?:what|which|who|whom|when|where|how|by how|(?:on|at|in|from|to|for) (?:which|what)|is|are|does|do|did|"
            r"has|have|was|were|whether|add up|sum up|sum)\b",
            clause,
            re.IGNORECASE,
        )
        is not None
    )


def question(clause: str, masked: Masked) -> Question | None:
    """What a clause asks; None where it asks nothing that can be read."""
    words = clause.strip().rstrip("?").strip()
    while (shorter := ASKS.sub("", words, count=1)) != words and shorter:
        words = shorter
    words = re.sub(r"\s+that (?:it|the page|the site) (?:shows|says|gives|displays)$", "", words)
    words = re.sub(RELATIVE, "", words)
    words = AFTER.sub("", OWNER.sub(r"\g<head> \g<noun> by \g<name>", words))
    if (found := measured(words, masked)) is not None:
        return found
    made = _counted(words, masked) or _summed(words, masked) or _asked(words, masked) or _named(words, masked)
    return None if made is None or _is_clause(made) else made


def _is_clause(asked: Question) -> bool:
    """Whether what was taken for the name of a field or thing is a whole clause: then it was not understood."""
    noun = re.sub(r"^(?:are|is|were|was) |\byou \w+ed$", "", asked.of.noun)
    tests = " ".join(test.value for test in asked.of.tests)
    return any(CLAUSE.search(name) for name in (*asked.fields, noun)) or CLAUSE_TEST.search(tests) is not None


def _make(
    what: Sum,
    fields: tuple[str, ...],
    of: Records,
    masked: Masked,
    said: str,
    by: str | None = None,
    number: int | None = None,
) -> Question:
    return Question(what, fields, of, by, number, masked.value(said))


def _counted(words: str, masked: Masked) -> Question | None:
    match = COUNTS.match(words)
    if match is None:
        return None
    rest = match["rest"]
    if re.match(r"(?:of )?(?:them|those|these)\b", rest) or re.match(
        r"(?:are|were|was|is) (?:they|there|left|these|those)\b", rest
    ):
        having = re.match(
            r"(?:of )?(?:them|those|these) (?:(?P<are>are|were|is|was)|have|has|had|contain|cost) "
            r"(?P<what>.+)$",
            rest,
        )
        tests = (
            records(f"row {'that are' if having['are'] else 'with'} {having['what']}", masked).tests if having else ()
        )
        return _make("count", (), Records("them", tests), masked, words)
    of = re.sub(r"^(?:of )?(?:the |my |these |those |your )?", "", rest)
    owner = re.match(
        r"(?P<field>[a-z ]+?) (?:does|do|did|has|have) (?P<of>.+?) (?:have|has|got|contain|come "
        r"with|find|show|list|give|offer)(?P<tail>.*)$",
        of,
    )
    if owner and not re.match(r"(?:the )?(?:shop|site|page|list|search|inbox|table)\b|[Ii]$|you$|we$", owner["of"]):
        return _make("value", (f"number of {owner['field']}",), records(owner["of"], masked), masked, words)
    if owner:
        sought = re.search(r"(?:for|about) (?P<what>⟦\d+⟧|.+)$", owner["tail"])
        if sought is None:
            return _make("count", (), records(f"{owner['field']}{owner['tail']}", masked), masked, words)
        return _make("count", (), Records(owner["field"], (), masked.value(sought["what"])), masked, words)
    tail = TAILS.search(of)
    if tail:
        of = of[: tail.start()] + (tail["after"] or "")
    of = re.sub(
        r"^(?P<noun>[\w⟦⟧ -]+?) (?:are|is|were|was|have been|has been|had been) (?P<state>.+)$",
        r"\g<noun> that are \g<state>",
        of,
    )
    of = re.sub(r"\bthat that\b", "that", of)
    of = re.sub(
        r"^(?P<noun>[\w⟦⟧&-]+(?: [\w⟦⟧&-]+){0,6}?)(?<! that)(?<! which) (?:have|has|had|cost|costs|contain|contains) "
        r"(?P<rest>.+)$",
        r"\g<noun> with \g<rest>",
        of,
    )
    found = records(of, masked)
    return _make("count", (), found if found.noun or found.tests or found.name else Records("them"), masked, words)


def _summed(words: str, masked: Masked) -> Question | None:
    together = re.match(
        r"^how much (?:(?:are|do|is|were|did) )?(?P<of>.+?)(?: cost| are| is| come to| were)? "
        r"(?:together|altogether|in total|in all)$",
        words,
        re.IGNORECASE,
    )
    if together:
        return _make("sum", (), records(together["of"], masked), masked, words, by="amount")
    match = SUMS.match(words)
    if match is None:
        return None
    rest = match["rest"] or match["other"]
    what: Sum = "average" if match["avg"] else "sum"
    field = match["what"]
    inner = re.match(
        r"(?:the |all |all the |all of the )?(?P<field>[a-z]+?(?: [a-z]+)?) (?:of|for|in|on) (?P<of>.+)$", rest
    )
    if inner and (match["other"] or match["avg"] or PLURAL.search(rest)):
        return _make(what, (), records(inner["of"], masked), masked, words, by=_singular(inner["field"]))
    if match["avg"] or match["other"] or PLURAL.search(rest):
        return _make(what, (), records(rest, masked), masked, words, by=field or "total")
    return None


def _asked(words: str, masked: Masked) -> Question | None:
    if re.match(
        r"^(?:what )?(?:the page|it|the \w+(?: \w+)?) (?:says|said|tells|shows|displays|reads)\b|"
        r"^what does (?:the page|it) say",
        words,
        re.IGNORECASE,
    ):
        return _make("value", ("message",), Records("page"), masked, words)
    cost = COSTS.match(words)
    if (cost and re.search(r"\b(?:costs?|come to|amount to|sell for)$", words)) or re.match(
        r"^how much\b", words, re.IGNORECASE
    ):
        of = cost["what"] if cost else re.sub(r"^how much\s+|\s+costs?$", "", words)
        return _of(("price",), of, masked, words)
    if match := re.match(r"^what (?P<of>.+?) costs?$", words, re.IGNORECASE):
        return _of(("price",), match["of"], masked, words)
    if match := re.match(
        r"^(?:what|which)(?:'s|’s)?(?: is| are| was| were)? (?P<rest>(?:the|its|their|my|his|her)"
        r"\b.+?)(?: is| are| was| were)?$",
        words,
        re.IGNORECASE,
    ):
        return _named(match["rest"], masked, words)
    if re.fullmatch(r"(?:which|what|who) (?:they|those|these) (?:are|were)", words, re.IGNORECASE):
        return _make("list", ("name",), Records("them"), masked, words)
    if late := re.match(
        r"^which (?P<noun>.+?) (?:is|are|was) (?P<field>[a-z]+) (?P<end>last|latest|first|earliest|soonest|next)$",
        words,
        re.IGNORECASE,
    ):
        end: Sum = "most" if late["end"].lower() in ("last", "latest") else "least"
        return _make(end, ("name",), records(late["noun"], masked), masked, words, by=late["field"])
    if match := WHICH.match(words):
        return _which(match, words, masked)
    if match := WHO.match(words):
        return _who(match, words, masked)
    return None


def _which(match: re.Match[str], words: str, masked: Masked) -> Question | None:
    noun, rest = match["noun"], match["rest"]
    found = extreme(rest) or extreme(f"{noun} {match['verb']} {rest}")
    if found and found.end in ("least", "most"):
        return _make(
            found.end,
            ("name",),
            (of := records(f"{noun} {found.rest}" if IN.match(found.rest) else noun, masked)),
            masked,
            words,
            by=found.by or ("amount" if PAID.search(of.noun) else _last(IN.sub("", found.rest) or of.noun)),
            number=found.number,
        )
    if match["verb"] in ("is", "are", "was", "were") and not re.match(r"(?:the|a|an) ", rest):
        return _make("list", ("name",), records(f"{noun} that are {rest}", masked), masked, words)
    if match["verb"] in ("has", "have", "had", "cost", "costs"):
        return _make("list", ("name",), records(f"{noun} with {rest}", masked), masked, words)
    if match["verb"] in ("does", "do", "did"):
        owner = re.sub(r"\s+(?:have|has|show|come in|come|cost|offer|say)$", "", rest)
        return _of((_field(noun),), owner, masked, words)
    return None


def _who(match: re.Match[str], words: str, masked: Masked) -> Question | None:
    word, rest = match["word"].lower(), match["rest"].strip()
    field = {"who": "name", "whom": "name", "when": "date", "where": "place"}.get(
        word, re.sub(r"^(?:on |in |at |from |to |for |under )?(?:which|what) ", "", word)
    )
    if "day" in field:
        field = "date"
    if made := re.match(
        r"^(?:is |are |was |were )?(?P<of>.+?)(?: is| are| was| were)? (?P<what>made|manufactured|"
        r"produced|assigned|due|from|sent|created|opened|delivered|shipped|located|placed|ordered|"
        r"born)(?: to| by| in)?$",
        rest,
    ):
        known = {
            "assigned": "assignee",
            "due": "due",
            "from": "from",
            "made": "made in",
            "manufactured": "made in",
            "produced": "made in",
        }
        what = known.get(made["what"], f"{made['what']} {field}")
        return _of(("from" if word == "who" and made["what"] == "sent" else what,), made["of"], masked, words)
    if word == "who" and (sent := re.match(r"^(?:has |have )?(?:sent|wrote|written|send) (?P<of>.+)$", rest)):
        return _of(("from",), sent["of"], masked, words)
    if longest := re.match(
        r"^(?P<of>.*?)\s*(?:has|have|is|was) (?:been )?(?:here|there|a member|with us|in it) "
        r"(?:the )?(?P<end>longest|shortest)$",
        rest,
    ):
        return _make(
            "least" if longest["end"] == "longest" else "most",
            ("name",),
            records(longest["of"] or "row", masked),
            masked,
            words,
            by="since",
        )
    if found := extreme(re.sub(r"^(?:is|are|was|were|has|have)\s+", "", rest)):
        return _make(found.end, ("name",), records(found.rest or "row", masked), masked, words, by=found.by)
    of = re.sub(
        r"^(?:is|are|was|were|does|do|did|has|have)\s+|\s+(?:is|are|was|were|changes?|starts?|"
        r"ends?|begins?|happens?|have|has|had|comes?|comes? in)$",
        "",
        rest,
    )
    return _of((field,), of, masked, words) if of else _make("value", (field,), Records("page"), masked, words)


def _named(words: str, masked: Masked, said: str | None = None) -> Question | None:
    """`the name and price of the cheapest kettle`, `its total`, `all order numbers with their dates`."""
    said = said or words
    words = re.sub(r"^(?:from|on|over|across|of) all (?:of )?(?:the )?pages,?\s+", "all ", words, flags=re.IGNORECASE)
    if re.fullmatch(r"(?:which|what|who) (?:they|those|these) (?:are|were)", words, re.IGNORECASE):
        return _make("list", ("name",), Records("them"), masked, said)
    if (summed := _summed(words, masked)) is not None:
        return summed
    listed = LISTS.match(words)
    rest = words[listed.end() :] if listed else words
    rest = re.sub(r"^(?:of )?(?:the |those |these )?", "", rest) if listed else rest
    if listed:
        return _listed(rest, masked, said)
    if re.fullmatch(
        r"the [a-z ]+(?:, (?:and )?the (?:(?! of | and )[a-z ])+)+(?:,? and the (?:(?! of )[a-z ])+)"
        r"?",
        words,
    ):
        return _make("value", _fields(words), Records("page"), masked, said)
    parts = OF.split(words, maxsplit=1)
    if len(parts) == 2 and not extreme(parts[0]):
        return _of(_fields(parts[0]), parts[1], masked, said)
    if match := re.match(r"^(?P<of>(?:the |my )?[^,]+?)(?:'s|’s|s'|s’) (?P<fields>[a-z ,]+)$", words):
        return _of(_fields(match["fields"]), match["of"], masked, said)
    if found := extreme(words):
        return _extreme(found, ("name",), masked, said)
    if re.match(r"^(?:all|every|each)\b", words, re.IGNORECASE):
        return _listed(words, masked, said)
    own = re.match(r"(?:only |just )?(?:its|his|her|their)\b", words, re.IGNORECASE)
    return _make("value", _fields(words), Records("it" if own else "page"), masked, said)


def _listed(rest: str, masked: Masked, said: str) -> Question:
    if match := re.match(
        r"^(?P<noun>.+?),? (?:with|and|including|together with|along with) (?:their|its|the) (?P<fields>.+)$", rest
    ):
        return _make("list", ("name", *_fields(match["fields"])), records(match["noun"], masked), masked, said)
    parts = OF.split(rest, maxsplit=1)
    if len(parts) == 2:
        return _make(
            "list", tuple(_singular(field) for field in _fields(parts[0])), records(parts[1], masked), masked, said
        )
    return _make("list", ("name",), records(rest, masked), masked, said)


def _of(fields: tuple[str, ...], of: str, masked: Masked, said: str) -> Question | None:
    """Fields of what a phrase names: one that is an extreme, one that is called so, all, or what was spoken of."""
    of = of.strip().rstrip("?")
    if PRONOUNS.match(of):
        return _make("value", fields, Records("it"), masked, said)
    if found := extreme(of):
        return _extreme(found, fields, masked, said)
    if re.match(r"(?:all|every|each|these|those|both)\b", of, re.IGNORECASE):
        return _make("list", tuple(_singular(field) for field in fields), records(of, masked), masked, said)
    if all(PLURALS.fullmatch(field) for field in fields) and MANY.match(of):
        return _make("list", tuple(_singular(field) for field in fields), records(of, masked), masked, said)
    return _make("value", fields, records(of, masked), masked, said)


def _extreme(found: Extreme, fields: tuple[str, ...], masked: Masked, said: str) -> Question:
    of = records(re.sub(r"^(?:of|in|among|from) ", "", found.rest) or "row", masked)
    is_ranked = found.end in ("least", "most")
    by = found.by or ("amount" if is_ranked and PAID.search(of.noun) else _last(of.noun) if is_ranked else "")
    return _make(found.end, fields, of, masked, said, by=by or None, number=found.number)


def _last(noun: str) -> str:
    return re.sub(r"\s+(?:in|on|of|from)\b.*$", "", noun).split(" ")[-1] if noun else "amount"


def _fields(words: str) -> tuple[str, ...]:
    parts = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*&\s*", words.strip())
    return tuple(field for part in parts if (field := _field(part)))


def _field(words: str) -> str:
    said = words.strip()
    while (shorter := BLANK.sub("", said)) != said:
        said = shorter
    return said.strip(" ?.:")


def _singular(word: str) -> str:
    return re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", re.sub(r"ies$", "y", word))
