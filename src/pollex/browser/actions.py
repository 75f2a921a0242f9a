"""The actions of the Director and page-agent specifications (001, 002) as calls of page tools: one table each."""

from __future__ import annotations

from typing import Final, NamedTuple

from ..core.call import Call
from ..core.fault import Fault
from ..core.json import Object
from ..core.registry import Tools
from ..core.suggest import did_you_mean, one_of

ELEMENT: Final = ("selector", "fallback")


class ActionSpec(NamedTuple):
    """An action of the Director specification (001): its tool, its required arguments and its optional ones."""

    tool: str
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()

    @property
    def properties(self) -> tuple[str, ...]:
        return (*self.needs, *self.takes)


ACTIONS: Final[dict[str, ActionSpec]] = {
    "navigate": ActionSpec("page.navigate", ("url",)),
    "click": ActionSpec("page.click", ("selector",), ("fallback",)),
    "type": ActionSpec("page.type", ("selector", "text"), ("fallback",)),
    "wait": ActionSpec("page.wait", (), ("duration", *ELEMENT, "text", "url")),
    "openNewTab": ActionSpec("page.open_tab", ("url",), ("name",)),
    "switchTab": ActionSpec("page.switch_tab", ("tabName",)),
    "back": ActionSpec("page.back"),
    "forward": ActionSpec("page.forward"),
    "refresh": ActionSpec("page.refresh"),
    "screenshot": ActionSpec("page.screenshot", (), (*ELEMENT, "path", "fullPage")),
    "listTabs": ActionSpec("page.list_tabs"),
    "getCurrentTab": ActionSpec("page.current_tab"),
    "keypress": ActionSpec("page.keypress", ("key",), ELEMENT),
    "act": ActionSpec("page.act", ("instruction",)),
}
"""The Director specification (001): the `action` of a browser_action."""
BY_ACTION: Final = {name: action.tool for name, action in ACTIONS.items()}
"""The Director specification (001): the `action` of a browser_action."""
BY_TYPE: Final = {
    "click": "page.click",
    "input_text": "page.type",
    "navigate": "page.navigate",
    "scroll": "page.scroll",
    "search": "page.search",
    "extract": "page.extract",
}
"""The page-agent specification (002): the `type` of an action. `done` is the agent's."""


def action_call(action: Object, tools: Tools | None = None) -> Call:
    """Return an action object of the page agent (002), or the config of a browser_action (001), as a call.

    A `type` that the document does not have may name one of `tools`.
    """
    key, table = ("action", BY_ACTION) if "action" in action else ("type", BY_TYPE)
    named = action.get(key)
    args = {name: value for name, value in action.items() if name != key}
    if key == "type" and named not in table and tools is not None and tools.find(str(named)) is not None:
        return Call(str(named), args)
    if named not in table:
        raise Fault(
            "unknown_tool",
            f"There is no action {named!r}.",
            pointer=f"/{key}",
            expected=one_of(list(table)),
            received=str(named),
            hint=did_you_mean(str(named), list(table)),
        )
    return Call(table[str(named)], args)
