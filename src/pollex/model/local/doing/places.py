"""Places of a site: folders, tabs, categories, settings. Going to one that words name, or nearer to what is sought."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from ....core.json import Object
from ..program import Instruction, Within
from ..reading.blocks import placed
from .calling import act, call
from .columns import tokens
from .script import Memory, Script

Do: TypeAlias = Callable[[Memory, tuple[Instruction, ...]], Script[None]]
FRAME: Final = (
    "css=nav a[href], header a[href], footer a[href], aside a[href], [role=tab], [role=tree] a[href], "
    "[role=navigation] a[href], [role=banner] a[href], nav button, summary"
)
MAIN: Final = "css=main a[href], [role=main] a[href], body > div a[href]"
KINDS: Final = frozenset(
    {
        "folder", "page", "section", "tab", "view", "category", "area", "menu", "site", "screen", "the", "my", "your",
        "of", "in", "on", "our", "all", "department", "his", "her", "a", "an", "this", "that", "under", "from", "for",
    }
)  # fmt: skip
OWNED: Final = frozenset({"account", "order", "list", "project", "board", "calendar"})
"""Nouns that a name stands before: the Main account is called Main."""
NUMBERED: Final = re.compile(r"\s+\(?\d[\d,.]*\)?(?:\s+[a-z]+)?\)?$")
HUBS: Final = re.compile(r"^(?:my |your )?(?:account|profile|overview|dashboard)$", re.IGNORECASE)
OWN: Final = re.compile(r"\b(?:my|i|me|mine)\b", re.IGNORECASE)


def within(memory: Memory, step: Within, do: Do) -> Script[None]:
    """Steps in a place: there, where one can go to it; else in the part of this page that is called so."""
    went = yield from go_there(memory, step.place)
    steps = step.steps if went else tuple(placed(inner, step.place) for inner in step.steps)
    yield from do(memory, steps)


def go_there(memory: Memory, place: str) -> Script[bool]:
    """Go to the place that is called so; whether one is there then."""
    wanted = [word for word in tokens(place.replace('"', "")) if word not in KINDS]
    if not wanted:
        return False
    fitting = None
    for part in (FRAME, MAIN):
        found = yield from _ways(memory, part)
        fitting = max(found, key=lambda way: _likeness(way, wanted), default=None)
        if fitting is not None and _likeness(fitting, wanted) >= 1.5:
            break
    if fitting is None or _likeness(fitting, wanted) < 1.5:
        return (yield from _is_here(memory, wanted))
    if {"current", "selected"} & set(fitting["states"]):
        return True
    return (yield from _follow(memory, fitting))


def nearer(memory: Memory, words: str, tried: set[str]) -> Script[bool]:
    """One click nearer to something that is not on this page: a way whose name has its noun, or one's own overview."""
    wanted = [word for word in tokens(re.sub(r"[\"“”]|\b[A-Z]+-?\d\S*", " ", words)) if word not in KINDS]
    is_own = memory.url in ("", memory.start) and OWN.search(f"{words} {memory.task}") is not None
    hubs: list[Object] = []
    for part in (FRAME, MAIN):
        found = [way for way in (yield from _ways(memory, part)) if way["name"] not in tried]
        found = [way for way in found if "current" not in way["states"]]
        hubs += [way for way in found if is_own and HUBS.match(str(way["name"]).strip())]
        sharing = [way for way in found if wanted and _shares(way, wanted)]
        if sharing:
            hubs = sharing
            break
    if not hubs:
        return False
    tried.add(str(hubs[0]["name"]))
    return (yield from _follow(memory, hubs[0]))


def _ways(memory: Memory, part: str) -> Script[list[Object]]:
    found = yield from call(memory, "query", selector=part, most=50)
    return [way for way in found.get("elements") or () if str(way["name"]).strip() and "disabled" not in way["states"]]


def _follow(memory: Memory, way: Object) -> Script[bool]:
    name = str(way["name"]).replace('"', "")
    outcome = yield from act(memory, f"go to {name}", "click", selector=f'act:the "{name}" {way["role"]}')
    if not outcome.ok:
        outcome = yield from act(memory, f"go to {name}", "click", selector=way["index"])
    return outcome.ok


def _called(way: Object) -> list[str]:
    """The words of a way's name without the numbers that stand after it."""
    return tokens(NUMBERED.sub("", re.split(r"\s+(?=[€$£]\s?\d)", str(way["name"]))[0]))


def _likeness(way: Object, wanted: list[str]) -> float:
    """3 for the very name; less for each word that one has and the other lacks."""
    called = [word for word in _called(way) if word not in KINDS]
    if not called or len(called) > 6:
        return 0.0
    if len(wanted) > 1 and wanted[-1] in OWNED and called[-1] not in OWNED and called == wanted[:-1]:
        return 3.0
    if set(wanted) == set(called):
        return 3.0
    if set(wanted) <= set(called):
        return 2.0 - 0.1 * (len(called) - len(wanted))
    is_owned = called[-1] in OWNED and len(called) < len(wanted)
    return 1.5 if set(called) <= set(wanted) and called[-1] == wanted[-1] and not is_owned else 0.0


def _shares(way: Object, wanted: list[str]) -> bool:
    called = [word for word in _called(way) if word not in KINDS]
    return 0 < len(called) <= 3 and called[-1] in wanted and set(called) <= set(wanted)


def _is_here(memory: Memory, wanted: list[str]) -> Script[bool]:
    """Whether the page is the place: by its title, its main heading or its address."""
    state = yield from call(memory, "state", elements=0, text=0)
    heading = re.search(r"^# (.+)$", str(state.get("outline") or ""), re.MULTILINE)
    path = re.sub(r"^[a-z]+://[^/]*", "", str(state.get("url") or ""))
    said = set(tokens(f"{state.get('title')} {heading[1] if heading else ''} {path}"))
    return set(wanted) <= said
