"""Which rows an instruction asks for: conditions hold exactly, and words that only name what is wanted are none."""

from collections.abc import Awaitable, Callable
from itertools import product
from typing import Any

import pytest

from pollex.page.extract import Extracted, extract
from pollex.page.indices import Indices
from pollex.page.playwright_driver import PlaywrightTab

from ...selection import some

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

NAMES = ["Lamp", "Chair", "Rug", "Vase", "Clock"]
PRICES = [20, 45.5, 80, 12.25, 30]
LIST = "".join(
    f'<li><span class="name">{name}</span> <span class="price">€{price:.2f}</span></li>'
    for name, price in zip(NAMES, PRICES, strict=True)
)
TABLE = "".join(f"<tr><td>{name}<td>€{price:.2f}" for name, price in zip(NAMES, PRICES, strict=True))
CARDS = "".join(
    f"<article><h3>{name}</h3><p class=price>€{price:.2f}</p></article>"
    for name, price in zip(NAMES, PRICES, strict=True)
)
PAGES = {
    "list": f"<h1>Our items</h1><ul>{LIST}</ul>",
    "table": f"<table><caption>Products</caption><tr><th>Name<th>Price{TABLE}</table>",
    "cards": f"<h1>Shop</h1><main>{CARDS}</main>",
}
PHRASES = [
    "all items with name and price",
    "items",
    "every product with its name and its price",
    "list the products with name, price",
    "the products, each with name and price",
    "all items with the name and the price of each item",
    "give me all items with name string and price number",
    "items with price and name",
    "items with name price",
    "all items with name and price shown on the page",
    "products with title and cost",
    "extract the rows with name as text and price as number",
]


def schema(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": {"type": "object", "properties": properties, "required": [*properties]}}


NAME_AND_PRICE = schema(name={"type": "string"}, price={"type": "number"})


async def found(open_tab: Open, html: str, instruction: str, wanted: dict[str, Any] = NAME_AND_PRICE) -> Extracted:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return await extract(tab, Indices(), instruction, wanted)


@pytest.mark.parametrize(("page", "instruction"), some(product(PAGES, PHRASES), 5))
async def test_words_that_name_what_is_wanted_leave_no_row_out(open_tab: Open, page: str, instruction: str) -> None:
    rows = await found(open_tab, PAGES[page], instruction)
    assert [(row["name"], row["price"]) for row in rows.data] == list(zip(NAMES, PRICES, strict=True))
    assert rows.notes == ()


@pytest.mark.parametrize(
    ("instruction", "names"),
    [
        ("items with name Rug", ["Rug"]),
        ("items with name and price under 25", ["Lamp", "Vase"]),
        ('items whose name is "Clock"', ["Clock"]),
        ("the first 2 items with name and price", ["Lamp", "Chair"]),
    ],
)
async def test_real_conditions_still_hold(open_tab: Open, instruction: str, names: list[str]) -> None:
    rows = await found(open_tab, PAGES["list"], instruction)
    assert [row["name"] for row in rows.data] == names


async def test_a_condition_behind_a_list_of_properties(open_tab: Open) -> None:
    rows = [("A-1", "open"), ("A-2", "closed"), ("A-3", "open")]
    cells = "".join(f"<tr><td>{key}<td>{status}" for key, status in rows)
    html = f"<table><caption>Issues</caption><tr><th>Key<th>Status{cells}</table>"
    wanted = schema(key={"type": "string"}, status={"type": "string"})
    issues = await found(open_tab, html, "issues with key and status open", wanted)
    assert [row["key"] for row in issues.data] == ["A-1", "A-3"]


@pytest.mark.parametrize("instruction", ["items with name Sofa", "items over 500 euro", "items with name is price"])
async def test_an_empty_answer_says_how_many_rows_were_seen(open_tab: Open, instruction: str) -> None:
    rows = await found(open_tab, PAGES["list"], instruction)
    assert rows.data == []
    assert rows.notes[-1] == "The answer is empty: 5 rows were seen, and none of them is asked for."
