"""A form above a list that leaves only some rows: a field for words, and fields for the first and the last day."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from ..program import Test
from .calling import act, call
from .script import Memory, Script
from .values import field_value

FIELDS: Final = (
    "css=main form input[type=text], main form input[type=search], main form input:not([type]), "
    "main form input[type=date], main form button, main form input[type=submit]"
)
BUTTON: Final = re.compile(r"^(?:filter|apply|show|refine|search|update)\b", re.IGNORECASE)
BEGINS: Final = re.compile(r"^(?:from|since|after|start|earliest|begin)", re.IGNORECASE)
ENDS: Final = re.compile(r"^(?:to|until|till|before|end|latest|up to)\b", re.IGNORECASE)
OTHER: Final = re.compile(r"e-?mail|password|newsletter|comment|message|code|quantity", re.IGNORECASE)


def sifted(memory: Memory, tests: tuple[Test, ...], said: str) -> Script[list[Test]]:
    """Fill in the form for the tests that it has fields for, and send it; those tests."""
    found = yield from call(memory, "query", selector=FIELDS, most=40)
    elements = list(found.get("elements") or ())
    button = next((each for each in elements if each["role"] == "button" and BUTTON.match(str(each["name"]))), None)
    if button is None:
        return []
    taken = []
    for test in tests:
        field, value = _field(elements, test), field_value(test.value) or test.value
        if field is not None and (yield from act(memory, said, "type", selector=field["index"], text=value)).ok:
            taken.append(test)
    if taken:
        yield from act(memory, said, "click", selector=button["index"])
    return taken


def _field(elements: list[Object], test: Test) -> Object | None:
    """The one field that a test is for."""
    if test.op in ("contains", "eq") and test.field in (None, "name", "title", "payee", "purpose"):
        fitting = [each for each in elements if each["role"] in ("textbox", "searchbox") and _is_plain(each)]
    elif test.field == "date" and field_value(test.value):
        side = BEGINS if test.op in ("ge", "gt", "after") else ENDS
        fitting = [each for each in elements if each["role"] != "button" and side.match(str(each["name"]))]
    else:
        return None
    return fitting[0] if len(fitting) == 1 else None


def _is_plain(element: Object) -> bool:
    return not any(pattern.search(str(element["name"])) for pattern in (BEGINS, ENDS, OTHER))
