"""Acts: click, open, add, remove, send … on what the words name, where it stands or where it is found."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ..program import Act, Choose, Enter
from .calling import REFUSAL, act, answer, answers_dialog, call
from .columns import tokens
from .destinations import is_goal, sent_to
from .fields import choose, enter
from .finding import core, fits, go_to, open_named, proper, seek
from .places import nearer
from .reaching import first_of, give_up, is_on_page, look, reach
from .recording import open_record
from .script import Memory, NotTaken, Outcome, Script, Stop
from .speaking import meant, quoted

SAME: Final[dict[str, tuple[str, ...]]] = {
    "continue": ("Continue", "Next", "Proceed", "Go on"),
    "proceed": ("Continue", "Proceed", "Next"),
    "submit": ("Submit", "Send", "Save", "Continue"),
    "save": ("Save", "Save changes", "Apply", "Update"),
    "confirm": ("Confirm", "OK", "Yes", "Confirm and send"),
    "send": ("Send", "Submit"),
    "check out": ("Checkout", "Go to checkout", "Proceed to checkout"),
    "checkout": ("Checkout", "Go to checkout", "Proceed to checkout"),
    "apply": ("Apply", "Apply filters", "Update"),
    "finish": ("Finish", "Done", "Complete"),
    "verify": ("Verify", "Check", "Continue"),
    "log out": ("Log out", "Sign out", "Logout"),
    "sign out": ("Sign out", "Log out", "Logout"),
    "accept": ("Accept", "Accept all", "OK", "I accept"),
    "cancel": ("Cancel",),
    "search": ("Search", "Find", "Go"),
    "undo": ("Undo",),
    "pay": ("Pay", "Pay now"),
    "order": ("Place order", "Order now", "Buy now"),
    "redeem": ("Redeem", "Apply"),
    "delete": ("Delete", "Remove"),
    "remove": ("Remove", "Delete"),
    "reply": ("Reply",),
    "forward": ("Forward",),
    "discard": ("Discard",),
    "reopen": ("Reopen",),
    "print": ("Print",),
    "download": ("Download",),
    "edit": ("Edit", "Change"),
}
ON: Final = frozenset({"accept", "agree to", "consent to", "allow", "enable"})
PRONOUN: Final = re.compile(
    r"^(?:it|him|her|them|that one|this one|that|this|those|these|all of them)\b\s*", re.IGNORECASE
)
ALL: Final = re.compile(
    r"(?:everything|them all|all(?: of (?:it|them|these|those))?|(?:all|every|each)(?: (?:the|of the|my|single))? "
    r"(?:messages?|mails?|e-?mails?|letters?|rows?|items?|entr(?:y|ies)|issues?|drafts?|results?|files?))"
    r"(?: (?:that (?:is|are) )?(?:in (?:it|there|here)|there|here|shown))?",
    re.IGNORECASE,
)
TAKES: Final = frozenset({"remove", "delete", "discard", "clear", "empty", "cancel"})
BUYS: Final = frozenset({"add", "put", "buy", "order", "take"})
NUMBERS: Final = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
QUANTITY: Final = re.compile(
    r"^(?P<number>\d+|one|two|three|four|five|six|seven|eight|nine|ten)(?: of (?:it|them|these|"
    r"those)| (?P<thing>(?!in\b)[^,]+?))??(?: in (?:the colour )?(?P<variant>[A-Z]\w+))?(?P<tail> "
    r"(?:to|into|in) (?:the|my|your) [\w ]+)?$"
)
VOUCHER: Final = re.compile(
    r"^(?:the |a |my )?(?P<what>[\w ]*?(?:voucher|coupon|code|gift card|promo code))(?: code)? "
    r'(?P<value>"[^"]+"|[A-Z0-9][\w-]*)$'
)
PREPOSITION: Final = re.compile(r"\s+(?P<tail>(?:to|into|in|from|onto|off|out of|as|on|for) .+)$", re.IGNORECASE)
GONE: Final = re.compile(
    r",? nothing else$|\b(?:too|as well|again|also|instead|for good|permanently|now|for me|please|off|there)$",
    re.IGNORECASE,
)


def deed(memory: Memory, step: Act) -> Script[None]:
    accepts = answers_dialog(memory, step)
    if accepts is not None:
        yield from answer(memory, accept=accepts)
        return
    for _ in range(step.times):
        if step.verb == "click":
            yield from _click(memory, step)
        elif step.verb == "hover":
            yield from _hover(memory, step)
        elif step.verb in ("open", "go to"):
            yield from _open(memory, step)
        else:
            yield from _done(memory, step)


def _click(memory: Memory, step: Act) -> Script[None]:
    words = _placed(memory, step)
    more = {} if step.count == 1 else {"count": step.count}
    if step.button != "left":
        more["button"] = step.button  # type: ignore[assignment]
    if memory.index is not None and re.fullmatch(
        r"(?:it|that|this|that (?:entry|row|line|one|link)|the entry)", step.words, re.IGNORECASE
    ):
        outcome = yield from act(memory, step.said, "click", selector=memory.index)
        if outcome.ok:
            _had_effect(step, outcome)
            return
    outcome = yield from reach(memory, step.said, "click", words, **more)
    if outcome.code == "ambiguous":
        outcome = yield from _narrowed(memory, step.said, words, outcome)
    if not outcome.ok:
        if outcome.code == "not_found" and (yield from open_named(memory, words)):
            return
        raise give_up(step.said, step.words, outcome)


def _placed(memory: Memory, step: Act) -> str:
    words = meant(memory, step.words)
    if memory.in_row and re.search(r"\s+in (?:it|the row|that row)$", words):
        return re.sub(r"\s+in (?:it|the row|that row)$", f" in the row of {quoted(memory.in_row)}", words)
    return f"{words} in {step.place}" if step.place else words


def _narrowed(memory: Memory, said: str, words: str, outcome: Outcome) -> Script[Outcome]:
    """Which of several: the one of what is spoken of, or the first where the page is about that."""
    forms = (
        [f"{words} in the row of {quoted(memory.topic)}", f"{words} below the heading {quoted(memory.topic)}"]
        if memory.topic
        else []
    )
    if memory.in_row:
        forms.insert(0, f"{words} in the row of {quoted(memory.in_row)}")
    form = yield from first_of(memory, forms)
    if form is None:
        return outcome
    return (yield from act(memory, said, "click", selector=f"act:{form}"))


def _hover(memory: Memory, step: Act) -> Script[None]:
    outcome = yield from reach(memory, step.said, "hover", _placed(memory, step))
    if not outcome.ok:
        raise give_up(step.said, step.words, outcome)


def _open(memory: Memory, step: Act) -> Script[None]:
    words = meant(memory, step.words)
    if memory.in_row and re.fullmatch(r"(?:the|that|this|its) (?:row|\w+)", step.words):
        words = memory.in_row
    own = re.match(r"(?:its|their|his|her) (?P<what>.+)", step.words)
    if (
        own
        and memory.topic
        and (form := (yield from first_of(memory, [f"{own['what']} in the row of {quoted(memory.topic)}"])))
    ):
        outcome = yield from act(memory, step.said, "click", selector=f"act:{form}")
        if outcome.ok:
            return
    if memory.index is not None and PRONOUN.fullmatch(step.words):
        outcome = yield from act(memory, step.said, "click", selector=memory.index)
        if outcome.ok:
            return
    if (
        memory.record
        and (PRONOUN.fullmatch(step.words) or words == memory.topic)
        and (yield from open_record(memory, step.said, memory.record))
    ):
        return
    named = words if not step.place else f"{words} in {step.place}"
    if (yield from open_named(memory, named)):
        _speak_of(memory, words)
        return
    found = yield from look(memory, named)
    if found is None or fits(found, words):
        outcome = yield from reach(memory, step.said, "click", named)
        if outcome.ok:
            _speak_of(memory, words)
            return
    else:
        outcome = Outcome(False, fault={"code": "not_found"})
    if outcome.code == "not_found" and not proper(words) and (yield from nearer(memory, words, set())):
        return
    if outcome.code == "not_found" and (yield from go_to(memory, words)):
        _speak_of(memory, words)
        return
    raise give_up(step.said, step.words, outcome)


def _speak_of(memory: Memory, words: str) -> None:
    if _is_name(words):
        memory.topic, memory.record = re.sub(r"^(?:the|my|an?)\s+", "", words).strip('"'), None


def _is_name(words: str) -> bool:
    return bool(re.search(r'"|[A-Z]\w*\d|(?:\b[A-Z][\w&\'-]+ ){1,}[A-Z]|\d', words))


def _done(memory: Memory, step: Act) -> Script[None]:
    """A deed that is no plain click: `add X to the basket`, `remove X`, `continue`, `mark it as read`."""
    words = GONE.sub("", step.words.strip()).strip()
    if voucher := VOUCHER.match(words):
        yield from _voucher(memory, step, voucher["what"], voucher["value"].strip('"'))
        return
    if (some := QUANTITY.match(words)) and step.verb in BUYS:
        yield from _some(memory, step, some)
        return
    if ALL.fullmatch(words) and (yield from _all_ticked(memory, step)):
        yield from _button(memory, step, words)
        return
    pronoun = PRONOUN.match(words)
    rest = words[pronoun.end() :] if pronoun else words
    if not words or (pronoun and not rest and memory.topic is None):
        yield from _button(memory, step, words)
        return
    thing = memory.in_row or memory.topic if pronoun else None
    tail = rest if pronoun else ""
    if not pronoun:
        split = PREPOSITION.search(words)
        thing, tail = (words[: split.start()], split["tail"]) if split and split.start() else (words, "")
    tail = GONE.sub("", tail).strip()
    if into := re.match(r"(?:to|into|in|on|onto) (?:the|my|your) (?P<place>[\w ]+)$", tail):
        memory.place = into["place"]
    yield from _on(memory, step, re.sub(r"^(?:the|my|an?|one|your)\s+", "", thing or "").strip(), tail, bool(pronoun))


def _all_ticked(memory: Memory, step: Act) -> Script[bool]:
    """Tick the box that selects all rows; whether there is one."""
    for words in ("the select all checkbox", "the select all on this page checkbox"):
        found = yield from look(memory, words)
        if found is not None and found["role"] == "checkbox":
            return (yield from reach(memory, step.said, "check", words)).ok
    return False


def _some(memory: Memory, step: Act, some: re.Match[str]) -> Script[None]:
    """`add three X in red to the basket`: on the page of X, with its quantity and its colour."""
    number, thing = some["number"].lower(), (some["thing"] or "").strip()
    single = re.sub(r"(?<=[a-z]{2})(?<!s)s$", "", thing)
    if thing and not (yield from go_to(memory, single)) and not (yield from go_to(memory, thing)):
        raise Stop(f"“{step.said}”: “{thing}” is not to be found.")
    if thing:
        memory.topic, memory.record = single, None
    if some["variant"]:
        yield from choose(memory, Choose(some["variant"].strip()))
    if number not in ("one", "1", "a", "an"):
        yield from enter(memory, Enter("the quantity", str(NUMBERS.get(number, number))))
    label = f"{step.verb} {(some['tail'] or 'to the basket').strip()}"
    tail = (some["tail"] or "to the basket").strip()
    form = yield from first_of(
        memory,
        [f"{step.verb} {memory.topic} {tail}", label, f"the first {label} button", "the first add to basket button"],
    )
    if form is None:  # options were set on this page, so its own button ends the sentence
        raise Stop(f"“{step.said}”: there is no button on the page for it.")
    outcome = yield from act(memory, step.said, "click", selector=f"act:{form}")
    if outcome.code == "ambiguous":
        outcome = yield from _first(memory, step, label, outcome)
    if not outcome.ok:
        raise give_up(step.said, step.words, outcome)
    memory.place = re.sub(r"^(?:to|into|in) (?:the|my|your) ", "", (some["tail"] or "").strip()) or memory.place


def _button(memory: Memory, step: Act, words: str) -> Script[None]:
    forms = [f"the {step.verb} button", *(f'the "{label}" button' for label in SAME.get(step.verb, ())), step.verb]
    form = yield from first_of(memory, forms)
    pressed = None if form is None else (yield from look(memory, form))
    outcome = yield from reach(memory, step.said, "click", form or f"the {step.verb} button")
    if not outcome.ok:
        raise give_up(step.said, f"{step.verb} {words}".strip(), outcome)
    if pressed is not None and step.verb not in str(pressed["name"]).lower():
        yield from _really(memory, step)


def _really(memory: Memory, step: Act) -> Script[None]:
    """Press the button that is called as the order says, where another one only led to it."""
    form = f'the "{step.verb.capitalize()}" button'
    found = yield from look(memory, form)
    if found is not None and step.verb in str(found["name"]).lower() and found["role"] == "button":
        outcome = yield from act(memory, step.said, "click", selector=f"act:{form}")
        if not outcome.ok:
            raise give_up(step.said, step.verb, outcome)


def _on(memory: Memory, step: Act, thing: str, tail: str, is_pronoun: bool) -> Script[None]:
    """The deed on something: as it is said, by a button in its row, by its menu, or on its own page."""
    verb = step.verb
    bare = yield from _meant_here(memory, step, thing, is_pronoun)
    whole = f"{verb} {step.words}" if not is_pronoun else re.sub(r"\s+", " ", f"{verb} {bare} {tail}").strip()
    label = f"{verb} {tail}".strip()
    if is_pronoun and not tail and memory.in_row is None and (yield from _only_button(memory, step)):
        return
    others = [f"{other} in the row of {quoted(bare)}" for other in SAME.get(verb, ())] if bare else []
    forms = [whole, f"{label} in the row of {quoted(bare)}" if bare else label, *others, label]
    if bare:
        forms.insert(-1, f"{verb} {bare}")
    for form in dict.fromkeys(forms):
        found = yield from look(memory, form)
        if found is None or _harms(str(found["name"]), step) or is_goal(found, verb, tail):
            continue
        if "disabled" in found["states"]:
            raise Stop(f"“{step.said}” is not possible: “{found['name']}” cannot be pressed.")
        tool = "check" if found["role"] in ("checkbox", "switch") and verb in ON else "click"
        if found["role"] in ("combobox", "listbox") and tail:
            outcome = yield from act(
                memory,
                step.said,
                "select",
                selector=f"act:{form}",
                option=re.sub(r"^(?:to|into|as|in) (?:the )?(?:(?:folder|list|category|column|label) )?", "", tail),
            )
        else:
            outcome = yield from reach(memory, step.said, tool, form)
        if outcome.ok:
            _had_effect(step, outcome)
            return
        raise give_up(step.said, step.words, outcome)
    if verb == "assign" and not bare and (person := re.fullmatch(r"to (?P<name>[A-Z].+)", tail)):
        yield from enter(memory, Enter("assignee", person["name"]))
        return
    yield from _by_other_ways(memory, step, bare, tail, label)


def _meant_here(memory: Memory, step: Act, thing: str, is_pronoun: bool) -> Script[str]:
    """What the deed is done to; "" where that was opened, so that the page itself is what is spoken of."""
    bare = core(thing.strip('"'))
    if is_pronoun and _must_stand(thing):
        return bare if (yield from _stands(memory, bare)) else ""
    if _must_stand(thing) and not (yield from _brought(memory, bare)):
        raise Stop(f"“{step.said}”: “{bare}” is not to be found.")
    return bare


def _harms(name: str, step: Act) -> bool:
    """Whether a control takes something away or filters, and the deed does not ask for that."""
    first = next(iter(tokens(name)), "")
    if first in ("filter", "search", "sort"):
        return "filter" not in step.said
    return first in TAKES and first not in (step.verb, *(label.lower() for label in SAME.get(step.verb, ())))


def _only_button(memory: Memory, step: Act) -> Script[bool]:
    """Press the one button of the page that is called as the verb, with at most a noun after it."""
    found = yield from call(memory, "query", selector=f'role=button[name="{step.verb}"]', most=20)
    named = [each for each in found.get("elements") or () if tokens(str(each["name"]))[:1] == tokens(step.verb)[:1]]
    fitting = [each for each in named if len(tokens(str(each["name"]))) <= 2 and "disabled" not in each["states"]]
    if len(fitting) != 1 or len(named) != 1:
        return False
    name = str(fitting[0]["name"]).replace('"', "")
    outcome = yield from act(memory, step.said, "click", selector=f'act:the "{name}" button')
    if outcome.ok:
        _had_effect(step, outcome)
    return outcome.ok


def _had_effect(step: Act, outcome: Outcome) -> None:
    """Stop where a deed left no trace: nothing was sent, nothing came, and the page is the same."""
    if not any(
        outcome.get(name)
        for name in ("sent", "from", "appeared", "requests", "dialog", "files", "opened", "on", "chosen")
    ):
        raise Stop(f"“{step.said}”: the button was pressed, but nothing happened.")


def _must_stand(thing: str) -> bool:
    """Whether a name must stand on the page as it is written: one that is quoted, or has capitals or digits."""
    return bool(re.search(r'"|[A-Z]|\d', thing))


def _brought(memory: Memory, name: str) -> Script[bool]:
    """Whether a name stands on the page, if need be after a search for it."""
    if (yield from _stands(memory, name)):
        return True
    return (yield from seek(memory, name)) and (yield from _stands(memory, name))


def _stands(memory: Memory, name: str) -> Script[bool]:
    core = re.sub(r"^(?:[a-z]+ )+(?=[A-Z0-9])", "", name)
    return bool((yield from is_on_page(memory, core)))


def _by_other_ways(memory: Memory, step: Act, bare: str, tail: str, label: str) -> Script[None]:
    """Through the menu of its row, a list to choose from, or the page of the thing itself."""
    if (yield from _from_menu(memory, step, label)):
        return
    if (yield from sent_to(memory, step.said, step.verb, tail)):
        return
    for menu in (f"the menu in the row of {quoted(bare)}", f"actions for {bare}") if bare else ():
        if (yield from look(memory, menu)) is None:
            continue
        yield from reach(memory, step.said, "click", menu)
        if (yield from _from_menu(memory, step, label)):
            return
    if bare and step.verb not in ("remove", "delete") and (yield from open_named(memory, bare)):
        form = yield from first_of(memory, [label, f"the {step.verb} button"])
        outcome = yield from reach(memory, step.said, "click", form or label)
        if outcome.ok:
            return
    outcome = yield from reach(memory, step.said, "click", label)
    if outcome.code == "ambiguous":
        outcome = yield from _first(memory, step, label, outcome)
    if not outcome.ok:
        raise give_up(step.said, f"{step.verb} {step.words}".strip(), outcome)


def _from_menu(memory: Memory, step: Act, label: str) -> Script[bool]:
    """Press the entry of the open menu that the words mean."""
    entries = yield from call(memory, "query", selector="css=[role=menuitem], [role=menuitemradio]", most=30)
    names = [str(entry["name"]).replace('"', "") for entry in entries.get("elements") or ()]
    fitting = [name for name in names if set(tokens(name)) == set(tokens(label))]
    fitting = fitting or [name for name in names if set(tokens(name)) <= {*tokens(label), *tokens(step.said)}]
    if not fitting:
        return False
    return (yield from act(memory, step.said, "click", selector=f'role=menuitem[name="{fitting[0]}"]')).ok


def _first(memory: Memory, step: Act, label: str, outcome: Outcome) -> Script[Outcome]:
    """The first of several buttons, where the page is about the thing itself: its own comes before those of others."""
    if memory.topic is None:
        return outcome
    title = yield from look(memory, f"the heading {quoted(memory.topic)}")
    form = f'the first "{label}" button'
    if title is None and (yield from look(memory, form)) is None:
        return outcome
    return (yield from act(memory, step.said, "click", selector=f"act:{form}"))


def _voucher(memory: Memory, step: Act, what: str, value: str) -> Script[None]:
    """`redeem the voucher X`: type it, and press the button beside it."""
    forms = [f"the {what} field", what, "the voucher field", "the code field"]
    field = yield from first_of(memory, forms)
    if field is None and memory.place and (yield from open_named(memory, memory.place)):
        field = yield from first_of(memory, forms)
    outcome = yield from reach(memory, step.said, "type", field or f"the {what} field", text=value)
    if not outcome.ok:
        raise give_up(step.said, what, outcome)
    yield from _button(memory, replace(step, verb="redeem") if step.verb in ("use", "try") else step, what)
    shown = yield from call(memory, "text")
    for line in str(shown.get("text") or "").splitlines():
        if REFUSAL.search(line) and re.search(r"\b(?:voucher|coupon|code|card)\b", line, re.IGNORECASE):
            raise NotTaken(f"“{step.said}” was refused. The page says: {line.strip()}")
    recent = [outcome for asked, outcome in memory.past[-4:] if asked.tool == "page.click"]
    has_effect = any(each.get(name) for each in recent for name in ("sent", "from", "requests", "appeared"))
    if not has_effect and not (yield from is_on_page(memory, value)):
        raise Stop(f"“{step.said}”: the page does not show {value} afterwards.")
