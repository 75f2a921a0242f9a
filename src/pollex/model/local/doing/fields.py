"""Giving fields their values, whatever kind of field they turn out to be."""

from __future__ import annotations

import re
from typing import Final

from ..program import Choose, Dialog, Drag, Enter, Press, Tick, Upload
from .calling import act, answer, call
from .finding import go_to, proper
from .labels import by_label
from .reaching import first_of, give_up, look, reach
from .script import Memory, Outcome, Script, Stop
from .speaking import is_open, meant, quoted
from .suggesting import parts_of, scope, suggested
from .values import field_value, wanted_forms

PRESSED: Final = frozenset({"button", "link", "tab", "columnheader", "heading", "treeitem", "menuitem"})
"""What takes no value."""
NARROWS: Final = re.compile(r"\b(?:filter|search|sort|find)\b", re.IGNORECASE)
NO: Final = frozenset({"no", "off", "false", "unchecked", "unticked", "none", "0"})
OTHER_NAMES: Final = {
    "to": ('the "To" field', "recipient", "payee", "the recipient's name"),
    "from": ("From account", "From", "sender"),
    "text": ("message text", "message", "text", "body", "comment"),
    "comment": ("comment", "your comment", "the comment field", "add a comment"),
    "note": ("note", "notes", "message", "remark", "comment"),
    "title": ("title", "name", "subject", "summary"),
    "name": ("name", "full name", "name on card", "title"),
    "number": ("number", "card number"),
    "valid until": ("valid until", "expiry date", "expires"),
    "purpose": ("purpose", "reference", "description"),
    "code": ("code", "security code"),
    "due date": ("due date", "due"),
    "subject": ("subject", "title"),
}


def enter(memory: Memory, step: Enter) -> Script[None]:
    value = meant(memory, step.value) if step.value else step.value
    said = f"enter “{value}” into {step.field or 'the field'}"
    if is_open(memory, value):
        raise Stop(f"“{said}”: it is not known what “{value}” is.")
    if memory.dialog is not None and memory.dialog.get("kind") == "prompt":
        yield from answer(memory, accept=True, text=value)
        return
    field = re.sub(
        r"\s+of (?:all (?:two|three|four|five|of them)|them(?: all)?|each|both|it|all)$", "", meant(memory, step.field)
    )
    if step.place:
        field = f"{field} in {step.place}"
    if owner := re.search(r"\b(?:of|for|in the row of) (?:the )?(?P<thing>\"[^\"]+\"|[A-Za-z].+)$", field):
        memory.topic, memory.record = owner["thing"].strip('"'), None
    words = field if not field or step.place else (yield from _field(memory, field))
    outcome = yield from _given(memory, said, words, value, step)
    if outcome.ok:
        memory.filled = words
        return
    if outcome.code in ("not_found", "ambiguous") or re.search(r"is no field|covered by dialog", outcome.why):
        yield from _elsewhere(memory, said, field, value, outcome)
        return
    raise give_up(said, step.field, outcome)


def _given(memory: Memory, said: str, words: str, value: str, step: Enter) -> Script[Outcome]:
    """A value, or each of several where the field takes one after the other."""
    found = (yield from look(memory, words)) if words else None
    takes_options = found is not None and found["role"] == "combobox"
    outcome = Outcome(False)
    for part in parts_of(value) if takes_options else [value]:
        outcome = yield from _typed(memory, said, words, part, step)
        if not outcome.ok:
            break
        acts = [asked.tool for asked, _ in memory.past if asked.tool in ("page.select", "page.type", "page.check")]
        if acts[-1:] == ["page.type"]:
            yield from suggested(memory, said, part, field=words if takes_options else None)
    return outcome


def _typed(memory: Memory, said: str, words: str, value: str, step: Enter) -> Script[Outcome]:
    more = {"clear": False} if step.add else {}
    if not words:
        return (yield from act(memory, said, "type", selector="css=:focus", text=value, **more))
    outcome = yield from reach(memory, said, "type", words, text=value, **more)
    kind = str((outcome.fault or {}).get("received") or "")
    if outcome.ok or ("takes no text" not in outcome.why and "did not take" not in outcome.why):
        return outcome
    return (yield from _by_kind(memory, said, words, value, kind, outcome))


def _field(memory: Memory, field: str) -> Script[str]:
    """The words by which a field is found. What only filters or searches a list is not meant, unless it is said so."""
    inside = "" if " in " in field else (yield from scope(memory))
    for words in dict.fromkeys(
        [*(f"{name}{inside}" for name in _names(memory, field) if inside), *_names(memory, field)]
    ):
        found = yield from look(memory, words)
        if found is not None and (found["role"] in PRESSED or (inside and not words.endswith(inside))):
            continue
        if found is not None and (not NARROWS.match(str(found["name"])) or NARROWS.search(field)):
            return words
        if found is not None:
            beside = yield from first_of(memory, [f"{words} in the toolbar", f"change {words}", f"set {words}"])
            if beside is not None and not NARROWS.search(
                str(((yield from look(memory, beside)) or {}).get("name", ""))
            ):
                return beside
            raise Stop(f"“{field}”: only “{found['name']}” is called so, and that changes nothing.")
    return field if inside else (yield from by_label(memory, field)) or field


