"""Fields with suggestions: what is typed must be taken from what they offer, one value after the other."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from .calling import act, call
from .columns import tokens
from .script import Memory, Script, Stop
from .speaking import quoted

DIALOGS: Final = "css=[role=dialog], [role=alertdialog], dialog[open], [aria-modal=true]"
LIST: Final = re.compile(r"\s*,\s*(?:and\s+)?(?:then\s+)?|\s+and\s+(?:then\s+)?")


def scope(memory: Memory) -> Script[str]:
    """` in the dialog` where one is open: what lies behind it is not meant."""
    found = yield from call(memory, "query", selector=DIALOGS, most=2)
    shown = [each for each in found.get("elements") or () if str(each["text"]).strip()]
    return " in the dialog" if len(shown) == 1 and "cookie" not in str(shown[0]["text"]).lower() else ""


def parts_of(value: str) -> list[str]:
    """The values of a list such as `bug, design and export`; one where it is none."""
    parts = [part for part in LIST.split(value.strip()) if part]
    is_list = len(parts) > 1 and all(part.count(" ") < 2 and not re.search(r"\d", part) for part in parts)
    return parts if is_list else [value]


def suggested(memory: Memory, said: str, value: str, *, field: str | None = None) -> Script[bool]:
    """Take the suggestion that came up for what was typed; whether one was taken.

    A `field` that takes nothing but suggestions is asked once more with the first word alone.
    """
    if len(value) < 2 or (field is None and not any(value.lower() in text.lower() for text in memory.appeared)):
        return False
    chosen = yield from _fitting(memory, value)
    first = re.split(r"[\s,]+", value)[0]
    if chosen is None and field is not None and first != value:
        yield from act(memory, said, "type", selector=f"act:{field}", text=first)
        yield from call(memory, "wait", duration=600)  # suggestions of a server come late
        chosen = yield from _fitting(memory, value)
        if chosen is None:
            raise Stop(f"“{said}”: “{value}” is not among the suggestions.")
    if chosen is None:
        return False
    words = quoted(str(chosen["name"] or chosen["text"]))
    outcome = yield from act(memory, said, "click", selector=f"act:the option {words}")
    if not outcome.ok:
        outcome = yield from act(memory, said, "click", selector=chosen["index"])
    return outcome.ok


def _fitting(memory: Memory, value: str) -> Script[Object | None]:
    """The one option that has all words of a value."""
    offered = yield from call(memory, "query", selector="role=option", most=12)
    wanted = set(tokens(value)) - {"in", "the", "of"}
    elements = list(offered.get("elements") or ())
    exact = [each for each in elements if value.lower() in (str(each["name"]).lower(), str(each["text"]).lower())]
    fitting = [each for each in elements if wanted <= set(tokens(f"{each['name']} {each['text']}"))]
    found = exact if len(exact) == 1 else fitting
    return found[0] if len(found) == 1 else None
