"""What a schema says of each JSON type, for renderings in which a parameter has one type."""

from __future__ import annotations

from dataclasses import dataclass

from ..json import Object
from .alternatives import alternatives, grouped, implied_kinds
from .merge import is_reference
from .refs import References
from .unite import united


@dataclass(frozen=True, slots=True)
class Kinds:
    """One schema for each type but null. `loops` are the recursive references that were written out on the way.

    Without values, the schema bounds no type or has too many alternatives.
    """

    values: dict[str, Object]
    null: bool
    loops: tuple[str, ...]

    def only(self, whole: Object) -> Object:
        """The schema of the only type, with the annotations of the whole."""
        (one,) = self.values.values()
        return {**one, **{key: whole[key] for key in ("description", "title", "default") if key in whole}}


def kinds_of(schema: Object | bool, refs: References) -> Kinds:
    options = alternatives(schema, refs, []) or []
    groups: dict[str, list[Object]] = {}
    loops: list[str] = []
    for option in options:
        inner = alternatives(option, refs, [], expand=True)
        if not inner or any("type" not in one and not implied_kinds(one) for one in inner):
            return Kinds({}, null=False, loops=())
        found = grouped(inner)
        whole = is_reference(option) and len(found) == 1 and len(options) - _nulls(options) == 1
        if is_reference(option) and not whole and refs.is_recursive(option["$ref"]):
            loops.append(option["$ref"])
        for kind, same in found.items():
            groups.setdefault(kind, []).extend([option] if whole else same)
    values = {kind: united(kind, same, refs) for kind, same in groups.items() if kind != "null"}
    return Kinds(values, null="null" in groups, loops=tuple(loops))


def _nulls(options: list[Object]) -> int:
    return sum(option.get("type") == "null" for option in options)
