"""What a model starts in a workspace rests on what the person said, not on what the model wrote."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.app.workspaces.host import WorkspaceHost
from pollex.core.json import Object, dumps

from ...agent.site import Site
from ...servers import serving
from ...waits import until_async

PAGE = "<title>Shop</title><h1>Kettle</h1><form method=post action=/order><button>Order the kettle</button></form>"


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as running:
        yield running


@pytest_asyncio.fixture
async def app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path) as running:
        running.runs.execution.waits = True  # as in a server, where people answer
        yield running


def call(called: str, **body: Any) -> Object:
    return {"op": "api.call", "params": {"method": "POST", "url": f"pollex://tool/{called}", "body": body}}


async def said(host: WorkspaceHost, text: str) -> None:
    await host.workspace.say("person", text)


BUY = "Press 'Order the kettle'"


async def test_a_task_that_a_model_wrote_does_only_what_the_person_asked_for(app: App, site: Site) -> None:
    host = await app.workspaces.open()
    await said(host, f"What is there at {site.url}?")
    [result] = await host.workspace.apply([call("runs.start", task=BUY, url=site.url, wait=False)], by="model")
    run = result.unwrap()["run"]
    [question] = (await until_async("a person is asked", lambda: app.runs.questions(run))).values()
    assert "only asks" in question.text
    await app.runs.approve(run, approved=False)
    assert not (await app.runs.outcome(run)).ok
    assert site.came == []


async def test_what_the_person_asked_for_is_done_unasked(app: App, site: Site) -> None:
    host = await app.workspaces.open()
    await said(host, f"{BUY} at {site.url}")
    [result] = await host.workspace.apply([call("runs.start", task=BUY, url=site.url, wait=False)], by="model")
    run = result.unwrap()["run"]
    ended = await app.runs.outcome(run)
    assert ended.ok, ended.fault
    assert site.came == ["/order"]


@pytest.mark.parametrize(("by", "passes"), [("program", True), ("model", False)])
async def test_a_model_reaches_no_private_address_that_nobody_named(
    app: App, site: Site, by: str, passes: bool
) -> None:
    host = await app.workspaces.open()
    await said(host, "Show me the news.")
    [result] = await host.workspace.apply([call("page.navigate", url=site.url)], by=by)
    assert result.ok is passes
    assert passes or (result.fault is not None and result.fault.code == "blocked_domain")


async def test_a_private_address_that_the_person_names_is_reached(app: App, site: Site) -> None:
    host = await app.workspaces.open()
    await said(host, f"Open {site.url} please.")
    [result] = await host.workspace.apply([call("page.navigate", url=site.url)], by="model")
    assert result.ok, result.fault


async def test_a_person_allows_a_host_of_this_network_by_a_setting(tmp_path: Path, site: Site) -> None:
    async with App(home=tmp_path, allow_private=(site.url.split("/")[2],)) as app:
        host = await app.workspaces.open()
        await said(host, "Show me the news.")
        fetched = {"op": "api.call", "params": {"method": "GET", "url": site.url}}
        results = await host.workspace.apply([call("page.navigate", url=site.url), fetched], by="model")
        assert [each.ok for each in results] == [True, True], results


@pytest.mark.parametrize("by", ["model", "button", "plan"])
async def test_a_workflow_or_tool_that_a_model_starts_is_asked_about(app: App, by: str) -> None:
    host = await app.workspaces.open()
    await said(host, "What is the weather like?")
    start = call("runs.start", tool="doctor", wait=False)
    if by == "button":
        button = f"<button data-command='{dumps([start])}'>Weather</button>"
        drawn: Object = {"op": "dom.set", "params": {"windowId": "w", "target": "#root", "html": button}}
        await host.workspace.apply([{"op": "window.create", "params": {"id": "w", "title": "W"}}, drawn], by="model")
        [command] = [each for each in _commands(host.workspace.snapshot()) if each]
        host._begin(host.workspace.press("w", command))
    elif by == "plan":
        plan = await host.orchestrator.plans.keep([start], title="Weather")
        host._begin(host.orchestrator.plans.accept(plan.id))
    else:
        host._begin(host.workspace.apply([start], by="model"))
    [question] = (await until_async("a person is asked", host.approvals.open)).values()
    assert "a model starts 'doctor'" in question.text
    await host.approvals.answer(None, approved=False, by="test")


def _commands(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["command"]] if isinstance(value.get("command"), str) else []
        return [*own, *(each for inner in value.values() for each in _commands(inner))]
    return [each for inner in value for each in _commands(inner)] if isinstance(value, list | tuple) else []
