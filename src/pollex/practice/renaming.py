"""Renaming of class names, ids and data attributes, in pages, style sheets and scripts alike.

A field's `name` stays: the server reads it, or a script sends its value under it.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from typing import Final

from .markup import Attribute, pieces, sealed, tag_name, with_attributes
from .redesign import rename_selectors, renamed

KEPT_IDS: Final = frozenset({"outcome"})
KEPT_DATA: Final = frozenset({"state", "testid"})
"""What `docs/guides/practice.md` promises for every layout. Of a test id it is the value that changes."""
REFERENCES: Final = (
    "id", "for", "form", "list", "headers", "aria-activedescendant", "aria-controls", "aria-describedby",
    "aria-details", "aria-labelledby", "aria-owns", "data-testid",
)  # fmt: skip
WRAPPED: Final = frozenset(
    ("body", "header", "nav", "main", "section", "article", "aside", "footer", "form", "dialog", "td")
)
"""Elements whose content gets one more element around it, if the page closes them at all."""
WRAPPER: Final = '<div style="display:contents">'

ID_SELECTOR: Final = re.compile(r"#([a-z][\w-]*)(?=[^{}]*\{)", re.IGNORECASE)
DATA: Final = re.compile(r"\bdata-([a-z]+)")
DATASET: Final = re.compile(r"\bdataset\.([a-z]\w*)")
UNPACKED: Final = re.compile(r"\{ ([\w, ]+) \} = ([\w.]+\.dataset)")
ASKED: Final = re.compile(r"(\b(?:querySelector(?:All)?|closest|matches)\()([\"'`])(.*?)\2")
CLASS_WORDS: Final = re.compile(r"(\.className = |\bclassList\.\w+\(|\bclass=)\"([\w -]*)\"")
ID_WORD: Final = re.compile(r"(\bgetElementById\(|\.id = )([\"'`])([a-z][\w-]*)")


@cache
def renamed_id(name: str) -> str:
    """Return an id renamed by its parts, so that ids that a script composes still match: `email-error` becomes
    `k1f3a9-error`."""
    head, dash, rest = name.partition("-")
    return name if name in KEPT_IDS else f"k{sha256(head.encode()).hexdigest()[:5]}{dash}{rest}"


@cache
def renamed_class(name: str) -> str:
    return renamed(name)


def renamed_data(name: str) -> str:
    return name if name in KEPT_DATA else f"ui-{name}"


def dataset_name(name: str) -> str:
    return name if name in KEPT_DATA else f"ui{name[0].upper()}{name[1:]}"


def rename_page(html: str) -> str:
    """Return the page with other names, and with additional elements, so that paths lead elsewhere."""
    closed = frozenset(name for name in WRAPPED if f"</{name}>" in html)
    parts = pieces(html)
    parts[1::2] = (rename_piece(piece, closed) for piece in parts[1::2])
    return "".join(parts)


def rename_piece(piece: str, wrapped: frozenset[str]) -> str:
    inside = sealed(piece)
    if inside is not None:
        opening, content, closing = inside
        rename = rename_style if tag_name(opening) == "style" else rename_script
        return f"{with_attributes(opening, rename_attribute)}{rename(content)}{closing}"
    if piece.startswith("<!"):
        return piece
    holds_wrapper = tag_name(piece) in wrapped
    if piece.startswith("</"):
        return f"</div>{piece}" if holds_wrapper else piece
    return with_attributes(piece, rename_attribute) + (WRAPPER if holds_wrapper else "")


def rename_attribute(given: Attribute) -> Attribute:
    name, value = given.name, given.value
    if value is not None and name == "class":
        return Attribute(name, " ".join(map(renamed_class, value.split())))
    if value is not None and name in REFERENCES:
        return Attribute(name, " ".join(map(renamed_id, value.split())))
    if value is not None and name == "href" and re.match("#[a-z]", value):
        return Attribute(name, f"#{renamed_id(value[1:])}")
    if name.startswith("data-"):
        return Attribute(f"data-{renamed_data(name[5:])}", value)
    return given


def rename_style(css: str) -> str:
    named = ID_SELECTOR.sub(lambda found: f"#{renamed_id(found[1])}", rename_selectors(css))
    return DATA.sub(lambda found: f"data-{renamed_data(found[1])}", named)


def rename_script(script: str) -> str:
    """Rename where a script refers to its page: what it queries, and what it creates."""
    script = ASKED.sub(lambda found: f"{found[1]}{found[2]}{rename_asked(found[3])}{found[2]}", script)
    script = CLASS_WORDS.sub(lambda found: f'{found[1]}"{" ".join(map(renamed_class, found[2].split()))}"', script)
    script = ID_WORD.sub(lambda found: f"{found[1]}{found[2]}{renamed_id(found[3])}", script)
    script = DATA.sub(lambda found: f"data-{renamed_data(found[1])}", script)
    script = UNPACKED.sub(lambda found: f"{{ {unpacked(found[1])} }} = {found[2]}", script)
    return DATASET.sub(lambda found: f"dataset.{dataset_name(found[1])}", script)


def rename_asked(selector: str) -> str:
    classes = re.sub(r"\.([a-z][\w-]*)", lambda found: f".{renamed_class(found[1])}", selector)
    return re.sub(r"#([a-z][\w-]*)", lambda found: f"#{renamed_id(found[1])}", classes)


def unpacked(names: str) -> str:
    return ", ".join(f"{dataset_name(name)}: {name}" for name in names.split(", "))
