"""The options of `pollex run`: each a type that says what it means."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

TaskArgument = Annotated[str, typer.Argument(metavar="TASK", help="What to do, in words; - reads it from stdin.")]
Url = Annotated[str | None, typer.Option(help="Where to begin.")]
ModelOption = Annotated[
    str | None, typer.Option(metavar="NAME", help="provider:model, or local; else what there is a key for.")
]
Fallback = Annotated[str | None, typer.Option(metavar="NAME", help="A second model, for when the first cannot answer.")]
MaxStepsOption = Annotated[
    int | None, typer.Option("--max-steps", min=1, help="How many decisions it may take; 50, and more for local.")
]
ModelTimeoutOption = Annotated[
    float | None, typer.Option("--model-timeout", metavar="SECONDS", help="How long the model may think; 120.")
]
Headed = Annotated[bool, typer.Option("--headed", help="Show the browser.")]
Cdp = Annotated[str | None, typer.Option(help="The address of a running browser (its CDP endpoint).")]
In = Annotated[
    Literal["chrome"] | None,
    typer.Option("--in", help="Work in your own Chrome, which is paired with the running server."),
]
Tab = Annotated[int | None, typer.Option(metavar="NUMBER", help="With --in chrome: the tab; else a free one.")]
Allow = Annotated[
    list[str] | None, typer.Option("--allow", metavar="DOMAIN", help="A domain that may be reached, and no other.")
]
Files = Annotated[list[str] | None, typer.Option("--file", metavar="PATH", help="A file that may be uploaded.")]
ReadOnly = Annotated[
    bool | None,
    typer.Option("--read-only/--may-change", help="Let nothing be changed, or something; else as the task asks."),
]
HistoryOption = Annotated[
    int | None,
    typer.Option(min=0, help="How many recent actions the model is shown; the limit history_actions."),
]
Downloads = Annotated[
    Path | None, typer.Option(metavar="DIR", help="Where downloads go; else into the run's own folder.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Allow what the task does not ask for, unasked.")]
Pictures = Annotated[bool, typer.Option("--pictures/--no-pictures", help="Keep a picture of each step.")]
Vision = Annotated[
    Literal["auto", "always", "off"],
    typer.Option(help="Show the model pictures: auto (drawn pages, models that see), always or off."),
]
Save = Annotated[Path | None, typer.Option(metavar="FILE.workflow.json", help="Keep what it did as a workflow.")]
Trace = Annotated[Path | None, typer.Option(metavar="FILE.zip", help="Write a Playwright trace, without secrets.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="Log every message and each state of the page.")]
SourcesOption = Annotated[
    list[Path] | None, typer.Option("--from", metavar="PATH", help="Files and folders with further tools.")
]
