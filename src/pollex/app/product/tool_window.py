"""The window *Tool*: what one tool does, a form to try it, and how to call it from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...core.json import Object, dumps
from ...core.tool import Tool
from ...settings.settings import default_home
from ...workspace.envelope import without_references
from .tool_copy import ToolCopies, tool_copies
from .tool_form import sample, takes_secret, tool_form
from .tool_origin import tool_origins
from .window import ProductWindow, call, rename, render

if TYPE_CHECKING:
    from ..workspaces.parts import AppParts

EFFECTS: Final = {
    "read": "It only reads.",
    "act": "It changes something.",
    "destroy": "What it does cannot be taken back: you are asked first.",
}
CAPTIONS: Final = {
    "curl": "In a shell, while pollex serve runs:",
    "python": "In a Python program:",
    "mcp": "For an assistant: the entry for Claude Desktop or Cursor. Others: pollex mcp --print-config --client NAME.",
}
LANGUAGES: Final = {"curl": "sh", "python": "python", "mcp": "json"}


async def draw_tool(parts: AppParts, window: str, about: str) -> list[Object]:
    tool = parts.context.tools.get(about)
    origin = tool_origins(parts)[tool.name]
    facts = f"{EFFECTS[tool.effect]} From: {origin}."
    headed = [
        _text(window, "title", tool.title or tool.name, variant="h2"),
        _text(window, "description", tool.description),
        _text(window, "facts", facts, variant="caption"),
    ]
    tried, try_parts = _try(window, tool)
    copied, copy_parts = _copy(window, tool, parts)
    detailed, detail_parts = _details(window, tool)
    tabs = [
        {"label": "Try it", "children": _ids(window, tried)},
        {"label": "Copy as", "children": _ids(window, copied)},
        {"label": "Details", "children": _ids(window, detailed)},
    ]
    shown = render(window, "tabs", {"tabs": tabs}, id_="tabs")
    return [rename(window, f"Tool {tool.name}"), *headed, *try_parts, *copy_parts, *detail_parts, shown]


def copies_of(parts: AppParts, tool: Tool, args: Object) -> ToolCopies:
    """Return the texts to copy for a call with these arguments."""
    origin = tool_origins(parts)[tool.name]
    return tool_copies(tool.name, args, origin, parts.home, default_home=parts.home == default_home({}))


def try_command(tool: str, arguments: object) -> Object:
    """Return the command that tries a tool. It can be cancelled as the transaction `try-TOOL`."""
    return {**call("tools.try", {"name": tool, "input": arguments}), "txnId": f"try-{tool}"}


def _try(window: str, tool: Tool) -> tuple[list[str], list[Object]]:
    empty = _text(window, "result-value", "The result is shown here.", variant="caption")
    result = render(window, "layout", {"kind": "column", "children": [f"{window}-result-value"]}, id_="result")
    if takes_secret(tool):
        said = (
            "It takes a secret, and none is typed into a window: store it as a credential, and call it from a program."
        )
        return ["form"], [_text(window, "form", said, tone="warning")]
    made = tool_form(tool)
    command = [try_command(tool.name, made.arguments)]
    if made.schema is None:
        props: Object = {"label": "Try it", "variant": "primary", "icon": "play", "command": command}
        form = render(window, "button", props, id_="form")
    else:
        props = {"schema": made.schema, "values": made.values, "submit": "Try it", "command": command}
        form = render(window, "form", props, id_="form")
    beside: Object = {"kind": "grid", "gap": "large", "align": "start", "children": _ids(window, ["form", "result"])}
    return ["try"], [form, empty, result, render(window, "layout", beside, id_="try")]


def _copy(window: str, tool: Tool, parts: AppParts) -> tuple[list[str], list[Object]]:
    copies = copies_of(parts, tool, sample(tool))._asdict()
    drawn: list[Object] = []
    for name, text in copies.items():
        drawn.append(_text(window, f"about-{name}", CAPTIONS[name], variant="caption"))
        props: Object = {"text": without_references(text), "language": LANGUAGES[name], "wrap": True}
        drawn.append(render(window, "code", props, id_=f"copy-{name}"))
    return [part for name in copies for part in (f"about-{name}", f"copy-{name}")], drawn


def _details(window: str, tool: Tool) -> tuple[list[str], list[Object]]:
    shown: dict[str, object] = {"Examples": list(tool.examples)} if tool.examples else {}
    shown["What it takes"] = tool.input.document
    if tool.output is not None:
        shown["What it answers"] = tool.output.document
    drawn: list[Object] = []
    names: list[str] = []
    for number, (title, value) in enumerate(shown.items()):
        names += [f"heading-{number}", f"detail-{number}"]
        drawn.append(_text(window, f"heading-{number}", title, variant="h3"))
        text = str(without_references(dumps(value, indent=True)))[:60_000]
        drawn.append(render(window, "code", {"text": text, "language": "json", "wrap": True}, id_=f"detail-{number}"))
    return names, drawn


def _text(window: str, id_: str, text: str, **more: str) -> Object:
    props: Object = {"text": str(without_references(text))[:60_000], **more}
    return render(window, "text", props, id_=id_)


def _ids(window: str, names: list[str]) -> list[str]:
    return [f"{window}-{name}" for name in names]


TOOL: Final = ProductWindow(
    "tool",
    "Tool",
    "tool",
    "One tool: what it does, a form to try it, and how to call it from elsewhere.",
    draw_tool,
    "the name of a tool",
    launched=False,
    width=880,
    height=620,
)
