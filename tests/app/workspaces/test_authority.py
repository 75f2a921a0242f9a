"""What a model starts in a workspace rests on what the person said, not on what the model wrote."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from html import escape
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.app.workspaces.host import WorkspaceHost
from pollex.core.json import Object, dumps
from pollex.workspace.command_result import CommandResult

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


async def test_an_address_that_was_named_in_an_earlier_message_is_named(app: App, site: Site) -> None:
    host = await app.workspaces.open()
    await said(host, f"I buy at {site.url}")
    await said(host, f"{BUY} there")
    [result] = await host.workspace.apply([call("runs.start", task=BUY, url=site.url, wait=False)], by="model")
    ended = await app.runs.outcome(result.unwrap()["run"])
    assert ended.ok, ended.fault
    assert site.came == ["/order"]


@pytest.mark.parametrize(
    ("words", "is_named"),
    [
        ("Open {url} please.", False),
        ("Open 127.0.0.1 please.", True),
        ("Open 127.0.0.1.example.com please.", False),
        ("Open {other} and {url}", True),
    ],
)
async def test_a_private_address_is_named_with_its_port(app: App, site: Site, words: str, is_named: bool) -> None:
    with serving(Site(PAGE)) as other:
        host = await app.workspaces.open()
        await said(host, words.format(url=site.url, other=other.url))
        [result] = await host.workspace.apply([call("page.navigate", url=other.url)], by="model")
        assert result.ok == is_named, result.fault


async def test_an_address_that_only_a_command_said_is_not_named(app: App, site: Site) -> None:
    host = await app.workspaces.open()
    await said(host, BUY)
    await host.workspace.say("person", f"At {site.url}", request=BUY)
    [result] = await host.workspace.apply([call("page.navigate", url=site.url)], by="model")
    assert result.fault is not None
    assert result.fault.code == "blocked_domain"


async def test_a_run_asks_the_model_that_was_chosen_in_the_workspace(app: App, site: Site) -> None:
    host = await app.workspaces.open()
    await host.choose_model("openai:small@http://127.0.0.1:9/v1")
    await said(host, f"{BUY} at {site.url}")
    [result] = await host.workspace.apply([call("runs.start", task=BUY, url=site.url, wait=False)], by="model")
    run = result.unwrap()["run"]
    started = await until_async("it began", lambda: app.log.find(run, "run.started"))
    assert started is not None
    assert started.data["model"] == "openai:small"
    await app.runs.control.cancel(run)


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


async def asked(host: WorkspaceHost, *commands: Object, by: str = "model") -> tuple[list[str], list[CommandResult]]:
    """What the person is asked, who says no, while commands are carried out; and their answers."""
    applying = asyncio.ensure_future(host.workspace.apply(list(commands), by=by))
    questions: list[str] = []
    while not applying.done():
        for path, question in (await host.approvals.open()).items():
            questions.append(question.text)
            await host.approvals.answer(path, approved=False, by="test")
        await asyncio.sleep(0.05)
    return questions, await applying


ORDER = call("page.click", selector="text=Order the kettle")


@pytest.mark.parametrize(("words", "questions"), [("What is there at {}?", 1), (BUY + " at {}", 0)])
async def test_a_press_of_a_models_own_is_judged_by_what_the_person_said(
    app: App, site: Site, words: str, questions: int
) -> None:
    host = await app.workspaces.open()
    await said(host, words.format(site.url))
    await host.workspace.apply([call("page.navigate", url=site.url)], by="model")
    found, [result] = await asked(host, ORDER)
    assert (len(found), result.ok, len(site.came)) == (questions, not questions, 1 - questions), result


async def test_a_press_of_a_program_is_the_persons_word(app: App, site: Site) -> None:
    host = await app.workspaces.open()
    await host.workspace.apply([call("page.navigate", url=site.url)], by="program")
    assert (await asked(host, ORDER, by="program"))[0] == []
    assert site.came == ["/order"]


@pytest.mark.parametrize("tool", ["run_workflow", "run_node", "save_workflow"])
async def test_a_draft_of_a_model_is_run_and_saved_only_where_a_person_agrees(app: App, site: Site, tool: str) -> None:
    host = await app.workspaces.open()
    await said(host, "hello")
    nodes = [{"type": "browser_action", "config": {"action": "navigate", "url": site.url}}]
    [made] = await host.workspace.apply([call("create_node", nodes=nodes)], by="model")
    assert made.ok, made
    args: dict[str, Object] = {"run_node": {"position": 1}, "save_workflow": {"name": "theft"}}
    [question], [result] = await asked(host, call(tool, **args.get(tool, {})))
    assert "a model" in question
    assert site.url in question
    assert (result.ok, site.came) == (False, [])


async def test_a_run_is_not_done_again_by_a_model(app: App, site: Site) -> None:
    run = await app.start(BUY, url=site.url)
    await run.wait()
    host = await app.workspaces.open()
    await said(host, "hello")
    [question], [result] = await asked(host, call("runs.fork", id=run.id, at="/1"))
    assert ("do again" in question, result.ok, site.came) == (True, False, ["/order"])


@pytest.mark.parametrize(("words", "questions"), [("hello", 1), ("Log in with bank please", 0)])
async def test_a_model_logs_in_where_the_person_speaks_of_it(app: App, words: str, questions: int) -> None:
    app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": "ada", "password": "x"})
    host = await app.workspaces.open()
    await said(host, words)
    found, _ = await asked(host, call("login", credential="bank"))
    assert len(found) == questions


ENTRY = """<title>Bank</title><h1>Sign in</h1><form method=post action=/login><label>User name <input name=user></label>
<label>Password <input type=password name=password></label><button>Sign in</button></form>"""


@pytest.mark.parametrize(("words", "asks"), [("What is the weather like?", True), ("Log in with bank", False)])
async def test_a_run_that_a_model_starts_logs_in_where_the_person_speaks_of_it(
    tmp_path: Path, words: str, asks: bool
) -> None:
    with serving(Site(ENTRY)) as site:
        async with App(home=tmp_path, environ={"POLLEX_ALLOW_PRIVATE": "127.0.0.1"}) as app:
            app.runs.execution.waits = True
            app.vault.set("bank", "username_password", ["127.0.0.1"], {"username": "ada", "password": "x"})
            host = await app.workspaces.open()
            await said(host, words)
            start = call("runs.start", task="Log in with bank.", url=site.url, wait=False)
            [result] = await host.workspace.apply([start], by="model")
            run = result.unwrap()["run"]
            ended = asyncio.ensure_future(app.runs.outcome(run))
            await until_async("asked or done", lambda: _is_asked(app, run, ended))
            found = await app.runs.questions(run)
            assert [bool(found), site.came] == [asks, [] if asks else ["/login"]]
            if asks:
                await app.runs.approve(run, approved=False)
            await ended


async def _is_asked(app: App, run: str, ended: asyncio.Future[Any]) -> bool:
    return ended.done() or bool(await app.runs.questions(run))


HIDING = {
    "class": "<button {}>Weather<span class='hidden-label'>{}</span></button>",
    "attribute": "<button {}>Weather<span hidden>{}</span></button>",
    "field": "<form {}><input type=hidden name=a value='{}'><button>Weather</button></form>",
}


@pytest.mark.parametrize("way", HIDING)
async def test_words_that_nobody_sees_are_nobodys_word(app: App, site: Site, way: str) -> None:
    host = await app.workspaces.open()
    await said(host, f"What is there at {site.url}?")
    start = call("runs.start", task=BUY, url=site.url, wait=False)
    html = HIDING[way].format(f"data-command='{escape(dumps([start]))}'", escape(BUY))
    drawn = {"op": "dom.set", "params": {"windowId": "w", "target": "#root", "html": html}}
    await host.workspace.apply([{"op": "window.create", "params": {"id": "w", "title": "W"}}, drawn], by="model")
    [command] = [each for each in _commands(host.workspace.snapshot()) if each]
    [result] = await host.workspace.press("w", command, form={"a": BUY} if way == "field" else {})
    await until_async("a person is asked", lambda: app.runs.questions(result.unwrap()["run"]))
    await app.runs.approve(result.unwrap()["run"], approved=False)
