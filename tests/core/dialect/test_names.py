import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.dialect.names import safe_name, tool_names
from pollex.core.dialect.rules import SAFE_TOOL_NAME
from pollex.core.fault import Fault


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("page.click", "page_click"),
        ("add", "add"),
        ("http-get", "http-get"),
        ("größe", "gr__e"),
        ("2fa", "_2fa"),
        ("-x", "_-x"),
        ("", "_"),
    ],
)
def test_name_is_made_safe(name: str, safe: str) -> None:
    assert safe_name(name) == safe


def test_long_name_is_cut_and_marked() -> None:
    first, second = safe_name("a" * 70), safe_name("a" * 71)

    assert len(first) == len(second) == 64
    assert first != second
    assert first == safe_name("a" * 70)


@given(st.text())
def test_every_name_becomes_safe(name: str) -> None:
    assert re.fullmatch(SAFE_TOOL_NAME, safe_name(name))


@given(st.from_regex(SAFE_TOOL_NAME, fullmatch=True))
def test_safe_name_stays(name: str) -> None:
    assert safe_name(name) == name


def test_two_tools_with_one_exported_name_are_a_conflict_that_names_both() -> None:
    with pytest.raises(Fault) as caught:
        tool_names(["page.click", "page_click"])
    assert caught.value.code == "conflict"
    assert caught.value.received == "'page.click' and 'page_click'"
