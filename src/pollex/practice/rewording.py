"""Other words on buttons, links, labels, placeholders and headings of a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape, unescape
from typing import Final

from .markup import Attribute, pieces, sealed, tag_name, with_attributes

SPEAKING: Final = frozenset(
    ("a", "button", "label", "legend", "summary", "caption", "title", "th", "dt", "h1", "h2", "h3", "h4")
)
SILENT: Final = frozenset({"option", "textarea", "output"})
"""Elements that hold data although they may be inside a label."""
VOID: Final = frozenset({"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"})
SPOKEN: Final = frozenset({"aria-label", "placeholder", "title", "data-added"})
TITLE_END: Final = " · "


@dataclass(frozen=True)
class Rewording:
    """A table of words: whole texts of a page, where `{}` stands for what is kept, and pieces of scripts."""

    texts: Mapping[str, str] = field(default_factory=dict)
    scripts: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def patterns(self) -> list[tuple[re.Pattern[str], str]]:
        return [
            (re.compile(re.escape(usual).replace(re.escape("{}"), "(.+)")), other)
            for usual, other in self.texts.items()
            if "{}" in usual
        ]

    def other(self, text: str) -> str:
        """Return the other words for a text in a page, with its entities and the spaces around it."""
        usual = unescape(text.strip())
        found = self.found(usual) or self.found_title(usual)
        return text.replace(text.strip(), escape(found)) if found else text

    def found_title(self, usual: str) -> str:
        """Return the other words for a title with the name of its site, such as `Basket · Harbour & Pine`."""
        said, end, site = usual.partition(TITLE_END)
        other = self.found(said) if end else ""
        return f"{other}{end}{site}" if other else ""

    def found(self, usual: str) -> str:
        if usual in self.texts:
            return self.texts[usual]
        for pattern, other in self.patterns:
            kept = pattern.fullmatch(usual)
            if kept:
                return other.format(*kept.groups())
        return ""

    def attribute(self, given: Attribute) -> Attribute:
        if given.value is None or given.name not in SPOKEN:
            return given
        return Attribute(given.name, self.other(given.value))

    def script(self, script: str) -> str:
        for usual, other in self.scripts.items():
            script = script.replace(usual, other)
        return script

    def page(self, html: str) -> str:
        parts = pieces(html)
        open_tags: list[tuple[str, bool]] = []
        for place, piece in enumerate(parts):
            if place % 2:
                parts[place] = self.piece(piece)
                follow(piece, open_tags)
            elif open_tags and open_tags[-1][1] and piece.strip():
                parts[place] = self.other(piece)
        return "".join(parts)

    def piece(self, piece: str) -> str:
        inside = sealed(piece)
        if inside is not None:
            return f"{inside[0]}{self.script(inside[1])}{inside[2]}"
        return piece if piece.startswith(("<!", "</")) else with_attributes(piece, self.attribute)


def follow(piece: str, open_tags: list[tuple[str, bool]]) -> None:
    """Track the open elements, and whether text in them is to be reworded."""
    name = tag_name(piece)
    if not name or name in VOID or piece.endswith("/>") or sealed(piece) is not None:
        return
    if piece.startswith("</"):
        while open_tags and open_tags.pop()[0] != name:
            pass
        return
    within = bool(open_tags) and open_tags[-1][1]
    names_another = name in ("p", "span") and " id=" in piece
    open_tags.append((name, (within or name in SPEAKING or names_another) and name not in SILENT))
