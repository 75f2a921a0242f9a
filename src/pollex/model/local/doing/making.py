"""Creating something with the page's own form: open it, fill it in, send it off."""

from __future__ import annotations

from typing import Final

from ..program import Act, Choose, Enter, Make, Tick
from .calling import act
from .choosing import choose, tick
from .columns import tokens
from .fields import enter
from .places import go_there, nearer
from .pressing import press
from .reaching import NARROWS, first_of, give_up, look
from .saving import made
from .script import Memory, Script, Stop

SENDS: Final = ("create", "send", "save", "submit", "add", "post", "confirm", "continue")
LEADS: Final = ("continue", "next", "check", "review", "proceed")
"""What only leads to the button that sends it off."""
KINDS: Final = frozenset({"textbox", "combobox", "spinbutton", "date", "radio", "listbox", "checkbox"})
LATER: Final = frozenset(
    {"send", "save", "submit", "post", "create", "confirm", "click", "add", "continue", "place", "discard"}
)


def make(memory: Memory, step: Make) -> Script[None]:
    said = f"{step.verb} {step.noun}"
    if not (yield from _is_open(memory, step)):
        yield from _begin(memory, step, said)
    for pair in step.pairs:
        yield from given(memory, pair)
    if any(isinstance(following, Act) and following.verb in (*LATER, step.verb) for following in memory.ahead):
        return
    for verb in dict.fromkeys((step.verb, *SENDS)):
        if (yield from press(memory, Act(verb, step.noun, said=said), step.noun, "")):
            if verb in LEADS:
                yield from press(memory, Act("confirm", step.noun, said=said), step.noun, "")
            memory.topic, memory.record = made(memory) or memory.topic, None
            return
    raise Stop(f"“{said}”: there is no button that sends it off.")


def given(memory: Memory, pair: Enter | Choose | Tick) -> Script[None]:
    """One value of a form."""
    match pair:
        case Enter():
            yield from enter(memory, pair)
        case Choose():
            yield from choose(memory, pair)
        case Tick():
            yield from tick(memory, pair)


def _is_open(memory: Memory, step: Make) -> Script[bool]:
    """Whether the form is there already: half of its fields are, and they are no filters of a list."""
    named = [pair for pair in step.pairs if isinstance(pair, Enter)]
    there = 0
    for pair in named:
        found = yield from look(memory, f"the {pair.field} field")
        there += found is not None and found["role"] in KINDS and not NARROWS.search(str(found["name"]))
        if there >= max(min(2, len(named)), len(named) / 2):
            return True
    return False


def _begin(memory: Memory, step: Make, said: str) -> Script[None]:
    """Press what opens the form."""
    opener = yield from first_of(memory, [f"new {step.noun}"])
    first = next((pair.field for pair in step.pairs if isinstance(pair, Enter)), None)
    there = (yield from look(memory, f"the {first} field")) if opener is None and first else None
    if there is not None and there["role"] in KINDS:
        return
    verbs = dict.fromkeys((step.verb, "create", "add", "write", "compose"))
    forms = [*(f"{verb} {step.noun}" for verb in verbs), step.noun]
    opener = opener or (yield from first_of(memory, forms))
    if opener is None and ((yield from go_there(memory, step.noun)) or (yield from nearer(memory, step.noun, set()))):
        return
    new = yield from look(memory, "the new button")
    if opener is None and new is not None and tokens(str(new["name"]))[:1] in (["new"], ["compose"], ["create"]):
        opener = "the new button"
    if opener is None:
        raise Stop(f"“{said}”: there is nothing on the page that begins a new {step.noun}.")
    outcome = yield from act(memory, said, "click", selector=f"act:{opener}")
    if not outcome.ok:
        raise give_up(said, step.noun, outcome)
