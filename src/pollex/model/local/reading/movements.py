"""Orders to wait, scroll, press keys, log in, sort and search, read from what a rule has found."""

from __future__ import annotations

import re
from typing import Final

from ....browser.keys import KNOWN, key_name
from ..program import Enter, Filter, Instruction, LogIn, Open, Press, Scroll, Search, Sort, Wait, Way
from .conditions import condition
from .limits import COUNT, number
from .masks import Masked
from .records import records
from .ruling import Match

CREDENTIAL: Final = (
    r"credentials?(?: (?:called|named|for|of|set))*(?: the)? [\"“]?(?P<name>[\w.-]+)",
    (
        r"(?:stored|saved|my|the)(?: (?:stored|saved))? [\"“]?(?P<name>[\w.-]+)[\"”]? (?:credentials?|login|account|"
        r"password)"
    ),
)
STAYS: Final = re.compile(
    r"\b(?:stay|remain|keep (?:me|us)|kept) (?:logged|signed) in\b|\bremember (?:me|us|this (?:device|browser|"
    r"computer))\b",
    re.IGNORECASE,
)
UNITS: Final = {"s": 1.0, "m": 60.0}
GIVEN: Final = re.compile(
    r"\b(?P<field>user ?name|user|login|e-?mail(?: address)?|password|pass ?word|pin)\s*(?:is|:|=)?\s*"
    r"(?P<value>⟦\d+⟧|(?!and\b|field\b|is\b|from\b|that\b|in\b|for\b|of\b)[^\s,;]+)",
    re.IGNORECASE,
)
NO_NAME: Final = frozenset(
    {"stored", "saved", "and", "that", "in", "to", "my", "the", "for", "this", "you", "i", "we", "login", "it", "here"}
)


def open_address(match: Match, masked: Masked) -> Instruction | None:
    return Open(masked.value(match["url"]), bool(match["tab"])) if masked.is_address(match["url"]) else None


def log_in(match: Match, masked: Masked) -> Instruction:
    said = masked.value(match["how"] or "")
    stays = STAYS.search(said) is not None
    if not re.search(r"\b(?:stored|saved|credentials?)\b", said, re.IGNORECASE):
        given = [
            Enter(f"the {found['field'].lower()} field", masked.value(found["value"]).rstrip("."))
            for found in GIVEN.finditer(match["how"] or "")
        ]
        if any("pass" in pair.field or "pin" in pair.field for pair in given):
            return LogIn(given=tuple(given), stay=stays)
    for pattern in CREDENTIAL:
        named = re.search(pattern, said, re.IGNORECASE)
        if named and named["name"].lower() not in NO_NAME:
            return LogIn(named["name"], stay=stays)
    return LogIn(stay=stays)


def wait(match: Match, masked: Masked) -> Instruction | None:
    if match["time"]:
        amount = number(match["time"]) or float(match["time"])
        return Wait(
            seconds=amount * UNITS["m" if match["unit"].startswith("m") and "milli" not in match["unit"] else "s"]
        )
    if not match["what"]:
        return Wait(seconds=1.0)
    said = re.sub(r"^(?:for|until|till|that)\s+", "", match["what"].strip())
    if re.match(
        r"^(?:the |a )?(?:page|site|it|everything|a (?:moment|bit|second|little while))(?: (?:to |has |is |have "
        r")?(?:load(?:s|ed)?|finish(?:ed)?|appear|ready|fully loaded|finished loading|come up).*)?$",
        said,
    ):
        return Wait(seconds=1.0)
    said = re.sub(
        r"\s+to (?:appear|load|show(?: up)?|come(?: up)?|finish loading|open|be (?:shown|visible|there|ready|loaded))$",
        " appears",
        said,
    )
    said = re.sub(r"\s+to (?:disappear|vanish|go(?: away)?|close|be gone|finish|stop)$", " disappears", said)
    found = condition(said, masked) or condition(f"{said} appears", masked)
    return None if found is None else Wait(until=found)


