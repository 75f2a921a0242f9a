"""The kinds of flat properties, and which of them a property of a workflow file needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ....core.fault import Issue
from ....core.json import Object, brief, dumps
from .positions import PositionRange, RoutePaths
from .property import FlatProperty, flatten, unflatten
from .source_map import SourceMap, read_json


class OneOrMany(FlatProperty):
    """One value or a list of them: the list has another name."""

    @property
    def many(self) -> str:
        return f"{self.name}Positions" if self._one == "integer" else f"{self.name}s"

    @property
    def _one(self) -> str:
        return str(next(kind for kind in self.rich["type"] if kind != "array"))

    @cached_property
    def shown(self) -> dict[str, Object]:
        several = "several positions, run in this order" if self._one == "integer" else "several, tried in order"
        return {
            self.name: {"type": self._one, "description": self.description},
            self.many: {
                "type": "array",
                "items": {"type": self._one},
                "description": f"Instead of {self.name}: {several}, such as {dumps(LISTS[self._one])}.",
            },
        }

    def flatten(self, value: Any) -> Object:
        return {self.many if isinstance(value, list) else self.name: value}


LISTS: Final[dict[str, list[Any]]] = {"integer": [11, 12], "string": ["#submit", ".submit-btn", "text=Submit"]}


SCHEMAS: Final = dict.fromkeys(("schema", "form"), '{"type": "object"}')
"""Properties that are a JSON schema, with an example of one."""


class JsonText(FlatProperty):
    """Any value, or an object with free keys: may also be sent as JSON text."""

    @cached_property
    def shown(self) -> dict[str, Object]:
        any_value = "type" not in self.rich
        kind = "string" if any_value else self.rich["type"]
        hint = f" Text or a {{{{reference}}}}; numbers, flags, lists and objects go into {self.name}Json."
        example = '3, true, ["a"] or {"tries": 0}' if any_value else SCHEMAS.get(self.name, '{"name": "{{value}}"}')
        return {
            self.name: {"type": kind, "description": self.description + (hint if any_value else "")},
            f"{self.name}Json": {
                "type": "string",
                "description": f"Instead of {self.name}: the value as JSON text, such as {example}.",
            },
        }

    def flatten(self, value: Any) -> Object:
        shown = "type" in self.rich or isinstance(value, str)
        return {self.name: value} if shown else {f"{self.name}Json": dumps(value)}

    def _from_variant(self, name: str, value: Any, at: str, source: SourceMap) -> Any:
        source.add(f"{at}/{self.name}", f"{at}/{name}", below=False)
        made = read_json(value, f"{at}/{name}", source)
        if self.rich.get("type") == "object" and not isinstance(made, dict | str):
            source.issues.append(Issue(f"{at}/{name}", "The text holds no object.", "a JSON object", brief(made)))
        return made


class JsonTextOnly(JsonText):
    """An object with free keys in a strict definition, which can show only the JSON text."""

    @cached_property
    def shown(self) -> dict[str, Object]:
        name = f"{self.name}Json"
        shown = super().shown[name]
        example = SCHEMAS.get(self.name, '{"email": "ada@example.org"}')
        return {name: {**shown, "description": f"{self.description} Write it as JSON text, such as {example}."}}

    def flatten(self, value: Any) -> Object:
        return {f"{self.name}Json": dumps(value)}


@dataclass(frozen=True)
class ObjectList(FlatProperty):
    """A list of objects, whose properties may be flat ones too."""

    inner: tuple[FlatProperty, ...] = ()

    @cached_property
    def shown(self) -> dict[str, Object]:
        return {self.name: self._with({name: each for one in self.inner for name, each in one.shown.items()})}

    @cached_property
    def accepted(self) -> dict[str, Object]:
        return {self.name: self._with({name: each for one in self.inner for name, each in one.accepted.items()})}

    def flatten(self, value: Any) -> Object:
        known = {one.name: one for one in self.inner}
        return {self.name: [flatten(each, known) for each in value]}

    def _with(self, properties: Object) -> Object:
        items = self.rich["items"]
        alone = {one.name for one in self.inner if len(one.shown) == 1}
        required = [name for name in items.get("required", ()) if name in alone]
        return {**self.rich, "items": {**items, "properties": properties, "required": required}}

    def _from_own(self, value: Any, at: str, source: SourceMap) -> Any:
        if not isinstance(value, list):
            return value
        return [
            unflatten(each, self.inner, f"{at}/{index}", source) if isinstance(each, dict) else each
            for index, each in enumerate(value)
        ]


def flat_properties(properties: Mapping[str, Object], *, strict: bool = False) -> tuple[FlatProperty, ...]:
    """Return each property as a flat one. A strict definition shows an object with free keys as JSON text only."""
    return tuple(_flat_property(name, rich, strict) for name, rich in properties.items())


def _flat_property(name: str, rich: Object, strict: bool) -> FlatProperty:
    kind = rich.get("type")
    if name in SPECIAL:
        return SPECIAL[name](name, rich)
    if isinstance(kind, list):
        return OneOrMany(name, rich)
    if kind is None:
        return JsonText(name, rich)
    if kind == "object" and "properties" not in rich:
        return JsonTextOnly(name, rich) if strict else JsonText(name, rich)
    if kind == "array" and "properties" in rich.get("items", {}):
        return ObjectList(name, rich, flat_properties(rich["items"]["properties"], strict=strict))
    return FlatProperty(name, rich)


SPECIAL: Final[dict[str, type[FlatProperty]]] = {"nodeRange": PositionRange, "paths": RoutePaths}
