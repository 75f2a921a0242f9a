"""The small words of phrases: actions, order, sides, states and relations."""

from __future__ import annotations

from typing import Final, Literal

from .kinds import BUTTON, FIELD, OPENED, TICK, Kind

Way = Literal["in", "of", "below", "above", "left", "right", "beside", "after", "before", "between"]
Side = Literal["left", "right", "top", "bottom"]
State = Literal[
    "on", "off", "disabled", "enabled", "open", "closed", "current", "empty", "filled", "required", "optional",
    "readonly", "invalid", "focused"
]  # fmt: skip

ARTICLES: Final = frozenset({"the", "a", "an", "this", "that", "these", "those", "my", "your", "its", "our"})
FILLERS: Final = frozenset(
    {"please", "now", "then", "just", "first", "i", "want", "to", "let", "can", "you", "only"}
) - {
    "first",
    "to",
}
STOP: Final = frozenset(
    {
        *ARTICLES, "of", "to", "in", "on", "at", "for", "with", "by", "and", "or", "it", "is", "are", "be", "me", "i",
        "from", "as", "into", "onto",
        "there", "here", "which", "who", "them", "him", "her", "his", "their", "any", "some", "one", "up", "out",
        "off", "when", "between", "about",
        "so", "then", "please", "just", "s", "?", "away", "says", "such", "been", "has", "have", "do", "does",
        "was", "were", "we", "you", "us",
    }
)  # fmt: skip
SOFT: Final = frozenset(
    {
        "page", "text", "thing", "item", "element", "control", "list", "entry", "screen", "site", "website", "show",
        "view", "see", "display", "get", "give",
        "make", "want", "need", "use", "go", "let", "set", "put", "ending", "starting", "beginning", "containing",
        "big", "field", "button", "link", "how", "many", "much", "only",
        "area", "section", "part", "form", "table", "row", "value", "content", "word", "named", "called", "current",
        "whole", "month", "step", "day", "week", "year",
    }
)  # fmt: skip
NOUNS: Final = frozenset(
    {
        "story", "article", "post", "product", "message", "mail", "email", "order", "result", "news", "video", "user",
        "person", "member", "file", "document", "ticket", "issue", "task", "event", "comment", "review", "book",
        "offer", "deal", "account", "transaction", "payment", "question", "answer", "operation", "project", "folder",
        "letter", "customer", "contact", "thing", "item", "entry", "record", "chapter", "topic", "section",
    }
)  # fmt: skip
"""What lists are of."""
NOISE: Final = frozenset(
    {
        "small", "little", "big", "large", "tiny", "round", "square", "grey", "gray", "blue", "red", "green",
        "yellow", "orange", "black", "white", "purple", "pink", "brown",
        "corner", "huge", "bright", "dark", "light", "wide", "long", "short", "narrow", "clickable", "visible",
        "respective", "corresponding", "own", "coloured", "colored",
    }
)  # fmt: skip
CONNECTORS: Final = frozenset(
    {
        "that reads", "which reads", "that is", "which is", "that are",
        "which are", "called", "named", "labelled", "labeled", "titled",
        "with the text", "with the label", "with the name", "with the words", "that is called", "which is called",
        "that was", "that has", "marked", "that has been",
    }
)  # fmt: skip

ACTIONS: Final[dict[str, Kind | None]] = {
    **dict.fromkeys(
        (
            "click", "click on", "press", "press on", "tap", "tap on", "hit", "push", "use", "activate", "hover",
            "hover over", "focus", "get", "find", "double click", "right click", "trigger", "scroll to", "choose",
            "select", "pick", "change", "set", "toggle", "flip", "turn on",
            "turn off", "switch on", "switch off", "enable", "disable", "turn", "switch", "sort by", "filter by",
            "order by", "show", "show me", "see", "view", "display", "make it", "make", "play", "drag", "mark",
        )
    ),
    **dict.fromkeys(
        (
            "open", "open up", "go to", "go", "go into", "follow", "expand",
            "unfold", "visit", "jump to", "switch to", "move to", "go back to", "collapse", "read",
            "take me to", "navigate to", "bring up", "look at", "start", "launch", "close",
        ),
        OPENED,
    ),
    **dict.fromkeys(("click the button", "press the button", "push the button"), BUTTON),
    **dict.fromkeys(
        ("search", "search for", "search by", "look for", "type", "type in", "type into", "enter", "fill", "fill in",
        "fill out", "write", "write in", "write into", "put in", "put into", "input", "enter text in", "clear",
        "give", "type in to", "edit", "complete"),
        FIELD,
    ),
    **dict.fromkeys(("tick", "check", "untick", "uncheck", "tick off", "deselect"), TICK),
}  # fmt: skip

