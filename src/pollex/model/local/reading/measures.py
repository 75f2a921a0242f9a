"""Questions in people's own forms: `how heavy is it`, `what do those cost altogether`, `which of them is newest`."""

from __future__ import annotations

import re
from typing import Final

from ..program import Question, Records
from . import measuring as asks
from .comparing import FIELDS
from .limits import MONTH
from .masks import Masked
from .measuring import MEASURES, THEM, ask

BARE: Final = {
    "when": "date", "where": "place", "who": "name", "how much": "price", "by how much": "difference",
    "on what day": "date", "on which day": "date", "what day": "date", "on what date": "date", "at what time": "time",
}  # fmt: skip
AFTER: Final = re.compile(
    r",?\s+(?:after (?:that|this|it)|afterwards|now|then|in the end|at the end|all in all|today|at the moment|right "
    r"now|exactly|again|please|overall|as well|too|also)$",
    re.IGNORECASE,
)
SPENDS: Final = r"spen[dt]|paid|pay|get|got|receive|received|earn|earned|make|made|cost|send|sent"
IN: Final = rf"(?: (?:in|during|for) (?P<when>(?:the year )?(?:(?:{MONTH}) )?\d{{4}}))?"
PLACES: Final = r"first|last|second|third|fourth|fifth|top|bottom"
PLURAL: Final = (
    r"(?:all|those|these|them|they|both|the (?:two|three|four|five)|the [a-z ]*ones|(?:the|my) [a-z ]*[a-z]{2}s)\b"
)
COLUMNS: Final = r"(?:prices|amounts|totals|costs|balances|values|sums|quantities|weights|numbers|fees)"


def measured(said: str, masked: Masked) -> Question | None:
    """A question in one of these forms; None where it is none of them."""
    words = AFTER.sub("", said.strip().rstrip("? "))
    if (field := BARE.get(words.lower())) is not None:
        return ask("value", (field,), Records("it"), words, masked)
    for pattern, read in FORMS:
        if (match := pattern.match(words)) and (found := read(match, words, masked)) is not None:
            return found
    return None


