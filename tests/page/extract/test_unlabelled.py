"""Values that pages do not call as schemas do: by their place, their unit, what leads to them, what is left."""

import re
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.json import Object
from pollex.page.extract import Extracted, extract
from pollex.page.indices import Indices
from pollex.page.playwright_driver import PlaywrightTab
from pollex.text.mark import mark_of

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
TEXT, NUMBER, DATE = {"type": "string"}, {"type": "number"}, {"type": "string", "format": "date"}


def thing(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties]}


def many(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": thing(**properties)}


async def read(open_tab: Open, html: str, instruction: str, schema: dict[str, Any]) -> Extracted:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return await extract(tab, Indices(), instruction, schema)


async def test_the_highest_heading_names_what_the_page_is_about(open_tab: Open) -> None:
    html = "<h1>Salt roads</h1><p>Price: €4</p><h2>Readers also liked</h2><p>Much</p>"
    assert (await read(open_tab, html, "the book", thing(title=TEXT, price=NUMBER))).unwrap() == {
        "title": "Salt roads",
        "price": 4,
    }


SECTIONS = """<h1>Thanks</h1><h2>Sender address</h2><dl><dt>Name<dd>Ada<dt>City<dd>Graz</dl>
<h2>Return address</h2><dl><dt>Name<dd>Bob<dt>City<dd>Linz</dl>"""


async def test_objects_are_told_apart_by_the_headings_above_their_values(open_tab: Open) -> None:
    place = thing(name=TEXT, city=TEXT)
    both = await read(open_tab, SECTIONS, "the addresses", thing(sender_address=place, return_address=place))
    assert both.unwrap() == {
        "sender_address": {"name": "Ada", "city": "Graz"}, "return_address": {"name": "Bob", "city": "Linz"},
    }  # fmt: skip
    assert (await read(open_tab, SECTIONS, "the return address", place)).unwrap() == {"name": "Bob", "city": "Linz"}


async def test_a_table_on_its_side_has_a_record_in_each_column(open_tab: Open) -> None:
    html = """<table><tr><th><th>Uno<th>Due</tr><tr><th>Price<td>€499<td>€699</tr>
    <tr><th>Weight<td>172 g<td>205 g</tr></table>"""
    assert (await read(open_tab, html, "the phones", many(phone=TEXT, price=NUMBER, weight_g=NUMBER))).unwrap() == [
        {"phone": "Uno", "price": 499, "weight_g": 172},
        {"phone": "Due", "price": 699, "weight_g": 205},
    ]


async def test_a_number_has_the_unit_that_its_name_asks_for(open_tab: Open) -> None:
    html = "<dl><dt>Power<dd>110 kW (150 hp)<dt>Weight<dd>2.4 kg</dl>"
    found = await read(open_tab, html, "the car", thing(power_kw=NUMBER, power_hp=NUMBER, weight_g=NUMBER))
    assert found.data == {"power_kw": 110, "power_hp": 150}
    assert found.fault is not None
    assert [issue.pointer for issue in found.fault.issues] == ["/weight_g"]


async def test_facts_in_boxes_alike_and_where_a_row_meets_a_column(open_tab: Open) -> None:
    boxes = "".join(f"<div><b>{label}</b>{value}</div>" for label, value in (("Prep", 25), ("Serves", 6), ("Level", 1)))
    html = f"""<section>{boxes}</section><table><tr><th>What<th>Sum</tr><tr><td>Goods<td>€90</tr>
    <tr><td>Opening balance<td>€7</tr></table>"""
    wanted = thing(preparation=NUMBER, servings=NUMBER, opening_sum=NUMBER)
    wanted["properties"]["opening_sum"] = {**NUMBER, "title": "Opening balance sum"}
    found = await read(open_tab, html, "the recipe", wanted)
    assert found.unwrap() == {"preparation": 25, "servings": 6, "opening_sum": 7}


async def test_lines_and_words_that_lead_to_a_value_are_labels(open_tab: Open) -> None:
    html = """<p>Phone: 0421 555 080<br>Fax: 0421 555 081<br>VAT no. GB 284 5519 07</p>
    <p>Passenger <b>Ada Byron</b> · E-ticket 117-2449180533</p>"""
    assert (
        await read(open_tab, html, "the trip", thing(phone=TEXT, fax=TEXT, vat_number=TEXT, passenger=TEXT))
    ).unwrap() == {
        "phone": "0421 555 080", "fax": "0421 555 081", "vat_number": "GB 284 5519 07", "passenger": "Ada Byron",
    }  # fmt: skip


async def test_a_class_that_ends_in_name_and_words_before_a_date(open_tab: Open) -> None:
    rows = "".join(
        f"<div class=who><b class=who-badge>{name[0]}</b><div class=who-name>{name}</div>"
        f"<div>Added Jun 1{at}, 2025 · Left 3 May 2026</div></div>"
        for at, name in enumerate(("Ada", "Bob", "Cyd"))
    )
    found = await read(open_tab, rows, "the members", many(member=TEXT, added=DATE))
    assert found.unwrap()[1] == {"member": "Bob", "added": "2025-06-11"}


async def test_an_old_price_and_what_stars_and_dots_say_to_those_who_ask(open_tab: Open) -> None:
    rows = "".join(
        f"<article><h3>{name}</h3><div aria-label='Rated {stars} out of 5'>★★★</div>"
        f"<s>€{price + 5}</s> <em>€{price}</em><i title='{there}'></i></article>"
        for name, stars, price, there in (("Cup", 4.5, 7, "In stock"), ("Jug", 3, 20, "Sold out"))
    )
    wanted = many(name=TEXT, price=NUMBER, old_price=NUMBER, rating=NUMBER, availability=TEXT)
    assert (await read(open_tab, rows, "the things", wanted)).unwrap()[1] == {
        "name": "Jug", "price": 20, "old_price": 25, "rating": 3, "availability": "Sold out",
    }  # fmt: skip


async def test_parts_in_other_languages_leave_the_order_of_days_and_months_open(open_tab: Open) -> None:
    html = "<dl><dt>Start<dd>10/4/2026</dl><p lang=en-US>3/27/2026</p>"
    assert (await read(open_tab, html, "", thing(start=DATE))).fault is not None
    assert (await read(open_tab, html.replace(" lang=en-US", ""), "", thing(start=DATE))).data == {
        "start": "2026-10-04"
    }


MESSAGES = """<ul><li><span>Mara Costa</span> <a href="/1">Boat tickets</a> <time>12 Nov</time></li>
<li><span>Emil Larsen</span> <a href="/2">Ferry times</a> <time>11 Nov</time></li>
<li><span>Iris Vogel</span> <a href="/3">Reading group</a> <time>9 Nov</time></li></ul>"""
AMOUNTS = """<table><tr><th>Who<th>Movement<th>Left over</tr><tr><td>Rail<td>−€81.73<td>€9,429.85</tr>
<tr><td>Gym<td>−€20.00<td>€9,511.58</tr><tr><td>Bakery<td>−€4.10<td>€9,531.58</tr></table>"""


HERS = re.sub(r"(?<=<span>)[\w ]+", "Mara Costa", MESSAGES)


async def test_one_example_is_enough_where_several_rows_have_it(open_tab: Open) -> None:
    schema = many(**{"from": {"type": "string", "examples": ["Mara Costa"]}, "subject": TEXT})
    found = await read(open_tab, HERS, "the messages", schema)
    assert [each["from"] for each in found.unwrap()] == ["Mara Costa"] * 3


def as_they_are(values: list[str]) -> Object:
    return {"examples": values}


def by_marks(values: list[str]) -> Object:
    return {"marks": [mark_of(each) for each in values]}


@pytest.mark.parametrize("known", [as_they_are, by_marks])
async def test_examples_tell_a_field_that_nothing_else_names(
    open_tab: Open, known: Callable[[list[str]], Object]
) -> None:
    sender = {"type": "string", **known(["Mara Costa", "Emil Larsen"])}
    found = await read(open_tab, MESSAGES, "the messages", many(**{"from": sender, "subject": TEXT}))
    assert [each["from"] for each in found.unwrap()] == ["Mara Costa", "Emil Larsen", "Iris Vogel"]
    amount = {"type": "string", **known(["−€81.73", "−€4.10"])}
    found = await read(open_tab, AMOUNTS, "the transactions", many(who=TEXT, amount=amount))
    assert [each["amount"] for each in found.unwrap()] == ["−€81.73", "−€20.00", "−€4.10"]


@pytest.mark.parametrize("examples", [[], ["Mara Costa"], ["Zora Quist", "Nils Berg"], ["Mara Costa", "Ferry times"]])
async def test_examples_that_tell_no_field_leave_it_unproven(open_tab: Open, examples: list[str]) -> None:
    schema = many(**{"from": {"type": "string", "examples": examples}, "subject": TEXT})
    assert (await read(open_tab, MESSAGES, "the messages", schema)).fault is not None
