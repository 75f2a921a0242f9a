"""Python functions as tools: schema, description and arguments come from the signature and the docstring."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.declare import tool
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.core.tool import Tool


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


class Address(BaseModel):
    street: str
    number: int = 1


@dataclass
class Person:
    name: str
    born: date


def google(url: str, tries: int = 3) -> str:
    """Fetch a page.

    Waits for it to load.

    Args:
        url: Where to
            fetch from.
        tries (int): How often to try.

    Returns:
        The body.
    """
    return f"{url} {tries}"


def numpy(url: str, tries: int = 3) -> str:
    """Fetch a page.

    Waits for it to load.

    Parameters
    ----------
    url : str
        Where to
        fetch from.
    tries : int, optional
        How often to try.

    Returns
    -------
    str
        The body.
    """
    return f"{url} {tries}"


def sphinx(url: str, tries: int = 3) -> str:
    """Fetch a page.

    Waits for it to load.

    :param url: Where to
        fetch from.
    :param int tries: How often to try.
    :returns: The body.
    """
    return f"{url} {tries}"


def call(made: Tool, args: Any) -> Result:
    return asyncio.run(invoke(Call(made.name, args), Context(Registry(made))))


@pytest.mark.parametrize("function", [google, numpy, sphinx])
def test_docstrings_in_three_styles(function: Callable[..., Any]) -> None:
    made = tool(function)
    assert made.description == "Fetch a page.\n\nWaits for it to load."
    assert made.input.document == {
        "type": "object",
        "properties": {
            "url": {"type": "string", "description": "Where to fetch from."},
            "tries": {"type": "integer", "description": "How often to try.", "default": 3},
        },
        "required": ["url"],
        "additionalProperties": False,
    }
    assert made.output is not None
    assert made.output.document == {"type": "string", "description": "The body."}


def test_a_tool_is_still_its_function() -> None:
    made = tool(google)
    assert made("a", tries=1) == "a 1"
    assert made.name == "google"


def test_options_of_the_decorator() -> None:
    @tool(name="math.add", effect="read", examples=[{"a": 1, "b": 2}], timeout=1.5, idempotent=True)
    async def add(a: int, b: int) -> int:
        """Add two whole numbers."""
        return a + b

    assert (add.name, add.effect, add.timeout, add.idempotent) == ("math.add", "read", 1.5, True)
    assert call(add, {"a": 1, "b": 2}).data == 3


def test_an_example_must_fit_the_tools_own_schema() -> None:
    with pytest.raises(Fault) as caught:

        @tool(examples=[{"a": 1}, {"a": "x"}])
        def double(a: int) -> int:
            """Double it."""
            return 2 * a

    assert caught.value.pointer == "/examples/1/a"


def test_rich_types_arrive_as_python_values() -> None:
    seen: list[Any] = []

    @tool
    def take(
        person: Person,
        address: Address,
        size: Size,
        due: date,
        price: Decimal,
        choice: Literal["a", "b"] = "a",
        maybe: int | None = None,
    ) -> None:
        seen.extend([person, address, size, due, price, choice, maybe])

    args = {
        "person": {"name": "Ann", "born": "1990-01-02"},
        "address": {"street": "High"},
        "size": "l",
        "due": "2026-11-15",
        "price": "1.10",
    }
    result = call(take, args)
    assert result.ok, result.fault
    assert seen == [
        Person("Ann", date(1990, 1, 2)), Address(street="High"), Size.LARGE, date(2026, 11, 15), Decimal("1.10"),
        "a", None,
    ]  # fmt: skip


def test_lists_and_objects_of_any_name_arrive_as_they_are_and_keys_as_declared() -> None:
    seen: list[Any] = []

    @tool
    def take(names: Sequence[str], sizes: Mapping[str, int], rows: Iterable[int], by_number: dict[int, str]) -> None:
        seen.extend([names, sizes, rows, by_number])

    result = call(take, {"names": ["a"], "sizes": {"a": 1}, "rows": [1, 2], "by_number": {"7": "b"}})
    assert result.ok, result.fault
    assert seen == [["a"], {"a": 1}, [1, 2], {7: "b"}]


def test_descriptions_in_annotations() -> None:
    @tool
    def take(a: Annotated[int, "How many"], b: Annotated[str, Field(description="What", min_length=2)]) -> None:
        """Take."""

    assert take.input.document["properties"] == {  # type: ignore[index]
        "a": {"type": "integer", "description": "How many"},
        "b": {"type": "string", "description": "What", "minLength": 2},
    }


def test_every_kind_of_parameter() -> None:
    @tool
    def take(first: int, /, second: int, *rest: int, named: int = 4, **others: int) -> list[Any]:
        return [first, second, rest, named, others]

    assert call(take, {"first": 1, "second": 2, "rest": [3, 3], "named": 5, "extra": 6}).data == [
        1,
        2,
        [3, 3],
        5,
        {"extra": 6},
    ]
    assert call(take, {"first": 1, "second": 2}).data == [1, 2, [], 4, {}]


def test_a_context_is_handed_over_and_not_asked_of_the_caller() -> None:
    @tool
    async def outer(context: Context, n: int) -> Any:
        return (await context.call("inner", {"n": n})).data

    @tool
    def inner(n: int) -> int:
        return n + 1

    assert list(outer.input.document["properties"]) == ["n"]  # type: ignore[index]
    result = asyncio.run(invoke(Call("outer", {"n": 1}), Context(Registry(outer, inner))))
    assert result.data == 2


def test_a_whole_number_is_an_integer_however_it_is_written() -> None:
    @tool
    def kind(n: int) -> str:
        return type(n).__name__

    assert call(kind, '{"n": 5.0}').data == "int"


def test_streams_give_a_list() -> None:
    @tool
    async def count(n: int) -> AsyncIterator[int]:
        for number in range(n):
            yield number

    @tool
    def letters(word: str) -> Iterator[str]:
        yield from word

    assert call(count, {"n": 3}).data == [0, 1, 2]
    assert call(letters, {"word": "ab"}).data == ["a", "b"]
    assert letters.output is not None
    assert letters.output.document == {"items": {"type": "string"}, "type": "array"}


def test_a_type_that_json_cannot_say_is_refused_at_once() -> None:
    class Socket:
        pass

    with pytest.raises(Fault) as caught:

        @tool
        def take(socket: Socket) -> None:
            """Take."""

    assert caught.value.pointer == "/socket"


def test_a_function_that_no_other_process_can_import_cannot_be_isolated() -> None:
    with pytest.raises(Fault, match="cannot run in a process of its own"):

        @tool(isolation="process")
        def inside() -> None:
            """Inside."""


def test_what_pydantic_refuses_beyond_the_schema_is_invalid_input() -> None:
    @tool
    def take(due: date) -> None:
        """Take."""

    result = call(take, {"due": "2026-13-45"})
    assert result.fault is not None
    assert (result.fault.code, result.fault.pointer) == ("invalid_input", "/due")
