"""Creating something with the page's own form: open it, fill it in, send it off."""

from __future__ import annotations

from typing import Final

from ..program import Act, Make
from .calling import act
from .fields import enter
from .reaching import first_of, give_up, look
from .script import Memory, Script, Stop

SENDS: Final = ("Create", "Add", "Save", "Send", "Submit", "Post", "Confirm", "Continue", "OK")
LATER: Final = frozenset(
    {"send", "save", "submit", "post", "create", "confirm", "click", "add", "continue", "place", "discard"}
)


def make(memory: Memory, step: Make) -> Script[None]:
    said = f"{step.verb} {step.noun}"
    opener = yield from first_of(memory, [f"new {step.noun}"])
    if opener is not None or (step.pairs and (yield from look(memory, f"the {step.pairs[0].field} field")) is None):
        opener = opener or (
            yield from first_of(
                memory,
                [
                    f"new {step.noun}",
                    f"{step.verb} {step.noun}",
                    f"create {step.noun}",
                    f"add {step.noun}",
                    f"{step.noun}",
                ],
            )
        )
        if opener is None:
            raise Stop(f"“{said}”: there is nothing on the page that begins a new {step.noun}.")
        outcome = yield from act(memory, said, "click", selector=f"act:{opener}")
        if not outcome.ok:
            raise give_up(said, step.noun, outcome)
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
