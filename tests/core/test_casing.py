import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.casing import camel, match_key, same_name, snake

words = st.from_regex(r"[a-z]{2}[a-z0-9]{0,6}", fullmatch=True)
snake_names = st.lists(words, min_size=1, max_size=4).map("_".join)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pageUrl", "page_url"),
        ("pageURL", "page_url"),
        ("HTTPServer", "http_server"),
        ("x1Value", "x1_value"),
        ("oauth2Token", "oauth2_token"),
        ("page-url", "page_url"),
        ("Page Url", "page_url"),
        ("page_url", "page_url"),
        ("PAGE_URL", "page_url"),
        ("_id", "_id"),
        ("class_", "class_"),
        ("line_2", "line_2"),
        ("", ""),
    ],
)
def test_snake(text: str, expected: str) -> None:
    assert snake(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("page_url", "pageUrl"),
        ("page-url", "pageUrl"),
        ("PageUrl", "pageUrl"),
        ("pageURL", "pageURL"),
        ("HTTPServer", "httpServer"),
        ("HTTP_SERVER", "httpServer"),
        ("URL", "url"),
        ("x1_value", "x1Value"),
        ("_page_url", "_pageUrl"),
        ("class_", "class_"),
        ("line_2", "line_2"),
        ("--wide-page", "widePage"),
        ("", ""),
    ],
)
def test_camel(text: str, expected: str) -> None:
    assert camel(text) == expected


@given(snake_names)
def test_a_snake_name_survives_camel(name: str) -> None:
    assert snake(camel(name)) == name


@given(st.text())
def test_both_are_idempotent(text: str) -> None:
    assert snake(snake(text)) == snake(text)
    assert camel(camel(text)) == camel(text)


@given(st.from_regex(r"_?[A-Za-z]([A-Za-z0-9_-]{0,20}[A-Za-z0-9])?_?", fullmatch=True))
def test_a_name_is_the_same_in_every_style(name: str) -> None:
    assert same_name(name, snake(name))
    assert same_name(camel(name), name)


@given(snake_names)
def test_kebab_and_pascal_are_the_same_name(name: str) -> None:
    pascal = re.sub(r"(?:^|_)([a-z])", lambda match: match[1].upper(), name)
    assert same_name(name, pascal)
    assert same_name(name.replace("_", "-"), camel(name))


def test_other_names_are_not_the_same() -> None:
    assert not same_name("user_name", "user_names")
    assert not same_name("_id", "id")
    assert not same_name("class_", "class")


def test_a_key_in_another_style_is_matched() -> None:
    assert match_key("page_url", ["title", "pageURL"]) == "pageURL"
    assert match_key("PageTitle", ["pageTitle", "page"]) == "pageTitle"


def test_the_declared_spelling_wins() -> None:
    assert match_key("page_url", ["pageUrl", "page_url"]) == "page_url"


def test_no_match_and_several_matches_are_none() -> None:
    assert match_key("page", ["pageUrl"]) is None
    assert match_key("page-url", ["pageUrl", "page_url"]) is None
