"""Makes a schema say no to keys it does not know, wherever it lists properties and is silent about others."""

from __future__ import annotations

from ..json import Object
from .walk import IN_PLACE, MAP, Path, SchemaDocument, declared_names, rebuild

SAYS_ALREADY = frozenset({"additionalProperties", "unevaluatedProperties"})
UNTOUCHED = frozenset({"not", "if", "contains", "propertyNames"})
"""Closing a condition would change when it holds, not what is allowed."""
OPEN = "-open"
"""Suffix of the second copy of a definition that is used inside a composition."""


def closed(document: SchemaDocument) -> SchemaDocument:
    """The document with every object that has `properties` closed.

    An object put together from parts (`allOf`, `$ref` beside `properties`, …) is closed as a whole, by
    `unevaluatedProperties`, and its parts are left open, since each knows only its own keys.
    """
    if isinstance(document, bool):
        return document
    return Closing(document).run()


class Closing:
    def __init__(self, root: Object) -> None:
        self._root = root
        self._opened: set[tuple[str, str]] = set()

    def run(self) -> Object:
        made = self._close(self._root)
        done: set[tuple[str, str]] = set()
        while waiting := self._opened - done:
            for keyword, name in sorted(waiting):
                made[keyword][name + OPEN] = self._visit(self._root[keyword][name], part=True)
            done |= waiting
        return made

    def _visit(self, schema: SchemaDocument, *, part: bool = False) -> SchemaDocument:
        if isinstance(schema, bool):
            return schema
        return self._leave_open(schema) if part else self._close(schema)

    def _close(self, schema: Object) -> Object:
        if SAYS_ALREADY & schema.keys():
            return self._leave_open(schema)
        if not self._is_composed(schema):
            made = rebuild(schema, lambda path, child: child if path[0] in UNTOUCHED else self._visit(child))
            if "properties" in schema:
                made["additionalProperties"] = False
            return made
        made = self._leave_open(schema)
        made["unevaluatedProperties"] = False
        return made

    def _leave_open(self, schema: Object) -> Object:
        made = rebuild(schema, self._part)
        if "$ref" in schema:
            made["$ref"] = self._open_reference(schema["$ref"])
        return made

    def _part(self, path: Path, child: SchemaDocument) -> SchemaDocument:
        if path[0] in UNTOUCHED:
            return child
        return self._visit(child, part=path[0] in IN_PLACE)

    def _is_composed(self, schema: Object) -> bool:
        """Whether its properties come from several places at once. Mere alternatives are closed one by one."""
        parts = IN_PLACE & schema.keys()
        if "properties" in schema:
            return bool(parts)
        together = parts - {"anyOf", "oneOf"}
        if together == {"$ref"} and not parts - {"$ref"}:
            return False
        return bool(together) and bool(declared_names(self._root, schema))

    def _open_reference(self, reference: object) -> object:
        match str(reference).split("/"):
            case ["#", keyword, name] if keyword in MAP and name in self._root.get(keyword, {}):
                self._opened.add((keyword, name))
                return f"{reference}{OPEN}"
        return reference
