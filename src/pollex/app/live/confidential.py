"""Fields whose text nobody is to know, though the page does not mark them as such: by what they say they are for."""

from __future__ import annotations

from ...browser.evidence import Evidence
from ...builtin.login.words import marked, says

MEANING = "second factor"


def asks_for_code(field: Evidence) -> bool:
    """Return whether a field is for a code that is sent to a person, or shown to them by an app."""
    if field.tag != "input":
        return False
    shown = " ".join(each for each in (field.name, field.label, field.placeholder) if each)
    return says(shown, MEANING) or any(marked(each, MEANING) for each in (field.id, field.field) if each)
