"""A call of a tool in words: `click the button “Save”`, `Clicked the button “Save”`, `clicking the button “Save”`.

The one table of these phrases. The report, the live lines of the terminal, drawings of workflows and the compiler's
account of its work all take their words from here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ..core.json import dumps
from .amounts import duration
from .clip import on_one_line

PHRASES: Final[dict[str, str | tuple[str, ...]]] = {
    "page.navigate": "go to {url}",
    "page.search": "search the web for “{query}”",
    "page.back": "go back",
    "page.forward": "go forward",
    "page.refresh": "reload the page",
    "page.click": "click {element}",
    "page.click button=right": "right-click {element}",
    "page.click count=2": "double-click {element}",
    "page.hover": "point at {element}",
    "page.drag": "drag {element}[ to {to}]",
    "page.select_text": "select[ “{text}” in] {element}",
    "page.type": "type[ “{text}”][ into {element}]",
    "page.keypress": "press {key}[ in {element}]",
    "page.select": "choose[ “{option}”] from {element}",
    "page.check": "tick {element}",
    "page.check on=false": "untick {element}",
    "page.upload": "put[ {files}] into {element}",
    "page.fill": "fill in {fields}",
    "page.act": "do “{instruction}”",
    "page.wait": (
        "wait until “{text}” says “{says}”",
        "wait until {element} says “{says}”",
        "wait for the text “{text}”",
        "wait for an address with {url}",
        "wait for {element}",
        "wait {duration}",
        "wait",
    ),
    "page.wait gone=true": "wait until {element} is gone",
    "page.scroll": ("scroll to {element}", "scroll down until {until}", "scroll down"),
    "page.scroll down=false": ("scroll up until {until}", "scroll up"),
    "page.open_tab": "open {url} in a new tab[ “{name}”]",
    "page.switch_tab": "switch to the tab[ “{tabName}”]",
    "page.close_tab": "close the tab[ “{tabName}”]",
    "page.list_tabs": "list the tabs",
    "page.current_tab": "see which tab is open",
    "page.dialog": "accept the dialog[ with “{text}”]",
    "page.dialog accept=false": "dismiss the dialog",
    "page.screenshot": ("take a picture of {element}", "take a picture of the page"),
    "page.pdf": "save the page as PDF",
    "page.download": "download[ by {element}]",
    "page.extract": "extract {instruction}",
    "page.collect": "collect {instruction} from page after page",
    "page.find": "look for “{text}”",
    "page.query": "look for {element}",
    "page.match": "look for an element again",
    "page.element": "look at {element}",
    "page.state": "look at the page",
    "page.changes": "look at what changed",
    "page.unfold": "unfold {element}",
    "page.inspect": "inspect the page",
    "page.read": ("read {element}", "read the page"),
    "page.text": "read the page",
    "page.tables": "read the tables",
    "page.records": "read the lists",
    "page.choices": "read the choices[ of “{name}”]",
    "remember": ("note “{note}”", "note the plan"),
    "more": ("look for tools about “{about}”", "look for more tools"),
    "rest": "read more of {result}",
    "ask": "ask “{question}”",
    "excerpt": "take an excerpt of a text",
    "aggregate": "work out the {what}[ by {by}]",
    "aggregate what=count": "count the rows",
    "aggregate what=sum": "add up {by}",
    "aggregate what=sort": "sort the rows[ by {by}]",
    "aggregate what=list": "list the rows",
    "done": "say that it is done: “{text}”",
    "done success=false": "say that it cannot be done: “{text}”",
    "window.create": "open the window[ “{title}”]",
    "window.update": "change the window {id}",
    "window.close": "close the window {id}",
    "dom.set": "draw {target} of the window {windowId}",
    "dom.replace": "draw {target} of the window {windowId}",
    "dom.append": "add to {target} of the window {windowId}",
    "component.render": "draw the component[ {id}] ({type}) in the window {windowId}",
    "component.update": "change the component {id}",
    "component.destroy": "remove the component {id}",
    "state.set": "set the {scope} state {key}",
    "state.get": "read the {scope} state {key}",
    "state.watch": "watch the {scope} state {key}",
    "state.unwatch": "unwatch the {scope} state {key}",
    "api.call": "call {url}",
    "txn.cancel": "cancel the pending work[ of {id}]",
}
"""By the name of a tool, and where it matters one of its arguments, what a call of it does, as an order.

