"""A run that is told to wait says so in its log, and says when it goes on."""

import asyncio
from pathlib import Path

from pollex import App, tool
from pollex.core.call import new_id
from pollex.core.context import Context
from pollex.flow.workflow import Workflow

from ..waits import until_async


@tool(effect="read")
async def work() -> int:
    """Do the next thing."""
    return 1


async def test_a_pause_is_an_event_and_so_is_its_end(tmp_path: Path) -> None:
    async with App(home=tmp_path) as app:

        @tool(effect="read")
        async def pause(context: Context) -> str:
            """Tell the own run to wait."""
            await app.runs.control.pause(context.run)
            return "asked"

        app.tools.add(pause)
        app.tools.add(work)
        nodes = [
            {"position": at, "type": "tool", "config": {"tool": name}} for at, name in enumerate(("pause", "work"))
        ]
        run = app.find_run(new_id())

        async def waits() -> bool:
            return "run.paused" in [event.kind for event in await run.events()]

        going = asyncio.ensure_future(
            app.run_workflow(Workflow.from_json({"name": "wait", "nodes": nodes}), run=run.id)
        )
        await until_async("the run waits", waits)
        await app.runs.control.resume(run.id)
        (await going).unwrap()
        kinds = [event.kind for event in await run.events() if event.kind.startswith(("run.", "node."))]
    before, after = ["run.started", "node.started", "node.finished"], ["node.started", "node.finished", "run.finished"]
    assert kinds == [*before, "run.paused", "run.resumed", *after]
