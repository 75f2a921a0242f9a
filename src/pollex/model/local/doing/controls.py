"""Which button, link or box does what a verb says: by its name, and by words that mean the same."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from .columns import stem, tokens

FAMILIES: Final = (
    ("add", "put", "place", "buy", "take", "save", "keep", "get", "order"),
    ("remove", "delete", "discard", "drop", "clear", "trash", "bin", "cancel"),
    ("cancel", "stop", "end", "call off", "abort"), ("send", "submit", "post", "publish", "send off"),
    ("confirm", "approve", "accept", "ok", "okay", "yes", "agree"), ("edit", "change", "modify", "rename", "update"),
    ("update", "apply", "refresh", "save"), ("save", "apply", "keep", "store"),
    ("book", "reserve", "order", "choose", "select"), ("star", "flag", "favourite", "favorite", "like", "heart"),
    ("continue", "next", "proceed", "go on", "forward"), ("finish", "done", "complete", "close"),
    ("verify", "check", "confirm"), ("redeem", "apply", "use", "add"), ("log out", "sign out", "logout", "sign off"),
    ("check out", "checkout", "go to checkout"), ("pay", "buy", "order"), ("place", "submit", "confirm"),
    ("search", "find", "go"), ("pause", "stop", "hold"), ("play", "start", "run"), ("reply", "answer", "respond"),
    ("create", "add", "new", "make", "set up"), ("show", "view", "open", "expand", "reveal", "detail"),
    ("hide", "collapse", "fold"), ("accept", "allow", "agree", "ok"),
)  # fmt: skip
ICONS: Final = {
    "heart": ("wish", "favourite", "favorite", "like", "save"), "bin": ("delete", "remove"),
    "cross": ("close", "remove"),
    "pencil": ("edit", "change"), "gear": ("setting",), "cog": ("setting",), "dots": ("action", "menu", "more"),
    "plus": ("add", "more", "increase"), "minus": ("remove", "less", "decrease"), "bell": ("notification",),
    "magnifier": ("search",), "trash": ("delete", "remove"), "envelope": ("message", "mail"),
}  # fmt: skip
"""What pictures on buttons mean."""
FILLER: Final = frozenset(
    {"to", "the", "of", "a", "an", "from", "for", "this", "it", "my", "your", "in", "into", "on", "as", "and", "off",
     "i", "we", "have", "read", "now", "button", "link", "icon", "at", "with", "them", "all", "please", "up", "out"}
)  # fmt: skip
TAKES: Final = frozenset({"remove", "delete", "discard", "clear", "empty", "cancel"})
CHOOSES: Final = frozenset({"accept", "allow", "take", "use"})
"""Verbs whose object may be all that a button says."""
PRESSED: Final = frozenset({"button", "link", "menuitem", "menuitemradio", "tab", "switch", "checkbox", "image"})
BOXES: Final = frozenset({"checkbox", "switch", "link"})
"""These do not bring anything anywhere."""
NARROWS: Final = frozenset({"filter", "search", "sort"})


def family(verb: str) -> set[str]:
    """A verb and what buttons call it."""
    low = verb.lower()
    found = {word for group in FAMILIES if low in group for word in group}
    return {stem(word) for each in (low, *found) for word in each.split() if word not in FILLER}


def best(controls: list[Object], verb: str, tail: str = "", thing: str = "") -> Object | None:
    """The control that does it; None where none does. Of several that fit equally the first."""
    ranked = [(fitness(each, verb, tail, thing), each) for each in controls]
    found = max((rank for rank, _ in ranked), default=0.0)
    fitting = [each for rank, each in ranked if rank == found and rank > 0]
    return next(iter(fitting), None)


def fitness(control: Object, verb: str, tail: str, thing: str) -> float:
    """How well a control's name says what is to be done: 0 where it does not."""
    if control["role"] not in PRESSED:
        return 0.0
    named = [word for word in tokens(str(control["name"])) if word not in FILLER]
    goal = {word for word in tokens(tail) if word not in FILLER}
    about = {word for word in tokens(thing) if word not in FILLER}
    known = family(verb)
    if not named or _harms(named[0], verb) or _is_for_all(str(control["name"]), verb, thing):
        return 0.0
    is_towards = re.match(r"(?:to|into|in|on|onto|as)\b", tail) is not None
    if is_towards and not goal <= set(named):
        return 0.0
    is_choice = verb in CHOOSES and set(named) <= about
    is_goal = is_towards and bool(goal) and control["role"] not in BOXES
    if not set(named) & known and not is_choice and not is_goal:
        return 0.0
    rest = [word for word in named if word not in known | goal | about]
    if len(rest) > 1 + is_towards:
        return 0.0
    shared = len(set(named) & (goal | about))
    is_said = is_choice or set(tokens(verb)) <= set(named)
    return 1.0 + shared + 3.0 * is_said - 0.5 * len(rest)


def _harms(first: str, verb: str) -> bool:
    """Whether a control takes something away or only filters, and the verb does not ask for that."""
    return (first in TAKES and first not in family(verb)) or (first in NARROWS and verb not in NARROWS)


def _is_for_all(name: str, verb: str, thing: str) -> bool:
    """Whether a control takes all that a banner asks for, where the order names something else."""
    is_all = verb in CHOOSES and re.search(r"\ball\b", name, re.IGNORECASE)
    return bool(is_all and thing and not re.search(r"\b(?:all|cookies?|everything)\b", thing, re.IGNORECASE))


def pictured(words: str) -> set[str]:
    """The words that the picture in a phrase stands for: `the heart` is the wish list, `the bin` deletes."""
    return {stem(other) for word in tokens(words) for other in ICONS.get(word, ())}
