"""Questions: `tell me the name and price of the cheapest kettle`, `how many orders were returned?`"""

from __future__ import annotations

import re
from typing import Final

from ..program import Question
from .counts import COUNTS, counted, summed
from .limits import COUNT
from .masks import Masked
from .measures import AFTER, measured
from .naming import LISTS, named
from .wondering import wondered

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
WANTS: Final = re.compile(rf"^(?:i|we)(?: (?:want|need|would like)|['’]d like) {COUNT} [a-z]", re.IGNORECASE)
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
CLAUSE_TEST: Final = re.compile(r"^(?:of those|what|which|who|long is|how)\b", re.IGNORECASE)


def is_question(clause: str) -> bool:
    return bool(ASKS.match(clause) or LISTS.match(clause) or COUNTS.match(clause) or _is_asked(clause))


def _is_asked(clause: str) -> bool:
    return (
        re.match(
            r"^(?:what|which|who|whom|when|where|how|by how|(?:on|at|in|from|to|for) (?:which|what|how|whom)|is|are|"
            r"does|do|did|has|have|was|were|whether|add up|sum up|sum)\b",
            clause,
            re.IGNORECASE,
        )
        is not None
    )


def question(clause: str, masked: Masked) -> Question | None:
    """What a clause asks; None where it asks nothing that can be read."""
    words = clause.strip().rstrip("?").strip()
    if WANTS.match(words):
        return None  # a number of things is wanted, and nothing is asked
    while (shorter := ASKS.sub("", words, count=1)) != words and shorter:
        words = shorter
    words = re.sub(r"\s+that (?:it|the page|the site) (?:shows|says|gives|displays)$", "", words)
    words = re.sub(RELATIVE, "", words)
    words = AFTER.sub("", OWNER.sub(r"\g<head> \g<noun> by \g<name>", words))
    if (found := measured(words, masked)) is not None:
        return found
    made = counted(words, masked) or summed(words, masked) or wondered(words, masked) or named(words, masked)
    return None if made is None or _is_clause(made) else made


def _is_clause(asked: Question) -> bool:
    """Whether what was taken for the name of a field or thing is a whole clause: then it was not understood."""
    noun = re.sub(r"^(?:are|is|were|was) |\byou \w+ed$", "", asked.of.noun)
    tests = " ".join(test.value for test in asked.of.tests)
    return any(CLAUSE.search(name) for name in (*asked.fields, noun)) or CLAUSE_TEST.search(tests) is not None
