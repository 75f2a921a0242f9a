"""Keys, dialogs, files and dragging."""

from __future__ import annotations

import re

from ..program import Dialog, Drag, Press, Upload
from .calling import act, answer, call
from .reaching import first_of, give_up, reach
from .script import Memory, Script
from .speaking import meant

KIND = r"(?:card|item|row|entry|issue|task|element|tile)"
GOAL = r"(?:column|lane|list|box|area)"


def press(memory: Memory, step: Press) -> Script[None]:
    for _ in range(step.times):
        said = f"press {step.key}"
        field = {"selector": f"act:{step.field}"} if step.field else {}
        outcome = yield from act(memory, said, "keypress", key=step.key, **field)
        if not outcome.ok:
            raise give_up(said, step.field or step.key, outcome)


def dialog(memory: Memory, step: Dialog) -> Script[None]:
    if memory.dialog is not None:
        yield from answer(memory, accept=step.accept, text=step.text)
        return
    yes = ["the OK button in the dialog", "the confirm button in the dialog", "the Yes button"]
    no = ["the cancel button in the dialog", "the No button"]
    button = yield from first_of(memory, yes if step.accept else no)
    if button is not None:
        yield from act(memory, "answer the dialog", "click", selector=f"act:{button}")


def upload(memory: Memory, step: Upload) -> Script[None]:
    files = [next((path for path in memory.files if path.endswith(name)), name) for name in step.files]
    field, said = step.field or "the file field", f"upload {', '.join(step.files)}"
    outcome = yield from reach(memory, said, "upload", meant(memory, field), files=files)
    if not outcome.ok:
        raise give_up(said, field, outcome)


def drag(memory: Memory, step: Drag) -> Script[None]:
    said = f"drag {step.words} to {step.to}"
    words, to = meant(memory, step.words), meant(memory, step.to)
    bare = re.sub(rf"^(?:the )?{KIND}\s+", "", words)
    aim = re.sub(rf"^(?:the )?(?:{GOAL} )?|\s+{GOAL}$", "", to).strip('"')
    items = yield from call(memory, "query", selector=f'role=listitem[name="{bare}"]', most=2)
    source = (yield from first_of(memory, [words, bare, f"the card of {bare}"])) or words
    selector = f'role=listitem[name="{bare}"]' if items.get("count") == 1 else f"act:{source}"
    goal = yield from first_of(memory, [f'the heading "{aim}"', f"the {aim} column", to, f"the {aim} list"])
    outcome = yield from act(memory, said, "drag", selector=selector, to=f"act:{goal or to}")
    if not outcome.ok:
        raise give_up(said, words, outcome)
