"""Props checked, bound to the state, and made ready for the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ...core.casing import match_key
from ...core.fault import Issue
from ...core.json import Object, dumps
from ...core.path import MISSING, ValuePath, parse, pointer
from ...core.path import lookup as value_at
from ...core.result import Repair
from ...core.schema import Checked
from ..markdown import read_markdown
from ..tree import to_page
from .component_type import ComponentType
from .marks import check_links, map_marked, marked
from .merge import merge
from .properties import Mark

Lookup = Callable[[str, str], Any]
"""From a scope and a key: the value of the state, or `core.path.MISSING`."""


@dataclass(frozen=True, slots=True)
class BoundProps:
    """Props with the values of the state filled in, and why some values could not be."""

    props: Object
    issues: tuple[Issue, ...] = ()
    waiting: tuple[str, ...] = ()
    """Required props for which the state has no value yet."""


def check_props(kind: ComponentType, props: Any) -> Checked:
    """Return props with defaults and repairs, or everything that is wrong with them. What is bound may be left out."""
    checked = kind.schema(_bound(props)).check(props)
    if checked.issues and _bound(checked.value) != _bound(props):  # `bind` itself was repaired
        checked = kind.schema(_bound(checked.value)).check(props)
    if checked.issues:
        return checked
    issues = [*check_links(kind, checked.value), *kind.mistakes(checked.value)]
    left_out = [
        Repair(pointer(path), note)
        for path, text in marked(kind, checked.value, "markdown")
        for note in read_markdown(text).notes
    ]
    return Checked(checked.value, (*checked.repairs, *left_out), tuple(issues))


def _bound(props: Any) -> frozenset[str]:
    bind = props.get("bind") if isinstance(props, dict) else None
    return frozenset(bind) if isinstance(bind, dict) else frozenset()


def update_props(kind: ComponentType, props: Object, patch: Any) -> Checked:
    """Return props merged with a patch (RFC 7396) and checked as a whole. Names in another case style are repaired."""
    if not isinstance(patch, dict):
        return check_props(kind, patch)
    names = {name: match_key(name, [*kind.properties, "bind"]) or name for name in patch}
    checked = check_props(kind, merge(props, {names[name]: value for name, value in patch.items()}))
    renamed = [Repair(f"/{name}", f"{name!r} read as {known!r}") for name, known in names.items() if name != known]
    return Checked(checked.value, (*renamed, *checked.repairs), checked.issues)


def resolve(kind: ComponentType, props: Object, lookup: Lookup) -> BoundProps:
    """Return checked props with bound values filled in. Where the state has none, or one that does not fit the prop,
    the prop stays as it was given."""
    bound = {
        name: value_at(lookup(each["scope"], each["key"]), parse(each.get("path", "")))
        for name, each in props.get("bind", {}).items()
    }
    found = {name: _as_text(kind, name, value) for name, value in bound.items() if value is not MISSING}
    filled, issues = _filled(kind, props, found) if found else (props, ())
    return BoundProps(filled, issues, tuple(name for name in kind.required if name not in filled))


def _as_text(kind: ComponentType, name: str, value: Any) -> Any:
    """Return a number for a prop that is a text as it is written."""
    is_text = kind.properties[name].get("type") == "string"
    return dumps(value) if is_text and isinstance(value, int | float) else value


def _filled(kind: ComponentType, props: Object, found: Object) -> tuple[Object, tuple[Issue, ...]]:
    """Return props with the values that fit, and the issues of those that do not."""
    checked = check_props(kind, {**props, **found})
    if checked.ok:
        return checked.value, ()
    wrong = {str(parse(issue.pointer)[0]) for issue in checked.issues if issue.pointer}
    fit = {name: value for name, value in found.items() if name not in wrong}
    again = check_props(kind, {**props, **fit})
    return (again.value if again.ok else props), checked.issues


def for_page(kind: ComponentType, props: Object, command: Callable[[ValuePath, list[Object]], str]) -> Object:
    """Return resolved props as the page gets them: commands as ids, Markdown as nodes, nothing about the state."""

    def change(mark: Mark, path: ValuePath, value: Any) -> Any:
        if mark == "command":
            return command(path, value)
        return to_page(read_markdown(value).nodes) if mark == "markdown" else value

    shown: Object = map_marked(kind, {name: value for name, value in props.items() if name != "bind"}, change)
    return shown
