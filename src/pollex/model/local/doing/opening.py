"""What words name is opened: from this page, from its row, or from where it is found."""

from __future__ import annotations

import re
from typing import Final

from ..program import Act
from .calling import act, call
from .finding import fits, go_to, open_named, proper
from .linking import linked
from .listing import paged
from .places import go_there, nearer
from .reaching import first_of, give_up, is_on_page, look, reach
from .rows import opener, row_called, row_read
from .saving import made
from .script import Memory, Outcome, Script, Stop
from .speaking import meant, quoted

PRONOUN: Final = re.compile(
    r"(?:it|him|her|them|that one|this one|that|this|the (?:result|row|entry|one))", re.IGNORECASE
)
NEW: Final = re.compile(r"(?:the|that|your|my) (?:new(?:ly)?|just)(?: created| made| added)? [a-z]+", re.IGNORECASE)
LIST: Final = re.compile(
    r"(?:the |that |my )(?:list|overview|results|start page|beginning|main page|index)(?: of .+| again| once more)?",
    re.IGNORECASE,
)
"""The page that one came from."""
KIND: Final = re.compile(
    r"(?:the|that|this) (?:message|mail|e-?mail|letter|issue|ticket|task|entry|record|document|draft|event|booking|"
    r"product|item|article|thing)",
    re.IGNORECASE,
)
"""What is spoken of, by its kind alone."""
OWN: Final = re.compile(r"(?:its|their|his|her) (?P<what>.+)")
PART: Final = re.compile(r"^(?P<part>(?:the |my )?[\w ]+?) (?:of|for|from|in) (?P<whole>(?:the |my )?[A-Z][\w& ]+)$")
NAME: Final = re.compile(r'"|[A-Z]\w*\d|(?:\b[A-Z][\w&\'-]+ ){1,}[A-Z]|\d')


def opened(memory: Memory, step: Act) -> Script[None]:
    words = meant(memory, step.words)
    if PRONOUN.fullmatch(step.words) and memory.topic is None and memory.index is None:
        raise Stop(f"“{step.said}”: it is not clear what “{step.words}” is.")
    if NEW.fullmatch(step.words) and (title := made(memory)):
        words = quoted(title)
    if memory.topic and KIND.fullmatch(step.words) and (yield from row_called(memory, quoted(memory.topic))):
        words = quoted(memory.topic)
    if memory.in_row and re.fullmatch(r"(?:the|that|this|its) (?:row|\w+)", step.words):
        words = memory.in_row
    if (yield from paged(memory, step.words)) or (yield from _known(memory, step, words)):
        return
    named = f"{words} in {step.place}" if step.place else words
    if (yield from open_named(memory, named)):
        return _speak_of(memory, words)
    found = yield from look(memory, named)
    outcome = Outcome(False, fault={"code": "not_found"})
    if found is None or fits(found, words):
        outcome = yield from reach(memory, step.said, "click", named)
    if outcome.ok:
        return _speak_of(memory, words)
    if outcome.code == "ambiguous" and (yield from go_there(memory, words)):
        return
    if outcome.code == "not_found" and (yield from _elsewhere(memory, step, words)):
        return
    raise give_up(step.said, step.words, outcome)


def _known(memory: Memory, step: Act, words: str) -> Script[bool]:
    """What is spoken of: its own link, the element that was found, the row that was read."""
    own = OWN.match(step.words)
    if own and memory.topic:
        form = yield from first_of(memory, [f"{own['what']} in the row of {quoted(memory.topic)}"])
        if form and (yield from act(memory, step.said, "click", selector=f"act:{form}")).ok:
            return True
    is_pronoun = PRONOUN.fullmatch(step.words) is not None
    if memory.index is not None and is_pronoun:
        return (yield from act(memory, step.said, "click", selector=memory.index)).ok
    row = None
    if memory.record and (is_pronoun or words == memory.topic):
        row = yield from row_read(memory, memory.record)
    elif is_pronoun or re.search(r'"|[A-Z0-9]', words):
        row = yield from row_called(memory, quoted(words) if is_pronoun else words)
    if (way := opener(row, words)) is None:
        return False
    outcome = yield from act(memory, step.said, "click", selector=way)
    if outcome.ok:
        _speak_of(memory, words)
    return outcome.ok


def _part_of(memory: Memory, words: str) -> Script[bool]:
    """`the statements of the Main Account`: first the one, then there the other."""
    match = PART.match(words)
    if match is None or not (yield from open_named(memory, match["part"])):
        return False
    if (yield from open_named(memory, match["whole"])):
        return True
    return bool((yield from is_on_page(memory, re.sub(r"^(?:the|my) ", "", match["whole"]))))


def _elsewhere(memory: Memory, step: Act, words: str) -> Script[bool]:
    if LIST.fullmatch(words):
        return (yield from call(memory, "navigate", url=memory.listed or memory.start)).ok
    if (yield from _part_of(memory, words)):
        return True
    if memory.place and (yield from open_named(memory, memory.place)) and (yield from open_named(memory, words)):
        return True  # from where things were put
    if (yield from _in_list(memory, step, words)):
        return True
    if not proper(words) and (yield from linked(memory, words, step.said)):
        return True
    if not proper(words) and (yield from nearer(memory, words, set())):
        return (yield from _described(memory, step, words)) if re.search(r'\d|"', words) else True
    if (yield from go_to(memory, words)):
        _speak_of(memory, words)
        return True
    return False


def _in_list(memory: Memory, step: Act, words: str) -> Script[bool]:
    """From the list that was gone through, where the page of one of its rows is open."""
    if not memory.listed or memory.url == memory.listed:
        return False
    yield from call(memory, "navigate", url=memory.listed)
    way = opener((yield from row_called(memory, words)), words)
    return way is not None and (yield from act(memory, step.said, "click", selector=way)).ok


def _described(memory: Memory, step: Act, words: str) -> Script[bool]:
    """Open the row that a description means: `my order from 29 June 2025`."""
    row = yield from row_called(memory, words)
    if row is None or row.get("link") is None:
        return False
    return (yield from act(memory, step.said, "click", selector=row["link"])).ok


def _speak_of(memory: Memory, words: str) -> None:
    if NAME.search(words):
        memory.topic, memory.record = re.sub(r"^(?:the|my|an?)\s+", "", words).strip('"'), None
