"""How arguments are bound: by `call`, by the code, by order; options and tails; and the arguments that follow."""

from typing import Any

import pytest

from pollex.modules.node.binding import NodeBinding, Position, bind
from pollex.modules.node.signature import JsParameter, read_code, read_parameters

LIST = {"type": "array"}


def planned(properties: dict[str, Any], code: str, length: int = 1) -> str:
    """The binding in words, with what it was read from."""
    found = bind({"name": "t", "function": "f", "parameters": {"properties": properties}}, code, length)
    return f"{found.source}: {found.spelled('f')}"


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("", ()),
        ("a, b", (JsParameter("a"), JsParameter("b"))),
        ("a = ',)', ...rest", (JsParameter("a", "',)'"), JsParameter("rest", rest=True))),
        ("f = (x, y) => [x, y], n = 3", (JsParameter("f", "(x, y) => [x, y]"), JsParameter("n", "3"))),
        ("{a, b = {}} = {}", (JsParameter("{}", "{}"),)),
        ("a, // the first\n  b /* and, (the second */,\n", (JsParameter("a"), JsParameter("b"))),
    ],
)
def test_parameters_are_read(text: str, parameters: Any) -> None:
    assert read_parameters(text) == parameters


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("function chunk(array, size, guard) { return 1; }", ["array", "size", "guard"]),
        ("async function* f (a, b = g(1, 2)) {}", ["a", "b"]),
        ("(a, {b, c}) => a", ["a", "{}"]),
        ("([a, b], c) => a", ["[]", "c"]),
        ("async x => x", ["x"]),
        ("format(input, ...more) { }", ["input", "more"]),
        ("async get(url) { }", ["url"]),
        ("class A { constructor(one, two) {} }", ["one", "two"]),
        ("function () { [native code] }", None),
        ("class A {}", None),
    ],
)
def test_a_functions_code_names_its_parameters(code: str, names: list[str] | None) -> None:
    read = read_code(code)

    assert (None if read is None else [parameter.name for parameter in read]) == names


GET = "function httpMethod(url, config) {}"
POST = "function httpMethod(url, data, config) {}"
STRINGIFY = "function stringify(value, replacer, options) {}"


@pytest.mark.parametrize(
    ("code", "properties", "plan"),
    [
        (GET, {"url": {}, "params": {}, "headers": {}}, "code: f(url, {params, headers})"),
        (GET, {"headers": {}, "url": {}}, "code: f(url, {headers})"),
        (GET, {"url": {}, "config": {}}, "code: f(url, config)"),
        (GET, {"url": {}}, "code: f(url)"),
        (POST, {"url": {}, "data": {}, "headers": {}}, "code: f(url, data, {headers})"),
        (POST, {"url": {}, "headers": {}}, "code: f(url, undefined, {headers})"),
        (STRINGIFY, {"value": {}, "indent": {}}, "code: f(value, undefined, {indent})"),
        ("function encode(str, encoding, options) {}", {"text": {}, "encoding": {}}, "code: f(text, encoding)"),
        ("function clean(html, options, _again) {}", {"dirty": {}, "tags": {}}, "code: f(dirty, {tags})"),
        ("(url, options, defaultOptions = x) => 1", {"url": {}, "json": {}}, "code: f(url, {json})"),
        ("function pad(string, length, chars) {}", {"text": {}, "length": {}}, "code: f(text, length)"),
        ("function f(e, t) {}", {"name": {}, "email": {}, "age": {}}, "code: f(name, {email, age})"),
        ("function f({ a, b }) {}", {"a": {}, "b": {}}, "code: f({a, b})"),
        ("function f(...paths) {}", {"parts": LIST}, "code: f(...parts)"),
    ],
)
def test_options_gather_what_has_no_parameter_of_its_own(code: str, properties: dict[str, Any], plan: str) -> None:
    assert planned(properties, code) == plan


@pytest.mark.parametrize(
    ("code", "length", "properties", "plan"),
    [
        ("function f(a, b) {}", 2, {"b": {}, "a": {}}, "code: f(a, b)"),
        ("function f(a, options = {}) {}", 1, {"a": {}, "deep": {}}, "code: f(a, {deep})"),
        ("function f(object, sources) {}", 0, {"target": {}, "rest": LIST}, "code: f(target, ...rest)"),
        ("function f(items = []) {}", 0, {"items": LIST}, "code: f(items)"),
        ("function f() { return arguments }", 0, {"a": {}, "b": LIST}, "order: f(a, ...b)"),
        ("function f() { [native code] }", 2, {"a": {}, "b": LIST}, "order: f(a, b)"),
        ("function f() {}", 0, {}, "code: f()"),
    ],
)
def test_code_and_order_bind(code: str, length: int, properties: dict[str, Any], plan: str) -> None:
    assert planned(properties, code, length) == plan


def test_the_manifests_call_comes_first() -> None:
    tool = {
        "name": "t",
        "function": "f",
        "parameters": {"properties": {"a": {}, "b": {}, "c": {}, "d": LIST}},
        "call": {"positional": ["b"], "spread": "d"},
    }

    found = bind(tool, "function f(a) {}", 1)

    assert f"{found.source}: {found.spelled('f')}" == "call: f(b, {a, c}, ...d)"


@pytest.mark.parametrize(
    ("args", "values", "holes"),
    [
        ({"a": 1, "b": 2, "x": 3, "rest": [4, 5]}, [1, 2, {"x": 3}, 4, 5], []),
        ({"a": 1}, [1], []),
        ({"a": None, "b": None}, [None, None], []),
        ({"a": 1, "y": 2}, [1, None, {"y": 2}], [1]),
        ({"rest": [1]}, [None, None, None, 1], [0, 1, 2]),
        ({}, [], []),
        ({"unknown": 1}, [None, None, {"unknown": 1}], [0, 1]),
    ],
)
def test_arguments_are_laid_out(args: dict[str, Any], values: list[Any], holes: list[int]) -> None:
    binding = NodeBinding((Position("a"), Position("b"), Position(options=("x", "y"))), "rest", "call")

    assert binding.arguments(args) == (values, holes)


def test_a_required_options_object_is_given_even_if_empty() -> None:
    assert NodeBinding((Position(options=("x",), required=True),), None, "code").arguments({}) == ([{}], [])


async def test_undefined_reaches_the_function_in_the_middle(load: Any) -> None:
    code = "exports.f = (a, b = 'default', c) => [a, b, c];"
    module = await load.code(code, "f", parameters={"a": {}, "b": {}, "c": {}})

    assert await module.call("t0", {"a": 1, "c": 3}) == [1, "default", 3]


def test_a_list_that_is_unpacked_takes_one_argument() -> None:
    assert planned({"pair": LIST}, "([a, b]) => a") == "code: f(pair)"
    assert planned({"pair": LIST, "unit": {}}, "([a, b], {unit}) => a") == "code: f(pair, {unit})"


WRAPPED = """class Client { send(url, config) { return [url, config]; } }
const wrap = (method, self) => function () { return method.apply(self, arguments); };
exports.Client = Client;
exports.send = wrap(Client.prototype.send, new Client());"""


async def test_a_wrapper_is_bound_by_the_method_that_it_wraps(load: Any) -> None:
    module = await load.code(WRAPPED, "send", parameters={"url": {}, "headers": {}})

    assert (await module.plan("t0")).how == "send(url, {headers})"
    assert await module.call("t0", {"url": "/", "headers": {"a": "b"}}) == ["/", {"headers": {"a": "b"}}]
