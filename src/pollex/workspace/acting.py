"""Who acts while commands are carried out, and whether a person only pressed what somebody else had written."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, NamedTuple

from ..text.disguise import MARK, undisguised
from .own_components import OWN_WINDOW
from .tree import Element, Node

UNSEEN: Final = "hidden-label"
"""The class of text for screen readers."""
LABEL: Final = 200
"""Characters of what a person pressed that count as read."""


class Acting(NamedTuple):
    """The author of commands."""

    by: str = "program"
    pressed: str | None = None
    """What a person pressed and entered, where others wrote the command; None where it is the author's own."""


PROGRAM: Final = Acting()
ACTING: ContextVar[Acting] = ContextVar("acting", default=PROGRAM)


ASKED: ContextVar[asyncio.Future[str] | None] = ContextVar("asked", default=None)
"""Told which question a call waits with, for those who do not wait for a person."""

HURRIED: ContextVar[bool] = ContextVar("hurried", default=False)
"""Whether whoever presses does not wait for a person either: a request over HTTP."""


@contextmanager
def acting(by: str) -> Iterator[None]:
    """Say who acts in this block."""
    token = ACTING.set(ACTING.get()._replace(by=by))
    try:
        yield
    finally:
        ACTING.reset(token)


@contextmanager
def pressing(window: str, words: str) -> Iterator[None]:
    """Say that a person pressed something in a window; the product's own windows say only what the person wants."""
    token = ACTING.set(ACTING.get()._replace(pressed=None if window.startswith(OWN_WINDOW) else words))
    try:
        yield
    finally:
        ACTING.reset(token)


def words_of(node: Node) -> str:
    """Return what is to be seen on an element: words that nobody sees are nobody's word."""
    if isinstance(node, str):
        return undisguised(node, MARK)
    if not isinstance(node, Element) or "hidden" in node.attributes or UNSEEN in node.attributes.get("class", ""):
        return ""
    return "".join(map(words_of, node.children))[:LABEL]
