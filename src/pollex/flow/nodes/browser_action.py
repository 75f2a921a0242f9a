"""`browser_action`: one of the Director specification's (001) fourteen actions in the browser."""

from __future__ import annotations

from typing import Final

from ...browser.actions import ACTIONS
from ...core.fault import Issue
from ...core.json import Object, brief
from ...core.path import pointer
from ...core.result import Result
from ..nodetype import STORE, Example, NodeType, choice, flag, text
from ..running_node import RunningNode
from ..selectors import selector_mistakes

SELECTOR: Final[Object] = {
    "type": ["string", "array"],
    "items": {"type": "string"},
    "minItems": 1,
    "description": (
        'The element: CSS (#id, .class), text=Save or text:Save, role=button[name="Save"], label=Email, testid=save, '
        "an XPath, plain words or act:the big button, a union such as input[type=email], textarea[name=email], or a "
        "list of these, tried in order. jQuery's :contains('x') is read as :has-text('x')."
    ),
}
COMMON: Final = ("action", "store_variable")


async def run(node: RunningNode) -> Result:
    config = node.config
    action = ACTIONS[config["action"]]
    args = {name: value for name, value in config.items() if name not in COMMON}
    return await node.call(action.tool, args)


def mistakes(config: Object) -> list[Issue]:
    action = ACTIONS.get(str(config.get("action")))
    if action is None:
        return []
    named = config["action"]
    found = [
        Issue("", f"The action {named!r} needs {need!r}.", need, brief(config), f"Add {need!r} to the config.")
        for need in action.needs
        if need not in config
    ]
    taken = (*action.properties, *COMMON)
    for name in config:
        if name in PROPERTIES and name not in taken:
            expected = ", ".join(action.properties) or "no properties"
            message = f"The action {named!r} takes no {name!r}."
            found.append(Issue(pointer((name,)), message, expected, name, f"Leave {name!r} out."))
    return found + selector_mistakes(config)


PROPERTIES: Final[dict[str, Object]] = {
    "action": choice("What to do.", *ACTIONS),
    "selector": SELECTOR,
    "text": text(
        "For type: what to type; {{variables}} and {{secret.NAME}} are filled in. For wait: a text to appear."
    ),
    "url": text("For navigate and openNewTab: the address. For wait: a part of the address to come."),
    "duration": {
        "type": "number",
        "minimum": 0,
        "description": "For wait: milliseconds; the limit wait_ms (1000) if nothing else is waited for.",
    },
    "tabName": text("For switchTab: the tab's name, its place from 0, or a part of its address."),
    "name": text("For openNewTab: a name for the tab; one that is taken gets _2, _3."),
    "key": text("For keypress: Enter, Escape, Tab, ArrowDown, Control+a …"),
    "instruction": text("For act: one action on one element in plain words, such as 'click the first result'."),
    "path": text("For screenshot: a name for the file, in the run's folder."),
    "fullPage": flag("For screenshot: the whole page, or only what is in view.", True),
    "fallback": text("The element in plain words, for when none of the selectors finds it."),
    "store_variable": STORE,
}
del PROPERTIES["fullPage"]["default"]  # the tool's own; filled in here it would stand in every node

BROWSER_ACTION: Final = NodeType(
    name="browser_action",
    title="Browser action",
    description="Does one thing in the browser: goes to a page, clicks, types, waits, handles tabs, takes a picture.",
    properties=PROPERTIES,
    required=("action",),
    examples=(
        Example("Go to a page", {"action": "navigate", "url": "https://example.org"}, "open_site"),
        Example(
            "Click, with fallbacks",
            {
                "action": "click",
                "selector": ["#submit", ".submit-btn", "text=Submit"],
                "fallback": "the submit button",
            },
            "click_submit",
        ),
        Example(
            "Type an input into a field",
            {"action": "type", "selector": "input[type=email], textarea[name=email]", "text": "{{email}}"},
        ),
        Example("Press a key", {"action": "keypress", "key": "Enter"}),
        Example("Wait for a text", {"action": "wait", "text": "Order confirmed"}),
        Example("Open a named tab", {"action": "openNewTab", "url": "https://example.org/help", "name": "help"}),
        Example("Act in words", {"action": "act", "instruction": "click the first search result"}),
    ),
    run=run,
    literal=("action", "store_variable"),
    mistakes=mistakes,
)
