"""Deeds on things, `remove X`, `put it into the basket`: by a control of the row, of the page, or of its own page."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from ..program import Act, Enter
from .buying import CODE, QUANTITY, redeem, some
from .calling import act, call
from .columns import tokens
from .controls import best
from .destinations import sent_to
from .fields import enter
from .finding import core, go_to, proper
from .linking import linked
from .reaching import give_up, is_on_page, look, reach, uncover
from .rows import opener, row_called, row_read, rows
from .saving import is_left
from .script import Memory, Outcome, Script, Stop
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
PREPOSITION: Final = re.compile(r"(?:^|\s+)(?P<tail>(?:to|into|in|from|onto|off|out of|as|on|for) .+)$", re.IGNORECASE)
GONE: Final = re.compile(
    r"[\s,]*(?:nothing else|\b(?:too|as well|again|also|instead|first|for good|permanently|now|for me|please|there))$|"
    r"^off$",
    re.IGNORECASE,
)
EXCEPT: Final = re.compile(r"\b(?:except|but not|other than|apart from|all but|unless)\b", re.IGNORECASE)
BUYS: Final = frozenset({"add", "put", "buy", "order", "take"})
CONTROLS: Final = (
    "css=button, input[type=submit], input[type=button], [role=button], [role=switch], [role=menuitem], main a[href], "
    "input[type=checkbox], [role=checkbox]"
)
DIALOG: Final = "css=:is([role=dialog], [role=alertdialog], dialog[open]) :is(button, a[href], input[type=submit])"
ENTRIES: Final = "css=[role=menuitem], [role=menuitemradio]"
MENU: Final = re.compile(r"^(?:⋯|⋮|…|actions?|menu|more|options?)\b|^[⋯⋮…]$", re.IGNORECASE)
UNSEEN: Final = frozenset({"pause", "play", "stop", "mute", "unmute"})
"""What is not seen on the page."""
EFFECTS: Final = ("sent", "from", "appeared", "requests", "dialog", "files", "opened", "on", "chosen")


def acted(memory: Memory, step: Act) -> Script[None]:
    words = step.words.strip(" ?")
    while (shorter := GONE.sub("", words).strip()) != words:
        words = shorter
    if EXCEPT.search(words):
        raise Stop(f"“{step.said}”: what is to be left out is not understood.")
    if code := CODE.match(words):
        yield from redeem(memory, step, code["what"], code["value"].strip('"'), press)
        return
    if (counted := QUANTITY.match(words)) and step.verb in BUYS:
        yield from some(memory, step, counted, press)
        return
    if ALL.fullmatch(words) and (yield from _all_ticked(memory, step)):
        thing, tail, is_pronoun = "", "", False
    else:
        thing, tail, is_pronoun = _parts(memory, words)
    if into := re.match(r"(?:to|into|in|on|onto) (?:the |my |your )(?P<place>[\w ]+)$", tail):
        memory.place = into["place"]
    yield from _on(memory, step, thing, tail, is_pronoun)


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
    if is_pronoun and is_left(memory.past) and tail and (yield from sent_to(memory, step.said, step.verb, tail)):
        return
    if is_pronoun and is_left(memory.past) and (yield from press(memory, step, "", tail)):
        return  # a form that is being filled in is what is spoken of
    is_named = is_pronoun or bool(re.search(r'"|[A-Z]|\d', f"{thing} {tail}"))
    is_here = bool(thing) and (yield from _is_about(memory, thing))
    if (is_here or not is_named) and (yield from press(memory, step, thing, tail)):
        return
    about = f"{thing} {tail}" if not is_pronoun and re.match(r"(?:from|in|for|on) ", tail) else thing
    row = None if is_here or not thing else (yield from _row(memory, thing, about, is_pronoun))
    if row is not None and (yield from _on_row(memory, step, row, thing, tail)):
        return
    if is_named and not is_here and not proper(thing) and (yield from press(memory, step, thing, tail)):
        return
    if (yield from _given(memory, step, tail)) or (yield from sent_to(memory, step.said, step.verb, tail)):
        return
    name = core(thing.strip('"'))
    if row is None and not is_here and proper(thing) and not (yield from is_on_page(memory, name)):
        if not (yield from go_to(memory, name)):
            raise Stop(f"“{step.said}”: “{thing}” is not to be found.")
        memory.topic, memory.record = thing.strip('"'), None
        if (yield from press(memory, step, thing, tail)):
            return
    yield from _by_words(memory, step, thing, tail)


def _row(memory: Memory, thing: str, about: str, is_pronoun: bool) -> Script[Object | None]:
    """The row of what is meant."""
    if is_pronoun and memory.record is not None:
        return (yield from row_read(memory, memory.record))
    found = yield from row_called(memory, quoted(thing) if is_pronoun else about)
    return found or (None if about == thing else (yield from row_called(memory, thing)))


def _on_row(memory: Memory, step: Act, row: Object, thing: str, tail: str) -> Script[bool]:
    """By a control in the row, its menu, the bar above the list, or the page that the row opens."""
    control = best(row["controls"], step.verb, tail, thing)
    if control is not None:
        yield from _pressed(memory, step, control)
        return True
    if (menu := next((each for each in row["controls"] if MENU.match(str(each["name"]))), None)) is not None:
        yield from act(memory, step.said, "click", selector=menu["index"])
        if (yield from _from_menu(memory, step, tail, thing)):
            return True
    box = next((each for each in row["controls"] if each["role"] == "checkbox"), None)
    bar = best((yield from _page_controls(memory)), step.verb, tail) if box is not None else None
    if box is not None and bar is not None:
        yield from act(memory, step.said, "check", selector=box["index"])
        return (yield from press(memory, step, "", tail))
    way = opener(row, thing)
    if way is None or not (yield from act(memory, step.said, "click", selector=way)).ok:
        return False
    memory.topic, memory.record = thing.strip('"') or memory.topic, None
    return (yield from press(memory, step, thing, tail))


def press(memory: Memory, step: Act, thing: str, tail: str) -> Script[bool]:
    """Press the control of a dialog, or of the page outside of its lists, that does it; whether there is one."""
    for selector in (DIALOG, ENTRIES):
        found = yield from call(memory, "query", selector=selector, most=40)
        control = best(list(found.get("elements") or ()), step.verb, tail, thing)
        if control is not None:
            yield from _pressed(memory, step, control)
            return True
    control = best(_beside((yield from _page_controls(memory)), thing), step.verb, tail, thing)
    if control is None:
        return False
    yield from _pressed(memory, step, control)
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
        yield from _pressed(memory, step, found)


def _page_controls(memory: Memory) -> Script[list[Object]]:
    """What can be pressed on the page and belongs to no row of a list."""
    found = yield from call(memory, "query", selector=CONTROLS, most=150)
    listed = {control["index"] for row in (yield from rows(memory)) for control in row["controls"]}
    return [each for each in found.get("elements") or () if each["index"] not in listed]


def _pressed(memory: Memory, step: Act, control: Object) -> Script[None]:
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


def _from_menu(memory: Memory, step: Act, tail: str, thing: str) -> Script[bool]:
    """Press the entry of the open menu that the words mean."""
    entries = yield from call(memory, "query", selector=ENTRIES, most=30)
    control = best(list(entries.get("elements") or ()), step.verb, tail, thing)
    if control is not None:
        yield from _pressed(memory, step, control)
    return control is not None


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


def _is_about(memory: Memory, thing: str) -> Script[bool]:
    """Whether the page's main heading or title names the thing."""
    found = yield from call(memory, "query", selector="css=h1, main h2", most=4)
    wanted = {word for word in tokens(thing) if word not in ("the", "a", "an", "my")}
    texts = [set(tokens(f"{each['name']} {each['text']}")) for each in found.get("elements") or ()]
    return bool(wanted) and any(wanted <= text and not text & {"result", "search"} for text in texts)
