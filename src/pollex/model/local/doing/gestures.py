"""Keys, dialogs, files and dragging."""

from __future__ import annotations

import re

from ....core.json import Object
from ..program import Dialog, Drag, Press, Upload
from .calling import act, answer, call
from .columns import tokens
from .reaching import first_of, give_up, reach
from .rows import best_row
from .script import Memory, Script, Stop
from .speaking import meant

KIND = r"(?:card|item|row|entry|issue|task|element|tile)"
GOAL = r"(?:column|lane|list|box|area)"
CARRIES = frozenset({"move", "put", "pull", "bring", "shift"})
CARRIED = re.compile(
    rf"(?:(?:out of|from) (?P<start>.+?) )?(?:over |on )?(?:to|into|onto|in|under) (?:the )?(?:{GOAL} "
    rf")?(?P<to>.+?)(?: {GOAL})?",
    re.IGNORECASE,
)


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


def carried(memory: Memory, verb: str, thing: str, tail: str) -> Script[bool]:
    """Drag a card to another list of the same page: `move X from A to B`; whether both are there."""
    to = CARRIED.fullmatch(tail) if verb in CARRIES and thing else None
    if to is None:
        return False
    goals, holding = yield from _lists(memory, thing, to["to"].strip('"'))
    if len(goals) != 1 or len(holding) != 1:
        return False
    yield from drag(memory, Drag(thing, to["to"], to["start"] or ""))
    return True


def drag(memory: Memory, step: Drag) -> Script[None]:
    said = f"drag {step.words} to {step.to}"
    words, to = meant(memory, step.words), meant(memory, step.to)
    bare = re.sub(rf"^(?:the )?{KIND}\s+", "", words)
    aim = re.sub(rf"^(?:the )?(?:{GOAL} )?|\s+{GOAL}$", "", to).strip('"')
    items = yield from call(memory, "query", selector=f'role=listitem[name="{bare}"]', most=2)
    source = (yield from first_of(memory, [words, bare, f"the card of {bare}"])) or words
    selector = f'role=listitem[name="{bare}"]' if items.get("count") == 1 else f"act:{source}"
    goal = yield from first_of(memory, [f'the heading "{aim}"', f"the {aim} column", to, f"the {aim} list"])
    memory.excused.append(step.start)
    outcome = yield from act(memory, said, "drag", selector=selector, to=f"act:{goal or to}")
    if not outcome.ok:
        raise give_up(said, words, outcome)
    if (yield from _lists(memory, bare, aim))[1]:
        raise Stop(f"“{said}”: it is still where it was.")
    memory.topic, memory.record = bare.strip('"'), None


def _lists(memory: Memory, thing: str, aim: str) -> Script[tuple[list[Object], list[Object]]]:
    """The lists of the page that are called as the aim is, and the other ones that hold the thing."""
    found = yield from call(memory, "records", most=100)
    named = [each for each in found.data or () if each["name"] and not each.get("beside")]
    goals = [each for each in named if tokens(str(each["name"])) == tokens(aim)]
    holding = [each for each in named if each not in goals and best_row(each["records"], thing) is not None]
    return goals, holding if goals else []
