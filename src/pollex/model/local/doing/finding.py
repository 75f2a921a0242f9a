"""Going where something is: by its link on the page, or by the site's own search."""

from __future__ import annotations

import re
from typing import Final

from ....core.json import Object
from .calling import act, call
from .columns import tokens
from .places import nearer
from .reaching import first_of, is_on_page, look, reach
from .rows import opener, row_called
from .script import Memory, Script
from .values import MONTHS

NOTHING: Final = re.compile(
    r"\b(?:no results|nothing (?:was )?found|no (?:matches|things|items|messages|issues|products) (?:were )?found|"
    r"found nothing|0 results|did not find|nothing (?:fits|matches))\b",
    re.IGNORECASE,
)
CLAUSE: Final = re.compile(
    r"\b(?:i|you|it|we|they|is|are|was|were|has|have|had|do|does|did|that|which|who|and|my|in|on|to|from|about)\b"
)


def go_to(memory: Memory, name: str) -> Script[bool]:
    """Open what is called so: from this page, from what the search finds, or from a page one or two clicks away."""
    if (yield from open_named(memory, name)):
        return True
    if (yield from seek(memory, name)) and (yield from open_named(memory, name)):
        return True
    tried: set[str] = set()
    for _ in range(2 if proper(name) else 0):
        if not (yield from nearer(memory, name, tried)):
            break
        if (yield from open_named(memory, name)):
            return True
    if proper(name) and (yield from _from_start(memory, name)):
        return True
    one = re.sub(r"(?<=[a-z]{2})(?<!s)s(?=$|,)", "", name)
    return (
        one != name and bool(proper(name)) and (yield from seek(memory, one)) and (yield from open_named(memory, one))
    )


def _from_start(memory: Memory, name: str) -> Script[bool]:
    """Open what is called so from the page that the task began at."""
    if not memory.start or memory.url == memory.start:
        return False
    yield from call(memory, "navigate", url=memory.start)
    if (yield from open_named(memory, name)):
        return True
    return (yield from seek(memory, name)) and (yield from open_named(memory, name))


def open_named(memory: Memory, name: str) -> Script[bool]:
    """Follow the link on this page that has the name."""
    words, before = (yield from _link(memory, name)), memory.url
    if words is not None:
        outcome = yield from reach(memory, f"open {name}", "click", words)
    else:
        row = (yield from row_called(memory, name)) if proper(name) or '"' in name else None
        if (way := opener(row, name)) is None:
            return False
        outcome = yield from act(memory, f"open {name}", "click", selector=way)
    return outcome.ok and (memory.url != before or bool(memory.appeared or outcome.get("requests")))


def proper(name: str) -> list[str]:
    """The words of a name that can mean nothing else: written with a capital, or with digits and letters."""
    found = re.findall(r"(?<![\w])(?:[A-Z]+-?\d[\w-]*|[A-Z][\w'’]*)", name)
    return [word for word in tokens(" ".join(found)) if word not in MONTHS and len(word) > 1]


def fits(element: Object, name: str) -> bool:
    """Whether an element has the names of what is sought."""
    has = set(tokens(f"{element['name']} {element['text']}"))
    return all(word in has for word in proper(name))


def _link(memory: Memory, name: str) -> Script[str | None]:
    """The words by which the link of something is found: its own, or the one in its row."""
    bare = name.strip('"')
    found = yield from look(memory, f"open {name}")
    if found is not None and _is_called(found, bare) and fits(found, name):
        return f"open {name}"
    places = yield from is_on_page(memory, core(bare))
    if not places:
        return None
    in_row = any(
        place["role"] in ("cell", "gridcell", "rowheader", "row", "listitem", "link", "option") for place in places
    )
    for words in ([f'the link in the row of "{core(bare)}"'] if in_row else []) + [
        f'the "{core(bare)}" link',
        f"open {core(bare)}",
    ]:
        seen = yield from look(memory, words)
        if seen is not None and seen["role"] in ("link", "tab", "treeitem", "menuitem", "option", "generic", "row"):
            return words
    return f"open {name}" if found is not None and found["role"] != "button" and fits(found, name) else None


def core(name: str) -> str:
    """A name without the noun before it: `the issue AB-12` is AB-12."""
    match = re.match(r"^(?:the |my |an? )?[a-z]+ (?P<name>[A-Z0-9][\w-]*\d[\w-]*)$", name)
    return match["name"] if match else re.sub(r"^(?:the|my|an?)\s+", "", name)


def _is_called(element: dict[str, object], name: str) -> bool:
    """Whether an element's own name is what was asked for, and it is not a menu beside it."""
    if "collapsed" in (element.get("states") or ()) and element["role"] == "button":  # type: ignore[operator]
        return set(tokens(str(element["name"]))) <= set(tokens(name))
    return element["role"] != "button" or bool(set(tokens(str(element["name"]))) & set(tokens(name)))


def seek(memory: Memory, name: str) -> Script[bool]:
    """Search the site for something; whether the search was made and finds it."""
    sought = phrase(name)
    field = (yield from _search_field(memory)) if sought else None
    if field is None:
        return False
    said = f"search for {sought}"
    typed = yield from act(memory, said, "type", selector=f"act:{field}", text=sought)
    if not typed.ok:
        return False
    entered = yield from act(memory, said, "keypress", selector=f"act:{field}", key="Enter")
    if not (entered.get("from") or entered.get("requests") or entered.get("appeared")):
        yield from call(memory, "wait", duration=600)  # boxes that filter a list wait until one has typed
    text = yield from call(memory, "text")
    return not NOTHING.search(str(text.get("text") or ""))


def _search_field(memory: Memory) -> Script[str | None]:
    field = yield from first_of(memory, ["the search box", "the search field"])
    if field is not None:
        return field
    found = yield from call(memory, "query", selector="role=searchbox", most=2)
    boxes = [str(box["name"]) for box in found.get("elements") or () if box["name"]]
    return boxes[0] if len(boxes) == 1 else None


def phrase(name: str) -> str:
    """What of a name can be searched for: its names, else a short phrase; never a clause."""
    bare = re.sub(r"^(?:the|my|an?)\s+", "", name.strip().strip('"'))
    if re.search(r"\d", core(bare)) and core(bare) != bare:
        return core(bare)
    if not CLAUSE.search(bare) and len(bare.split()) <= 7:
        return bare
    runs: list[str] = re.findall(r"[A-Z][\w'’&-]*(?: (?:& )?[A-Z][\w'’&-]*)+", bare)
    return max(runs, key=len, default="")
