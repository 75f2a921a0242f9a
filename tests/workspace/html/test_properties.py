"""Properties of the gate, for any text: only Faults are raised, and what passed once passes unchanged."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pollex.core.fault import Fault
from pollex.workspace.html import GatedHtml, gate
from pollex.workspace.html.policy import ATTRIBUTES, TAGS, VOID
from pollex.workspace.tree import BoundCommand, Element, Node, Nodes

VECTORS = [
    entry["payload"] for entry in json.loads((Path(__file__).parents[2] / "data" / "xss" / "vectors.json").read_text())
]
HOLDERS = ("div", "table", "tbody", "tr", "colgroup", "select", "optgroup", "option", "textarea", "p", "a", "pre")
ODD_TAGS = ("script", "style", "svg", "math", "template", "noscript", "image", "body", "frameset", "font", "plaintext")
ODD_ATTRIBUTES = ("onclick", "style", "action", "xlink:href", "data-x", "=", '"')
VALUES = (
    "x",
    "a b",
    "#x",
    "javascript:x",
    "https://example.com/?a=1&b",
    "/api/files/ab",
    "card",
    "text",
    "window",
    "<p>",
    "",
)

names = st.sampled_from([*sorted(TAGS), *ODD_TAGS])
attributes = st.lists(
    st.tuples(
        st.sampled_from([*sorted(frozenset().union(*ATTRIBUTES.values())), *ODD_ATTRIBUTES]),
        st.one_of(st.sampled_from(VALUES), st.text(max_size=5)),
    ),
    max_size=3,
)


@st.composite
def start_tags(draw: st.DrawFn) -> str:
    written = "".join(f' {name}="{value}"' for name, value in draw(attributes))
    return f"<{draw(names)}{written}{draw(st.sampled_from(['>', '/>', ' ', '']))}"


pieces = st.one_of(
    start_tags(),
    start_tags(),
    names.map(lambda name: f"</{name}>"),
    st.sampled_from(
        ["<!--", "-->", "<![CDATA[", "]]>", "<?x", "<!doctype html>", "</ x>", "&lt;", "&#x3c;", "\0", "\n", '"']
    ),
    st.text(max_size=8),
)
markup = st.lists(pieces, max_size=12).map("".join)
texts = st.one_of(markup, markup, st.text(max_size=60))


def command(text: str) -> BoundCommand:
    return BoundCommand("c", ({"text": text},))


def gated(html: str, inside: str) -> GatedHtml | None:
    try:
        return gate(html, window="w", inside=inside, command=command)
    except Fault:
        return None


def to_html(nodes: Nodes) -> str:
    return "".join(map(_to_html, nodes))


def _to_html(node: Node) -> str:
    if isinstance(node, str):
        return escape(node, quote=False)
    assert isinstance(node, Element)
    attributes = dict(node.attributes)
    if node.binding is not None:
        attributes |= {"data-state-scope": node.binding.scope, "data-state-key": node.binding.key}
    if node.command is not None:
        attributes["data-command"] = node.command.batch[0]["text"]
    start = "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())
    return f"<{node.tag}{start}>" + ("" if node.tag in VOID else f"{to_html(node.children)}</{node.tag}>")


@given(texts, st.sampled_from(HOLDERS))
def test_what_passed_once_passes_unchanged(html: str, inside: str) -> None:
    once = gated(html, inside)
    if once is None:
        return

    assert gated(to_html(once.nodes), inside) == GatedHtml(once.nodes, ())


@pytest.mark.parametrize("inside", ["div", "tbody", "select"])
def test_attacks_that_passed_once_pass_unchanged(inside: str) -> None:
    once = {payload: found for payload in VECTORS if (found := gated(payload, inside))}
    twice = {payload: gated(to_html(found.nodes), inside) for payload, found in once.items()}

    assert twice == {payload: GatedHtml(found.nodes, ()) for payload, found in once.items()}


@given(texts)
def test_every_note_is_one_short_line(html: str) -> None:
    found = gated(html, "div")
    notes = found.notes if found else ()

    assert [note for note in notes if not note.isprintable() or len(note) > 220] == []
    assert len(notes) <= 21
