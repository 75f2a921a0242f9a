"""Whether the act that a task asks for was done: by the effects of the run, and not by what was typed or said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from ..browser.evidence import element_of
from ..core.json import Object
from .course import outline, stretches
from .guard.case import GENERIC, stems
from .guard.kinds import COMMITS, DESTROYING, FAMILIES, NEGATED
from .guard.questions import DRAFT, LOOSE, only_fills, only_sets, orders
from .held import losses
from .history import ACTS, History, PastCall
from .offered_tools import HOUSE
from .own_tools import OWN
from .presses import FILLS, SILENT, half_filled, presses
from .task import Task

BUTTON: Final = re.compile(r"\[\d+\] button ([^·\[(=]+)")
GOING: Final = frozenset(
    f"page.{name}"
    for name in ("navigate", "search", "back", "forward", "refresh", "open_tab", "scroll", "hover", "wait")
)
"""Acts by which nothing is done."""
SENT: Final = ("from", "requests", "sent", "dialog", "files", "opened")
OUTCOMES: Final = (*SENT, "appeared")
"""What an act reports where it came to anything."""
FIELD: Final = re.compile(r"\[\d+\] \w+ [^·\n]* = ")
INVALID: Final = re.compile(r"\[\d+\] \w+ ([^=·(\n]+?)(?: = [^·\n]*?)? \([^()]*\binvalid\b")
KEEPS: Final = re.compile(rf"\b(?:save|submit|confirm|update|change|keep|store|set)\b|{GENERIC.pattern}", re.IGNORECASE)
"""Words of buttons that keep what a form holds."""
HELD_BACK: Final = re.compile(r"\b(?:send|submit|press|save|post|order|buy|confirm|pay|click|book)", re.IGNORECASE)


def done_effects(history: History) -> list[Object]:
    """Return the effects of the run's own acts that the server took and that were not taken back."""
    left: list[Object] = []
    for effect in filter(_is_accepted, _acts(history)):
        undone = next((each for each in left if _reverses(effect, each)), None)
        if undone is None:
            left.append(effect)
        else:
            left.remove(undone)
    return left


def is_proven(task: Task, history: History) -> bool:
    """Return whether an effect of the kind that the task asks for was taken."""
    wanted = [each for each in FAMILIES if each.asked.search(_wished(task))]
    pressed = {press.action.path: press.name for press in presses(history)}
    done = [each for each in done_effects(history) if DRAFT.search(task.text) or not _keeps_draft(each)]
    names = [pressed.get(each["act"], "").strip() for each in done]
    if not wanted or any(SILENT.fullmatch(name) and not DRAFT.search(name) for name in names):
        return bool(done)
    said = [f"{name} {_words(each)}" for name, each in zip(names, done, strict=True)]
    return any(family.button.search(each.replace("_", " ")) for family in wanted for each in said)


def _words(effect: Object) -> str:
    """Return what an effect says of its kind: by its method, its address, and that something is gone."""
    return f"{effect['method']} {urlsplit(effect['url']).path} {_gone(effect)}"


def _gone(effect: Object) -> str:
    return "remove" if any(each["kind"] == "removed" for each in effect["changes"]) else ""


def not_done(task: Task, history: History) -> list[str]:
    """Return why the act that a task asks for is not done, whatever the answer says."""
    if task.only_asks:
        return []
    said = [each[0] for each in NEGATED.finditer(task.text)]
    is_shared = any(turn.person for turn in history.turns)  # a person has done a part of it
    lost = () if is_shared else losses(history)
    found = list(dict.fromkeys([*_refused(history), *_failed(history), *lost]))
    if is_shared or any(HELD_BACK.search(each) for each in said) or only_fills(task.text):
        return found
    later = (
        _unsent(task, history),
        _unpressed(task, history),
        _reversed(history),
        _undone(task, history),
        _invalid(history),
    )
    return found or next(filter(None, map(list, later)), [])


def _acts(history: History) -> list[Object]:
    return [each for each in history.effects if not each.get("own") and not each.get("idle")]


def _is_accepted(effect: Object) -> bool:
    answered = effect.get("status") is not None and effect["status"] < 400
    return not effect["refused"] and not effect.get("failure") and answered


