"""A clarifier in a real workspace: it passes the gate as it is, and a submit and a cancel reach the chat."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from pollex.app.workspace_calls.export_folders import below
from pollex.app.workspace_calls.tool import api_call_tool
from pollex.core.call import Call, new_id
from pollex.core.context import Context
from pollex.core.event import MemoryLog
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.workspace.command_result import CommandResult
from pollex.workspace.state import StateKey
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
    asked: CommandResult | None = None

    async def draw(self, batch: list[Object]) -> None:
        self.drawn = await self.workspace.apply(batch, by="model")

    async def say(self, text: str, answers: Object | None = None) -> None:
        await self.workspace.say("person", text, answers=answers)

    async def tell(self, text: str, file: Object | None = None) -> None:
        await self.workspace.say("system", text, file=file)

    async def keep_file(self, name: str, content: bytes) -> str:
        return f"/api/files/{name}"

    def last_request(self) -> str | None:
        return next((each.text for each in reversed(self.workspace.chat) if each.role == "person"), None)

    async def carry_out(self, call: Call) -> Result:
        return await invoke(call, Context(Registry(api_call_tool(self, exports=below(Path("never"))))))

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
    made.asked = answer
    return made


async def test_the_gate_drops_nothing_of_the_form(opened: Open) -> None:
    assert [(answer.ok, answer.notes) for answer in opened.drawn] == [(True, ())] * 2
    nodes = [node for _, node in every(opened.workspace.desk.windows["form"].content) if isinstance(node, Element)]
    assert {node.tag for node in nodes} >= {"form", "label", "input", "select", "option", "textarea", "button"}


async def test_submit_sends_the_answers_with_the_request_and_closes_the_form(opened: Open) -> None:
    answers = await opened.press("form", month="May", kind="paid", more='say "hi"')
    assert [answer.ok for answer in answers] == [True, True, True]
    assert opened.said == [
        "Show my orders",
        'Show my orders\n\nAdditional details: Month { {value}}: May\nKind: paid\nMore: say "hi"',
    ]
    assert opened.workspace.windows() == []


@pytest.mark.document(
    "003", "What is entered into a clarifier is data under its field names, in the chat and the state."
)
async def test_submit_sends_what_was_entered_as_data(opened: Open) -> None:
    await opened.press("form", month="May", kind="paid", more="", other="no field of the form")
    entered = {"month": "May", "kind": "paid", "more": ""}
    assert opened.workspace.chat[-1].answers == entered
    again = await Workspace(opened.workspace.id, opened.workspace.record.log).open()
    assert again.chat[-1].answers == entered
    assert opened.asked is not None
    assert opened.asked.data["answers"] == {"scope": "workspace", "key": "form"}
    value = again.desk.value(StateKey("workspace", None, "form"), again.now)
    assert {name: value[name] for name in entered} == entered


async def test_cancel_says_so_and_closes_the_form(opened: Open) -> None:
    await opened.press("button")
    assert opened.said == ["Show my orders", "Show my orders\n\nAdditional details: skipped"]
    assert opened.workspace.windows() == []
