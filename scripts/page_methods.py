"""Writes `pollex.page.methods`: every tool of the page as a typed method, made from its declaration."""

from __future__ import annotations

import inspect
from textwrap import indent, wrap
from typing import Any, Final, get_type_hints

from pollex.core.casing import snake
from pollex.core.json import Object
from pollex.core.result import Result
from pollex.core.tool import Tool
from pollex.page.tools import page_tools

HEAD: Final = '''\
"""Every tool of the page as a typed method. Written by `make docs` from the tools' declarations: change it there."""

# ruff: noqa: A002

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from ..core.json import Object
from ..core.secret import Secret
from .callable import CallablePage, SelectorArgument


class PageMethods(CallablePage):
    """The tools of a page as methods, which return data and raise `Fault`."""
'''
BY_HAND: Final = frozenset({"state", "extract"})
"""Methods that return more than the tool's data, and are written by hand."""
ELEMENT_OPTIONAL: Final = frozenset({"keypress", "wait", "scroll", "screenshot"})
"""Tools that do something for the whole page where no element is named."""
SELECTORS: Final = frozenset({"selector", "to", "until", "next"})
TYPES: Final = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
WIDTH: Final = 120


def source() -> str:
    """Return the text of the module."""
    methods = [indent(_method(tool), "    ") for tool in page_tools() if _name(tool) not in BY_HAND]
    return "\n".join([HEAD, *methods])


def _name(tool: Tool) -> str:
    return tool.name.removeprefix("page.")


def _method(tool: Tool) -> str:
    required, optional = _parameters(tool)
    taken = ["self", *(f"{snake(name)}: {_type(name, schema, tool)}" for name, schema in required.items())]
    if optional:
        taken += ["*", *(_optional(name, schema, tool) for name, schema in optional.items())]
    sent = [f'"{name}": {snake(name)}' for name in (*required, *optional)]
    returned = _returned(tool)
    given = "return " if returned == "Any" else f"result: {returned} = "
    body = [_docstring(tool), _call(f"{given}await self.invoke", tool.name, sent)]
    if returned != "Any":
        body.append("return result")
    return "\n".join([_signature(_name(tool), taken, returned), *(indent(each, "    ") for each in body), ""])


def _parameters(tool: Tool) -> tuple[Object, Object]:
    """The parameters that must be given, and the others. An index is a selector too, and not taken twice."""
    document = tool.input.document
    assert isinstance(document, dict)
    known = {name: each for name, each in document["properties"].items() if name != "index" or not _has_element(tool)}
    names = [name for name in document.get("required", ()) if "default" not in known[name]]
    if _has_element(tool) and _name(tool) not in ELEMENT_OPTIONAL:
        names = ["selector", *(name for name in names if name != "selector")]
    return {name: known[name] for name in names}, {name: known[name] for name in known if name not in names}


def _has_element(tool: Tool) -> bool:
    document = tool.input.document
    return isinstance(document, dict) and "selector" in document["properties"]


def _optional(name: str, schema: Object, tool: Tool) -> str:
    kind = _type(name, schema, tool)
    default = schema.get("default")
    if default is None or isinstance(default, list):
        return f"{snake(name)}: {kind} | None = None"
    return f"{snake(name)}: {kind} = {_written(default)}"


def _type(name: str, schema: Object, tool: Tool) -> str:
    sealed = tool.sealed
    secret = " | Secret" if isinstance(sealed, frozenset) and name in sealed else ""
    return (("SelectorArgument" if name in SELECTORS else _plain_type(schema)) + secret).replace("Any | Secret", "Any")


def _plain_type(schema: Object) -> str:
    if "enum" in schema:
        return f"Literal[{', '.join(_written(each) for each in schema['enum'])}]"
    kinds = schema.get("type")
    if kinds is None:
        return "Any"
    return " | ".join(_one_type(kind, schema) for kind in (kinds if isinstance(kinds, list) else [kinds]))


def _one_type(kind: str, schema: Object) -> str:
    if kind == "array":
        return f"Sequence[{_plain_type(schema.get('items', {}))}]"
    if kind == "object":
        kinds = {_plain_type(each) for each in schema.get("properties", {}).values()}
        return f"Mapping[str, {kinds.pop() if len(kinds) == 1 else 'Any'}]"
    return TYPES[kind]


def _written(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else repr(value)


def _returned(tool: Tool) -> str:
    """What the data of the tool is: what its coroutine says that it returns; a Result of a page tool has an object."""
    hint = get_type_hints(inspect.unwrap(tool.run))["return"]
    kinds: list[tuple[Any, str]] = [
        (Result, "Object"),
        (Object, "Object"),
        (list[Object], "list[Object]"),
        (str, "str"),
    ]
    return next((name for kind, name in kinds if hint == kind), "Any")


def _docstring(tool: Tool) -> str:
    first, *rest = wrap(tool.description, WIDTH - len('        """"""'))
    if not rest:
        return f'"""{first}"""'
    return "\n".join([f'"""{first}', *rest, '"""'])


def _signature(name: str, taken: list[str], returned: str) -> str:
    line = f"async def {name}({', '.join(taken)}) -> {returned}:"
    if len(line) + 4 <= WIDTH:
        return line
    return "\n".join([f"async def {name}(", *(f"    {each}," for each in taken), f") -> {returned}:"])


def _call(begin: str, tool: str, sent: list[str]) -> str:
    line = f'{begin}("{tool}", {{{", ".join(sent)}}})'
    if len(line) + 8 <= WIDTH:
        return line
    pairs = [f"        {each}," for each in sent]
    return "\n".join([f"{begin}(", f'    "{tool}",', "    {", *pairs, "    },", ")"])
