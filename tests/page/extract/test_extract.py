"""Data to a schema from real pages, each value with its element; and pages made to mislead."""

from collections.abc import Awaitable, Callable, Sequence
from itertools import pairwise
from typing import Any

import pytest

from pollex.browser.evidence import Evidence
from pollex.core.fault import Fault
from pollex.core.pipeline.redact import Redactor
from pollex.core.protocols import ModelReply, ToolRequest
from pollex.core.schema import Schema
from pollex.page.content import read_element
from pollex.page.driver import Frame, Tab
from pollex.page.extract import Extracted, Mapper, extract
from pollex.page.extract.extract import Witness
from pollex.page.indices import Indices
from pollex.page.playwright_driver import PlaywrightTab
from pollex.testing import ScriptedModel

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")

TEXT = {"type": "string"}
NUMBER = {"type": "number"}
WHOLE = {"type": "integer"}
DATE = {"type": "string", "format": "date"}
ADDRESS = {"type": "string", "format": "uri"}


def thing(required: Sequence[str] | None = None, **properties: Any) -> dict[str, Any]:
    needed = list(properties) if required is None else list(required)
    return {"type": "object", "properties": properties, "required": needed}


def many(required: Sequence[str] | None = None, **properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": thing(required, **properties)}


async def page_with(open_tab: Open, html: str) -> PlaywrightTab:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return tab


async def data(tab: PlaywrightTab, instruction: str, schema: dict[str, Any], **more: Any) -> Any:
    found = (await extract(tab, Indices(), instruction, schema, **more)).unwrap()
    assert Schema(schema).valid(found)
    return found


async def test_cards_of_a_shop_with_an_element_for_each_value(open_tab: Open) -> None:
    tab, indices = await open_tab("/shop/c/kitchen"), Indices()
    schema = many(name=TEXT, price=NUMBER, rating=NUMBER, reviews=WHOLE, url=ADDRESS)
    found = await extract(tab, indices, "the things", schema)
    base = tab.url.removesuffix("/shop/c/kitchen")
    assert len(found.data) == 24
    assert found.data[0] == {
        "name": "Tinsmith Copper Saucepan, 1 l", "price": 45, "rating": 5, "reviews": 400,
        "url": f"{base}/shop/item/10148-tinsmith-copper-saucepan-1-l",
    }  # fmt: skip
    leaves = {f"/{at}/{name}" for at in range(24) for name in schema["items"]["properties"]}
    assert set(found.proof) == leaves | {""}
    for pointer, said in {"/7/name": found.data[7]["name"], "/7/price": f"€{found.data[7]['price']:.2f}"}.items():
        index = found.proof[pointer]
        assert isinstance(index, int)
        assert said in (await read_element(tab, indices, index)).text


async def test_a_schema_that_takes_three_rows_gets_three(open_tab: Open) -> None:
    tab, schema = await open_tab("/shop/c/kitchen"), {**many(name=TEXT, price=NUMBER), "maxItems": 3}
    found = await extract(tab, Indices(), "the things", schema)
    assert found.data[0]["name"] == "Tinsmith Copper Saucepan, 1 l"
    assert found.proof.keys() - {""} == {f"/{row}/{name}" for row in range(3) for name in ("name", "price")}
    assert "21 more rows were left out: the schema takes at most 3." in found.notes
    inside = thing(things=schema)
    assert len((await data(tab, "the things", inside))["things"]) == 3


async def test_a_reduced_price_is_not_mixed_with_the_old_one(open_tab: Open) -> None:
    html = "<ul>" + "<li><h3>Cup</h3><span class=price>€4.00 <s>instead of €9.00</s></span></li>" * 3 + "</ul>"
    assert (await data(await page_with(open_tab, html), "cups", many(name=TEXT, price=NUMBER)))[0]["price"] == 4


async def test_one_thing_by_its_labels(open_tab: Open) -> None:
    schema = thing(name=TEXT, price=NUMBER, brand=TEXT, weight=TEXT, article_number=TEXT, in_stock={"type": "boolean"})
    assert await data(await open_tab("/shop/item/10001"), "this product", schema) == {
        "name": "Tinsmith Copper Chef's Knife, 15 cm", "price": 65.95, "brand": "Tinsmith", "weight": "1560 g",
        "article_number": "HP-10001", "in_stock": True,
    }  # fmt: skip


async def test_the_instruction_says_which_list(open_tab: Open) -> None:
    schema = many(title=TEXT, stars=WHOLE, date=DATE)
    assert await data(await open_tab("/shop/item/10001"), "the reviews", schema) == [
        {"title": "Better than I hoped", "stars": 4, "date": "2026-07-30"},
        {"title": "Not for me", "stars": 2, "date": "2026-04-13"},
        {"title": "Nice, but smaller than I thought", "stars": 3, "date": "2025-12-14"},
        {"title": "Lovely thing", "stars": 5, "date": "2025-10-19"},
    ]


async def test_orders_with_dates_enum_and_address(open_tab: Open) -> None:
    tab = await open_tab("/shop/account")
    status = {"enum": ["delivered", "returned", "cancelled"]}
    rows = await data(tab, "orders", many(order_number=TEXT, date=DATE, status=status, total=NUMBER, url=ADDRESS))
    assert len(rows) == 18
    assert rows[16] == {
        "order_number": "HP-1001-743", "date": "2024-11-03", "status": "delivered", "total": 1030.88,
        "url": tab.url.replace("account", "order/HP-1001-743"),
    }  # fmt: skip


async def test_conditions_hold_exactly_and_are_told(open_tab: Open) -> None:
    tab = await open_tab("/shop/account")
    schema = many(order=TEXT, status=TEXT, total=NUMBER)
    found = await extract(tab, Indices(), "orders with status returned", schema)
    assert [row["order"] for row in found.data] == ["HP-1008-210", "HP-1007-698", "HP-1003-634"]
    assert found.notes == ("Kept 3 of 18 by the condition 'with status returned' on 'status'.",)
    assert len(await data(tab, "orders with total over 300", schema)) == 4
    with pytest.raises(Fault, match="Which rows fulfil 'orders under 20' cannot be said"):
        await extract(tab, Indices(), "orders under 20", many(order=TEXT, status=TEXT))


async def test_one_record_by_its_name(open_tab: Open) -> None:
    tab = await open_tab("/shop/account")
    assert await data(tab, "order HP-1003-634", thing(date=DATE, total=NUMBER)) == {
        "date": "2024-11-07",
        "total": 97.77,
    }


async def test_a_basket_with_lines_and_sums(open_tab: Open) -> None:
    tab = await open_tab("/shop/item/10001")
    async with tab.page.expect_response("**/shop/basket*"):
        await tab.page.locator("main form button", has_text="Add to basket").first.click()
    await tab.page.goto(tab.url.split("/shop/")[0] + "/shop/basket")
    schema = thing(lines=many(quantity=WHOLE, price=NUMBER), delivery=NUMBER, total=NUMBER)
    found = await data(tab, "basket", schema)
    assert found["lines"] == [{"quantity": 1, "price": 65.95}]
    assert found["total"] == 65.95 + found["delivery"]


async def test_a_table_of_a_tracker(open_tab: Open) -> None:
    tab = await open_tab("/tracker/")
    await tab.page.get_by_text("KES-400").first.wait_for()
    labels = {"type": "array", "items": TEXT}
    schema = many(["key", "title", "status"], key=TEXT, title=TEXT, status=TEXT, assignee=TEXT, due=DATE, labels=labels)
    rows = await data(tab, "issues", schema)
    assert rows[1] == {
        "key": "KES-399", "title": "Replace the old icons in the import wizard", "status": "Done",
        "due": "2027-01-01", "labels": ["accessibility", "design", "search"],
    }  # fmt: skip


async def test_transactions_of_a_bank(open_tab: Open) -> None:
    tab = await open_tab("/bank/login")
    page = tab.page
    await page.locator("input[type=text], input:not([type])").first.fill("ada")
    await page.locator("input[type=password]").fill("lovelace-1843")
    await page.get_by_role("main").get_by_role("button").first.click()
    code = await page.context.new_page()
    await code.goto(tab.url.split("/bank")[0] + "/bank/authenticator")
    digits = "".join(letter for letter in await code.get_by_role("main").inner_text() if letter.isdigit())[:6]
    await page.locator("input:visible").first.fill(digits)
    await page.get_by_role("main").get_by_role("button").first.click()
    await page.goto(tab.url.split("/bank")[0] + "/bank/account/everyday")
    rows = await data(tab, "transactions", many(date=DATE, name=TEXT, amount=NUMBER, balance=NUMBER))
    assert len(rows) > 5
    for newer, older in pairwise(rows):
        assert round(newer["balance"] - newer["amount"], 2) == older["balance"]


async def test_messages_of_a_mail_box(open_tab: Open) -> None:
    schema = many(subject=TEXT, sender={**TEXT, "title": "From"}, starred={"type": "boolean"})
    rows = await data(await open_tab("/mail/"), "messages", schema)
    assert rows[0] == {"subject": "Offer for the garden shed", "sender": "Leon Fischer", "starred": False}


async def test_what_is_not_on_the_page_is_a_fault_that_says_what_is_near(open_tab: Open) -> None:
    with pytest.raises(Fault) as caught:
        await data(await open_tab("/hard/table-actions"), "members", many(member=TEXT, salary=NUMBER))
    assert (caught.value.code, [issue.pointer for issue in caught.value.issues]) == ("not_found", ["/0/salary"])
    assert caught.value.hint == "Near: 'Member', 'Role', 'Since', 'Actions'."


async def test_a_cell_that_is_no_number_is_named(open_tab: Open) -> None:
    rows = "<tr><td>Ada<td>36</tr><tr><td>Bob<td>unknown</tr><tr><td>Cy<td></tr>"
    html = f"<h2>People</h2><table><tr><th>Name<th>Age</tr>{rows}</table>"
    tab = await page_with(open_tab, html)
    with pytest.raises(Fault) as caught:
        await data(tab, "people", many(name=TEXT, age=WHOLE))
    assert [issue.pointer for issue in caught.value.issues] == ["/1/age", "/2/age"]
    assert "'unknown'" in caught.value.message
    assert await data(tab, "people", many(["name"], name=TEXT, age=WHOLE)) == [
        {"name": "Ada", "age": 36}, {"name": "Bob"}, {"name": "Cy"},
    ]  # fmt: skip


async def test_null_for_an_empty_cell_where_the_schema_allows_it(open_tab: Open) -> None:
    html = "<table><tr><th>Name<th>Age</tr><tr><td>Ada<td>36</tr><tr><td>Bob<td>–</tr></table>"
    age = {"anyOf": [WHOLE, {"type": "null"}]}
    assert [row["age"] for row in await data(await page_with(open_tab, html), "", many(name=TEXT, age=age))] == [
        36,
        None,
    ]


async def test_hidden_rows_section_rows_and_styles_do_not_count(open_tab: Open) -> None:
    html = """<style>.v::after { content: "99" }</style><table><tr><th>Name<th>Points</tr>
    <tr><td>Ada<td class=v>3</tr><tr><td colspan=2>Second league</tr><tr style="display:none"><td>Eve<td>8</tr>
    <tr style="visibility:collapse"><td>Zed<td>7</tr><tr><td>Bob<td>4<span style="opacity:0">5</span></tr></table>"""
    assert await data(await page_with(open_tab, html), "scores", many(name=TEXT, points=WHOLE)) == [
        {"name": "Ada", "points": 3}, {"name": "Bob", "points": 4},
    ]  # fmt: skip


async def test_the_same_label_twice_is_not_guessed(open_tab: Open) -> None:
    html = "<dl><dt>Total<dd>€5.00</dl><dl><dt>Total<dd>€7.00</dl>"
    with pytest.raises(Fault, match="several"):
        await data(await page_with(open_tab, html), "", thing(total=NUMBER))


async def test_an_old_price_is_not_the_price(open_tab: Open) -> None:
    with pytest.raises(Fault, match="'price' could not be proven"):
        await data(await page_with(open_tab, "<dl><dt>Old price<dd>€5.00</dl>"), "", thing(price=NUMBER))


LEAGUES = "".join(
    f"<h2>{name}</h2><table><tr><th>Name<th>Points</tr><tr><td>{name} one<td>1</tr><tr><td>{name} two<td>2</tr></table>"
    for name in ("North", "South")
)


async def test_two_lists_that_fit_as_well_are_not_guessed_between(open_tab: Open) -> None:
    tab = await page_with(open_tab, LEAGUES)
    schema = many(name=TEXT, points=WHOLE)
    with pytest.raises(Fault) as caught:
        await data(tab, "teams", schema)
    assert (caught.value.code, caught.value.retry) == ("ambiguous", True)
    assert (await data(tab, "teams of the South", schema))[0] == {"name": "South one", "points": 1}


async def test_numbers_dates_and_currencies_as_the_page_writes_them(open_tab: Open) -> None:
    html = """<html lang=de><table><tr><th>Artikel<th>Preis<th>Datum</tr>
    <tr><td>Uhr<td>1.234,50 €<td>03.04.2026</tr><tr><td>Ring<td>2.000 €<td>15. März 2026</tr></table>"""
    price = {**thing(amount=NUMBER, currency=TEXT), "title": "Preis"}
    schema = many(artikel=TEXT, preis=NUMBER, datum=DATE)
    assert await data(await page_with(open_tab, html), "", schema) == [
        {"artikel": "Uhr", "preis": 1234.5, "datum": "2026-04-03"},
        {"artikel": "Ring", "preis": 2000, "datum": "2026-03-15"},
    ]
    nested = await data(await page_with(open_tab, html), "", many(artikel=TEXT, price=price))
    assert nested[0] == {"artikel": "Uhr", "price": {"amount": 1234.5, "currency": "EUR"}}


async def test_a_long_table_is_bounded_and_says_so(open_tab: Open) -> None:
    tab = await open_tab("/hard/table-35000")
    found = await extract(tab, Indices(), "stations", many(number=WHOLE, station=TEXT), most=50)
    assert (len(found.data), found.data[49]["number"]) == (50, 50)
    assert found.notes == ("Read 50 of 5000 records of '35,000 elements': the limit, or not loaded yet.",)


async def test_a_virtual_list_gives_what_is_there_and_says_so(open_tab: Open) -> None:
    found = await extract(await open_tab("/hard/list-virtual"), Indices(), "parcels", {"type": "array", "items": TEXT})
    assert found.data == [f"Parcel {number}" for number in range(1, 31)]
    assert "30 of 10000" in found.notes[0]


async def test_an_empty_table_is_an_empty_list(open_tab: Open) -> None:
    html = "<h2>Orders</h2><table><thead><tr><th>Order<th>Total</tr></thead><tbody></tbody></table>"
    assert await data(await page_with(open_tab, html), "orders", many(order=TEXT, total=NUMBER)) == []


async def test_frames_are_searched_too(open_tab: Open) -> None:
    tab = await page_with(open_tab, "<iframe srcdoc='<dl><dt>Order number<dd>A-17</dl>'></iframe>")
    await tab.page.frames[1].wait_for_load_state()
    assert await data(tab, "", thing(order_number=TEXT)) == {"order_number": "A-17"}


def changing(tab: PlaywrightTab, html: Sequence[str]) -> Witness:
    """A witness during whose work the page changes."""
    coming = list(html)

    async def witness(_: Tab, frame: Frame, numbers: Sequence[int]) -> list[Evidence]:
        if coming:
            await tab.page.evaluate("html => { document.querySelector('dd').innerHTML = html }", coming.pop(0))
        return [Evidence(tag="dd") for _ in numbers]

    return witness


async def test_a_value_that_changed_meanwhile_is_read_anew(open_tab: Open) -> None:
    tab = await page_with(open_tab, "<dl><dt>Total<dd>€5.00</dl>")
    found = await extract(tab, Indices(), "", thing(total=NUMBER), evidence=changing(tab, ["€6.00"]))
    assert found == Extracted({"total": 6}, {"/total": Evidence(tag="dd")})


async def test_a_model_is_asked_once_also_where_the_page_changes_meanwhile(open_tab: Open) -> None:
    tab = await page_with(open_tab, "<dl><dt>Sum<dd>€5.00</dl>")
    answer = ToolRequest("1", "map", {"fields": [{"field": 1, "place": 1}]})
    mapper = Mapper(ScriptedModel([ModelReply(requests=(answer,))]), Redactor())
    html = ["€6.00", "€7.00"]
    found = await extract(tab, Indices(), "it", thing(rent=NUMBER), evidence=changing(tab, html), mapper=mapper)
    assert (found.data, mapper.notes) == ({"rent": 7}, [])


async def test_a_value_that_never_rests_is_refused(open_tab: Open) -> None:
    tab = await page_with(open_tab, "<dl><dt>Total<dd>€5.00</dl>")
    with pytest.raises(Fault) as caught:
        await data(tab, "", thing(total=NUMBER), evidence=changing(tab, ["€6.00", "€7.00", "€8.00"]))
    assert (caught.value.code, caught.value.retry) == ("unavailable", True)


async def test_a_value_that_went_is_not_found(open_tab: Open) -> None:
    tab = await page_with(open_tab, "<dl><dt>Total<dd>€5.00</dl>")
    with pytest.raises(Fault, match="'total' could not be proven"):
        await data(tab, "", thing(total=NUMBER), evidence=changing(tab, ["soon"]))


async def test_a_schema_that_no_page_can_fill(open_tab: Open) -> None:
    with pytest.raises(Fault) as caught:
        await data(await open_tab("/hard/table-actions"), "", {"type": "object"})
    assert (caught.value.code, caught.value.pointer) == ("invalid_input", "/schema")


async def test_where_a_link_leads_is_no_number(open_tab: Open) -> None:
    tab = await page_with(open_tab, '<h1>Thank you</h1><p>See <a class="order-number" href="/order/7">it</a>: HP-7</p>')
    found = await data(tab, "the order", thing(required=[], order_number=TEXT, order_link=TEXT))
    assert "/order/7" not in str(found.get("order_number"))
