"""Elements, rules and conditions in a few words, as a person would say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...browser.selector import Candidate, parse
from ...core.fault import Fault
from ...core.json import Object, dumps
from ...text.clip import clipped

SIGNS: Final = {
    "equals": "=",
    "notEquals": "≠",
    "contains": "contains",
    "greater": ">",
    "less": "<",
    "greaterOrEqual": "≥",
    "lessOrEqual": "≤",
    "matches": "fits",
}


FOUND_BY: Final = 60
"""Letters of a selector that are told."""


def quoted(words: object) -> str:
    return f"“{words}”"


def valued(value: Any) -> str:
    """A value as people write it: texts as they are, the rest as JSON."""
    return value if isinstance(value, str) else dumps(value)


def element(config: Object) -> str:
    """The element that a config names; where only a machine reads its selector, in words and by what it is found."""
    given = config.get("selector")
    if given is None:
        return str(config.get("fallback", ""))
    try:
        candidates = parse(given).candidates
    except Fault:
        return valued(given)
    spoken = next((each for each in candidates if each.kind not in ("css", "xpath", "testid")), None)
    if spoken is None and "fallback" in config:
        return f"{config['fallback']}, found by {clipped(str(candidates[0]), FOUND_BY)}"
    return _candidate(spoken or candidates[0])


def _candidate(candidate: Candidate) -> str:
    match candidate.kind:
        case "role":
            return f"the {candidate.value}" + (f" {quoted(candidate.name)}" if candidate.name else "")
        case "text":
            return quoted(candidate.value)
        case "label" | "placeholder":
            return f"the field {quoted(candidate.value)}"
        case "testid":
            return f"the element {candidate.value}"
    return str(candidate.value)


def condition(asked: Object) -> str:
    """`cart.total > 100`."""
    path, operator = asked["path"], asked["operator"]
    if operator == "exists":
        return f"{path} is not there" if asked.get("value") is False else f"{path} is there"
    return f"{path} {SIGNS.get(operator, operator)} {valued(asked.get('value'))}"


def rules(given: Sequence[Object]) -> str:
    """The first of some rules, and how many more there are."""
    more = f", and {len(given) - 1} more" if len(given) > 1 else ""
    return rule(given[0]) + more


def rule(given: Object) -> str:
    match given["type"]:
        case "exists":
            return f"{element(given)} is there"
        case "missing":
            return f"{element(given)} is not there"
        case "text":
            return f"{_where(given)} says {quoted(given['text'])}"
        case "count":
            return f"there are {_amount(given)} of {element(given)}"
        case "matches":
            return f"the text of {_where(given)} fits {given['pattern']}"
        case "value":
            return f"{element(given)} holds {quoted(valued(given['equals']))}"
        case "url" | "title":
            return f"the {'address' if given['type'] == 'url' else 'title'} {_line(given)}"
        case "words":
            return str(given["text"])
        case "tool":
            return condition({**given, "path": given["tool"]})
    return condition(given)


def _where(given: Object) -> str:
    return element(given) if "selector" in given else "the page"


def _amount(given: Object) -> str:
    said = {"equals": "exactly", "least": "at least", "most": "at most"}
    return " and ".join(f"{words} {given[name]}" for name, words in said.items() if name in given)


def _line(given: Object) -> str:
    said = {"contains": "contains", "equals": "is", "pattern": "fits"}
    return " and ".join(f"{words} {quoted(given[name])}" for name, words in said.items() if name in given)
