"""Orders to move about and to press: go to, back, scroll, wait, keys, tabs, log in, sort, search."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ....core.keys import KNOWN, key_name
from ..program import (
    Act,
    Choose,
    Close,
    Dialog,
    Drag,
    Enter,
    Filter,
    Instruction,
    LogIn,
    Open,
    Press,
    Scroll,
    Search,
    Sort,
    Test,
    Travel,
    Wait,
    Way,
)
from .conditions import condition
from .limits import AMOUNT, COUNT, number
from .masks import Masked, is_held
from .records import records

Match = re.Match[str]
Read = Callable[[Match, Masked], Instruction | None]
Rule = tuple[re.Pattern[str], Read]
GO: Final = (
    r"(?:open up|open|go (?:in)?to|go on to|go|visit|navigate to|browse to|head (?:over )?to|jump to|"
    r"load|return to|start (?:at|on|from))"
)
CREDENTIAL: Final = (
    r"credentials?(?: (?:called|named|for|of|set))*(?: the)? [\"“]?(?P<name>[\w.-]+)",
    (
        r"(?:stored|saved|my|the)(?: (?:stored|saved))? [\"“]?(?P<name>[\w.-]+)[\"”]? (?:credentials?|"
        r"login|account|password)"
    ),
)
UNITS: Final = {"s": 1.0, "m": 60.0}


def rule(pattern: str, read: Read) -> Rule:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), read


def _open(match: Match, masked: Masked) -> Instruction | None:
    return Open(masked.value(match["url"]), bool(match["tab"])) if masked.is_address(match["url"]) else None


GIVEN: Final = re.compile(
    r"\b(?P<field>user ?name|user|login|e-?mail(?: address)?|password|pass ?word|pin)\s*(?:is|:|=)?\s*"
    r"(?P<value>⟦\d+⟧|(?!and\b|field\b|is\b|from\b|that\b|in\b|for\b|of\b)[^\s,;]+)",
    re.IGNORECASE,
)
NO_NAME: Final = frozenset(
    {"stored", "saved", "and", "that", "in", "to", "my", "the", "for", "this", "you", "i", "we", "login", "it", "here"}
)


def _log_in(match: Match, masked: Masked) -> Instruction:
    said = masked.value(match["how"] or "")
    if not re.search(r"\b(?:stored|saved|credentials?)\b", said, re.IGNORECASE):
        given = [
            Enter(f"the {found['field'].lower()} field", masked.value(found["value"]).rstrip("."))
            for found in GIVEN.finditer(match["how"] or "")
        ]
        if any("pass" in pair.field or "pin" in pair.field for pair in given):
            return LogIn(given=tuple(given))
    for pattern in CREDENTIAL:
        named = re.search(pattern, said, re.IGNORECASE)
        if named and named["name"].lower() not in NO_NAME:
            return LogIn(named["name"])
    return LogIn()


def _wait(match: Match, masked: Masked) -> Instruction | None:
    if match["time"]:
        amount = number(match["time"]) or float(match["time"])
        return Wait(
            seconds=amount * UNITS["m" if match["unit"].startswith("m") and "milli" not in match["unit"] else "s"]
        )
    if not match["what"]:
        return Wait(seconds=1.0)
    said = re.sub(r"^(?:for|until|till|that)\s+", "", match["what"].strip())
    if re.match(
        r"^(?:the |a )?(?:page|site|it|everything|a (?:moment|bit|second|little while))(?: (?:to |"
        r"has |is |have )?(?:load(?:s|ed)?|finish(?:ed)?|appear|ready|fully loaded|finished "
        r"loading|come up).*)?$",
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


def _scroll(match: Match, masked: Masked) -> Instruction | None:
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


def _press(match: Match, masked: Masked) -> Instruction | None:
    named = re.sub(r"^the\s+|\s+(?:key|keys)$", "", masked.value(match["key"]), flags=re.IGNORECASE).strip()
    parts = [part.strip().lower() for part in re.split(r"\s*\+\s*", named)]
    if not all(part in KNOWN or (len(part) == 1 and len(parts) > 1) for part in parts):
        return None
    times = (
        number(match["times"]) if match["times"] else {"twice": 2, "thrice": 3}.get((match["often"] or "").lower(), 1)
    )
    return Press(key_name("+".join(parts)), masked.words(match["field"]) if match["field"] else None, times or 1)


def _search(match: Match, masked: Masked) -> Instruction:
    bare = re.sub(
        r"^(?:a|an|the|some|any)\s+|\s+(?:instead|again|please|for me|there|too)"
        r"$",
        "",
        match["words"].strip(),
    )
    words = masked.value(re.sub(r"\s+(?:instead|again|please|for me|there|too)$", "", bare))
    return Search(words, masked.words(match["field"]) if match["field"] else None)


def _sort(match: Match, masked: Masked) -> Instruction:
    said = masked.value(match["by"])
    up = re.search(
        r"\b(?:low(?:est)?(?: price)?(?: to high(?:est)?| first)?|ascending(?:ly)?|cheapest(?: "
        r"ones?)? first|smallest first|oldest first|earliest first|a to z|a-z|from low|upwards)\b",
        said,
        re.IGNORECASE,
    )
    down = re.search(
        r"\b(?:high(?:est)?(?: to low(?:est)?| first)|descending(?:ly)?|most expensive first|"
        r"dearest first|newest first|latest first|largest first|biggest first|best(?: rated)? "
        r"first|z to a|z-a|from high|downwards)\b",
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


def _filter(match: Match, masked: Masked) -> Instruction | None:
    said = re.sub(r"\s+and by\s+|,\s*(?:and )?by\s+", " and ", match["by"])
    found = records(f"row with {re.sub(r'^(?:the|a) ', '', said)}", masked)
    return Filter(found.tests, masked.value(match["by"])) if found.tests else Filter((), masked.value(match["by"]))


def _dialog(match: Match, masked: Masked) -> Instruction:
    text = match.groupdict().get("text")
    no = re.match(r"(?:dismiss|cancel|decline|reject|say no|answer no|refuse)", match[0], re.IGNORECASE) is not None
    return Dialog(not no, masked.value(text) if text else None)


DIALOG: Final = (
    r"(?:the |any |its )?(?:browser(?:'s|’s)? |javascript )?(?:dialog|dialogue|question|prompt|alert|"
    r"confirmation|pop-?up|warning)(?: (?:box|window))?(?: (?:of the browser|that "
    r"(?:comes up|appears|pops up|opens|follows|the browser shows)|from the browser))?"
)
RULES: Final[tuple[Rule, ...]] = (
    rule(
        r"(?:move|drag|pull|put)(?: and drop)? (?:the )?(?:card|tile|note|sticky)(?: of| for| with)? (?P<what>.+?)"
        r"(?: from (?:the )?[^,]+?)? (?:to|into|onto|over to|in) (?:the )?(?:column |lane |list )?(?P<to>.+?)"
        r"(?: column| lane)?(?: (?:on|in) (?:the|this) (?:board|page|view))?",
        lambda match, masked: Drag(masked.words(match["what"]), masked.words(match["to"])),
    ),
    rule(
        r"(?:show|display|list|set|view) (?P<n>\d+) (?:[a-z]+ )?(?P<per>per page|a page|on a page)",
        lambda match, masked: Choose(match["n"], "per page"),
    ),
    rule(
        r"(?:give|set) (?:them|it|these|those|each|all(?: of them)?)(?: all| each)? (?:the |an? )?"
        r"(?P<field>(?!to\b)[a-z]+(?: (?!to\b)[a-z]+)?) (?:to )?(?P<value>⟦\d+⟧|(?-i:[A-Z0-9]).*)",
        lambda match, masked: Enter(match["field"], masked.value(match["value"])),
    ),
    rule(
        rf"(?:set|limit|restrict|choose) (?:the |a )?(?P<field>[a-z]+)(?: range)? (?:from|between) (?P<low>{AMOUNT}) "
        rf"(?:to|and|up to) (?P<high>{AMOUNT})",
        lambda match, masked: Filter(
            (Test(match["field"], "ge", match["low"]), Test(match["field"], "le", match["high"])),
            masked.value(match[0]),
        ),
    ),
    rule(rf"{GO}\s+(?:the )?(?:address |url |page |site )?(?:at )?(?P<url>⟦\d+⟧)(?P<tab> in a new tab)?", _open),
    rule(
        r"(?:go back|come back|go one page back|return|navigate back|step back|use the back button|"
        r"click back|press back|back)(?: (?:once|again|one page|a page))?(?: (?:to|in|with) (?:the )"
        r"?(?P<to>.+))?",
        lambda match, masked: Travel("back", masked.words(match["to"] or "")),
    ),
    rule(r"go forward(?: (?:again|one page))?", lambda match, masked: Travel("forward")),
    rule(
        r"(?:refresh|reload)(?: (?:the|this) (?:page|site|list))?|load the page again",
        lambda match, masked: Travel("refresh"),
    ),
    rule(
        r"(?:close|leave) (?:the|this|that) (?:new |current |second |other |popup )?(?:browser )"
        r"?(?:tab|window)",
        lambda match, masked: Travel("close_tab"),
    ),
    rule(
        r"(?:switch|go|move|change)(?: over| back)? to (?:the |that )?(?:new(?:ly opened)? |other |"
        r"second |first |original |previous |popup )(?:browser )?(?:tab|window)",
        lambda match, masked: Travel("switch_tab", match[0]),
    ),
    rule(r"use (?P<how>.*?credentials?.*?) to (?:log|sign) in(?: (?:there|here|to .+))?", _log_in),
    rule(r"(?:log|sign)(?: me)?[ -]?in(?:to| to| on| at)?(?P<how>.*)", _log_in),
    rule(
        rf"wait(?: for)?(?: about| around)? (?P<time>{COUNT}|[\d.]+)\s*(?P<unit>s|secs?|seconds?|"
        r"minutes?|mins?)|wait(?P<what>(?: for| until| till| that)? .+)?",
        _wait,
    ),
    rule(r"(?:keep scrolling|scroll)(?P<how>.*)", _scroll),
    rule(
        rf"(?:press|hit|push|use|type)\s+(?P<key>[\w+ ⟦⟧-]+?)(?: (?:(?P<times>{COUNT}) times|"
        r"(?P<often>once|twice|thrice)))?(?: (?:in|on|inside|within) (?P<field>.+))?(?: on (?:the|"
        r"your) keyboard)?(?: (?:to|so that|in order to) .+)?",
        _press,
    ),
    rule(
        r"(?:search|look)(?: (?:the|this) \w+)?(?: (?:in|with|using|on) (?P<field>the [\w ]*?(?:box|"
        r"field|bar|search)))? for (?P<words>.+?)(?: (?:in|on|with|using|via) (?:the|this) (?:[\w "
        r"]*?(?:box|field|bar|search|shop|site|page|store|mail|inbox|tracker|top)))?",
        _search,
    ),
    rule(
        r"(?:use|go to) (?P<field>the search[\w ]*) (?:and|to) (?:search for|look for|find|look up) "
        r"(?P<words>.+)",
        _search,
    ),
    rule(
        r"(?:sort|order|arrange)(?: (?:them|it|these|those|everything|(?:the|these) [\w ]+?))? (?:by|"
        r"on|according to|after)\s+(?P<by>.+)",
        _sort,
    ),
    rule(
        r"(?:filter|narrow|restrict|limit|reduce)(?: (?:them|it|these|(?:the|these) [\w ]+?))?(?: "
        r"down)? (?:by|to|for|on|with)(?: only)?\s+(?P<by>.+)",
        _filter,
    ),
    rule(
        r"(?:accept|confirm|agree to|ok|okay|approve|answer yes to|say yes to|dismiss|cancel|decline|"
        rf"reject|answer no to|say no to) {DIALOG}",
        _dialog,
    ),
    rule(
        r"(?:say|answer|click|press|choose) (?:yes|ok|okay|no)(?: (?:when|if|as soon as) .+| (?:to|in)"
        r" (?:it|that|the .+))",
        _dialog,
    ),
    rule(
        r"(?:type|enter|answer|write|give|say)(?: with)? (?P<text>⟦\d+⟧) (?:when|as soon as) (?:the (?:page|browser|"
        r"site)|it) asks?.*",
        _dialog,
    ),
    rule(
        r"(?:type|enter|answer|write|put|give)(?: with)? (?P<text>⟦\d+⟧|[\w ]+?) (?:in|into|to|as an "
        rf"answer to) {DIALOG}(?: and (?:accept|confirm|press ok|click ok))?",
        _dialog,
    ),
    rule(
        r"(?:close|dismiss|get rid of|click away|accept or close) (?:the |any |that |this |all )"
        r"?(?P<what>(?:[\w-]+ )*?(?:banner|dialog|dialogue|popup|pop-up|notice|overlay|modal|cookies?|"
        r"menu|panel|window|notification|box|message|toast|tour|hint)s?(?: .+)?)",
        lambda match, masked: Close(masked.words(match["what"])),
    ),
)


def click(verb: str, words: str, masked: Masked, *, said: str = "", **more: object) -> Act:
    """A click on what the words name, without words for why it is done."""
    why = re.compile(
        r"(?<=\S)\s+(?:in order to|so that|so as to)\b.+$|(?<=\S)\s+to (?:open|see|show|continue|"
        r"confirm|get|submit|proceed|finish|view|save|start|search|apply|find|reveal|close|send|"
        r"make|do|filter|add|load|complete|reach|bring)\b(?! to\b).*$"
    )
    clean = why.sub("", words).strip()
    return Act(verb, masked.words(clean), said=masked.value(said or f"{verb} {words}"), **more)  # type: ignore[arg-type]


def is_quoted(words: str) -> bool:
    return is_held(words)
