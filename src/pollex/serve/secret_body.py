"""Bodies that hold secrets: read and checked without a word of them in any fault, log line or answer."""

from __future__ import annotations

from typing import Any

from ..core.fault import Fault, Issue
from ..core.json import Object, loads
from ..core.schema import Schema


def read_secret_body(text: bytes, schema: Schema) -> Object:
    """Return the JSON of a body that fits its schema; raise a Fault that names places, and no values."""
    try:
        given: Any = loads(text)
    except (ValueError, RecursionError):
        hint = "Send JSON. What came is not shown, since it may be a secret."
        raise Fault("invalid_json", "The body is not JSON.", pointer="", expected="JSON", hint=hint) from None
    checked = schema.check(given)
    if checked.issues:
        raise Fault.from_issues("invalid_input", [without_value(each) for each in checked.issues], what="The body")
    found: Object = checked.value
    return found


def without_value(issue: Issue) -> Issue:
    """Return an issue that names the place only."""
    place = issue.pointer or "The whole"
    hint = "What came is not shown, since it may be a secret."
    return Issue(issue.pointer, f"{place} is not as it has to be.", issue.expected or issue.keyword, None, hint)
