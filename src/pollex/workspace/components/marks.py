"""The marked parts of props (`x-pollex`): found, judged, and rewritten for the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

from ...core.fault import Issue
from ...core.json import Object, type_name
from ...core.path import ValuePath, pointer
from ...core.schema.walk import every, local_target
from ..address import file_issue, image_issue, link_issue
from .component_type import ComponentType, marks_in
from .properties import MARK, Mark

Change = Callable[[Mark, ValuePath, Any], Any]
"""From a mark, the place of a value and the value: the new value."""

JUDGES: Final = {"link": link_issue, "image": image_issue, "file": file_issue}


def marked(kind: ComponentType, props: Object, mark: Mark) -> list[tuple[ValuePath, Any]]:
    """Return all values with a mark, each with its place."""
    found: list[tuple[ValuePath, Any]] = []

    def collect(of: Mark, path: ValuePath, value: Any) -> Any:
        if of == mark:
            found.append((path, value))
        return value

    if mark in _marks(kind):
        map_marked(kind, props, collect)
    return found


def command_props(kind: ComponentType, props: Object) -> list[tuple[ValuePath, list[Object]]]:
    """Return the commands in checked props, each with its place."""
    return marked(kind, props, "command")


def child_props(kind: ComponentType, props: Object) -> list[tuple[ValuePath, str]]:
    """Return the ids of components that are drawn inside, each with its place."""
    return marked(kind, props, "component")


def check_links(kind: ComponentType, props: Object) -> list[Issue]:
    """Return an issue for each link, picture and file whose address is not allowed."""
    found: list[Issue] = []

    def judge(mark: Mark, path: ValuePath, value: Any) -> Any:
        judged = JUDGES.get(mark)
        if judged and (issue := judged(value)):
            where = pointer(path)
            found.append(Issue(where, issue.message, issue.expected, issue.received, issue.hint))
        return value

    if JUDGES.keys() & _marks(kind):
        map_marked(kind, props, judge)
    return found


def map_marked(kind: ComponentType, props: Object, change: Change) -> Any:
    """Return props with each marked value changed. Parts without marks are shared, not copied."""
    return _Walk(kind, change).value(kind.document, props, ())


@cache
def _marks(kind: ComponentType) -> set[str]:
    return marks_in(kind.document)


@cache
def _holders(kind: ComponentType) -> set[int]:
    """Return which schemas of a type hold marks inside, or references, which may lead to some."""
    return {
        id(schema)
        for _, schema in every(kind.document)
        if isinstance(schema, dict)
        if marks_in(schema) or any(isinstance(part, dict) and "$ref" in part for _, part in every(schema))
    }


class _Walk:
    def __init__(self, kind: ComponentType, change: Change) -> None:
        self._root = kind.document
        self._holders = _holders(kind)
        self._change = change

    def value(self, schema: Any, value: Any, path: ValuePath) -> Any:
        schema = self._plain(schema, value)
        if MARK in schema:
            return self._change(schema[MARK], path, value)
        if id(schema) not in self._holders:
            return value
        if isinstance(value, dict):
            known = schema.get("properties", {})
            return {name: self.value(known.get(name, {}), each, (*path, name)) for name, each in value.items()}
        if isinstance(value, list):
            return [self.value(schema.get("items", {}), each, (*path, index)) for index, each in enumerate(value)]
        return value

    def _plain(self, schema: Any, value: Any) -> Object:
        """Return the schema behind a reference, or the alternative of the value's type."""
        if isinstance(schema, dict) and "$ref" in schema:
            schema = local_target(self._root, schema["$ref"])
        if isinstance(schema, dict) and "anyOf" in schema:
            schema = next((each for each in schema["anyOf"] if each.get("type") == type_name(value)), {})
        return schema if isinstance(schema, dict) else {}
