"""`excerpt`: what stands between two texts."""

import pytest

from pollex.builtin.excerpt import EXCERPT
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result

TEXT = "Camping\n 62   things left, page 1 of 3\n\nTotal:\t€12.50\nBalance\n1,200"


async def excerpt(args: Object) -> Result:
    return await invoke(Call("excerpt", {"text": TEXT, **args}), Context(Registry(EXCERPT)))


@pytest.mark.parametrize(
    ("args", "value"),
    [
        ({"after": " things left"}, "62"),
        ({"before": "page 1 of "}, "3"),
        ({"before": "page ", "after": " of 3"}, "1"),
        ({"before": "Total: "}, "€12.50"),
        ({"before": "Balance\n"}, "1,200"),
        ({"before": "\nCamping\n", "after": " things"}, "62"),
    ],
)
async def test_what_stands_there(args: Object, value: str) -> None:
    found = await excerpt(args)
    assert found.fault is None
    assert found.data == {"value": value}


@pytest.mark.parametrize(
    ("args", "pointer"),
    [
        ({"before": "Sum: "}, "/before"),
        ({"before": "Total: ", "after": " things"}, "/after"),
        ({"before": "Camping", "after": "Total"}, "/after"),
        ({"before": "Balance\n1,200"}, "/after"),
    ],
)
async def test_what_does_not(args: Object, pointer: str) -> None:
    found = await excerpt(args)
    assert found.fault is not None
    assert (found.fault.code, found.fault.pointer) == ("not_found", pointer)


async def test_one_of_the_two_must_be_said() -> None:
    found = await excerpt({})
    assert found.fault is not None
    assert found.fault.code == "invalid_input"
