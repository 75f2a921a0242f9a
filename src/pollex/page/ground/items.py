"""Rows, cards and entries: the parts of a page that repeat."""

from __future__ import annotations

from .kinds import ROWS, Kind, is_head_row
from .scene import Scene, Thing
from .words import name_words


def items(scene: Scene) -> list[Thing]:
    """Everything that may be called a row, a card or an entry."""
    alike = _repeated(scene)
    return [thing for thing in scene.things if _is_item(scene, thing, alike)]


def _is_item(scene: Scene, thing: Thing, alike: set[int]) -> bool:
    if thing.sort == "control":
        return (
            thing.place + 1 < scene.ends[thing.place]
            or thing.role in ("option", "treeitem", "menuitem")
            or thing.place in alike
        )
    if thing.sort != "group":
        return False
    if thing.role == "row":
        return not is_head_row(scene, thing)
    return thing.role in ROWS or thing.place in alike


def _repeated(scene: Scene) -> set[int]:
    """Boxes that stand among others of the same making."""
    found: set[int] = set()
    for children in scene.children:
        groups: dict[tuple[str, str], list[int]] = {}
        for place in children:
            thing = scene.things[place]
            block = (
                thing.sort == "control"
                and thing.role in ("link", "button", "generic")
                and thing.box.height > 60
                and thing.box.width > 100
            )
            if block or (thing.sort == "group" and thing.role not in ("cell", "gridcell", "columnheader", "rowheader")):
                groups.setdefault((thing.tag, _first(thing.icon)), []).append(place)
        for places in groups.values():
            if len(places) > 1:
                found.update(places)
    return found


def _first(icon: str) -> str:
    return icon.split(" ", 1)[0]


def item_fit(thing: Thing, kind: Kind) -> float:
    """How well an item is of the kind that was asked for."""
    marks = set(name_words(thing.icon).tokens) if thing.icon else set()
    if "row" in kind.marks:
        return 1.0 if thing.role == "row" else 0.78 if thing.role in ROWS else 0.6
    if "card" in kind.marks and (thing.box.height < 56 or thing.box.width < 90):
        return 0.6
    if kind.marks & marks:
        return 1.0
    if thing.role == "row":
        return 0.97 if "item" in kind.marks else 0.85
    return 0.95 if thing.role in ROWS or thing.sort == "control" else 0.9
