"""An editor belongs to one conversation: `app.director()` twice gives two drafts, two sets of tools and two pages."""

import asyncio
import json
from pathlib import Path

import pytest

from pollex import App
from pollex.flow.director import WorkflowEditor
from pollex.practice.server import Server

MODULES = Path(__file__).parents[3] / "examples" / "modules"
browser = pytest.mark.asyncio(loop_scope="session")


async def url(editor: WorkflowEditor) -> str:
    return str((await editor.call("debug_browser", {"action": "inspect"})).unwrap()["url"])


@browser
async def test_two_conversations_do_not_meet(app: App, server: Server) -> None:
    shop, mail = f"{server.url}/shop/", f"{server.url}/mail/"
    async with app.director() as one, app.director({"name": "two", "nodes": []}) as two:
        (await one.call("create_node", {"type": "browser_action", "action": "navigate", "url": shop})).unwrap()
        (await two.call("manage_variable", {"operation": "set", "key": "who", "value": "Ada"})).unwrap()
        (await one.call("debug_browser", {"action": "navigate", "url": shop})).unwrap()
        (await two.call("debug_browser", {"action": "navigate", "url": mail})).unwrap()
        (await two.call("create_node", {"type": "show", "value": "Good day, {{who}}."})).unwrap()
        (await one.call("create_node", {"type": "show", "value": "Done."})).unwrap()
        assert [node["type"] for node in one.nodes] == ["browser_action", "show"]
        assert [node["type"] for node in two.nodes] == ["show"]
        assert (one.variables, two.variables) == ({}, {"who": "Ada"})
        assert (await url(one)).startswith(shop)
        assert (await url(two)).startswith(mail)
    assert "create_node" not in app.tools


@browser
async def test_two_conversations_try_at_the_same_time(app: App, server: Server) -> None:
    async def tried(site: str) -> tuple[str, list[str]]:
        node = {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": f"{server.url}{site}"}}
        said = {"position": 2, "type": "show", "config": {"value": site}}
        async with app.director({"name": site, "nodes": [node, said]}) as editor:
            data = (await editor.call("run_workflow")).unwrap()
            return await url(editor), [shown["value"] for shown in data["shown"]]

    sites = ("/shop/", "/mail/", "/shop/basket")
    found = await asyncio.gather(*map(tried, sites))
    for site, (address, shown) in zip(sites, found, strict=True):
        assert address.startswith(f"{server.url}{site}")
        assert shown == [site]


async def test_each_conversation_is_a_run_of_its_own_in_the_log(tmp_path: Path) -> None:
    async with App(home=tmp_path) as app:
        one, two = app.director(), app.director()
        await one.call("list_nodes")
        await two.call("describe_node_type", {"type": "show"})
        for editor, tool in ((one, "list_nodes"), (two, "describe_node_type")):
            events = await app.find_run(editor.context.run).events()
            assert [event.data["tool"] for event in events if event.kind == "call.started"] == [tool]


@browser
async def test_the_app_closes_the_windows_that_are_left_open(server: Server, tmp_path: Path) -> None:
    async with App(home=tmp_path) as app:
        editor = app.director()
        (await editor.call("debug_browser", {"action": "navigate", "url": f"{server.url}/shop/"})).unwrap()
        assert editor.context.page is not None
        assert editor.context.page.alive
    assert not editor.context.page.alive


async def test_a_module_that_changes_is_read_again_in_a_conversation(tmp_path: Path) -> None:
    module = json.loads((MODULES / "statistics" / "module.json").read_text())
    file = tmp_path / "module.json"
    file.write_text(json.dumps(module))
    async with App(home=tmp_path / "home") as app:
        app.add_module(file)
        editor = app.director()
        assert "central" not in (await editor.call("list_tools", {"about": ""})).unwrap()["others"]
        file.write_text(json.dumps({**module, "tools": [{**module["tools"][0], "name": "central"}]}))
        app.modules._next_look = 0
        assert "central" in (await editor.call("list_tools", {"about": ""})).unwrap()["others"]
