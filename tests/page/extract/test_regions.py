"""Values where the instruction says that they stand; and what is said of a value that may not be the meant one."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest

from pollex.core.call import Call
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.protocols import ModelReply, ToolRequest
from pollex.page.extract import Extracted, extract
from pollex.page.extract.regions import regions_in
from pollex.page.indices import Indices
from pollex.page.live import LivePage
from pollex.page.playwright_driver import PlaywrightTab
from pollex.testing import ScriptedModel

Open = Callable[..., Awaitable[PlaywrightTab]]
OpenPage = Callable[[str], Awaitable[LivePage]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

ACCOUNT = """<title>Everyday account</title><main>
<div class="head"><h1>Everyday account, sum €11.00</h1><div class="sum" data-testid="balance">€2,847.10</div></div>
<p class="quiet" role="status">3 transactions, sum −€94.33</p>
<table><tr><th>Name<th>Amount</tr><tr><td>Market<td>−€40.00</tr><tr><td>Market<td>−€54.33</tr>
<tfoot><tr><td>Sum<td>−€1.50</tr></tfoot></table></main>
<footer><p>Sum: €12.00</p></footer>"""


def one(kind: str = "number", **more: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"sum": {"type": kind, **more}}, "required": ["sum"]}


async def page_with(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return tab


async def signed_in(open_tab: Open) -> PlaywrightTab:
    tab = await open_tab("/bank/login")
    page, bank = tab.page, tab.url.removesuffix("/login")
    await page.locator("input[type=text], input:not([type])").first.fill("ada")
    await page.locator("input[type=password]").fill("lovelace-1843")
    await page.get_by_role("main").get_by_role("button").first.click()
    code = await page.context.new_page()
    await code.goto(f"{bank}/authenticator")
    digits = "".join(letter for letter in await code.get_by_role("main").inner_text() if letter.isdigit())[:6]
    await page.locator("input:visible").first.fill(digits)
    await page.get_by_role("main").get_by_role("button").first.click()
    await page.goto(f"{bank}/")
    return tab


async def found(open_tab: Open, instruction: str, schema: dict[str, Any], html: str = ACCOUNT) -> Extracted:
    return await extract(await page_with(open_tab, html), Indices(), instruction, schema)


@pytest.mark.parametrize(
    ("where", "value"),
    [("status line", -94.33), ("page's footer", 12), ("heading", 11), ("table", -1.5), ("STATUS BAR", -94.33)],
)
async def test_a_value_stands_where_the_instruction_says(open_tab: Open, where: str, value: float) -> None:
    read = await found(open_tab, f"the sum in the {where}", one())
    assert (read.data, read.notes) == ({"sum": value}, ())
    assert (await found(open_tab, f"the sum in the {where}", {"type": "number"})).data == value


async def test_a_description_names_the_place_of_its_property(open_tab: Open) -> None:
    schema = one("string", description="The sum in the status line.")
    schema["properties"]["balance"] = {"type": "string"}
    read = await found(open_tab, "sum and balance", schema)
    assert read.data == {"sum": "−€94.33", "balance": "€2,847.10"}


async def test_the_status_line_of_the_bank_is_not_the_balance(open_tab: Open) -> None:
    tab = await signed_in(open_tab)
    await tab.page.goto(f"{tab.url.rstrip('/')}/account/everyday?text=Market")
    said = await tab.page.inner_text("[role=status]")
    schema = one("string", description="The sum in the status line.")
    read = await extract(tab, Indices(), "the sum of the filtered transactions", schema)
    assert said.endswith(f", sum {read.data['sum']}")


async def test_a_place_that_the_page_does_not_have_holds_no_value(open_tab: Open) -> None:
    with pytest.raises(Fault) as caught:
        (await found(open_tab, "the sum in the sidebar", one())).unwrap()
    assert (caught.value.code, caught.value.pointer) == ("not_found", "/sum")
    assert "nothing on the page is marked as its sidebar" in str(caught.value)


async def test_of_places_of_one_kind_the_one_that_is_named(open_tab: Open) -> None:
    html = """<form aria-label="Invoice"><label>City <input value="Graz"></label></form>
    <form aria-label="Delivery"><label>City <input value="Linz"></label></form>"""
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    assert (await found(open_tab, "the city in the delivery form", schema, html)).data == {"city": "Linz"}


async def test_a_list_stands_where_the_instruction_says(open_tab: Open) -> None:
    html = """<main><ul><li><a href="/a">Apples</a><li><a href="/b">Pears</a><li><a href="/c">Plums</a></ul></main>
    <footer><ul><li><a href="/d">Imprint</a><li><a href="/e">Privacy</a></ul></footer>"""
    schema = {"type": "array", "items": {"type": "object", "properties": {"name": {"type": "string"}}}}
    read = await found(open_tab, "the links in the footer", schema, html)
    assert read.data == [{"name": "Imprint"}, {"name": "Privacy"}]


async def test_a_word_that_is_nowhere_near_the_value_is_noted(open_tab: Open) -> None:
    schema = {"type": "object", "properties": {"balance": {"type": "number"}}}
    read = await found(open_tab, "the balance of the savings account", schema)
    assert read.notes == ("/balance is not certain: nothing near '€2,847.10' says 'saving'.",)
    assert (await found(open_tab, "the balance of the everyday account", schema)).notes == ()


async def test_a_value_that_is_not_clearly_the_best_is_noted(open_tab: Open) -> None:
    html = """<p>3 orders, sum €5.00</p><div class="sum">€8.00</div>"""
    read = await found(open_tab, "sum", one(), html)
    note = "/sum is not certain: sum: '€8.00' fits nearly as well as sum: '€5.00'."
    assert (read.data, read.notes) == ({"sum": 5}, (note,))


async def test_a_model_chooses_where_a_value_is_in_doubt(open_page: OpenPage) -> None:
    html = """<p>Savings <i>€70.00</i></p><p class="x">Everyday <i class="balance">€5.00</i></p>"""
    page = await open_page(f"data:text/html,{quote('<!doctype html><meta charset=utf-8>' + html)}")
    schema = {"type": "object", "properties": {"balance": {"type": "number"}}, "required": ["balance"]}
    args = {"instruction": "the balance of the savings", "schema": schema}
    answer = {"fields": [{"field": 1, "place": 2}]}
    model = ScriptedModel([ModelReply(requests=(ToolRequest("1", "map", answer),))])
    result = await invoke(Call("page.extract", args), replace(page.context, model=model))
    offered = model.requests[0].messages[1].text
    assert "2. [Savings] €70.00" in offered
    assert "4. [Everyday, .balance] €5.00" in offered
    assert result.data == {"balance": 70}
    assert result.notes == ("The model 'scripted' chose where these stand: balance ([Savings] €70.00).",)


async def test_words_that_name_a_place_and_those_that_only_sound_so() -> None:
    said = {
        "the sum in the status line": ["status line"], "the text of the status line": ["status line"],
        "the city in the delivery form": ["delivery form"], "the links in the footer of the page": ["footer"],
        "the price of the coffee table": [], "the price of the table in the footer": ["footer"],
        "the day in the form DD.MM.YYYY": [], "all rows in table format": [], "the table of contents": [],
    }  # fmt: skip
    assert {text: [region.said for region in regions_in(text)] for text in said} == said


async def test_a_record_far_down_in_the_table_that_is_named(open_tab: Open) -> None:
    rows = "".join(f"<tr><td>A-{number}<td>€{number}.00</tr>" for number in range(100, 140))
    html = f"<p>Sum: €1.00</p><table><tr><th>Order<th>Sum</tr>{rows}</table>"
    assert (await found(open_tab, "the sum of A-137 in the table", one(), html)).data == {"sum": 137}
