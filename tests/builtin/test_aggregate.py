"""`aggregate`: working things out from rows as pages write them."""

import pytest

from pollex.builtin.aggregate import AGGREGATE
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result

ROWS = [
    {"name": "Mug", "price": "€1,004.50", "made": "3 May 2026", "state": "open"},
    {"name": "Pot", "price": "€12.50", "made": "17 May 2025", "state": "done"},
    {"name": "Jug", "price": "€12.50", "made": "2026-01-02", "state": "Open"},
]


async def aggregate(args: Object) -> Result:
    return await invoke(Call("aggregate", {"rows": ROWS, **args}), Context(Registry(AGGREGATE)))


@pytest.mark.parametrize(
    ("args", "value", "text"),
    [
        ({"what": "count"}, 3, "3"),
        ({"what": "count", "where": [{"field": "state", "is": "eq", "value": "open"}]}, 2, "2"),
        ({"what": "count", "where": [{"is": "contains", "value": "2026"}]}, 2, "2"),
        ({"what": "count", "where": [{"field": "price", "is": "gt", "value": "13 euro"}]}, 1, "1"),
        ({"what": "count", "where": [{"field": "name", "is": "ends", "value": "ug"}]}, 2, "2"),
        ({"what": "sum", "by": "price"}, 1029.5, "€1,029.50"),
        ({"what": "average", "by": "Price"}, 343.166667, "€343.17"),
        ({"what": "most", "by": "made", "give": ["name"]}, {"name": "Mug"}, "Mug"),
        ({"what": "first", "number": 2, "give": ["name"]}, [{"name": "Mug"}, {"name": "Pot"}], "Mug; Pot"),
        ({"what": "first", "by": "made", "give": "name"}, "Pot", "Pot"),
        ({"what": "last", "by": "made", "give": "name"}, "Mug", "Mug"),
        ({"what": "difference", "rows": ["€5.00", "€12.50"]}, -7.5, "−€7.50"),
    ],
)
async def test_rows_are_reckoned(args: Object, value: object, text: str) -> None:
    result = await aggregate(args)
    assert (result.data["value"], result.data["text"]) == (value, text)


@pytest.mark.parametrize(
    ("args", "values", "text"),
    [
        ({"what": "count"}, [2, 1], "open: 2; done: 1"),
        ({"what": "sum", "by": "price"}, [1017, 12.5], "open: €1,017.00; done: €12.50"),
        ({"what": "least", "by": "price", "give": "name"}, ["Jug", "Pot"], "open: Jug; done: Pot"),
        ({"what": "count", "where": [{"field": "name", "is": "eq", "value": "Mug"}]}, [1], "open: 1"),
    ],
)
async def test_groups_are_answered_for_one_by_one(args: Object, values: list[object], text: str) -> None:
    result = await aggregate({**args, "group": "state"})
    assert ([each["value"] for each in result.data["value"]], result.data["text"]) == (values, text)
    assert result.data["rows"][0]["group"] == "open"


async def test_an_unknown_field_to_group_by_is_named() -> None:
    fault = (await aggregate({"what": "count", "group": "stat"})).fault
    assert fault is not None
    assert (fault.pointer, fault.hint) == ("/group", "Did you mean 'state'?")


async def test_all_rows_that_share_the_least_are_told() -> None:
    result = await aggregate({"what": "least", "by": "price", "give": ["name"]})
    assert result.data["rows"] == [{"name": "Pot"}, {"name": "Jug"}]


async def test_commas_before_decimals_are_understood() -> None:
    result = await invoke(
        Call("reckon", {"rows": ["1.234,50 €", "0,50 €"], "what": "sum", "by": "value"}), Context(Registry(AGGREGATE))
    )
    assert result.data["value"] == 1235


async def test_an_unknown_field_is_named_with_what_there_is() -> None:
    fault = (await aggregate({"what": "sum", "by": "prize"})).fault
    assert fault is not None
    assert (fault.code, fault.pointer, fault.received) == ("invalid_input", "/by", "prize")
    assert "price" in (fault.hint or "")


async def test_what_is_no_number_is_not_added_up() -> None:
    fault = (await aggregate({"what": "sum", "by": "name"})).fault
    assert fault is not None
    assert (fault.pointer, fault.received) == ("/by", "Mug")


@pytest.mark.parametrize(
    ("rows", "args", "value", "text"),
    [
        (["€850.00", 12], {"what": "times"}, 10_200, "€10,200.00"),
        (["€9,311.55", "€84.50"], {"what": "difference"}, 9227.05, "€9,227.05"),
        ([3, 4, 8], {"what": "mean"}, 5, "5"),
        ({"rows": ROWS, "pages": 2}, {"what": "count"}, 3, "3"),
        ([ROWS, {"rows": ROWS}], {"what": "count"}, 6, "6"),
        ([{"price": "2.50"}, {"price": "4"}], {"what": "sum"}, 6.5, "6.50"),
    ],
)
async def test_plain_values_and_reads_are_rows(rows: object, args: Object, value: object, text: str) -> None:
    result = await aggregate({"rows": rows, **args})
    assert (result.data["value"], result.data["text"]) == (value, text)


PASSAGE = """# Lamps

- Oak €20
- Ash €30
"""
TABLE = """Lamps

| Name | Price |
| --- | --- |
| Oak | €20 |
| Ash \\| Elm | €30 |

3 more"""


@pytest.mark.parametrize(
    ("text", "args", "value"),
    [
        (PASSAGE, {"what": "list", "give": "value"}, ["Lamps", "Oak €20", "Ash €30"]),
        (TABLE, {"what": "sum", "by": "price"}, 50),
        (TABLE, {"what": "most", "by": "Price", "give": "Name"}, "Ash | Elm"),
    ],
)
async def test_a_page_that_was_read_has_rows(text: str, args: Object, value: object) -> None:
    for rows in (text, {"text": text, "start": 0, "next": None}):
        assert (await aggregate({"rows": rows, **args})).unwrap()["value"] == value


async def test_a_read_with_several_lists_does_not_say_which() -> None:
    fault = (await aggregate({"rows": {"rows": [], "others": []}, "what": "count"})).fault
    assert fault is not None
    assert (fault.code, fault.pointer) == ("invalid_input", "/rows")


async def test_the_old_name_is_accepted() -> None:
    tools = Registry(AGGREGATE)
    result = await invoke(Call("reckon", {"rows": [1, 2], "what": "sum"}), Context(tools))
    assert result.data["value"] == 3
    assert tools.names() == ["aggregate"]


async def test_a_row_that_is_needed_and_not_there() -> None:
    where = [{"field": "name", "is": "eq", "value": "Cup"}]
    assert (await aggregate({"what": "first", "where": where})).unwrap()["value"] is None
    fault = (await aggregate({"what": "first", "where": where, "needed": True})).fault
    assert fault is not None
    assert (fault.code, fault.message) == ("not_found", "No row is left of those that were given.")
