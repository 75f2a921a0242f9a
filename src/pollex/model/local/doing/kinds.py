"""Whether a value is of the kind that a question asks for: how much is an amount, when is a date, who is a name."""

from __future__ import annotations

import re
from typing import Final

from ..program import Question
from .columns import tokens
from .values import NAMES

MONEY: Final = frozenset({"price", "total", "sum", "amount", "cost", "balance", "fee", "discount", "difference"})
DATES: Final = frozenset({"date", "day", "due"})
DAY: Final = re.compile(
    rf"\d{{4}}-\d{{2}}|\b\d{{1,2}}[./]\d{{1,2}}|\b(?:{NAMES})\b|\b(?:to|yester)?day\b|\b(?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day\b|\btomorrow\b|\b\d+ (?:days?|weeks?|hours?|minutes?|years?|months?)\b|\b\d{4}\b|\d:\d{2}",
    re.IGNORECASE,
)
STATUS: Final = re.compile(r"^(?:\d[\d,.]* [a-z]+s?\b.*\bpages?\b|results for\b|no results\b|nothing\b)", re.IGNORECASE)
THINGS: Final = re.compile(
    r"^\d[\d,]* (?:things?|items?|results?|products?|rows?|entries|messages?|issues?)\b", re.IGNORECASE
)


def fits(asked: Question, value: str) -> bool:
    """Whether a value can be an answer at all."""
    text = value.strip()
    if not text or STATUS.match(text) or _echoes(asked.said, text):
        return False
    said = asked.said.lower()
    if re.match(r"https?://", text) and not re.search(r"\b(?:address|link|url|where)\b", said):
        return False
    if asked.what == "value" and re.search(r"\bon (?:each|every|all|both)\b", said):
        return False  # one page cannot tell that
    if asked.what == "list" or len(asked.fields) > 1:
        return True
    last = asked.fields[0].lower().split(" ")[-1] if asked.fields else ""
    if last in MONEY or said.startswith("how much"):
        return re.search(r"\d", text) is not None and not THINGS.match(text)
    if asked.what == "count" or said.startswith("how many"):
        return re.search(r"\d", text) is not None
    if last in DATES or re.match(r"(?:when|on (?:what|which) da)", said):
        return DAY.search(text) is not None or text in ("–", "-", "—")
    if said.startswith(("who ", "whom ")):
        return re.search(r"[^\W\d_]{2}", text) is not None and len(text) < 120
    return True


def _echoes(said: str, value: str) -> bool:
    """Whether a value has nothing but the words of the question in it."""
    words = tokens(value)
    return len(words) > 3 and set(words) <= {*tokens(said), "result", "for", "search", "found"}
