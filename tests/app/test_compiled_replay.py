"""A compiled workflow is replayed before it is handed over: up to its first effect, its reads compared."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import pytest
import pytest_asyncio

from pollex import App, Run
from pollex.core.json import Object
from pollex.flow.workflow import Workflow
from pollex.practice.server import Server
from pollex.practice.shop.state import Shop, Visitor

from ..flow.compile.conftest import Told

pytestmark = pytest.mark.asyncio(loop_scope="module")
THINGS: Object = {
    "type": "array",
    "items": {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}},
}


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        yield made


async def ran(app: App, url: str, task: str, *calls: tuple[str, Any]) -> Run:
    """Let an agent do a task by these calls."""
    model = Told([*calls] if calls[-1][0] == "done" else [*calls, ("done", {"text": "Done.", "success": True})])
    run = await app.run(task, url=url, model=model, allow=["127.0.0.1"], durable=False, pictures=False, policy="allow")
    assert run.result is not None
    assert run.result.ok, run.result.fault
    return run


def notes(workflow: Workflow) -> tuple[list[str], list[str]]:
    change = workflow.document["changes"][0]
    return [each for each in change["did"] if each.startswith("Replayed")], change["unsure"]


def shop(server: Server) -> Shop:
    found = server.world.parts["shop"]
    assert isinstance(found, Shop)
    return found


def baskets(server: Server) -> list[int]:
    parts = [session.parts.get(Visitor) for session in server.world.sessions.known.values()]
    return [len(part.basket.lines) for part in parts if isinstance(part, Visitor)]


def cheapest(data: Sequence[Any]) -> Object:
    value = data[-1]["value"]
    return {"text": f"It is the {value['name']}.", "success": True, "values": value}


CHEAPEST = 'Search for "teapot" and tell me the cheapest one.'
READING = (
    ("page.type", {"selector": "act:the search box", "text": "teapot"}),
    ("page.keypress", {"key": "Enter"}),
    ("page.extract", {"instruction": "the products", "schema": THINGS}),
    ("aggregate", lambda data: {"rows": data[-1], "what": "least", "by": "price"}),
    ("done", cheapest),
)


async def test_what_only_reads_is_replayed_to_its_end(app: App, server: Server) -> None:
    run = await ran(app, f"{server.url}/shop/", CHEAPEST, *READING)
    [replayed], unsure = notes(await run.compile())
    assert replayed.startswith("Replayed to its end in a fresh window, ")
    assert replayed.endswith("; 2 reads as in the run.")
    assert not any("replay" in each for each in unsure)


async def test_nothing_is_changed_and_a_cookie_banner_is_no_effect(app: App, server: Server) -> None:
    run = await ran(
        app,
        f"{server.url}/shop/",
        'Refuse the cookies, search for "kettle", open the first product and buy it.',
        ("page.click", {"selector": "act:Only necessary"}),
        ("page.type", {"selector": "act:the search box", "text": "kettle"}),
        ("page.keypress", {"key": "Enter"}),
        ("page.click", {"selector": "act:the first product"}),
        ("page.click", {"selector": "act:the first Add to basket button"}),
    )
    [replayed], unsure = notes(await run.compile())
    assert f"up to the first request that changes something (POST {server.url}/shop/basket" in replayed
    assert "Not replayed: node " in replayed
    assert "Add to basket button)" in replayed
    assert not any("replay" in each for each in unsure)
    assert sorted(baskets(server)) == [0, 1]


async def test_a_replay_that_differs_is_told_and_the_workflow_is_there(app: App, server: Server) -> None:
    run = await ran(app, f"{server.url}/shop/", CHEAPEST, *READING)
    for item in shop(server).items.values():
        item.price += 100
    made = await run.compile()
    [replayed], unsure = notes(made)
    assert "as in the run" not in replayed
    [rows, least] = [each for each in unsure if "read something else when it was replayed" in each]
    assert "/* is gone: {" in rows
    assert " more." in rows
    assert "/value/price is 20.9 (number), not 19.9 (number)" in least
    assert made.nodes


async def test_a_replay_that_fails_is_told_and_the_workflow_is_there(app: App, server: Server) -> None:
    run = await ran(app, f"{server.url}/shop/", CHEAPEST, *READING)
    shop(server).items.clear()
    made = await run.compile()
    assert any(each.startswith("Replayed at once in a fresh window, it failed at node ") for each in notes(made)[1])
    assert made.nodes


async def test_the_person_may_do_without(app: App, server: Server) -> None:
    run = await ran(app, f"{server.url}/shop/", CHEAPEST, *READING)
    assert notes(await run.compile(replay=False))[0] == []
