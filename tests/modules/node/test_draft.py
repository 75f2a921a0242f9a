"""Drafts of npm packages: from code and JSDoc comments, checked and called as they are."""

import json
from pathlib import Path
from typing import Any

import pytest

from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.schema import Schema
from pollex.modules.draft import ModuleDraft
from pollex.modules.manifest import check_manifest
from pollex.modules.node import NodeRuntime
from pollex.modules.node.jsdoc import DocParameter, JsDoc, read_comments
from pollex.modules.runtime import Manifest


def manifest_of(package: str, folder: Path) -> Manifest:
    return Manifest({"name": "it", "package": package, "type": "static", "tools": []}, folder / "module.json")


def tool(document: Object, function: str) -> Object:
    [found] = [tool for tool in document["tools"] if tool["function"] == function]
    return dict(found)


async def call(runtime: NodeRuntime, document: Object, folder: Path, function: str, args: Object) -> Any:
    """What a drafted tool answers; its own schema checks the arguments."""
    library = await runtime.load(Manifest(document, folder / "module.json"), None)
    drafted = tool(document, function)
    checked = Schema(drafted["parameters"]).check(args)
    assert checked.issues == ()
    return await library.call(drafted, checked.value, instance=None, context=Context(Registry()))


async def drafted(runtime: NodeRuntime, folder: Path, code: str, name: str = "index.js") -> ModuleDraft:
    """The draft of a package `thing` with this code."""
    place = folder / "node_modules" / "thing"
    place.mkdir(parents=True)
    kind = "module" if name.endswith(".mjs") else "commonjs"
    described = {"name": "thing", "version": "1.2.3", "description": "Does things.", "main": name, "type": kind}
    (place / "package.json").write_text(json.dumps(described))
    (place / name).write_text(code)
    return await runtime.draft(manifest_of("thing", folder))


async def test_lodash(shared_runtime: NodeRuntime, packages: Path) -> None:
    made = await shared_runtime.draft(manifest_of("lodash", packages))
    document = made.document
    assert check_manifest(document).issues == ()
    assert len(document["tools"]) >= 240
    assert tool(document, "chunk") == {
        "name": "lodash_chunk",
        "description": "Creates an array of elements split into groups the length of `size`. If `array` can't be split "
        "evenly, the final chunk will be the remaining elements.",
        "function": "chunk",
        "instanceMethod": False,
        "effect": "act",
        "effectGuessed": True,
        "parameters": {
            "type": "object",
            "properties": {
                "array": {"type": "array", "description": "The array to process."},
                "size": {"type": "number", "description": "The length of each chunk", "default": 1},
            },
            "required": ["array"],
        },
    }
    assert "debounce: left out: it returns a function" in made.notes
    assert "defer: left out: its required parameter 'func' takes no JSON" in made.notes
    assert "groupBy: the parameter 'iteratee' is left out: it takes no JSON" in made.notes


@pytest.mark.parametrize(
    ("function", "args", "answer"),
    [
        ("chunk", {"array": [1, 2, 3], "size": 2}, [[1, 2], [3]]),
        ("merge", {"object": {"a": {"b": 1}}, "sources": [{"a": {"c": 2}}]}, {"a": {"b": 1, "c": 2}}),
        ("add", {"augend": 1, "addend": 2}, 3),
        ("zipObject", {"props": ["a"], "values": [1]}, {"a": 1}),
        ("padStart", {"string": "7", "length": 3, "chars": "0"}, "007"),
        ("concat", {"array": [1], "values": [2, [3]]}, [1, 2, 3]),
    ],
)
async def test_drafted_tools_of_lodash_answer(
    shared_runtime: NodeRuntime, packages: Path, function: str, args: Object, answer: Any
) -> None:
    document = (await shared_runtime.draft(manifest_of("lodash", packages))).document
    assert await call(shared_runtime, document, packages, function, args) == answer


@pytest.mark.parametrize("package", ["axios", "moment", "nanoid", "@sindresorhus/slugify"])
async def test_a_draft_passes_the_check_and_every_tool_is_found_again(
    shared_runtime: NodeRuntime, packages: Path, package: str
) -> None:
    document = (await shared_runtime.draft(manifest_of(package, packages))).document
    assert check_manifest(document).issues == ()
    library = await shared_runtime.load(Manifest(document, packages / "module.json"), None)
    plans = [await library.plan(tool) for tool in document["tools"]]
    assert [plan.function for plan in plans] == [tool["function"] for tool in document["tools"]]


async def test_wrapped_methods_have_the_parameters_of_their_class(shared_runtime: NodeRuntime, packages: Path) -> None:
    document = (await shared_runtime.draft(manifest_of("axios", packages))).document
    assert tool(document, "post")["parameters"] == {
        "type": "object",
        "properties": {"url": {}, "data": {}, "config": {"type": "object"}},
        "required": ["url", "data"],
    }


