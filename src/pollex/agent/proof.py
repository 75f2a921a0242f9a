"""Whether the act that a task asks for was done: by the effects of the run, and not by what was typed or said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..browser.evidence import element_of
from ..core.json import Object
from .guard.kinds import FAMILIES, NEGATED
from .history import History, PastCall
from .presses import FILLS, presses
from .task import Task

BUTTON: Final = re.compile(r"\[\d+\] button ([^·\[(=]+)")
IDLE: Final = ("it changes nothing", "the page does that", "no act had happened", "it logs in")
"""Rules by which passes what is no act of the task."""
OUTCOMES: Final = ("from", "appeared", "requests", "sent", "dialog", "files", "opened")
"""What an act reports where it came to anything."""
HELD_BACK: Final = re.compile(r"\b(?:send|submit|press|save|post|order|buy|confirm|pay|click|book)", re.IGNORECASE)
DRAFT: Final = re.compile(r"\bdrafts?\b|\bprepare\b", re.IGNORECASE)


def done_effects(history: History) -> list[Object]:
    """Return the effects of the run's own acts that the server took and that were not taken back."""
    taken = [each for each in _acts(history) if _is_accepted(each)]
    return [each for place, each in enumerate(taken) if not _is_reversed(each, taken[place + 1 :])]


def not_done(task: Task, history: History) -> list[str]:
    """Return why the act that a task asks for is not done, whatever the answer says."""
    found = list(dict.fromkeys([*_refused(history), *_failed(history)]))
    if task.only_asks:
        return []
    said = [each[0] for each in NEGATED.finditer(task.text)]
    if any(HELD_BACK.search(each) for each in said) or DRAFT.search(task.text):
        return found
    return found or list(_unsent(history)) or list(_unpressed(task, history)) or list(_reversed(history))


def _acts(history: History) -> list[Object]:
    return [each for each in history.effects if not each.get("own") and not each.get("rule", "").startswith(IDLE)]


def _is_accepted(effect: Object) -> bool:
    answered = effect.get("status") is not None and effect["status"] < 400
    return not effect["refused"] and not effect.get("failure") and answered


def _is_reversed(effect: Object, later: list[Object]) -> bool:
    """Whether every change of an effect was undone afterwards."""
    undone = {(each["path"], str(each.get("after"))) for other in later for each in other["changes"]}
    changes = [each for each in effect["changes"] if each["kind"] == "changed"]
    return bool(changes) and all((each["path"], str(each.get("before"))) in undone for each in changes)


def _reversed(history: History) -> Iterator[str]:
    taken = [each for each in _acts(history) if _is_accepted(each)]
    if taken and not done_effects(history):
        yield "what was done was taken back afterwards"


def _refused(history: History) -> Iterator[str]:
    """Yield what was refused and not sent in another form afterwards."""
    acts = _acts(history)
    for place, effect in enumerate(acts):
        later = [each for each in acts[place + 1 :] if each["url"] == effect["url"] and _is_accepted(each)]
        if effect["refused"] and not later:
            yield "something was stopped before it was sent, and the server did not get it"


def _failed(history: History) -> Iterator[str]:
    """Yield what a server did not take and was not sent again, and calls that may or may not have happened."""
    acts = _acts(history)
    for place, effect in enumerate(acts):
        later = [each for each in acts[place + 1 :] if each["url"] == effect["url"] and _is_accepted(each)]
        why = effect.get("failure") or effect.get("status")
        if not effect["refused"] and why is not None and not _is_accepted(effect) and not later:
            yield f"{effect['method']} {effect['url']} was answered with {why}"
    for place, action in enumerate(history.actions):
        fault = action.result.fault
        again = any(_same(action, each) and each.result.ok for each in history.actions[place + 1 :])
        if fault is not None and not again and (fault.uncertain or fault.code == "unavailable"):
            yield f"it is not known whether {action.tool} happened"


def _same(one: PastCall, other: PastCall) -> bool:
    return one.tool == other.tool and one.result.proof.get("/selector") == other.result.proof.get("/selector")


def _unsent(history: History) -> Iterator[str]:
    """Yield that something was filled in behind the last act that came to anything."""
    filled = ""
    for action in history.asked:
        data = action.result.data if isinstance(action.result.data, dict) else {}
        if not action.result.ok or action.tool == "done":
            continue
        if action.effects or any(data.get(name) for name in OUTCOMES):
            filled = ""
        elif action.tool in FILLS or action.tool == "page.fill":
            element = element_of(action.result)
            filled = (element.name or element.label or "a field") if element is not None else "a form"
    if filled:
        yield f"{filled!r} was filled in, and nothing was sent"


def _unpressed(task: Task, history: History) -> Iterator[str]:
    """Yield a button of the kind that the task asks for that was offered and not pressed."""
    looks = [turn.look.outline for turn in history.turns]
    filled = [place for place, turn in enumerate(history.turns) if any(_fills(each) for each in turn.actions)]
    since = looks[filled[-1] :] if filled else looks[-1:]
    buttons = [found[1].strip() for look in since for found in BUTTON.finditer(look)]
    pressed = [press.name for press in presses(history)]
    for family in FAMILIES:
        wanted = family.asked.search(NEGATED.sub(" ", task.text))
        left = [name for name in buttons if (does := family.button.search(name)) and does[0].casefold() in _said(task)]
        if wanted and left and not any(family.button.search(name) for name in pressed):
            yield f"{left[0]!r} was not pressed"
            return


def _said(task: Task) -> str:
    return task.text.casefold()


def _fills(action: PastCall) -> bool:
    return action.tool in FILLS or action.tool == "page.fill"
