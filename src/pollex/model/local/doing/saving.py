"""What was typed and never sent: the form's own button is pressed before the task is said to be done."""

from __future__ import annotations

import re
from typing import Final

from .calling import act, call
from .script import Asked, Memory, Outcome, Script

FILLS: Final = frozenset({"page.type", "page.select", "page.check", "page.upload"})
SENDS: Final = frozenset({"page.click", "page.keypress", "page.navigate", "page.dialog"})
TITLE: Final = re.compile(r"\b(?:title|name|subject|summary)\b", re.IGNORECASE)
SAVE: Final = re.compile(r"^(?:save|apply|update)\b", re.IGNORECASE)
CHANGES: Final = re.compile(
    r"\b(?:change|set|edit|rename|update|replace|turn|switch|enable|disable|correct|fill|choose)\b", re.IGNORECASE
)
KEPT: Final = re.compile(r"\b(?:do not|don't|don’t|without|never) (?:sav|chang|appl|updat)\w*", re.IGNORECASE)


def saved(memory: Memory) -> Script[None]:
    """Press the one button that saves, where a change was typed and nothing came of it yet."""
    if not is_left(memory.past) or not CHANGES.search(memory.task) or KEPT.search(memory.task):
        return
    found = yield from call(memory, "query", selector="css=button, input[type=submit]", most=60)
    buttons = [
        each
        for each in found.get("elements") or ()
        if SAVE.match(str(each["name"]).strip()) and "disabled" not in each["states"]
    ]
    if len(buttons) == 1:
        name = str(buttons[0]["name"]).replace('"', "")
        yield from act(memory, f"save ({name})", "click", selector=f'act:the "{name}" button')


def made(memory: Memory) -> str | None:
    """The title of what was written and sent off last."""
    sent = 0
    for asked, outcome in reversed(memory.past):
        sent += asked.tool in SENDS and bool(outcome.get("sent"))
        if sent > 1:
            return None
        if asked.tool == "page.type" and outcome.ok and TITLE.search(str(asked.args["selector"])):
            return str(asked.args["text"])
    return None


def is_left(past: list[tuple[Asked, Outcome]]) -> bool:
    """Whether something was filled in after the last press, and the page told no server of it."""
    left = False
    for asked, outcome in past:
        if asked.tool in SENDS and outcome.ok:
            left = False
        elif asked.tool in FILLS and outcome.ok and asked.tool != "page.upload":
            left = left or not (outcome.get("sent") or outcome.get("requests"))
    return left
