"""A run that waits for an answer closes its browser window, and goes on in one with the same state."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.json import Object
from pollex.flow.workflow import Workflow
from pollex.page.live import LivePage
from pollex.runs.run import Run

from ..agent.site import Site
from ..servers import serving
from ..waits import until_async

pytestmark = pytest.mark.asyncio(loop_scope="session")
PAGE = """<!doctype html><title>Form</title><body style="height:3000px"><form method=post>
<label>Name <input name=name></label><button>Send</button></form><script>
localStorage.visits = Number(localStorage.visits ?? 0) + 1;
document.title = `visit ${localStorage.visits}, ${document.cookie}`;
document.cookie = "seen=yes";
</script>"""
SOON = 0.05
"""Seconds for which a run of these tests waits with an open window."""


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as made:
        yield made


@pytest_asyncio.fixture(name="app", loop_scope="session")
async def own_app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path, environ={}, limits={"window_rest": SOON}) as running:
        yield running


def workflow(site: Site, *doing: Object) -> Workflow:
    """Go to the site, do something there, ask, and read what stands there then."""
    acts = [{"action": "navigate", "url": site.url}, *doing]
    nodes: list[Object] = [{"type": "browser_action", "config": each} for each in acts]
    nodes.append({"type": "ask", "alias": "said", "config": {"question": "Go on?"}})
    nodes.append({"type": "tool", "alias": "read", "config": {"tool": "page.inspect", "args": {"expression": READ}}})
    outputs = [{"display_name": "there", "type": "json", "value": "{{read}}"}]
    placed = [{"position": number, **each} for number, each in enumerate(nodes, 1)]
    return Workflow.from_json({"name": "ask", "nodes": placed, "outputs": outputs})


READ = "[document.title]"


async def asks(app: App, run: Run) -> tuple[LivePage, str]:
    """The page of a run that asks, and where it does."""
    found = await until_async("it asks", lambda: app.runs.questions(run.id))
    page = (await app.runs.live(run.id)).page
    assert isinstance(page, LivePage)
    return page, next(iter(found))


async def ends(app: App, run: Run, path: str) -> Any:
    await app.runs.answer(run.id, path, "yes")
    return (await run.wait()).unwrap()["outputs"]["there"]


def is_open(page: LivePage) -> bool:
    return page.tabs.current is not None


@pytest.mark.document("all", "A run that waits for an answer closes its browser window, and opens it with the answer.")
async def test_the_window_is_closed_and_opened_with_the_same_state(app: App, site: Site) -> None:
    run = await app.start(workflow=workflow(site))
    page, path = await asks(app, run)
    await until_async("its window is closed", lambda: not is_open(page))
    assert (page.alive, page.url) == (True, site.url)
    assert await ends(app, run, path) == ["visit 2, seen=yes"]


@pytest.mark.parametrize(
    "doing",
    [{"action": "type", "selector": "label=Name", "text": "Ada"}, {"action": "click", "selector": "role=button"}],
    ids=["typed", "sent"],
)
async def test_a_page_in_which_something_was_done_stays_open(app: App, site: Site, doing: Object) -> None:
    run = await app.start(workflow=workflow(site, doing))
    page, _ = await asks(app, run)
    assert not await page.sleep(unless=lambda: False)
    assert is_open(page)
    await app.runs.control.cancel(run.id)


async def test_who_watches_sees_it_and_keeps_it_open(app: App, site: Site) -> None:
    frames: list[Object] = []
    run = await app.start(workflow=workflow(site))
    page, path = await asks(app, run)
    await until_async("its window is closed", lambda: not is_open(page))
    watch = await app.live.watch(run.id, frames.append)
    await until_async("it is shown", lambda: any(each.get("image") for each in frames))
    live = await app.runs.live(run.id)
    assert (live.watched, frames[-1]["url"]) == (True, site.url)
    watch.close()
    await until_async("its window is closed again", lambda: not is_open(page))
    await app.live.take(run.id, on=True)
    await app.live.act(run.id, {"kind": "scroll", "x": 10, "y": 10, "dx": 0, "dy": 100})
    assert is_open(page)
    await app.live.take(run.id, on=False)
    assert (await ends(app, run, path))[0].endswith(", seen=yes")


async def test_a_browser_with_a_face_stays_open(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, environ={}) as app:
        browser = app._browsers.other(headed=True)
        page = app._browsers.page(app.context, chromium=browser)
        assert (page.options.sleeps, app._browsers.page(app.context).options.sleeps) == (False, True)
