"""Going where something is: by its link on the page, or by the site's own search."""

from __future__ import annotations

import re

from .calling import act, call
from .columns import tokens
from .reaching import first_of, is_on_page, look, reach
from .script import Memory, Script


def go_to(memory: Memory, name: str) -> Script[bool]:
    """Open what is called so: from this page, or from what the search finds."""
    if (yield from open_named(memory, name)):
        return True
    return (yield from seek(memory, name)) and (yield from open_named(memory, name))


def open_named(memory: Memory, name: str) -> Script[bool]:
    """Follow the link on this page that has the name."""
    words = yield from _link(memory, name)
    if words is None:
        return False
    before = memory.url
    outcome = yield from reach(memory, f"open {name}", "click", words)
    return outcome.ok and (memory.url != before or bool(memory.appeared))


def _link(memory: Memory, name: str) -> Script[str | None]:
    """The words by which the link of something is found: its own, or the one in its row."""
    bare = name.strip('"')
    found = yield from look(memory, f"open {name}")
    if found is not None and _is_called(found, bare):
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
    return f"open {name}" if found is not None and found["role"] != "button" else None


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
    field = yield from first_of(memory, ["the search box", "the search field"])
    if field is None:
        return False
    bare = re.sub(r"^(?:the|my|an?)\s+", "", name.strip('"'))
    typed = yield from act(memory, f"search for {bare}", "type", selector=f"act:{field}", text=bare)
    if not typed.ok:
        return False
    yield from act(memory, f"search for {bare}", "keypress", selector=f"act:{field}", key="Enter")
    text = yield from call(memory, "text")
    return not re.search(
        r"\b(?:no results|nothing (?:was )?found|no (?:matches|things|items|messages|issues|"
        r"products) (?:were )?found|found nothing|0 results|did not find)\b",
        str(text.get("text") or ""),
        re.IGNORECASE,
    )
