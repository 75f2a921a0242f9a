"""Sanitised rich text: what visitors write in editors, without anything that a page should not take over."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser
from typing import Final

ALLOWED: Final = frozenset(
    ("a", "b", "blockquote", "br", "code", "div", "em", "i", "li", "ol", "p", "s", "span", "strong", "u", "ul")
)
SILENT: Final = frozenset({"script", "style", "title", "template", "iframe", "object"})
"""Elements whose text is removed too."""


def sanitized(html: str) -> str:
    """Return the text with only harmless elements and, of the attributes, only the addresses of links."""
    cleaner = HtmlSanitizer()
    cleaner.feed(html)
    cleaner.close()
    return "".join(cleaner.parts)


def html_text(html: str) -> str:
    """Return the text without markup, with single spaces."""
    cleaner = HtmlSanitizer()
    cleaner.feed(html)
    cleaner.close()
    return " ".join(" ".join(cleaner.texts).split())


class HtmlSanitizer(HTMLParser):
    """Collects `parts`, the clean markup, and `texts`, the text without markup."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.texts: list[str] = []
        self.silenced = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self.silenced += 1
        elif tag in ALLOWED:
            self.parts.append(f"<{tag}{address(dict(attrs)) if tag == 'a' else ''}>")

    def handle_endtag(self, tag: str) -> None:
        if tag in SILENT:
            self.silenced = max(0, self.silenced - 1)
        elif tag in ALLOWED and tag != "br":
            self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self.silenced:
            self.parts.append(escape(data, quote=False))
            self.texts.append(data)


def address(attributes: dict[str, str | None]) -> str:
    href = attributes.get("href") or ""
    return f' href="{escape(href)}"' if href.startswith(("http://", "https://", "mailto:")) else ""
