"""Names in their case styles: camelCase on the wire, snake_case in Python, and what counts as the same name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

JOINTS: Final = re.compile(r"[-_\s]+")
HUMPS: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
"""Word boundaries without a separator: `page|URL`, `HTTP|Server`."""
CAPITALS: Final = re.compile(r"\A(?:[A-Z]+(?![a-z])|[A-Z])")
"""The leading capitals of a PascalCase name: an acronym, or one letter."""


def snake(text: str) -> str:
    """Return a name in snake_case: `pageURL` and `page-url` are `page_url`. Surrounding underscores are kept."""
    before, name, after = _trim(text)
    return before + JOINTS.sub("_", HUMPS.sub("_", name)).lower() + after


def camel(text: str) -> str:
    """Return a name in camelCase: `page_url` is `pageUrl`, `HTTPServer` is `httpServer`, `pageURL` stays."""
    before, name, after = _trim(text)
    first, *rest = JOINTS.split(name)
    first = CAPITALS.sub(lambda capitals: capitals[0].lower(), first)
    return before + first + "".join(map(_hump, rest)) + after


def titled(text: str) -> str:
    """Return a name with hyphens as words that people read: `send-message` is `Send message`."""
    return text.replace("-", " ").capitalize()


def same_name(one: str, other: str) -> bool:
    """Return whether two names differ only in case style: letter case and word separators."""
    return one == other or _folded(one) == _folded(other)


def match_key(key: str, declared: Iterable[str]) -> str | None:
    """Return the declared name that equals `key` in another case style, or None unless there is exactly one."""
    folded = _folded(key)
    matches = [name for name in declared if name == key or _folded(name) == folded]
    if key in matches:
        return key
    return matches[0] if len(matches) == 1 else None


def match_keys(keys: Iterable[str], declared: Iterable[str]) -> dict[str, str | None]:
    """Return the matches of `match_key` for many keys at once."""
    by_fold: dict[str, list[str]] = {}
    for name in declared:
        by_fold.setdefault(_folded(name), []).append(name)
    found = {key: by_fold.get(_folded(key), []) for key in keys}
    return {key: names[0] if len(names) == 1 else None for key, names in found.items()}


def _trim(text: str) -> tuple[str, str, str]:
    """Return the leading underscores, the name, and the trailing ones; other separators at the edges are dropped."""
    before = _edge(text)
    rest = text[len(before) :]
    after = _edge(rest[::-1])
    return "_" * before.count("_"), rest[: len(rest) - len(after)], "_" * after.count("_")


def _edge(text: str) -> str:
    joint = JOINTS.match(text)
    return joint[0] if joint else ""


def _hump(word: str) -> str:
    """Return a word as it follows another in camelCase. A digit keeps its separator: `line_2` is not `line2`."""
    if not word[:1].isalpha():
        return f"_{word}"
    return word.capitalize() if word.isupper() else word[0].upper() + word[1:]


def _folded(text: str) -> str:
    before, name, after = _trim(text)
    return before + JOINTS.sub("", name).lower() + after