CODE = """
exports.greet = function (name, greeting = 'Hello', times = 1, ...more) { return [greeting, name, times, more]; };
exports.each = (items, callback) => items.map(callback);
exports.pick = ({ a, b }) => a;
exports.open = (path, { mode } = {}) => path;
exports._hidden = () => 1;
exports.Thing = class Thing {};
exports.limit = 3;
"""


async def test_a_package_of_which_only_the_code_is_known(shared_runtime: NodeRuntime, tmp_path: Path) -> None:
    made = await drafted(shared_runtime, tmp_path, CODE)
    assert made.document | {"tools": [tool["name"] for tool in made.document["tools"]]} == {
        "name": "thing",
        "version": "1.0.0",
        "description": "Does things.",
        "package": "thing",
        "packageVersion": "^1.2.3",
        "ecosystem": "npm",
        "type": "static",
        "tools": ["thing_greet", "thing_open"],
    }
    assert tool(made.document, "greet")["parameters"] == {
        "type": "object",
        "properties": {
            "name": {},
            "greeting": {"type": "string", "default": "Hello"},
            "times": {"type": "number", "default": 1},
            "more": {"type": "array"},
        },
        "required": ["name"],
    }
    assert made.notes == (
        "each: left out: its required parameter 'callback' takes no JSON",
        "pick: left out: its required parameter '{}' takes no JSON",
        "open: the parameter '{}' is left out: it takes no JSON",
        "Thing: left out: a draft for npm has functions only",
    )
    args = {"name": "Ada", "times": 2, "more": [1]}
    assert await call(shared_runtime, made.document, tmp_path, "greet", args) == ["Hello", "Ada", 2, [1]]


async def test_an_es_module_with_one_function(shared_runtime: NodeRuntime, tmp_path: Path) -> None:
    code = "/** Shout a text.\n * @param {string} text - What to shout. */\nexport default function shout(text) "
    made = await drafted(shared_runtime, tmp_path, code + "{ return text.toUpperCase(); }", "index.mjs")
    [only] = made.document["tools"]
    assert (only["name"], only["function"], only["description"]) == ("thing_shout", "root", "Shout a text.")
    assert await call(shared_runtime, made.document, tmp_path, "root", {"text": "a"}) == "A"


async def test_an_order_that_the_code_does_not_show_is_stated(shared_runtime: NodeRuntime, tmp_path: Path) -> None:
    code = """
/**
 * Compares.
 * @param {number} options What it is.
 * @param {number} [other=0] What it is compared with.
 */
function compare(a, options) { return [a, options]; }
module.exports = { compare, one: () => 1, two: () => 2 };
"""
    document = (await drafted(shared_runtime, tmp_path, code)).document
    assert tool(document, "compare")["call"] == {"positional": ["options", "other"]}
    assert await call(shared_runtime, document, tmp_path, "compare", {"options": 1, "other": 2}) == [1, 2]


async def test_a_package_without_functions(shared_runtime: NodeRuntime, tmp_path: Path) -> None:
    with pytest.raises(Fault, match="no function that can be called with JSON") as caught:
        await drafted(shared_runtime, tmp_path, "exports.A = class {}; exports.each = (callback) => callback();")
    assert (caught.value.code, caught.value.received) == ("not_found", "1 functions and 1 classes")


def test_comments_are_read() -> None:
    code = """
/**
 * Pads a text.
 * On the left.
 *
 * Or not.
 * @since 1.0
 * @param {string} text The text
 *  to pad.
 * @param {number|string} [width=10] - How wide.
 * @param {Object} [options={}] Options.
 * @param {boolean} [options.hard] Not a parameter of its own.
 * @param {Function} done Called.
 * @param {...(string|Date)} [more] Others.
 * @returns {string} The text.
 */
exports.pad = function (text) {}
/** Makes one. @returns {string} not a tag in the middle of a line */
const maker = () => () => 1;
/** Nothing after it. */
"""
    assert read_comments(code) == {
        "pad": JsDoc(
            "Pads a text. On the left.",
            (
                DocParameter("text", {"type": "string", "description": "The text to pad."}, optional=False, rest=False),
                DocParameter(
                    "width",
                    {"anyOf": [{"type": "number"}, {"type": "string"}], "description": "How wide.", "default": 10},
                    optional=True,
                    rest=False,
                ),
                DocParameter(
                    "options", {"type": "object", "description": "Options.", "default": {}}, optional=True, rest=False
                ),
                DocParameter("done", None, optional=False, rest=False),
                DocParameter(
                    "more", {"type": "array", "items": {}, "description": "Others."}, optional=True, rest=True
                ),
            ),
            returns_function=False,
        ),
        "maker": JsDoc("Makes one. @returns {string} not a tag in the middle of a line", (), returns_function=False),
    }
