"""Orders on the practice sites, in a real browser: done where they can be, failed where not, and never twice."""

from collections.abc import AsyncIterator, Iterator
from urllib.parse import urlsplit

import pytest
import pytest_asyncio

from pollex import App
from pollex.practice.server import Server
from pollex.runs.run import Run

from ...selection import some

DONE = [
    ("/hard/table-actions", "Click Remove in the row of Tomasz Wolski.", "Done: removed Tomasz Wolski"),
    ("/hard/typeahead", 'Choose "Freiburg, Switzerland" in City.', "Done: Freiburg, Switzerland"),
    ("/hard/dropdown-custom", "Choose Quince in Fruit.", "Done: Quince"),
    ("/hard/click-delegated", "Click Dill.", "Done: dill"),
    ("/hard/dialog-confirm", "Click Delete drafts. Dismiss the dialog.", "Done: drafts kept"),
    ("/hard/drag-drop", "Drag Tart to Tray.", "Done: tart on the tray"),
    (
        "/hard/calendar",
        'Click Departure. Click Next month until "February 2027" is shown. Click 9.',
        "Done: 2027-02-09",
    ),
]
FAILED = [
    ("/hard/dialog-confirm", "Click Delete drafts.", "the page asks 'Delete all drafts?'", "Done: drafts kept"),
    (
        "/hard/validation-client",
        "Fill in E-mail: a@example.org, Age: 36, Postcode: 12. Click Register.",
        "'Postcode' is not accepted",
        "Waiting",
    ),
    ("/hard/login", "Log in with bank.", "'Log in with bank' was not done: The site refused it", "Waiting"),
    ("/hard/table-actions", "Click Remove.", "fits 7 elements", "Waiting"),
    ("/hard/table-actions", "Click Promote in the row of Greta Lind.", "was not done", "Waiting"),
    ("/hard/toast", "Type 1 into Code. Click Check.", "the page refused it: Failed", "Failed: the code is wrong"),
    (
        "/hard/table-actions",
        "Click Remove in the row of Greta Lind. Buy something nice.",
        "Not an order: 'Buy something nice.'",
        "Waiting",
    ),
]
ANSWERS = [
    ("/shop/account", "Tell me how many rows of Your orders where Status is Returned.", "count: 3"),
    ("/shop/account", "Tell me the sum of Total where Date contains 2026 as total.", "total: €793.50"),
    ("/shop/account", "Tell me Date and Total of HP-1017-952.", "Date: 3 September 2026\nTotal: €186.85"),
    (
        "/shop/account",
        "For each row of Your orders where Status is Returned: open the row, tell me Total.",
        "Total: €37.89; €324.69; €97.77",
    ),
    (
        "/shop/search?q=kettle",
        "Sort by Price, low to high. Tell me Name and Price of the first row.",
        "Name: Kaffa Works Glass Kettle, 0.5 l\nPrice: €30.00",
    ),
    ("/hard/pagination", "Tell me how many rows on all pages.", "count: 70"),
    (
        "/tracker/",
        "Click New issue. Type Umbrella into Title. Choose High in Priority. Click Create issue. "  # noqa: ISC004
        "Search for Umbrella. Tell me Priority of the first row.",
        "Priority: High",
    ),
    ("/bank/", "Log in with bank. Open Standing orders. Tell me the sum of Amount.", "sum: €985.00"),
    (
        "/tracker/",
        "Filter by Status: To do, Priority: Urgent. Sort by Due descending. Tell me Key of the first row.",
        "Key: KES-145",
    ),
]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def app(server: Server, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[App]:
    async with App(home=tmp_path_factory.mktemp("home"), environ={}) as made:
        host = urlsplit(server.url).hostname or ""
        made.vault.set("bank", "username_password", [host], {"username": "ada", "password": "lovelace-1843"})
        made.vault.set("bank-code", "authenticator", [host], {"secret": "PRACTICEPOLLEXADA234567ABCDEFGHI"})
        yield made


async def run(app: App, server: Server, start: str, task: str) -> tuple[Run, str]:
    """The run, and what the page's own outcome says then."""
    async with app.page() as page:
        done = await app.run(task, url=server.url + start, page=page, model="local", pictures=False)
        seen = (await page.call("page.query", {"selector": "css=#outcome"})).data
        return done, seen["elements"][0]["text"] if seen["elements"] else ""


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("start", "task", "outcome"), some(DONE, 2))
async def test_orders_are_done(app: App, server: Server, start: str, task: str, outcome: str) -> None:
    done, seen = await run(app, server, start, task)
    assert done.result is not None
    assert (done.result.fault, seen) == (None, outcome)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("start", "task", "why", "outcome"), some(FAILED, 2))
async def test_what_cannot_be_seen_to_be_done_fails(
    app: App, server: Server, start: str, task: str, why: str, outcome: str
) -> None:
    done, seen = await run(app, server, start, task)
    assert done.result is not None
    assert not done.result.ok
    assert why in str(done.result.fault)
    assert seen in (outcome, "")


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("start", "task", "answer"), some(ANSWERS, 2))
async def test_answers_are_what_the_page_shows(app: App, server: Server, start: str, task: str, answer: str) -> None:
    done, _ = await run(app, server, start, task)
    assert done.result is not None
    assert done.result.fault is None
    assert done.result.data["answer"] == answer


@pytest.mark.asyncio(loop_scope="module")
async def test_a_loop_acts_on_each_row_once(app: App, server: Server) -> None:
    async with app.page() as page:
        task = "Click Only necessary. For each row where Name contains Velora: click Add to basket."
        done = await app.run(task, url=f"{server.url}/shop/search?q=bell", page=page, model="local", pictures=False)
        sent = [each for each in await done.events() if each.kind == "step.finished"]
        clicks = [a for step in sent for a in step.data["actions"] if a["tool"] == "page.click" and a["result"]["ok"]]
    assert done.result is not None
    assert done.result.fault is None
    asked = [
        each["url"] for a in clicks for each in a["result"]["data"].get("requests", ()) if each["method"] == "POST"
    ]
    added = [url for url in asked if "/basket/add/" in url]
    assert len(added) == len(set(added)) > 1
