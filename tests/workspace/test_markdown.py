"""Markdown becomes nodes: no HTML, and only links and pictures that are allowed."""

import pytest

from pollex.workspace.markdown import MarkdownContent, read_markdown
from pollex.workspace.tree import Element, Node, Nodes, every


def paragraph(*children: Node) -> Nodes:
    return (Element("p", children=children),)


def e(tag: str, *children: Node, **attributes: str) -> Element:
    return Element(tag, attributes, children)


@pytest.mark.parametrize(
    ("text", "nodes"),
    [
        ("Hello", paragraph("Hello")),
        ("*a* **b** ~~c~~ `d`", paragraph(e("em", "a"), " ", e("strong", "b"), " ", e("s", "c"), " ", e("code", "d"))),
        ("## Title", (e("h2", "Title"),)),
        ("a\nb  \nc", paragraph("a", "\n", "b", e("br"), "c")),
        ("---", (e("hr"),)),
        ("> a", (e("blockquote", e("p", "a")),)),
        ("- a\n- b", (e("ul", e("li", "a"), e("li", "b")),)),
        ("- a\n\n- b", (e("ul", e("li", e("p", "a")), e("li", e("p", "b"))),)),
        ("3. a", (e("ol", e("li", "a"), start="3"),)),
        ("```py\nx < 1\n```", (e("pre", e("code", "x < 1\n")),)),
        ("    x", (e("pre", e("code", "x\n")),)),
        (
            "| a |\n|---|\n| 1 |",
            (e("table", e("thead", e("tr", e("th", "a"))), e("tbody", e("tr", e("td", "1")))),),
        ),
        ("&lt;b&gt; \\*", paragraph("<b> *")),
        ("[a](https://example.com 't')", paragraph(e("a", "a", href="https://example.com", title="t"))),
        ("<https://example.com>", paragraph(e("a", "https://example.com", href="https://example.com"))),
        ("![a *b*](/api/files/x.png)", paragraph(e("img", src="/api/files/x.png", alt="a b"))),
    ],
)
def test_markdown(text: str, nodes: Nodes) -> None:
    assert read_markdown(text) == MarkdownContent(nodes)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("[a](javascript:alert(1))", "a"),
        ("[a](<java\tscript:x>)", "a"),
        ("[a](data:text/html,x)", "a"),
        ("[a](/relative)", "a"),
        ("![a](https://example.com/track.png)", "a"),
        ("![a](data:image/svg+xml;base64,AAAA)", "a"),
    ],
)
def test_what_is_not_allowed_becomes_text(text: str, shown: str) -> None:
    content = read_markdown(text)
    assert content.nodes == paragraph(shown)
    assert len(content.notes) == 1


@pytest.mark.parametrize("html", ["<script>alert(1)</script>", "a <img src=x onerror=alert(1)> b", "<!-- x -->"])
def test_html_is_shown_as_text(html: str) -> None:
    assert read_markdown(html) == MarkdownContent(paragraph(html))


@pytest.mark.parametrize("piece", ["> ", "- ", "[", "![", "*a", "1. "])
def test_deep_nesting_is_bounded(piece: str) -> None:
    assert max(len(path) for path, _ in every(read_markdown(piece * 5_000).nodes)) < 100


def test_what_became_text_is_noted() -> None:
    assert read_markdown("[a](x:1) and ![b](https://example.com/b.png)").notes == (
        "the link to 'x:1' became text",
        "the picture 'https://example.com/b.png' became text",
    )
