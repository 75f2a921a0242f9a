"""Whether a task is only a question, so that nothing may be changed for it."""

from __future__ import annotations

import re
from typing import Final

from ...text.sentences import sentences
from .kinds import NEGATED, WISH

OPENED: Final = r"(?:an?|a new|another|new) (?:issue|ticket|bug|case|account|request|thread|claim|discussion)\b"
OTHERS: Final = r"(?:them|him|her|everyone|everybody)\b"
CHANGES: Final = (
    r"accept|activate|add|allow|answer|apply|approve|archive|ask(?! me\b)|assign|block|book|buy|cancel|change"
    r"|check out|clear|close|comment|complete|confirm|connect|copy|create|deactivate|decline|delete|disable|donate"
    r"|drag|edit|empty|enable"
    r"|enrol\w*|enter|fill|flag|forward|get rid|give|grant|have|hide|import|install|invite|join|label|leave|like|make"
    r"|mark|merge|move|order|pause|pay|pin|place|post|press|publish|purchase|put|rate|register|remind|remove|rename"
    r"|renew|reopen|reply|report|reschedule|reset|restore|resume|revoke|save|schedule|send|set|share|sign (?:\w+ )?up"
    r"|sort out|star|start|stop|submit|subscribe|switch|tag|take|throw|tick|tidy|transfer|turn|type|unsubscribe|untick"
    r"|update|upload|upgrade|use|vote|withdraw|write(?! down)|click|choose|select|drop|rid|fix|mend|clean|swap|replace"
    rf"|make sure|see to it|let|pull|push|shift|bring|hand|open(?= {OPENED})|tell(?= {OTHERS})"
)
"""Verbs by which a task orders something to be changed."""
LOOKS: Final = (
    rf"tell(?! {OTHERS})|show|say|list|find|look|check(?! out)|count|see|read|name|compare|work out|calculate|report"
    r"|summari[sz]e|log"
    rf"|sign in|open(?! {OPENED})|go|search|download|help|explain|remember|know|give me|get me|let me know|reply to me"
    r"|answer me|write me|send me"
)
"""Verbs by which it asks to look and to tell."""
FILLERS: Final = r"(?:(?:please|pls|hi|hey|hello|hm+|ok|okay|so|and|then|also|just|quickly|first|next|but|well)[ ,]+)*"
ASKING: Final = re.compile(
    rf"^{FILLERS}(?:(?:can|could|would|will) you {FILLERS})?(?:(?:{LOOKS})\b"
    r"|(?:who|what|which|when|where|why|how|is|are|am|was|were|does|did|has|have|had|can|could|will|would|should"
    r"|do(?! (?:that|this|it|so|the same)\b))\b"
    r"|what[’']s|(?:i )?(?:just |only )?(?:want|need|[’']d like|would like)?(?: to)? ?"
    r"(?:know|wonder\w*|curious|asking)\b)"
    r"|\?\s*$",
    re.IGNORECASE,
)
"""How a sentence begins or ends that asks."""
TAG: Final = re.compile(
    r"[,\s]+(?:ok|okay|alright|all right|please|yes|(?:would|will|could|can) you)\s*\?\s*$", re.IGNORECASE
)
"""What is put behind an order to make it polite."""
NEUTRAL: Final = re.compile(r"^(?:i|the|my|it|this|that|we|there|no|not|nobody|nothing)\b", re.IGNORECASE)
"""How a sentence begins that only states something."""
FILLING: Final = frozenset({"type", "fill", "select", "choose", "tick", "untick", "drag", "click", "press"})
"""Verbs that order no more than what is done on the page."""
SETTING: Final = frozenset({"set", "change", "replace", "update", "edit", "swap"})
"""Verbs that order another value for what has one."""
LOOSE: Final = frozenset(
    ("", "add", "answer", "apply", "bring", "complete", "enter", "give", "have", "let", "make", "put", "take", "use")
)
"""Verbs that may also ask for an answer: add them up, make a list."""
DRAFT: Final = re.compile(r"\bdrafts?\b|\bprepare\b", re.IGNORECASE)
ORDER: Final = re.compile(
    rf"{WISH}(?:\w+ly )?(?!(?:{LOOKS})\b)({CHANGES})\b|\b(?:can|could|would|will) you {FILLERS}(?!(?:{LOOKS})\b)",
    re.IGNORECASE,
)


def only_asks(task: str) -> bool:
    """Return whether a task asks something and orders no change.

    What is worded otherwise, or in another language, counts as an order: then what is sent is compared with it.
    """
    found = [TAG.sub("", each).strip() for each in sentences(task, ".!?;")]
    asking = [ASKING.search(each) is not None for each in found]
    plain = all(asks or NEUTRAL.search(each) for asks, each in zip(asking, found, strict=True))
    return not orders(task) and plain and any(asking)


def only_fills(task: str) -> bool:
    """Return whether all that a task orders stays on the page: something is typed, chosen or drafted."""
    said = orders(task)
    return DRAFT.search(task) is not None or (bool(said) and FILLING.issuperset(said))


def only_sets(task: str) -> bool:
    """Return whether all that a task orders is another value for something."""
    said = orders(task)
    return bool(said) and SETTING.issuperset(said)


def orders(task: str) -> list[str]:
    """Return the verbs by which a task orders something to be changed."""
    return [(found[1] or "").casefold() for found in ORDER.finditer(NEGATED.sub(" ", task))]
