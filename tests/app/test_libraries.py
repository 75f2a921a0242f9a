"""Library tools called through an app, on the practice sites in a real browser."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from pollex import App, Fault
from pollex.core.call import Call, new_id
from pollex.core.invoke import invoke
from pollex.practice.server import Server

from ..library.practice import copy_examples

WORKFLOWS = Path(__file__).parents[2] / "examples" / "workflows"
pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(server: Server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        host = urlsplit(server.url).hostname or ""
        made.vault.set("my-bank", "username_password", [host], {"username": "ada", "password": "lovelace-1843"})
        made.vault.set("my-bank-code", "authenticator", [host], {"secret": "PRACTICEPOLLEXADA234567ABCDEFGHI"})
        made.add_library(copy_examples(tmp_path_factory.mktemp("library"), server.url))
        yield made


async def test_a_python_script_answers_with_its_outputs(app: App) -> None:
    result = await app.run_tool("shop.find-products", {"query": "kettle"}, durable=False)

    assert result.ok, result.fault
    assert {"name": "Halden Enamel Kettle, 1.5 l", "price": 69.9} in result.data["outputs"]["products"]


async def test_a_workflow_answers_with_its_outputs(app: App, server: Server) -> None:
    result = await app.run_tool("shop.cheapest-product", {"base": server.url, "query": "kettle"}, durable=False)

    assert result.ok, result.fault
    assert result.data["outputs"] == {"name": "Kaffa Works Glass Kettle, 0.5 l", "price": 30.0}


async def test_the_login_is_done_first_and_kept_for_the_next_run(app: App) -> None:
    first = await app.run_tool("bank.read-balance", durable=False)
    second = await app.run_tool("bank.read-balance", {"account": "savings"}, durable=False)

    assert first.ok, first.fault
    assert second.ok, second.fault
    assert first.data["login"] == {"app": "bank", "credential": "my-bank", "fresh": True}
    assert second.data["login"] == {**first.data["login"], "fresh": False}
    assert first.data["outputs"]["balance"].startswith("€")
    assert first.data["outputs"] != second.data["outputs"]
    log = str([event.data for event in await app.find_run(first.data["run"]).events()])
    assert "{{secret.username_password.password}}" in log
    assert "lovelace" not in log


async def test_a_run_takes_as_long_as_its_login_and_its_script(app: App) -> None:
    result = await app.libraries.log_in(Path(app.libraries.tools.find("bank.read-balance")[0].folder), "bank")
    events = await app.find_run(result.data["run"]).events()

    login = max(each.data["result"]["cost"]["ms"] for each in events if each.kind == "call.finished")
    assert result.cost.ms >= login > 0


async def test_a_call_of_the_tool_answers_with_the_outputs_alone(app: App) -> None:
    context = replace(app.context, run=new_id())  # as inside another run, which is kept elsewhere
    result = await invoke(Call("shop.find-products", {"query": "kettle"}), context)

    assert result.ok, result.fault
    assert result.data["products"][0] == {"name": "Halden Enamel Kettle, 1.5 l", "price": 69.9}
    assert result.notes[-1].startswith("This was the run ")


async def test_inputs_are_checked_and_defaulted(app: App) -> None:
    result = await app.run_tool("shop.find-products", {"querry": "lamp"}, durable=False)

    assert result.fault is not None
    assert [each.pointer for each in result.fault.issues] == ["/querry", "/query"]
    assert result.fault.issues[0].hint == "Did you mean 'query'?"


async def test_the_domains_of_the_app_hold_for_its_scripts(app: App, tmp_path: Path, server: Server) -> None:
    elsewhere = server.url.replace("127.0.0.1", "localhost") + "/shop/"
    body = f"return {{'at': await page.navigate('http' + {elsewhere[4:]!r})}}"
    script = f"async def run(page, inputs, credentials):\n    {body}"
    write_tool(tmp_path, script, domains=["127.0.0.1"])
    app.add_library(tmp_path)

    result = await app.run_tool("odd.try", durable=False)

    assert result.fault is not None
    assert result.fault.code == "blocked_domain"


@pytest.mark.parametrize(
    ("body", "code", "message"),
    [
        ("return {'at': 1, 'more': 2}", "invalid_output", "The answer of 'odd.try': There is no key 'more' here."),
        ("return {**inputs}", "invalid_output", "The answer of 'odd.try': The key 'at' is missing."),
        ("raise ValueError('no')", "failed", "The script 'try.py' raised ValueError: no (line 3)."),
        ("while True: pass", "timeout", "The script 'try.py' did not end within 1 s, and its process was killed."),
        ("import os; os._exit(3)", "failed", "The process of the script 'try.py' ended with exit code 3."),
        ("await page.click('css=#nowhere')", "not_found", ""),
        ("await page.close()", "failed", "The script 'try.py' raised AttributeError: 'ScriptPage' object has no"),
    ],
)
async def test_a_script_that_goes_wrong_is_a_result(
    app: App, tmp_path: Path, body: str, code: str, message: str
) -> None:
    made = {"at": 1}
    script = f"async def run(page, inputs, credentials):\n    made = {made}\n    {body}\n    return made"
    folder = write_tool(tmp_path, script.replace("return {'at': 1, 'more': 2}", "return dict(at=1, more=2)"))
    async with App(home=app.settings.home, environ={}) as other:
        other.add_library(folder)
        result = await other.run_tool("odd.try", durable=False, timeout=1 if code == "timeout" else 20)

    assert result.fault is not None
    assert (result.fault.code, result.fault.message.startswith(message)) == (code, True), result.fault


async def test_a_script_that_closes_its_tabs_harms_no_other_run(app: App, tmp_path: Path) -> None:
    body = "return {'at': [len(await page.close_tab()) for _ in range(3)]}"
    async with App(home=app.settings.home, environ={}) as other:
        other.add_library(write_tool(tmp_path, f"async def run(page, inputs, credentials):\n    {body}"))
        result, unharmed = await asyncio.gather(
            other.run_tool("odd.try", durable=False),
            app.run_tool("shop.find-products", {"query": "kettle"}, durable=False),
        )

    assert unharmed.ok, unharmed.fault
    assert result.data["outputs"] == {"at": [0, 0, 0]}


async def test_a_script_that_prints_a_secret_prints_its_name(app: App, tmp_path: Path) -> None:
    body = "print(credentials['username_password'].password, credentials)\n    return {'at': 1}"
    folder = write_tool(tmp_path, f"async def run(page, inputs, credentials):\n    {body}")
    template = folder / "apps/odd/tool/try.template.json"
    template.write_text(json.dumps({**json.loads(template.read_text()), "optionalCredentials": ["username_password"]}))
    async with App(home=app.settings.home, environ={}) as other:
        other.add_library(folder)
        result = await other.run_tool("odd.try", durable=False)
        log = str([event.data for event in await other.find_run(result.data["run"]).events()])

    assert result.ok, result.fault
    assert "{{secret.username_password.password}}" in log
    assert "lovelace" not in log


async def test_credentials_are_chosen_by_type(app: App, tmp_path: Path) -> None:
    async with App(home=tmp_path / "home", environ={}) as other:
        other.add_library(copy_examples(tmp_path / "library", "http://127.0.0.1:1"))
        none = await other.run_tool("bank.read-balance", durable=False)
        for name in ("one", "two"):
            other.vault.set(name, "username_password", ["127.0.0.1"], {"username": "a", "password": "b-password"})
        other.vault.set("away", "username_password", ["example.org"], {"username": "a", "password": "c-password"})
        several = await other.run_tool("bank.read-balance", durable=False)
        unknown = await other.run_tool("bank.read-balance", credentials={"username_password": "tow"}, durable=False)

    assert none.fault is not None
    assert none.fault.hint == "Store one: pollex credentials set NAME --type username_password --domain 127.0.0.1"
    assert several.fault is not None
    assert (several.fault.code, several.fault.expected) == ("ambiguous", "one of 'one', 'two'")
    assert unknown.fault is not None
    assert unknown.fault.hint == "Did you mean 'two'?"


async def test_a_credential_may_be_given_for_the_login_alone(app: App, tmp_path: Path) -> None:
    """The tool declares no authenticator, its login does; of the type `custom` neither knows."""
    folder = copy_examples(tmp_path / "library", "http://127.0.0.1:1")
    template = folder / "src/apps/bank/tool/read-balance.template.json"
    document = json.loads(template.read_text())
    del document["optionalCredentials"]
    template.write_text(json.dumps(document))
    async with App(home=app.settings.home, environ={}) as other:
        other.add_library(folder)
        given = {"username_password": "my-bank", "authenticator": "my-bank-code"}
        used = await other.run_tool("bank.read-balance", credentials=given, durable=False)
        unused = await other.run_tool("bank.read-balance", credentials={"custom": "my-bank"}, durable=False)

    assert used.fault is not None
    assert "127.0.0.1:1" in used.fault.message, "the login was tried, at an address where nothing is"
    assert unused.fault is not None
    assert unused.fault.message == "'bank.read-balance' uses no credentials of type 'custom'."


async def test_a_name_that_exists_is_refused_and_nothing_is_added(app: App, tmp_path: Path) -> None:
    before = app.tools.names()
    folder = write_tool(tmp_path, "async def run(page, inputs, credentials):\n    return {'at': 1}", app="shop")
    (folder / "apps/odd/tool/try.template.json").rename(folder / "apps/odd/tool/find-products.template.json")
    template = folder / "apps/odd/tool/find-products.template.json"
    template.write_text(template.read_text().replace('"slug": "try"', '"slug": "find-products"'))

    with pytest.raises(Fault, match=r"brings the tool 'shop\.find-products', which there is already"):
        app.add_library(folder)
    assert app.tools.names() == before


def write_tool(folder: Path, script: str, *, app: str = "odd", domains: list[str] | None = None) -> Path:
    """Write a library with one tool, whose output is `at`."""
    tool = folder / "apps/odd/tool"
    tool.mkdir(parents=True)
    about = {"id": app, "name": "Odd", "description": "Odd.", "allowedDomains": domains or ["127.0.0.1"]}
    output = {"display_name": "at", "type": "json", "required": True}
    template = {"slug": "try", "name": "Try", "type": "tool", "file": "try.py", "app": app, "outputSchema": [output]}
    (folder / "apps/odd/app.json").write_text(json.dumps(about))
    (tool / "try.template.json").write_text(json.dumps(template))
    (tool / "try.py").write_text(script)
    return folder


async def test_a_workflow_is_published_after_a_replay(app: App, tmp_path: Path, server: Server) -> None:
    folder = copy_examples(tmp_path, server.url)
    workflow = app.load_workflow(WORKFLOWS / "cheapest.workflow.json").document

    result = await app.libraries.publish(folder, workflow, app="shop", slug="cheapest", inputs={"base": server.url})

    assert result.ok, result.fault
    assert result.notes == ("Replayed to its end in a fresh browser; it changed nothing.",)
    assert app.libraries.check(folder).data["tools"].count("shop.cheapest") == 1


async def test_a_published_tool_hides_where_its_site_is_from_models_and_a_person_may_say_it(
    app: App, tmp_path: Path, server: Server
) -> None:
    workflow = app.load_workflow(WORKFLOWS / "cheapest.workflow.json").document
    options: dict[str, Any] = {
        "app": "hides",
        "slug": "cheapest",
        "domains": ["127.0.0.1"],
        "inputs": {"base": server.url},
    }
    assert (await app.libraries.publish(tmp_path, workflow, **options)).ok
    [tool] = app.add_library(tmp_path)

    refused = await app.call(tool.name, {"query": "kettle", "base": server.url})
    elsewhere = await app.run_tool(tool.name, {"query": "kettle", "base": "http://127.0.0.1:1"}, durable=False)
    here = await app.run_tool(tool.name, {"query": "kettle", "base": server.url}, durable=False)

    assert isinstance(tool.input.document, dict)
    assert "base" not in tool.input.document["properties"]
    assert app.libraries.input_of(tool.name).check({"query": "kettle", "base": server.url}).ok
    assert refused.fault is not None
    assert refused.fault.pointer == "/base"
    assert (elsewhere.ok, here.ok) == (False, True)


async def test_a_tool_only_reads_where_its_replay_changed_nothing(app: App, tmp_path: Path, server: Server) -> None:
    reads = app.load_workflow(WORKFLOWS / "cheapest.workflow.json").document
    acts = app.load_workflow(WORKFLOWS / "checkout.workflow.json").document
    options: dict[str, Any] = {"app": "effects", "domains": ["127.0.0.1"], "inputs": {"base": server.url}}
    for slug, workflow in (("cheapest", reads), ("checkout", acts)):
        assert (await app.libraries.publish(tmp_path, workflow, slug=slug, **options)).ok

    assert {each.name: each.effect for each in app.add_library(tmp_path)} == {
        "effects.cheapest": "read",
        "effects.checkout": "act",
    }


@pytest.mark.parametrize("whole", [False, True])
async def test_who_only_answers_a_banner_reads(app: App, tmp_path: Path, server: Server, *, whole: bool) -> None:
    task = 'Press "Only necessary". Search for "desk lamp". Tell me Name and Price of the first row of results.'
    run = await app.run(task, url=f"{server.url}/shop/", allow=["127.0.0.1"], durable=False, pictures=False)
    flow = (await run.compile()).document
    assert not any(node.get("taken") for node in flow["nodes"])
    options: dict[str, Any] = {"app": f"banner-{whole}".lower(), "slug": "first", "domains": ["127.0.0.1"]}

    result = await app.libraries.publish(tmp_path, flow, replay=whole, **options)

    assert result.ok, result.fault
    assert result.data["effect"] == "read"
    [tool] = app.add_library(tmp_path)
    answers = str(server.world).count("consent='necessary'")
    told = await app.run_tool(tool.name, {"query": "desk lamp"}, durable=False)
    assert told.ok, told.fault
    assert str(server.world).count("consent='necessary'") == answers + 1


async def test_a_tool_that_only_reads_is_held_to_it(app: App, tmp_path: Path, server: Server) -> None:
    workflow = app.load_workflow(WORKFLOWS / "checkout.workflow.json").document
    options: dict[str, Any] = {
        "app": "held",
        "slug": "checkout",
        "domains": ["127.0.0.1"],
        "inputs": {"base": server.url},
    }
    assert (await app.libraries.publish(tmp_path, workflow, **options)).ok
    template = tmp_path / "apps/held/tool/checkout.template.json"
    template.write_text(json.dumps({**json.loads(template.read_text()), "effect": "read"}))
    filled = str(server.world).count("Basket(lines={'")

    [tool] = app.add_library(tmp_path)
    result = await app.run_tool(tool.name, {"base": server.url}, durable=False)

    assert result.fault is not None
    assert "'held.checkout' only reads, and POST " in result.fault.message
    assert str(server.world).count("Basket(lines={'") == filled


async def test_a_flow_that_logs_in_is_published_and_logged_in_by_the_app(
    app: App, tmp_path: Path, server: Server
) -> None:
    task = 'Log in with my-bank. Open "Holiday Fund". Tell me Balance.'
    run = await app.run(task, url=f"{server.url}/bank/", allow=["127.0.0.1"], durable=False, pictures=False)
    flow = (await run.compile()).document
    assert any(node["config"].get("tool") == "login" for node in flow["nodes"])

    result = await app.libraries.publish(tmp_path, flow, app="savings", slug="holiday", domains=["127.0.0.1"])

    assert result.ok, result.fault
    [tool] = app.add_library(tmp_path)
    told = await app.run_tool(tool.name, durable=False)
    assert told.ok, told.fault
    assert told.data["outputs"] == {"balance": "€2,610.00"}


async def test_the_replay_ends_before_something_changes(app: App, tmp_path: Path, server: Server) -> None:
    folder = copy_examples(tmp_path, server.url)
    workflow = app.load_workflow(WORKFLOWS / "checkout.workflow.json").document
    filled = str(server.world).count("Basket(lines={'")

    result = await app.libraries.publish(folder, workflow, app="shop", slug="checkout", inputs={"base": server.url})

    assert result.ok, result.fault
    assert result.notes[0].startswith("Replayed up to the first request that changes something (POST ")
    assert str(server.world).count("Basket(lines={'") == filled


async def test_what_cannot_be_replayed_is_not_written(app: App, tmp_path: Path, server: Server) -> None:
    folder = copy_examples(tmp_path, server.url)
    workflow = app.load_workflow(WORKFLOWS / "cheapest.workflow.json").document

    result = await app.libraries.publish(
        folder, workflow, app="shop", slug="cheapest", inputs={"base": "http://127.0.0.1:1"}
    )

    assert not result.ok
    assert not list(folder.rglob("cheapest.*"))


async def test_publishing_logs_in_nowhere_but_at_the_addresses_of_the_workflow(app: App, tmp_path: Path) -> None:
    login = {"position": 1, "type": "tool", "config": {"tool": "login", "args": {"credential": "my-bank"}}}
    reading = {"position": 2, "type": "browser_query", "config": {"method": "extract", "instruction": "the balance"}}
    workflow = {"name": "Balance", "nodes": [login, reading]}

    result = await app.libraries.publish(tmp_path, workflow, app="lost", slug="balance", domains=["127.0.0.1"])

    assert result.fault is not None
    assert "it is not known where to log in" in result.fault.message
    assert await asyncio.to_thread(lambda: list(tmp_path.iterdir())) == []
