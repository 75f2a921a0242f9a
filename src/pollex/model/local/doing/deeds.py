"""Acts: click, open, add, remove, send … on what the words name, where it stands or where it is found."""

from __future__ import annotations

import re
from typing import Final

from ..program import Act, Choose, Enter
from .calling import act, answer, answers_dialog
from .fields import choose, enter
from .finding import core, go_to, open_named, seek
from .reaching import first_of, give_up, is_on_page, look, reach
from .script import Memory, Outcome, Script, Stop
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
PRONOUN: Final = re.compile(r"^(?:it|them|that one|this one|that|this|those|these|all of them)\b\s*", re.IGNORECASE)
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
    named = words if not step.place else f"{words} in {step.place}"
    if (yield from open_named(memory, named)):
        _speak_of(memory, words)
        return
    outcome = yield from reach(memory, step.said, "click", named)
    if outcome.ok:
        _speak_of(memory, words)
        return
    if (
        outcome.code == "not_found"
        and _is_name(words)
        and (yield from seek(memory, words))
        and (yield from open_named(memory, words))
    ):
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


def _some(memory: Memory, step: Act, some: re.Match[str]) -> Script[None]:
    """`add three X in red to the basket`: on the page of X, with its quantity and its colour."""
    number, thing = some["number"].lower(), (some["thing"] or "").strip()
    if thing and not (yield from go_to(memory, thing)):
        raise Stop(f"“{step.said}”: “{thing}” is not to be found.")
    if thing:
        memory.topic, memory.record = thing, None
    if some["variant"]:
        yield from choose(memory, Choose(some["variant"].strip()))
    if number not in ("one", "1", "a", "an"):
        yield from enter(memory, Enter("the quantity", str(NUMBERS.get(number, number))))
    yield from _on(memory, step, memory.topic or "", some["tail"] or "to the basket", True)


def _button(memory: Memory, step: Act, words: str) -> Script[None]:
    forms = [f"the {step.verb} button", *(f'the "{label}" button' for label in SAME.get(step.verb, ())), step.verb]
    form = yield from first_of(memory, forms)
    outcome = yield from reach(memory, step.said, "click", form or f"the {step.verb} button")
    if not outcome.ok:
        raise give_up(step.said, f"{step.verb} {words}".strip(), outcome)


def _on(memory: Memory, step: Act, thing: str, tail: str, is_pronoun: bool) -> Script[None]:
    """The deed on something: as it is said, by a button in its row, by its menu, or on its own page."""
    verb, bare = step.verb, core(thing.strip('"'))
    whole = f"{verb} {step.words}" if not is_pronoun else f"{verb} {bare} {tail}".strip()
    if _must_stand(thing) and not (yield from _brought(memory, bare)):
        raise Stop(f"“{step.said}”: “{bare}” is not to be found.")
    label = f"{verb} {tail}".strip()
    others = [f"{other} in the row of {quoted(bare)}" for other in SAME.get(verb, ())] if bare else []
    forms = [whole, f"{label} in the row of {quoted(bare)}" if bare else label, *others, label]
    if bare:
        forms.insert(-1, f"{verb} {bare}")
    for form in dict.fromkeys(forms):
        found = yield from look(memory, form)
        if found is None:
            continue
        if re.match(r"(?:filter|search|sort)\b", str(found["name"]), re.IGNORECASE) and "filter" not in step.said:
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
                option=re.sub(r"^(?:to|into|as|in) (?:the )?", "", tail),
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
    for menu in (f"the menu in the row of {quoted(bare)}", f"actions for {bare}") if bare else ():
        if (yield from look(memory, menu)) is None:
            continue
        yield from reach(memory, step.said, "click", menu)
        entry = yield from first_of(memory, [label] if tail else [label, step.verb])
        if entry is not None:
            outcome = yield from act(memory, step.said, "click", selector=f"act:{entry}")
            if outcome.ok:
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
    yield from _button(memory, step, what)
    if not (yield from is_on_page(memory, value)):
        raise Stop(f"“{step.said}”: the page does not show {value} afterwards.")
