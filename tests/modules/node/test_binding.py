"""How arguments are bound: the ladder, the overloads, options and tails, and the arguments that come of it."""

from typing import Any

import pytest

from pollex.modules.node.binding import Binding, Slot, bind
from pollex.modules.node.declarations import callable_signatures, default_names, named_signatures
from pollex.modules.node.signature import Parameter, read_code, read_parameters

LIST = {"type": "array"}


def planned(properties: dict[str, Any], declared: str = "", name: str = "f", code: str = "", length: int = 1) -> str:
    """The binding in words, with what it was read from."""
    tool = {"name": "t", "function": name, "parameters": {"properties": properties}}
    found = bind(tool, list(named_signatures(declared, name)), code, length)
    return f"{found.source}: {found.spelled(name)}"


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("", ()),
        ("a, b", (Parameter("a"), Parameter("b"))),
        ("a: string, b?: number", (Parameter("a", "string"), Parameter("b", "number", optional=True))),
        ("a = ',)', ...rest", (Parameter("a", optional=True), Parameter("rest", rest=True))),
        (
            "f: (x: A, y: B) => Map<K, V>, n: number",
            (Parameter("f", "(x: A, y: B) => Map<K, V>"), Parameter("n", "number")),
        ),
        ("{a, b}: {a: 1, b: 2} = {}", (Parameter("{}", "{a: 1, b: 2}", optional=True),)),
        ("this: void, a: T[]", (Parameter("a", "T[]"),)),
        ("a: string,\n  b: string,\n", (Parameter("a", "string"), Parameter("b", "string"))),
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


AXIOS = """class AxiosHeaders { get(headerName: string, parser: RegExp): AxiosHeaderValue; }
export class Axios {
  get<T = any, R = AxiosResponse<T>, D = any>(url: string, config?: AxiosRequestConfig<D>): Promise<R>;
  post<T = any, R = AxiosResponse<T>, D = any>(url: string, data?: D, config?: AxiosRequestConfig<D>): Promise<R>;
}"""
LODASH = """interface LoDashStatic {
  chunk<T>(array: List<T> | null | undefined, size?: number): T[][];
  merge<A, B>(object: A, source: B): A & B;
  merge<A, B, C>(object: A, source1: B, source2: C): A & B & C;
  merge(object: any, ...otherArgs: any[]): any;
}
interface Collection<T> { chunk(size?: number): Collection<T[]>; merge(...otherArgs: any[]): any; }
interface Text { pad(length?: number, chars?: string): string; }
interface LoDashStatic { pad(string?: string, length?: number, chars?: string): string; }"""


@pytest.mark.parametrize(
    ("declared", "name", "properties", "plan"),
    [
        (AXIOS, "get", {"url": {}, "params": {}, "headers": {}}, "types: get(url, {params, headers})"),
        (AXIOS, "get", {"headers": {}, "url": {}}, "types: get(url, {headers})"),
        (AXIOS, "get", {"url": {}, "config": {}}, "types: get(url, config)"),
        (AXIOS, "get", {"url": {}}, "types: get(url)"),
        (AXIOS, "post", {"url": {}, "data": {}, "headers": {}}, "types: post(url, data, {headers})"),
        (AXIOS, "post", {"url": {}, "headers": {}}, "types: post(url, undefined, {headers})"),
        (LODASH, "chunk", {"array": LIST, "size": {}}, "types: chunk(array, size)"),
        (LODASH, "merge", {"target": {}, "sources": LIST}, "types: merge(target, ...sources)"),
        (LODASH, "merge", {"object": {}, "source": {}}, "types: merge(object, source)"),
        (LODASH, "pad", {"text": {}, "length": {}}, "types: pad(text, length)"),
        ("function f(inp?: In, format?: string): M;", "f", {"date": {}, "format": {}}, "types: f(date, format)"),
        ("export const f: (user: User) => void", "f", {"name": {}, "email": {}}, "types: f({name, email})"),
        ("declare function f({ a, b }: { a: string; b: string }): void", "f", {"a": {}, "b": {}}, "types: f({a, b})"),
        ("function f(text: string): void", "f", {"a": {}, "b": {}}, "types: f(a, {b})"),
        ("function f(...paths: string[]): string", "f", {"parts": LIST}, "types: f(...parts)"),
        ("function f(a: string, cb?: (x: E) => void): void", "f", {"a": {}, "b": {}, "c": {}}, "types: f(a, b, {c})"),
    ],
)  # fmt: skip
def test_declared_types_bind(declared: str, name: str, properties: dict[str, Any], plan: str) -> None:
    assert planned(properties, declared, name) == plan


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
    assert planned(properties, code=code, length=length) == plan


def test_the_code_decides_between_namesakes_and_before_types_without_a_common_name() -> None:
    declared = "interface A { f(one: string, two: string): void } interface B { f(second: string, options?: O): void }"
    code = "function f(second, options) {}"

    assert planned({"x": {}, "y": {}}, declared, code=code) == "types: f(x, {y})"
    assert planned({"y": {}, "second": {}}, "function f(a: A, b: B): void", code=code) == "code: f(second, {y})"


def test_the_manifests_call_comes_first() -> None:
    tool = {
        "name": "t",
        "function": "f",
        "parameters": {"properties": {"a": {}, "b": {}, "c": {}, "d": LIST}},
        "call": {"positional": ["b"], "spread": "d"},
    }

    found = bind(tool, [(Parameter("a"),)], "function f(a) {}", 1)

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
    binding = Binding((Slot("a"), Slot("b"), Slot(options=("x", "y"))), "rest", "call")

    assert binding.arguments(args) == (values, holes)


def test_a_required_options_object_is_given_even_if_empty() -> None:
    assert Binding((Slot(options=("x",), required=True),), None, "types").arguments({}) == ([{}], [])


def test_the_whole_package_is_found_as_function_or_as_callable_type() -> None:
    moment = "declare function moment(inp?: In, format?: string): moment.Moment;\nexport = moment;"
    static = "interface Static { (text: string): A; readonly x: 1; }\ndeclare const it: Static;\nexport default it;"

    assert default_names(moment) == ["moment"]
    assert [[p.name for p in found] for found in callable_signatures(moment, "moment")] == [["inp", "format"]]
    assert [[p.name for p in found] for found in callable_signatures(static, "it")] == [["text"]]


async def test_undefined_reaches_the_function_in_the_middle(load: Any) -> None:
    code = "exports.f = (a, b = 'default', c) => [a, b, c];"
    module = await load.code(code, "f", parameters={"a": {}, "b": {}, "c": {}})

    assert await module.call("t0", {"a": 1, "c": 3}) == [1, "default", 3]


def test_a_list_that_is_unpacked_takes_one_argument() -> None:
    assert planned({"pair": LIST}, code="([a, b]) => a") == "code: f(pair)"
    assert planned({"pair": LIST, "unit": {}}, code="([a, b], {unit}) => a") == "code: f(pair, {unit})"
