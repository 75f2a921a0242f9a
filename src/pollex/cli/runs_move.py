"""`pollex runs move`: a run goes on in the person's own Chrome, or again in a browser of Pollex."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from ..core.fault import Fault
from ..core.json import Object
from ..core.result import Result
from .output import console, escaped
from .server_run import look_at_move, move_on_server

if TYPE_CHECKING:
    from ..app.app import App

GoalOption = Annotated[
    Literal["chrome", "headless"], typer.Option("--to", help="Your own Chrome, or a browser of Pollex.")
]
AgreeOption = Annotated[bool, typer.Option("--yes", "-y", help="Agree to what it takes along, unasked.")]


async def moved(app: App, run: str, to: str, tab: int | None, *, agreed: bool) -> Result:
    """Show what the run takes along, have the person agree, and move it."""
    luggage = await asyncio.to_thread(look_at_move, app, run, to)
    for line in _lines(luggage):
        console(stderr=True).print(line)
    if not agreed and not typer.confirm("Shall it take that along?", err=True):
        raise Fault("denied", "The run stays where it is.", expected="your yes", retry=False)
    done = await asyncio.to_thread(move_on_server, app, run, to, tab)
    return Result.success({"run": run, "status": "moved"}, notes=tuple(done["notes"]))


def _lines(luggage: Object) -> list[str]:
    goal = "your own Chrome" if luggage["to"] == "chrome" else "a browser of Pollex"
    lines = [f"Into {goal} it takes along, of {escaped(', '.join(luggage['domains']) or 'no site')}:"]
    lines += [f"  page     {escaped(each)}" for each in luggage["tabs"]]
    lines += [
        f"  cookies  {escaped(each['domain'])}: {escaped(', '.join(each['names']))}" for each in luggage["cookies"]
    ]
    return lines + [f"  storage  {escaped(each)}" for each in luggage["storage"]]
