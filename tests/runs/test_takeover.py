"""A person takes over the browser of a run: acts are steps, the agent goes on from there, and secrets are nowhere."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App, Fault
from pollex.app.live.observed_recording import ObservedRecording
from pollex.core.protocols import ModelReply, ModelRequest, ToolRequest
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.runs.live_run import Taker
from pollex.runs.run import Run
from pollex.testing import ScriptedModel

from ..agent.site import Site
from ..servers import serving
from ..waits import until_async

pytestmark = pytest.mark.asyncio(loop_scope="session")
PASSWORD = "kestrel-7294"
PAGE = """<!doctype html><title>Join</title><form action=/join method=post>
<p><label>Name <input name=name id=name></label>
<p><label>Password <input name=password id=password type=password></label>
<p><label>Pin <input name=pin id=pin form=none style="-webkit-text-security: disc"></label>
<p><label>Colour <select name=colour id=colour><option>Red<option>Blue</select></label>
<p><label><input type=checkbox name=agree id=agree> I agree</label>
<p><button id=join>Join</button></form><button id=other>Other</button>"""


class Hesitant(ScriptedModel):
    """A model that answers only when it may."""

    def __init__(self, replies: list[ModelReply]) -> None:
        super().__init__(replies, name="hesitant", judge="yes")
        self.asked, self.may = asyncio.Event(), asyncio.Event()

    async def ask(self, request: ModelRequest) -> ModelReply:
        self.asked.set()
        await self.may.wait()
        return await super().ask(request)


def says(tool: str, **args: Any) -> ModelReply:
    return ModelReply("", (ToolRequest(f"call-{tool}", tool, args),), stop="tools")


DONE = says("done", text="The person has joined.", success=True)


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as made:
        yield made


@pytest_asyncio.fixture(name="app", loop_scope="session")
async def own_app(tmp_path: Path) -> AsyncIterator[App]:
    async with App(home=tmp_path, environ={}) as running:
        yield running


async def is_here(app: App, run: Run) -> None:
    await until_async("the run is here", lambda: app.runs.execution.live.find(run.id))


async def at_wheel(app: App, run: Run) -> None:
    async def is_so() -> bool:
        return (await app.runs.live(run.id)).at_wheel

    await until_async("the person is at the wheel", is_so)


async def click(app: App, run: Run, selector: str) -> Any:
    """Click in the middle of an element, as somebody who sees it does."""
    page = (await app.runs.live(run.id)).page
    assert isinstance(page, LivePage)
    assert page.tabs.current is not None
    assert isinstance(page.tabs.current.tab, PlaywrightTab)
    box = await page.tabs.current.tab.page.locator(selector).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    return await app.live.act(run.id, {"kind": "click", "x": x, "y": y})


async def fill_in(app: App, run: Run) -> None:
    """Fill in the form as a person does: with a mistake, letter by letter, and all at once."""

    async def act(kind: str, **act: Any) -> None:
        await app.live.act(run.id, {"kind": kind, **act})

    await click(app, run, "#name")
    await asyncio.gather(*(act("type", text=letter) for letter in "Adq"))
    await act("press", key="Backspace")
    await act("type", text="a")
    await click(app, run, "#password")
    await act("type", text=PASSWORD[:5])
    await act("type", text=PASSWORD[5:])
    assert await click(app, run, "#colour") == {"options": ["Red", "Blue"]}
    await act("choose", text="Blue")
    await click(app, run, "#agree")


async def test_where_a_person_cannot_be_observed_the_run_goes_on(
    app: App, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: ObservedRecording) -> None:
        raise Fault("unavailable", "Their browser is gone.")

    monkeypatch.setattr(ObservedRecording, "start", refuse)
    model = Hesitant([says("page_click", selector="#other"), says("done", text="Clicked.", success=True)])
    run = await app.start("Click Other", url=site.url, model=model, pictures=False)
    await model.asked.wait()
    live = await app.runs.live(run.id)
    monkeypatch.setattr(live, "observed", True)
    taking = asyncio.ensure_future(app.live.take(run.id, on=True))
    await until_async("the run is asked to wait", lambda: live.taken)
    model.may.set()
    with pytest.raises(Fault, match="Their browser is gone"):
        await taking
    assert not live.taken
    assert (await run.wait()).ok


async def everything(app: App, run: Run) -> str:
    return json.dumps([event.to_json() for event in await run.events()])


def person_steps(events: list[Any]) -> list[tuple[str, Any]]:
    steps = [event.data for event in events if event.kind == "step.finished" and event.data.get("by") == "person"]
    return [(action["tool"], action["args"].get("text")) for step in steps for action in step["actions"]]


async def test_the_agent_goes_on_from_what_the_person_did(app: App, site: Site) -> None:
    model = Hesitant([says("page_click", selector="#other"), DONE])
    run = await app.start("Join with a name and a password", url=site.url, model=model, pictures=False)
    await model.asked.wait()
    await app.live.take(run.id, on=True)
    model.may.set()
    await at_wheel(app, run)
    await fill_in(app, run)
    await click(app, run, "#join")
    await app.live.take(run.id, on=False)
    result = await run.wait()
    assert result.ok, result.fault
    assert site.bodies[-1] == f"name=Ada&password={PASSWORD}&colour=Blue&agree=on"
    typed = [("page.type", "Ada"), ("page.type", "{{secret.typed.text}}")]
    clicks = [("page.select", None), ("page.click", None), ("page.click", None)]
    assert person_steps(await run.events()) == [*typed, *clicks]
    told = model.requests[-1].messages[-1].text
    assert "A person took over" in told
    assert all(each in told for each in ("page_type", "Ada", "page_select", "I agree"))
    assert PASSWORD not in await everything(app, run) + str(model.requests)


async def test_no_piece_of_a_secret_is_kept_wherever_it_is_typed(app: App, site: Site) -> None:
    fields = {"username": "ada", "password": PASSWORD}
    app.vault.set("here", "username_password", ["127.0.0.1"], fields)
    app.vault.set("bank", "username_password", ["bank.example"], fields)
    run = await app.start(record={"url": site.url, "name": "Join"})
    await is_here(app, run)
    await at_wheel(app, run)
    await click(app, run, "#name")
    with pytest.raises(Fault, match="may not be typed") as raised:
        await app.live.act(run.id, {"kind": "type", "secret": "bank.password"})
    assert raised.value.code == "blocked_domain"
    await app.live.act(run.id, {"kind": "type", "secret": "here.password"})
    await click(app, run, "#agree")
    await click(app, run, "#name")
    await app.live.act(run.id, {"kind": "press", "key": "End"})
    await app.live.act(run.id, {"kind": "press", "key": "Backspace"})
    await app.live.act(run.id, {"kind": "type", "text": "!"})
    await click(app, run, "#pin")
    await app.live.act(run.id, {"kind": "type", "text": "osprey-"})
    for key in "33018842":
        await app.live.act(run.id, {"kind": "press", "key": key})
    await click(app, run, "#other")
    await app.runs.finish(run.id)
    assert (await app.runs.outcome(run.id)).ok
    typed = [each for each in person_steps(await run.events()) if each[0] in ("page.type", "page.keypress")]
    texts = ["{{secret.here.password}}", "{{secret.typed.text}}", "{{secret.typed.text}}"]
    assert typed == [("page.type", text) for text in texts]
    told = await everything(app, run)
    assert not [each for each in (PASSWORD[:-1], "osprey", "33018842") if each in told]


async def test_after_a_kill_nothing_that_the_person_did_is_done_again(tmp_path: Path, site: Site) -> None:
    first, site.bodies = Hesitant([says("page_click", selector="#other")]), []
    async with App(home=tmp_path, environ={}) as app:
        run = await app.start("Join with a name and a password", url=site.url, model=first, pictures=False)
        await first.asked.wait()
        await app.live.take(run.id, on=True)
        first.may.set()
        await at_wheel(app, run)
        await fill_in(app, run)
        await click(app, run, "#join")
        await app.live.act(run.id, {"kind": "goto", "url": f"{site.url}?again"})
        await click(app, run, "#name")
        await app.live.act(run.id, {"kind": "type", "text": "Grace"})
        await click(app, run, "#other")
    second = Hesitant([says("page_click", selector="#join"), DONE])
    second.may.set()
    async with App(home=tmp_path, environ={}) as app:
        app._models.name(second)  # the run asks for it by its name
        result = await app.resume_run(run.id)
        assert result.ok, result.fault
        steps = person_steps(await app.find_run(run.id).events())
    assert len(steps) == 8
    assert site.bodies == [f"name=Ada&password={PASSWORD}&colour=Blue&agree=on", "name=Grace&password=&colour=Red"]
    told = second.requests[0].messages[-1].text
    assert (told.count("A person took over"), told.count("page_type")) == (1, 3)


async def test_a_recording_goes_on_after_a_kill(tmp_path: Path, site: Site) -> None:
    site.bodies = []
    async with App(home=tmp_path, environ={}) as app:
        run = await app.start(record={"url": site.url, "name": "Join"})
        await is_here(app, run)
        await at_wheel(app, run)
        await click(app, run, "#name")
        await app.live.act(run.id, {"kind": "type", "text": "Ada"})
        await click(app, run, "#agree")
    async with App(home=tmp_path, environ={}) as app:
        await app.runs.start_again(run.id)
        await is_here(app, run)
        await at_wheel(app, run)
        await click(app, run, "#join")
        await app.runs.finish(run.id)
        assert (await app.runs.outcome(run.id)).ok
        assert site.bodies == ["name=Ada&password=&colour=Red&agree=on"]
        workflow = await app.find_run(run.id).compile()
        (await app.run_workflow(workflow, {"name": "Grace"})).unwrap()
    assert site.bodies[1:] == ["name=Grace&password=&colour=Red&agree=on"]


@pytest.mark.document("all", "Whoever takes the wheel second is told who has it.")
async def test_who_comes_second_is_told_who_has_the_wheel(app: App, site: Site) -> None:
    model, first, second = Hesitant([DONE]), Taker("another page"), Taker("the panel in Chrome")
    run = await app.start("Look", url=site.url, model=model, pictures=False)
    await is_here(app, run)
    await app.live.take(run.id, on=True, by=first)
    for ask in (app.live.take(run.id, on=True, by=second), app.live.act(run.id, {"kind": "reload"}, by=second)):
        with pytest.raises(Fault, match="The wheel of this run has another page, since ") as caught:
            await ask
        assert (caught.value.code, caught.value.retry) == ("conflict", True)
    app.live.leave(run.id, first)
    await app.live.take(run.id, on=True, by=second)
    with pytest.raises(Fault, match="has the panel in Chrome"):
        await app.live.take(run.id, on=False, by=first)
    await app.live.take(run.id, on=False, by=second)
    model.may.set()
    assert (await run.wait()) is not None