def _rule(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


FORMS: Final = (
    (_rule(r"^(?:on |in |at |from |under )?(?:which|what) (?P<noun>(?!one\b)[a-z]+) (?:is|are|was|does|did) "
           r"(?P<of>it|this|that|he|she)"
           r"(?: (?:on|in|at|from|under|by|for|come from|belong to|stand on))?$"), asks.lasted),
    (_rule(r"^(?:the )?(?P<what>sum|total|average|mean) of (?:all )?(?:the )?(?:column (?P<field>[\w ]+)|"
           r"(?P<field2>[\w ]+) column)$"),
     asks.in_column),
    (_rule(r"^for how (?:many (?:years|months|weeks|days)|long) (?:is|are) (?P<of>.+?) (?P<what>guaranteed|valid|"
           r"insured)$"), asks.lasting),
    (_rule(r"^(?:what|how much) (?:do|must|will|would) (?:i|we)(?: have to| need to)? pay(?: in total| altogether| "
           r"in all)?$"), asks.to_pay),
    (_rule(r"^what (?P<of>they|those|these|it all|the [a-z ]*ones)(?: all)? (?:cost|costs|come to|came to|amount to|"
           r"add up to)(?: together| altogether| in "
           r"total)?$"), asks.together),
    (_rule(rf"^how much (?P<what>[a-z]+) (?P<place>(?:the|my) [\w ]+?) (?:{SPENDS}){IN}(?: altogether| in total| in "
           rf"all)?$"), asks.spent),
    (_rule(r"^(?:to whom (?:did|does|was|has) (?P<of>.+?) (?:go|gone|paid|sent)|who (?:got|received|was paid) "
           r"(?P<it>.+))$"),
     asks.valued("payee")),
    (_rule(r"^who (?:is|was) (?:assigned|responsible)(?: to| for) (?P<of>.+)$"), asks.valued("assignee")),
    (_rule(r"^(?:(?:what|which)(?: are| is)? )?(?:the |their |its )?(?:(?:file )?names? of )?(?:the |its |their |all "
           r")*(?:[a-z]+ )?(?:attached (?:files?|documents?)|(?:files?|documents?)(?: (?:that )?(?:is|are))? "
           r"attached(?: to .+)?|attachments?)"
           r"(?: called| named)?$"), asks.attached),
    (_rule(r"^what (?:is |was )?(?P<of>it|this|that|(?:the|this|that) [a-z]+)(?: is| was)? about$"), asks.subject),
    (_rule(r"^who (?:sent|wrote|created|opened|reported|posted) (?P<of>.+)$"), asks.valued("from")),
    (_rule(r"^how long (?:is|are|does|was|do) (?:the |its |their )?(?P<noun>[a-z]+)(?: last| take)?"
           r"(?: (?:on|of|for|from) (?P<of>.+))?$"), asks.lasted),
    (_rule(rf"^how (?P<word>{'|'.join(MEASURES)}) (?:is|are|was) (?P<of>.+)$"), asks.how_much_of),
    (_rule(rf"^how (?P<word>{'|'.join(MEASURES)}) (?P<of>.+?) (?:is|are|was)$"), asks.how_much_of),
    (_rule(r"^(?:how much|what) (?:(?:does|do|did) )?(?P<of>.+?) weighs?$"), asks.valued("weight")),
    (_rule(r"^how much (?P<of>(?!(?:do|does|did|would|will)\b).+?) (?:are|is|cost|costs|come to) (?:altogether|"
           r"together|in total|in all)$"), asks.together),
    (_rule(r"^(?:how much|what) (?:do|does|did|would|will|are|is) (?P<of>.+?)(?: cost| come to| amount to| add up to)? "
           r"(?:altogether|together|in total|in all|in sum|all together)$"), asks.together),
    (_rule(rf"^(?:how much|what) (?:do|did|would|will) (?P<of>{PLURAL}.*?) (?:cost|come to|amount to|add up to)$"),
     asks.together),
    (_rule(r"^how much (?:money )?(?:do i have|i have|have i got|is there|there is|is) (?:in|on) (?P<of>.+?)"
           r"(?P<all> together| altogether| in total| in all)?$"), asks.held_in),
    (_rule(r"^what (?P<of>(?:the|my|this|that) [\w ]+?|it) (?:comes? to|amounts? to|adds? up to|is altogether|"
           r"costs? altogether|comes? out at)$"), asks.valued("total")),
    (_rule(r"^(?:what|how much) (?:does|do|did|will) (?P<of>(?:the|my) (?:basket|cart|bag|order|bill|purchase)|it all|"
           r"everything) (?:cost|come to|amount to|add up to|come out at)$"), asks.valued("total")),
    (_rule(r"^(?:what(?:'s| is| was) )?(?:the )?(?P<what>total|sum|average|mean) of (?:all )?"
           rf"(?:the |their |these |those )?(?P<field>{COLUMNS})$"), asks.columned),
    (_rule(r"^(?P<of>their) (?:sum|total)(?: amount)?$|^(?:what(?:'s| is| was) )?(?:the )?(?:sum|total) of "
           r"(?:all (?:of )?)?(?P<them>them|those|these)(?: all)?$"), asks.together),
    (_rule(r"^(?:what(?:'s| is| was) )?(?:the |their )?(?P<what>average|mean) (?P<field>[a-z]+)$"), asks.columned),
    (_rule(r"^(?:which|who)(?: one)? (?P<rest>has the [a-z]+ [a-z ]+)$"), asks.of_them),
    (_rule(rf"^(?P<what>add up|sum up|sum) (?:all )?(?:the |their |these |those )?(?P<field>{COLUMNS})$"),
     asks.columned),
    (_rule(rf"^(?:which|what|who)(?: one)?(?: of)? {THEM} (?:(?:is|was|are|costs?) (?:the )?|(?=has))(?P<rest>.+)"
           rf"$"), asks.of_them),
    (_rule(rf"^how much (?:money )?(?:(?:did|have|has) (?P<place>i|we|(?:the|my) [\w ]+?) (?:{SPENDS})|"
           rf"(?P<place2>i|we) (?:{SPENDS})|(?:went|goes|was paid|was sent|has gone)) (?:at|on|with|to|for|from) "
           rf"(?P<where>.+?){IN}$"), asks.spent),
    (_rule(rf"^how much (?P<what>[a-z]+) (?:did|have|has) (?P<place>i|we|(?:the|my) [\w ]+?) (?:{SPENDS})"
           rf"{IN}$"), asks.spent),
    (_rule(r"^(?:which|what) (?:one|[a-z]+) (?:is|was) (?:it|that)$|"
           r"^what(?:'s|’s| is| was)? (?:it|that|this|he|she)(?:'s|’s| is| was)? (?:called|named)$"), asks.itself),
    (_rule(r"^what (?:do |does )?(?:(?:each|all|every one)(?: (?:one )?of (?:them|those|these|the [a-z]+))?|they|those|"
           r"these)(?: all| each)? (?:says?|contains?|reads?)$"), asks.said_by_each),
    (_rule(r"^how much (?:(?:did|do|have|has) )?(?:i|we)(?: have)? (?:saved?|gain(?:ed)?|got off) (?:with|by|through|"
           r"thanks to) (?:the |my |that )?(?P<noun>[a-z]+)(?: code)?(?: (?:on|in|for|from|with) "
           r"(?P<of>.+))?$"), asks.lasted),
    (_rule(r"^(?:what (?:is|was) )?(?:the )?(?P<field>[a-z]+ (?:at|on|in|before|after) the [a-z]+) of "
           rf"(?P<of>it|that|this|(?:(?:{MONTH}) )?\d{{4}}|{MONTH})$"), asks.of_it),
    (_rule(rf"^(?:what (?:is|was) )?the (?P<place>{PLACES}) (?:one|thing|result|row|entry)(?: is)?(?: called| named)"
           rf"?$"), asks.at_place),
    (_rule(rf"^(?:which|what)(?: one)?(?: of (?:them|the two|those|these|both))? (?:is|was|weighs|costs) (?:the )?"
           rf"(?P<word>{'|'.join(FIELDS)})(?: one)?$"), asks.better),
    (_rule(r"^(?:which|what)(?: one)?(?: of (?:them|the two|those|these|both))? (?:has|have|had|comes with|offers) the "
           r"(?P<word>longer|higher|larger|bigger|greater|better|later|shorter|lower|smaller|lesser|earlier) "
           r"(?P<field>[a-z ]+)$"), asks.having_more),
    (_rule(r"^(?:in )?(?:which|what) (?P<field>[a-z]+) (?:does |do |is |are )?(?P<of>.+?) "
           r"(?:comes?|available|sold|is available|are available|offered)(?: in)?$"), asks.offered),
    (_rule(r"^(?:what|which (?:things|items|products))(?:'s| (?:is|are|was|were|remains?|stays?))?"
           r"(?: (?:still|left|there|remaining))? (?:in|on) (?P<place>it|there|(?:the|my) [\w ]+?)$"), asks.contents),
    (_rule(r"^(?:list )?(?:everything|all(?: the)? (?:things|items)|what)(?: that)? (?:is|are|was|were|remains?)"
           r"(?: left| still)? (?:in|on) (?P<place>it|there|(?:the|my) [\w ]+?)(?: is| was)?$"), asks.contents),
)  # fmt: skip