_NAMES: Final = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
ORDINALS: Final[dict[str, int]] = {
    **{name: place for place, name in enumerate(_NAMES, 1)},
    **{f"{place}{'th' if 10 < place % 100 < 14 else _ENDINGS.get(place % 10, 'th')}": place for place in range(1, 100)},
    **{f"{name} to last": -place for place, name in enumerate(_NAMES[:4], 1) if place > 1},
    **{f"{name} last": -place for place, name in enumerate(_NAMES[:4], 1) if place > 1},
    **{f"{name} from the end": -place for place, name in enumerate(_NAMES[:4], 1)},
    **{f"number {place}": place for place in range(1, 100)},
    "last": -1, "final": -1, "very last": -1, "very first": 1, "next to last": -2, "last but one": -2,
    "one before the last": -2, "penultimate": -2,
}  # fmt: skip
POSITIONS: Final[dict[str, tuple[Side, ...]]] = {
    "left": ("left",), "leftmost": ("left",), "left hand": ("left",), "right": ("right",), "rightmost": ("right",),
    "top": ("top",), "upper": ("top",), "topmost": ("top",),
    "uppermost": ("top",), "bottom": ("bottom",), "lower": ("bottom",), "lowest": ("bottom",), "highest": ("top",),
    "lowermost": ("bottom",), "hand": (), "end": ("bottom",),
}  # fmt: skip
STATES: Final[dict[str, State]] = {
    **dict.fromkeys(("ticked", "checked", "selected", "chosen", "switched on", "turned on", "pressed", "is on",
    "that is on", "which is on", "picked", "enabled switch"), "on"),
    **dict.fromkeys(("unticked", "unchecked", "not ticked", "not checked", "not selected", "unselected",
    "switched off", "turned off", "is off", "that is off", "which is off", "not chosen"), "off"),
    **dict.fromkeys(("disabled", "greyed out", "grayed out", "greyed", "grayed", "inactive", "unavailable",
    "that is disabled", "not clickable", "dimmed", "cannot be clicked"), "disabled"),
    **dict.fromkeys(("enabled", "clickable", "not disabled", "usable", "available button"), "enabled"),
    **dict.fromkeys(("open", "expanded", "opened", "unfolded", "that is open"), "open"),
    **dict.fromkeys(("closed", "collapsed", "folded"), "closed"),
    **dict.fromkeys(("highlighted", "current", "active", "currently selected", "currently open", "we are on",
    "i am on", "you are on"), "current"),
    **dict.fromkeys(("empty", "blank", "unfilled", "not filled in"), "empty"),
    **dict.fromkeys(("filled", "filled in", "filled out", "not empty", "prefilled"), "filled"),
    **dict.fromkeys(("required", "mandatory", "compulsory", "obligatory", "must be filled"), "required"),
    **dict.fromkeys(("optional", "not required", "voluntary"), "optional"),
    **dict.fromkeys(("read only", "readonly"), "readonly"),
    **dict.fromkeys(("invalid", "wrong", "faulty"), "invalid"),
    "focused": "focused",
}  # fmt: skip
POINTING: Final = frozenset(
    {"click", "click on", "press", "press on", "tap", "tap on", "hit", "push", "open", "go to", "go", "type",
    "type in", "type into", "enter", "fill in", "use", "find", "expand", "unfold", "show", "view", "see"}
)  # fmt: skip
"""Actions that say nothing of what the element is for."""
RELATIONS: Final[dict[str, Way]] = {
    **dict.fromkeys(
        (
            "of", "for", "from", "on", "at", "with", "about", "by", "belonging to", "that belongs to", "containing",
            "that contains", "that mentions", "mentioning", "where", "whose", "showing", "that shows", "regarding",
            "concerning", "among", "since", "that says", "which says", "saying", "where it says",
        ),
        "of",
    ),
    **dict.fromkeys(("in", "inside", "within", "inside of"), "in"),
    **dict.fromkeys(("under", "below", "beneath", "underneath", "directly under", "directly below", "right below",
    "right under", "just below", "just under"), "below"),
    **dict.fromkeys(("above", "over", "on top of", "directly above", "right above", "just above"), "above"),
    **dict.fromkeys(("left of", "to the left of", "on the left of", "left from"), "left"),
    **dict.fromkeys(("right of", "to the right of", "on the right of", "right from"), "right"),
    **dict.fromkeys(("next to", "beside", "near", "close to", "alongside", "along with", "opposite", "adjacent to",
    "right next to", "nearest to", "closest to", "around", "right beside"), "beside"),
    **dict.fromkeys(("after", "following", "right after", "directly after", "that follows", "behind"), "after"),
    **dict.fromkeys(("before", "preceding", "right before", "directly before", "just before"), "before"),
    "between": "between",
}  # fmt: skip
