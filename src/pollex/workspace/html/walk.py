"""From the parsed tree to typed nodes: links, ids, classes, state bindings and commands are judged here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from selectolax.lexbor import LexborNode

from ...core.fault import Code, Fault, Issue
from ...core.limits import Limits
from ..tree import BoundCommand, Element, Node, Nodes
from .attributes import READ_APART, judged
from .bindings import read_binding, read_command
from .bounds import DEPTH, too_deep
from .notes import Notes
from .policy import ATTRIBUTES

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(slots=True)
class Walk:
    """One pass over a tree, with what it finds wrong and what it drops."""

    window: str
    command: Callable[[str], BoundCommand]
    limits: Limits
    notes: Notes = field(default_factory=Notes)
    faults: list[tuple[Code, Issue]] = field(default_factory=list)
    elements: list[str] = field(default_factory=list)
    names: list[tuple[str, str]] = field(default_factory=list)
    """The elements and the names of their attributes, in document order."""

    def nodes(self, first: LexborNode | None, depth: int) -> Nodes:
        """Return a node and its siblings as typed nodes."""
        made: list[Node] = []
        node = first
        while node is not None:
            tag = node.tag
            if tag == "-text":
                made.append(node.text_content or "")
            elif tag in ATTRIBUTES:
                if depth > DEPTH:
                    raise too_deep()
                made.append(self._element(node, tag, depth))
            elif tag is not None and not tag.startswith("-"):
                self.notes.add("element", tag)
            node = node.next
        return tuple(made)

    def _element(self, node: LexborNode, tag: str, depth: int) -> Element:
        written = {name: value or "" for name, value in node.attributes.items()}
        attributes: dict[str, str] = {}
        binding, command = None, None
        self.elements.append(tag)
        if written:
            self.names += [(tag, name) for name in written]
            attributes = self._attempt(judged, tag, written, self.window, self.notes) or {}
            if not READ_APART.isdisjoint(written):
                binding = self._attempt(read_binding, tag, written)
                command = self._attempt(read_command, tag, written, self.command, self.limits)
        return Element(tag, attributes, self.nodes(node.first_child, depth + 1), binding, command)

    def _attempt(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T | None:
        """Return what `read` returns, or None if it raises a Fault, which is kept."""
        try:
            return read(*args, **kwargs)
        except Fault as fault:
            own = Issue("", fault.message, fault.expected, fault.received, fault.hint)
            self.faults += [(fault.code, issue) for issue in fault.issues or (own,)]
            return None
