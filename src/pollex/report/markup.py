"""HTML as values: text is escaped where it becomes part of a tag, and only a tag made here counts as markup."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Final, TypeAlias

UNSEEN: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
"""What would not be seen, cannot be written, or would turn the text around it."""
VOID: Final = frozenset({"img", "meta", "br", "wbr"})


class Html(str):
    """Markup that was made here."""

    __slots__ = ()


Content: TypeAlias = "str | Html | Iterable[Content] | None"
"""What a tag may hold; text is escaped, None is nothing."""


def tag(name: str, /, *content: Content, **attributes: str | float | bool | None) -> Html:
    """A tag. `class_` is `class`, `aria_label` is `aria-label`; an attribute that is None or False is left out."""
    given = "".join(
        f" {_attribute(key)}"
        if value is True
        else f' {_attribute(key)}="{value if isinstance(value, Html) else shown(str(value))}"'
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in VOID:
        return Html(f"<{name}{given}>")
    return Html(f"<{name}{given}>{joined(content)}</{name}>")


def joined(content: Content) -> Html:
    """Everything one after the other."""
    if content is None:
        return Html()
    if isinstance(content, Html):
        return content
    if isinstance(content, str):
        return shown(content)
    return Html("".join(map(joined, content)))


def shown(text: str) -> Html:
    """Text from anywhere, so that it is only text."""
    return Html(escape(UNSEEN.sub("\ufffd", text)))


def _attribute(key: str) -> str:
    return key.rstrip("_").replace("_", "-")
