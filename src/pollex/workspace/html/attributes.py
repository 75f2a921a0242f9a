"""The attributes of an element, judged by their values: links, images, ids and what refers to them, classes, types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ...core.fault import Fault
from ..address import is_image, is_link
from .bindings import described
from .classes import CLASSES
from .ids import ROOT, prefixed
from .notes import Notes
from .policy import ATTRIBUTES, BINDING, CHOICES, COMMAND, ID, NEW_TAB, REFERENCES

READ_APART: Final = frozenset({*BINDING, COMMAND})
"""The attributes that become a binding or a command."""
STRIPPED: Final = "".join(map(chr, range(0x21)))
"""What browsers remove around an address."""


def judged(tag: str, written: Mapping[str, str], window: str, notes: Notes) -> dict[str, str]:
    """Return the attributes that an element keeps; note those that it does not."""
    if tag == "input" and written.get("type", "").strip(STRIPPED).lower() == "password":
        raise _password(described(tag, written))
    kept: dict[str, str] = {}
    for name, value in written.items():
        if name in READ_APART:
            continue
        if name not in ATTRIBUTES[tag]:
            notes.add("attribute", tag, name)
        elif name == "class":
            if classes := _classes(tag, value, notes):
                kept[name] = classes
        elif (good := _value(tag, name, value, window)) is not None:
            kept[name] = good
        else:
            notes.add("value", tag, name, value)
    if tag == "a" and not kept.get("href", "#").startswith("#"):
        kept |= NEW_TAB
    return kept


def _value(tag: str, name: str, value: str, window: str) -> str | None:
    """Return the value that an attribute keeps, or None."""
    if name == "id":
        return prefixed(value, window) if ID.fullmatch(value) and value != ROOT else None
    if name in REFERENCES:
        return " ".join(prefixed(part, window) for part in value.split())
    if name == "href":
        return _link(value.strip(STRIPPED), window)
    if name == "src":
        address = value.strip(STRIPPED)
        return address if is_image(address) else None
    choices = CHOICES.get((tag, name))
    if choices is None:
        return value
    return value.lower() if value.lower() in choices else None


def _link(address: str, window: str) -> str | None:
    if not is_link(address):
        return None
    if address.startswith("#") and len(address) > 1:
        return "#" + prefixed(address[1:], window)
    return address


def _classes(tag: str, value: str, notes: Notes) -> str:
    kept = []
    for name in dict.fromkeys(value.split()):
        if name in CLASSES:
            kept.append(name)
        else:
            notes.add("class", tag, value=name)
    return " ".join(kept)


def _password(where: str) -> Fault:
    return Fault(
        "invalid_input",
        f"{where} asks for a password.",
        pointer="",
        expected="a field that is no secret",
        received="type=password",
        hint="Ask for it with the component `credential`: it is stored encrypted and no model reads it.",
    )
