"""What a call did, in words: `Clicked the button “Add to basket”`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ..core.json import Object, dumps
from ..text.clip import on_one_line
from .story import Action

ROLES: Final = {
    "textbox": "field",
    "searchbox": "search box",
    "combobox": "list",
    "listbox": "list",
    "spinbutton": "number field",
    "radio": "choice",
    "menuitem": "menu item",
    "img": "picture",
    "a": "link",
    "input": "field",
    "textarea": "field",
    "select": "list",
    "div": "element",
    "span": "element",
}
"""What people call an element of a role, or of a tag where it has none."""
LONG: Final = 80


class Saying(NamedTuple):
    """A verb as it is said of what was done and of what could not be done, and what follows it."""

    did: str
    do: str
    rest: Callable[[Object, str], str] = lambda _args, _element: ""


def said(action: Action) -> str:
    """The action in one line."""
    saying = SAYINGS.get(_tool(action)) or Saying("Called", "call", lambda _args, _element: action.tool)
    rest = saying.rest(action.args, element(action))
    verb = saying.did if action.ok else f"Could not {saying.do}" if action.ok is False else f"Began to {saying.do}"
    return f"{verb} {rest}".rstrip()


def element(action: Action) -> str:
    """The element that was acted on; as it was asked for where nothing more is known of it."""
    known = action.evidence
    name = next((known[key] for key in ("name", "label", "text", "placeholder") if known.get(key)), None)
    role = str(known.get("role") or known.get("tag") or "element")
    if name is not None:
        return f"the {ROLES.get(role, role)} {quoted(name)}"
    if known:
        return f"the {ROLES.get(role, role)}" + (f" {known['css']}" if known.get("css") else " without a name")
    return asked_for(action.args)


def asked_for(args: Object) -> str:
    given = args.get("selector", args.get("fallback"))
    if given is None:
        return f"element {args['index']}" if "index" in args else ""
    first = given[0] if isinstance(given, list) and given else given
    return f"element {first}" if isinstance(first, int) else on_one_line(str(first).removeprefix("act:"))


def quoted(words: Any) -> str:
    return f"“{on_one_line(words if isinstance(words, str) else dumps(words))}”"


def _tool(action: Action) -> str:
    """The tool that did it: `page.act` says which one it took, and on which element."""
    did = action.data.get("did")
    if action.tool == "page.act" and isinstance(did, str) and action.evidence and did in ("page.click", "page.hover"):
        return did
    return action.tool


def _into(args: Object, element: str) -> str:
    return f"{quoted(args.get('text', ''))} into {element}"


def _key(args: Object, element: str) -> str:
    return on_one_line(str(args.get("key", ""))) + (f" in {element}" if element else "")


def _checked(args: Object, element: str) -> str:
    return f"{element} {'off' if args.get('on') is False else 'on'}"


def _files(args: Object, element: str) -> str:
    files = args.get("files")
    names = files if isinstance(files, list) else [files]
    return f"{', '.join(str(name).replace(chr(92), '/').rpartition('/')[2] for name in names)} in {element}"


def _wait(args: Object, element: str) -> str:
    for name, words in (("text", "the text "), ("url", "the address ")):
        if name in args:
            return f"for {words}{quoted(args[name])}"
    return f"for {element}" if element else f"{args['duration']} ms" if "duration" in args else ""


def _tab(args: Object, _: str) -> str:
    return f"the tab {quoted(args['tabName'])}" if args.get("tabName") else "the tab"


def _of(name: str) -> Callable[[Object, str], str]:
    return lambda args, _: quoted(args[name]) if args.get(name) not in (None, "") else ""


def _plain(name: str) -> Callable[[Object, str], str]:
    return lambda args, _: on_one_line(str(args.get(name, "")), 120)


def _element(_: Object, element: str) -> str:
    return element


def _answered(args: Object, _: str) -> str:
    return "with yes" if args.get("accept", True) else "with no"


def _ended(args: Object, _: str) -> str:
    return f"{'cannot be done' if args.get('success') is False else 'is done'}: {quoted(args.get('text', ''))}"


SAYINGS: Final[dict[str, Saying]] = {
    "page.navigate": Saying("Went to", "go to", _plain("url")),
    "page.search": Saying("Searched the web for", "search the web for", _of("query")),
    "page.back": Saying("Went back", "go back"),
    "page.forward": Saying("Went forward", "go forward"),
    "page.refresh": Saying("Loaded the page again", "load the page again"),
    "page.click": Saying("Clicked", "click", _element),
    "page.hover": Saying("Pointed at", "point at", _element),
    "page.drag": Saying(
        "Dragged", "drag", lambda args, element: f"{element} to {on_one_line(str(args.get('to', '')))}"
    ),
    "page.type": Saying("Typed", "type", _into),
    "page.keypress": Saying("Pressed", "press", _key),
    "page.select": Saying("Chose", "choose", lambda args, element: f"{quoted(args.get('option', ''))} in {element}"),
    "page.check": Saying("Switched", "switch", _checked),
    "page.upload": Saying("Put", "put", _files),
    "page.act": Saying("Did", "do", _of("instruction")),
    "page.wait": Saying("Waited", "wait", _wait),
    "page.scroll": Saying("Scrolled", "scroll", lambda _, element: f"to {element}" if element else ""),
    "page.open_tab": Saying("Opened a tab at", "open a tab at", _plain("url")),
    "page.switch_tab": Saying("Switched to", "switch to", _tab),
    "page.close_tab": Saying("Closed", "close", _tab),
    "page.dialog": Saying("Answered the page", "answer the page", _answered),
    "page.screenshot": Saying("Took a picture", "take a picture", lambda _, each: f"of {each}" if each else ""),
    "page.pdf": Saying("Saved the page as PDF", "save the page as PDF"),
    "page.download": Saying("Downloaded by", "download by", _element),
    "page.extract": Saying("Read out", "read out", _of("instruction")),
    "page.find": Saying("Looked for", "look for", _of("text")),
    "page.query": Saying("Looked for", "look for", _element),
    "page.read": Saying("Read the page", "read the page"),
    "page.text": Saying("Read the page", "read the page"),
    "page.tables": Saying("Read the tables", "read the tables"),
    "page.records": Saying("Read the lists", "read the lists"),
    "page.choices": Saying("Read the choices", "read the choices"),
    "page.collect": Saying("Collected", "collect", _of("instruction")),
    "page.element": Saying("Looked at", "look at", _element),
    "page.state": Saying("Looked at the page", "look at the page"),
    "page.changes": Saying("Looked at what changed", "look at what changed"),
    "page.list_tabs": Saying("Looked at the tabs", "look at the tabs"),
    "page.current_tab": Saying("Looked at the tabs", "look at the tabs"),
    "remember": Saying("Noted", "note", _of("note")),
    "more": Saying("Looked for tools about", "look for tools about", _of("about")),
    "excerpt": Saying("Took out of a text", "take out of a text"),
    "aggregate": Saying("Worked out", "work out", _of("what")),
    "done": Saying("Said that it", "show that it", _ended),
}
