"""A clarifier in a real workspace: it passes the gate as it is, and a submit and a cancel reach the chat."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from pollex.app.workspace_calls.tool import api_call_tool
from pollex.core.call import Call, new_id
from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.workspace.command_result import CommandResult
from pollex.workspace.tree import Element, every
from pollex.workspace.workspace import Workspace

FORM: Object = {
    "windowId": "form",
    "title": "A few questions",
    "textPrompt": "Which ones?",
    "fields": [
        {"name": "month", "label": "Month {{value}}", "placeholder": "May"},
        {"name": "kind", "label": "Kind", "type": "select", "options": ["paid", "open"], "defaultValue": "open"},
        {"name": "more", "label": "More", "type": "textarea", "defaultValue": "<b>"},
    ],
    "cancel": "Skip",
}


@dataclass
class Open:
    """A workspace whose calls are carried out."""

    workspace: Workspace
    full_control: bool = False

    async def draw(self, batch: list[Object]) -> None:
        self.drawn = await self.workspace.apply(batch, by="model")

    async def say(self, text: str) -> None:
        await self.workspace.say("person", text)

    def last_request(self) -> str | None:
        return next((each.text for each in reversed(self.workspace.chat) if each.role == "person"), None)

    async def carry_out(self, call: Call) -> Result:
        return await invoke(call, Context(Registry(api_call_tool(self, exports=Path("never")))))

    @property
    def said(self) -> list[str]:
        return [message.text for message in self.workspace.chat]

    async def press(self, tag: str, **form: str) -> list[CommandResult]:
        """Use the element of the form that has a command."""
        nodes = [node for _, node in every(self.workspace.desk.windows["form"].content) if isinstance(node, Element)]
        [command] = [node.command for node in nodes if node.tag == tag and node.command is not None]
        return await self.workspace.press("form", command.id, form=form)


@pytest.fixture
async def opened() -> Open:
    made = Open(Workspace(new_id(), MemoryLog()))
    made.workspace.effects = made.carry_out
    await made.workspace.open()
    await made.say("Show my orders")
    call = {"op": "api.call", "params": {"method": "POST", "url": "uicp://intent", "body": FORM}}
    [answer] = await made.workspace.apply([call])
    assert answer.ok, answer
    return made


async def test_the_gate_drops_nothing_of_the_form(opened: Open) -> None:
    assert [(answer.ok, answer.notes) for answer in opened.drawn] == [(True, ())] * 2
    nodes = [node for _, node in every(opened.workspace.desk.windows["form"].content) if isinstance(node, Element)]
    assert {node.tag for node in nodes} >= {"form", "label", "input", "select", "option", "textarea", "button"}


async def test_submit_sends_the_answers_with_the_request_and_closes_the_form(opened: Open) -> None:
    answers = await opened.press("form", month="May", kind="paid", more='say "hi"')
    assert [answer.ok for answer in answers] == [True, True]
    assert opened.said == [
        "Show my orders",
        'Show my orders\n\nAdditional details: Month { {value}}: May\nKind: paid\nMore: say "hi"',
    ]
    assert opened.workspace.windows() == []


async def test_cancel_says_so_and_closes_the_form(opened: Open) -> None:
    await opened.press("button")
    assert opened.said == ["Show my orders", "Show my orders\n\nAdditional details: skipped"]
    assert opened.workspace.windows() == []
