"""Markdown as typed nodes: CommonMark with tables and strikethrough. HTML in it is shown as text, links are judged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from .address import is_image, is_link
from .tree import Element, Node, Nodes

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

NESTING: Final = 20
"""Levels of lists, quotes and emphasis that are read."""
SHOWN: Final = 80
"""Characters of an address in a note."""
BREAKS: Final[dict[str, Node]] = {"softbreak": "\n", "hardbreak": Element("br"), "hr": Element("hr")}


@dataclass(frozen=True, slots=True)
class MarkdownContent:
    """The nodes of a Markdown text, and what was left out."""

    nodes: Nodes
    notes: tuple[str, ...] = ()


@lru_cache(maxsize=256)  # a chat is drawn again with every message
def read_markdown(text: str) -> MarkdownContent:
    """Return the nodes of a Markdown text. A link or picture whose address is not allowed becomes its text."""
    from markdown_it.tree import SyntaxTreeNode

    reading = _Reading()
    nodes = reading.inside(SyntaxTreeNode(_parser().parse(text)))
    return MarkdownContent(nodes, tuple(reading.notes))


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": NESTING}).enable(["table", "strikethrough"])
    parser.validateLink = lambda url: True  # type: ignore[method-assign]  # judged below, where it can be noted
    return parser


class _Reading:
    """One walk through the tree of a text."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def inside(self, node: SyntaxTreeNode) -> Nodes:
        return tuple(made for child in node.children for made in self._nodes(child))

    def _nodes(self, node: SyntaxTreeNode) -> Nodes:
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
                return (self._image(node),)
            case "link":
                return self._link(node)
            case "inline":
                return self.inside(node)
        if node.type == "paragraph" and node.hidden:
            return self.inside(node)
        start = {"start": str(node.attrs["start"])} if node.type == "ordered_list" and "start" in node.attrs else {}
        return (Element(node.tag, start, self.inside(node)),)

    def _link(self, node: SyntaxTreeNode) -> Nodes:
        address = str(node.attrs["href"])
        if is_link(address):
            return (Element("a", {"href": address, **_title(node)}, self.inside(node)),)
        self.notes.append(f"the link to {address[:SHOWN]!r} became text")
        return self.inside(node)

    def _image(self, node: SyntaxTreeNode) -> Node:
        address, shown = str(node.attrs["src"]), _text(node)
        if is_image(address):
            return Element("img", {"src": address, "alt": shown, **_title(node)})
        self.notes.append(f"the picture {address[:SHOWN]!r} became text")
        return shown


def _title(node: SyntaxTreeNode) -> dict[str, str]:
    return {"title": str(node.attrs["title"])} if "title" in node.attrs else {}


def _text(node: SyntaxTreeNode) -> str:
    """Return the text of a picture's description, without its emphasis."""
    return "".join(
        "\n" if child.type in ("softbreak", "hardbreak") else _text(child) if child.children else child.content
        for child in node.children
    )
