"""A request that a page makes, before it leaves: its address and its body, read as data where that can be done."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from functools import cached_property
from typing import Any, Final, Literal
from urllib.parse import parse_qsl, urlsplit

from ..core.json import Object, loads

READ_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
"""Methods that change nothing."""
READ_QUERY: Final = re.compile(r"\s*(?:#[^\n]*\n\s*)*(?:query\b|\{|fragment\b)")
"""The beginning of a GraphQL document that only reads."""
WRITES: Final = re.compile(r"\b(?:mutation|subscription)\b")
OPERATION: Final = re.compile(r"\b(?:mutation|query|subscription)\s+(\w+)|\{\s*(\w+)")
MAX_BODY: Final = 20_000_000
"""Bytes of a body that are read; a longer one counts as unreadable."""
WINDOWS: Final = {"": None, "identity": None, "gzip": 31, "deflate": 15}
"""How a body may be compressed, in the words of zlib."""
SOCKET: Final = "SOCKET"
"""The method of a socket's message."""
UNSEEN: Final = "UNSEEN"
"""The method of what an act may send where no request can be seen."""
Format = Literal["empty", "json", "graphql", "form", "text", "unreadable"]


@dataclass(frozen=True)
class OutgoingRequest:
    """One request, or one message of a socket."""

    method: str
    url: str
    media: str = ""
    """The type of its body."""
    body: bytes = b""
    encoding: str = ""
    """How its body is compressed."""
    document: bool = False
    """Whether its response becomes the page, as with a submitted form."""

    @property
    def path(self) -> str:
        return urlsplit(self.url).path

    @property
    def address(self) -> str:
        """Where it goes: requests to one address leave in the order in which they were made."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}{parts.path}"

    @property
    def query(self) -> dict[str, str]:
        """What its address says behind the question mark."""
        return dict(parse_qsl(urlsplit(self.url).query))

    @property
    def only_reads(self) -> bool:
        """Whether it changes nothing: by its method, or because it is a GraphQL query by its text."""
        return self.method in READ_METHODS or (bool(self._queries) and all(map(_reads, self._queries)))

    @property
    def operation(self) -> str:
        """The name of its GraphQL operation, which is a part of its address."""
        found = map(OPERATION.search, self._queries)
        return " ".join(match[1] or match[2] for match in found if match is not None)

    @property
    def format(self) -> Format:
        return self._read[0]

    @property
    def data(self) -> Any:
        """Its body as JSON: the fields of a form by name, the variables of a GraphQL operation; None if unreadable."""
        if self.format != "graphql":
            return self._read[1]
        found = [each.get("variables") or {} for each in self._documents]
        return found[0] if len(found) == 1 else found

    @cached_property
    def _read(self) -> tuple[Format, Any]:
        if not self.body:
            return "empty", None
        try:
            return self._parsed(_unpacked(self.body, self.encoding))
        except (ValueError, KeyError, zlib.error):
            return "unreadable", None

    def _parsed(self, body: bytes) -> tuple[Format, Any]:
        if len(body) > MAX_BODY:
            return "unreadable", None
        if "multipart" in self.media:
            return "form", _by_name(_parts(self.media, body))
        text = body.decode()
        if "urlencoded" in self.media:
            return "form", _by_name(parse_qsl(text, keep_blank_values=True))
        if "application/graphql" in self.media:
            return "graphql", {"query": text}
        if "json" in self.media or text.lstrip()[:1] in ("{", "["):
            return _json(text, strict="json" in self.media)
        return ("text", text) if text.isprintable() or text.split() else ("unreadable", None)

    @property
    def _documents(self) -> list[Object]:
        found = self._read[1]
        return found if isinstance(found, list) else [found]

    @property
    def _queries(self) -> list[str]:
        return [each["query"] for each in self._documents] if self.format == "graphql" else []


def _json(text: str, *, strict: bool) -> tuple[Format, Any]:
    try:
        found = loads(text)
    except ValueError:
        if strict:
            raise
        return "text", text
    documents = found if isinstance(found, list) else [found]
    graphql = bool(documents) and all(isinstance(each, dict) and _is_document(each.get("query")) for each in documents)
    return "graphql" if graphql else "json", found


def _is_document(query: Any) -> bool:
    """Whether a value is a GraphQL document, and no search for words."""
    return isinstance(query, str) and "{" in query


def _reads(query: str) -> bool:
    return READ_QUERY.match(query) is not None and WRITES.search(query) is None


def _unpacked(body: bytes, encoding: str) -> bytes:
    window = WINDOWS[encoding.strip().casefold()]
    return body if window is None else zlib.decompressobj(window).decompress(body, MAX_BODY + 1)


def _parts(media: str, body: bytes) -> Iterator[tuple[str, str]]:
    for part in message_from_bytes(b"Content-Type: " + media.encode() + b"\n\n" + body).walk():
        name = part.get_param("name", header="content-disposition")
        if isinstance(name, str):
            payload = part.get_payload(decode=True)
            text = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
            yield name, part.get_filename() or text.strip("\r\n")


def _by_name(pairs: Any) -> Object:
    """Return fields by their names; several of one name as a list."""
    found: Object = {}
    for name, value in pairs:
        known = found.get(name)
        found[name] = value if name not in found else [*(known if isinstance(known, list) else [known]), value]
    return found
