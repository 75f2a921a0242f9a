"""The actions of document 001's browser_action: the page tool behind each, what it needs and what it takes."""

from __future__ import annotations

from typing import Final, NamedTuple

ELEMENT: Final = ("selector", "fallback")


class Action(NamedTuple):
    """An action of document 001: its tool, what it cannot do without, and what else it takes."""

    tool: str
    needs: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()

    @property
    def properties(self) -> tuple[str, ...]:
        return (*self.needs, *self.takes)


ACTIONS: Final[dict[str, Action]] = {
    "navigate": Action("page.navigate", ("url",)),
    "click": Action("page.click", ("selector",), ("fallback",)),
    "type": Action("page.type", ("selector", "text"), ("fallback",)),
    "wait": Action("page.wait", (), ("duration", *ELEMENT, "text", "url")),
    "openNewTab": Action("page.open_tab", ("url",), ("name",)),
    "switchTab": Action("page.switch_tab", ("tabName",)),
    "back": Action("page.back"),
    "forward": Action("page.forward"),
    "refresh": Action("page.refresh"),
    "screenshot": Action("page.screenshot", (), (*ELEMENT, "path", "fullPage")),
    "listTabs": Action("page.list_tabs"),
    "getCurrentTab": Action("page.current_tab"),
    "keypress": Action("page.keypress", ("key",), ELEMENT),
    "act": Action("page.act", ("instruction",)),
}
"""Document 001: the `action` of a browser_action."""
