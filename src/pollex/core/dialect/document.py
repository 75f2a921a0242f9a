"""A rich schema prepared for the walk: valid, each reference a pointer into it, each part marked with its place.

Nothing is ever fetched: a reference to what is not in the document is refused.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import Any, Final
from urllib.parse import unquote, urldefrag, urljoin

from ..fault import Fault
from ..json import Object
from ..leaves import copy
from ..limits import DEFAULT_LIMITS
from ..path import MISSING, lookup, parse, pointer
from ..schema.walk import SchemaDocument, SchemaPath, every
from ..size import is_plain

AT: Final[str] = "x-pollex-at"
"""Our own keyword, never rendered: the place of a part in the rich schema, which losses name also after merging."""
FOR: Final[str] = "x-pollex-for"
"""Our own keyword, never rendered: which tagged alternatives a part belongs to, for descriptions after uniting."""
MARKS: Final = frozenset({AT, FOR})
NAMES_A_PLACE: Final = ("$id", "$anchor", "$dynamicAnchor", "$schema", "$vocabulary", "$comment")
"""Keywords that are not needed once every reference is a pointer."""


class Document:
    """`root` is the marked copy that is walked; in it every `$ref` is `#` and a pointer."""

    def __init__(self, rich: Object) -> None:
        refuse_unsound(rich)
        self._rich = rich
        self._recursive: dict[str, bool] = {}
        self._places: dict[str, str] = {"": ""}
        self.root: Object = copy(rich)
        self._mark(self.root, ())

    def target(self, ref: str) -> SchemaDocument:
        """Return the schema that a reference leads to."""
        found: SchemaDocument = lookup(self.root, parse(ref[1:]))
        if isinstance(found, dict) and AT not in found:
            self._mark(found, parse(ref[1:]))
        return found

    def is_recursive(self, ref: str) -> bool:
        """Return whether following `ref` can lead back to it."""
        if ref not in self._recursive:
            seen: set[str] = set()
            waiting = refs_in(self.target(ref))
            while waiting and ref not in seen:
                if (other := waiting.pop()) not in seen:
                    seen.add(other)
                    waiting += refs_in(self.target(other))
            self._recursive[ref] = ref in seen
        return self._recursive[ref]

    def nearest(self, place: str) -> str:
        """Return the pointer, or as much of it as exists in the rich schema."""
        path = parse(place)
        while lookup(self._rich, path) is MISSING:
            path = path[:-1]
        return pointer(path)

    def _mark(self, schema: Object, start: SchemaPath) -> None:
        """Mark every part with its place, and make its references pointers."""
        parts = [((*start, *path), part) for path, part in every(schema) if isinstance(part, dict)]
        bases: dict[SchemaPath, str] = {}
        for path, part in parts:
            base = bases.get(path[:-1], bases.get(path[:-2], ""))
            bases[path] = _joined(base, part["$id"])[0] if "$id" in part else base
            anchors = ["#" + part[keyword] for keyword in ("$anchor", "$dynamicAnchor") if keyword in part]
            for name in [*anchors, *([""] if "$id" in part else [])]:
                self._places.setdefault(bases[path] + name, pointer(path))
        for path, part in parts:
            part[AT] = pointer(path)
            for keyword in ("$ref", "$dynamicRef"):
                if keyword in part:
                    part["$ref"] = self._resolved(part.pop(keyword), keyword, part[AT], bases[path])
            for keyword in NAMES_A_PLACE:
                part.pop(keyword, None)

    def _resolved(self, ref: str, keyword: str, at: str, base: str) -> str:
        """Return `#` and the pointer that `ref` means; raise a Fault that says why there is none."""
        address, fragment = _joined(base, ref)
        is_path = not fragment or fragment.startswith("/")
        begin = self._places.get(address if is_path else f"{address}#{fragment}")
        hint: str | None = "Copy what is meant into $defs, and refer to it there."
        if address not in self._places:
            why = "leads out of the schema, and nothing is fetched"
        elif begin is None:
            why = "names an anchor that the schema does not have"
        elif keyword == "$dynamicRef" and sum(place.endswith(f"#{fragment}") for place in self._places) > 1:
            why = "could mean several places"
        elif is_path and not isinstance(lookup(self._rich, parse(begin + fragment)), dict | bool):
            why, hint = "leads to no schema", "Check the spelling of the path after '#'."
        else:
            return f"#{begin}{fragment if is_path else ''}"
        raise Fault(
            "invalid_input",
            f"The reference {ref!r} {why}.",
            pointer=f"{at}/{keyword}",
            expected="a reference inside the same schema, such as '#/$defs/name'",
            received=ref,
            hint=hint,
        )


def _joined(base: str, ref: str) -> tuple[str, str]:
    """Return the address and fragment of a reference, relative to `base`."""
    address, fragment = urldefrag(base + ref if ref.startswith("#") else urljoin(base, ref))
    return address, unquote(fragment)


def refs_in(schema: Any) -> list[str]:
    """Return every reference inside a schema, without following any."""
    return [part["$ref"] for _, part in every(schema) if isinstance(part, dict) and "$ref" in part]


def without(schema: Any, keywords: AbstractSet[str]) -> Any:
    """Return the schema without some keywords that hold data; properties with such a name stay."""
    if isinstance(schema, list):
        return [without(item, keywords) for item in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {key: item for key, item in schema.items() if key not in keywords or isinstance(item, dict)}
    return {key: without(item, keywords) for key, item in kept.items()}


def refuse_unsound(rich: Object) -> None:
    """Raise a Fault for what is not JSON Schema, or is nested too deep to be walked."""
    if not is_plain(rich):
        raise Fault(
            "limit",
            f"The schema is no plain JSON, or is nested deeper than {DEFAULT_LIMITS.depth} levels.",
            pointer="",
            expected=f"at most {DEFAULT_LIMITS.depth} levels",
            hint="Move the inner parts into $defs and refer to them with $ref.",
        )
    from jsonschema_rs import ValidationError, meta

    try:
        # Without `$schema`, which could name an address, and which the validator would then fetch.
        meta.validate({key: value for key, value in rich.items() if key != "$schema"})
    except ValidationError as error:
        message, at = f"This is no JSON Schema: {error.message}.", pointer(error.instance_path)
        raise Fault("invalid_input", message, pointer=at, hint="Mend the schema.") from None
