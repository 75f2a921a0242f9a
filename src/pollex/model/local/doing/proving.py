"""Whether all that a task names was used: each number, address, quote, date and name, in an act or in the answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ..program import Act, Choose, Drag, Enter, Filter, Instruction, Make, Press, Search, Sort, Tick, Upload
from .literals import compact, holds, literals
from .script import Asked, Outcome, Script, Stop

Past = list[tuple[Asked, Outcome]]
GIVEN: Final = ("text", "option", "files", "url", "key", "where", "by", "options")
"""Arguments that hand a value over."""
POINTED: Final = ("selector", "to", "instruction", "schema", "number")
"""Arguments that say what is meant."""
ACTS: Final = frozenset(
    {
        "click", "type", "select", "check", "keypress", "navigate", "back", "forward", "refresh", "switch_tab",
        "close_tab", "upload", "drag", "hover", "dialog", "scroll",
    }
)  # fmt: skip
CHANGES: Final = frozenset({"put", "remove", "delete", "send", "save", "move", "star", "archive"})
UNSEEN: Final = frozenset({"click", "hover", "open", "go to", "pause", "play", "stop", "mute", "unmute"})
"""Acts whose effect the page need not show."""
EFFECTS: Final = ("sent", "from", "appeared", "requests", "dialog", "files", "opened", "on", "chosen")
NEAR: Final = 160
TASKLESS: Final = ("page.state", "page.text", "page.read", "page.tables")


def watched(script: Script[None], past: Past) -> Script[None]:
    """A script, and all that it asked for and was told."""
    try:
        asked = next(script)
        while True:
            outcome = yield asked
            past.append((asked, outcome))
            asked = script.send(outcome)
    except StopIteration:
        return


def must_have_acted(step: Instruction, past: Past) -> None:
    """Stop where nothing was done for an order, or its button had no effect."""
    if not isinstance(step, Act | Choose | Drag | Enter | Filter | Make | Press | Search | Sort | Tick | Upload):
        return
    acts = [(asked, outcome) for asked, outcome in past if asked.tool.removeprefix("page.") in ACTS and outcome.ok]
    said = step.said if isinstance(step, Act | Filter) else f"{type(step).__name__.lower()} {_words(step)}"
    if not acts and "cookie" in said.lower():
        return
    if not acts:
        raise Stop(f"“{said}”: nothing was done for it.")
    is_deed = isinstance(step, Make) or (isinstance(step, Act) and step.verb not in UNSEEN)
    if is_deed and all(asked.tool == "page.click" and not _effect(outcome) for asked, outcome in acts[-1:]):
        raise Stop(f"“{said}”: the button was pressed, but nothing happened.")

    if isinstance(step, Act) and _changes(step) and all(_only_opened(*each) for each in acts):
        raise Stop(f"“{said}”: that only opened another page, and nothing was sent.")


def _changes(step: Act) -> bool:
    """Whether a deed must leave something behind."""
    return step.verb in CHANGES or (step.verb == "add" and " to " in f" {step.words} ")


def _only_opened(asked: Asked, outcome: Outcome) -> bool:
    """Whether an act did no more than follow a link or search."""
    if asked.tool in ("page.type", "page.keypress", "page.hover", "page.scroll"):
        return not outcome.get("sent")
    kept = ("sent", "dialog", "files", "appeared", "on", "chosen")
    posts = [each for each in outcome.get("requests") or () if each.get("method", "GET") != "GET"]
    is_click = asked.tool == "page.click" and outcome.get("from")
    return bool(is_click) and not posts and not any(outcome.get(name) for name in kept)


def _words(step: Instruction) -> str:
    return str(next((getattr(step, name) for name in ("words", "value", "option", "noun") if hasattr(step, name)), ""))


def _effect(outcome: Outcome) -> bool:
    return any(outcome.get(name) for name in EFFECTS)


def unused(task: str, past: Past, told: Iterable[Any], excused: str) -> list[str]:
    """What the task names and nothing has taken up."""
    given = [_plain(value) for value in told]
    beside = "\n".join(_around(given, past))
    pointed: list[str] = []
    known: dict[Any, str] = {}
    for asked, outcome in past:
        if asked.tool == "done" or not outcome.ok:
            continue
        given += [_plain(asked.args[name]) for name in GIVEN if name in asked.args and asked.tool != "page.find"]
        pointed += [_plain(asked.args[name]) for name in POINTED if name in asked.args]
        pointed += [known.get(asked.args.get("selector"), ""), known.get(outcome.get("index"), "")]
        known.update(_elements(outcome.data))
        if asked.tool == "page.find" and outcome.get("places"):
            pointed.append(str(asked.args["text"]))
    seen = [_plain(outcome.data) for asked, outcome in past if outcome.ok and asked.tool not in TASKLESS]
    hard, soft = "\n".join(given), "\n".join(pointed)
    return [
        said
        for kind, said in literals(task)
        if not _is_in(kind, said, hard, soft, seen)
        and not holds(kind, said, excused)
        and not (kind == "name" and holds(kind, said, beside))
    ]


def _around(told: list[str], past: Past) -> Iterator[str]:
    """What stands near an answer in the running text that it was read from."""
    for asked, outcome in past:
        text = str(outcome.get("text") or "") if asked.tool == "page.text" else ""
        for value in told:
            place = text.find(value.strip('"')) if value.strip('"') else -1
            if place >= 0:
                yield text[max(0, place - NEAR) : place + NEAR]


def _elements(data: Any) -> Iterator[tuple[int, str]]:
    """What is known of elements by their numbers: an act on a number means what stands there."""
    if isinstance(data, list):
        for each in data:
            yield from _elements(each)
    elif isinstance(data, dict):
        for place in ("index", "link"):
            if isinstance(data.get(place), int):
                yield data[place], " ".join(str(data.get(name) or "") for name in ("name", "text", "snippet"))
        for each in data.values():
            if isinstance(each, list):
                yield from _elements(each)
        for control in data.get("controls") or ():  # one control of a row means the whole row
            yield control["index"], f"{control['name']} {data.get('text')}"


def _is_in(kind: str, said: str, hard: str, soft: str, seen: list[str]) -> bool:
    if holds(kind, said, hard):
        return True
    if not holds(kind, said, soft):
        return False
    return kind in ("name", "quote", "day") or any(holds(kind, said, text) for text in seen)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def is_only_excused(doubt: str, excused: str) -> bool:
    """Whether a doubt is only about words that a branch not gone had, or that are the answer themselves."""
    rest = re.sub(
        r"(['\"])(?P<said>.+?)\1 of the task was neither used nor seen[.;]?\s*",
        lambda match: "" if compact(match["said"]) in compact(excused) else match[0],
        doubt,
    )
    rest = re.sub(
        r"(['\"])(?P<said>\w+)\1 was not pressed[.;]?\s*",
        lambda match: "" if re.search(rf"(?:not|n['’]t|never) {match['said']}\b", excused, re.IGNORECASE) else match[0],
        rest,
    )
    return rest != doubt and re.search(r"was (?:nowhere|neither|answered)|is not known|nothing was done", rest) is None
