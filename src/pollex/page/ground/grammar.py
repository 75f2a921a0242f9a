"""The small words of phrases: actions, order, sides, states and relations."""

from __future__ import annotations

from typing import Final, Literal

from ...text.numbers import ORDINAL_WORDS
from .kinds import BUTTON, FIELD, OPENED, TICK, ElementKind, table

Way = Literal["in", "of", "below", "above", "left", "right", "beside", "after", "before", "between"]
PageSide = Literal["left", "right", "top", "bottom"]
ElementState = Literal[
    "on", "off", "disabled", "enabled", "open", "closed", "current", "empty", "filled", "required", "optional",
    "readonly", "invalid", "focused"
]  # fmt: skip

ARTICLES: Final = frozenset({"the", "a", "an", "this", "that", "these", "those", "my", "your", "its", "our"})
FILLERS: Final = frozenset({"please", "now", "then", "just", "i", "want", "let", "can", "you", "only"})
EMPTY: Final = ARTICLES | {"of", "with", "for", "and", "one", "that", "which", "is", "are", "two", "both"}
"""Words that say nothing at the edge of a name."""
WHOLE: Final = frozenset({"page", "site", "website", "screen", "document", "webpage"})
CONNECTORS: Final = frozenset({
    "that reads", "which reads", "that is", "which is", "that are", "which are", "called", "named", "labelled",
    "labeled", "titled", "with the text", "with the label", "with the name", "with the words", "that is called",
    "which is called", "that was", "that has", "marked", "that has been",
})  # fmt: skip
POINTING: Final = frozenset({
    "click", "click on", "press", "press on", "tap", "tap on", "hit", "push", "open", "go to", "go", "type", "type in",
    "type into", "enter", "fill in", "use", "find", "expand", "unfold", "show", "view", "see",
})  # fmt: skip
"""Actions that say nothing of what the element is for."""
ACTIONS: Final[dict[str, ElementKind | None]] = table({
    None: "click|click on|press|press on|tap|tap on|hit|push|use|activate|hover|hover over|focus|get|find|double click|"
    "right click|trigger|scroll to|choose|select|pick|change|set|toggle|flip|turn on|turn off|switch on|switch off|"
    "enable|disable|turn|switch|sort by|filter by|order by|show|show me|see|view|display|make it|make|play|drag|mark",
    OPENED: "open|open up|go to|go|go into|follow|expand|unfold|visit|jump to|switch to|move to|go back to|collapse|"
    "read|take me to|navigate to|bring up|look at|start|launch|close",
    BUTTON: "click the button|press the button|push the button",
    FIELD: "search|search for|search by|look for|type|type in|type into|enter|fill|fill in|fill out|write|write in|"
    "write into|put in|put into|input|enter text in|clear|give|type in to|edit|complete",
    TICK: "tick|check|untick|uncheck|tick off|deselect",
})  # fmt: skip
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
ORDINALS: Final[dict[str, int]] = {
    **{name: place for place, name in enumerate(ORDINAL_WORDS, 1)},
    **{f"{place}{'th' if 10 < place % 100 < 14 else _ENDINGS.get(place % 10, 'th')}": place for place in range(1, 100)},
    **{
        f"{name} {end}": -place
        for place, name in enumerate(ORDINAL_WORDS[:4], 1)
        for end in ("to last", "last", "from the end")
        if place > 1 or end == "from the end"
    },
    **{f"number {place}": place for place in range(1, 100)},
    **table({-1: "last|final|very last", 1: "very first", -2: "next to last|last but one|one before the last"}),
}
POSITIONS: Final[dict[str, tuple[PageSide, ...]]] = table({
    ("left",): "left|leftmost|left hand", ("right",): "right|rightmost", (): "hand",
    ("top",): "top|upper|topmost|uppermost|highest", ("bottom",): "bottom|lower|lowest|lowermost|end",
})  # fmt: skip
STATES: Final[dict[str, ElementState]] = table({
    "on": "ticked|checked|selected|chosen|switched on|turned on|pressed|is on|that is on|which is on|picked",
    "off": "unticked|unchecked|not ticked|not checked|not selected|unselected|switched off|turned off|is off|"
    "that is off|which is off|not chosen",
    "disabled": "disabled|greyed out|grayed out|greyed|grayed|inactive|unavailable|that is disabled|not clickable|"
    "dimmed|cannot be clicked",
    "enabled": "enabled|clickable|not disabled|usable",
    "open": "open|expanded|opened|unfolded|that is open",
    "closed": "closed|collapsed|folded",
    "current": "highlighted|current|active|currently selected|currently open|we are on|i am on|you are on",
    "empty": "empty|blank|unfilled|not filled in",
    "filled": "filled|filled in|filled out|not empty|prefilled",
    "required": "required|mandatory|compulsory|obligatory|must be filled",
    "optional": "optional|not required|voluntary",
    "readonly": "read only|readonly",
    "invalid": "invalid|wrong|faulty",
    "focused": "focused",
})  # fmt: skip
RELATIONS: Final[dict[str, Way]] = table({
    "of": "of|for|from|on|at|with|about|by|belonging to|that belongs to|containing|that contains|that mentions|"
    "mentioning|where|whose|showing|that shows|regarding|concerning|among|since|that says|which says|saying|"
    "where it says",
    "in": "in|inside|within|inside of",
    "below": "under|below|beneath|underneath|directly under|directly below|right below|right under|just below|"
    "just under",
    "above": "above|over|on top of|directly above|right above|just above",
    "left": "left of|to the left of|on the left of|left from",
    "right": "right of|to the right of|on the right of|right from",
    "beside": "next to|beside|near|close to|alongside|along with|opposite|adjacent to|right next to|nearest to|"
    "closest to|around|right beside",
    "after": "after|following|right after|directly after|that follows|behind",
    "before": "before|preceding|right before|directly before|just before",
    "between": "between",
})  # fmt: skip
