"""Props checked, bound to the state, and made ready for the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...core.fault import Issue
from ...core.json import Object
from ...core.path import MISSING, ValuePath, parse
from ...core.schema import Checked, Schema
from .component_type import ComponentType
from .marks import check_links, map_marked
from .properties import Mark

Lookup = Callable[[str, str], Any]
"""From a scope and a key: the value of the state, or `core.path.MISSING`."""


@dataclass(frozen=True, slots=True)
class BoundProps:
    """Props with the values of the state filled in, and why some values could not be."""

    props: Object
    issues: tuple[Issue, ...] = ()


def check_props(kind: ComponentType, props: Any) -> Checked:
    """Return props with defaults and repairs, or everything that is wrong with them. What is bound may be left out."""
    bind = props.get("bind") if isinstance(props, Mapping) else None
    checked = kind.schema(frozenset(map(str, bind)) if isinstance(bind, dict) else frozenset()).check(props)
    if checked.issues:
        return checked
    issues = [*check_links(kind, checked.value), *kind.mistakes(checked.value)]
    return Checked(checked.value, checked.repairs, tuple(issues))


def check_event(kind: ComponentType, event: str, payload: Any) -> Checked:
    """Return the payload of an event, or what is wrong with it. The event must be one of the type."""
    return Schema(kind.events[event].document).check(payload)


def resolve(kind: ComponentType, props: Object, lookup: Lookup) -> BoundProps:
    """Return checked props with bound values filled in. Where the state has none, or one that does not fit the prop,
    the prop stays as it was given."""
    bound = {name: lookup(each["scope"], each["key"]) for name, each in props.get("bind", {}).items()}
    found = {name: value for name, value in bound.items() if value is not MISSING}
    if not found:
        return BoundProps(props)
    checked = check_props(kind, {**props, **found})
    if checked.ok:
        return BoundProps(checked.value)
    wrong = {str(parse(issue.pointer)[0]) for issue in checked.issues if issue.pointer}
    fit = {name: value for name, value in found.items() if name not in wrong} if wrong <= found.keys() else {}
    again = check_props(kind, {**props, **fit})
    return BoundProps(again.value if again.ok else props, checked.issues)


def for_page(
    kind: ComponentType,
    props: Object,
    *,
    command: Callable[[ValuePath, list[Object]], str],
    markdown: Callable[[str], list[object]],
) -> Object:
    """Return resolved props as the page gets them: commands as ids, Markdown as nodes, nothing about the state."""

    def change(mark: Mark, path: ValuePath, value: Any) -> Any:
        if mark == "command":
            return command(path, value)
        return markdown(value) if mark == "markdown" else value

    shown: Object = map_marked(kind, {name: value for name, value in props.items() if name != "bind"}, change)
    return shown
