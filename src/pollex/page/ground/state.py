"""Whether a thing is in the state that a phrase asks for."""

from __future__ import annotations

from ...text.lexicon import name_words
from .grammar import State
from .kinds import FIELDS, TICKS
from .scene import Thing

ACTIVE = frozenset({"active", "selected", "current", "checked", "highlight", "highlighted", "on"})


def is_in(thing: Thing, state: State) -> bool:
    """Whether it is, as far as it can be told."""
    marks = set(name_words(thing.icon).tokens) if thing.icon and thing.role not in FIELDS | TICKS else set()
    states = thing.states
    match state:
        case "on":
            return bool(states & {"checked", "selected", "pressed", "current"}) or bool(
                marks & {"active", "selected", "checked"}
            )
        case "off":
            can = (
                thing.role in ("checkbox", "radio", "switch", "menuitemcheckbox", "option", "tab")
                or thing.type == "checkbox"
            )
            return can and not states & {"checked", "selected", "pressed", "mixed"}
        case "disabled":
            return "disabled" in states or "disabled" in marks
        case "enabled":
            return "disabled" not in states
        case "open":
            return bool(states & {"expanded", "selected"}) or bool(marks & {"open", "expanded", "active"})
        case "closed":
            return "collapsed" in states or bool(marks & {"closed", "collapsed"})
        case "current":
            return bool(states & {"current", "selected", "pressed"}) or bool(marks & ACTIVE)
        case "empty":
            return thing.value == ""
        case "filled":
            return bool(thing.value)
        case "required" | "readonly" | "invalid" | "focused":
            return state in states
        case "optional":
            return "optional" in f"{thing.name} {thing.label} {thing.hint} {thing.about}".lower()
