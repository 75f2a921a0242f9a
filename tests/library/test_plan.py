"""Plans of library tools."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.library.plan import check_options


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"name": None}, "/name"),
        ({"name": 5}, "/name"),
        ({"credentials": "my-shop"}, "/credentials"),
        ({"credentials": {"custom": ["my-shop"]}}, "/credentials/custom"),
        ({"auth": 5}, "/auth"),
        ({"timeout": 0}, "/timeout"),
        ({"timeout": -1}, "/timeout"),
        ({"timeout": float("nan")}, "/timeout"),
        ({"timeout": float("inf")}, "/timeout"),
        ({"timeout": 10**400}, "/timeout"),
        ({"timeout": "10"}, "/timeout"),
        ({"timeout": True}, "/timeout"),
    ],
)
def test_an_option_of_a_wrong_kind(wrong: dict[str, Any], pointer: str) -> None:
    with pytest.raises(Fault) as caught:
        check_options(**{"name": "shop.find-price", **wrong})

    assert (caught.value.code, caught.value.pointer) == ("invalid_input", pointer)


def test_options_that_are_right() -> None:
    check_options(name="shop.find-price", credentials={"custom": "my-shop"}, auth=None, timeout=10)
