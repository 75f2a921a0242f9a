"""What A2UI can say and a workspace cannot show, or shows otherwise."""

from __future__ import annotations

from typing import Final, Literal

Lack = Literal[
    "accessibility",
    "checks",
    "children",
    "chips",
    "computed",
    "context",
    "date-limits",
    "filter",
    "fit",
    "function",
    "icon-name",
    "icon-path",
    "justify",
    "label",
    "markdown-caption",
    "long",
    "media",
    "modal-trigger",
    "nested",
    "number-text",
    "password",
    "picture",
    "theme",
    "weight",
]

LACKS: Final[dict[Lack, str]] = {
    "accessibility": "Texts for assistive technologies are kept for pictures and icons only.",
    "checks": "Checks: only `required` and a largest length of a field are kept.",
    "children": "A layout holds at most 100 components; the rest is left out.",
    "chips": "Choices are shown as a select, not as chips.",
    "computed": "Computed texts are worked out when data arrives; they do not follow what a person enters.",
    "context": "The context of an action has the values as they were drawn, and names the state of the present ones.",
    "date-limits": "A date has no earliest and no latest value.",
    "filter": "Choices cannot be searched.",
    "fit": "A picture fits as `contain`, `cover` or `none`.",
    "function": "Only `openUrl` is called by a button.",
    "icon-name": "The name of an icon does not follow the state.",
    "icon-path": "Icons drawn by an SVG path are not shown.",
    "justify": "Space is put between components only, not around them, and they are not stretched.",
    "label": "A button has a text and an icon, no other components.",
    "markdown-caption": "Markdown has no rank: a caption in Markdown is shown as a body.",
    "long": "Labels are cut at 200 characters, texts at 64 KB.",
    "media": "Videos and sounds of other hosts are shown as links.",
    "modal-trigger": "A dialog is opened by a button of its own: of the trigger the text is kept, not its action.",
    "nested": "Options and titles of tabs do not follow the state.",
    "number-text": "A number shown as text does not follow the state.",
    "password": "Passwords are not asked for in a window.",
    "picture": "Pictures of other hosts are shown as links.",
    "theme": "A window has no theme of its own.",
    "weight": "Components of a row or column have no weights.",
}
