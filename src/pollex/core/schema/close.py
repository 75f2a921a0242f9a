"""Closed schemas: unknown keys are rejected wherever properties are listed and nothing is said about others."""

from __future__ import annotations

from ..json import Object
from .walk import IN_PLACE, SchemaDocument, SchemaPath, declared_names, local_target, rebuild

SAYS_ALREADY = frozenset({"additionalProperties", "unevaluatedProperties"})
UNTOUCHED = frozenset({"not", "if", "contains", "propertyNames"})
"""Keywords that are left alone: closing a condition would change when it applies, not what is allowed."""


def closed(document: SchemaDocument) -> SchemaDocument:
    """Return the document with every object that has `properties` closed.

    An object composed of parts (`allOf`, `$ref` beside `properties`, …) is closed as a whole, by
    `unevaluatedProperties`, and its parts are left open, since each knows only its own keys. If a part is referred to
    by an anchor or an id, which may lead anywhere, the document is left as it is.
    """
    if isinstance(document, bool):
        return document
    try:
        return Closing(document).run()
    except LeadsAnywhereError:
        return document


class LeadsAnywhereError(Exception):
    """Raised for a reference whose target cannot be found from the document."""


class Closing:
    """One walk through a document. A schema that is used as a part gets an open copy among the definitions."""

    def __init__(self, root: Object) -> None:
        self._root = root
        self._names: dict[str, str] = {}

    def run(self) -> Object:
        made = self._close(self._root)
        done: dict[str, Object | bool] = {}
        while waiting := self._names.keys() - done.keys():
            for reference in sorted(waiting):
                target = local_target(self._root, reference)
                if target is self._root:
                    target = {name: value for name, value in self._root.items() if name != "$defs"}
                done[reference] = self._visit(target, part=True)
        if done:
            copies = {self._names[reference]: schema for reference, schema in done.items()}
            made["$defs"] = made.get("$defs", {}) | copies
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
        if "$dynamicRef" in schema:
            raise LeadsAnywhereError
        if "$ref" in schema:
            made["$ref"] = self._open_reference(schema["$ref"])
        return made

    def _part(self, path: SchemaPath, child: SchemaDocument) -> SchemaDocument:
        if path[0] in UNTOUCHED:
            return child
        return self._visit(child, part=path[0] in IN_PLACE)

    def _is_composed(self, schema: Object) -> bool:
        """Return whether its properties come from several places at once. Alternatives are closed one by one."""
        parts = IN_PLACE & schema.keys()
        if "properties" in schema:
            return bool(parts)
        together = parts - {"anyOf", "oneOf"}
        if together == {"$ref"} and not parts - {"$ref"}:
            return False
        return bool(together) and bool(declared_names(self._root, schema))

    def _open_reference(self, reference: str) -> str:
        if not isinstance(local_target(self._root, reference), dict | bool):
            raise LeadsAnywhereError
        if reference not in self._names:
            taken = {*self._root.get("$defs", {}), *self._names.values()}
            name = f"open-{len(self._names)}"
            while name in taken:
                name += "-"
            self._names[reference] = name
        return f"#/$defs/{self._names[reference]}"
