"""A request that changes something, held before it leaves: its values, and what the page's fields contained."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from email import message_from_string
from typing import Any, Final
from urllib.parse import parse_qsl, urlsplit

from ..core.fault import Fault
from ..core.json import Object, loads

LOOKING: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Methods that change nothing."""
READ_QUERY: Final = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:query\b|\{|fragment\b)")
"""The beginning of a GraphQL document that only reads."""


@dataclass(frozen=True, slots=True)
class OutgoingRequest:
    """One request, held before it leaves."""

    method: str
    url: str
    media: str = ""
    """The type of its body."""
    body: str = ""
    document: bool = False
    """Whether its response becomes the page, as with a submitted form."""
    fields: tuple[Object, ...] = ()
    """The page's fields before the act that caused it: `name`, `label`, `value`, `options`."""

    @property
    def path(self) -> str:
        return urlsplit(self.url).path

    @property
    def only_queries(self) -> bool:
        """Whether it is a GraphQL query, which only reads although it is a POST."""
        documents = self._json() if "json" in self.media else None
        asked = documents if isinstance(documents, list) else [documents]
        queries = [each.get("query") for each in asked if isinstance(each, dict)]
        return bool(queries) and len(queries) == len(asked) and all(_reads(each) for each in queries)

    def values(self) -> list[tuple[str, str]]:
        """Return the values that it carries, by name."""
        if "urlencoded" in self.media:
            return parse_qsl(self.body)
        if "multipart" in self.media:
            return list(self._parts())
        if "json" in self.media and (found := self._json()) is not None:
            return list(_scalars(found))
        return [("", self.body)] if self.body else []

    def _json(self) -> Any:
        try:
            return loads(self.body)
        except ValueError:
            return None

    def _parts(self) -> Iterator[tuple[str, str]]:
        for part in message_from_string(f"Content-Type: {self.media}\n\n{self.body}").walk():
            name = part.get_param("name", header="content-disposition")
            if isinstance(name, str):
                payload = part.get_payload()
                yield name, part.get_filename() or (payload.strip("\r\n") if isinstance(payload, str) else "")


SendGuard = Callable[[OutgoingRequest], Awaitable[Fault | None]]
"""A check of a changing request caused by an act, before it leaves; None lets it pass."""


def _reads(document: object) -> bool:
    return isinstance(document, str) and READ_QUERY.match(document) is not None and "mutation" not in document


def _scalars(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _scalars(each, str(key))
    elif isinstance(value, list):
        for each in value:
            yield from _scalars(each, name)
    elif value is not None:
        yield name, str(value)
