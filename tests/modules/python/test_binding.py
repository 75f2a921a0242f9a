"""Arguments reach functions as their signatures want them, as `call` says, or in the schema's order."""

import json
import math
import textwrap
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.modules.python.binding import PythonBinding
from pollex.modules.python.signature import read_binding, signature_of


def tool(function: Callable[..., Any], *names: str, types: Object | None = None, **fields: Any) -> Object:
    properties = {name: {"type": (types or {}).get(name, "string")} for name in names}
    return {
        "name": "sample",
        "function": function.__name__,
        "parameters": {"type": "object", "properties": properties},
        **fields,
    }


def bound(function: Callable[..., Any], declared: Object) -> PythonBinding:
    return read_binding(declared, signature_of(function))


def test_required_arguments_go_by_position_and_optional_ones_by_keyword() -> None:
    binding = bound(json.dumps, tool(json.dumps, "obj", "indent", "sort_keys"))
    assert binding.how == "dumps(obj, indent=…, sort_keys=…)"
    assert binding.source == "signature"
    assert binding.bind({"obj": {}, "indent": 2}) == ([{}], {"indent": 2})


def test_what_is_not_given_is_left_out() -> None:
    binding = bound(json.dumps, tool(json.dumps, "obj", "indent"))
    assert binding.bind({"obj": 1}) == ([1], {})
    assert binding.bind({"obj": 1, "indent": None}) == ([1], {"indent": None})


def test_camel_case_means_snake_case() -> None:
    def search(page_size: int, page_number: int = 1, *, sort_by: str = "") -> None: ...

    binding = bound(search, tool(search, "pageSize", "pageNumber", "sortBy"))
    assert binding.how == "search(pageSize, page_number=pageNumber, sort_by=sortBy)"
    assert binding.bind({"pageSize": 5, "sortBy": "x"}) == ([5], {"sort_by": "x"})


def test_positional_only_is_respected_and_gaps_are_filled_with_defaults() -> None:
    def search(first: int, second: int = 2, third: int = 3, /, *, fourth: int = 4) -> None: ...

    binding = bound(search, tool(search, "first", "second", "third", "fourth"))
    assert binding.bind({"first": 1, "third": 9, "fourth": 8}) == ([1, 2, 9], {"fourth": 8})
    assert binding.bind({"first": 1}) == ([1], {})


def test_a_positional_only_parameter_may_have_any_name_in_the_schema() -> None:
    assert bound(math.sqrt, tool(math.sqrt, "number")).bind({"number": 9}) == ([9], {})


def test_a_trailing_list_is_spread() -> None:
    def join(head: str, middle: str = "m", *rest: str) -> None: ...

    binding = bound(join, tool(join, "head", "middle", "parts", types={"parts": "array"}))
    assert binding.how == "join(head, middle, *parts)"
    assert binding.bind({"head": "h", "parts": ["x", "y"]}) == (["h", "m", "x", "y"], {})
    assert binding.bind({"head": "h", "middle": "n"}) == (["h", "n"], {})


def test_several_arguments_fill_a_variadic_tail() -> None:
    def join(head: str, *rest: str) -> None: ...

    assert bound(join, tool(join, "head", "second", "third")).bind({"head": "a", "second": "b", "third": "c"}) == (
        ["a", "b", "c"],
        {},
    )


def test_a_wrapper_that_takes_anything_gets_keywords_and_no_spread_list() -> None:
    def wrapper(*args: Any, **kwargs: Any) -> None: ...

    binding = bound(wrapper, tool(wrapper, "items", types={"items": "array"}))
    assert binding.bind({"items": [1, 2]}) == ([], {"items": [1, 2]})


def test_what_has_no_name_of_its_own_becomes_a_keyword() -> None:
    binding = bound(textwrap.wrap, tool(textwrap.wrap, "text", "width", "placeholder"))
    assert binding.how == "wrap(text, width=…, placeholder=…)"
    assert binding.bind({"text": "a b", "placeholder": "…"}) == (["a b"], {"placeholder": "…"})


def test_what_has_no_name_of_its_own_goes_into_the_options() -> None:
    def fetch(url: str, options: Object | None = None) -> None: ...

    binding = bound(fetch, tool(fetch, "url", "headers", "timeout"))
    assert binding.how == "fetch(url, options={headers, timeout})"
    assert binding.bind({"url": "u", "timeout": 5}) == (["u"], {"options": {"timeout": 5}})
    assert binding.bind({"url": "u"}) == (["u"], {})


def test_options_that_must_be_given_gather_too() -> None:
    def fetch(url: str, options: Object) -> None: ...

    binding = bound(fetch, tool(fetch, "url", "headers"))
    assert binding.how == "fetch(url, {headers})"
    assert binding.bind({"url": "u", "headers": {}}) == (["u", {"headers": {}}], {})


