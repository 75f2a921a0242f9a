"""What a verb means is pressed: in a dialog, a menu, or on the page outside of its lists; it must have an effect."""

from __future__ import annotations

from typing import Final

from ....core.json import Object
from ..program import Act
from .calling import act, call
from .columns import tokens
from .controls import best
from .finding import proper
from .proving import EFFECTS
from .reaching import give_up, look, uncover
from .rows import rows
from .script import Memory, Outcome, Script, Stop

CONTROLS: Final = (
    "css=button, input[type=submit], input[type=button], [role=button], [role=switch], [role=menuitem], main a[href], "
    "input[type=checkbox], [role=checkbox]"
)
DIALOG: Final = "css=:is([role=dialog], [role=alertdialog], dialog[open]) :is(button, a[href], input[type=submit])"
ENTRIES: Final = "css=[role=menuitem], [role=menuitemradio]"
UNSEEN: Final = frozenset({"pause", "play", "stop", "mute", "unmute"})
"""What is not seen on the page."""


def press(memory: Memory, step: Act, thing: str, tail: str) -> Script[bool]:
    """Press the control of a dialog, or of the page outside of its lists, that does it; whether there is one."""
    for selector in (DIALOG, ENTRIES):
        found = yield from call(memory, "query", selector=selector, most=40)
        control = best(list(found.get("elements") or ()), step.verb, tail, thing)
        if control is not None:
            yield from pressed(memory, step, control)
            return True
    control = best(_beside((yield from page_controls(memory)), thing), step.verb, tail, thing)
    if control is None:
        return False
    yield from pressed(memory, step, control)
    if step.verb not in str(control["name"]).lower():
        yield from _really(memory, step)
    return True


def _beside(controls: list[Object], thing: str) -> list[Object]:
    """Of controls that are called the same, those near what is named; the others are not meant."""
    wanted = set(proper(thing)) | {word for word in tokens(thing) if any(sign.isdigit() for sign in word)}
    names = [str(each["name"]) for each in controls]
    return [
        each
        for each in controls
        if not wanted or names.count(str(each["name"])) < 2 or wanted <= set(tokens(" ".join(each.get("near") or ())))
    ]


def _really(memory: Memory, step: Act) -> Script[None]:
    """Press the button that is called as the order says, where another one only led to it."""
    form = f'the "{step.verb.capitalize()}" button'
    found = yield from look(memory, form)
    if found is not None and tokens(str(found["name"]))[:1] == tokens(step.verb)[:1] and found["role"] == "button":
        yield from pressed(memory, step, found)


def page_controls(memory: Memory) -> Script[list[Object]]:
    """What can be pressed on the page and belongs to no row of a list."""
    found = yield from call(memory, "query", selector=CONTROLS, most=150)
    listed = {control["index"] for row in (yield from rows(memory)) for control in row["controls"]}
    return [each for each in found.get("elements") or () if each["index"] not in listed]


def pressed(memory: Memory, step: Act, control: Object) -> Script[None]:
    if "disabled" in control["states"]:
        raise Stop(f"“{step.said}” is not possible: “{control['name']}” cannot be pressed.")
    tool = "check" if control["role"] in ("checkbox", "switch") else "click"
    outcome = yield from act(memory, step.said, tool, selector=control["index"])
    if "covered" in outcome.why and (yield from uncover(memory)):
        outcome = yield from act(memory, step.said, tool, selector=control["index"])
    if not outcome.ok:
        raise give_up(step.said, step.words, outcome)
    had_effect(step, outcome)


def had_effect(step: Act, outcome: Outcome) -> None:
    """Stop where a deed left no trace: nothing was sent, nothing came, and the page is the same."""
    if step.verb not in UNSEEN and not any(outcome.get(name) for name in EFFECTS):
        raise Stop(f"“{step.said}”: the button was pressed, but nothing happened.")


def from_menu(memory: Memory, step: Act, tail: str, thing: str) -> Script[bool]:
    """Press the entry of the open menu that the words mean."""
    entries = yield from call(memory, "query", selector=ENTRIES, most=30)
    control = best(list(entries.get("elements") or ()), step.verb, tail, thing)
    if control is not None:
        yield from pressed(memory, step, control)
    return control is not None
