"""Healing never makes a second dispatch: it happens before the one that there is."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.core.call import new_id
from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.core.schema import Schema
from pollex.core.steps import MemorySteps
from pollex.core.tool import Tool
from pollex.flow.workflow import Workflow
from pollex.practice.server import Server
from pollex.practice.shop.state import Shop

from ...selection import some

Run = Callable[..., Awaitable[Result]]
KNOWN = {"role": "button", "name": "Place order", "tag": "button"}


def clicking(*faults: Fault | None) -> tuple[Tool, list[Object]]:
    """A click that ends in these faults, one after the other, and what it was called with."""
    calls: list[Object] = []
    left = list(faults)

    async def click(args: Object, context: Context) -> Object:
        calls.append({"selector": args["selector"]})
        fault = left.pop(0)
        if fault is not None:
            raise fault
        return {"used": args["selector"][0]}

    return Tool("page.click", "Click.", Schema({"type": "object"}), click, effect="act"), calls


async def near(args: Object, context: Context) -> Object:
    evidence = {**args["evidence"], "css": "#other"}
    return {"clear": True, "candidates": [{"index": 1, "score": 0.9, "evidence": evidence}]}


MATCH = Tool("page.match", "Tell what is near.", Schema({"type": "object"}), near, effect="read")


def node(**more: Any) -> Object:
    config = {"tool": "page.click", "args": {"selector": ["#buy"]}}
    return {"type": "tool", "config": config, "evidence": KNOWN, **more}


async def test_what_may_have_happened_is_not_healed_and_sent_again(run: Run) -> None:
    click, calls = clicking(Fault("not_found", "It went away.", uncertain=True), None)
    steps = MemorySteps()
    steps.send("/1", {"choice": 1})
    result = await run(node(retry={"attempts": 3}), tools=(click, MATCH), steps=steps, asks=True)
    assert result.fault is not None
    assert (result.fault.uncertain, len(calls)) == (True, 1)


async def test_a_person_is_asked_only_where_nothing_was_sent(run: Run) -> None:
    click, calls = clicking(Fault("not_found", "It is not there."), None)
    steps = MemorySteps()
    steps.send("/1", {"choice": 1})
    result = await run(node(), tools=(click, MATCH), steps=steps, asks=True)
    assert result.ok
    assert calls == [{"selector": ["#buy"]}, {"selector": ["#other"]}]


async def test_nobody_is_asked_where_nobody_is_there(run: Run) -> None:
    click, calls = clicking(Fault("not_found", "It is not there."))
    result = await run(node(), tools=(click, MATCH))
    assert (result.ok, len(calls)) == (False, 1)


def act(action: str, selector: str, **more: Any) -> Object:
    return {"type": "browser_action", "config": {"action": action, "selector": [selector], **more}}


def go(address: str) -> Object:
    return {"type": "browser_action", "config": {"action": "navigate", "url": "{{site}}" + address}}


def tick(selector: str) -> Object:
    return {"type": "tool", "config": {"tool": "page.check", "args": {"selector": [selector]}}}


FIELDS = {
    "Full name": "Ada Lovelace", "Street and number": "12 St James's Square", "Postcode": "10115",
    "Town or city": "Berlin",
}  # fmt: skip
CARD = {
    "Name on the card": "Ada Lovelace", "Card number": "4242 4242 4242 4242", "Valid until": "12/30",
    "Security code": "123",
}  # fmt: skip
BUYING = [
    go("/shop/item/10001"),
    act("click", 'role=button[name="Only necessary"]'),
    act("click", "form div:has(.stepper) > button"),
    go("/shop/checkout/address"),
    *(act("type", f"label={label}", text=text) for label, text in FIELDS.items()),
    act("type", "main input[name=email]", text="ada@example.org"),
    {
        "type": "tool",
        "config": {"tool": "page.select", "args": {"selector": ["label=Country"], "option": "Germany"}},
    },
    act("click", 'role=button[name="Continue"]'),
    tick("input[name=delivery][value=express]"),
    act("click", 'role=button[name="Continue"]'),
    *(act("type", f"label={label}", text=text) for label, text in CARD.items()),
    tick("label=I accept the terms of sale"),
    act("click", "form.panel button") | {"retry": {"attempts": 3, "delayMs": 1}},
]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def known(app: App) -> list[Any]:
    """What was known of each node's element when the order was placed on the site as it was."""
    orders, elements, _ = await bought(app, 1, BUYING, [None] * len(BUYING))
    assert orders == 1
    return elements


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("layout", some([4, 2], 2))
async def test_an_order_is_placed_once_on_a_changed_site(app: App, known: list[Any], layout: int) -> None:
    orders, _, rungs = await bought(app, layout, BUYING, known)
    assert orders == 1
    assert rungs.count("healed") >= 10


async def bought(app: App, layout: int, nodes: list[Object], known: list[Any]) -> tuple[int, list[Any], list[Any]]:
    """How many orders were placed, what was known of each node's element, and by which rung it was found."""
    with Server(layout=layout) as server:
        placed = [
            {**node, "position": at, **({"evidence": evidence} if evidence else {})}
            for at, (node, evidence) in enumerate(zip(nodes, known, strict=True), 1)
        ]
        declared = [{"display_name": "site", "type": "string"}]
        workflow = Workflow.from_json({"name": "buy", "inputs": declared, "nodes": placed})
        run = new_id()
        result = await app.run_workflow(workflow, {"site": server.url}, run=run, durable=False)
        rungs = [node["rung"] for node in result.unwrap()["nodes"]]
        shop = server.world.parts["shop"]
        assert isinstance(shop, Shop)
    calls = [event.data["result"] for event in await app.find_run(run).events() if event.kind == "call.finished"]
    return len(shop.orders) - 18, [each.get("proof", {}).get("/selector") for each in calls], rungs
