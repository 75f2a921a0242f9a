"""The text of the exported packages, from the Jinja templates beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from ...core.schema import Schema
from ..formats import NAMESPACE
from .annotation import annotation
from .identifier import TYPES, identifier
from .packages import Packages


@dataclass(frozen=True)
class ExportedField:
    """A key of an object with its type."""

    key: str
    type: str
    description: str


def write_exports(packages: Packages) -> Iterator[tuple[str, str]]:
    """Return each generated file: its path in the wheel, and its text."""
    for path, package in packages.items():
        folder = "/".join((NAMESPACE, *path))
        inside = sorted(each[-1] for each in packages if each[:-1] == path)
        modules = ["tool", "types"] if package.tools else []
        yield f"{folder}/__init__.py", _text("init.py", title=package.title, modules=sorted([*modules, *inside]))
        if len(path) == 1:
            yield f"{folder}/py.typed", ""
        if package.tools:
            yield f"{folder}/tool.py", _text("tool.py", title=package.title, tools=package.tools)
            yield f"{folder}/types.py", _text("types.py", title=package.title, tools=package.tools)


def _fields(schema: Schema | None) -> list[ExportedField] | None:
    """Return the keys of an object with their types; None where the template does not say."""
    if schema is None:
        return None
    document = schema.document
    assert isinstance(document, dict)
    needed = document["required"]
    return [
        ExportedField(
            key,
            annotation(each) if key in needed and "default" not in each else f"NotRequired[{annotation(each)}]",
            each.get("description", ""),
        )
        for key, each in document["properties"].items()
    ]


def _prose(text: Any) -> str:
    """Return text on one line that cannot end a docstring."""
    line = "".join(each for each in " ".join(str(text).split()) if each.isprintable())
    return line.replace("\\", "\\\\").replace('"', '\\"')


def _is_class(fields: list[ExportedField]) -> bool:
    """Whether all keys can be written in the body of a class, where they hide what has the same name outside."""
    return all(identifier(each.key, TYPES) == each.key and not each.key.startswith("__") for each in fields)


@cache
def _environment() -> Environment:
    folder = Path(__file__).with_name("text")
    # Python is written, not markup: every value goes through `repr`, `prose` or `identifier`
    made = Environment(  # noqa: S701
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters |= {"fields": _fields, "prose": _prose, "repr": repr}
    made.tests |= {"writable_as_class": _is_class}
    return made


def _text(template: str, **values: Any) -> str:
    return _environment().get_template(f"{template}.jinja").render(values)
