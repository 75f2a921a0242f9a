"""Version ranges of both ecosystems, and what is said of a range that cannot be read."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Issue
from pollex.modules.versions import check_range, satisfies

FIXTURES: dict[str, list[Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "node-semver" / "fixtures.json").read_text()
)

ROWS = [(row, True) for row in FIXTURES["range-include.js"]] + [(row, False) for row in FIXTURES["range-exclude.js"]]


def options(row: list[Any]) -> dict[str, bool]:
    """The third column: npm's options as an object, or plainly whether to be loose."""
    given = row[2] if len(row) > 2 else {}
    if not isinstance(given, dict):
        return {"loose": bool(given), "prereleases": False}
    return {"loose": bool(given.get("loose")), "prereleases": bool(given.get("includePrerelease"))}


def test_all_rows_are_there() -> None:
    assert len(ROWS) == 224


@pytest.mark.parametrize(("row", "included"), ROWS, ids=str)
def test_npm_ranges_are_judged_as_npm_does(row: list[Any], included: bool) -> None:
    assert satisfies(row[1], row[0], "npm", **options(row)) is included


STRICT = [row for row in FIXTURES["range-parse.js"] if not options(row)["loose"]]
"""A manifest's range is read strictly; the other eleven rows ask for npm's loose reading."""


@pytest.mark.parametrize("row", STRICT, ids=lambda row: str(row)[:80])
def test_npm_ranges_are_refused_as_npm_does(row: list[Any]) -> None:
    assert (check_range(row[0], "npm") is None) is (row[1] is not None)


@pytest.mark.parametrize(
    ("range_", "inside", "outside"),
    [
        ("^1.2.3", ["1.2.3", "1.9", "1.2.3.post1"], ["1.2.2", "2.0", "2.0rc1", "1.2.3rc1"]),
        ("^0.2.3", ["0.2.3", "0.2.9"], ["0.2.2", "0.3.0"]),
        ("^0.0.3", ["0.0.3"], ["0.0.2", "0.0.4"]),
        ("^0", ["0.0.1", "0.9"], ["1.0"]),
        ("^1.x", ["1.0", "1.9"], ["0.9", "2.0"]),
        ("~1.2.3", ["1.2.3", "1.2.9"], ["1.2.2", "1.3.0"]),
        ("~1.2", ["1.2", "1.2.9"], ["1.1", "1.3"]),
        ("~> 1", ["1.0", "1.9"], ["0.9", "2.0"]),
        ("~=1.2", ["1.2", "1.9"], ["1.1", "2.0"]),
        (">=1.2,<2", ["1.2", "1.9", "1.5rc1"], ["1.1", "2.0"]),
        (">= 1.2 < 2", ["1.2", "1.9"], ["1.1", "2.0"]),
        ("1.0 - 2.0", ["1.0", "2.0"], ["0.9", "2.1"]),
        ("1.2.x", ["1.2.0", "1.2.9"], ["1.3.0"]),
        ("1.2.3", ["1.2.3"], ["1.2.4"]),
        ("=1.2.3 || ^3", ["1.2.3", "3.4"], ["1.2.4", "2.0"]),
        ("!=1.5.*", ["1.4"], ["1.5.1"]),
        ("*", ["0.1", "9.0rc1"], []),
        ("", ["0.1"], []),
    ],
)
def test_python_ranges(range_: str, inside: list[str], outside: list[str]) -> None:
    judged = {version: satisfies(version, range_, "pypi") for version in inside + outside}
    assert judged == {**dict.fromkeys(inside, True), **dict.fromkeys(outside, False)}
    assert check_range(range_, "pypi") is None


@pytest.mark.parametrize("version", ["", "not a version", "1..2"])
def test_what_is_no_version_satisfies_nothing(version: str) -> None:
    assert not satisfies(version, "*", "pypi")
    assert not satisfies(version, "*", "npm")


def test_a_python_range_that_cannot_be_read() -> None:
    assert check_range("newest", "pypi") == Issue(
        "/packageVersion",
        "'newest' is not a range of versions.",
        "a PEP 440 specifier such as '>=1.2,<2' or '~=1.2', or an npm form such as '^1.2.3'",
        "'newest'",
    )
    assert not satisfies("1.0", "newest", "pypi")


def test_a_python_range_with_one_bad_alternative_is_refused_whole() -> None:
    assert check_range("1.0 || <", "pypi") is not None
    assert not satisfies("1.0", "1.0 || <", "pypi")


def test_a_python_range_for_npm_is_recognised() -> None:
    assert check_range("~=1.2", "npm") == Issue(
        "/packageVersion",
        "'~=1.2' is not a range of versions.",
        "an npm range such as '^1.2.3', '~1.2', '>=1.2.0 <2.0.0' or '1.x || 2.x'",
        "'~=1.2'",
        'This is a range of Python versions; say "ecosystem": "pypi", or write it as npm does.',
    )


@pytest.mark.parametrize("range_", [">=1.0.0 <foo", "^", "1.2.3.4", "latest", "1.0.0 || foo"])
def test_npm_ranges_with_something_unknown_are_refused_whole(range_: str) -> None:
    assert check_range(range_, "npm") is not None
    assert not satisfies("1.0.0", range_, "npm")


@given(st.text(alphabet="0123456789.^~<>=!*x|, -+ab", max_size=20), st.sampled_from(["1.0.0", "0.0.1-a", "x"]))
def test_no_text_breaks_the_reading(range_: str, version: str) -> None:
    if check_range(range_, "npm"):
        assert not satisfies(version, range_, "npm")
    if check_range(range_, "pypi"):
        assert not satisfies(version, range_, "pypi")
    satisfies(version, range_, "npm", loose=True, prereleases=True)


@given(st.tuples(*[st.integers(0, 30)] * 3), st.tuples(*[st.integers(0, 30)] * 3), st.sampled_from(["^", "~", ">="]))
def test_both_ecosystems_agree_on_plain_versions(base: tuple[int, ...], other: tuple[int, ...], operator: str) -> None:
    range_, version = operator + ".".join(map(str, base)), ".".join(map(str, other))
    assert satisfies(version, range_, "npm") == satisfies(version, range_, "pypi")
