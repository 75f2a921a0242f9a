"""Which control stands for a box that people name: the link of a row, the only button of a card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .choice import Choice
from .kinds import TICKS
from .scene import Scene, Thing


def inner(scene: Scene, thing: Thing) -> Thing:
    """The link inside a box that is a control itself, where the box holds nothing else that can be acted on."""
    if thing.sort != "control" or thing.tag in ("a", "button", "summary", "input", "select", "label"):
        return thing
    inside = [each for each in scene.inside(thing.place) if each.sort == "control"]
    named = [each for each in inside if each.said]
    alone = named and len({each.href for each in inside}) == 1 and inside[0].href
    return named[0] if alone else thing


def primary(scene: Scene, choices: Sequence[Choice], listed: bool) -> list[Choice]:
    """With the control that stands for an item: where it is a noun of a list, or holds nothing but that control."""
    return [_stood_for(scene, choice) if listed or _is_shell(scene, choice.thing) else choice for choice in choices]


def _is_shell(scene: Scene, item: Thing) -> bool:
    if item.sort != "group" or item.role in ("row", "table"):
        return False
    inside = [each for each in scene.children[item.place] if scene.things[each].sort != "picture"]
    return len(inside) == 1 and scene.things[inside[0]].sort == "control"


def _stood_for(scene: Scene, choice: Choice) -> Choice:
    item = choice.thing
    if item.sort == "control":
        return choice
    inside = [each for each in scene.inside(item.place) if each.sort == "control" and each.role not in TICKS]
    named = [thing for thing in inside if thing.role == "link" and thing.said] or inside
    return replace(choice, thing=named[0]) if named else replace(choice, score=choice.score * 0.75)