def scroll(match: Match, masked: Masked) -> Instruction | None:
    said = match["how"] or ""
    way: Way = "up" if re.search(r"^\s*(?:back )?up\b|\bto the (?:top|beginning|start)\b", said) else "down"
    if until := re.search(r"\b(?:until|till|so that|to where)\s+(?P<what>.+)$", said):
        found = condition(until["what"], masked) or condition(f"{until['what']} appears", masked)
        return None if found is None else Scroll(way, until=found)
    if pages := re.search(rf"(?P<n>{COUNT}|[\d.]+|a|half a) (?:pages?|screens?|times)", said):
        return Scroll(way, pages=float(number(pages["n"]) or {"a": 1, "half a": 0.5}.get(pages["n"]) or pages["n"]))
    if re.search(r"\b(?:bottom|end|top|beginning|start)\b", said) or "all the way" in said:
        end = condition("you reach the end", masked)
        return Scroll(way, pages=100.0 if way == "up" else None, until=None if way == "up" else end)
    if to := re.search(r"\b(?:to|into view)\s+(?P<what>.+)$", said):
        found = condition(f"{to['what']} appears", masked)
        return None if found is None else Scroll(way, until=found)
    return (
        Scroll(way, pages=1.0)
        if re.fullmatch(r"\s*(?:the page )?(?:down|up)?(?: a (?:bit|little))?(?: the page)?\s*", said)
        else None
    )


def press(match: Match, masked: Masked) -> Instruction | None:
    named = re.sub(r"^the\s+|\s+(?:key|keys)$", "", masked.value(match["key"]), flags=re.IGNORECASE).strip()
    parts = [part.strip().lower() for part in re.split(r"\s*\+\s*", named)]
    if not all(part in KNOWN or (len(part) == 1 and len(parts) > 1) for part in parts):
        return None
    times = (
        number(match["times"]) if match["times"] else {"twice": 2, "thrice": 3}.get((match["often"] or "").lower(), 1)
    )
    return Press(key_name("+".join(parts)), masked.words(match["field"]) if match["field"] else None, times or 1)


def search(match: Match, masked: Masked) -> Instruction:
    bare = re.sub(
        r"^(?:a|an|the|some|any)\s+|\s+(?:instead|again|please|for me|there|too)$", "", match["words"].strip()
    )
    words = masked.value(re.sub(r"\s+(?:instead|again|please|for me|there|too)$", "", bare))
    return Search(words, masked.words(match["field"]) if match["field"] else None)


def sort(match: Match, masked: Masked) -> Instruction:
    said = masked.value(match["by"])
    up = re.search(
        r"\b(?:low(?:est)?(?: price)?(?: to high(?:est)?| first)?|ascending(?:ly)?|cheapest(?: "
        r"ones?)? first|smallest first|oldest first|earliest first|a to z|a-z|from low|upwards)\b",
        said,
        re.IGNORECASE,
    )
    down = re.search(
        r"\b(?:high(?:est)?(?: to low(?:est)?| first)|descending(?:ly)?|most expensive first|dearest first|newest "
        r"first|latest first|largest first|biggest first|best(?: rated)? first|z to a|z-a|from high|downwards)\b",
        said,
        re.IGNORECASE,
    )
    by = re.sub(
        r"[,(].*$|\b(?:from|in|with|so that|the (?:cheapest|lowest|highest|newest|oldest|most))"
        r"\b.*$|\b(?:low|high|lowest|highest|ascending|descending|cheapest|newest|oldest)\b.*$",
        "",
        said,
        flags=re.IGNORECASE,
    )
    return Sort(
        re.sub(r"^(?:the|their|its)\s+|\s+(?:column|order)$", "", by.strip(" ,:")).strip(),
        "down" if down else "up" if up else None,
    )


def narrow(match: Match, masked: Masked) -> Instruction | None:
    said = re.sub(r"\s+and by\s+|,\s*(?:and )?by\s+", " and ", match["by"])
    found = records(f"row with {re.sub(r'^(?:the|a) ', '', said)}", masked)
    return Filter(found.tests, masked.value(match["by"])) if found.tests else Filter((), masked.value(match["by"]))
