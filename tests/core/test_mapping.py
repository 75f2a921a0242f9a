import json
from pathlib import Path
from typing import Any

import pytest

from pollex.core.fault import Fault, Issue
from pollex.core.mapping import SYNTAX, Mapped, check_mapping, find_matches, map_result

from ..vectors import each_of

SUITE = Path(__file__).parent.parent / "data" / "jsonpath-cts" / "cts.json"
CASES: list[dict[str, Any]] = json.loads(SUITE.read_text(encoding="utf-8"))["tests"]
VALID = [case for case in CASES if not case.get("invalid_selector")]
INVALID = [case for case in CASES if case.get("invalid_selector")]


def test_the_compliance_suite_is_whole() -> None:
    assert (len(VALID), len(INVALID)) == (456, 247)


@each_of((case["name"], case) for case in VALID)
def test_the_compliance_suite_finds_what_it_should(case: dict[str, Any]) -> None:
    allowed = case["results"] if "results" in case else [case["result"]]
    assert find_matches(case["selector"], case["document"]) in allowed


@each_of((case["name"], case) for case in INVALID)
def test_the_compliance_suite_refuses_what_it_should(case: dict[str, Any]) -> None:
    with pytest.raises(Fault) as caught:
        find_matches(case["selector"], {})
    assert (caught.value.code, caught.value.expected) == ("invalid_input", SYNTAX)
    assert caught.value.hint


def test_a_result_is_mapped() -> None:
    response = {"data": {"rows": [{"id": 1}, {"id": 2}]}, "status": 200, "nothing": None}
    mapping = {
        "status": "$.status",
        "body": {"first": "$.data.rows[0].id", "ids": "$.data.rows[*].id", "none": "$..missing"},
        "nothing": "$.nothing",
        "source": "shop",
        "version": 2,
        "price": "\\$5",
        "list": ["$.status"],
    }
    assert map_result(mapping, response) == Mapped(
        {
            "status": 200,
            "body": {"first": 1, "ids": [1, 2], "none": []},
            "nothing": None,
            "source": "shop",
            "version": 2,
            "price": "$5",
            "list": ["$.status"],
        }
    )


def test_a_key_with_nothing_to_take_is_left_out_and_noted() -> None:
    assert map_result({"a": "$.x", "b": {"c": "$.y[0]"}, "d": "$.z"}, {"z": 1}) == Mapped(
        {"b": {}, "d": 1}, ("/a: nothing is at '$.x'.", "/b/c: nothing is at '$.y[0]'.")
    )


def test_a_mapping_may_be_one_expression() -> None:
    assert map_result("$.x", {"x": [1]}) == Mapped([1])
    assert map_result("$", "plain text") == Mapped("plain text")
    assert map_result("$.x", 5) == Mapped(None, ("The mapping: nothing is at '$.x'.",))


def test_bad_expressions_are_all_told_with_their_place() -> None:
    mapping = {"a": "$data", "b": {"c/d": "$.x["}, "e": "$.ok", "f": "$5 off"}
    expected = [
        ("/a", "$data", "Did you mean '$.data'?"),
        ("/f", "$5 off", "Write '\\$' at the beginning if the text is meant literally."),
        ("/b/c~1d", "$.x[", "Write '\\$' at the beginning if the text is meant literally."),
    ]
    assert [(issue.pointer, issue.received, issue.hint) for issue in check_mapping(mapping)] == expected
    with pytest.raises(Fault) as caught:
        map_result(mapping, {})
    assert caught.value == Fault.from_issues("invalid_input", check_mapping(mapping))


def test_an_expression_that_is_not_a_path_gets_a_hint() -> None:
    with pytest.raises(Fault) as caught:
        find_matches("data", {})
    assert caught.value.hint == "Did you mean '$.data'?"
    not_text: Any = ["$"]
    with pytest.raises(Fault, match="A JSONPath is a text"):
        find_matches(not_text, {})


def test_a_good_mapping_has_no_issues() -> None:
    issues: list[Issue] = check_mapping({"a": "$.a", "b": {"c": "$..x[?@.y > 1]"}, "d": 5, "e": "text"})
    assert issues == []


def test_depth_is_a_fault_and_not_a_crash() -> None:
    deep: Any = None
    mapping: Any = "$"
    for _ in range(5_000):
        deep, mapping = [deep], {"a": mapping}
    for act in (lambda: find_matches("$..a", deep), lambda: map_result(mapping, 1)):
        with pytest.raises(Fault) as caught:
            act()
        assert caught.value.code == "limit"
    with pytest.raises(Fault) as caught:
        find_matches("$[?" + "(" * 5_000 + "@.a" + ")" * 5_000 + "]", [])
    assert caught.value.code == "invalid_input"
