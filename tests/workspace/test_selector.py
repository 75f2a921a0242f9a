from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.workspace.selector import find
from pollex.workspace.tree import SLOT, Element, NodePath, Nodes, Place

TREE: Nodes = (
    "text",
    Element(
        "div",
        {"id": "w--a", "class": "card bold"},
        (Element("p", {}, ("x",)), Element("p", {"class": "muted", "id": "w--b.c"}, ("y",)), Place("chart")),
    ),
    Element(
        "form",
        {"id": "w--f"},
        (
            Element("label", {"for": "w--t"}, ("T",)),
            Element("input", {"id": "w--t", "type": "text", "name": "title"}),
            Element("div", {}, (Element("a", {"href": "#w--a"}, ("up",)), Element("button", {"type": "submit"}))),
        ),
    ),
)


@pytest.mark.parametrize(
    ("selector", "path"),
    [
        ("#root", SLOT),
        ("  #root ", SLOT),
        ("#a", (1,)),
        ("#w--a", (1,)),
        ("form", (2,)),
        ("FORM", (2,)),
        ("div#a.card.bold", (1,)),
        (".muted", (1, 1)),
        ("#b\\.c", (1, 1)),
        ("[id='b.c']", (1, 1)),
        ("p:first-child", (1, 0)),
        ("#a > p:nth-child(2)", (1, 1)),
        ("#root > form button", (2, 2, 1)),
        ("#root button", (2, 2, 1)),
        ("form>div>button", (2, 2, 1)),
        ("form *:last-child > a", (2, 2, 0)),
        ('[type="submit"]', (2, 2, 1)),
        ("[type=submit]", (2, 2, 1)),
        ("[ name = 'title' ]", (2, 1)),
        ("[name]", (2, 1)),
        ("[for=t]", (2, 0)),
        ('[href="#a"]', (2, 2, 0)),
        ("label[for]", (2, 0)),
    ],
)
def test_a_selector_names_one_element(selector: str, path: NodePath) -> None:
    assert find(TREE, selector, "w") == path


@pytest.mark.parametrize(
    "selector",
    [
        "#root > p",
        "#root > button",
        "p:last-child",
        "p:nth-child(3)",
        "#a #f",
        "form > a",
        "[name=titl]",
        ".car",
        "a b c d",
    ],
)
def test_a_selector_that_fits_nothing_is_not_found(selector: str) -> None:
    with pytest.raises(Fault) as raised:
        find(TREE, selector, "w")

    assert raised.value.code == "not_found"
    assert raised.value.expected == "one of '#root', '#a', '#b.c', '#f', '#t'"
    assert raised.value.received == repr(selector)


def test_an_unknown_id_comes_with_a_similar_one() -> None:
    with pytest.raises(Fault) as raised:
        find((Element("p", {"id": "w--status"}),), "#statu", "w")

    assert raised.value.message == "No element of window 'w' fits '#statu'."
    assert raised.value.hint == "Did you mean '#status'?"


@pytest.mark.parametrize(("selector", "count"), [("p", 2), ("div", 2), ("form *", 5), ("#root *", 9), ("*", 9)])
def test_a_selector_that_fits_several_is_ambiguous(selector: str, count: int) -> None:
    with pytest.raises(Fault) as raised:
        find(TREE, selector, "w")

    assert raised.value.code == "ambiguous"
    assert raised.value.message == f"{selector!r} fits {count} elements of window 'w'."


def test_the_same_id_twice_is_ambiguous() -> None:
    with pytest.raises(Fault, match="'#x' fits 2 elements"):
        find((Element("p", {"id": "w--x"}), Element("p", {}, (Element("b", {"id": "w--x"}),))), "#x", "w")


@pytest.mark.parametrize(
    ("selector", "column", "hint"),
    [
        ("", 1, "Name an element"),
        ("p, div", 2, "Name one target"),
        ("p + p", 3, "Siblings cannot be named"),
        ("p ~ p", 3, "Siblings cannot be named"),
        ("> p", 1, "Name an element on both sides"),
        ("p >", 4, "Name an element"),
        ("p > > p", 5, "Name an element on both sides"),
        ("p:hover", 2, "Only :first-child"),
        ("p:nth-child(2n)", 2, "Only :first-child"),
        ("[type='x]", 1, "Write [name]"),
        ("[a^=b]", 1, "Write [name]"),
    ],
)
def test_what_is_no_selector_is_a_fault_with_its_column(selector: str, column: int, hint: str) -> None:
    with pytest.raises(Fault) as raised:
        find(TREE, selector, "w")

    assert raised.value.code == "invalid_input"
    assert f"at column {column}, but" in raised.value.message
    assert (raised.value.hint or "").startswith(hint)


def test_a_selector_has_a_longest_length() -> None:
    with pytest.raises(Fault, match="The selector has 1001 characters"):
        find(TREE, "p" * 1_001, "w")


def test_a_deep_tree_and_a_long_selector_do_not_recurse() -> None:
    node = Element("b", {"id": "w--x"})
    for _ in range(5_000):
        node = Element("b", {}, (node,))

    assert find((node,), " ".join(["b"] * 400 + ["#x"]), "w") == (0,) * 5_001


@given(st.one_of(st.text(max_size=20), st.text("p#a.*[]=:>' \"()nth-child1,\\", max_size=20)))
def test_any_text_finds_an_element_or_is_a_fault(selector: str) -> None:
    with suppress(Fault):
        assert len(find(TREE, selector, "w")) <= 3
