"""What HTML of a window may contain, as data: tags, attributes by tag, and the values of some attributes.

Everything that is not listed is dropped with a note. There is no switch that turns this off.
"""

from __future__ import annotations

import re
from typing import Final


def words(text: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(text.split())


TAGS: Final = words("""
    a abbr address article aside b bdi bdo blockquote br button caption cite code col colgroup data datalist dd del
    details dfn div dl dt em fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr i img input ins
    kbd label legend li main mark menu meter nav ol optgroup option output p pre progress q rp rt ruby s samp search
    section select small span strong sub summary sup table tbody td textarea tfoot th thead time tr u ul var wbr
    """)
DROPPED_WITH_CONTENT: Final = words(
    "embed iframe math noembed noframes noscript object script style svg template title"
)
VOID: Final = words(
    "area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr"
)
"""Elements that have no content and no end tag."""
RAW_TEXT: Final = words("iframe noembed noframes noscript plaintext script style textarea title xmp")
"""Elements whose content is text up to their end tag, whatever it looks like."""
TABLE_PARTS: Final = words("caption col colgroup tbody td tfoot th thead tr")

BINDING: Final = ("data-state-scope", "data-state-key")
COMMAND: Final = "data-command"
SCOPES: Final = ("workspace", "window", "user")
CONTROLS: Final = frozenset({"input", "textarea", "select"})
"""The elements that can be bound to state."""
NOT_CLICKABLE: Final = words("br col colgroup datalist hr optgroup option rp wbr")
"""The elements that no click reaches, so that `data-command` would do nothing there."""

REFERENCES: Final = words("""
    aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto aria-labelledby
    aria-owns for form headers list
    """)
"""The attributes that name ids of other elements."""

_ARIA: Final = frozenset(
    f"aria-{name}"
    for name in words("""
    atomic autocomplete braillelabel brailleroledescription busy checked colcount colindex colindextext colspan current
    description disabled expanded haspopup hidden invalid keyshortcuts label level live modal multiline multiselectable
    orientation placeholder posinset pressed readonly relevant required roledescription rowcount rowindex rowindextext
    rowspan selected setsize sort valuemax valuemin valuenow valuetext
    """)
)
EVERYWHERE: Final = frozenset(
    {"class", "dir", "hidden", "id", "lang", "role", "title", *BINDING, COMMAND}
    | _ARIA
    | {name for name in REFERENCES if name.startswith("aria-")}
)
"""The attributes of every element."""
_FIELD: Final = "autocomplete disabled form name required"
_TEXT_FIELD: Final = f"{_FIELD} maxlength minlength placeholder readonly"
_OWN: Final = {
    "a": "href rel target",
    "button": "disabled form name type value",
    "col": "span",
    "colgroup": "span",
    "data": "value",
    "del": "datetime",
    "details": "open",
    "fieldset": "disabled form name",
    "form": "autocomplete novalidate",
    "img": "alt height loading src width",
    "input": f"{_TEXT_FIELD} accept checked inputmode list max min multiple pattern size step type value",
    "ins": "datetime",
    "label": "for",
    "li": "value",
    "meter": "high low max min optimum value",
    "ol": "reversed start type",
    "optgroup": "disabled label",
    "option": "disabled label selected value",
    "output": "for form name",
    "progress": "max value",
    "select": f"{_FIELD} multiple size",
    "td": "colspan headers rowspan",
    "textarea": f"{_TEXT_FIELD} cols rows wrap",
    "th": "abbr colspan headers rowspan scope",
    "time": "datetime",
}
ATTRIBUTES: Final = {tag: EVERYWHERE | words(_OWN.get(tag, "")) for tag in TAGS}
"""The attributes of each element, by their exact names."""

ID: Final = re.compile(r"[\w.:-]+")
NEW_TAB: Final = {"target": "_blank", "rel": "noopener noreferrer"}
"""What every link to another place gets, so that it cannot replace the workspace."""
CHOICES: Final = {
    ("input", "type"): words("""
        button checkbox color date datetime-local email file hidden month number radio range reset search submit tel
        text time url week
        """),
    ("button", "type"): frozenset({"button", "reset", "submit"}),
    **{(tag, "autocomplete"): frozenset({"off", "on"}) for tag in ("form", "input", "select", "textarea")},
    **{("a", name): frozenset({value}) for name, value in NEW_TAB.items()},
}
"""The attributes that have only these values. A browser fills no stored data in: `autocomplete` is on or off."""

WHY_ELEMENT: Final = {
    "script": "there is no JavaScript here; use data-command",
    "style": "use classes",
    "link": "use classes",
    "svg": "use an image or a component",
    "iframe": "use a component",
    "dialog": "make a window",
}
WHY_ATTRIBUTE: Final = {
    "style": "use classes",
    "action": "a form sends its data-command",
    "formaction": "a form sends its data-command",
    "method": "a form sends its data-command",
    "srcset": "use src",
}
WHY_VALUE: Final = {
    "href": "a link begins with https://, http://, mailto: or # and has no spaces",
    "src": "an image is data:image/png, jpeg, gif, webp or avif in base64, or /api/files/ID",
    "id": "an id has letters, digits and - _ . : only, and #root is the content of the window",
    "target": "links open in a new tab",
    "rel": "links have noopener noreferrer",
}
