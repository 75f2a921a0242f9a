"""`debug_browser`: the Director's eight actions (001) in the browser, outside the workflow, each a page tool."""

from __future__ import annotations

from typing import Final, NamedTuple

from ...core.context import Context
from ...core.fault import Fault, Issue
from ...core.json import Object, brief
from ...core.result import Result
from ...core.template import Scope
from ...core.tool import Tool
from ..nodes.browser_action import SELECTOR
from .definition import strict_tool, unflattened
from .editor import WorkflowEditor


class DebugAction(NamedTuple):
    """The page tool behind an action, what it needs and what else it takes."""

    tool: str
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()


ACTIONS: Final[dict[str, DebugAction]] = {
    "navigate": DebugAction("page.navigate", ("url",)),
    "click": DebugAction("page.click", ("selector",)),
    "type": DebugAction("page.type", ("selector", "text")),
    "wait": DebugAction("page.wait", (), ("duration", "selector", "text", "url")),
    "inspect": DebugAction("page.state", (), ("selector",)),
    "open_tab": DebugAction("page.open_tab", (), ("url", "tabName")),
    "close_tab": DebugAction("page.close_tab", (), ("tabName",)),
    "switch_tab": DebugAction("page.switch_tab", ("tabName",)),
}
"""The Director specification (001): the `action` of debug_browser."""
QUERY: Final = "page.query"
"""Inspecting with a selector: which elements it fits."""
NEEDS: Final = "; ".join(f"{name} needs {' and '.join(each.needs)}" for name, each in ACTIONS.items() if each.needs)
PROPERTIES: Final[dict[str, Object]] = {
    "action": {
        "type": "string",
        "enum": list(ACTIONS),
        "description": f"What to do. {NEEDS}. inspect shows the page, or with a selector the elements that it fits.",
    },
    "url": {"type": "string", "description": "For navigate and open_tab: the address. For wait: a part of it to come."},
    "selector": {**SELECTOR, "description": f"For click, type, wait and inspect. {SELECTOR['description']}"},
    "text": {"type": "string", "description": "For type: what to type. For wait: a text to appear."},
    "duration": {
        "type": "number",
        "minimum": 0,
        "description": "For wait: milliseconds, 1000 if left out.",
    },
    "tabName": {
        "type": "string",
        "description": "For switch_tab and close_tab: the tab's name, its place from 0, or a part of its address. For "
        "open_tab: a name for it; one that is taken gets _2, _3.",
    },
}


def debug_browser(editor: WorkflowEditor) -> Tool:
    async def run(args: Object, context: Context) -> Result:
        read, source = unflattened(args, PROPERTIES)
        action = ACTIONS[read.pop("action")]
        if issues := [*source.issues, *_mistakes(args["action"], action, read)]:
            raise Fault.from_issues("invalid_input", issues)
        tool = QUERY if args["action"] == "inspect" and "selector" in read else action.tool
        if args["action"] == "open_tab" and "tabName" in read:
            read["name"] = read.pop("tabName")
            source.add("/name", "/tabName")
        result = await context.call(tool, read, scope=Scope((editor.variables,)))
        if result.fault is not None and result.fault.pointer:
            result.fault.pointer = source.original(result.fault.pointer)
        return result

    return strict_tool(
        "debug_browser",
        "Do one thing in the browser without writing it into the workflow: to look around, and to find out which "
        "selectors fit before a node is created. {{variable}} and {{secret.NAME}} are filled in.",
        run,
        PROPERTIES,
        required=("action",),
        examples=(
            {"action": "navigate", "url": "https://example.org/login"},
            {"action": "inspect", "selector": "role=button"},
            {"action": "click", "selectors": ["#login", "text=Log in"]},
        ),
        timeout=330.0,
    )


def _mistakes(name: str, action: DebugAction, args: Object) -> list[Issue]:
    taken = (*action.needs, *action.takes)
    missing = [
        Issue(f"/{need}", f"The action {name!r} needs {need!r}.", need, brief(args), f"Add {need!r}.")
        for need in action.needs
        if need not in args
    ]
    return missing + [
        Issue(f"/{each}", f"The action {name!r} takes no {each!r}.", ", ".join(taken), each, f"Leave {each!r} out.")
        for each in args
        if each not in taken
    ]
