"""Getting about: addresses, history, tabs, search, scrolling, waiting."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin

from ..program import Close, Open, Scroll, Search, Travel, Wait
from .calling import act, call
from .judging import holds
from .places import go_there
from .reaching import SHUT, first_of, give_up, look, reach
from .script import Memory, Script, Stop
from .speaking import meant

VAGUE: Final = re.compile(
    r"(?:the |my |that |this )*(?:previous |last |first |whole |search |result |same )*"
    r"(?:page|lists?|results?|overview|start|table|one|before|there|beginning)(?: of .*| again| once more)?",
    re.IGNORECASE,
)
"""Words for the page that one came from."""
BACK: Final = 5
MOST = 60
"""Scrolls and pages after which something is not there."""


def open_address(memory: Memory, step: Open) -> Script[None]:
    url = urljoin(memory.url, step.address) if memory.url and step.address.startswith("/") else step.address
    outcome = yield from call(memory, "navigate", url=url, **({"new_tab": True} if step.new_tab else {}))
    if not outcome.ok:
        raise Stop(f"{step.address} could not be opened: {outcome.why}")
    if (outcome.get("status") or 200) >= 400:
        raise Stop(f"{step.address} could not be opened: the server answered {outcome.get('status')}.")


def travel(memory: Memory, step: Travel) -> Script[None]:
    args = {}
    if step.tool == "back" and step.words and not VAGUE.fullmatch(step.words):
        yield from _back_to(memory, step.words)
        return
    if step.tool == "switch_tab":
        tabs = yield from call(memory, "list_tabs")
        others = [tab for tab in tabs.data or () if not tab.get("current")]
        if not others:
            raise Stop("There is no other tab to switch to.")
        wanted = others[0] if re.search(r"first|original|previous", step.words) else others[-1]
        args = {"tabName": str(wanted.get("name"))}
    outcome = yield from call(memory, step.tool, **args)
    if not outcome.ok:
        raise Stop(f"Could not go {step.tool.replace('_', ' ')}: {outcome.why}")


def _back_to(memory: Memory, place: str) -> Script[None]:
    """Back to a page that is called so: by a link to it, else through what was seen before."""
    for _ in range(BACK):
        if (yield from go_there(memory, place)):
            return
        outcome = yield from call(memory, "back")
        if not outcome.ok:
            break
    raise Stop(f"There is no way back to “{place}”.")


def search(memory: Memory, step: Search) -> Script[None]:
    words = memory.topic or step.words if step.words in ("it", "that", "this") else meant(memory, step.words)
    said = f"search for {words}"
    field = step.field or (yield from first_of(memory, ["the search box", "the search field", "the search bar"]))
    if field is None and (yield from look(memory, "the search button")) is not None:
        yield from act(memory, said, "click", selector="act:the search button")
        field = "the search box"
    if field is None:
        raise Stop(f"“{said}”: there is no search box on the page.")
    outcome = yield from reach(memory, said, "type", field, text=words)
    if not outcome.ok:
        raise give_up(said, field, outcome)
    entered = yield from act(memory, said, "keypress", selector=f"act:{field}", key="Enter")
    if not entered.ok or not (entered.get("from") or entered.get("requests") or entered.get("appeared")):
        button = yield from first_of(memory, ["the search button", "Search", "Go", "Find"])
        if button is not None:
            yield from act(memory, said, "click", selector=f"act:{button}")
    memory.topic, memory.record = words, None


def wait(memory: Memory, step: Wait) -> Script[None]:
    if step.until is None:
        yield from call(memory, "wait", duration=1000 * (step.seconds or 1))
        return
    for pause in (300, 700, 1500, 3000, 5000):
        if (yield from holds(memory, step.until)):
            return
        yield from call(memory, "wait", duration=pause)
    raise Stop(f"Waited for {step.until.words}, and it did not come.")


def scroll(memory: Memory, step: Scroll) -> Script[None]:
    if step.until is None:
        yield from call(memory, "scroll", down=step.way == "down", pages=step.pages or 1.0)
        return
    last, memory.paging = None, True
    for _ in range(MOST):
        if step.until.kind != "end" and (yield from holds(memory, step.until)):
            memory.paging = False
            return
        moved = yield from call(memory, "scroll", down=step.way == "down", pages=1.0)
        place = {key: value for key, value in (moved.data or {}).items() if key != "url"} if moved.ok else None
        if place == last:
            break
        last = place
    memory.paging = False
    if step.until.kind != "end" and not (yield from holds(memory, step.until)):
        raise Stop(f"Scrolled to the end, and did not come to {step.until.words}.")


def close(memory: Memory, step: Close) -> Script[None]:
    for words in (
        f"the close button of {step.words}",
        f"close {step.words}",
        *(f'the "{label}" button' for label in SHUT),
    ):
        if (yield from look(memory, words)) is not None:
            outcome = yield from call(memory, "click", selector=f"act:{words}")
            if outcome.ok:
                return
    outcome = yield from call(memory, "keypress", key="Escape")
    if not outcome.get("appeared") and (yield from look(memory, step.words)) is not None:
        raise Stop(f"There is nothing that closes {step.words}.")
