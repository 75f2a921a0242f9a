"""Options chosen and boxes ticked: of a named list, or wherever the page has one that is called so."""

from __future__ import annotations

import re

from ..program import Choose, Enter, Tick
from .calling import act, call
from .fields import enter
from .linking import linked
from .options import take
from .reaching import NARROWS, first_of, give_up, look, reach
from .rows import row_called
from .script import Memory, Outcome, Script
from .speaking import meant, quoted
from .stepping import went_on
from .suggesting import suggested

BOTH = 2
SUGGESTING = "css=main :is([role=combobox], [aria-autocomplete]):not(select)"
BOXES = "css=main input[type=checkbox], main [role=checkbox], main [role=switch]"
LISTED = re.compile(
    r"^(?:both|all)?\s*(?:the )?(?:(?:brands?|boxes|issues?|rows?|items?|messages?|options?|orders?|labels?) )?|"
    r"\s+(?:in|on|under) (?:the )?\w+$"
)
EVERY = re.compile(r"(?:both|all|the two|all (?:two|three|four))(?: of)?(?: the)? (?:check)?boxes", re.IGNORECASE)


def choose(memory: Memory, step: Choose) -> Script[None]:
    option, field = meant(memory, step.option).strip('"'), meant(memory, step.field) if step.field else None
    said = f"choose {option}" + (f" for {field}" if field else "")
    listed = (yield from look(memory, field)) if field else None
    if listed is not None and listed["role"] in ("textbox", "date", "spinbutton"):
        yield from enter(memory, Enter(step.field or "", option))
        return
    while True:
        if (yield from take(memory, said, option, field or step.place or "")):
            return
        if listed is not None and listed["role"] == "combobox" and (yield from _suggested(memory, said, field, option)):
            return
        if field is None and (yield from _looked_up(memory, said, option)):
            return
        if not (yield from went_on(memory)):
            break
    yield from _pressed(memory, step, said, option, field)


def _suggested(memory: Memory, said: str, field: str | None, option: str) -> Script[bool]:
    typed = yield from act(memory, said, "type", selector=f"act:{field}", text=option)
    if typed.ok:
        return (yield from suggested(memory, said, option))
    opened = yield from reach(memory, said, "click", field or "")
    return opened.ok and (yield from act(memory, said, "click", selector=f"act:the option {quoted(option)}")).ok


def _looked_up(memory: Memory, said: str, option: str) -> Script[bool]:
    """An option that is offered only once its first letters are typed, where the page has one field for that."""
    found = yield from call(memory, "query", selector=SUGGESTING, most=4)
    fields = [each for each in found.get("elements") or () if not NARROWS.match(str(each["name"]))]
    words = f'the "{fields[0]["name"]}" field' if len(fields) == 1 else ""
    if not words or not (yield from act(memory, said, "type", selector=f"act:{words}", text=option)).ok:
        return False
    return (yield from suggested(memory, said, option, field=words))


def _pressed(memory: Memory, step: Choose, said: str, option: str, field: str | None) -> Script[None]:
    """As the words say: something to press that is called so."""
    if field is not None:
        found = yield from look(memory, f"{quoted(option)} in {field}")
        if found is None:
            raise give_up(said, option, Outcome(False, fault={"code": "not_found"}))
    if (yield from linked(memory, f"{field or ''} {option}", said)):
        return
    words = f"{quoted(option)} in {field}" if field else meant(memory, step.option)
    outcome = yield from reach(memory, said, "click", words)
    if not outcome.ok:
        raise give_up(said, option, outcome)
    memory.topic = memory.topic or option


def tick(memory: Memory, step: Tick) -> Script[None]:
    words = meant(memory, step.words)
    if EVERY.fullmatch(words) and (yield from _every_box(memory, step)):
        return
    several = re.findall(r'"[^"]+"', words)
    if not re.fullmatch(r'"[^"]+"(?:(?:,|\s+and|,\s+and)\s+"[^"]+")+', words):
        several = [words]
        if re.search(r"\band\b|,", words) and (yield from look(memory, words)) is None:
            several = [part for part in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", LISTED.sub("", words)) if part]
    if memory.in_row and re.fullmatch(r"it|its (?:box|checkbox)|the row|(?:the|that) \w+", step.words):
        several = [quoted(memory.in_row)]
    for named in several:
        yield from _ticked(memory, named, step)


def _every_box(memory: Memory, step: Tick) -> Script[bool]:
    """The boxes of the main part, one by one; whether there are any."""
    found = yield from call(memory, "query", selector=BOXES, most=30)
    boxes = [each for each in found.get("elements") or () if "disabled" not in each["states"]]
    if re.search(r"both|two", step.words) and len(boxes) != BOTH:
        return False
    for box in boxes:
        outcome = yield from act(memory, f"tick {step.words}", "check", selector=box["index"], on=step.on)
        if not outcome.ok:
            raise give_up(f"tick {step.words}", str(box["name"]), outcome)
    return bool(boxes)


def _ticked(memory: Memory, words: str, step: Tick) -> Script[None]:
    said = f"{'tick' if step.on else 'untick'} {words}"
    placed = f"{words} in {step.place}" if step.place else words
    outcome = yield from reach(memory, said, "check", placed, on=step.on)
    if outcome.ok:
        return
    row = yield from row_called(memory, words)
    box = next((each for each in row["controls"] if each["role"] in ("checkbox", "switch")), None) if row else None
    if box is not None and (yield from act(memory, said, "check", selector=box["index"], on=step.on)).ok:
        return
    bare = re.sub(r"^(?:the|my)\s+|\s+in the list$", "", words)
    forms = [f"the {words} checkbox", f"select {bare}", f"the {words} switch", f"I {words}"]
    other = yield from first_of(memory, forms)
    if other and (yield from act(memory, said, "check", selector=f"act:{other}", on=step.on)).ok:
        return
    if not (yield from linked(memory, placed, said, on=step.on)):
        raise give_up(said, words, outcome)
