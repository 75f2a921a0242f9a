"""What a call gave has a name, and later calls refer to it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.protocols import ModelReply

pytestmark = pytest.mark.asyncio(loop_scope="session")

Do = Callable[..., Awaitable[Any]]
Says = Callable[..., ModelReply]
GOODS = {
    "type": "array",
    "items": {"type": "object", "properties": {"name": {"type": "string"}, "price": {"type": "string"}}},
}
READ = ("page_extract", {"instruction": "products", "schema": GOODS})
CHEAPEST = ("aggregate", {"rows": "{{extract_1}}", "what": "least", "by": "price"})


async def test_the_cheapest_is_chosen_among_what_was_read(do: Do, says: Says) -> None:
    answer = {"name": "{{aggregate_1.value.name}}", "price": "{{aggregate_1.value.price}}"}
    said = {"text": "It is the {{aggregate_1.value.name}}.", "success": True, "values": answer}
    done = await do(
        "What is the cheapest kettle?", says(READ), says(CHEAPEST), says(("done", said)), at="/shop/search?q=kettle"
    )
    least = next(each for each in done.events if each.kind == "call.finished" and each.data["tool"] == "aggregate")
    row = least.data["result"]["data"]["value"]
    assert done.result.data["values"] == row
    assert done.result.data["answer"] == f"It is the {row['name']}."
    assert done.result.data["proven"]


async def test_a_result_is_told_by_its_name(do: Do, says: Says) -> None:
    done = await do("Look", says(READ), says(("done", {"text": "No.", "success": False})), at="/shop/search?q=kettle")
    told = done.requests[1].messages[-2].answers[0].result.data
    assert "extract_1: " in told


async def test_a_name_that_there_is_not_comes_back_with_those_that_there_are(do: Do, says: Says) -> None:
    wrong = ("aggregate", {"rows": "{{extract_2}}", "what": "count"})
    done = await do(
        "Count", says(READ), says(wrong), says(("done", {"text": "No.", "success": False})), at="/shop/search?q=kettle"
    )
    fault = next(
        each.result.fault for message in done.requests[2].messages for each in message.answers if each.result.fault
    )
    assert fault.code == "unknown_reference"
    assert "extract_1" in fault.message


async def test_what_speaks_against_a_value_is_told(do: Do, says: Says) -> None:
    wanted = {"type": "object", "properties": {"things": {"type": "integer"}}, "required": ["things"]}
    read = ("page_extract", {"instruction": "the things for camping", "schema": wanted})
    end = says(("done", {"text": "No.", "success": False}))
    done = await do("Look", says(read), end, end, at="/shop/search?q=kettle")  # it is asked what the words mean, too
    told = done.requests[2].messages[-2].answers[0].result.data
    assert "note: /things is not certain: nothing near " in told
    assert " says 'camping'." in told
