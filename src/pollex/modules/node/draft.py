"""A draft for an npm package: a tool for each function that JSON can call, from its code and its JSDoc comments."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ...core.fault import Fault
from ...core.json import Object
from ...core.path import dotted
from ..draft import ModuleDraft, Unmappable, guess_effect, module_name, tool_name
from ..entry import ROOT
from ..prose import why_not_json
from .binding import OPTIONS, NodeBinding, Position, bind, own_parameters
from .jsdoc import DocParameter, JsDoc, literal, read_comments, typed
from .package import Package
from .signature import JsParameter

LARGEST: Final = 4_000_000
"""Bytes of a source file that is read for its comments."""
FUNCTIONS: Final = frozenset({"cb", "comparator", "fn", "iteratee"})
NO_COMMENT: Final = JsDoc("", (), returns_function=False)


def draft_package(name: str, package: Package, surveyed: Object) -> ModuleDraft:
    """Draft a module from a package and what the Node process found in it; raise where nothing can be called."""
    comments = _comments(
        Path(surveyed["file"]), [str(each["path"][-1]) for each in surveyed["functions"] if each["path"]]
    )
    tools: dict[str, Object] = {}
    notes: list[str] = []
    for function in surveyed["functions"]:
        path = dotted(function["path"]) if function["path"] else ROOT
        own = str(function["path"][-1]) if function["path"] else function["name"]
        comment = comments.get(own) or comments.get(function["name"]) or NO_COMMENT
        try:
            parameters = _parameters(function, comment)
            made = _tool(tool_name(module_name(name), own if path == ROOT else path, tools), path, comment, parameters)
            tools[made["name"]] = made | _call(made, function, parameters)
        except Unmappable as reason:
            notes.append(f"{path}: left out: {reason}")
        else:
            lost = [each.name for each in parameters if each.schema is None]
            notes += [f"{path}: the parameter {each!r} is left out: it takes no JSON" for each in lost]
    if surveyed["classes"]:
        notes.append(f"{', '.join(surveyed['classes'])}: left out: a draft for npm has functions only")
    if not tools:
        raise _nothing(name, surveyed)
    return ModuleDraft(_head(name, package) | {"tools": list(tools.values())}, tuple(notes))


def _head(name: str, package: Package) -> Object:
    head: Object = {
        "name": module_name(name),
        "version": "1.0.0",
        "description": str(package.description.get("description") or f"The functions of {name}."),
        "package": name,
    }
    if package.version is not None:
        head["packageVersion"] = f"^{package.version}"
    return head | {"ecosystem": "npm", "type": "static"}


def _comments(main: Path, names: list[str]) -> dict[str, JsDoc]:
    """Return the comments of the package's main file, and of files beside it that are named as a function is."""
    files = [main, *(main.with_name(f"{name}{main.suffix}") for name in dict.fromkeys(names))]
    found: dict[str, JsDoc] = {}
    for file in files:
        if file.is_file() and file.stat().st_size <= LARGEST:
            found = read_comments(file.read_text("utf-8", "replace")) | found
    return found


def _parameters(function: Object, comment: JsDoc) -> tuple[DocParameter, ...]:
    """Return the parameters that the comment describes, where the code has room for them; else those of the code."""
    if comment.returns_function:
        raise Unmappable("it returns a function")
    coded = own_parameters(function["code"], function["length"])
    found = comment.parameters
    if not found or (coded and len(found) > len(coded)):
        found = tuple(_coded(each, required=index < function["length"]) for index, each in enumerate(coded or ()))
    for parameter in found:
        if parameter.schema is None and not parameter.optional:
            raise Unmappable(f"its required parameter {parameter.name!r} takes no JSON")
    return found


def _coded(parameter: JsParameter, *, required: bool) -> DocParameter:
    """Return a parameter of which only the code is known: its name, and perhaps a default that is a literal."""
    schema: Object | None = {"type": "array"} if parameter.rest else {}
    if parameter.name in ("{}", "[]", *FUNCTIONS) or why_not_json(parameter.name, ""):
        schema = None
    elif parameter.name.lower().endswith(OPTIONS):
        schema, required = {"type": "object"}, False
    elif parameter.default is not None:
        try:
            schema = typed(literal(parameter.default))
        except ValueError:
            schema = {}
    return DocParameter(parameter.name, schema, not required, parameter.rest)


def _tool(name: str, path: str, comment: JsDoc, parameters: tuple[DocParameter, ...]) -> Object:
    schema: Object = {
        "type": "object",
        "properties": {each.name: each.schema for each in parameters if each.schema is not None},
    }
    if required := [each.name for each in parameters if not each.optional]:
        schema["required"] = required
    return {
        "name": name,
        "description": comment.description or f"Calls {path}.",
        "function": path,
        "instanceMethod": False,
        "effect": guess_effect(path),
        "effectGuessed": True,
        "parameters": schema,
    }


def _call(tool: Object, function: Object, parameters: tuple[DocParameter, ...]) -> Object:
    """Return the `call` of a tool, where the order of its parameters cannot be read from the code."""
    placed = [each for each in parameters if not each.rest]
    while placed and placed[-1].schema is None:
        placed.pop()
    spread = next((each.name for each in parameters if each.rest and each.schema is not None), None)
    positions = tuple(Position(None if each.schema is None else each.name) for each in placed)
    found = bind(tool, function["code"], function["length"])
    if found == NodeBinding(positions, spread, found.source):
        return {}
    if Position() in positions:
        raise Unmappable("its parameters are not those of its code")
    call: Object = {"positional": [each.name for each in placed]}
    return {"call": call | ({"spread": spread} if spread else {})}


def _nothing(name: str, surveyed: Object) -> Fault:
    return Fault(
        "not_found",
        f"The package {name!r} has no function that can be called with JSON.",
        pointer="/package",
        expected="public functions",
        received=f"{len(surveyed['functions'])} functions and {len(surveyed['classes'])} classes",
        hint="Write the module by hand.",
    )
