"""Components that show text."""

from __future__ import annotations

from typing import Final

from .component_type import ComponentType
from .properties import LABEL, LONG, choice, flag, markdown, text, tone

LANGUAGE: Final = text("The language, such as python or json.", 40)

TEXT_TYPES: Final = (
    ComponentType(
        name="text",
        title="Text",
        description="Plain text: a heading, a paragraph, a caption or a notice.",
        properties={
            "text": text("What it says. Line breaks are kept.", LONG),
            "variant": choice("Its rank.", "h1", "h2", "h3", "h4", "h5", "body", "caption", default="body"),
            "tone": tone(),
        },
        required=("text",),
        example={"text": "Three orders are open.", "tone": "warning"},
    ),
    ComponentType(
        name="markdown",
        title="Markdown",
        description="Markdown with tables, without HTML.",
        properties={"text": markdown("CommonMark with tables and strikethrough; HTML is shown as text.")},
        required=("text",),
        example={"text": "## Result\n\n**3** of 4 checks passed, see the [report](https://example.com/report)."},
    ),
    ComponentType(
        name="code",
        title="Code",
        description="Source code, with colours and a copy button.",
        properties={
            "text": text("The code.", LONG),
            "language": LANGUAGE,
            "lineNumbers": flag("Whether lines are numbered."),
            "wrap": flag("Whether long lines are wrapped."),
        },
        required=("text",),
        example={"text": "print('hello')", "language": "python"},
    ),
    ComponentType(
        name="diff",
        title="Difference",
        description="Two texts and what differs between them, line by line.",
        properties={
            "before": text("The old text.", LONG),
            "after": text("The new text.", LONG),
            "language": LANGUAGE,
            "title": text("What is compared, such as a file's name.", LABEL),
            "layout": choice("Below each other or side by side.", "unified", "split", default="unified"),
        },
        required=("before", "after"),
        example={"before": "retries = 1\n", "after": "retries = 3\n", "title": "settings.toml"},
    ),
)
