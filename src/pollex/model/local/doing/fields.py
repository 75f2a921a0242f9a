"""Giving fields their values, whatever kind of field they turn out to be."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from ..program import Enter
from .calling import act, answer
from .columns import tokens
from .finding import go_to, proper
from .labels import by_label
from .options import take
from .reaching import NARROWS, first_of, give_up, look, reach
from .rows import row_called
from .script import Memory, Outcome, Script, Stop
from .speaking import is_open, meant, quoted
from .stepping import edited, went_on
from .suggesting import parts_of, scope, suggested
from .values import in_figures, in_pattern, wanted_forms

PRESSED: Final = frozenset({"button", "link", "tab", "columnheader", "heading", "treeitem", "menuitem"})
"""What takes no value."""
TAKES: Final = frozenset({"textbox", "spinbutton", "combobox", "searchbox", "date", "checkbox", "listbox"})
NO: Final = frozenset({"no", "off", "false", "unchecked", "unticked", "none", "0"})
OF_THEM: Final = re.compile(r"\s+of (?:all (?:two|three|four|five|of them)|them(?: all)?|each|both|it|all)$")
OWNED: Final = re.compile(
    r"^(?:the |its )?(?P<field>[\w -]+?) (?:of|for|in the row of) (?:the )?(?P<thing>\"[^\"]+\"|[A-Za-z].+)$"
)
OTHER_NAMES: Final = {
    "to": ("the \"To\" field", "recipient", "payee", "the recipient's name"),
    "recipient": ("the \"To\" field", "recipient"), "from": ("From account", "From", "sender"),
    "text": ("message text", "message", "text", "body", "comment"),
    "message": ("message text", "message", "text", "body"),
    "comment": ("comment", "your comment", "the comment field", "add a comment"),
    "note": ("note", "notes", "message", "remark", "comment"), "title": ("title", "name", "subject", "summary"),
    "name": ("name", "full name", "name on card", "title"), "number": ("number", "card number"),
    "valid until": ("valid until", "expiry date", "expires"), "purpose": ("purpose", "reference", "description"),
    "code": ("code", "security code"), "due date": ("due date", "due"), "subject": ("subject", "title"),
}  # fmt: skip


def enter(memory: Memory, step: Enter, *, is_last: bool = False) -> Script[None]:
    field = OF_THEM.sub("", meant(memory, step.field))
    value = in_figures(meant(memory, step.value), field) if step.value else step.value
    said = f"enter “{value}” into {field or 'the field'}"
    if is_open(memory, value):
        raise Stop(f"“{said}”: it is not known what “{value}” is.")
    if memory.dialog is not None and memory.dialog.get("kind") == "prompt":
        yield from answer(memory, accept=True, text=value)
        return
    if (owned := OWNED.match(field)) and (yield from _in_row(memory, said, owned, value)):
        return
    outcome = Outcome(False)
    while not outcome.ok:
        words = f"{field} in {step.place}" if step.place else (yield from _field(memory, field)) if field else ""
        outcome = yield from _given(memory, said, words, value, step)
        if not outcome.ok and not (yield from went_on(memory)):
            break
    if outcome.ok:
        memory.filled = words
        memory.learnt[field.strip('"').lower()] = value
    elif outcome.code in ("not_found", "ambiguous") or re.search(r"is no field|covered by dialog", outcome.why):
        if not is_last and (yield from edited(memory)):
            yield from enter(memory, step, is_last=True)
            return
        yield from _elsewhere(memory, said, field, value, outcome)
    else:
        raise give_up(said, step.field, outcome)


def _in_row(memory: Memory, said: str, owned: re.Match[str], value: str) -> Script[bool]:
    """A field in the row of something: `the quantity of the lamp`."""
    row = yield from row_called(memory, owned["thing"])
    fields = [each for each in row["controls"] if each["role"] in TAKES] if row else []
    named = [each for each in fields if set(tokens(owned["field"])) <= set(tokens(str(each["name"])))] or fields
    if len(named) != 1:
        return False
    memory.topic, memory.record = owned["thing"].strip('"'), None
    outcome = yield from _put(memory, said, named[0], value)
    if outcome.ok:
        memory.filled = str(named[0]["name"])
    return outcome.ok


def _put(memory: Memory, said: str, element: Object, value: str) -> Script[Outcome]:
    if element["role"] == "checkbox":
        return (yield from act(memory, said, "check", selector=element["index"], on=value.lower() not in NO))
    outcome = yield from act(memory, said, "type", selector=element["index"], text=value)
    if outcome.ok:
        return outcome
    return (yield from act(memory, said, "select", selector=element["index"], option=value))


def _given(memory: Memory, said: str, words: str, value: str, step: Enter) -> Script[Outcome]:
    """A value, or each of several where the field takes one after the other."""
    found = (yield from look(memory, words)) if words else None
    takes_options = found is not None and found["role"] == "combobox"
    outcome = Outcome(False)
    for part in parts_of(value) if takes_options else [value]:
        outcome = yield from _typed(memory, said, words, part, step, found)
        if not outcome.ok:
            break
        acts = [asked.tool for asked, _ in memory.past if asked.tool in ("page.select", "page.type", "page.check")]
        if acts[-1:] == ["page.type"]:
            took = yield from suggested(memory, said, part, field=words if takes_options else None)
            if step.offered and not took:
                raise Stop(f"“{said}”: the field offers no “{part}” to choose.")
    return outcome


def _typed(memory: Memory, said: str, words: str, value: str, step: Enter, found: Object | None) -> Script[Outcome]:
    more = {"clear": False} if step.add == "end" else {}
    value = in_pattern(value, str((found or {}).get("name") or ""))
    text = f"{value}\n{(found or {}).get('value') or ''}" if step.add == "start" else value
    if not words:
        return (yield from act(memory, said, "type", selector="css=:focus", text=text, **more))
    outcome = yield from reach(memory, said, "type", words, text=text, **more)
    kind = str((outcome.fault or {}).get("received") or "")
    if outcome.ok or ("takes no text" not in outcome.why and "did not take" not in outcome.why):
        return outcome
    return (yield from _by_kind(memory, said, words, value, kind, outcome))


def _field(memory: Memory, field: str) -> Script[str]:
    """The words by which a field is found. What only filters or searches a list is not meant, unless it is said so."""
    inside = "" if " in " in field else (yield from scope(memory))
    names = _names(field)
    for words in dict.fromkeys([*(f"{name}{inside}" for name in names if inside), *names]):
        found = yield from look(memory, words)
        if found is None or found["role"] in PRESSED or (inside and not words.endswith(inside)):
            continue
        if not NARROWS.match(str(found["name"])) or NARROWS.search(field):
            return words
        beside = yield from first_of(memory, [f"{words} in the toolbar", f"change {words}", f"set {words}"])
        if beside is not None and not NARROWS.match(str(((yield from look(memory, beside)) or {}).get("name", ""))):
            return beside
        raise Stop(f"“{field}”: only “{found['name']}” is called so, and that changes nothing.")
    return field if inside else (yield from by_label(memory, field)) or field


def _names(field: str) -> list[str]:
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
    """A value for what is no field: one of a group of choices, or something that has a field on its own page."""
    if (yield from take(memory, said, value, field)):
        return
    inside = yield from scope(memory)
    for words in (f"{quoted(value)} in {field}", f"{quoted(value)}{inside}"):
        found = yield from look(memory, words)
        if found is not None and found["role"] in ("radio", "checkbox", "option", "switch"):
            chosen = yield from act(memory, said, "check", selector=f"act:{words}")
            if chosen.ok:
                return
    is_thing = not inside and proper(field) and (yield from go_to(memory, field))
    if is_thing and (yield from take(memory, said, value, "")):
        return
    raise give_up(said, field, outcome)