def _names(memory: Memory, field: str) -> list[str]:
    bare = re.sub(r"^(?:the|its|a|an|his|her|my|your)\s+|\s+field$", "", field).strip()
    others = OTHER_NAMES.get(bare.lower(), ())
    return [*others, field] if bare.lower() in ("to", "from") else [field, f"the {bare} field", *others]


def _by_kind(memory: Memory, said: str, words: str, value: str, kind: str, outcome: Outcome) -> Script[Outcome]:
    """The same for what takes no text: a list, a box to tick, a group of choices; or text in another form."""
    if kind == "select" or "page.select" in str((outcome.fault or {}).get("hint")):
        return (yield from _selected(memory, said, words, value))
    if kind == "checkbox":
        return (yield from act(memory, said, "check", selector=f"act:{words}", on=value.lower() not in NO))
    if kind == "file":
        return (yield from act(memory, said, "upload", selector=f"act:{words}", files=[value]))
    for form in wanted_forms(value):
        yield from look(memory, words)  # errors one after the other would end the run
        tried = yield from act(memory, said, "type", selector=f"act:{words}", text=form)
        if tried.ok:
            return tried
    return outcome


def _selected(memory: Memory, said: str, words: str, value: str) -> Script[Outcome]:
    outcome = yield from act(memory, said, "select", selector=f"act:{words}", option=value)
    if outcome.ok or outcome.fault is None or outcome.fault.get("pointer") != "/option":
        return outcome
    offered = re.findall(r"'([^']*)'|\"([^\"]*)\"", str(outcome.fault.get("expected") or ""))
    labels = [first or second for first, second in offered]
    fitting = [label for label in labels if value.lower() in label.lower()] or [
        label for label in labels if label.lower() in value.lower() and len(label) > 2
    ]
    if len(fitting) == 1:
        return (yield from act(memory, said, "select", selector=f"act:{words}", option=fitting[0]))
    return outcome


def _elsewhere(memory: Memory, said: str, field: str, value: str, outcome: Outcome) -> Script[None]:
    """A value for what is no field: one of a group of choices, or several boxes."""
    inside = yield from scope(memory)
    bare = re.sub(r"^(?:the|its|his|her|my|your)\s+", "", field)
    for words in (f"{quoted(value)} in {field}", f"{quoted(value)}{inside}", f"{bare} {value}"):
        found = yield from look(memory, words)
        if found is not None and found["role"] in ("radio", "checkbox", "option", "switch"):
            chosen = yield from act(memory, said, "check", selector=f"act:{words}")
            if chosen.ok:
                return
    if not inside and proper(field) and (yield from go_to(memory, field)):
        yield from choose(memory, Choose(value))
        return
    raise give_up(said, field, outcome)


def choose(memory: Memory, step: Choose) -> Script[None]:
    option = meant(memory, step.option)
    bare = option.strip('"')
    said = f"choose {bare}" + (f" for {step.field}" if step.field else "")
    if step.field:
        field = meant(memory, step.field)
        listed = yield from look(memory, field)
        if listed is not None and listed["role"] in ("textbox", "date", "spinbutton"):
            yield from enter(memory, Enter(step.field, bare))
            return
        if listed is not None and listed["role"] in ("combobox", "listbox"):
            yield from _from_list(memory, said, field, bare)
            return
    place = step.field or step.place
    for words in ([f"{option} in {place}"] if place else []) + [option, f"the {bare} option"]:
        found = yield from look(memory, words)
        if found is None:
            continue
        tool = "check" if found["role"] in ("radio", "checkbox", "switch") else "click"
        outcome = yield from reach(memory, said, tool, words)
        if outcome.ok:
            memory.topic = memory.topic or bare
            return
    if (yield from _any_list(memory, said, bare)):
        return
    outcome = yield from reach(memory, said, "click", option)
    if not outcome.ok:
        raise give_up(said, option, outcome)


def _from_list(memory: Memory, said: str, field: str, option: str) -> Script[None]:
    outcome = yield from _selected(memory, said, field, option)
    if outcome.ok:
        return
    if (outcome.fault or {}).get("pointer") == "/option":
        raise give_up(said, option, outcome)
    typed = yield from act(memory, said, "type", selector=f"act:{field}", text=option)
    if typed.ok:
        yield from suggested(memory, said, option)
        return
    opened = yield from reach(memory, said, "click", field)
    if not opened.ok:
        raise give_up(said, field, opened)
    outcome = yield from reach(memory, said, "click", f"the option {quoted(option)}")
    if not outcome.ok:
        raise give_up(said, option, outcome)


