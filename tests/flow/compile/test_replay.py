"""Real runs on the practice sites, compiled and run again without a model on sites of their own."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex import App, Result
from pollex.core.json import Object
from pollex.flow.compile import Compiled
from pollex.practice.server import Server
from pollex.practice.shop.state import Visitor

from .conftest import SEED

pytestmark = pytest.mark.asyncio(loop_scope="session")

Perform = Callable[..., Awaitable[Compiled]]
Replay = Callable[..., Awaitable[Result]]
THINGS: Object = {
    "type": "array",
    "items": {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "number"}}},
}


def inputs(compiled: Compiled) -> dict[str, str]:
    declared = compiled.document["inputs"]
    return {each["display_name"]: each["default_value"] for each in declared if each["display_name"] != "base"}


def visitors(server: Server) -> list[Visitor]:
    """Who was in the shop, in order; each run is a visitor."""
    parts = [session.parts.get(Visitor) for session in server.world.sessions.known.values()]
    return [part for part in parts if isinstance(part, Visitor)]


def baskets(server: Server) -> list[list[tuple[str, int]]]:
    return [[(line.item.name, line.quantity) for line in each.basket.lines.values()] for each in visitors(server)]


async def test_search_and_basket(perform: Perform, replay: Replay, fresh: Server) -> None:
    compiled = await perform(
        'Refuse the cookies, search for "kettle", open the first product, set the quantity to 3 and buy it.',
        "/shop/",
        ("page.click", {"selector": "act:Only necessary"}),
        ("page.type", {"selector": "act:the search box", "text": "kettle"}),
        ("page.keypress", {"key": "Enter"}),
        ("page.click", {"selector": "act:the first product"}),
        ("page.type", {"selector": "act:Quantity", "text": "3"}),
        ("page.click", {"selector": "act:the first Add to basket button"}),
    )
    assert inputs(compiled) == {"query": "kettle", "quantity": "3"}
    for given in ({}, {"query": "bedside lamp", "quantity": "2"}):
        result = await replay(compiled, **given)
        assert result.ok, result.fault
    assert baskets(fresh) == [[("Halden Enamel Kettle, 1.5 l", 3)], [("Studio Heron Oak Bedside Lamp, large", 2)]]


async def test_a_download(perform: Perform, replay: Replay) -> None:
    compiled = await perform(
        "Download the report.", "/hard/download-link", ("page.download", {"selector": "act:Price list (CSV)"})
    )
    result = await replay(compiled)
    assert result.ok, result.fault
    [file] = [file for node in result.data["nodes"] for file in node.get("files", ())]
    assert file.endswith(".csv")


async def test_no_banner_comes(perform: Perform, app: App, server: Server) -> None:
    """The banner is answered by the run itself on its first page, so the second answer finds none."""
    compiled = await perform(
        "Accept the cookies and open the basket.",
        "/shop/",
        ("page.click", {"selector": "act:Accept all"}),
        ("page.click", {"selector": "act:the basket"}),
    )
    [first, look, route, click, *rest] = compiled.document["nodes"]
    moved = [{**node, "position": at} for at, node in enumerate((look, route, click), 10)]
    again = [{**moved[0], "alias": "again"}, {**moved[1], "config": {"value": "again.holds", "paths": {"true": [12]}}}]
    nodes = [
        first,
        look,
        route,
        click,
        *again,
        moved[2],
        *({**node, "position": 20 + at} for at, node in enumerate(rest)),
    ]
    twice = Compiled({**compiled.document, "nodes": nodes}, [], []).workflow(tools=app.tools)
    result = await app.run_workflow(twice, {"base": server.url}, durable=False)
    assert result.ok, result.fault
    ran = [node["path"] for node in result.data["nodes"]]
    assert "/3/4" in ran
    assert "/11/12" not in ran


async def test_an_answer_that_was_read_and_reckoned(perform: Perform, replay: Replay) -> None:
    def cheapest(data: list[Any]) -> Object:
        value = data[-1]["value"]
        return {"text": f"It is the {value['name']}.", "success": True, "values": value}

    compiled = await perform(
        'Search for "teapot" and tell me the cheapest one on the page.',
        "/shop/",
        ("page.type", {"selector": "act:the search box", "text": "teapot"}),
        ("page.keypress", {"key": "Enter"}),
        ("page.extract", {"instruction": "the products", "schema": THINGS}),
        ("aggregate", lambda data: {"rows": data[-1], "what": "least", "by": "price"}),
        ("done", cheapest),
    )
    same = await replay(compiled)
    assert same.ok, same.fault
    assert same.data["outputs"] == {"name": "Morsø & Vik Steel Teapot, 0.5 l", "price": 19.9}
    other = await replay(compiled, query="torch")
    assert other.ok, other.fault
    assert "Torch" in other.data["outputs"]["name"]


async def test_what_was_read_on_the_page_of_each_row(perform: Perform, replay: Replay, server: Server) -> None:
    """Other rows are other turns: what is asked of the orders that were returned, it can ask of those cancelled."""
    where = [{"field": "Status", "is": "eq", "value": "Returned"}]
    account = f"{server.url}/shop/account"

    def rows(data: Any) -> list[Object]:
        return [row["cells"] for row in data[0]["rows"]]

    def open_order(at: int) -> Callable[[list[Any]], Object]:
        return lambda data: {"selector": f"act:{data[2]['value'][at]['Order']}"}

    def all_things(data: list[Any]) -> Object:
        tables = [each for each in data[3:] if isinstance(each, list)]
        return {"text": "These.", "success": True, "values": [row["Thing"] for each in tables for row in rows(each)]}

    compiled = await perform(
        "Open My account. For each order with the status Returned, open it and read the things. List all of them.",
        "/shop/",
        ("page.click", {"selector": "act:My account"}),
        ("page.tables", {}),
        ("aggregate", lambda data: {"rows": rows(data[1]), "what": "list", "where": where}),
        *(("page.click", open_order(0)), ("page.tables", {}), ("page.navigate", {"url": account})),
        *(("page.click", open_order(1)), ("page.tables", {}), ("page.navigate", {"url": account})),
        *(("page.click", open_order(2)), ("page.tables", {})),
        ("done", all_things),
    )
    same = await replay(compiled)
    assert same.ok, same.fault
    [things] = same.data["outputs"].values()
    assert things[0] == "Papier Nord Walnut Wall Planner, A6"
    assert len(things) == 6
    [status] = inputs(compiled)
    other = await replay(compiled, **{status: "Cancelled"})
    assert other.ok, other.fault
    [others] = other.data["outputs"].values()
    assert others
    assert not set(others) & set(things)


async def test_what_was_done_to_each_row(perform: Perform, replay: Replay, fresh: Server) -> None:
    def wish(at: int) -> Callable[[list[Any]], Object]:
        return lambda data: {"selector": f"act:Add to wish list in the row of {data[0][at]['name']}"}

    compiled = await perform(
        "Put each of these things on the wish list.",
        "/shop/search?q=teapot&min=60&stock=1",
        ("page.extract", {"instruction": "the products", "schema": THINGS}),
        *(("page.click", wish(at)) for at in range(5)),
    )
    assert [node["type"] for node in compiled.document["nodes"]][1:4] == ["browser_query", "iterate", "tool"]
    result = await replay(compiled)
    assert result.ok, result.fault
    [visitor] = visitors(fresh)
    assert len(visitor.wishes) == 5


async def test_logging_in_with_a_stored_credential(
    perform: Perform, replay: Replay, app: App, credentials: None
) -> None:
    compiled = await perform(
        "Log in with the stored credential bank and open the transfers.",
        "/bank/",
        ("page.type", {"selector": "act:user name", "text": "{{secret.bank.username}}"}),
        ("page.type", {"selector": "act:password", "text": "{{secret.bank.password}}"}),
        ("page.keypress", {"key": "Enter"}),
        ("page.type", {"selector": "act:the security code", "text": "{{secret.phone.code}}"}),
        ("page.keypress", {"key": "Enter"}),
        ("page.click", {"selector": "act:Transfer"}),
    )
    assert inputs(compiled) == {}
    assert "lovelace" not in str(compiled.to_json())
    app.vault.set("phone", "authenticator", ["127.0.0.1"], {"secret": SEED})  # anew: no wait for its next code
    result = await replay(compiled)
    assert result.ok, result.fault


async def test_an_issue_with_a_title_of_ones_own(perform: Perform, replay: Replay, fresh: Server) -> None:
    compiled = await perform(
        'Create the issue "Printer on fire" with the priority High.',
        "/tracker/",
        ("page.click", {"selector": "act:Board"}),
        ("page.back", {}),
        ("page.click", {"selector": "act:New issue"}),
        ("page.type", {"selector": "label=Title", "text": "Printer"}),
        ("page.type", {"selector": "label=Title", "text": "Printer on fire"}),
        ("page.check", {"selector": "role=radio[name=High]"}),
        ("page.click", {"selector": "act:Create issue"}),
    )
    assert inputs(compiled) == {"title": "Printer on fire", "priority": "High"}
    acts = [node for node in compiled.document["nodes"] if "evidence" in node]
    assert len(acts) == 4  # neither the detour nor the first title
    for number, given in ((401, {}), (402, {"title": "Coffee is out"})):
        result = await replay(compiled, **given)
        assert result.ok, result.fault
        assert result.data["outputs"]["issue"] == f"KES-{number}"
        assert result.data["outputs"]["confirmation"] == f"KES-{number} created"
        assert result.data["outputs"]["title"] == given.get("title", "Printer on fire")
    tracker: Any = fresh.world.parts["tracker"]
    made = [(each.title, each.priority) for each in tracker.issues.values()]
    assert ("Printer on fire", "High") in made
    assert ("Coffee is out", "High") in made


async def test_what_is_gone_is_not_mistaken_for_its_neighbour(perform: Perform, replay: Replay, fresh: Server) -> None:
    compiled = await perform(
        "Delete the issue KES-389 and confirm.",
        "/tracker/",
        ("page.click", {"selector": "act:Actions for KES-389"}),
        ("page.click", {"selector": "act:Delete"}),
        ("page.dialog", {"accept": True}),
    )
    assert inputs(compiled) == {"issue": "KES-389"}
    first, again = await replay(compiled), await replay(compiled)
    assert (first.ok, again.ok) == (True, False)
    other = await replay(compiled, issue="KES-391")
    assert other.ok, other.fault
    tracker: Any = fresh.world.parts["tracker"]
    assert [number for number in range(1, 401) if number not in tracker.issues] == [389, 391]
