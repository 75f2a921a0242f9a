"""Text stays text, and values have the shape that suits them."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pollex.report.markup import LONGEST, pretty, shape, template
from pollex.report.words import UNSEEN, visible


@given(st.text())
def test_no_text_becomes_markup(text: str) -> None:
    made = template().environment.from_string('<p title="{{ text }}">{{ text }}</p>').render(text=text)
    escaped = Markup.escape(UNSEEN.sub("\ufffd", text))
    assert made == f'<p title="{escaped}">{escaped}</p>'
    assert not set("<>\"'") & set(escaped)


def test_what_turns_text_around_or_cannot_be_written_is_shown_as_such() -> None:
    assert visible("a\u202eb\0c\ud800") == "a\ufffdb\ufffdc\ufffd"
    assert visible(None) == ""


def test_a_name_in_data_is_a_key_and_never_a_method() -> None:
    read = template().environment.from_string('{{ data["values"] }}|{{ data["items"] }}')
    assert read.render(data={"items": 1}) == "|1"


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ({"a": 1}, "record"),
        ([{"a": 1}, {"b": None}], "table"),
        ([1, "b"], "list"),
        ("a", "text"),
        (None, "text"),
        ([], "json"),
        ({}, "json"),
        ([{"a": [1]}], "json"),
    ],
)
def test_shapes(value: Any, kind: str) -> None:
    assert shape(value) == kind


def test_long_values_are_cut() -> None:
    assert pretty("x" * (LONGEST + 8)).endswith("x\n… 10 more characters")
