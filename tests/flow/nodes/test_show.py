"""`show`: a value for whoever follows the run."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pollex.core.event import MemoryLog
from pollex.core.json import Object
from pollex.core.result import Result

Run = Callable[..., Awaitable[Result]]
Mistakes = Callable[..., list[tuple[str, str]]]


def show(**config: Any) -> Object:
    return {"type": "show", "config": config}


def put(key: str, value: Any) -> Object:
    return {"type": "context", "config": {"operation": "set", "key": key, "value": value}}


async def shown(run: Run, *nodes: Object) -> list[Object]:
    log = MemoryLog()
    (await run(*nodes, log=log)).unwrap()
    return [event.data for event in log.events if event.kind == "workspace.changed"]


async def test_text_without_a_title_is_the_default(run: Run) -> None:
    assert await shown(run, show(value="Done.")) == [{"path": "/1", "title": "", "as": "text", "value": "Done."}]


@pytest.mark.parametrize("form", ["text", "markdown", "table", "list", "json"])
async def test_values_keep_their_type(run: Run, form: str) -> None:
    rows = [{"n": 1}, {"n": None}]
    nodes = (put("rows", rows), show(value="{{rows}}", title="{{rows[0].n}} row", **{"as": form}))
    assert await shown(run, *nodes) == [{"path": "/2", "title": "1 row", "as": form, "value": rows}]


async def test_the_result_is_what_was_shown(run: Run) -> None:
    result = await run(show(value=0, store_variable="kept"))
    assert result.unwrap()["variables"] == {"kept": {"title": "", "as": "text", "value": 0}}


async def test_each_turn_of_a_loop_shows(run: Run) -> None:
    loop = {"type": "iterate", "config": {"over": "list", "variable": "n", "body": 3}}
    told = await shown(run, put("list", ["a", "b"]), loop, show(value="{{n}}"))
    assert [(each["path"], each["value"]) for each in told] == [("/2[0]/3", "a"), ("/2[1]/3", "b")]


WRONG: list[tuple[Object, tuple[str, str]]] = [
    ({}, ("/nodes/0/config/value", "The key 'value' is missing.")),
    (
        {"value": 1, "as": "tabel"},
        ("/nodes/0/config/as", 'Expected one of "text", "markdown", "table", "list", "json".'),
    ),
    ({"value": "{{nope}}"}, ("/nodes/0/config/value", "Nothing is named 'nope'.")),
    (
        {"value": {"deep": ["x {{secret.bank}}"]}},
        ("/nodes/0/config/value/deep/0", "A secret cannot become a value: it would be kept and shown."),
    ),
]


@pytest.mark.parametrize(("config", "told"), WRONG)
def test_mistakes_are_told(mistakes: Mistakes, config: Object, told: tuple[str, str]) -> None:
    assert mistakes(show(**config)) == [told]
