"""The words of login pages in several languages, by meaning. They are data, in `words.txt`."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Final

from ...text.words import split_name, unaccented

WORDS: Final = Path(__file__).with_name("words.txt")
RUN_TOGETHER: Final = re.compile(r"[\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of languages that set no spaces between words, or join small words to others."""
SHORT: Final = 5
"""Words up to which the name of a control is taken for what it does."""


def folded(text: str) -> str:
    """Return a text as it is compared: small letters without accents, words parted by single spaces."""
    return " ".join(re.findall(r"[^\W_]+", unaccented(text)))


@lru_cache(maxsize=1)
def _sections() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            listed = found.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("#"):
            listed += line.split("|")
    return found


@lru_cache(maxsize=100)
def _pattern(meaning: str) -> re.Pattern[str]:
    written = sorted({(folded(each), each.endswith("*")) for each in _sections()[meaning]}, reverse=True)
    return re.compile("|".join(_expression(text, is_stem) for text, is_stem in written))


def _expression(text: str, is_stem: bool) -> str:
    if RUN_TOGETHER.search(text):
        return re.escape(text)
    return rf"(?<!\w){re.escape(text)}" + ("" if is_stem else r"(?!\w)")


def count(text: str, meaning: str) -> int:
    """Return how often a text says something."""
    return len(_pattern(meaning).findall(folded(text)))


def says(text: str, *meanings: str) -> bool:
    """Return whether a text says one of these."""
    plain = folded(text)
    return any(_pattern(meaning).search(plain) for meaning in meanings)


def is_named(name: str, meaning: str) -> bool:
    """Return whether something with this name is for that: the name is short, and says it."""
    return len(folded(name).split()) <= SHORT and says(name, meaning)


def marked(name: str, meaning: str) -> bool:
    """Return whether an id or the name of a field, whose words are run together, says something."""
    return says(split_name(name).replace("-", " "), meaning)
