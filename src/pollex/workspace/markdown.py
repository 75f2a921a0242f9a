"""Markdown as typed nodes: CommonMark with tables and strikethrough. HTML in it is shown as text, links are judged."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from .address import is_image, is_link
from .tree import Element, Node, Nodes

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

NESTING: Final = 20
"""Levels of lists, quotes and emphasis that are read."""
BREAKS: Final[dict[str, Node]] = {"softbreak": "\n", "hardbreak": Element("br"), "hr": Element("hr")}


@lru_cache(maxsize=256)  # a chat is drawn again with every message
def markdown_nodes(text: str) -> Nodes:
    """Return the nodes of a Markdown text. A link or picture whose address is not allowed becomes its text."""
    from markdown_it.tree import SyntaxTreeNode

    return _inside(SyntaxTreeNode(_parser().parse(text)))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # judged here, and never lost
    return parser


def _inside(node: SyntaxTreeNode) -> Nodes:
    return tuple(made for child in node.children for made in _nodes(child))


def _nodes(node: SyntaxTreeNode) -> Nodes:
    if node.type in BREAKS:
        return (BREAKS[node.type],)
    match node.type:
        case "text" | "text_special":
            return (node.content,) if node.content else ()
        case "code_inline":
            return (Element("code", children=(node.content,)),)
        case "code_block" | "fence":
            return (Element("pre", children=(Element("code", children=(node.content,)),)),)
        case "image":
            return (_image(node),)
        case "link":
            return _link(node)
        case "inline":
            return _inside(node)
    if node.type == "paragraph" and node.hidden:
        return _inside(node)
    start = {"start": str(node.attrs["start"])} if node.type == "ordered_list" and "start" in node.attrs else {}
    return (Element(node.tag, start, _inside(node)),)


def _link(node: SyntaxTreeNode) -> Nodes:
    address = str(node.attrs["href"])
    if not is_link(address):
        return _inside(node)
    return (Element("a", {"href": address, **_title(node)}, _inside(node)),)


def _image(node: SyntaxTreeNode) -> Node:
    address, shown = str(node.attrs["src"]), _text(node)
    return Element("img", {"src": address, "alt": shown, **_title(node)}) if is_image(address) else shown


def _title(node: SyntaxTreeNode) -> dict[str, str]:
    return {"title": str(node.attrs["title"])} if "title" in node.attrs else {}


def _text(node: SyntaxTreeNode) -> str:
    """Return the text of a picture's description, without its emphasis."""
    return "".join(
        "\n" if child.type in ("softbreak", "hardbreak") else _text(child) if child.children else child.content
        for child in node.children
    )
