"""Every tool and login of the example library, in a real browser on the practice sites."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from pollex import App
from pollex.library.library import check_library
from pollex.practice.logins.pages import PAGES
from pollex.practice.server import Server

from .practice import EXAMPLES, copy_examples

pytestmark = pytest.mark.asyncio(loop_scope="module")

BANK = {"username_password": "my-bank", "authenticator": "my-bank-code"}
PAYROLL = {"username_password": "my-payroll", "authenticator": "my-payroll-code"}
READER = {"username_password": "my-reader"}
LUMEN = {"username_password": "my-lumen"}
VISITED = {"name": "Ada Lovelace", "date": "14.11.2026"}
"""What the pages behind the practice logins show."""
Outputs = dict[str, Any]


def has(name: str, row: Outputs) -> Callable[[Outputs], bool]:
    """Whether a list among the outputs has a row."""
    return lambda outputs: row in outputs[name]


RUNS: dict[str, tuple[Outputs, dict[str, str], Outputs | Callable[[Outputs], bool]]] = {
    "shop.find-products": (
        {"query": "kettle"},
        {},
        has("products", {"name": "Halden Enamel Kettle, 1.5 l", "price": 69.9}),
    ),
    "shop.cheapest-product": ({"query": "kettle"}, {}, {"name": "Kaffa Works Glass Kettle, 0.5 l", "price": 30.0}),
    "shop.first-result": ({"query": "kettle"}, {}, {"name": "Halden Enamel Kettle, 1.5 l", "price": "€69.90"}),
    "shop.read-product": (
        {"product": "10001"},
        {},
        {"name": "Tinsmith Copper Chef's Knife, 15 cm", "price": 65.95, "inStock": True},
    ),
    "shop.add-to-basket": (
        {"product": "10001", "quantity": 2},
        {},
        {"name": "Tinsmith Copper Chef's Knife, 15 cm", "quantity": 2, "total": 131.9},
    ),
    "shop.list-orders": (
        {},
        {},
        has("orders", {"order": "HP-1017-952", "date": "3 September 2026", "status": "Delivered", "total": 186.85}),
    ),
    "bank.read-balance": ({"account": "savings"}, BANK, lambda outputs: outputs["balance"].startswith("€")),
    "bank.list-transactions": (
        {"text": "rent"},
        BANK,
        has("transactions", {"date": "1 Nov 2026", "name": "Rowan Housing", "amount": "−€945.00"}),
    ),
    "bank.download-statement": ({"month": "2026-10"}, BANK, lambda outputs: outputs["file"].endswith("2026-10.csv")),
    "tracker.file-issue": (
        {"title": "The heron is asleep", "priority": "High"},
        {},
        {"key": "KES-401", "priority": "High"},
    ),
    "tracker.find-issues": (
        {"words": "calendar"},
        {},
        has("issues", {"key": "KES-7", "title": "Screen readers cannot leave the calendar", "status": "Done"}),
    ),
    "tracker.first-urgent-issue": (
        {"filter_by_status": "To do", "filter_by_priority": "Urgent"},
        {},
        lambda outputs: outputs["key"].startswith("KES-") and bool(outputs["title"]),
    ),
    "tracker.set-status": ({"issue": "KES-7", "status": "In review"}, {}, {"status": "In review"}),
    "mail.unread-messages": ({"most": 2}, {}, lambda outputs: len(outputs["messages"]) == 2 < outputs["count"]),
    "mail.star-messages": ({}, {}, lambda outputs: len(outputs["subjects"]) == 2),
    "travel.pick-departure": ({"day": "2027-02-09"}, {}, {"departure": "2027-02-09"}),
    "payroll.last-visit": ({}, PAYROLL, VISITED),
    "reader.read-account": ({}, READER, VISITED),
    "lumen.read-account": ({}, LUMEN, VISITED),
}
"""Each tool with inputs, credentials, and its outputs or what holds for them."""


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest.fixture(scope="module")
def library(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return copy_examples(tmp_path_factory.mktemp("library"), server.url)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(library: Path, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        store(made, "my-bank", "ada", "lovelace-1843", "PRACTICEPOLLEXADA234567ABCDEFGHI")
        store(made, "my-payroll", PAGES["code"].user, PAGES["code"].password, PAGES["code"].secret)
        store(made, "my-reader", PAGES["classic"].user, PAGES["classic"].password)
        store(made, "my-lumen", PAGES["two-pages"].user, PAGES["two-pages"].password)
        made.add_library(library)
        yield made


def store(app: App, name: str, user: str, password: str, seed: str = "") -> None:
    """Store a login of the practice sites, and the seed of its codes."""
    app.vault.set(name, "username_password", ["127.0.0.1"], {"username": user, "password": password})
    if seed:
        app.vault.set(f"{name}-code", "authenticator", ["127.0.0.1"], {"secret": seed})


@pytest.mark.parametrize("name", RUNS)
async def test_a_tool_does_what_it_says(app: App, name: str) -> None:
    inputs, credentials, expected = RUNS[name]

    result = await app.run_tool(name, inputs, credentials=credentials, durable=False)

    assert result.ok, result.fault
    outputs = result.data["outputs"]
    assert outputs == expected if isinstance(expected, dict) else expected(outputs), outputs


async def test_a_tool_of_an_app_without_a_login_uses_the_generic_one(library: Path, tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        store(app, "my-utility", PAGES["german"].user, PAGES["german"].password)
        app.add_library(library)
        result = await app.run_tool("utility.read-account", durable=False)

    assert result.ok, result.fault
    assert result.data["outputs"] == VISITED
    assert result.data["login"] == {"app": "utility", "credential": "my-utility", "fresh": True}


async def test_the_generic_login_of_an_app_begins_at_the_page_of_its_own_login(app: App, library: Path) -> None:
    result = await app.libraries.log_in(library, "bank", credentials=BANK)

    assert result.ok, result.fault


async def test_a_login_without_its_authenticator_is_not_tried(library: Path, server: Server, tmp_path: Path) -> None:
    async with App(home=tmp_path, environ={}) as app:
        store(app, "my-bank", "ada", "lovelace-1843")
        app.add_library(library)
        result = await app.run_tool("bank.read-balance", durable=False)

    assert result.fault is not None
    assert "'bank.password-and-code' needs a credential of type authenticator" in result.fault.message
    assert result.fault.hint == "Store one: pollex credentials set NAME --type authenticator --domain 127.0.0.1"
    assert server.app.state.world.age == 0, "a form of another page was sent"


async def test_a_login_that_is_refused_says_so(app: App, library: Path) -> None:
    wrong = {**PAYROLL, "username_password": "my-bank"}

    result = await app.libraries.log_in(library, "payroll/basic-2fa-login", credentials=wrong)

    assert result.fault is not None
    assert result.fault.message == "The site refused the login of 'payroll' with 'my-bank'."


async def test_a_login_that_could_not_be_tried_says_why(app: App, library: Path, server: Server) -> None:
    """The generic login, on a page of the app that has no login."""
    result = await app.libraries.log_in(library, "payroll", credentials=PAYROLL, url=f"{server.url}/hard/range")

    assert result.fault is not None
    assert result.fault.message.startswith(f"There is no login here: {server.url}/hard/range")


async def test_every_example_is_run_here() -> None:
    library, findings = check_library(EXAMPLES)

    assert findings.errors == []
    assert {each.name for each in library.of_type("tool")} == {*RUNS, "utility.read-account"}
    assert {each.name for each in library.of_type("auth")} == {
        "bank.password-and-code",
        "payroll.basic-2fa-login",
        "reader.sign-in",
        "lumen.two-pages",
    }
    assert {each.script_kind for each in library.templates} == {".py", ".workflow.json", ".ts", ".js"}
