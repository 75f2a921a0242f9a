"""What looks like the value that is wanted, and is none: sums, brackets, footnote marks, money for a number."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.page.extract import Extracted, extract
from pollex.page.indices import Indices
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
pytestmark = pytest.mark.asyncio(loop_scope="session")
TEXT, NUMBER = {"type": "string"}, {"type": "number"}


def thing(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties]}


def many(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": thing(**properties)}


async def read(open_tab: Open, html: str, instruction: str, schema: dict[str, Any]) -> Extracted:
    tab = await open_tab("about:blank")
    await tab.page.set_content(html)
    return await extract(tab, Indices(), instruction, schema)


SHOPS = """<table><tr><th>Shop<th>Profit</tr><tr><td>Kiel<td>1,200</tr><tr><td>Bonn<td>(300)</tr>
<tr><td>Total<td>900</tr></table>"""


async def test_a_row_of_sums_is_no_record_unless_sums_are_asked_for(open_tab: Open) -> None:
    found = await read(open_tab, SHOPS, "the shops", many(shop=TEXT, profit=NUMBER))
    assert found.data == [{"shop": "Kiel", "profit": 1200}, {"shop": "Bonn", "profit": -300}]
    assert found.notes == ("1 rows were left out, which are sums or nearly empty: 'Total'.",)
    with_sums = await read(open_tab, SHOPS, "the shops and the total", many(shop=TEXT, profit=NUMBER))
    assert with_sums.data[2] == {"shop": "Total", "profit": 900}


async def test_marks_of_footnotes_are_no_digits_and_raised_decimals_are(open_tab: Open) -> None:
    html = """<table><tr><th>Plan<th>Price<th>Speed</tr>
    <tr><td>Basic 50<sup>1</sup><td>€29.00<sup>2</sup><td>10 m<sup>2</sup></tr>
    <tr><td>Plus<sup>[3]</sup><td>€39,<sup>90</sup><td>12 m<sup>2</sup></tr></table>"""
    found = await read(open_tab, html, "plans", many(plan=TEXT, price=NUMBER, speed=TEXT))
    assert found.data == [
        {"plan": "Basic 50", "price": 29, "speed": "10 m2"},
        {"plan": "Plus", "price": 39.9, "speed": "12 m2"},
    ]


async def test_an_amount_is_no_number_of_something(open_tab: Open) -> None:
    found = await read(open_tab, "<dl><dt>VAT 20 %<dd>£9.80</dl>", "", thing(vat_id=TEXT))
    assert found.fault is not None
    assert [issue.pointer for issue in found.fault.issues] == ["/vat_id"]


TICKETS = """<table><tr><th>Id<th>Subject<th>Requester</tr><tr><td>1<td>Lost<td>Ayo Bello</tr>
<tr><td>2<td>Found<td>Rui Santos</tr></table>"""


async def test_a_name_in_the_instruction_leaves_other_rows_out(open_tab: Open) -> None:
    found = await read(open_tab, TICKETS, "the tickets of Rui Santos", many(id=TEXT, subject=TEXT))
    assert found.data == [{"id": "2", "subject": "Found"}]
    with pytest.raises(Fault, match="Which records are of 'Mia Lund' cannot be said"):
        await read(open_tab, TICKETS, "the tickets of Mia Lund", many(id=TEXT, subject=TEXT))


async def test_what_was_found_comes_with_the_fault_for_what_was_not(open_tab: Open) -> None:
    html = "<dl><dt>Price<dd>€4.00<dt>Colour<dd>red</dl>"
    found = await read(open_tab, html, "", thing(price=NUMBER, colour=TEXT, ean=TEXT))
    assert found.data == {"price": 4, "colour": "red"}
    assert found.fault is not None
    assert ([issue.pointer for issue in found.fault.issues], set(found.proof)) == (["/ean"], {"/price", "/colour"})
    with pytest.raises(Fault, match="'ean' could not be proven"):
        found.unwrap()


HEAD = "<h1>Everyday account</h1><h2>Transactions</h2>"
IN_A_TABLE = f"""{HEAD}<table><tr><th>Date<th>Purpose<th>Amount</tr>
<tr><td>2026-05-04<td>Rent May<td>-€800.00</tr><tr><td>2026-05-02<td>Salary<td>€2,000.00</tr></table>"""
IN_CARDS = f"""{HEAD}<ul><li><b>Rent May</b><time datetime=2026-05-04>4 May</time><i>-€800.00</i></li>
<li><b>Salary</b><time datetime=2026-05-02>2 May</time><i>€2,000.00</i></li></ul>"""
UNLABELLED = IN_CARDS.replace("<b>", "<p>").replace("</b>", "</p>")
PAYMENT = {"date": {**TEXT, "format": "date"}, "amount": NUMBER, "reference": TEXT}


@pytest.mark.document(
    "all", "`page.extract` takes no weak label: a fault names what is there, or a note what is left out."
)
@pytest.mark.parametrize(
    ("html", "near"), [(IN_A_TABLE, "'Purpose'"), (IN_CARDS, "'Rent May'"), (UNLABELLED, "'Rent May'")]
)
async def test_a_purpose_is_no_reference(open_tab: Open, html: str, near: str) -> None:
    needed = await read(open_tab, html, "the transactions", many(**PAYMENT))
    assert needed.fault is not None
    assert [issue.pointer for issue in needed.fault.issues] == ["/0/reference"]
    assert near in (needed.fault.hint or "")
    wished = many(**PAYMENT)
    wished["items"]["required"] = ["date", "amount"]
    found = await read(open_tab, html, "the transactions", wished)
    assert found.unwrap() == [{"date": "2026-05-04", "amount": -800}, {"date": "2026-05-02", "amount": 2000}]
    assert any(note.startswith("/0/reference was left out: ") for note in found.notes)


@pytest.mark.parametrize("html", [IN_A_TABLE, IN_CARDS, UNLABELLED])
@pytest.mark.parametrize("wanted", [{"name": TEXT}, {"account": TEXT}, {"name": TEXT, "balance": NUMBER}])
async def test_transactions_are_no_accounts(open_tab: Open, html: str, wanted: dict[str, Any]) -> None:
    with pytest.raises(Fault, match="No list on the page") as caught:
        await read(open_tab, html, "the accounts", many(**wanted))
    assert "Transactions" in (caught.value.hint or "")
    optional = {"type": "object", "properties": {"accounts": many(**wanted)}}
    found = await read(open_tab, html, "the accounts", optional)
    assert (found.data, found.fault) == ({}, None)
    assert found.notes == ("/accounts was left out: No list on the page has the fields that are wanted.",)