def _reverses(effect: Object, earlier: Object) -> bool:
    """Whether an effect undoes every change of an earlier one."""
    undone = {(each["path"], str(each.get("after"))) for each in effect["changes"]}
    changes = [each for each in earlier["changes"] if each["kind"] == "changed"]
    return bool(changes) and all((each["path"], str(each.get("before"))) in undone for each in changes)


def _reversed(history: History) -> Iterator[str]:
    if any(map(_is_accepted, _acts(history))) and not done_effects(history):
        yield "what was done was taken back afterwards"


def _refused(history: History) -> Iterator[str]:
    """Yield what was refused, and neither taken before nor sent in another form afterwards."""
    acts = _acts(history)
    for place, effect in enumerate(acts):
        alike = [
            each
            for at, each in enumerate(acts)
            if each["url"] == effect["url"] and _is_accepted(each)
            if at > place or each["changes"] == effect["changes"]
        ]
        if effect["refused"] and not alike:
            yield "something was stopped before it was sent, and the server did not get it"


def _failed(history: History) -> Iterator[str]:
    """Yield what a server did not take and was not sent again."""
    acts = _acts(history)
    for place, effect in enumerate(acts):
        later = [each for each in acts[place + 1 :] if each["url"] == effect["url"] and _is_accepted(each)]
        why = effect.get("failure") or effect.get("status")
        if not effect["refused"] and why is not None and not _is_accepted(effect) and not later:
            yield f"{effect['method']} {effect['url']} was answered with {why}"


def uncertain(history: History) -> Iterator[str]:
    """Yield calls that may or may not have happened, and what was sent without an answer."""
    for effect in _acts(history):
        if not effect["refused"] and not effect.get("failure") and effect.get("status") is None:
            yield f"{effect['method']} {effect['url']} was not answered"
    for place, action in enumerate(history.actions):
        fault = action.result.fault
        again = any(_same(action, each) and each.result.ok for each in history.actions[place + 1 :])
        if fault is not None and not again and (fault.uncertain or fault.code == "unavailable"):
            yield f"it is not known whether {action.tool} happened"


def _same(one: PastCall, other: PastCall) -> bool:
    return one.tool == other.tool and one.result.proof.get("/selector") == other.result.proof.get("/selector")


def _undone(task: Task, history: History) -> Iterator[str]:
    """Yield that nothing was done at all, or nothing that came to anything."""
    done = [each for each in history.asked if each.result.ok or half_filled(each)]
    acted = [each for each in done if each.tool in ACTS - GOING or _is_foreign(each.tool)]
    if not acted and not LOOSE.issuperset(orders(task.text)):
        yield "nothing was done"
    elif not done_effects(history) and not any(_is_foreign(each.tool) for each in acted):
        wanted = [each for each in FAMILIES if each.asked.search(_wished(task))]
        is_filled = any(each.tool in FILLS for each in acted) and not _sending(history)
        is_idle = not is_filled and not any(press.answered for press in presses(history))
        if wanted and is_idle and not _has_changed(history, acted):
            yield f"nothing was done that {wanted[0].what}"


def _has_changed(history: History, acted: list[PastCall]) -> bool:
    """Whether a page was another after an act upon it: what it shows is all that proves an act that sends nothing."""
    links = [each.action for each in presses(history) if each.is_link and each.action.tool == "page.click"]
    return any(
        each.is_other or (each.before.url == each.after.url and each.after.stirred)
        for each in stretches(history)
        if any(call in acted and call not in links for call in each.calls)
    )


def _is_foreign(tool: str) -> bool:
    """Whether a tool is neither the page's nor the agent's own: what it did, its result says."""
    return tool not in OWN and not tool.startswith(HOUSE)


def _wished(task: Task) -> str:
    return NEGATED.sub(" ", task.text)


