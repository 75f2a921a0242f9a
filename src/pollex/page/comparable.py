"""An observation without what changes at each click: the focus, and what covers what."""

from __future__ import annotations

from dataclasses import replace

from .observation import Control, Observation, OutlineGroup, OutlinePart

FOCUSED = "focused"


def comparable(observation: Observation) -> Observation:
    return replace(observation, whole=_group(observation.whole))


def comparable_control(control: Control) -> Control:
    if not (control.cover or control.scrolled or control.arrival or FOCUSED in control.states):
        return control
    states = tuple(state for state in control.states if state != FOCUSED)
    return replace(control, states=states, cover=None, scrolled=False, arrival="")


def _group(group: OutlineGroup) -> OutlineGroup:
    return replace(group, parts=[_part(part) for part in group.parts])


def _part(part: OutlinePart) -> OutlinePart:
    match part:
        case Control():
            return comparable_control(part)
        case OutlineGroup():
            return _group(part)
    return part
