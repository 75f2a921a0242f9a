"""Words for kinds of elements (`button`, `tick box`, `drop-down`), and which elements are of that kind."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from ...text.lexicon import name_words
from .scene import Thing

Level = Literal["control", "item", "region", "heading", "picture"]
FIELDS: Final = frozenset(
    {"textbox", "searchbox", "password", "spinbutton", "date", "datetime", "month", "week", "time", "colour",
    "combobox", "file", "listbox", "slider"}
)  # fmt: skip
TEXTS: Final = frozenset({"textbox", "searchbox", "password", "spinbutton"})
DATES: Final = frozenset({"date", "datetime", "month", "week", "time"})
BUTTONS: Final = frozenset({"button", "menuitem", "switch", "tab"})
TICKS: Final = frozenset({"checkbox", "switch", "menuitemcheckbox"})
LISTS: Final = frozenset({"combobox", "listbox"})
CHOICES: Final = frozenset({"radio", "option", "menuitemradio"})
LINKS: Final = frozenset({"link"})
ENTRIES: Final = frozenset(
    {"link", "menuitem", "option", "treeitem", "tab", "menuitemcheckbox", "menuitemradio", "button"}
)
ROWS: Final = frozenset({"row", "listitem", "article", "option", "treeitem"})


@dataclass(frozen=True, slots=True)
class Kind:
    """What a word asks for."""

    level: Level
    roles: frozenset[str] = frozenset()
    """Roles that it means."""
    also: frozenset[str] = frozenset()
    """Roles that people call so too."""
    marks: frozenset[str] = frozenset()
    """Words in class names or roles by which a part of the page shows that it is of this kind."""

    def fit(self, thing: Thing) -> float:
        """How well a control is of this kind, from 0 to 1."""
        if thing.role in self.roles:
            return 1.0
        if thing.role in self.also:
            return 0.9
        if thing.role == "generic" and self.roles & (BUTTONS | LINKS | LISTS):
            return 0.9
        return 0.0


def _control(roles: frozenset[str], also: frozenset[str] = frozenset(), marks: str = "") -> Kind:
    return Kind("control", roles, also, frozenset(marks.split()))


def _item(marks: str) -> Kind:
    return Kind("item", ROWS, frozenset(), frozenset(marks.split()))


def _region(roles: str, marks: str = "") -> Kind:
    return Kind("region", frozenset(roles.split()), frozenset(), frozenset((marks or roles).split()))


BUTTON: Final = _control(BUTTONS, LINKS | frozenset({"file"}))
FIELD: Final = _control(FIELDS, TICKS)
TEXT_FIELD: Final = _control(frozenset({"textbox", "searchbox"}), TEXTS)
TICK: Final = _control(TICKS - {"switch"}, frozenset({"radio", "switch"}))
BOX: Final = _control(FIELDS | TICKS, frozenset({"radio"}))
DROP: Final = _control(LISTS, frozenset({"button"}))
LIST: Final = _control(LISTS)
LINK: Final = _control(LINKS, frozenset({"tab", "menuitem", "treeitem"}))
TAB: Final = _control(frozenset({"tab"}), LINKS | BUTTONS)
ENTRY: Final = _control(ENTRIES)
MENU_ENTRY: Final = _control(ENTRIES, marks="nav navigation menu menubar tree sidebar side")
SWITCH: Final = _control(frozenset({"switch"}), TICKS | BUTTONS)
RADIO: Final = _control(CHOICES, TICKS)
ICON: Final = _control(BUTTONS | LINKS, TICKS | frozenset({"image"}))
SLIDER: Final = _control(frozenset({"slider"}))
UPLOAD: Final = _control(frozenset({"file"}), BUTTONS)
DATE: Final = _control(frozenset({"date", "datetime", "month", "week"}), TEXTS)
NUMBER: Final = _control(frozenset({"spinbutton"}), TEXTS)
OPENED: Final = _control(LINKS | BUTTONS | ENTRIES | LISTS | frozenset({"generic", "image", "row", "listitem"}))
ROW: Final = _item("row line")
CARD: Final = _item("card tile teaser")
ITEM: Final = _item("item entry")
HEADING: Final = Kind("heading", frozenset({"heading"}))
PICTURE: Final = Kind("picture", frozenset({"image", "img"}))

CONTROLS: Final[dict[str, Kind]] = {
    "button": BUTTON, "btn": BUTTON, "push button": BUTTON,
    "link": LINK, "hyperlink": LINK,
    "field": FIELD, "input": FIELD, "input field": FIELD, "input box": FIELD, "entry field": FIELD, "form field": FIELD,
    "text field": TEXT_FIELD, "text box": TEXT_FIELD, "textbox": TEXT_FIELD, "text area": TEXT_FIELD,
    "textarea": TEXT_FIELD,
    "text input": TEXT_FIELD, "editor": TEXT_FIELD, "bar": _control(TEXTS),
    "search bar": _control(frozenset({"searchbox", "textbox"})),
    "box": BOX, "checkbox": TICK, "check box": TICK, "tick box": TICK, "tickbox": TICK, "tick": TICK, "checkmark": TICK,
    "dropdown": DROP, "drop down": DROP, "dropdown list": DROP, "drop down list": DROP, "dropdown menu": DROP,
    "drop down menu": DROP, "select": DROP, "select box": DROP, "selector": DROP, "combo box": DROP, "combobox": DROP,
    "list box": LIST, "picker": _control(LISTS | DATES, BUTTONS), "pull down": DROP, "list": LIST, "menu": DROP,
    "tab": TAB, "menu entry": MENU_ENTRY, "menu item": MENU_ENTRY, "entry": ENTRY,
    "option": _control(CHOICES | ENTRIES, TICKS), "choice": RADIO,
    "switch": SWITCH, "toggle": SWITCH, "slider": SLIDER, "radio": RADIO, "radio button": RADIO, "icon": ICON,
    "symbol": ICON,
    "upload field": UPLOAD, "date picker": DATE, "spinner": NUMBER,
}  # fmt: skip
ITEMS: Final[dict[str, Kind]] = {
    "row": ROW, "line": ROW, "table row": ROW, "card": CARD, "tile": CARD, "item": ITEM, "list item": ITEM,
    "record": ITEM,
}  # fmt: skip
OTHERS: Final[dict[str, Kind]] = {
    "heading": HEADING, "headline": HEADING, "title": HEADING, "picture": PICTURE, "image": PICTURE, "photo": PICTURE,
}  # fmt: skip
PARTS: Final[dict[str, Kind]] = {
    "header": _region("banner", "header banner top masthead"), "top bar": _region("banner", "header banner top bar"),
    "footer": _region("contentinfo", "footer contentinfo foot bottom"),
    "sidebar": _region("complementary", "sidebar side aside"), "side bar": _region("complementary",
    "sidebar side aside"),
    "side": _region("complementary", "sidebar side aside"), "side panel": _region("complementary",
    "sidebar side aside"),
    "navigation": _region("navigation", "nav navigation menu"), "nav": _region("navigation", "nav navigation menu"),
    "navigation bar": _region("navigation", "nav navigation menu"),
    "navbar": _region("navigation", "nav navigation menu"), "breadcrumb": _region("", "breadcrumb crumb"),
    "bread crumb": _region("", "breadcrumb crumb"),
    "dialog": _region("dialog alertdialog", "dialog modal popup"), "popup": _region("dialog alertdialog",
    "dialog modal popup"), "pop up": _region("dialog", "dialog modal popup"),
    "modal": _region("dialog alertdialog", "dialog modal popup"), "window": _region("dialog alertdialog",
    "dialog modal window"),
    "menu": _region("menu menubar navigation listbox tree", "menu nav navigation"), "toolbar": _region("toolbar",
    "toolbar actions"), "tool bar": _region("toolbar", "toolbar actions"),
    "table": _region("table grid treegrid", "table grid"), "list": _region("list listbox table tree", "list"),
    "form": _region("form", "form"),
    "section": _region("region group article", "section panel module"), "part": _region("region group",
    "section part"), "area": _region("region group", "section area"),
    "group": _region("group radiogroup region toolbar form", "group"),
    "box": _region("group region complementary dialog", "box panel topic contents section card"),
    "panel": _region("group region tabpanel complementary", "panel"),
    "column": _region("region group list", "column lane col"), "filter": _region("group search form complementary",
    "filter facet"), "block": _region("region group", "block section"),
    "banner": _region("banner region dialog", "banner"), "shelf": _region("region group list", "shelf"),
    "pane": _region("region", "pane panel"), "tree": _region("tree", "tree"),
    "main": _region("main", "main content"), "content": _region("main", "main content body"),
    "article": _region("article main", "article body content"),
    "page": _region("main", "main content"), "tab panel": _region("tabpanel", "panel"),
    "bar": _region("toolbar banner navigation", "bar toolbar"),
}  # fmt: skip


def is_marked(part: Thing, marks: frozenset[str]) -> bool:
    """Whether the names that the page's makers gave to a part say that it is of a kind."""
    if not (part.icon or part.name):
        return False
    given = {*name_words(part.icon).tokens, *name_words(part.name).tokens}
    return any(mark in given or (len(mark) > 4 and any(mark in word for word in given)) for mark in marks)
