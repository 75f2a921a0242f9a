"""References inside one schema document. Nothing is ever fetched: what is not in the document is refused."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

from ..fault import Fault
from ..json import Object
from .pointer import below, segments
from .walk import AT, DATA, MANY, NAMED, ONE, children, refs_in

REFERENCE: Final = ("$ref", "$dynamicRef")
NAMES_A_PLACE: Final = frozenset({"$id", "$anchor", "$dynamicAnchor", "$schema", "$vocabulary"})
"""Keywords that nobody needs once every reference is a pointer."""


class References:
    """A document in which every reference has become `#` and a pointer into the same document."""

    def __init__(self, document: Object) -> None:
        self._places: dict[str, str] = {}
        self._dynamic: list[str] = []
        self._recursive: dict[str, bool] = {}
        self._original = document
        self._index(document, "", "")
        self.document: Object = self._localised(document, "", "")

    def target(self, ref: str) -> Object | bool:
        """The schema that a localised reference leads to."""
        found: Object | bool = _at(self.document, ref[1:])
        return found

    def is_recursive(self, ref: str) -> bool:
        """Whether following `ref` can lead back to it."""
        if ref not in self._recursive:
            seen: set[str] = set()
            waiting = list(refs_in(self.target(ref)))
            while waiting and ref not in seen:
                other = waiting.pop()
                if other not in seen:
                    seen.add(other)
                    waiting += refs_in(self.target(other))
            self._recursive[ref] = ref in seen
        return self._recursive[ref]

    def alone(self, part: Object) -> Object:
        """A part of the document as a schema of its own, which a validator can read."""
        return {**_moved(part), "$defs": {"whole": self._whole}}

    def nearest(self, pointer: str) -> str:
        """The pointer, or as much of it as leads somewhere in the document."""
        while pointer and _at(self._original, pointer) is None:
            pointer = pointer.rpartition("/")[0]
        return pointer

    @cached_property
    def _whole(self) -> Object:
        moved: Object = _moved(self.document)
        return moved

    def _index(self, schema: Any, at: str, base: str) -> None:
        """Write down where every `$id` and anchor stands."""
        if not isinstance(schema, dict):
            return
        if isinstance(own := schema.get("$id"), str):
            base = _joined(base, own)[0]
            self._places.setdefault(base, at)
        for keyword in ("$anchor", "$dynamicAnchor"):
            if isinstance(name := schema.get(keyword), str):
                self._places.setdefault(f"{base}#{name}", at)
                self._dynamic += [name] if keyword == "$dynamicAnchor" else []
        for path, child in children(schema):
            self._index(child, below(at, *path), base)

    def _localised(self, schema: Any, at: str, base: str, *, known: bool = True) -> Any:
        """The schema with its references made pointers, each part of it marked with its place."""
        if not isinstance(schema, dict):
            return schema
        if isinstance(own := schema.get("$id"), str):
            base = _joined(base, own)[0]
        local = {key: value for key, value in schema.items() if key not in NAMES_A_PLACE}
        for keyword in REFERENCE:
            if isinstance(ref := local.pop(keyword, None), str):
                if keyword == "$dynamicRef" and self._dynamic.count(ref.rpartition("#")[2]) > 1:
                    raise _refused(ref, below(at, keyword), "could mean several places", "Use $ref.")
                local["$ref"] = "#" + self._resolved(ref, below(at, keyword), base)
        for keyword, value in local.items():
            place = below(at, keyword)
            if keyword in MANY and isinstance(value, list):
                local[keyword] = [self._localised(item, below(place, i), base) for i, item in enumerate(value)]
            elif keyword in NAMED and isinstance(value, dict):
                local[keyword] = {name: self._localised(item, below(place, name), base) for name, item in value.items()}
            elif isinstance(value, dict) and keyword not in DATA:
                local[keyword] = self._localised(value, place, base, known=keyword in ONE)
        return {AT: at, **local} if known else local

    def _resolved(self, ref: str, at: str, base: str) -> str:
        """The pointer into the document that `ref` means, or a Fault that says why there is none."""
        address, fragment = _joined(base, ref)
        start = self._places.get(address, "" if address == "" else None)
        if start is None:
            raise _refused(ref, at, "leads out of the schema, and nothing is fetched", "Copy the schema into $defs.")
        if not fragment.startswith("/") and fragment:
            anchored = self._places.get(f"{address}#{fragment}")
            if anchored is None:
                raise _refused(ref, at, "names an anchor that the schema does not have", None)
            return anchored
        if not isinstance(_at(self._original, start + fragment), dict | bool):
            raise _refused(ref, at, "leads to no schema", "Check the spelling of the path after '#'.")
        return start + fragment


def _joined(base: str, ref: str) -> tuple[str, str]:
    """Address and fragment that a reference means, seen from `base`."""
    from urllib.parse import unquote, urldefrag, urljoin

    address, fragment = urldefrag(base + ref if ref.startswith("#") else urljoin(base, ref))
    return address, unquote(fragment)


def _moved(schema: Any) -> Any:
    """The schema with its references leading into `#/$defs/whole`, where the document then stands."""
    from urllib.parse import quote

    if not isinstance(schema, dict):
        return schema
    moved = dict(schema)
    for keyword, value in schema.items():
        if keyword == "$ref" and isinstance(value, str):
            moved[keyword] = "#/$defs/whole" + quote(value[1:], safe="/~$-_.!*'()+,;:@&=")
        elif keyword in MANY and isinstance(value, list):
            moved[keyword] = [_moved(item) for item in value]
        elif keyword in NAMED and isinstance(value, dict):
            moved[keyword] = {name: _moved(item) for name, item in value.items()}
        elif isinstance(value, dict) and keyword not in DATA:
            moved[keyword] = _moved(value)
    return moved


def _at(document: Any, pointer: str) -> Any:
    node = document
    for segment in segments(pointer):
        if isinstance(node, dict) and segment in node:
            node = node[segment]
        elif isinstance(node, list) and segment.isdecimal() and int(segment) < len(node):
            node = node[int(segment)]
        else:
            return None
    return node


def _refused(ref: str, at: str, why: str, hint: str | None) -> Fault:
    return Fault(
        "invalid_input",
        f"The reference {ref!r} {why}.",
        pointer=at,
        expected="a reference inside the same schema, such as '#/$defs/name'",
        received=ref,
        hint=hint,
    )
