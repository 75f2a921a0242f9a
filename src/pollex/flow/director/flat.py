"""Flat forms: a property that takes several types or free keys, said by plain properties that definitions can show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from ...core.fault import Issue
from ...core.json import Object, brief, dumps
from .folding import Folding, read_json
from .form import Form, folded, said
from .placed import Range, Ways


class Listed(Form):
    """One value or a list of them: the list has a name of its own."""

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
            self.name: {"type": self._one, "description": self.about},
            self.many: {
                "type": "array",
                "items": {"type": self._one},
                "description": f"Instead of {self.name}: {several}, such as {dumps(LISTS[self._one])}.",
            },
        }

    def say(self, value: Any) -> Object:
        return {self.many if isinstance(value, list) else self.name: value}


LISTS: Final[dict[str, list[Any]]] = {"integer": [11, 12], "string": ["#submit", ".submit-btn", "text=Submit"]}


SCHEMAS: Final = dict.fromkeys(("schema", "form"), '{"type": "object"}')
"""Properties that are a JSON schema, with an example of one."""


class Text(Form):
    """Any value, or an object with free keys: also as JSON text."""

    @cached_property
    def shown(self) -> dict[str, Object]:
        any_value = "type" not in self.rich
        kind = "string" if any_value else self.rich["type"]
        hint = f" Text or a {{{{reference}}}}; numbers, flags, lists and objects go into {self.name}Json."
        example = '3, true, ["a"] or {"tries": 0}' if any_value else SCHEMAS.get(self.name, '{"name": "{{value}}"}')
        return {
            self.name: {"type": kind, "description": self.about + (hint if any_value else "")},
            f"{self.name}Json": {
                "type": "string",
                "description": f"Instead of {self.name}: the value as JSON text, such as {example}.",
            },
        }

    def say(self, value: Any) -> Object:
        shown = "type" in self.rich or isinstance(value, str)
        return {self.name: value} if shown else {f"{self.name}Json": dumps(value)}

    def _folded(self, name: str, value: Any, at: str, told: Folding) -> Any:
        told.came(f"{at}/{self.name}", f"{at}/{name}", below=False)
        made = read_json(value, f"{at}/{name}", told)
        if self.rich.get("type") == "object" and not isinstance(made, dict | str):
            told.issues.append(Issue(f"{at}/{name}", "The text holds no object.", "a JSON object", brief(made)))
        return made


class Hidden(Text):
    """An object with free keys in a strict definition, which can only show the text."""

    @cached_property
    def shown(self) -> dict[str, Object]:
        name = f"{self.name}Json"
        shown = super().shown[name]
        example = SCHEMAS.get(self.name, '{"email": "ada@example.org"}')
        return {name: {**shown, "description": f"{self.about} Write it as JSON text, such as {example}."}}

    def say(self, value: Any) -> Object:
        return {f"{self.name}Json": dumps(value)}


@dataclass(frozen=True)
class Rows(Form):
    """A list of objects, whose own properties may need flat forms."""

    inner: tuple[Form, ...] = ()

    @cached_property
    def shown(self) -> dict[str, Object]:
        return {self.name: self._with({name: each for form in self.inner for name, each in form.shown.items()})}

    @cached_property
    def taken(self) -> dict[str, Object]:
        return {self.name: self._with({name: each for form in self.inner for name, each in form.taken.items()})}

    def say(self, value: Any) -> Object:
        forms = {form.name: form for form in self.inner}
        return {self.name: [said(each, forms) for each in value]}

    def _with(self, properties: Object) -> Object:
        items = self.rich["items"]
        alone = {form.name for form in self.inner if len(form.shown) == 1}
        required = [name for name in items.get("required", ()) if name in alone]
        return {**self.rich, "items": {**items, "properties": properties, "required": required}}

    def _same(self, value: Any, at: str, told: Folding) -> Any:
        if not isinstance(value, list):
            return value
        return [
            folded(each, self.inner, f"{at}/{index}", told) if isinstance(each, dict) else each
            for index, each in enumerate(value)
        ]


def forms(properties: Mapping[str, Object], *, strict: bool = False) -> tuple[Form, ...]:
    """The form of each property. In a strict definition an object with free keys is shown as text only."""
    return tuple(_form(name, rich, strict) for name, rich in properties.items())


def _form(name: str, rich: Object, strict: bool) -> Form:
    kind = rich.get("type")
    if name in SPECIAL:
        return SPECIAL[name](name, rich)
    if isinstance(kind, list):
        return Listed(name, rich)
    if kind is None:
        return Text(name, rich)
    if kind == "object" and "properties" not in rich:
        return Hidden(name, rich) if strict else Text(name, rich)
    if kind == "array" and "properties" in rich.get("items", {}):
        return Rows(name, rich, forms(rich["items"]["properties"], strict=strict))
    return Form(name, rich)


SPECIAL: Final[dict[str, type[Form]]] = {"nodeRange": Range, "paths": Ways}
