from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pollex.core.fault import Fault, Issue
from pollex.core.path import MISSING, ValuePath, dotted, lookup, parse, pointer, resolve

segments = st.one_of(st.text(), st.text("0123456789", min_size=1, max_size=20), st.integers(0, 10**15))
paths = st.lists(segments, max_size=6).map(tuple)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("", ()),
        ("$", ()),
        ("a", ("a",)),
        ("a.b[0].c", ("a", "b", 0, "c")),
        ("a.0.b", ("a", 0, "b")),
        ('a["odd key"]', ("a", "odd key")),
        ("a['x']", ("a", "x")),
        ("a[ 'x' ][ 1 ]", ("a", "x", 1)),
        (r"a['it\'s \"so\"']", ("a", 'it\'s "so"')),
        (r'a["\u00e9\n"]', ("a", "é\n")),
        ("$.a.b", ("a", "b")),
        ("$['a'][0]", ("a", 0)),
        ("$name.x", ("$name", "x")),
        ("data-id.größe", ("data-id", "größe")),
        ("[2].x", (2, "x")),
        ("/a/b/0", ("a", "b", 0)),
        ("/", ("",)),
        ("/a~1b/m~0n", ("a/b", "m~n")),
        ("/01", ("01",)),
    ],
)
def test_every_spelling_is_read(text: str, path: ValuePath) -> None:
    assert parse(text) == path


@pytest.mark.parametrize(
    ("text", "column", "hint"),
    [
        ("a..b", 3, "Name every step; there is none between two dots."),
        (".a", 1, "Name every step; there is none between two dots."),
        ("a.", 3, None),
        ("a[", 3, None),
        ("a]", 2, "Open the bracket first: a[0]."),
        ("a[-1]", 3, "Indices count from 0; negative ones are not allowed."),
        ("a[*]", 3, "A path names one place. Use JSONPath where several may match."),
        ("a b", 2, 'Write an odd name in brackets and quotes: a["odd name"].'),
        ("a/b", 2, "A JSON Pointer begins with '/'."),
        ('a["x', 3, None),
        (r'a["\q"]', 3, None),
        ("1 + 2", 2, 'Write an odd name in brackets and quotes: a["odd name"].'),
        ("/a~2", 3, None),
    ],
)
def test_a_mistake_is_shown_with_its_column(text: str, column: int, hint: str | None) -> None:
    with pytest.raises(Fault) as caught:
        parse(text)
    fault = caught.value
    assert (fault.code, fault.received, fault.hint) == ("invalid_input", text, hint)
    assert f"at column {column}," in fault.message


def test_a_mistake_says_what_was_expected() -> None:
    with pytest.raises(Fault) as caught:
        parse("a[x]")
    assert caught.value == Fault(
        "invalid_input",
        "'a[x]' is not a path: expected an index or a quoted name, and ']' at column 3, but found 'x'.",
        expected="an index or a quoted name, and ']'",
        received="a[x]",
    )


def test_a_pointer_escapes_what_it_must() -> None:
    assert pointer(("a/b", 0, "m~n", "")) == "/a~1b/0/m~0n/"
    assert pointer(()) == ""


def test_a_dotted_path_quotes_odd_names() -> None:
    assert dotted(("a", 0, "odd key", "b")) == 'a[0]["odd key"].b'
    assert dotted(("$", "a")) == '["$"].a'
    assert dotted(()) == "$"


@given(paths)
@example(("$",))
@example(("0",))
@example(("~1", "/", '"', "'", "\\", "]"))
def test_both_renderings_read_back_as_the_same_path(path: ValuePath) -> None:
    read = parse(pointer(path))
    assert [str(segment) for segment in read] == [str(segment) for segment in path]
    assert parse(pointer(read)) == read
    assert parse(dotted(read)) == read
    assert parse(dotted(path)) == read


def path_or_none(text: str) -> ValuePath | None:
    try:
        return parse(text)
    except Fault:
        return None


@given(st.text(alphabet=".[]$'\"/~ab0-* \\", max_size=20))
def test_any_text_is_a_path_or_a_fault(text: str) -> None:
    path = path_or_none(text)
    assert path is None or parse(dotted(path)) == path


def test_digits_are_an_index_in_an_array_and_a_key_in_an_object() -> None:
    value = {"list": ["zero", "one"], "object": {"1": "key"}}
    assert resolve(value, parse("list.1")) == "one"
    assert resolve(value, parse("/list/1")) == "one"
    assert resolve(value, ("list", "1")) == "one"
    assert resolve(value, parse("object[1]")) == "key"


def test_none_is_a_value_and_missing_is_not() -> None:
    assert lookup({"a": None}, ("a",)) is None
    assert lookup({"a": None}, ("b",)) is MISSING
    assert lookup({"a": None}, ("a", "b")) is MISSING
    assert lookup(["x"], (-1,)) is MISSING
    assert lookup("text", (0,)) is MISSING


def places(value: Any, path: ValuePath = ()) -> list[tuple[ValuePath, Any]]:
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [(path, value), *(place for key, child in below for place in places(child, (*path, key)))]


@given(values)
def test_every_place_of_a_value_is_found_by_its_path(value: Any) -> None:
    for path, there in places(value):
        assert resolve(value, parse(pointer(path))) is there
        assert resolve(value, parse(dotted(path))) is there


@pytest.mark.parametrize(
    ("text", "issue"),
    [
        (
            "user.nmae",
            Issue("/user/nmae", "'user' has no 'nmae'.", "one of 'name', 'tags'", "nmae", "Did you mean 'name'?"),
        ),
        (
            "user.tags[2]",
            Issue("/user/tags/2", "'user.tags' is an array of 2 and has no 2.", "an index from 0 to 1", "2"),
        ),
        (
            "rows.id",
            Issue(
                "/rows/id",
                "'rows' is an array of 1 and has no 'id'.",
                "an index from 0 to 0",
                "id",
                "Did you mean 'rows[0].id'?",
            ),
        ),
        ("none[0]", Issue("/none/0", "'none' is an array of 0 and has no 0.", "nothing: the array is empty", "0")),
        (
            "user.name.first.x",
            Issue(
                "/user/name/first",
                "'user.name' is of type string and has nothing below it.",
                "an object or an array",
                "first",
            ),
        ),
        (
            "usr",
            Issue("/usr", "The value has no 'usr'.", "one of 'user', 'rows', 'none'", "usr", "Did you mean 'user'?"),
        ),
    ],
)
def test_a_path_that_leads_nowhere_says_what_is_there_instead(text: str, issue: Issue) -> None:
    value = {"user": {"name": "Ann", "tags": ["a", "b"]}, "rows": [{"id": 1}], "none": []}
    with pytest.raises(Fault) as caught:
        resolve(value, parse(text))
    assert caught.value == Fault.from_issues("unknown_reference", [issue])
