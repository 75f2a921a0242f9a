"""Values told in running text: `The code is X.`, `we leave at 8:12 from platform four`."""

from __future__ import annotations

import re
from typing import Final

from .columns import stem, tokens

ENDS: Final = re.compile(r"(?<=[.!?])\s+|\n+")
ASKS: Final = re.compile(r"\?\s*$|^(?:what|which|who|how|when|where|find|type|enter|choose|tests?)\b", re.IGNORECASE)
TIME: Final = re.compile(r"\b\d{1,2}[:.]\d{2}(?:\s?[ap]\.?m\.?)?\b")
MONEY: Final = re.compile(r"[€$£]\s?\d[\d.,]*\d|\b\d[\d.,]*\s?(?:€|euros?|EUR|dollars?|pounds?)")
KINDS: Final = {"time": TIME, "hour": TIME, "price": MONEY, "cost": MONEY, "amount": MONEY}
RUNNING: Final = 3
"""Words that make a sentence: less is a label."""
FILLER: Final = frozenset(
    {"the", "a", "an", "does", "do", "did", "is", "are", "was", "at", "what", "which", "when", "how", "it", "from",
     "to", "of", "in", "on", "for", "and", "me", "tell", "my", "i", "you", "much", "many", "will", "leave"}
)  # fmt: skip


def stated(text: str, name: str, said: str = "", topic: str = "") -> str | None:
    """The one value that sentences of a text, those with the topic first, give a name; None where they differ."""
    sentences = [each.strip() for each in ENDS.split(text) if each.strip() and not ASKS.search(each.strip())]
    if topic:
        own = [each for each in sentences if {*tokens(topic), *tokens(name)} <= set(tokens(each))]
        sentences = own or sentences
    kind = KINDS.get(stem(name.rsplit(" ", maxsplit=1)[-1]))
    if kind is not None:
        about = {word for word in tokens(said) if word not in FILLER and word not in tokens(name)}
        running = [each for each in sentences if len(re.findall(r"[^\W\d_]{2,}", each)) >= RUNNING]
        near = [each for each in running if about & set(tokens(each)) and kind.search(each)] or running
        found = {match[0] for each in near for match in kind.finditer(each)}
        return found.pop() if len(found) == 1 else None
    noun = re.escape(name)
    pattern = re.compile(
        rf"\b{noun}(?: (?:for|of|to) [\w ]+?)?(?: (?:is|was|will be|reads)|:| =) [“\"]?(?P<is>[^.\n!?;,”\"]{{1,40}})"
        rf"|\b(?:from|at|on|in) {noun} (?P<at>\w+)\b|\b{noun} (?P<n>\d+)\b",
        re.IGNORECASE,
    )
    matches = [match for each in sentences for match in pattern.finditer(each)]
    found = {(match["is"] or match["at"] or match["n"]).strip() for match in matches}
    return found.pop() if len(found) == 1 else None
