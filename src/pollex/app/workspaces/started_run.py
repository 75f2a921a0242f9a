"""What a workspace shows of a run that was started in it: what the run draws, and that it has ended."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from ...core.fault import Fault
from ...runs.run import Run
from ...text.clip import on_one_line
from ...workspace.shown import show_batch
from ...workspace.workspace import Workspace
from ..product.runs_window import RUN

ENDED: Final = {"done": "is done. {where} shows what came of it.", "cancelled": "was stopped."}
FAILED: Final = "did not reach its end. {where} says why, and what to do."
"""How the chat tells that a run has ended, by its outcome."""


async def draw_shown(workspace: Workspace, run: Run) -> None:
    """Draw what a run shows, until it ends. What cannot be drawn is left out."""
    number, opened = 0, False
    async for event in run.follow():
        if event.kind == "workspace.changed" and "value" in event.data:
            number += 1
            with suppress(Fault):
                await workspace.apply(show_batch(run.id, number, event.data, opens=not opened), by="run")
                opened = True


async def tell_end(workspace: Workspace, run: Run, name: str) -> None:
    """Say in the chat that a run has ended. What it found is page text, and stays out of what a model reads."""
    result = await run.wait()
    outcome = "done" if result.fault is None else result.fault.code
    where = "Its window" if RUN.id(run.id) in workspace.desk.windows else "The window Runs"
    await workspace.say("model", f"“{on_one_line(name)}” {ENDED.get(outcome, FAILED).format(where=where)}")
