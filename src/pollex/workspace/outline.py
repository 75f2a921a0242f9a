"""A window as an outline: texts, ids, controls, commands and components, a line each, for models and for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ..core.json import Object, dumps
from ..core.limits import DEFAULT_LIMITS
from ..text.clip import clipped, on_one_line
from .components import command_props, component_type
from .desk import Desk, DeskComponent
from .envelope import read_envelope
from .html.ids import unprefixed
from .html.policy import words
from .permissions import calls_in
from .shown_value import HIDDEN, is_secret_name, shown_value
from .tree import Element, Node, Nodes, Place
from .window import DeskWindow

TOLD: Final = ("type", "name", "placeholder", "href", "value", "for", "checked", "disabled", "hidden")
"""The attributes that an outline has."""
CONTAINERS: Final = words(
    "article aside div footer header main nav section span tbody thead tfoot p b i em strong small"
)
"""Elements that say nothing by themselves: their content stands in their place."""
INLINE: Final = words("b i em strong span small")
TEXT: Final = 80
PROPS: Final = 160
CALL: Final = "api.call"
CALLED: Final = 300
"""Characters of what a call is given: a person must be able to read it."""


def window_head(window: DeskWindow) -> str:
    """Return the line of a window: its id, title, size and place."""
    size = f"{window.width:g}×{window.height:g} at {window.x:g},{window.y:g}"
    shell = " (made by the safety net)" if window.synthetic else ""
    return f'{window.id} "{on_one_line(window.title, TEXT)}" {size}{shell}'


def window_outline(desk: Desk, window: DeskWindow, most: int) -> str:
    """Return what a window shows, in at most so many characters."""
    return clipped_lines(_lines(desk, window.content, window.id, 0), most)


def component_line(component: DeskComponent) -> str:
    """Return a component on one line: its id, type and props, commands by what they do."""
    kind = component_type(component.type)
    usual = {name: schema["default"] for name, schema in kind.properties.items() if "default" in schema}
    props = {name: value for name, value in component.props.items() if name != "bind" and value != usual.get(name)}
    for path, batch in command_props(kind, component.props):
        if len(path) == 1 and isinstance(path[0], str):
            props[path[0]] = command_text(batch)
    bound = "".join(
        f" {name}←{binding['scope']}.{binding['key']}" for name, binding in component.props.get("bind", {}).items()
    )
    return f"<{component.type} {component.id}>{bound} {shown_value(props, PROPS)}"


def command_text(batch: Sequence[Object]) -> str:
    """Return what a command does, in a few words: its operations with what they aim at."""
    return "→" + ", ".join(map(_aim, batch))


def _aim(envelope: Object) -> str:
    command = read_envelope(envelope, DEFAULT_LIMITS, [], authoring="{{}}")
    if command is not None and command.call.tool == CALL:
        return _call_words(command.call.args)
    params = envelope.get("params", {})
    where = [str(params[name]) for name in ("windowId", "id", "target", "url", "key") if params.get(name)]
    drawn = dict.fromkeys(map(_call_words, calls_in([envelope])))  # behind buttons that it draws
    return ", which ".join([on_one_line(" ".join([str(envelope.get("op")), *where]), TEXT), *drawn])


def _call_words(params: Object) -> str:
    """Return what a call does outside, with what it is given: a task, an address, a credential."""
    url, body = str(params.get("url", "")), params.get("body")
    given = dict(body) if isinstance(body, dict) else {"body": body} if body is not None else {}
    given |= {"credential": params["credential"]} if params.get("credential") else {}
    told = "; ".join(f"{name}: {value if isinstance(value, str) else dumps(value)}" for name, value in given.items())
    called = f"calls {url.partition('://tool/')[2] or url}"
    return on_one_line(f"{called} ({told})" if told else called, CALLED)


def clipped_lines(lines: Iterator[str], most: int) -> str:
    """Return lines up to so many characters, and how many were left out."""
    kept: list[str] = []
    left, dropped = most, 0
    for line in lines:
        if dropped or len(line) > left:
            dropped += 1
        else:
            kept.append(line)
            left -= len(line) + 1
    return "\n".join([*kept, *([f"… {dropped} more lines"] if dropped else [])])


def _lines(desk: Desk, nodes: Nodes, window: str, depth: int) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, Element) and _is_container(node) and not _only_text(node):
            yield from _lines(desk, node.children, window, depth)
        elif (line := _line(desk, node, window)) is not None:
            yield " " * depth + line
            if isinstance(node, Element) and not _only_text(node):
                yield from _lines(desk, node.children, window, depth + 1)


def _line(desk: Desk, node: Node, window: str) -> str | None:
    if isinstance(node, str):
        return f'"{on_one_line(node, TEXT)}"' if node.strip() else None
    if isinstance(node, Place):
        found = desk.components.get(node.component)
        return None if found is None else component_line(found)
    if _is_container(node):
        return f'"{_text(node)}"' if _text(node) else None
    text = f' "{_text(node)}"' if _only_text(node) and _text(node) else ""
    return _head(node, window) + text


def _head(node: Element, window: str) -> str:
    id_ = node.attributes.get("id")
    head = node.tag + ("" if id_ is None else f"#{unprefixed(id_, window)}")
    for name in TOLD:
        if (value := node.attributes.get(name)) is not None:
            head += f" {name}={HIDDEN if name == 'value' and is_secret_control(node) else clipped(value, TEXT)}"
    head += "" if node.binding is None else f" ←{node.binding.scope}.{node.binding.key}"
    return head + ("" if node.command is None else f" {command_text(node.command.batch)}")


def is_secret_control(node: Element) -> bool:
    """Return whether a control is named like one for a password or another secret."""
    return any(is_secret_name(node.attributes.get(name, "")) for name in ("name", "id", "placeholder", "aria-label"))


def _is_container(node: Element) -> bool:
    return node.tag in CONTAINERS and "id" not in node.attributes and node.command is None


def _only_text(node: Element) -> bool:
    return all(isinstance(child, str) or _is_inline(child) for child in node.children)


def _is_inline(node: Node) -> bool:
    return isinstance(node, Element) and node.tag in INLINE and _is_container(node) and _only_text(node)


def _text(node: Element) -> str:
    return on_one_line("".join(_texts(node)), TEXT)


def _texts(node: Element) -> Iterator[str]:
    for child in node.children:
        if isinstance(child, str):
            yield child
        elif isinstance(child, Element):
            yield from _texts(child)
