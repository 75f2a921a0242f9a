"""A person's pointer in a run's browser: menus open where it rests, things are dragged, and it compiles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pollex import App
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.runs.run import Run

from ..agent.site import Site
from ..board_page import BOARD
from ..servers import serving
from .test_takeover import at_wheel, is_here

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(Site(BOARD)) as made:
        yield made


class Person:
    """Somebody with a mouse in the browser of a run."""

    def __init__(self, app: App, run: Run) -> None:
        self._app = app
        self._run = run

    async def centre(self, selector: str) -> dict[str, float]:
        page = (await self._app.runs.live(self._run.id)).page
        assert isinstance(page, LivePage)
        assert page.tabs.current is not None
        assert isinstance(page.tabs.current.tab, PlaywrightTab)
        box = await page.tabs.current.tab.page.locator(selector).first.bounding_box()
        assert box is not None
        return {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}

    async def act(self, kind: str, selector: str, **more: Any) -> Any:
        return await self._app.live.act(self._run.id, {"kind": kind, **await self.centre(selector), **more})

    async def drag(self, start: str, goal: str) -> None:
        here, there = await self.centre(start), await self.centre(goal)
        await self.act("drag", start, dx=there["x"] - here["x"], dy=there["y"] - here["y"])


async def recorded(app: App, site: Site) -> tuple[Run, Person]:
    site.bodies = []
    run = await app.start(record={"url": site.url, "name": "Board"})
    await is_here(app, run)
    await at_wheel(app, run)
    return run, Person(app, run)


async def repeated(app: App, run: Run, site: Site) -> list[str]:
    """Make a workflow of what was done, run it, and return what it sent."""
    await app.runs.finish(run.id)
    assert (await app.runs.outcome(run.id)).ok
    site.bodies = []
    (await app.run_workflow(await app.find_run(run.id).compile())).unwrap()
    return site.bodies


async def tools(run: Run) -> list[str]:
    steps = [event.data for event in await run.events() if event.kind == "step.finished"]
    _opened, *done = [action["tool"] for step in steps for action in step["actions"]]
    return done


async def test_only_the_rests_that_opened_what_was_clicked_are_steps(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, environ={}) as app:
        run, person = await recorded(app, site)
        for place in ("#todo", "#bags", "#all", "#lamps", "#table", "#small"):
            await person.act("hover", place)
        await person.act("click", "#small")
        await person.act("hover", "#todo")
        await person.act("hover", "#bags")
        await person.act("click", "#todo b")
        for place in ("#todo", "#more", "#help"):
            await person.act("hover", place)
        await person.act("click", "#help")
        assert site.bodies == ["small", "help"]
        used = ["page.hover", "page.hover", "page.click", "page.click", "page.hover", "page.click"]
        assert await tools(run) == used
        assert await repeated(app, run, site) == ["small", "help"]


async def test_things_are_dragged_onto_others_and_by_a_distance(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, environ={}) as app:
        run, person = await recorded(app, site)
        await person.drag("#card", "#done")
        await person.act("drag", "#knob", dx=200, dy=0)
        assert site.bodies == ["done", "at 4"]
        assert await tools(run) == ["page.drag", "page.drag"]
        assert await repeated(app, run, site) == ["done", "at 4"]


FRAMED = """<!doctype html><title>Board</title><body style="margin:0">
<div id=card draggable=true style="width:80px;height:40px">Card</div>
<iframe id=frame style="position:absolute;left:200px;top:0;width:300px;height:200px" srcdoc="
<body style='margin:0' ondragover='event.preventDefault()'
  ondrop='event.preventDefault();parent.postMessage(`dropped ${event.dataTransfer.getData(`text`)}`,`*`)'>
<p style='margin:0;height:200px'>Zone</p></body>"></iframe><script>
card.ondragstart = (event) => event.dataTransfer.setData("text", "card");
onmessage = (event) => fetch("/", { method: "POST", body: event.data });
</script>"""
CLOSED = """<!doctype html><title>Board</title><body style="margin:0"><div id=host></div><script>
const root = host.attachShadow({ mode: "closed" });
root.innerHTML = `<style>button, input { position: absolute; left: 0; width: 100px; height: 30px }</style>
  <button style="top: 0">Inside</button><input style="top: 60px" aria-label="Name">`;
root.querySelector("button").onclick = () => fetch("/", { method: "POST", body: root.querySelector("input").value });
</script>"""


@pytest.mark.document("all", "What a person drags into another frame is recorded, and done again.")
async def test_a_thing_is_dragged_into_another_frame(tmp_path: Path) -> None:
    with serving(Site(FRAMED)) as site:
        async with App(home=tmp_path, environ={}) as app:
            run, person = await recorded(app, site)
            await person.drag("#card", "#frame")
            assert await tools(run) == ["page.drag"]
            assert await repeated(app, run, site) == ["dropped card"]


@pytest.mark.document("all", "What a person does in a closed shadow root is recorded, and done again.")
async def test_what_is_done_in_a_closed_shadow_root_is_done_again(tmp_path: Path) -> None:
    with serving(Site(CLOSED)) as site:
        async with App(home=tmp_path, environ={}) as app:
            run, _ = await recorded(app, site)
            for act in ({"kind": "click", "y": 75}, {"kind": "type", "text": "Ada"}, {"kind": "click", "y": 15}):
                await app.live.act(run.id, {"x": 50, **act})
            assert await tools(run) == ["page.type", "page.click"]
            assert await repeated(app, run, site) == ["Ada"]
