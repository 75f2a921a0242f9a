"""How a page tool is declared: what it is called, what it takes, and the coroutine that does it on a live page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, Final

from ...core.context import Context
from ...core.json import Object
from ...core.schema import Schema
from ...core.tool import Effect, Tool
from ..failures import BrowserRefusal
from ..live import LivePage, live_page

RunPageTool = Callable[[LivePage, Object, Context], Awaitable[Any]]

SELECTOR: Final[Object] = {
    "type": ["string", "integer", "array"],
    "items": {"type": ["string", "integer"]},
    "description": (
        'The element: CSS (#id, .class), text=Save or text:Save, role=button[name="Save"], label=Email, '
        "placeholder=Search, testid=save, an XPath (//button), an index from the page's state, plain words "
        "('the second Buy button', also act:…), or a list of these, tried in order."
    ),
}
FALLBACK: Final[Object] = {
    "type": "string",
    "description": "The element in plain words, for when none of the selectors finds it.",
}
NAMED: Final[Object] = {
    "type": ["integer", "string"],
    "minimum": 1,
    "description": "The element's index in the page's state; or its name, or any selector.",
}
ELEMENT: Final[Object] = {"selector": SELECTOR, "index": NAMED, "fallback": FALLBACK}
"""The parameters by which an element is named; one of the first two is needed."""

AGAIN: Final = frozenset(
    {"navigate", "search", "open_tab", "switch_tab", "type", "select", "check", "hover", "upload", "scroll"}
)
"""What may be done a second time: it asks for a page, or only fills one. A click, a key or a drag may send it off."""


def text(about: str, **more: Any) -> Object:
    return {"type": "string", "description": about, **more}


def flag(about: str, default: bool) -> Object:
    return {"type": "boolean", "description": about, "default": default}


def page_tool(
    name: str,
    run: RunPageTool,
    about: str,
    properties: Object,
    *,
    required: tuple[str, ...] = (),
    examples: tuple[Object, ...] = ({},),
    effect: Effect = "act",
    timeout: float | None = 60.0,
    sealed: bool | frozenset[str] = False,
) -> Tool:
    """A tool of the page; `run` gets the live page."""

    @wraps(run)
    async def on_page(args: Object, context: Context) -> Any:
        try:
            return await run(live_page(context), args, context)
        except BrowserRefusal as refusal:
            raise refusal.of(name.replace("_", " ")) from refusal

    document: Object = {"type": "object", "properties": properties, "additionalProperties": False}
    if required:
        document["required"] = list(required)
    return Tool(
        name=f"page.{name}",
        description=about,
        input=Schema(document),
        run=on_page,
        title=name.replace("_", " ").capitalize(),
        examples=examples,
        effect=effect,
        timeout=timeout,
        sealed=sealed,
        idempotent=name in AGAIN,
    )
