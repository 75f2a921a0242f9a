"""Writes what the page takes from the server's declarations: types of components, of messages, and the allow-list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pollex.core.json import dumps
from pollex.workspace.components import typescript
from pollex.workspace.html.attributes import READ_APART
from pollex.workspace.html.classes import CLASSES
from pollex.workspace.html.policy import (
    ATTRIBUTES,
    CHOICES,
    EVERYWHERE,
    IMAGE,
    LINK,
    NEW_TAB,
    REFERENCES,
    TAGS,
)

HEAD = "// Written by `make docs` from {what}. Change it there.\n"


def sources() -> Iterator[tuple[str, str]]:
    """Yield the files of the page that are generated, by name."""
    yield "components.ts", typescript()
    yield "policy.ts", policy()


def policy() -> str:
    """Return the allow-list of HTML as a TypeScript module."""
    own = {tag: sorted(names - EVERYWHERE) for tag, names in sorted(ATTRIBUTES.items()) if names - EVERYWHERE}
    choices: dict[str, dict[str, list[str]]] = {}
    for (tag, name), values in CHOICES.items():
        choices.setdefault(tag, {})[name] = sorted(values)
    lines = [
        HEAD.format(what="the allow-list of HTML"),
        _constant("TAGS", "Elements that may be made.", sorted(TAGS)),
        _constant("EVERYWHERE", "Attributes of every element.", sorted(EVERYWHERE - READ_APART)),
        _constant("OWN", "Further attributes, by element.", own),
        _constant("CHOICES", "Attributes that have only these values.", choices),
        _constant("REFERENCES", "Attributes that name ids of other elements.", sorted(REFERENCES)),
        _constant("CLASSES", "Classes that content may use.", sorted(CLASSES)),
        _constant("NEW_TAB", "What a link to another place has.", NEW_TAB),
        f"/** What a link begins with. */\nexport const LINK = /^(?:{_pattern(LINK.pattern)})/i;\n",
        f"/** The whole address of an image. */\nexport const IMAGE = /^(?:{_pattern(IMAGE.pattern)})$/i;\n",
    ]
    return "\n".join(lines)


def _constant(name: str, about: str, value: Any) -> str:
    return f"/** {about} */\nexport const {name} = {dumps(value)} as const;\n"


def _pattern(text: str) -> str:
    return text.replace("/", "\\/")