def _unsent(task: Task, history: History) -> Iterator[str]:
    """Yield that something was filled in behind the last act that came to anything."""
    filled, is_set, sends, shown = "", False, "", outline(history)
    for action in history.asked:
        data = action.result.data if isinstance(action.result.data, dict) else {}
        fault = action.result.fault
        if fields := half_filled(action):
            filled = "" if _has_left(action) else fields[0]
            continue
        if action.tool == "done" or (fault is not None and not fault.uncertain):
            filled = "" if _has_left(action) else filled  # what came late, while the answer was given
            continue
        refused = data.keys().isdisjoint(SENT) and any(_is_complaint(each, shown) for each in data.get("appeared", ()))
        if fault is not None or _has_left(action) or (any(data.get(name) for name in OUTCOMES) and not refused):
            filled = ""
        elif action.tool in FILLS:
            element = element_of(action.result)
            is_set = (is_set or not filled) and only_sets(task.text) and _had_value(history, action)
            filled = (element.name or element.label or "a field") if element is not None else "a form"
            sends = element.sends if element is not None and element.sends else ""
    left = any(not is_set or each == sends or _keeps(each, task) for each in _sending(history))
    if filled and left and not history.late:
        yield f"{filled!r} was filled in, and nothing was sent"


def _had_value(history: History, action: PastCall) -> bool:
    """Whether a field held another value before a call put its own into it."""
    index = action.result.data.get("index")
    looks = [each.before.outline for each in stretches(history) if action in each.calls]
    return any(re.search(rf"\[{index}\] [^·\n]* = ", each) for each in looks)


def _keeps(button: str, task: Task) -> bool:
    """Whether a button keeps a value that another one takes the place of; others add or send something else."""
    return KEEPS.search(button) is not None or bool(stems(button) & stems(task.text))


def _has_left(action: PastCall) -> bool:
    return any(not _keeps_draft(each) for each in action.effects)


def _keeps_draft(effect: Object) -> bool:
    """Whether an effect only keeps what was written so far: by its address, which does not say that it is sent."""
    path = urlsplit(effect["url"]).path
    last = path.rstrip("/").rpartition("/")[2]
    return DRAFT.search(path) is not None and not any(family.button.search(last) for family in FAMILIES)


def _is_complaint(appeared: str, outline: str) -> bool:
    """Whether what appeared stands beside a field that still holds its value."""
    return any(appeared in line and FIELD.search(line) for line in outline.splitlines())


def _invalid(history: History) -> Iterator[str]:
    """Yield a field that the page calls invalid since the last act."""
    pressed = {press.action.path for press in presses(history)}
    before = [turn.look.outline for turn in history.turns if any(each.path in pressed for each in turn.actions)]
    if before:
        known, now = (set(INVALID.findall(each)) for each in (before[-1], outline(history)))
        yield from (f"the page calls {name!r} invalid" for name in sorted(now - known))


def _sending(history: History) -> list[str]:
    """Return the buttons of the page that look as if they sent what was filled in."""
    sending = (COMMITS, GENERIC, *(family.button for family in FAMILIES if family.what not in DESTROYING))
    found = [each[1].strip() for each in BUTTON.finditer(outline(history))]
    return [name for name in found if any(each.search(name) for each in sending)]


def _has_gone(button: str, before: str, after: str) -> bool:
    """Whether there are fewer buttons of a name than before: each went with its own row, however that was removed."""
    first, last = ([found[1].strip() for found in BUTTON.finditer(each)].count(button) for each in (before, after))
    return 0 < last < first


def _unpressed(task: Task, history: History) -> Iterator[str]:
    """Yield a button of the kind that the task asks for that was offered and not pressed."""
    looks = [turn.look.outline for turn in history.turns]
    filled = [place for place, turn in enumerate(history.turns) if any(each.tool in FILLS for each in turn.actions)]
    since = looks[filled[-1] :] if filled else looks[-1:]
    buttons = [found[1].strip() for look in since for found in BUTTON.finditer(look)]
    felt = [call for each in stretches(history) if each.is_other for call in each.calls]
    pressed = [each.name for each in presses(history) if each.answered or each.action in felt]
    for family in FAMILIES:
        wanted, said = family.asked.search(_wished(task)), task.text.casefold()
        named = [name for name in buttons if (does := family.button.search(name)) and does[0].casefold() in said]
        left = [name for name in named if not _has_gone(name, looks[0], outline(history))]
        done = [*pressed, *(_gone(each) for each in done_effects(history))]
        if wanted and left and not any(map(family.button.search, done)):
            yield f"{left[0]!r} was not pressed"
            return
