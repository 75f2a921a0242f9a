"""JSON as models write it is read where it is clear what is meant, and that is listed."""

from typing import Any

import pytest

from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.invoke import invoke
from pollex.core.lenient_json import MENDED, parse_lenient
from pollex.core.registry import Registry
from pollex.core.schema import Schema
from pollex.core.tool import Tool


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{'a': 'b'}", {"a": "b"}),
        ('{"a": [1, 2,], }', {"a": [1, 2]}),
        ("{'ok': True, 'no': false, 'x': None}", {"ok": True, "no": False, "x": None}),
        ("{'said': 'It\\'s \"so\"'}", {"said": 'It\'s "so"'}),
        ("{'said': 'a \\\\\"b'}", {"said": 'a \\"b'}),
        ('{"a": "true, }", "b": \'\\u00e9\\n\'}', {"a": "true, }", "b": "é\n"}),
        ('{"path": "a\\/b",}', {"path": "a/b"}),
    ],
)
def test_what_is_clear(text: str, value: Any) -> None:
    assert parse_lenient(text) == value


@pytest.mark.document("all", "Mended JSON refuses `1.`, `0x1f`, `'a' 'b'` and the second of two equal keys.")
@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "{a: 1}",
            "{'a': 1",
            "{'a': __import__('os')}",
            "{1: 2}",
            "{'a'}",
            "b'x'",
            '{"a": "\\ud800",}',
            "[" * 5_000,
        ),
        *("[1.,]", "[0x1f,]", "[1_000,]", "[1e999,]", "['a' 'b']", "{'a': 1, 'a': 2}", "{'a': 1, \"a\": 2}"),
    ],
)
def test_what_is_not(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_lenient(text)


async def test_it_is_listed() -> None:
    async def add(args: Any, context: Context) -> Any:
        return args["a"] + args["b"]

    tool = Tool(
        "add",
        "Add.",
        Schema({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}}),
        add,
    )
    result = await invoke(Call("add", "{'a': 1, 'b': 2,}"), Context(Registry(tool)))
    assert (result.data, [each.did for each in result.repairs]) == (3, [MENDED])