`{name}` stands for an argument, `{element}` for the element; what is in brackets is left out where one of its names has
no value. Of several phrases, the first is taken that has all its values.
"""
PAST: Final = {
    "go": "went", "take": "took", "choose": "chose", "put": "put", "read": "read", "see": "saw", "do": "did",
    "say": "said", "drag": "dragged", "draw": "drew", "set": "set", "cancel": "cancelled",
}  # fmt: skip
GERUND: Final = {"put": "putting", "drag": "dragging", "see": "seeing", "set": "setting", "cancel": "cancelling"}
PIECE: Final = re.compile(r"\[([^]]*)]|\{(\w+)}")
SLOT: Final = re.compile(r"\{(\w+)}")
LONGEST: Final = 100
"""The longest value, in letters."""


class CallPhrase(NamedTuple):
    """A call's action: a verb, and what follows it."""

    verb: str
    rest: str

    @property
    def imperative(self) -> str:
        return f"{self.verb} {self.rest}".rstrip()

    @property
    def past(self) -> str:
        return f"{PAST.get(self.verb) or self.verb + ('d' if self.verb.endswith('e') else 'ed')} {self.rest}".rstrip()

    @property
    def gerund(self) -> str:
        return f"{GERUND.get(self.verb) or self.verb.removesuffix('e') + 'ing'} {self.rest}".rstrip()


def phrase(tool: str, args: Mapping[str, Any], element: str = "") -> CallPhrase:
    """Return a call in words; a tool without a row in the table appears under its name."""
    rows = _rows(tool, args)
    if not rows:
        return CallPhrase("call", tool)
    values = {name: _value(name, value) for name, value in args.items()} | {"element": element}
    row = next((row for row in rows if all(values.get(name) for name in SLOT.findall(row))), rows[-1])
    words = PIECE.sub(lambda found: _piece(found, values), row)
    verb, _, rest = words.partition(" ")
    return CallPhrase(verb, rest.strip())


def sentence_case(words: str) -> str:
    """Return words with a capital at the beginning."""
    return words[:1].upper() + words[1:]


def quoted(value: Any) -> str:
    """Return a value on one line, in quotation marks."""
    return f"“{_value('', value)}”"


def _rows(tool: str, args: Mapping[str, Any]) -> tuple[str, ...]:
    special = [f"{tool} {name}={_value(name, value)}" for name, value in args.items() if isinstance(value, str | int)]
    found = next((PHRASES[key] for key in special if key in PHRASES), PHRASES.get(tool, ()))
    return (found,) if isinstance(found, str) else found


def _piece(found: re.Match[str], values: Mapping[str, str]) -> str:
    optional, name = found.groups()
    if name:
        return values.get(name, "")
    return SLOT.sub(lambda slot: values[slot[1]], optional) if all(map(values.get, SLOT.findall(optional))) else ""


def _value(name: str, value: Any) -> str:
    """Return an argument on one line: files by their names, fields by their labels, the first of several selectors."""
    if name == "files":
        names = [str(file).replace("\\", "/").rpartition("/")[2] for file in _list(value)]
        return on_one_line(", ".join(names), LONGEST)
    if name == "fields" and isinstance(value, Mapping):
        return on_one_line(", ".join(map(str, value)), LONGEST)
    if name == "duration" and isinstance(value, int | float):
        return duration(value).replace(".0 s", " s")
    if name in ("to", "until"):
        value = str(next(iter(_list(value)), "")).removeprefix("act:")
    if value is None:
        return ""
    return on_one_line(value if isinstance(value, str) else dumps(value), LONGEST)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