def test_options_that_the_schema_names_are_given_by_name() -> None:
    def fetch(url: str, params: Object | None = None) -> None: ...

    binding = bound(fetch, tool(fetch, "url", "params", types={"params": "object"}))
    assert binding.bind({"url": "u", "params": {"q": 1}}) == (["u"], {"params": {"q": 1}})


def test_without_a_signature_required_arguments_go_in_the_schemas_order() -> None:
    declared = tool(max, "one", "other", "key")
    declared["parameters"]["required"] = ["one", "other"]
    binding = bound(max, declared)
    assert (binding.how, binding.source) == ("max(one, other, key=…)", "order")
    assert binding.bind({"one": 1, "other": 2, "key": abs}) == ([1, 2], {"key": abs})


def test_after_one_that_is_not_given_required_arguments_go_by_keyword() -> None:
    declared = tool(max, "one", "other")
    declared["parameters"]["required"] = ["other"]
    assert bound(max, declared).bind({"other": 2}) == ([], {"other": 2})


def test_a_function_that_takes_no_keywords_can_have_all_in_order_unless_one_is_missing() -> None:
    binding = bound(max, tool(max, "one", "other", "key"))
    assert binding.in_order({"one": 1, "other": 2}) == [1, 2]
    assert binding.in_order({"one": 1, "key": abs}) is None


def test_call_says_how() -> None:
    call = {"positional": ["other", "one"], "spread": "rest", "options": ["key"]}
    binding = bound(max, tool(max, "one", "other", "rest", "key", types={"rest": "array"}, call=call))
    assert (binding.how, binding.source) == ("max(other, one, *rest, key=…)", "call")
    assert binding.bind({"one": 1, "other": 2, "rest": [3, 4], "key": abs}) == ([2, 1, 3, 4], {"key": abs})


def test_call_must_name_parameters_of_the_tool() -> None:
    with pytest.raises(Fault) as caught:
        bound(max, tool(max, "one", call={"positional": ["ones"]}))
    assert (caught.value.pointer, caught.value.hint) == ("/call", "Did you mean 'one'?")


def test_a_parameter_that_the_function_lacks_is_a_fault() -> None:
    with pytest.raises(Fault) as caught:
        bound(textwrap.dedent, tool(textwrap.dedent, "text", "widht"))
    assert caught.value.message == "'dedent' has no parameter 'widht'."
    assert caught.value.pointer == "/parameters/properties/widht"


@pytest.mark.parametrize("declared", [(), ("indent",)])
def test_a_parameter_that_nothing_is_for_is_a_fault(declared: tuple[str, ...]) -> None:
    def show(obj: Any, indent: int = 2) -> None: ...

    with pytest.raises(Fault) as caught:
        bound(show, tool(show, *declared))
    assert caught.value.message == "'show' needs 'obj', and no parameter of the tool gives it."


def test_an_argument_that_an_open_schema_let_in_is_matched_or_refused() -> None:
    def show(obj: Any, line_width: int = 2) -> None: ...

    declared = tool(show, "obj")
    declared["parameters"]["additionalProperties"] = True
    binding = bound(show, declared)
    assert binding.bind({"obj": 1, "lineWidth": 3}) == ([1], {"line_width": 3})
    with pytest.raises(Fault) as caught:
        binding.bind({"obj": 1, "lineWith": 3})
    assert (caught.value.pointer, caught.value.hint) == ("/lineWith", "Did you mean 'line_width'?")


def test_a_later_position_cannot_be_reached_over_a_missing_one() -> None:
    binding = bound(max, tool(max, "one", "other", call={"positional": ["one", "other"]}))
    with pytest.raises(Fault) as caught:
        binding.bind({"other": 2})
    assert caught.value.pointer == "/one"


def test_whole_numbers_are_integers_where_the_schema_says_so() -> None:
    binding = bound(math.factorial, tool(math.factorial, "n", types={"n": "integer"}))
    positions, _ = binding.bind({"n": 5.0})
    assert repr(positions) == "[5]"


def seen(a: Any, b: Any = "B", /, c: Any = "C", *d: Any, e: Any = "E", **f: Any) -> Object:
    return {"a": a, "b": b, "c": c, "d": list(d), "e": e, "f": f}


@given(st.fixed_dictionaries({"a": st.integers()}, optional={
    "b": st.integers(), "c": st.integers(), "d": st.lists(st.integers()), "e": st.integers(), "g": st.integers(),
}))  # fmt: skip
def test_every_argument_arrives_at_its_own_parameter(args: Object) -> None:
    binding = bound(seen, tool(seen, "a", "b", "c", "d", "e", "g", types={"d": "array"}))
    positions, keywords = binding.bind(args)
    defaults = {"b": "B", "c": "C", "d": [], "e": "E"}
    own = {name: value for name, value in args.items() if name != "g"}
    others = {"g": args["g"]} if "g" in args else {}
    assert seen(*positions, **keywords) == {**defaults, **own, "f": others}
