"""Rules and conditions in a few words, as a person would say them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ...browser.description import asked_words
from ...core.json import Object, dumps
from ...text.phrase import quoted

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


def valued(value: Any) -> str:
    """Return a value as people write it: text as it is, the rest as JSON."""
    return value if isinstance(value, str) else dumps(value)


def condition(asked: Object) -> str:
    """Return a condition as `cart.total > 100`."""
    path, operator = asked["path"], asked["operator"]
    if operator == "exists":
        return f"{path} is not there" if asked.get("value") is False else f"{path} is there"
    return f"{path} {SIGNS.get(operator, operator)} {valued(asked.get('value'))}"


def rules(given: Sequence[Object]) -> str:
    """Return the first of some rules, and how many more there are."""
    more = f", and {len(given) - 1} more" if len(given) > 1 else ""
    return rule(given[0]) + more


def rule(given: Object) -> str:
    match given["type"]:
        case "exists":
            return f"{asked_words(given)} is there"
        case "missing":
            return f"{asked_words(given)} is not there"
        case "text":
            return f"{_where(given)} says {quoted(given['text'])}"
        case "count":
            return f"there are {_amount(given)} of {asked_words(given)}"
        case "matches":
            return f"the text of {_where(given)} fits {given['pattern']}"
        case "value":
            return f"{asked_words(given)} holds {quoted(valued(given['equals']))}"
        case "url" | "title":
            return f"the {'address' if given['type'] == 'url' else 'title'} {_line(given)}"
        case "words":
            return str(given["text"])
        case "tool":
            return condition({**given, "path": given["tool"]})
    return condition(given)


def _where(given: Object) -> str:
    return asked_words(given) if "selector" in given else "the page"


def _amount(given: Object) -> str:
    verbs = {"equals": "exactly", "least": "at least", "most": "at most"}
    return " and ".join(f"{words} {given[name]}" for name, words in verbs.items() if name in given)


def _line(given: Object) -> str:
    verbs = {"contains": "contains", "equals": "is", "pattern": "fits"}
    return " and ".join(f"{words} {quoted(given[name])}" for name, words in verbs.items() if name in given)
