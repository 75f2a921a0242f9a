"""The windows *Live view*, of the browser of a run, and *Record*, where a person shows what a workflow is to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.json import Object
from ...text.clip import on_one_line
from .window import ProductWindow, call, html, rename, render

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

SHOP: Final = "http://127.0.0.1:8766/shop/"
ADDRESS: Final[Object] = {
    "type": "object",
    "properties": {"url": {"type": "string", "format": "uri", "title": "Address to begin at", "examples": [SHOP]}},
    "required": ["url"],
}
NAME: Final[Object] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 100, "title": "Name of the workflow"},
    },
    "required": ["name"],
}
SHOW_IT: Final = """
<p>Show it once: a browser opens at the address, and you are at the wheel. What you click, choose and type become the
steps of a workflow, which does the same again without you and without a model.</p>
<p class="muted">What you type into password fields is never recorded: the workflow asks for it, or takes a stored
credential.</p>
<div id="start"></div>
"""
AT_WHEEL: Final = """
<p>Do it once, here. Every click, choice and text becomes a step. When it is done, give it a name and keep it.</p>
<div id="keep"></div><div id="view"></div>
"""


async def draw_live(parts: AppParts, window: str, about: str) -> list[Object]:
    live: Object = {"run": about, "interactive": True}
    control = parts.runs().control
    if "record" not in await control.plan(about):
        name = on_one_line((await control.find(about)).name, 40)
        return [*([rename(window, f"Live view: {name}")] if name else []), render(window, "live", live)]
    keep: Object = {
        "schema": NAME,
        "submit": "Finish and keep",
        "command": [call("runs.finish", {"id": about, "keep": "{{form.name}}"})],
    }
    return [
        rename(window, "Recording"),
        html(window, AT_WHEEL),
        render(window, "live", live, target="#view"),
        render(window, "form", keep, id_="keep", target="#keep"),
    ]


async def draw_record(parts: AppParts, window: str, about: str) -> list[Object]:
    command = [call("runs.record", {"url": "{{form.url}}", "show": True})]
    form: Object = {"schema": ADDRESS, "submit": "Start recording", "command": command}
    return [html(window, SHOW_IT), render(window, "form", form, target="#start")]


LIVE: Final = ProductWindow(
    "live",
    "Live view",
    "view",
    "The browser of a run, as it is now; a person can take it over.",
    draw_live,
    "the id of a run",
    launched=False,
    width=820,
    height=690,
)
RECORD: Final = ProductWindow(
    "record",
    "Record",
    "record",
    "Show a workflow once, in a browser of its own, and keep it.",
    draw_record,
    width=520,
    height=400,
)
