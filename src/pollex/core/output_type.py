"""The type of an answer: made from a Schema, a JSON Schema, a pydantic model or any Python type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from .fault import Fault, Issue
from .json import Object, brief
from .path import pointer
from .schema import Schema
from .signature import without_titles

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

OutputSpec: TypeAlias = Any
"""A Schema, a JSON Schema as a dict, a pydantic model, a dataclass, or a type such as `list[int]`."""


@dataclass(frozen=True, slots=True)
class OutputType:
    """A schema for models, and how JSON that fits it becomes a Python value."""

    schema: Schema
    adapter: TypeAdapter[Any] | None = None
    """Makes a Python value; None leaves the JSON as it is."""

    @classmethod
    def of(cls, given: OutputSpec) -> OutputType:
        """Return the type that `given` stands for; raise a Fault where JSON cannot express it."""
        if isinstance(given, Schema | dict):
            schema = given if isinstance(given, Schema) else Schema(given)
            schema.verify()
            return cls(schema)
        from pydantic import TypeAdapter
        from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

        try:
            adapter: TypeAdapter[Any] = TypeAdapter(given)
            return cls(Schema(without_titles(adapter.json_schema())), adapter)
        except (PydanticSchemaGenerationError, PydanticUserError, TypeError) as error:
            why = str(error).splitlines()[0]
            raise Fault(
                "invalid_input",
                f"The output is not a type that JSON can express: {why}",
                pointer="/output",
                expected="a Schema, a JSON Schema, a pydantic model or a Python type",
                received=str(given),
                hint="Use a pydantic model, a dataclass, or types such as list[dict[str, float]].",
            ) from error

    @property
    def document(self) -> Object:
        """The JSON Schema."""
        found = self.schema.document
        return found if isinstance(found, dict) else {} if found else {"not": {}}

    def read(self, value: Any) -> Any:
        """Return a JSON value as this type; raise a Fault with a pointer to each mistake."""
        checked = self.schema.check(value)
        if checked.issues:
            raise Fault.from_issues("invalid_output", checked.issues, what="The answer does not fit its schema")
        if self.adapter is None:
            return checked.value
        from pydantic import ValidationError

        try:
            return self.adapter.validate_python(checked.value)
        except ValidationError as error:
            raise Fault.from_issues(
                "invalid_output", list(_issues(error, checked.value)), what="The answer does not fit its type"
            ) from error


def _issues(error: ValidationError, value: Any) -> list[Issue]:
    return [
        Issue(_pointer(each["loc"], value), f"{each['msg'].removeprefix('Value error, ')}.", None, brief(each["input"]))
        for each in error.errors(include_url=False)
    ]


def _pointer(location: tuple[int | str, ...], value: Any) -> str:
    """Return the place of a mistake. A location also has the tags of unions, which are no keys of the value."""
    path: list[str | int] = []
    for step in location:
        if isinstance(value, dict):
            known = step in value
        else:
            known = isinstance(value, list) and isinstance(step, int) and step < len(value)
        if known:
            path.append(step)
            value = value[step]
    return pointer(tuple(path))
