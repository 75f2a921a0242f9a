"""JSDoc comments: what a JavaScript file says of its functions and their parameters."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from ...core.json import Object
from ..prose import summary

BLOCK: Final = re.compile(r"/\*\*(?P<text>.*?)\*/\s*(?P<code>[^\n]*)", re.DOTALL)
DECLARED: Final = re.compile(r"(?:[\w$.]+\.|(?:export |default |async |function\*? |var |let |const )*)([\w$]+)\s*[=(]")
"""The name that the line after a comment declares: `function chunk(`, `const merge =`, `exports.pad =`."""
MARGIN: Final = re.compile(r"^[ \t]*\*? ?", re.MULTILINE)
TAG: Final = re.compile(r"^@", re.MULTILINE)
PARAMETER: Final = re.compile(
    r"(?:param|arg|argument)\s+\{(?P<type>.*?)\}\s+(?:\[(?P<optional>[\w$]+)\s*(?:=(?P<default>.*?))?\]|(?P<name>[\w$]+))"
    r"(?=\s|$)\s*-?\s*(?P<text>.*)",
    re.DOTALL,
)
RETURNS: Final = re.compile(r"returns?\s+\{(?P<type>.*?)\}")
TYPES: Final = {
    "string": "string", "number": "number", "integer": "integer", "boolean": "boolean", "bool": "boolean",
    "array": "array", "object": "object", "null": "null", "undefined": "null",
}  # fmt: skip
NO_JSON: Final = frozenset({"function", "regexp", "symbol", "map", "set", "promise", "buffer", "stream", "error"})


@dataclass(frozen=True, slots=True)
class DocParameter:
    """One parameter as a comment describes it. `schema` is None where JSON cannot express its type."""

    name: str
    schema: Object | None
    optional: bool
    rest: bool


@dataclass(frozen=True, slots=True)
class JsDoc:
    """What a JSDoc comment says of a function."""

    description: str
    parameters: tuple[DocParameter, ...]
    returns_function: bool


def read_comments(code: str) -> dict[str, JsDoc]:
    """Return the comments of a file by the name of the function that each stands before."""
    found: dict[str, JsDoc] = {}
    for block in BLOCK.finditer(code):
        declared = DECLARED.match(block["code"])
        if declared is not None:
            found.setdefault(declared[1], _comment(block["text"]))
    return found


def literal(code: str) -> Any:
    """Return the value of a JavaScript literal; raise ValueError for other code."""
    text = code.strip()
    if text[:1] == "'" == text[-1:] and '"' not in text:
        text = f'"{text[1:-1]}"'
    return json.loads(text)


def typed(value: Any) -> Object:
    """Return the schema of a parameter with this default."""
    kinds: dict[type, str] = {
        bool: "boolean",
        int: "number",
        float: "number",
        str: "string",
        list: "array",
        dict: "object",
    }
    kind = kinds.get(type(value))
    return {"default": value} if kind is None else {"type": kind, "default": value}


def _comment(text: str) -> JsDoc:
    description, *tags = TAG.split(MARGIN.sub("", text))
    returns = next(filter(None, map(RETURNS.match, tags)), None)
    return JsDoc(
        summary(description),
        tuple(_parameters(tags)),
        returns is not None and returns["type"].strip().lower() in ("function", "class"),
    )


def _parameters(tags: list[str]) -> Iterator[DocParameter]:
    for match in filter(None, map(PARAMETER.match, tags)):
        kind = match["type"].strip()
        rest, optional = kind.startswith("..."), match["optional"] is not None or kind.endswith("=")
        schema = _schema(kind.removeprefix("...").removesuffix("="))
        if rest and schema is not None:
            schema = {"type": "array", "items": schema}
        if schema is not None and match["text"].strip():
            schema["description"] = summary(match["text"])
        if schema is not None and match["default"]:
            schema |= _default(match["default"], schema)
        yield DocParameter(match["optional"] or match["name"], schema, optional or rest, rest)


def _schema(kind: str) -> Object | None:
    """Return the schema of a type such as `Array|Object` or `number[]`; None where no part of it is JSON."""
    parts = [part.strip(" ()?!").lower() for part in kind.split("|")]
    parts = ["array" if part.endswith("[]") or part.startswith("array<") else part for part in parts]
    known = list(dict.fromkeys(TYPES[part] for part in parts if part in TYPES))
    if all(part in NO_JSON or part.startswith("function(") for part in parts):
        return None
    if any(part not in TYPES and part not in NO_JSON for part in parts):
        return {}
    return {"type": known[0]} if len(known) == 1 else {"anyOf": [{"type": each} for each in known]}


def _default(code: str, schema: Object) -> Object:
    try:
        value = literal(code)
    except ValueError:
        return {}
    fits = schema.get("type") in (None, typed(value).get("type"))
    return {"default": value} if fits else {}
