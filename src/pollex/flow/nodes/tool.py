"""`tool`: calls any registered tool: of the page, of a module, of the library, or your own."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from ...core.fault import Issue
from ...core.json import Object
from ...core.login_outcome import login_fault
from ...core.result import Result
from ..nodetype import STORE, Example, NodeType, text
from ..running_node import RunningNode
from ..selectors import selector_mistakes


async def run(node: RunningNode) -> Result:
    args = node.config.get("args", {})
    result = await node.call(node.config["tool"], node.filled(args, "/args") if isinstance(args, str) else args)
    return _logged_in(result) if node.config["tool"] == "login" else result


def _logged_in(result: Result) -> Result:
    """Return a login's result: a failure unless it is in, since the nodes behind it need that."""
    if not result.ok or not isinstance(result.data, dict) or "credential" not in result.data:
        return result  # it has only looked
    fault = login_fault(result.data, f"the login with {result.data['credential']!r}")
    return result if fault is None else replace(result, ok=False, fault=fault)


def mistakes(config: Object) -> list[Issue]:
    args = config.get("args")
    if not str(config.get("tool", "")).startswith("page.") or not isinstance(args, dict):
        return []
    found = [issue.below("args") for issue in selector_mistakes(args)]
    if "index" in args:
        message = "An element's index cannot stand in a workflow: it is another one in the next run."
        hint = "Name the element by a selector."
        found.append(Issue("/args/index", message, "a selector", str(args["index"]), hint))
    return found


TOOL: Final = NodeType(
    name="tool",
    title="Tool",
    description="Calls any registered tool by its name, with arguments that may hold {{references}}.",
    properties={
        "tool": text("The tool's name, such as page.select or the name of a module's tool.", minLength=1),
        "args": {"type": "object", "description": "Its arguments, as its own schema wants them."},
        "store_variable": STORE,
    },
    required=("tool",),
    examples=(
        Example(
            "Choose an option",
            {"tool": "page.select", "args": {"selector": "label=Country", "option": "{{country}}"}},
        ),
        Example("Call a tool of one's own", {"tool": "add", "args": {"a": "{{first}}", "b": 2}}, "sum"),
    ),
    run=run,
    literal=("tool", "store_variable"),
    mistakes=mistakes,
)
