"""One instruction in plain words as the call of a page tool: `type "ada" into the name field` → page.type.

Only the words around the action are parsed here; grounding finds the element.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..core.fault import Fault
from ..core.json import Object
from .keys import KNOWN, key_name

ParsedInstruction = tuple[str, Object]
Read = Callable[[re.Match[str]], ParsedInstruction | None]

QUOTED: Final = r"(?:\"(?P<q1>[^\"]*)\"|'(?P<q2>[^']*)'|“(?P<q3>[^”]*)”|‘(?P<q4>[^’]*)’|«(?P<q5>[^»]*)»)"
POLITE: Final = re.compile(r"^(?:please|now|then|and|first|next|finally)[,\s]+", re.IGNORECASE)
EXAMPLES: Final = 'click Save · type "ada" into the name field · select Portugal from Country · tick I accept the terms'


def read_instruction(instruction: str) -> ParsedInstruction:
    """Return the tool and its arguments, or raise a Fault that lists the possible forms."""
    words = instruction.strip().rstrip(".!")
    while (shorter := POLITE.sub("", words)) != words:
        words = shorter
    for pattern, read in RULES:
        if (match := pattern.fullmatch(words)) and (reading := read(match)):
            return reading
    raise Fault(
        "invalid_input",
        f"What is to be done is not understood: {instruction!r}.",
        pointer="/instruction",
        expected="one action on one element",
        received=instruction,
        hint=f"Say it like this: {EXAMPLES}",
    )


def _words(match: re.Match[str], plain: str) -> str:
    """Return the quoted text, else the plain words."""
    found = match.groupdict()
    quoted = next((found[name] for name in ("q1", "q2", "q3", "q4", "q5") if found.get(name) is not None), None)
    return (found.get(plain) or "").strip() if quoted is None else quoted


def _element(words: str) -> str:
    return f"act:{words.strip()}"


def _on(tool: str, **more: object) -> Read:
    return lambda match: (tool, {"selector": _element(match["target"]), **more})


def _press(match: re.Match[str]) -> ParsedInstruction:
    named = re.sub(r"^the\s+|\s+key$", "", match["target"], flags=re.IGNORECASE)
    parts = [part.strip().lower() for part in named.split("+")]
    if all(part in KNOWN or (len(part) == 1 and len(parts) > 1) for part in parts):
        return "page.keypress", {"key": key_name(named)}
    return "page.click", {"selector": _element(match["target"])}


def _type(match: re.Match[str]) -> ParsedInstruction:
    return "page.type", {"selector": _element(match["target"]), "text": _words(match, "text")}


def _select(match: re.Match[str]) -> ParsedInstruction:
    return "page.select", {"selector": _element(match["target"]), "option": _words(match, "option")}


def _drag(match: re.Match[str]) -> ParsedInstruction:
    return "page.drag", {"selector": _element(match["target"]), "to": _element(match["to"])}


def _scroll(match: re.Match[str]) -> ParsedInstruction:
    pages = {"pages": float(match["pages"])} if match["pages"] else {}
    return "page.scroll", {"down": match["way"].lower() == "down", **pages}


def _rule(pattern: str, read: Read) -> tuple[re.Pattern[str], Read]:
    return re.compile(pattern, re.IGNORECASE | re.DOTALL), read


RULES: Final = (
    _rule(rf"(?:type|enter|write|put|input|fill in)\s+{QUOTED}\s+(?:in|into|to|on|as)\s+(?P<target>.+)", _type),
    _rule(rf"(?:fill in|fill out|fill|set|change|complete)\s+(?P<target>.+?)\s+(?:with|to|as)\s+{QUOTED}", _type),
    _rule(r"(?:fill in|fill out|fill|set)\s+(?P<target>.+?)\s+(?:with|to)\s+(?P<text>.+)", _type),
    _rule(r"(?:type|enter|write|put|input)\s+(?P<text>.+?)\s+(?:in|into)\s+(?P<target>.+)", _type),
    _rule(r"(?:clear|empty)\s+(?P<target>.+)", _on("page.type", text="")),
    _rule(rf"(?:select|choose|pick)\s+{QUOTED}\s+(?:from|in|for|as)\s+(?P<target>.+)", _select),
    _rule(r"(?:select|choose|pick)\s+(?P<option>.+?)\s+from\s+(?P<target>.+)", _select),
    _rule(r"(?:uncheck|untick|deselect|disable|turn off|switch off)\s+(?P<target>.+)", _on("page.check", on=False)),
    _rule(r"(?:check|tick|enable|turn on|switch on)\s+(?P<target>.+)", _on("page.check")),
    _rule(r"double[- ]?click(?:\s+on)?\s+(?P<target>.+)", _on("page.click", count=2)),
    _rule(r"right[- ]?click(?:\s+on)?\s+(?P<target>.+)", _on("page.click", button="right")),
    _rule(r"(?:drag|move)\s+(?P<target>.+?)\s+(?:to|onto|into|on)\s+(?P<to>.+)", _drag),
    _rule(r"(?:hover|mouse)(?:\s+over)?\s+(?P<target>.+)", _on("page.hover")),
    _rule(r"scroll\s+(?P<way>down|up)(?:\s+(?P<pages>[\d.]+)\s+pages?)?", _scroll),
    _rule(r"(?:press|hit|push)\s+(?P<target>.+)", _press),
    _rule(
        r"(?:click|tap|open|follow|choose|select|pick|activate|close|expand|use|go to)(?:\s+on)?\s+(?P<target>.+)",
        _on("page.click"),
    ),
)
"""From the most specific to the most general."""