def _any_list(memory: Memory, said: str, option: str) -> Script[bool]:
    """The one list of the page that has an option of this name."""
    state = yield from call(memory, "state", elements=0, text=0)
    lists = re.findall(
        r"\[\d+\] (?:combobox|listbox) ([^={\n]*?)(?: = [^{\n]*)? \{([^}\n]*)\}", str(state.get("outline") or "")
    )
    having = [
        name for name, offered in lists if option.lower() in (label.strip().lower() for label in offered.split("|"))
    ]
    if len(having) != 1:
        return False
    outcome = yield from act(memory, said, "select", selector=f"act:{having[0].strip()}", option=option)
    return outcome.ok


def tick(memory: Memory, step: Tick) -> Script[None]:
    words = meant(memory, step.words)
    several = _boxes(words)
    if len(several) == 1 and re.search(r"\band\b|,", words) and (yield from look(memory, words)) is None:
        several = _listed(words)
    in_row = memory.in_row and re.fullmatch(r"it|its (?:box|checkbox)|the row|(?:the|that) \w+", step.words)
    for named in several:
        form = f"the checkbox in the row of {memory.in_row}" if in_row else named
        yield from _ticked(memory, f"{form} in {step.place}" if step.place else form, step)


def _ticked(memory: Memory, words: str, step: Tick) -> Script[None]:
    said = f"{'tick' if step.on else 'untick'} {words}"
    outcome = yield from reach(memory, said, "check", words, on=step.on)
    if outcome.ok:
        return
    if "neither on nor off" in outcome.why or outcome.code in ("ambiguous", "not_found"):
        bare = re.sub(r"^(?:the|my)\s+|\s+in the list$", "", words)
        other = yield from first_of(
            memory,
            [
                f"the {words} checkbox",
                f"the checkbox in the row of {quoted(bare)}",
                f"select {bare}",
                f"the {words} switch",
                f"I {words}",
            ],
        )
        if other:
            outcome = yield from act(memory, said, "check", selector=f"act:{other}", on=step.on)
    if not outcome.ok:
        raise give_up(said, words, outcome)


def _boxes(words: str) -> list[str]:
    """The boxes that are named: several where they are quoted, else one."""
    several = re.findall(r'"[^"]+"', words)
    return (
        several if len(several) > 1 and re.fullmatch(r'"[^"]+"(?:(?:,|\s+and|,\s+and)\s+"[^"]+")+', words) else [words]
    )


def _listed(words: str) -> list[str]:
    """`the issues A-1, A-2 and A-3 in the list` one by one."""
    bare = re.sub(
        r"^(?:both|all)?\s*(?:the )?(?:(?:brands?|boxes|issues?|rows?|items?|messages?|options?|"
        r"orders?) )?|\s+(?:in|on|under) (?:the )?\w+$",
        "",
        words,
    )
    return [part for part in re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", bare) if part]


def press(memory: Memory, step: Press) -> Script[None]:
    for _ in range(step.times):
        said = f"press {step.key}"
        field = {"selector": f"act:{step.field}"} if step.field else {}
        outcome = yield from act(memory, said, "keypress", key=step.key, **field)
        if not outcome.ok:
            raise give_up(said, step.field or step.key, outcome)


def dialog(memory: Memory, step: Dialog) -> Script[None]:
    if memory.dialog is None:
        state = yield from first_of(
            memory,
            ["the OK button in the dialog", "the confirm button in the dialog", "the Yes button"]
            if step.accept
            else ["the cancel button in the dialog", "the No button"],
        )
        if state is not None:
            yield from act(memory, "answer the dialog", "click", selector=f"act:{state}")
        return
    yield from answer(memory, accept=step.accept, text=step.text)


def upload(memory: Memory, step: Upload) -> Script[None]:
    files = [next((path for path in memory.files if path.endswith(name)), name) for name in step.files]
    field = step.field or "the file field"
    outcome = yield from reach(memory, f"upload {', '.join(step.files)}", "upload", meant(memory, field), files=files)
    if not outcome.ok:
        raise give_up(f"upload {', '.join(step.files)}", field, outcome)


def drag(memory: Memory, step: Drag) -> Script[None]:
    said = f"drag {step.words} to {step.to}"
    words, to = meant(memory, step.words), meant(memory, step.to)
    bare = re.sub(r"^(?:the )?(?:card|item|row|entry|issue|task|element|tile)\s+", "", words)
    aim = re.sub(r"^(?:the )?(?:(?:column|lane|list|box|area) )?|\s+(?:column|lane|list|box|area)$", "", to).strip('"')
    items = yield from call(memory, "query", selector=f'role=listitem[name="{bare}"]', most=2)
    source = (yield from first_of(memory, [words, bare, f"the card of {bare}"])) or words
    selector = f'role=listitem[name="{bare}"]' if items.get("count") == 1 else f"act:{source}"
    forms = [f'the heading "{aim}"', f"the {aim} column", to, f"the {aim} list"]
    goal = (yield from first_of(memory, forms)) or to
    outcome = yield from act(memory, said, "drag", selector=selector, to=f"act:{goal}")
    if outcome.ok:
        return
    raise give_up(said, words, outcome)


__all__ = ["Stop", "choose", "dialog", "drag", "enter", "field_value", "press", "tick", "upload"]
