"""What `if`, `until` and `wait` ask: whether something is there, what it says, how it compares."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ..program import Condition, Op, Question, Records
from .asking import question
from .limits import AMOUNT, AT_LEAST, AT_MOST, LESS, MORE
from .masks import Masked, is_held
from .records import records

THERE: Final = re.compile(
    r"^(?:there (?:is|are|was|were)|there's|you (?:can )?(?:see|find|get|notice|come across|meet|"
    r"reach)(?: that)?|it (?:shows|says|has|contains|asks for)|the page (?:shows|says|asks(?: you)"
    r"? for|has))\s+(?P<not>no(?:t(?: a| an| any)?)?\s+(?:such )?|none\b)?(?P<what>.*)$",
    re.IGNORECASE,
)
SHOWN: Final = re.compile(
    r"^(?P<what>.+?) (?:is|are|has|have|gets?|becomes?)? ?(?P<not>not |n't |no longer )?(?:been )"
    r"?(?:shown|visible|displayed|there|present|listed|on the (?:page|screen|list)|loaded|"
    r"appeared|available|in the way|in the way|shows up|appears?|pops? up|comes? up|come|shows?|open(?:ed|s)?|finished "
    r"loading|ready|found|done loading|loads|load|exists?|offered|covers? .*)(?: (?:on|in) .*)?$",
    re.IGNORECASE,
)
GONE: Final = re.compile(
    r"^(?P<what>.+?) (?:is|are|has|have)? ?(?:gone|disappear(?:s|ed)?|vanish(?:es|ed)?|closed|"
    r"goes away|no longer .*|finished|hidden)$",
    re.IGNORECASE,
)
STATES: Final = re.compile(
    r"^(?P<what>.+?) (?:is|are) (?P<not>not |n't )?(?:yet |already |still )?(?P<state>checked|ticked|unchecked|"
    r"unticked|selected|enabled|disabled|on|off|empty|expanded|collapsed|greyed out|grayed out|clickable)$",
    re.IGNORECASE,
)
ASSIGNED: Final = re.compile(r"^(?:nobody|no one|somebody|someone|anybody|nothing) is assigned", re.IGNORECASE)
SO: Final = re.compile(
    r"^(?P<what>it|this|that|they|the [\w ]+?|⟦\d+⟧) (?:is|are) (?P<not>not )?(?:already |still )?"
    r"(?P<value>(?-i:[a-z]+)(?: (?-i:[a-z]+)){0,2})$",
    re.IGNORECASE,
)
ABOUT: Final = re.compile(
    r"^(?P<what>it|this|that|they|the (?:message|mail|e-?mail|letter|issue|entry|note|text)) (?:is|are|was|speaks|"
    r"talks|deals) (?P<not>not )?(?:about|concerning|regarding|with|of|from|by|called|named|titled) (?:the |an? |my "
    r")?(?P<value>.+)$",
    re.IGNORECASE,
)
EQUALS: Final = re.compile(
    r"^(?P<what>.+?) (?:is|are|says|reads|shows|equals) (?P<not>not )?(?P<value>⟦\d+⟧|[\w €$£.,-]+)$", re.IGNORECASE
)
OF_IT: Final = re.compile(r"^(?:it|this|that) (?:has|contains|shows)\b", re.IGNORECASE)
ENABLED: Final = re.compile(
    r" (?:can (?:now )?be (?:pressed|clicked|used)|becomes? (?:active|enabled|clickable|available)|is active)$"
)
FIELD: Final = re.compile(
    r"^(?P<what>(?:its|the|his|her) [a-z]+(?: [a-z]+)?) (?:is|was|says|reads) (?P<not>not )?"
    r"(?P<value>[A-Z][\w ]*|⟦\d+⟧)$"
)
"""A value is written with a capital, a state is not."""
END: Final = re.compile(
    r"^(?:you (?:reach|get to|are at|hit)|the|there (?:is|are)) (?:the )?(?:(?:end|bottom|last "
    r"page|last one)(?: of .*)?(?: is reached)?|no (?:more|next|further|other) .*|nothing (?:more|"
    r"new|left) .*)$|^nothing (?:more|new|else) .*$|^no more .*$",
    re.IGNORECASE,
)
REFUSED: Final = re.compile(
    r"^(?:the (?:page|site|shop|form|bank|store|field|code|voucher)|it|that|this) (?:complains?|refuses?|rejects?|"
    r"fails?|does(?:n['’]t| not) (?:know|accept|like|take|work)|is(?:n['’]t| not) (?:accepted|known|valid)|is "
    r"(?:refused|rejected))(?: (?:about )?(?:the )?(?P<what>[\w -]+))?$|^(?:there (?:is|comes|appears)|you (?:get|"
    r"see)|it (?:shows|gives)|the page shows) (?:an? |any )?(?:error|complaint|warning|validation error|problem)(?: "
    r"message)?(?: (?:about|with|for|at|on) (?:the )?(?P<about>[\w -]+?))?(?: (?:shown|appears))?$|^an? (?:error|"
    r"complaint|warning)(?: message)?(?: (?:about|with|for) (?:the )?(?P<of>[\w -]+?))? (?:appears|comes up|is shown|"
    r"pops up|comes)$",
    re.IGNORECASE,
)
"""What was done just before was not taken."""
FINE: Final = re.compile(
    r"^(?:everything|all|all of (?:it|that|this)|it|that|this|the (?:data|details?|summary|preview|entries|page)|the "
    r"[a-z]+(?:,? (?:and )?(?:the )?[a-z]+){0,3}?(?= (?:is|are) (?:right|correct|shown)))"
    r"(?: (?:is|are|was|were|looks?|seems?|appears?|has|have|been|worked|went|you (?:see|entered|filled in)))*"
    r"(?: (?:shown|there|filled in|entered|displayed))*(?: (?:correct(?:ly)?|right|fine|ok|okay|good|in order|well|"
    r"as (?:it should(?: be)?|expected|entered|above|said)))$",
    re.IGNORECASE,
)
"""Nothing was refused: what the page does not take ends the run before this is asked."""
COMPARES: Final[tuple[tuple[str, Op], ...]] = ((LESS, "lt"), (MORE, "gt"), (AT_MOST, "le"), (AT_LEAST, "ge"))


def condition(clause: str, masked: Masked) -> Condition | None:
    """A condition; None where it cannot be read."""
    words = re.sub(r"\s+(?:yet|already|now|anywhere|somewhere)$", "", clause.strip().rstrip(",. "))
    words = re.sub(r"(?<= is) (?:still|already|now|really|indeed)(?= )", "", words)
    if refused := REFUSED.match(words):
        about = next(filter(None, refused.groups()), "").strip()
        return Condition("refused", "" if about in ("it", "that", "this") else masked.words(about))
    if FINE.match(words):
        return Condition("there", "it")
    if END.match(words):
        return Condition("end", masked.value(words))
    for read in (_has_value, _compared, _in_state, _shown, _is_so):
        if (found := read(words, masked)) is not None:
            return found
    return None


def _in_state(words: str, masked: Masked) -> Condition | None:
    if match := STATES.match(ENABLED.sub(" is enabled", words)):
        return Condition("state", masked.words(match["what"]), match["not"] is not None, value=match["state"].lower())
    if ASSIGNED.match(words):
        said = Question("value", ("assignee",), Records("it"), said=masked.value(words))
        return Condition("compares", masked.value(words), not words.lower().startswith("no"), said, "eq", "")
    return None


def _shown(words: str, masked: Masked) -> Condition | None:
    if match := THERE.match(words):
        found = _there(match["what"].strip() or "it", masked, match["not"] is not None)
        return replace(found, value="it") if OF_IT.match(words) else found
    if match := GONE.match(words) or SHOWN.match(words):
        return _there(match["what"], masked, match.groupdict().get("not", "gone") is not None)
    return None


def _is_so(words: str, masked: Masked) -> Condition | None:
    if match := ABOUT.match(words) or SO.match(words):
        what = "it" if match.re is ABOUT else masked.words(match["what"])
        return Condition("is", what, match["not"] is not None, value=masked.value(match["value"]))
    match = EQUALS.match(words)
    asked = question(match["what"], masked) if match else None
    if match is None or asked is None:
        return None
    value = masked.value(match["value"])
    return Condition("compares", masked.value(words), match["not"] is not None, asked, "contains", value)


def _has_value(words: str, masked: Masked) -> Condition | None:
    match = FIELD.match(words)
    if match is None:
        return None
    asked, value = question(match["what"], masked), masked.value(match["value"])
    return Condition("compares", masked.value(words), match["not"] is not None, asked, "contains", value)


def _there(what: str, masked: Masked, negated: bool) -> Condition:
    negated_noun = re.match(r"^no (?P<rest>.+)$", what, re.IGNORECASE)
    if negated_noun:
        what, negated = negated_noun["rest"], not negated
    if is_held(what) or re.match(r"^(?:the )?(?:text|words?|message|notice)\s+⟦\d+⟧$", what):
        return Condition("says", masked.value(re.sub(r"^.*?(?=⟦)", "", what)), negated)
    found = records(what, masked)
    asked = Question("count", (), found, said=masked.value(what))
    return Condition("there", masked.words(what), negated, asked)


def _compared(words: str, masked: Masked) -> Condition | None:
    for how, op in COMPARES:
        for form, read in SIZES:
            match = re.match(form.format(how=how), words, re.IGNORECASE)
            if match and (asked := read(match, masked)) is not None:
                negated = match.groupdict().get("not") is not None
                return Condition("compares", masked.value(words), negated, asked, op, match["value"])
    return None


def _last(match: re.Match[str], masked: Masked) -> Question:
    return Question("value", ("last",), Records("that"))


def _value(match: re.Match[str], masked: Masked) -> Question | None:
    is_it = re.fullmatch(r"it|this|that|they", match["what"], re.IGNORECASE)
    return Question("value", ("price",), Records("it")) if is_it else question(match["what"], masked)


def _number(match: re.Match[str], masked: Masked) -> Question:
    return Question("count", (), records(match["what"], masked), said=masked.value(match[0]))


BE: Final = r"(?:is|are|costs?|comes to|amounts? to|equals?|has|have)"
COUNTED: Final = r"\d+|one|two|three|four|five"
SIZES: Final[tuple[tuple[str, Callable[[re.Match[str], Masked], Question | None]], ...]] = (
    (rf"^(?:there|they|it) (?:are|is) {{how}} (?P<value>{AMOUNT}|{COUNTED})$", _last),
    (rf"^(?P<what>.+?) {BE} (?P<not>not )?{{how}} (?P<value>{AMOUNT})$", _value),
    (rf"^there (?:are|is) {{how}} (?P<value>{COUNTED}) (?P<what>.+)$", _number),
)  # fmt: skip
