from __future__ import annotations

import pytest

from pollex.core.fault import Fault
from pollex.workspace.html import gate
from pollex.workspace.html.bounds import DEPTH
from pollex.workspace.tree import BoundCommand, Element, Nodes, every


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


def nodes(html: str) -> Nodes:
    return gate(html, window="w", command=command).nodes


def test_elements_may_be_nested_up_to_the_limit() -> None:
    tree = nodes("<i>" * DEPTH + "x" + "</i>" * DEPTH)

    assert max(len(path) for path, node in every(tree) if isinstance(node, Element)) == DEPTH


@pytest.mark.parametrize("html", ["<i>" * (DEPTH + 1), "<div>" * 13_000, "<ul><li>" * 8_000, "<table><tr><td>" * 4_000])
def test_deeper_html_is_a_limit(html: str) -> None:
    with pytest.raises(Fault) as raised:
        nodes(html)

    assert raised.value.code == "limit"
    assert raised.value.message == f"The HTML is nested more than {DEPTH} elements deep."


def test_the_depth_of_the_target_counts() -> None:
    assert gate("<p>x</p>", window="w", depth=DEPTH - 1, command=command).nodes == (Element("p", {}, ("x",)),)
    assert gate("x", window="w", depth=DEPTH, command=command).nodes == ("x",)
    with pytest.raises(Fault, match="nested more than"):
        gate("<p>x</p>", window="w", depth=DEPTH, command=command)


@pytest.mark.parametrize(
    "html",
    [
        "<p>" + "".join(f"<b id={number}>" for number in range(49)) + "</p>" + "<p>x" * 15_000,
        "<p>" + "".join(f"<b id={number}>" for number in range(49)) + "<p>x" * 15_000,
        "<ul><li>" + "".join(f"<b id={number}>" for number in range(49)) + "<li>x" * 10_000,
        "<a><b id=1></a>" * 4_000,
        "<p>x</p></b>" * 5_000,
    ],
)
def test_html_that_a_parser_would_multiply_is_a_limit(html: str) -> None:
    with pytest.raises(Fault, match="tags or more that are missing or misplaced") as raised:
        nodes(html)
    assert raised.value.code == "limit"


def test_too_many_attributes_are_a_limit() -> None:
    with pytest.raises(Fault, match="An element <p> has 9000 attributes") as raised:
        nodes("<p" + "".join(f" a{number}" for number in range(9_000)) + ">")
    assert raised.value.code == "limit"


@pytest.mark.parametrize(
    ("html", "count"),
    [
        ("<br>" * 16_000, 16_000),
        ("<ul>" + "<li>x" * 5_000 + "</ul>", 5_001),
        ("<table>" + "<tr><td>1<td>2" * 2_000 + "</table>", 6_002),
        ("<p>x" * 5_000, 5_000),
        ("<p>a <b id=x>b</b> <i>c</i></p>" * 2_000, 6_000),
        ("<p><b>forgotten</p>" * 20, 94),
    ],
)
def test_large_and_slightly_broken_html_passes(html: str, count: int) -> None:
    assert sum(isinstance(node, Element) for _, node in every(nodes(html))) == count
