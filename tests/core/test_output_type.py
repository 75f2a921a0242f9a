"""The type of an answer: what it can be given as, and what a value that does not fit is told."""

from dataclasses import dataclass
from datetime import date
from typing import Any

import pytest
from pydantic import BaseModel, field_validator

from pollex.core.fault import Fault
from pollex.core.output_type import OutputType
from pollex.core.schema import Schema


class Item(BaseModel):
    name: str
    price: float

    @field_validator("price")
    @classmethod
    def positive(cls, price: float) -> float:
        if price <= 0:
            raise ValueError("a price is more than nothing")
        return price


@dataclass
class Order:
    number: str
    day: date


@pytest.mark.parametrize(
    ("given", "value", "read"),
    [
        (Schema({"type": "integer"}), 5, 5),
        ({"type": "array", "items": {"type": "string"}}, ["a"], ["a"]),
        (Item, {"name": "kettle", "price": 3}, Item(name="kettle", price=3)),
        (list[Item], [{"name": "kettle", "price": "3"}], [Item(name="kettle", price=3)]),
        (Order, {"number": "7", "day": "2026-11-16"}, Order("7", date(2026, 11, 16))),
        (int | None, None, None),
    ],
)
def test_what_fits_becomes_a_value_of_the_type(given: Any, value: Any, read: Any) -> None:
    assert OutputType.of(given).read(value) == read


def test_every_mistake_has_its_place() -> None:
    with pytest.raises(Fault) as raised:
        OutputType.of(list[Item]).read([{"name": "kettle", "price": 3}, {"name": 4, "prize": 3}])
    assert raised.value.code == "invalid_output"
    assert {issue.pointer for issue in raised.value.issues} >= {"/1/name", "/1/price"}


def test_what_only_the_type_knows_is_told_too_without_the_tags_of_unions() -> None:
    with pytest.raises(Fault) as raised:
        OutputType.of(dict[str, Item | None]).read({"a/b": {"name": "kettle", "price": -3}})
    [issue] = [each for each in raised.value.issues if "more than nothing" in each.message]
    assert (issue.pointer, issue.message) == ("/a~1b/price", "a price is more than nothing.")


def test_what_json_cannot_express_is_refused() -> None:
    with pytest.raises(Fault) as raised:
        OutputType.of(object())
    assert (raised.value.code, raised.value.pointer) == ("invalid_input", "/output")
    with pytest.raises(Fault):
        OutputType.of({"type": "strin"})
