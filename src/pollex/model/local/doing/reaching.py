"""Finding the element that words mean, with what a sensible person would try when it is not there at first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from ....core.json import Object
from .calling import act, call
from .columns import tokens
from .rows import says
from .script import Memory, Outcome, Script, Stop

KINDS: Final = re.compile(
    r"\s+(?:button|link|tab|page|category|section|menu|folder|view|icon|field|box|checkbox|option|"
    r"entry|item|area|screen|list|site|symbol|drop-?down|switch|toggle|panel|heading|column)$",
    re.IGNORECASE,
)
TAIL: Final = re.compile(
    r"\s+(?:in|on|at|from|under|of|for|into|to|next to|inside|within)\s+(?:the|my|your|its|this|that)\s+[^\"]*$",
    re.IGNORECASE,
)
ARTICLE: Final = re.compile(r"^(?:the|a|an|my|your|its|this|that|any|one)\s+", re.IGNORECASE)
SHUT: Final = (
    "Close", "Accept all", "Accept", "Accept cookies", "Only necessary", "Reject all", "Decline", "Got it", "OK",
    "Dismiss", "No thanks", "Not now", "I agree", "Agree", "Continue without accepting", "Later", "Skip", "Allow all",
    "×", "✕",
)  # fmt: skip
FIELDS: Final = frozenset({"searchbox", "textbox"})
NARROWS: Final = re.compile(r"(?:filter|search|sort|find)\b", re.IGNORECASE)
ROLES: Final[dict[str, tuple[str, ...]]] = {
    "type": ("textbox", "searchbox", "spinbutton", "combobox", "date", "input"), "select": ("combobox", "listbox"),
    "check": ("checkbox", "radio", "switch", "menuitemcheckbox"), "click": ("button", "link", "tab", "menuitem"),
    "upload": ("file", "input"),
}  # fmt: skip


def wordings(words: str) -> Iterator[str]:
    """Other words for the same element: without its kind, its article, or where it stands."""
    seen = {words}
    for form in (
        ARTICLE.sub("", words),
        KINDS.sub("", words),
        KINDS.sub("", ARTICLE.sub("", words)),
        TAIL.sub("", words),
        KINDS.sub("", ARTICLE.sub("", TAIL.sub("", words))),
    ):
        if form and form not in seen:
            seen.add(form)
            yield form


def look(memory: Memory, words: str) -> Script[Object | None]:
    """The one element that words mean now, without waiting; None where none or several do."""
    found = yield from call(memory, "query", selector=f"act:{words}", most=1)
    elements = found.get("elements") or []
    return elements[0] if elements and (found.get("count") or 1) == 1 else None


def of_kind(memory: Memory, tool: str, words: str) -> Script[Object | None]:
    """Of several that words may mean, the one that a tool can be used on."""
    found = yield from call(memory, "query", selector=f"act:{words}", most=8)
    fitting = [each for each in found.get("elements") or () if each["role"] in ROLES.get(tool, ())]
    if tool == "type":
        fitting = [each for each in fitting if not NARROWS.match(str(each["name"])) or NARROWS.search(words)]
    return fitting[0] if len(fitting) == 1 else None


def first_of(memory: Memory, forms: list[str]) -> Script[str | None]:
    """The first wording that means an element now."""
    for words in dict.fromkeys(forms):
        if (yield from look(memory, words)) is not None:
            return words
    return None


def reach(memory: Memory, said: str, tool: str, words: str, **args: Any) -> Script[Outcome]:
    """Act on what words mean; when that fails, clear the way, or try other words. The last outcome where all fails."""
    outcome = yield from act(memory, said, tool, selector=f"act:{words}", **args)
    if outcome.code == "ambiguous" and (one := (yield from of_kind(memory, tool, words))) is not None:
        return (yield from act(memory, said, tool, selector=one["index"], **args))
    if outcome.ok or outcome.code == "ambiguous":
        return outcome
    if "covered" in outcome.why or "cannot be seen" in outcome.why:
        if (yield from uncover(memory)):
            return (yield from act(memory, said, tool, selector=f"act:{words}", **args))
        return outcome
    if outcome.code != "not_found" or outcome.fault is None or outcome.fault.get("pointer") not in ("/selector", None):
        return outcome
    other = yield from first_of(memory, list(wordings(words)))
    if other is None:
        return outcome
    return (yield from act(memory, said, tool, selector=f"act:{other}", **args))


def uncover(memory: Memory) -> Script[bool]:
    """Close what lies over the page: a cookie banner, a dialog. Whether something was closed."""
    for words in SHUT if not memory.filled else SHUT[1:-2]:  # a form that is being filled in is not closed
        found = yield from look(memory, f'the "{words}" button')
        if found is not None and str(found["name"]).strip().lower() == words.lower():
            closed = yield from call(memory, "click", selector=f'act:the "{words}" button')
            if closed.ok:
                return True
    if memory.filled:
        return False
    closed = yield from call(memory, "keypress", key="Escape")
    return bool(closed.get("appeared"))


def is_on_page(memory: Memory, text: str) -> Script[list[Object]]:
    """The places where a text stands on the page, word by word; what somebody typed into a field is none."""
    found = yield from call(memory, "find", text=text, most=40)
    places = [
        place
        for place in found.get("places") or ()
        if place["role"] not in FIELDS and says(" ".join(str(place["snippet"]).split()), " ".join(text.split()))
    ]
    return places if found.get("exact") else []


def give_up(said: str, words: str, outcome: Outcome) -> Stop:
    """Why an element could not be acted on, with the words of the task."""
    hint = "" if outcome.fault is None else str(outcome.fault.get("hint") or "")
    if outcome.code == "not_found":
        return Stop(f"“{said}”: there is nothing on the page that “{words}” could mean.")
    if outcome.code == "ambiguous":
        return Stop(f"“{said}”: it is not clear which is meant. {hint}")
    return Stop(f"“{said}” did not work: {outcome.why}")


def is_about(memory: Memory, thing: str) -> Script[bool]:
    """Whether the page's main heading or title names the thing."""
    found = yield from call(memory, "query", selector="css=h1, main h2", most=4)
    wanted = {word for word in tokens(thing) if word not in ("the", "a", "an", "my")}
    texts = [set(tokens(f"{each['name']} {each['text']}")) for each in found.get("elements") or ()]
    return bool(wanted) and any(wanted <= text and not text & {"result", "search"} for text in texts)
