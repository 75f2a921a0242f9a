"""Version ranges of both ecosystems, and what is said of a range that cannot be read."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Issue
from pollex.modules.versions import check_range, satisfies

from ..vectors import each_of

FIXTURES: dict[str, list[Any]] = json.loads(
    (Path(__file__).parents[1] / "data" / "node-semver" / "fixtures.json").read_text()
)


def strict(file: str) -> list[list[Any]]:
    """The rows without npm's options `loose` and `includePrerelease`: a manifest has neither."""
    return [row for row in FIXTURES[file] if len(row) < 3 or not row[2] or row[2] == {"loose": False}]


ROWS = [(row, True) for row in strict("range-include.js")] + [(row, False) for row in strict("range-exclude.js")]


def test_the_rows_are_there() -> None:
    assert len(ROWS) == 174


@each_of((str(vector), vector) for vector in ROWS)
def test_npm_ranges_are_judged_as_npm_does(vector: tuple[list[Any], bool]) -> None:
    row, included = vector
    assert satisfies(row[1], row[0], "npm") is included


@each_of((str(row), row) for row in strict("range-parse.js"))
def test_npm_ranges_are_refused_as_npm_does(row: list[Any]) -> None:
    assert (check_range(row[0], "npm") is None) is (row[1] is not None)


@pytest.mark.parametrize(
    ("range_", "inside", "outside"),
    [
        ("~=1.2", ["1.2", "1.9"], ["1.1", "2.0"]),
        (">=1.2,<2", ["1.2", "1.9", "1.5rc1"], ["1.1", "2.0"]),
        (">= 1.2, < 2", ["1.2", "1.9"], ["1.1", "2.0"]),
        ("==1.2.*", ["1.2.0", "1.2.9"], ["1.3.0"]),
        ("==1.2.3", ["1.2.3"], ["1.2.4"]),
        ("!=1.5.*", ["1.4"], ["1.5.1"]),
        ("", ["0.1", "9.0rc1"], []),
    ],
)
def test_python_ranges(range_: str, inside: list[str], outside: list[str]) -> None:
    judged = {version: satisfies(version, range_, "pypi") for version in inside + outside}
    assert judged == {**dict.fromkeys(inside, True), **dict.fromkeys(outside, False)}
    assert check_range(range_, "pypi") is None


@pytest.mark.parametrize("version", ["", "not a version", "1..2"])
def test_what_is_no_version_satisfies_nothing(version: str) -> None:
    assert not satisfies(version, "", "pypi")
    assert not satisfies(version, "*", "npm")


def test_a_python_range_that_cannot_be_read() -> None:
    assert check_range("newest", "pypi") == Issue(
        "/packageVersion",
        "'newest' is not a range of versions.",
        "a PEP 440 specifier such as '>=1.2,<2', '~=1.2' or '==1.2.*'",
        "'newest'",
    )
    assert not satisfies("1.0", "newest", "pypi")


@pytest.mark.parametrize(
    ("npm_range", "specifier"),
    [
        ("^1.2.3", ">=1.2.3,<2.0.0"),
        ("~0.2.3", ">=0.2.3,<0.3.0"),
        (">=1.2 <2", ">=1.2.0,<2.0.0"),
        ("1.2.x", ">=1.2.0,<1.3.0"),
        ("1.2.3", "==1.2.3"),
        ("1.x || 2.x", "a PEP 440 specifier such as '>=1.2,<2', '~=1.2' or '==1.2.*'"),
    ],
)
def test_an_npm_range_for_a_python_package_is_refused_with_its_pep_440_form(npm_range: str, specifier: str) -> None:
    issue = check_range(npm_range, "pypi")
    assert issue is not None
    assert issue.hint == f"This is an npm range; for a Python package write {specifier}."
    assert not satisfies("1.2.3", npm_range, "pypi")


def test_a_python_range_for_npm_is_recognised() -> None:
    assert check_range("~=1.2", "npm") == Issue(
        "/packageVersion",
        "'~=1.2' is not a range of versions.",
        "an npm range such as '^1.2.3', '~1.2', '>=1.2.0 <2.0.0' or '1.x || 2.x'",
        "'~=1.2'",
        'This is a range of Python versions; write it as npm does, or set "ecosystem": "pypi".',
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
