"""Values as pages write them: what the model entered, what a document has, and what a page makes by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import cached_property
from html import unescape
from typing import Any, Final

from ...core.difference import id_of, record_names, scalars
from ...text.dates import dates
from ...text.literal import only_words
from ...text.numbers import NUMBER, amounts

TAGS: Final = re.compile(r"<[^<>]*>")
LINKS: Final = re.compile(r"(?:href|src|action)\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
CLOCK: Final = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}\S*|\d{4}-\d{2}-\d{2}")
NEAR: Final = timedelta(days=1)
"""How far from now the moment of a clock may be."""
IDENTIFIER: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|[0-9a-f]{12,}|[A-Za-z]{1,16}[_-]?\d{1,16}(?:[_-]\w+)?")
ID_NAME: Final = re.compile(r"(?:^|_)(?:id|uuid|key|token|nonce|csrf\w*)$|Id$|ID$|csrf|token", re.IGNORECASE)
ACCOUNT: Final = re.compile(r"^(?:current_?)?(?:user|me|account|profile|self|owner)$", re.IGNORECASE)
LARGE: Final = 0.3
"""The part of a text from which on an entered value in it makes it the model's."""


class EnteredValue:
    """A value that the model entered, in the notations that pages may make of it."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.worded = f" {only_words(text)} "
        self.digits = re.sub(r"\D", "", text)
        self.days = dates(text) if len(text) < 40 else []
        self.amounts = set(amounts(text.strip(" €$£%"))) if len(text) < 20 else set()

    def gives(self, text: str) -> bool:
        wanted = only_words(text)
        if not wanted:
            return text.strip() == self.text.strip()
        if f" {wanted} " == self.worded or (len(wanted) > 3 and f" {wanted} " in self.worded):
            return True
        if len(self.worded) > max(5, LARGE * len(wanted)) and self.worded in f" {wanted} ":
            return True
        digits = re.sub(r"\D", "", text)
        if len(digits) > 5 and digits == self.digits:
            return True
        if self.days and len(text) < 40 and any(day.is_same(each) for day in dates(text) for each in self.days):
            return True
        found = set(amounts(text)) if self.amounts and NUMBER.fullmatch(text) else set()
        return bool(found & (self.amounts | {each * 100 for each in self.amounts}))


class KnownDocument:
    """The texts of the document that an effect was compared with."""

    def __init__(self, base: Any) -> None:
        self.base = base

    @cached_property
    def texts(self) -> frozenset[str]:
        return frozenset(plain_text(scalar) for _, scalar in scalars(self.base))

    @cached_property
    def names(self) -> dict[str, str]:
        """What the records are called that a value may refer to, by their ids."""
        return dict(_named(self.base))

    @property
    def _accounts(self) -> list[Any]:
        base = self.base if isinstance(self.base, dict) else {}
        return [each for name, each in base.items() if ACCOUNT.match(name)]

    @cached_property
    def own(self) -> frozenset[str]:
        """What the document says of the person whose account it is."""
        return frozenset(plain_text(scalar) for each in self._accounts for _, scalar in scalars(each))

    @cached_property
    def person(self) -> frozenset[str]:
        """The id and the name of the person whose account it is."""
        found = [each for each in self._accounts if isinstance(each, dict)]
        return frozenset(name for each in found for name in (id_of(each), *record_names(each)[:1]) if name)


def _named(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        known, called = id_of(value), record_names(value)
        if known is not None and called and called[0] != known:
            yield known, ", ".join(called[:2])
        value = list(value.values())
    for each in value if isinstance(value, list) else ():
        yield from _named(each)


def plain_text(scalar: Any) -> str:
    """Return a scalar as people write it: of the tags of HTML only where they lead."""
    if isinstance(scalar, bool) or scalar is None:
        return str(scalar).casefold()
    text = str(scalar)
    if "<" not in text:
        return text
    return unescape(TAGS.sub(lambda tag: " ".join(["", *LINKS.findall(tag[0]), ""]) or " ", text)).strip()


def squeezed(scalar: Any) -> str:
    return " ".join(plain_text(scalar).split())


def is_clock(scalar: Any) -> bool:
    now = datetime.now(UTC)
    if isinstance(scalar, str) and CLOCK.fullmatch(scalar):
        try:
            moment = datetime.fromisoformat(scalar)
        except ValueError:
            return False
        return abs((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - now) < NEAR
    if isinstance(scalar, int | float) and not isinstance(scalar, bool):
        seconds = scalar / 1000 if scalar > 1e11 else scalar
        return abs(seconds - now.timestamp()) < NEAR.total_seconds()
    return False


def is_id(field: str, text: str) -> bool:
    return ID_NAME.search(field) is not None or (
        len(text) < 40 and any(letter.isdigit() for letter in text) and IDENTIFIER.fullmatch(text) is not None
    )
