"""The schema of `module.json`, after the module specification (004), and the check of a manifest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from ..core.fault import Issue
from ..core.json import Object
from .entry import entry_issues, path_issues

if TYPE_CHECKING:
    from ..core.schema import Checked, Schema

ANOTHER_NAME: Final = "Give one of them another name."
RANGE: Final = ("packageVersion", "ecosystem")
TYPES: Final = ("constructor", "factory", "singleton", "static")


def text(description: str, **more: Any) -> Object:
    return {"type": "string", "description": description, **more}


DEPENDENCY: Final[Object] = {
    "type": "object",
    "description": "A value that the module needs, from the environment, `.env` or the credential store.",
    "properties": {
        "type": {
            "description": "What the value is.",
            "enum": ["string", "number", "integer", "boolean", "object", "array", "any"],
            "default": "string",
        },
        "description": text("What the value is for."),
        "required": {
            "type": "boolean",
            "description": "Whether the module cannot work without it.",
            "default": False,
        },
        "default": {"description": "The value when none is given."},
        "secret": {
            "type": "boolean",
            "description": "Whether the value is a secret; by default if its name has a word such as `key` or `token`.",
        },
    },
}

INITIALIZATION: Final[Object] = {
    "type": "object",
    "description": "How the library is made ready.",
    "properties": {
        "type": {"description": "The root `type` once more; it must say the same.", "enum": list(TYPES)},
        "method": text("The function that makes the instance: `create` for a factory, `getInstance` for a singleton."),
        "treatAsConstructor": {
            "type": "boolean",
            "description": "The library itself is callable and makes the instances.",
            "default": False,
        },
        "config": {
            "description": "What the library is made with; `${name}` is a dependency, `${env.X}` from the environment.",
        },
    },
}

SHAPE: Final[Object] = {
    "type": ["object", "boolean"],
    "description": 'A JSON Schema; `"type": "any"` means no constraint.',
}

OUTPUT: Final[Object] = {
    "type": "object",
    "description": "What the tool answers.",
    "properties": {
        "success": {**SHAPE, "description": "The schema of the data when the function returns."},
        "failure": {**SHAPE, "description": "The schema of the data when the function fails."},
    },
}

MAPPING: Final[Object] = {
    "description": "A JSONPath for the whole, or one for each key.",
    "anyOf": [
        text("A JSONPath into what came back."),
        {
            "type": "object",
            "description": "For each key of the data, a JSONPath into what came back.",
            "additionalProperties": text("A JSONPath into what came back."),
        },
    ],
}

RESULT_MAPPING: Final[Object] = {
    "type": "object",
    "description": "How what the library gives becomes the tool's data.",
    "properties": {
        "success": {**MAPPING, "description": "Where the data stands in what the function returned."},
        "failure": {**MAPPING, "description": "Where the data stands in the error that it raised."},
        "transform": {
            "description": "`instance`: keep what came back and answer with a handle that later calls can name.",
            "enum": ["instance"],
        },
    },
}

NAMES: Final[Object] = {"type": "array", "items": text("The name of a parameter.")}

CALL: Final[Object] = {
    "type": "object",
    "description": "How the parameters reach the function, where that cannot be read from the library.",
    "properties": {
        "positional": {**NAMES, "description": "Parameters given by position, in this order."},
        "spread": text("The parameter, a list, whose items are given as the last positions."),
        "options": {
            **NAMES,
            "description": "Parameters gathered into one last object (JavaScript) or given by keyword (Python).",
        },
    },
}

TOOL: Final[Object] = {
    "type": "object",
    "description": "One function of the library as a tool.",
    "properties": {
        "name": text("The tool's name.", pattern="^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$"),
        "description": text("What the tool does, with an example."),
        "function": text(
            "The function: `get`, `utils.format`, `methods[0]`, `${methodName}`, or `root`, the library itself."
        ),
        "async": {"type": "boolean", "description": "Whether the function's answer is awaited.", "default": True},
        "instanceMethod": {
            "type": "boolean",
            "description": "Whether the function belongs to the instance, not to the library.",
            "default": True,
        },
        "parameters": {
            "type": "object",
            "description": "The schema of the arguments, an object schema as OpenAI's function calling takes it.",
            "properties": {
                "type": {"description": "Arguments are always an object.", "const": "object"},
                "properties": {
                    "type": "object",
                    "description": "The arguments by name.",
                    "additionalProperties": {**SHAPE, "description": "The schema of one argument."},
                },
                "required": {**NAMES, "description": "The arguments that must be given."},
            },
            "additionalProperties": True,
        },
        "output": OUTPUT,
        "resultMapping": RESULT_MAPPING,
        "call": CALL,
        "effect": {
            "description": "read: changes nothing; act: changes something; destroy: cannot be taken back.",
            "enum": ["read", "act", "destroy"],
        },
        "effectGuessed": {
            "type": "boolean",
            "description": "Whether a draft guessed the effect by the function's name and nobody has looked yet.",
        },
        "examples": {
            "type": "array",
            "description": "Arguments that fit, for people and models to learn from.",
            "items": {"type": "object", "description": "One set of arguments."},
        },
        "timeout": {"type": "number", "description": "Seconds the function may take.", "exclusiveMinimum": 0},
    },
    "required": ["name", "function"],
}

MANIFEST: Final[Object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "module.json",
    "description": "Declares the functions of a Python or npm package as tools.",
    "type": "object",
    "properties": {
        "$schema": text("The address of this schema, for editors. It is never fetched."),
        "name": text("The module's name: lowercase letters, digits, hyphens.", pattern="^[a-z0-9]+(-[a-z0-9]+)*$"),
        "version": text(
            "The module's own version, as semver: 1.0.0.",
            pattern=r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$",
        ),
        "description": text("What the module is for, in a sentence."),
        "package": text(
            "The package to load: its name in the ecosystem, or a path beside the manifest.",
            pattern=r"^[^\u0000-\u001f\u007f]+$",
        ),
        "packageVersion": text(
            "The versions of the package that will do: an npm range, or a PEP 440 specifier for a Python package."
        ),
        "ecosystem": {
            "description": "Where the package comes from; without it, what is installed decides.",
            "enum": ["pypi", "npm"],
        },
        "type": {"description": f"How the library is used: {', '.join(TYPES)}.", "enum": list(TYPES)},
        "dependencies": {
            "type": "object",
            "description": "The values that the module needs, by name.",
            "additionalProperties": DEPENDENCY,
        },
        "initialization": INITIALIZATION,
        "tools": {"type": "array", "description": "The functions that become tools.", "items": TOOL},
    },
    "required": ["name", "version", "description", "package", "type", "tools"],
}


@cache
def manifest_schema() -> Schema:
    """The compiled schema, made when the first manifest is checked."""
    from ..core.schema import Schema

    return Schema(MANIFEST)


def check_manifest(document: Any) -> Checked:
    """Check a manifest: return it with its defaults, and every issue at once."""
    checked = manifest_schema().check(document)
    wrong = {"/".join(issue.pointer.split("/")[:3]) for issue in checked.issues}
    if not isinstance(checked.value, dict) or "" in wrong:
        return checked
    more = [*_contradictions(checked.value), *_whole_issues(checked.value, wrong)]
    return replace(checked, issues=(*checked.issues, *more)) if more else checked


def _whole_issues(manifest: Object, wrong: set[str]) -> Iterator[Issue]:
    """Yield what the schema cannot check, in the parts that it found valid."""
    from .versions import check_range

    readable = manifest.keys() >= {*RANGE} and wrong.isdisjoint(f"/{key}" for key in RANGE)
    if readable and (issue := check_range(*(manifest[key] for key in RANGE))):
        yield issue
    if "/initialization" not in wrong and "/initialization/method" not in wrong:
        method = manifest.get("initialization", {}).get("method")
        yield from path_issues(method, "/initialization/method") if method is not None else ()
    if "/tools" not in wrong:
        yield from _tools_issues(manifest.get("tools", ()), wrong)


def _tools_issues(tools: list[Object], wrong: set[str]) -> Iterator[Issue]:
    names: set[str] = set()
    for index, entry in enumerate(tools):
        if f"/tools/{index}" in wrong:
            continue
        if entry["name"] in names:
            message = f"There is already a tool {entry['name']!r}."
            yield Issue(f"/tools/{index}/name", message, "a name of its own", entry["name"], ANOTHER_NAME)
        names.add(entry["name"])
        for issue in entry_issues(entry):
            yield issue.below(index).below("tools")


def _contradictions(manifest: Any) -> tuple[Issue, ...]:
    """Return an issue if `initialization.type` differs from the root `type`."""
    match manifest:
        case {"type": str(root), "initialization": {"type": str(inner)}} if root in TYPES and inner in TYPES:
            if root != inner:
                message = f"The module is of type {root!r}, its initialization of type {inner!r}."
                hint = "Leave initialization.type out, or let both say the same."
                return (Issue("/initialization/type", message, repr(root), repr(inner), hint),)
    return ()
