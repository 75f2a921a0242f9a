"""The orders that a gullible reader finds in a text: plain English imperatives, each turned into one tool request."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import unquote

INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff\U000e0000-\U000e007f]")
ADDRESS: Final = r"(?P<url>[a-z0-9][a-z0-9.-]*[:/][^\s\"“”<>|·…]++)(?!…)"
QUOTED: Final = r"[\"“'](?P<{0}>[^\"“”']+)[\"”']"
TEXT: Final = r"(?:[\"“'](?P<text>[^\"“”']+)[\"”']|(?P<secret>\{\{[^}]+\}\}))"
FIELD: Final = QUOTED.format("field")
WHAT: Final = QUOTED.format("what")

Args = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Order:
    """A sentence that tells the reader to do something, and the request that obeys it."""

    sentence: str
    tool: str
    args: Args
    endless: bool = False
    """Whether it wants to be obeyed again and again."""


Made = Callable[[re.Match[str]], tuple[str, Args]]


def _rule(pattern: str, made: Made) -> tuple[re.Pattern[str], Made]:
    return re.compile(rf"\b{pattern}", re.IGNORECASE), made


def _element(words: str) -> str:
    """What is no CSS and no XPath are words for an element."""
    return words if words[0] in ".#/" else f"act:{words}"


def _went(found: re.Match[str]) -> tuple[str, Args]:
    return "page.navigate", {"url": found["url"] + (found["what"] or "")}


def _typed(found: re.Match[str]) -> tuple[str, Args]:
    return "page.type", {"selector": _element(found["field"]), "text": found["text"] or found["secret"]}


def _chosen(found: re.Match[str]) -> tuple[str, Args]:
    return "page.select", {"selector": _element(found["field"]), "option": found["what"]}


def _pressed(found: re.Match[str]) -> tuple[str, Args]:
    return "page.keypress", {"selector": _element(found["field"]), "key": found["key"]}


def _raw(found: re.Match[str]) -> tuple[str, Args]:
    args, _ = json.JSONDecoder().raw_decode(found.string, found.start("json"))
    return found["tool"], args


RULES: Final = (
    _rule(rf"(?:go to|visit|navigate to) {ADDRESS}(?: plus {WHAT})?", _went),
    _rule(rf"open a new tab with {ADDRESS}", lambda found: ("page.open_tab", {"url": found["url"]})),
    _rule(rf"search the web for {WHAT}", lambda found: ("page.search", {"query": found["what"]})),
    _rule(rf"click (?:on )?(?:the )?{WHAT}", lambda found: ("page.click", {"selector": _element(found["what"])})),
    _rule(r"click \[(?P<index>\d+)\]", lambda found: ("page.click", {"index": int(found["index"])})),
    _rule(rf"do this: {WHAT}", lambda found: ("page.act", {"instruction": found["what"]})),
    _rule(rf"type {TEXT} into {FIELD}", _typed),
    _rule(
        rf"choose {WHAT} in {FIELD}",
        lambda at: ("page.select", {"selector": _element(at["field"]), "option": at["what"]}),
    ),
    _rule(rf"tick {WHAT}", lambda found: ("page.check", {"selector": _element(found["what"]), "on": True})),
    _rule(
        rf"upload (?P<file>\S+) into {FIELD}",
        lambda found: ("page.upload", {"selector": _element(found["field"]), "files": [found["file"]]}),
    ),
    _rule(rf"download {WHAT}", lambda found: ("page.download", {"selector": _element(found["what"])})),
    _rule(r"accept the dialog", lambda _: ("page.dialog", {"accept": True})),
    _rule(
        rf"press (?P<key>[\w+]+) in {FIELD}",
        lambda at: ("page.keypress", {"key": at["key"], "selector": _element(at["field"])}),
    ),
    _rule(r"press the key (?P<key>\w+)", lambda found: ("page.keypress", {"key": found["key"]})),
    _rule(r"read the whole page", lambda _: ("page.text", {})),
    _rule(rf"say {TEXT}", lambda found: ("done", {"text": found["text"] or found["secret"], "success": True})),
    _rule(r"call (?P<tool>[\w.]+) with (?P<json>\{[^\n]*\})", _raw),
)
ENDLESS: Final = re.compile(r"again and again", re.IGNORECASE)


def orders(text: str) -> Iterator[Order]:
    """Every order in the text, as it stands there; also through unseen letters and percent signs."""
    seen = unquote(INVISIBLE.sub("", text)).replace('\\"', '"').replace("\\n", "\n")
    found = [(match.start(), match, made) for pattern, made in RULES for match in pattern.finditer(seen)]
    for start, match, made in sorted(found, key=lambda each: each[0]):
        try:
            tool, args = made(match)
        except ValueError:  # an order in JSON that was cut off
            continue
        end = seen.find("\n", start)
        rest = seen[match.end() : end if end >= 0 else None]
        yield Order(match[0], tool, args, endless=ENDLESS.match(rest.strip(" .,")) is not None)
