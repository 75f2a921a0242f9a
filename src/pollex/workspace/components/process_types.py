"""Components that show how far something is, and what happened."""

from __future__ import annotations

from typing import Final

from .component_type import ComponentEvent, ComponentType
from .properties import (
    LONG,
    MOST_PARTS,
    MOST_ROWS,
    SENTENCES,
    array,
    choice,
    command,
    flag,
    number,
    record,
    text,
    tone,
    whole,
)

AT: Final = text("When: a date and time by ISO 8601.", 40)

PROCESS_TYPES: Final = (
    ComponentType(
        name="progress",
        title="Progress",
        description="How far something is; without a value, that it is going on.",
        properties={
            "value": number("How much is done.", minimum=0),
            "maximum": number("How much there is to do.", exclusiveMinimum=0, default=100),
            "label": text("What is being done."),
            "tone": tone(),
        },
        example={"value": 40, "label": "Reading pages"},
    ),
    ComponentType(
        name="stepper",
        title="Steps",
        description="The steps of a wizard or a procedure, and which is current.",
        properties={
            "steps": array(
                "The steps, in order.",
                record(
                    {
                        "label": text("Its name."),
                        "detail": text("A sentence about it.", SENTENCES),
                        "state": choice(
                            "How it stands; by `current` if it is left out.", "waiting", "active", "done", "failed"
                        ),
                    },
                    ("label",),
                ),
                MOST_PARTS,
                minItems=1,
            ),
            "current": whole("The index of the current step.", default=0),
            "command": command("Applied when a step is selected; {{value}} is its index."),
        },
        required=("steps",),
        example={"steps": [{"label": "Address"}, {"label": "Payment"}, {"label": "Done"}], "current": 1},
        events={
            "select": ComponentEvent(
                "A step was selected.", {"value": whole("Its index.")}, command="command", writes="current"
            ),
        },
    ),
    ComponentType(
        name="log",
        title="Log",
        description="Lines of a log, the newest last.",
        properties={
            "lines": array(
                "The lines, in order.",
                record(
                    {
                        "text": text("What it says.", SENTENCES),
                        "level": choice("How grave it is.", "debug", "info", "warning", "error"),
                        "at": AT,
                    },
                    ("text",),
                ),
                MOST_ROWS,
            ),
            "follow": flag("Whether the end stays in view.", True),
        },
        required=("lines",),
        example={"lines": [{"at": "2026-11-15T09:30:00Z", "level": "warning", "text": "Second attempt"}]},
    ),
    ComponentType(
        name="timeline",
        title="Timeline",
        description="What happened when.",
        properties={
            "items": array(
                "What happened, in order.",
                record(
                    {
                        "at": AT,
                        "title": text("What happened."),
                        "detail": text("More about it.", LONG),
                        "tone": tone(),
                    },
                    ("at", "title"),
                ),
            ),
        },
        required=("items",),
        example={"items": [{"at": "2026-11-15T09:30:00Z", "title": "Order placed", "tone": "success"}]},
    ),
)
