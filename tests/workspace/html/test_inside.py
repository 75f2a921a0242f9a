"""HTML that goes into a table, a select or a text field is read as it would be there."""

from __future__ import annotations

import pytest

from pollex.core.fault import Fault
from pollex.workspace.html import GatedHtml, gate
from pollex.workspace.tree import BoundCommand, Element, Nodes


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


ROW = Element("tr", {}, (Element("td", {}, ("1",)), Element("td", {}, ("2",))))


@pytest.mark.parametrize(
    ("inside", "html", "nodes"),
    [
        ("table", "<tr><td>1<td>2", (Element("tbody", {}, (ROW,)),)),
        ("table", "<caption>c</caption>", (Element("caption", {}, ("c",)),)),
        ("tbody", "<tr><td>1</td><td>2</td></tr>", (ROW,)),
        ("thead", " <tr><td>1<td>2</tr> ", (" ", ROW, " ")),
        ("tr", "<td>1</td><td>2</td>", ROW.children),
        ("colgroup", "<col span=2>", (Element("col", {"span": "2"}),)),
        ("select", "<option>a<option>b", (Element("option", {}, ("a",)), Element("option", {}, ("b",)))),
        (
            "select",
            "<optgroup label=x><option>a",
            (Element("optgroup", {"label": "x"}, (Element("option", {}, ("a",)),)),),
        ),
        ("optgroup", "<option>a", (Element("option", {}, ("a",)),)),
        ("option", "a", ("a",)),
        ("datalist", "<option>a<option>b", (Element("option", {}, ("a",)), Element("option", {}, ("b",)))),
        ("textarea", "a <b>b</b> &lt;", ("a <b>b</b> <",)),
        ("ul", "<li>a<li>b", (Element("li", {}, ("a",)), Element("li", {}, ("b",)))),
        ("dl", "<dt>a<dd>b", (Element("dt", {}, ("a",)), Element("dd", {}, ("b",)))),
        ("td", "<p>x</p>", (Element("p", {}, ("x",)),)),
    ],
)
def test_parts_are_read_in_their_context(inside: str, html: str, nodes: Nodes) -> None:
    assert gate(html, window="w", inside=inside, command=command) == GatedHtml(nodes, ())


@pytest.mark.parametrize(
    ("inside", "html", "expected"),
    [
        ("tbody", "<p>x</p><tr><td>1", "only <tr>"),
        ("tr", "text", "only <td> or <th>"),
        ("tbody", "</table><p>x</p>", "only <tr>"),
        ("tbody", "</tbody></table><p>x</p><table><tbody>", "only <tr>"),
        ("select", "</select><p>x</p>", "only <option> or <optgroup>"),
        ("textarea", "</textarea><b>x</b>", "only text"),
    ],
)
def test_what_leaves_its_context_is_a_fault(inside: str, html: str, expected: str) -> None:
    with pytest.raises(Fault) as raised:
        gate(html, window="w", inside=inside, command=command)

    assert raised.value.message == f"The HTML holds something that cannot stand directly in <{inside}>."
    assert raised.value.expected == expected


@pytest.mark.parametrize("inside", ["input", "br", "img", "hr"])
def test_an_element_without_content_takes_no_html(inside: str) -> None:
    with pytest.raises(Fault, match=f"<{inside}> has no content"):
        gate("x", window="w", inside=inside, command=command)
