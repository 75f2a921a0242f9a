"""Words for kinds of elements (`button`, `tick box`, `drop-down`, `sidebar`), and which elements are of that kind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeVar

from ...text.lexicon import name_word_index
from .scene import Thing

T = TypeVar("T")
Level = Literal["control", "item", "region", "heading", "picture"]


def table(rows: Mapping[T, str]) -> dict[str, T]:
    """Return what each expression stands for; those for one thing are listed with `|` between them."""
    return {name: meant for meant, names in rows.items() for name in names.split("|")}


def _set(names: str) -> frozenset[str]:
    return frozenset(names.split())


DATES: Final = _set("date datetime month week time")
TEXTS: Final = _set("textbox searchbox password spinbutton")
LISTS: Final = _set("combobox listbox")
FIELDS: Final = TEXTS | DATES | LISTS | _set("colour file slider")
BUTTONS: Final = _set("button menuitem switch tab")
TICKS: Final = _set("checkbox switch menuitemcheckbox")
CHOICES: Final = _set("radio option menuitemradio")
ENTRIES: Final = _set("link menuitem option treeitem tab menuitemcheckbox menuitemradio button")
ROWS: Final = _set("row listitem article option treeitem")
ACTED: Final = FIELDS | TICKS | ENTRIES | CHOICES
"""Roles of what people act on."""


@dataclass(frozen=True, slots=True)
class ElementKind:
    """What a word asks for."""

    level: Level
    roles: frozenset[str] = frozenset()
    also: frozenset[str] = frozenset()
    """Roles that people call so too."""
    marks: frozenset[str] = frozenset()
    """Words in class names or roles by which a part of the page shows that it is of this kind."""

    def fit(self, thing: Thing) -> float:
        """Return how well a control is of this kind, from 0 to 1."""
        if thing.role in self.roles:
            return 1.0
        clickable = thing.role == "generic" and self.roles & (BUTTONS | LISTS | {"link"})
        return 0.9 if thing.role in self.also or clickable else 0.0


def _control(roles: str | frozenset[str], also: str | frozenset[str] = "", marks: str = "") -> ElementKind:
    meant, near = (_set(each) if isinstance(each, str) else each for each in (roles, also))
    return ElementKind("control", meant, near, _set(marks))


def _part(roles: str, marks: str = "") -> ElementKind:
    return ElementKind("region", _set(roles), marks=_set(marks or roles))


BUTTON: Final = _control(BUTTONS, "link file")
FIELD: Final = _control(FIELDS, TICKS)
TICK: Final = _control(TICKS - {"switch"}, "radio switch")
OPENED: Final = _control(BUTTONS | ENTRIES | LISTS | _set("generic image row listitem"))
ITEM: Final = ElementKind("item", ROWS, marks=_set("item entry"))

CONTROLS: Final = table({
    BUTTON: "button|btn|push button",
    _control("link", "tab menuitem treeitem"): "link|hyperlink",
    FIELD: "field|input|input field|input box|entry field|form field",
    _control("textbox searchbox", TEXTS): "text field|text box|textbox|text area|textarea|text input|editor",
    _control(TEXTS): "bar",
    _control("searchbox textbox"): "search bar",
    _control(FIELDS | TICKS, "radio"): "box",
    TICK: "checkbox|check box|tick box|tickbox|tick|checkmark",
    _control(LISTS, "button"): "dropdown|drop down|dropdown list|drop down list|dropdown menu|drop down menu|select|"
    "select box|selector|combo box|combobox|pull down|menu",
    _control(LISTS): "list box|list",
    _control(LISTS | DATES, BUTTONS): "picker",
    _control("tab", BUTTONS | {"link"}): "tab",
    _control(ENTRIES, marks="nav navigation menu menubar tree sidebar side"): "menu entry|menu item",
    _control(ENTRIES): "entry",
    _control(CHOICES | ENTRIES, TICKS): "option",
    _control(CHOICES, TICKS): "choice|radio|radio button",
    _control("switch", TICKS | BUTTONS): "switch|toggle",
    _control("slider"): "slider",
    _control(BUTTONS | {"link"}, TICKS | {"image"}): "icon|symbol",
    _control("file", BUTTONS): "upload field",
    _control("date datetime month week", TEXTS): "date picker",
    _control("spinbutton", TEXTS): "spinner",
})  # fmt: skip
ITEMS: Final = table({
    ElementKind("item", ROWS, marks=_set("row line")): "row|line|table row",
    ElementKind("item", ROWS, marks=_set("card tile teaser")): "card|tile",
    ITEM: "item|list item|record",
})  # fmt: skip
OTHERS: Final = table({
    ElementKind("heading", _set("heading")): "heading|headline|title",
    ElementKind("picture", _set("image img")): "picture|image|photo",
})  # fmt: skip
PARTS: Final = table({
    _part("banner", "header banner top masthead bar"): "header|top bar",
    _part("contentinfo", "footer contentinfo foot bottom"): "footer",
    _part("complementary", "sidebar side aside"): "sidebar|side bar|side|side panel",
    _part("navigation", "nav navigation menu"): "navigation|nav|navigation bar|navbar",
    _part("", "breadcrumb crumb"): "breadcrumb|bread crumb",
    _part("dialog alertdialog", "dialog modal popup window"): "dialog|popup|pop up|modal|window",
    _part("menu menubar navigation listbox tree", "menu nav navigation"): "menu",
    _part("toolbar", "toolbar actions"): "toolbar|tool bar",
    _part("table grid treegrid", "table grid"): "table",
    _part("list listbox table tree", "list"): "list",
    _part("form"): "form",
    _part("region group article", "section panel module part area block"): "section|part|area|block",
    _part("group radiogroup region toolbar form", "group"): "group",
    _part("group region complementary dialog", "box panel topic contents section card"): "box",
    _part("group region tabpanel complementary", "panel pane"): "panel|pane|tab panel",
    _part("region group list", "column lane col"): "column",
    _part("group search form complementary", "filter facet"): "filter",
    _part("banner region dialog", "banner"): "banner",
    _part("region group list", "shelf"): "shelf",
    _part("tree"): "tree",
    _part("main", "main content body"): "main|content|page",
    _part("article main", "article body content"): "article",
    _part("toolbar banner navigation", "bar toolbar"): "bar",
})  # fmt: skip


def is_marked(part: Thing, marks: frozenset[str]) -> bool:
    """Whether the names that the page's makers gave to a part say that it is of a kind."""
    given = {*name_word_index(part.icon).tokens, *name_word_index(part.name).tokens}
    return any(mark in given or (len(mark) > 4 and any(mark in word for word in given)) for mark in marks)


def item_fit(thing: Thing, kind: ElementKind) -> float:
    """Return how well an item of a list is of the kind that was asked for."""
    if "row" in kind.marks:
        return 1.0 if thing.role == "row" else 0.78 if thing.role in ROWS else 0.6
    if "card" in kind.marks and (thing.box.height < 56 or thing.box.width < 90):
        return 0.6
    if not kind.marks.isdisjoint(name_word_index(thing.icon).tokens):
        return 1.0
    if thing.role == "row":
        return 0.97 if "item" in kind.marks else 0.85
    return 0.95 if thing.role in ROWS or thing.sort == "control" else 0.9
