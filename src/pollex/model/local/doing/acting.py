"""Deeds on things, `remove X`, `put it into the basket`: by a control of the row, of the page, or of its own page."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from ..program import Act, Enter
from .calling import act, call
from .codes import CODE, redeem
from .controls import best
from .destinations import sent_to
from .fields import enter
from .finding import core, go_to, proper
from .gestures import carried
from .linking import linked
from .pressing import from_menu, had_effect, page_controls, press, pressed
from .reaching import first_of, give_up, is_about, is_on_page, look, reach
from .rows import opener, row_called, row_read
from .saving import is_left, made
from .script import Memory, Script, Stop
from .speaking import quoted

PRONOUN: Final = re.compile(
    r"^(?:it|him|her|them|that one|this one|that|this|those|these|all of them|one of them)\b\s*", re.IGNORECASE
)
ALL: Final = re.compile(
    r"(?:everything|them all|all(?: of (?:it|them|these|those))?|(?:all|every|each)(?: (?:the|of the|my|single))? "
    r"(?:messages?|mails?|e-?mails?|letters?|rows?|items?|entr(?:y|ies)|issues?|drafts?|results?|files?))"
    r"(?: (?:that (?:is|are) )?(?:in (?:it|there|here)|there|here|shown))?",
    re.IGNORECASE,
)
PREPOSITION: Final = re.compile(
    r"(?:^|\s+)(?P<tail>(?:over )?(?:to|into|in|from|onto|off|out of|as|on|for) .+)$", re.IGNORECASE
)
GONE: Final = re.compile(
    r"[\s,]*(?:nothing else|\b(?:from (?:t?here)|too|as well|again|also|instead|first|for good|permanently|now|for me|"
    r"please|there))$|^off$",
    re.IGNORECASE,
)
EXCEPT: Final = re.compile(r"\b(?:except|but not|other than|apart from|all but|unless)\b", re.IGNORECASE)
MAKES: Final = frozenset({"create", "add", "send", "save", "post", "submit", "publish", "confirm"})
MENU: Final = re.compile(r"^(?:⋯|⋮|…|actions?|menu|more|options?)\b|^[⋯⋮…]$", re.IGNORECASE)


def acted(memory: Memory, step: Act) -> Script[None]:
    words = step.words.strip(" ?")
    while (shorter := GONE.sub("", words).strip()) != words:
        words = shorter
    if EXCEPT.search(words):
        raise Stop(f"“{step.said}”: what is to be left out is not understood.")
    if code := CODE.match(words):
        yield from redeem(memory, step, code["what"], code["value"].strip('"'))
        return
    if ALL.fullmatch(words) and (yield from _all_ticked(memory, step)):
        thing, tail, is_pronoun = "", "", False
    else:
        thing, tail, is_pronoun = _parts(memory, words)
    if is_pronoun and not tail and memory.place and step.verb in ("add", "put"):
        tail = f"to the {memory.place}"
    if into := re.match(r"(?:to|into|in|on|onto) (?:the |my |your )(?P<place>[\w ]+)$", tail):
        memory.place, memory.put_at = into["place"], len(memory.past)
    yield from _on(memory, step, thing, tail, is_pronoun)
    if is_pronoun and step.verb in MAKES and memory.in_row is None and (title := made(memory)):
        memory.topic, memory.record = title, None


def _parts(memory: Memory, words: str) -> tuple[str, str, bool]:
    """What the deed is done to, where to, and whether it was only pointed at."""
    if pronoun := PRONOUN.match(words):
        return memory.in_row or memory.topic or "", words[pronoun.end() :].strip(), True
    split = PREPOSITION.search(words)
    if split and not re.search(r'"[^"]*$', words[: split.start()]):
        thing, tail = words[: split.start()], split["tail"]
    else:
        thing, tail = words, ""
    return re.sub(r"^(?:the|my|an?|one|your)\s+", "", thing).strip(), tail.strip(), False


def _on(memory: Memory, step: Act, thing: str, tail: str, is_pronoun: bool) -> Script[None]:
    """The deed on something: by a control of its row, of the page, or of its own page."""
    if (is_pronoun and (yield from _in_form(memory, step, tail))) or (
        yield from carried(memory, step.verb, thing, tail)
    ):
        return
    is_named = is_pronoun or bool(re.search(r'"|[A-Z]|\d', f"{thing} {tail}"))
    is_here = bool(thing) and (yield from is_about(memory, thing))
    if (is_here or not is_named) and (yield from press(memory, step, thing, tail)):
        return
    about = f"{thing} {tail}" if not is_pronoun and re.match(r"(?:from|in|for|on) ", tail) else thing
    row = None if is_here or not thing else (yield from _row(memory, thing, about, is_pronoun))
    if row is not None and (yield from _on_row(memory, step, row, thing, tail)):
        return
    name = core(thing.strip('"'))
    is_shown = not proper(thing) or (is_pronoun and bool((yield from is_on_page(memory, name))))
    if is_named and not is_here and is_shown and (yield from press(memory, step, thing, tail)):
        return
    if (yield from _given(memory, step, tail)) or (yield from sent_to(memory, step.said, step.verb, tail)):
        return
    if row is None and not is_here and proper(thing) and not (yield from is_on_page(memory, name)):
        if not (yield from go_to(memory, name)):
            raise Stop(f"“{step.said}”: “{thing}” is not to be found.")
        memory.topic, memory.record = thing.strip('"'), None
        if (yield from press(memory, step, thing, tail)):
            return
    yield from _by_words(memory, step, thing, tail)


def _in_form(memory: Memory, step: Act, tail: str) -> Script[bool]:
    """The deed on the form that is being filled in, or on the rows that are ticked: these are what is spoken of."""
    if not is_left(memory.past):
        return False
    is_sent = bool(tail) and (yield from sent_to(memory, step.said, step.verb, tail))
    return is_sent or (yield from press(memory, step, "", tail))


def _row(memory: Memory, thing: str, about: str, is_pronoun: bool) -> Script[Object | None]:
    """The row of what is meant."""
    read = (yield from row_read(memory, memory.record)) if is_pronoun and memory.record is not None else None
    if read is not None:
        return read
    found = yield from row_called(memory, quoted(thing) if is_pronoun else about)
    return found or (None if about == thing else (yield from row_called(memory, thing)))


def _on_row(memory: Memory, step: Act, row: Object, thing: str, tail: str) -> Script[bool]:
    """By a control in the row, its menu, the bar above the list, or the page that the row opens."""
    control = best(row["controls"], step.verb, tail, thing)
    if control is not None:
        yield from pressed(memory, step, control)
        return True
    if (menu := next((each for each in row["controls"] if MENU.match(str(each["name"]))), None)) is not None:
        yield from act(memory, step.said, "click", selector=menu["index"])
        if (yield from from_menu(memory, step, tail, thing)):
            return True
    box = next((each for each in row["controls"] if each["role"] == "checkbox"), None)
    bar = best((yield from page_controls(memory)), step.verb, tail) if box is not None else None
    if box is not None and bar is not None:
        yield from act(memory, step.said, "check", selector=box["index"])
        return (yield from press(memory, step, "", tail))
    way = opener(row, thing)
    if way is None or not (yield from act(memory, step.said, "click", selector=way)).ok:
        return False
    memory.topic, memory.record = thing.strip('"') or memory.topic, None
    return (yield from press(memory, step, thing, tail))


def _given(memory: Memory, step: Act, tail: str) -> Script[bool]:
    """`assign it to Ann`: a value for the field that the verb names."""
    person = re.fullmatch(r"to (?P<name>[A-Z].+|\"[^\"]+\")", tail)
    if step.verb != "assign" or person is None:
        return False
    yield from enter(memory, Enter("assignee", person["name"].strip('"')))
    return True


def _by_words(memory: Memory, step: Act, thing: str, tail: str) -> Script[None]:
    """As the sentence says it, or as the page's own words have it; what comes late is waited for."""
    words = f"{step.verb} {step.words}".strip()
    yield from call(memory, "wait", duration=800)
    if not proper(thing) and (yield from press(memory, step, thing, tail)):
        return
    if (yield from linked(memory, words, step.said)):
        return
    if proper(thing):
        beside = f"{step.verb} in the row of {quoted(core(thing))}"
        words = (yield from first_of(memory, [beside])) or words
    found = yield from look(memory, words)
    tool = "check" if found is not None and found["role"] in ("checkbox", "switch") else "click"
    outcome = yield from reach(memory, step.said, tool, words)
    if not outcome.ok:
        raise give_up(step.said, words, outcome)
    had_effect(step, outcome)


def _all_ticked(memory: Memory, step: Act) -> Script[bool]:
    """Tick the box that selects all rows; whether there is one."""
    for words in ("the select all checkbox", "the select all on this page checkbox"):
        found = yield from look(memory, words)
        if found is not None and found["role"] == "checkbox":
            return (yield from reach(memory, step.said, "check", words)).ok
    return False
