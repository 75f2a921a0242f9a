"""What a request is compared with: the last body that its address accepted, else JSON that was loaded, else the fields.

The comparison says what the request changes; without anything to compare with, all that it carries is new.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple
from urllib.parse import unquote, urlsplit

from ..browser.effect import Baseline
from ..browser.outgoing_request import MAX_BODY, OutgoingRequest
from ..core.difference import ID_KEYS, Difference, differences, id_of, record_names, scalars
from ..core.json import Object, loads

MAX_RUN: Final = 50_000_000
"""Bytes of bodies that are kept for one run; the oldest go first."""
RECORDS: Final = 3
"""Records with ids that make a body the state of something, and no order to do something."""
EMPTY: Final = (None, "")
DEPTH: Final = 8
"""Levels of a document in which records are looked for."""


class Comparison(NamedTuple):
    """What a request changes, and what it was compared with."""

    changes: list[Difference]
    against: Baseline
    base: Any = None


@dataclass
class SentBody:
    """A body that has left."""

    data: Any
    size: int
    before: SentBody | None
    """What its address has accepted, while this one is not answered."""
    pending: bool = True


class Baselines:
    """The bodies that were sent and loaded in one run."""

    def __init__(self) -> None:
        self._sent: OrderedDict[tuple[str, str], SentBody] = OrderedDict()
        self._loaded: OrderedDict[str, tuple[bytes, Any]] = OrderedDict()

    def compare(self, request: OutgoingRequest, fields: Sequence[Object]) -> Comparison:
        data = request.data
        if _is_state(request) and (known := self._sent.get(_key(request))) is not None:
            return Comparison(differences(known.data, data), "sent", known.data)
        if _is_state(request) and (state := self._state(data)) is not None:
            return Comparison(differences(state, data), "state", state)
        if (record := self._record(request)) is not None:
            known_part = {name: record[name] for name in data if name in record} if isinstance(data, dict) else record
            found = differences(known_part, data) if isinstance(data, dict) else []
            return Comparison([_within(change, record) for change in found], "loaded", record)
        if isinstance(data, dict) and (matched := {name: each for each in fields if (name := _matches(each, data))}):
            return Comparison(list(_from_fields(data, matched)), "fields")
        added = [] if _holds_records(data) else list(_added(data))  # else the act must speak
        return Comparison(added or list(_added(request.query)), "nothing")

    def left(self, request: OutgoingRequest) -> None:
        """Compare the next request with this one, which is on its way; what it has changed is not judged again."""
        if _is_state(request) and request.data is not None:
            key, known = _key(request), self._sent.get(_key(request))
            before = known.before if known is not None and known.pending else known
            self._sent[key] = SentBody(request.data, len(request.body), before)
            self._sent.move_to_end(key)
            while len(self._sent) > 1 and sum(each.size for each in self._sent.values()) > MAX_RUN:
                self._sent.popitem(last=False)

    def answered(self, request: OutgoingRequest, *, accepted: bool) -> None:
        """Keep what a server has taken; go back to what it had where it did not take it."""
        known = self._sent.get(_key(request))
        if known is None or known.data is not request.data:
            return
        if accepted:
            known.before, known.pending = None, False
        elif known.before is None:
            del self._sent[_key(request)]
        else:
            self._sent[_key(request)] = known.before

    def loaded(self, url: str, body: bytes) -> None:
        """Keep JSON that a page has loaded."""
        if len(body) > MAX_BODY:
            return
        self._loaded[url.partition("#")[0]] = body, None
        while len(self._loaded) > 1 and sum(len(each) for each, _ in self._loaded.values()) > MAX_RUN:
            self._loaded.popitem(last=False)

    def documents(self) -> Iterator[Any]:
        """Yield what was loaded, the newest first."""
        for url, (body, parsed) in reversed(self._loaded.items()):
            if parsed is None:
                self._loaded[url] = body, _parsed(body)
            yield self._loaded[url][1]

    def _state(self, data: Any) -> Any:
        """Return the loaded document that has most of the records of this one."""
        ids = set(_ids(data))
        alike = (each for each in self.documents() if type(each) is type(data))
        return next((each for each in alike if ids and 2 * len(ids.intersection(_ids(each))) > len(ids)), None)

    def _record(self, request: OutgoingRequest) -> Object | None:
        """Return the loaded record that a request is about, by its id in the body or in the address."""
        data = request.data if isinstance(request.data, dict) else {}
        ids = [str(data[key]) for key in ID_KEYS if isinstance(data.get(key), str | int)]
        ids += [unquote(part) for part in reversed(urlsplit(request.url).path.split("/")) if part]
        documents = list(self.documents())
        for wanted in dict.fromkeys(ids):
            for document in documents:
                if (found := _find(document, wanted)) is not None:
                    return found
        return None


def _parsed(body: bytes) -> Any:
    try:
        return loads(body)
    except ValueError:
        return ()


def _key(request: OutgoingRequest) -> tuple[str, str]:
    return request.method, f"{request.address} {request.operation}"


def _is_state(request: OutgoingRequest) -> bool:
    """Whether a body is what there is, so that the same once more changes nothing."""
    if request.method == "PUT":
        return request.data is not None
    return request.method in ("POST", "PATCH") and _holds_records(request.data)


def _holds_records(value: Any, depth: int = DEPTH) -> bool:
    """Whether a document has a list of records, as the state of something has."""
    if isinstance(value, list) and sum(isinstance(each, dict) and id_of(each) is not None for each in value) >= RECORDS:
        return True
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return depth > 0 and any(_holds_records(each, depth - 1) for each in inner)


def _ids(value: Any, depth: int = DEPTH) -> Iterator[str]:
    """Yield the ids of the records in the lists of a document."""
    if isinstance(value, list):
        yield from (found for each in value if isinstance(each, dict) and (found := id_of(each)) is not None)
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner if depth else ():
        yield from _ids(each, depth - 1)


def _find(value: Any, wanted: str, depth: int = DEPTH) -> Object | None:
    if isinstance(value, dict):
        if id_of(value) == wanted:
            return value
        value = list(value.values())
    if isinstance(value, list | tuple) and depth:
        return next((found for each in value if (found := _find(each, wanted, depth - 1)) is not None), None)
    return None


def _within(change: Difference, record: Object) -> Difference:
    return replace(change, record=record_names(record), within="")


def _matches(field: Object, data: Object) -> str | None:
    """Return the name under which a field is sent; scripts may have given it another one."""
    if field.get("name") in data:
        return str(field["name"])
    value = field.get("value")
    same = [name for name, each in data.items() if value and isinstance(each, str) and each == value]
    return same[0] if len(same) == 1 else None


def _from_fields(data: Object, fields: dict[str, Object]) -> Iterator[Difference]:
    for name, value in data.items():
        field = fields.get(name)
        if field is None:
            yield from _added(value, (name,))
        elif field.get("first") != value and field.get("first") != field.get("value"):
            yield Difference((name,), "changed", field.get("first"), value)
        elif field.get("value") != value:  # another value than the field had, which nobody has touched
            yield Difference((name,), "changed", field.get("value"), value)


def _added(value: Any, path: tuple[str, ...] = ()) -> Iterator[Difference]:
    """Yield all that a document has as new."""
    yield from (Difference(at, "added", None, each) for at, each in scalars(value, path) if each not in EMPTY)
