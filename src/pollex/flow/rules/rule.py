"""The schema of a rule about a page or about data, as `validate`, `observe`, `verify` and `before` use it."""

from __future__ import annotations

from typing import Any, Final

from ...core.fault import Issue
from ...core.json import Object, brief
from ...core.suggest import one_of
from ..selectors import selector_mistakes
from .condition import OPERATORS, condition_mistakes
from .pattern import pattern_mistakes

KINDS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "exists": (("selector",), "An element is there and can be seen."),
    "missing": (("selector",), "No such element can be seen."),
    "text": (
        ("text",),
        "The page (also for a moment, after the last act), or an element, says this text; letter case does not matter.",
    ),
    "count": (("selector",), "So many elements fit: equals, least or most."),
    "matches": (("pattern",), "The text of the page, or of the element of a selector, fits a regular expression."),
    "value": (("selector", "equals"), "A field holds this value."),
    "url": ((), "The address: contains, equals or pattern."),
    "title": ((), "The title: contains, equals or pattern."),
    "tool": (("tool", "operator"), "What a tool that only looks answers, at path if given, compares so."),
    "words": (("text",), "What holds on the page in plain words; a model judges it, and must quote the page."),
    "data": (("path", "operator"), "A value of the workflow compares so: path, operator and value as in a route."),
}
"""The required properties of each type of rule, and its description."""

RULE: Final[Object] = {
    "type": "object",
    "properties": {
        "type": {
            "type": "string",
            "enum": list(KINDS),
            "description": " ".join(f"{kind}: {about}" for kind, (_, about) in KINDS.items()),
        },
        "selector": {
            "type": ["string", "array"],
            "items": {"type": "string"},
            "description": "The element that is meant, as in browser_action.",
        },
        "text": {"type": "string", "description": "For text: what is said. For words: what must hold."},
        "equals": {"description": "For count, value, url, title: exactly this."},
        "least": {"type": "integer", "description": "For count: at least so many."},
        "most": {"type": "integer", "description": "For count: at most so many."},
        "contains": {"type": "string", "description": "For url and title: a part of it."},
        "pattern": {"type": "string", "description": "For matches, url, title: a regular expression."},
        "path": {"type": "string", "description": "For data and tool: the value to look at, such as cart.total."},
        "operator": {
            "type": "string",
            "enum": list(OPERATORS),
            "description": "For data and tool: how it is compared.",
        },
        "value": {"description": "For data and tool: what it is compared with."},
        "tool": {"type": "string", "description": "For tool: its name."},
        "args": {"type": "object", "description": "For tool: its arguments."},
        "within": {"type": "integer", "minimum": 0, "description": "Milliseconds to wait for it; 5000 in validate."},
    },
    "required": ["type"],
    "additionalProperties": False,
}

RULE_LITERAL: Final = ("", "/type", "/operator", "/within", "/tool")
"""Places in a rule that cannot be templates."""


def rule_mistakes(rule: Any) -> list[Issue]:
    """Return the mistakes in a rule that its schema cannot express."""
    if not isinstance(rule, dict) or rule.get("type") not in KINDS:
        if isinstance(rule, str):
            hint = f'For words write {{"type": "words", "text": …}}; other types are {one_of(KINDS)}.'
            return [Issue("", "A rule is an object with a type.", "an object", brief(rule), hint)]
        return []
    kind = rule["type"]
    found = [
        Issue("", f"A rule of type {kind!r} needs {need!r}.", need, brief(rule), f"Add {need!r}.")
        for need in KINDS[kind][0]
        if need not in rule
    ]
    if kind in ("data", "tool"):
        found += condition_mistakes(rule)
    if "selector" in rule:
        found += selector_mistakes(rule)
    choices = {"count": ("equals", "least", "most"), "url": _LINE, "title": _LINE}.get(kind)
    if choices and not set(choices) & rule.keys():
        hint = f"Add one of {', '.join(choices)}."
        found.append(
            Issue("", f"A rule of type {kind!r} says nothing to compare with.", one_of(choices), brief(rule), hint)
        )
    found += pattern_mistakes(rule.get("pattern"), "/pattern")
    return found


_LINE: Final = ("contains", "equals", "pattern")
