"""The mistakes in a provider's response, in one line instead of the client's many."""

from __future__ import annotations

import re
from typing import Any, Final

MAX_LISTED: Final = 2
"""The number of places that are named."""
FIELD: Final = re.compile(r"[a-z_][a-zA-Z0-9_]*")
"""The form of field names; between them pydantic puts the names of the types that it tried."""
WANTED: Final = {
    "string_type": "text",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
    "missing": "a value",
}
RECEIVED: Final = (
    (bool, "true or false"),
    (int | float, "a number"),
    (str, "text"),
    (list, "a list"),
    (dict, "an object"),
)


def describe_malformed(error: BaseException) -> str | None:
    """Return the first wrong places: what was expected and what was received. None if the error names none."""
    found: Any = error
    while found is not None and type(found).__name__ != "ValidationError":  # pydantic's, through the library's own
        found = found.__cause__
    if found is None:
        return None
    told: dict[str, str] = {}
    for each in found.errors(include_url=False):
        pointer = "".join(f"/{part}" for part in each["loc"] if isinstance(part, int) or FIELD.fullmatch(part))
        told.setdefault(pointer, f"{pointer or 'the answer'} {_wrong(each)}")
    more = f"; and {len(told) - MAX_LISTED} more" if len(told) > MAX_LISTED else ""
    return "; ".join(list(told.values())[:MAX_LISTED]) + more


def _wrong(error: Any) -> str:
    if error["type"] == "missing":
        return "is missing"
    wanted = WANTED.get(error["type"]) or str(error["msg"]).removeprefix("Input should be ")
    return f"should be {wanted} and is {_received(error['input'])}"


def _received(value: Any) -> str:
    return next((words for kind, words in RECEIVED if isinstance(value, kind)), "nothing")
