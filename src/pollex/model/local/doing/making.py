"""Creating something with the page's own form: open it, fill it in, send it off."""

from __future__ import annotations

from typing import Final

from ..program import Act, Make
from .calling import act
from .fields import enter
from .reaching import NARROWS, first_of, give_up, look
from .script import Memory, Script, Stop

SENDS: Final = ("Create", "Add", "Save", "Send", "Submit", "Post", "Confirm", "Continue", "OK")
KINDS: Final = frozenset({"textbox", "combobox", "spinbutton", "date", "radio", "listbox", "checkbox"})
LATER: Final = frozenset(
    {"send", "save", "submit", "post", "create", "confirm", "click", "add", "continue", "place", "discard"}
)


def _is_open(memory: Memory, step: Make) -> Script[bool]:
    """Whether the form is there already: its first two fields are, and they are no filters of a list."""
    for pair in step.pairs[:2]:
        found = yield from look(memory, f"the {pair.field} field")
        if found is None or found["role"] not in KINDS or NARROWS.search(str(found["name"])):
            return False
    return bool(step.pairs)


def make(memory: Memory, step: Make) -> Script[None]:
    said = f"{step.verb} {step.noun}"
    if not (yield from _is_open(memory, step)):
        yield from _begin(memory, step, said)
    for pair in step.pairs:
        yield from enter(memory, pair)
    if any(isinstance(following, Act) and following.verb in LATER for following in memory.ahead):
        return
    button = yield from first_of(
        memory, [f"{word} {step.noun}" for word in SENDS] + [f'the "{word}" button' for word in SENDS]
    )
    if button is None:
        raise Stop(f"“{said}”: there is no button that sends it off.")
    outcome = yield from act(memory, said, "click", selector=f"act:{button}")
    if not outcome.ok:
        raise give_up(said, button, outcome)


def _begin(memory: Memory, step: Make, said: str) -> Script[None]:
    """Press what opens the form."""
    opener = yield from first_of(memory, [f"new {step.noun}"])
    if opener is None and step.pairs and (yield from look(memory, f"the {step.pairs[0].field} field")) is not None:
        return
    verbs = dict.fromkeys((step.verb, "create", "add", "write", "compose"))
    forms = [*(f"{verb} {step.noun}" for verb in verbs), step.noun, "the compose button", "the new button"]
    opener = opener or (yield from first_of(memory, forms))
    if opener is None:
        raise Stop(f"“{said}”: there is nothing on the page that begins a new {step.noun}.")
    outcome = yield from act(memory, said, "click", selector=f"act:{opener}")
    if not outcome.ok:
        raise give_up(said, step.noun, outcome)
