"""One order or question, by its first word."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from ....browser.instruction import read_instruction
from ....core.fault import Fault
from ..program import Act, Drag, Filter, Instruction, Question, Test
from . import filling
from .asking import is_question, question
from .limits import COUNT, number
from .masks import Masked
from .records import records
from .ruling import click
from .superlatives import extreme
from .verbs import DEEDS, OPENING, POINTING

GOES: Final = re.compile(r"(?:switch|move on|continue|proceed|get|return|go) (?:to|back)\b", re.IGNORECASE)

OF: Final = re.compile(r"^the (?:details?|description|(?:[a-z]+ )?page|entry) (?:of|for) (?=(?:the |my )?(?:⟦|[A-Z]))")
VALUES: Final = re.compile(
    r"(?:the|its|their|my) (?:[a-z]+ )?(?:balance|price|cost|total|amount|sum|status|rating|weight|size|date|quantity|"
    r"number)\b",
    re.IGNORECASE,
)


def ordered(said: str, masked: Masked) -> Instruction | None:
    """What is to be done; None where no word is known that begins an order or question."""
    readers = [_pointed, _chosen, _found, _asked, _done, _opened]
    for read in [_opened, *readers] if GOES.match(said) else readers:
        if (step := read(said, masked)) is not None:
            return step
    return None


def _pointed(said: str, masked: Masked) -> Instruction | None:
    for verb in ("double-click", "double click", "right-click", "right click", "hover", "mouse over"):
        if said.lower().startswith(verb):
            return _by_core(said, masked)
    for verb in POINTING:
        if re.match(rf"{verb}\s+\S", said, re.IGNORECASE):
            words = said[len(verb) :].strip()
            words = re.sub(r"(?<= twice| times),? (?:so that|until) .+$", "", words)
            times = re.search(rf"\s+(?:(?P<n>{COUNT}) times|(?P<twice>twice))$", words)
            act = click("click", words[: times.start()] if times else words, masked, said=said)
            often = 1 if times is None else 2 if times["twice"] else number(times["n"]) or 1
            return replace(act, times=often)
    return None


def _by_core(said: str, masked: Masked) -> Instruction | None:
    """What the grammar of one instruction reads."""
    try:
        tool, args = read_instruction(masked.words(said))
    except Fault:
        return None
    words = str(args.get("selector", "")).removeprefix("act:")
    if tool == "page.hover":
        return Act("hover", words, said=masked.value(said))
    if tool == "page.drag":
        return Drag(words, str(args["to"]).removeprefix("act:"))
    return Act("click", words, said=masked.value(said), count=args.get("count", 1), button=args.get("button", "left"))


def _chosen(said: str, masked: Masked) -> Instruction | None:
    for pattern, read_rule in filling.CHOOSING:
        if found := pattern.fullmatch(said):
            return read_rule(found, masked)
    return None


def _found(said: str, masked: Masked) -> Instruction | None:
    """`find the cheapest kettle`: what later words speak of."""
    match = re.match(r"^(?:find|look for|look up|locate|pick out|identify|see)\s+(?P<what>.+)$", said, re.IGNORECASE)
    if match is None or re.match(r"(?:me|out|whether|if|how)\b", match["what"]):
        return None
    if re.fullmatch(
        r"(?:the |a |an )?(?:[a-z]+ )?(?:⟦\d+⟧|[A-Z]+-\d[\w-]*|[A-Z][\w&’'-]*(?: [A-Z][\w&’'-]*)+(?:, [\w. ]+)?)",
        match["what"],
    ):
        return Act("open", masked.words(match["what"]), said=masked.value(said))
    looks_up = said.lower().startswith("look up")
    meant = records(match["what"], masked)
    if meant.tests and not looks_up and extreme(match["what"]) is None and len(meant.noun.split()) < 4:
        return Question("list", ("name",), meant, said=masked.value(said), quietly=True)
    asked = question(match["what"], masked)
    if asked is None:
        return None
    quiet = asked.fields in (("name",), ()) or asked.what == "value"
    return replace(asked, quietly=quiet and not looks_up)


def _asked(said: str, masked: Masked) -> Instruction | None:
    return question(said, masked) if is_question(said) else None


def _opened(said: str, masked: Masked) -> Instruction | None:
    for verb in sorted(OPENING, key=len, reverse=True):
        if re.match(rf"{verb}\s+\S", said, re.IGNORECASE):
            if verb.startswith("look") and (asked := _looked_at(said[len(verb) :].strip(), masked)) is not None:
                return asked
            act = click("open", OF.sub("", said[len(verb) :].strip()), masked, said=said)
            if (
                verb in ("show", "show me", "display", "view")
                and (shown := _shown(said[len(verb) :], masked)) is not None
            ):
                return shown
            return replace(act, words=re.sub(r"^(?:at|into|to|in)\s+", "", act.words))
    return None


def _looked_at(what: str, masked: Masked) -> Question | None:
    """`look at the price of X`: a value that later words speak of."""
    asked = question(what, masked) if VALUES.match(what) else None
    return None if asked is None else replace(asked, quietly=True)


def _shown(what: str, masked: Masked) -> Filter | None:
    """`show the open issues with priority high`: what is not so is to be hidden."""
    only = re.search(r"\bonly\b", what) is not None
    found = records(re.sub(r"\b(?:only|just)\b|\bones\b", " ", what).strip(), masked)
    words = [word for word in found.noun.split() if word.lower() not in ("all", "the")]
    adjectives = words if only and len(words) == 1 else words[:-1]
    if not found.tests and not only:
        return None
    tests = (*(Test(None, "contains", word) for word in adjectives), *found.tests)
    return Filter(tests, masked.value(what.strip())) if tests else None


def _done(said: str, masked: Masked) -> Instruction | None:
    for verb in sorted(DEEDS, key=len, reverse=True):
        if re.match(rf"{verb}\b", said, re.IGNORECASE):
            act = click(verb, said[len(verb) :].strip(), masked, said=said)
            return replace(act, words=re.sub(r"\s*\((?:use|with|by)\b[^)]*\)", "", act.words))
    return None
