"""HTML split into tags and texts, as far as rewriting names and words needs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

QUOTED: Final = r'"[^"]*"|\'[^\']*\''
PIECE: Final = re.compile(
    rf"(<!--.*?-->|<!doctype[^>]*>|<script\b[^>]*>.*?</script>|<style\b[^>]*>.*?</style>|</?[a-z](?:[^>\"']|{QUOTED})*>)",
    re.DOTALL | re.IGNORECASE,
)
SEALED: Final = re.compile(r"(<(script|style)\b[^>]*>)(.*)(</\2>)", re.DOTALL | re.IGNORECASE)
ATTRIBUTE: Final = re.compile(rf"(?<=\s)([a-z][\w:-]*)(?:=({QUOTED}|[^\s\"'>]+))?", re.IGNORECASE)
NAME: Final = re.compile(r"</?([a-z][\w-]*)", re.IGNORECASE)


@dataclass(frozen=True)
class Attribute:
    name: str
    value: str | None
    """As it is written, with entities; None for a name alone."""

    def __str__(self) -> str:
        return self.name if self.value is None else f'{self.name}="{self.value}"'


def pieces(html: str) -> list[str]:
    """Return texts at even indices and tags at odd ones; scripts and styles are one piece."""
    return PIECE.split(html)


def tag_name(piece: str) -> str:
    found = NAME.match(piece)
    return found[1].lower() if found else ""


def sealed(piece: str) -> tuple[str, str, str] | None:
    """Return the opening tag, the content and the closing tag of a script or style, or None for any other piece."""
    found = SEALED.fullmatch(piece)
    return (found[1], found[3], found[4]) if found else None


def with_attributes(tag: str, change: Callable[[Attribute], Attribute]) -> str:
    """Return the tag with each attribute changed. Values in single quotes keep them."""

    def changed(found: re.Match[str]) -> str:
        written = found[2]
        quote = written[0] if written and written[0] in "\"'" else ""
        before = Attribute(found[1], written.strip(quote) if quote else written)
        after = change(before)
        if after == before:
            return found[0]
        return f"{after.name}='{after.value}'" if quote == "'" else str(after)

    return ATTRIBUTE.sub(changed, tag)
