"""Document 003's blocks against the workspace: what they show is drawn, asked, written and filled as they say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pollex.app.workspace_calls.export_folders import below
from pollex.app.workspace_calls.file_scheme import TEXT_FILE
from pollex.app.workspace_calls.tool import api_call_tool
from pollex.core.call import Call
from pollex.core.context import Context
from pollex.core.fault import Fault
from pollex.core.invoke import invoke
from pollex.core.json import Object
from pollex.core.limits import DEFAULT_LIMITS
from pollex.core.registry import Registry
from pollex.core.result import Result
from pollex.workspace.bound_command import TOKENS
from pollex.workspace.envelope import ENVELOPE_SCHEMA, read_envelope
from pollex.workspace.intent import check_intent, merge
from pollex.workspace.operations import OPERATIONS
from pollex.workspace.tree import Element, every
from pollex.workspace.workspace import Workspace

from .desks import content, html, op, opened

SEEDS = Path(__file__).parents[1] / "seeds"
BLOCKS = {
    "window.create": "02-window-create",
    "window.update": "04-window-update",
    "window.close": "05-window-close",
    "dom.set": "06-dom-set",
    "dom.replace": "07-dom-replace",
    "dom.append": "08-dom-append",
    "component.render": "09-component-render",
    "component.update": "10-component-update",
    "component.destroy": "11-component-destroy",
    "state.set": "12-state-set",
    "state.get": "13-state-get",
    "state.watch": "14-state-watch",
    "state.unwatch": "14-state-watch",
    "api.call": "15-api-call",
    "txn.cancel": "16-txn-cancel",
}


def text(name: str) -> str:
    return (SEEDS / "003" / name).read_text()


def read(name: str) -> Any:
    return json.loads(text(name))


def samples(block: str, verdict: str) -> list[Any]:
    found: list[Any] = json.loads(text("../verdicts.json"))[f"003/{block}.schema.json"][verdict]
    return found


class Door:
    """A workspace whose calls are carried out."""

    full_control = True

    def __init__(self, exports: Path) -> None:
        self.exports = exports
        self.workspace: Workspace

    async def draw(self, batch: list[Object]) -> None:
        await self.workspace.apply(batch, by="model")

    async def say(self, text: str, answers: Object | None = None) -> None:
        await self.workspace.say("person", text)

    def last_request(self) -> str | None:
        return next((each.text for each in reversed(self.workspace.chat) if each.role == "person"), None)

    async def tell(self, text: str, file: Object | None = None) -> None:
        await self.workspace.say("system", text, file=file)

    async def keep_file(self, name: str, content: bytes) -> str:
        return f"/api/files/{name}"

    async def carry_out(self, call: Call) -> Result:
        return await invoke(call, Context(Registry(api_call_tool(self, exports=below(self.exports)))))


@pytest.fixture
async def workspace(tmp_path: Path) -> Workspace:
    door = Door(tmp_path)
    door.workspace = await opened(effects=door.carry_out)
    return door.workspace


def elements(workspace: Workspace, window: str) -> list[Element]:
    return [node for _, node in every(workspace.desk.windows[window].content) if isinstance(node, Element)]


def said(workspace: Workspace) -> list[str]:
    return [message.text for message in workspace.chat]


def test_envelope() -> None:
    assert isinstance(ENVELOPE_SCHEMA.document, dict)
    assert ENVELOPE_SCHEMA.document["properties"].keys() == read("01-envelope.schema.json")["properties"].keys()
    assert ENVELOPE_SCHEMA.document["required"] == ["op", "params"]
    assert set(ENVELOPE_SCHEMA.document["properties"]["op"]["enum"]) == set(BLOCKS)
    for envelope in samples("01-envelope", "refuses"):
        assert ENVELOPE_SCHEMA.check(envelope).issues


@pytest.mark.parametrize("name", BLOCKS)
def test_operations(name: str) -> None:
    block, tool = BLOCKS[name], OPERATIONS[name].tool
    assert isinstance(tool.input.document, dict)
    params = read(f"{block}.schema.json")

    assert params["properties"].keys() <= tool.input.document["properties"].keys()
    assert set(params.get("required", ())) == set(tool.input.document["required"])
    for given in samples(block, "accepts"):
        assert read_envelope({"op": name, "params": given}, DEFAULT_LIMITS, []) is not None
    for given in samples(block, "refuses"):
        assert read_envelope({"op": name, "params": given}, DEFAULT_LIMITS, []) is None


async def test_state_binding(workspace: Workspace) -> None:
    await workspace.apply(
        [op("window.create", id="win", title="Notes"), html(text("17-state-binding.html"), window="win")]
    )
    binding = content(workspace, "win")[0]["binding"]
    workspace.type_into(binding["scope"], binding["key"], "Milk", "win")
    await workspace.close()

    assert workspace.snapshot()["state"] == [
        {"scope": "window", "windowId": "win", "key": "note_title", "value": "Milk"}
    ]


async def test_tokens(workspace: Workspace) -> None:
    tokens = read("18-data-command-tokens.json")
    assert [token.strip("{}").partition(".")[0] for token in tokens] == list(TOKENS)
    command = json.dumps([op("state.set", scope="workspace", key="k", value=tokens)])
    await workspace.apply([html(f"<button data-command='{command}'>Go</button>", window="win")])
    await workspace.press("win", content(workspace, "win")[0]["command"], value="v", form={"FIELD": "f"}, component="c")

    assert workspace.snapshot()["state"][0]["value"] == ["v", "f", "win", "c"]


async def test_data_command(workspace: Workspace) -> None:
    button = text("19-data-command.html")
    await workspace.apply([html(f"<form><input name=title>{button}</form><p id=status></p>", window="win")])
    [pressed] = [element for element in elements(workspace, "win") if element.command is not None]
    assert pressed.command is not None
    assert list(pressed.command.batch) == read("19-data-command.json")
    await workspace.press("win", pressed.command.id, form={"title": "<Milk>"})

    assert content(workspace, "win")[1]["children"] == ["Saved: <Milk>"]


async def test_intent_text(workspace: Workspace) -> None:
    for body in samples("21-intent-text", "accepts"):
        await workspace.apply([op("api.call", method="POST", url="uicp://intent", body=body)])
    for body in samples("21-intent-text", "refuses"):
        with pytest.raises(Fault):
            check_intent(body)

    assert said(workspace) == ["blue, please"]


async def test_intent_merge(workspace: Workspace) -> None:
    form = read("22-intent-merge.json")
    assert merge("<last user message>", "<text>") == form
    await workspace.say("person", "Show a car")
    await workspace.apply([op("api.call", method="POST", url="uicp://intent", body={"text": "blue, please"})])

    assert said(workspace)[-1] == form.replace("<last user message>", "Show a car").replace("<text>", "blue, please")


@pytest.mark.parametrize("block", ["23-intent-form", "24-intent-field"])
def test_intent_form(block: str) -> None:
    def form(sample: Any) -> Any:
        return {"fields": [sample]} if block == "24-intent-field" else sample

    for sample in samples(block, "accepts"):
        check_intent(form(sample))
    for sample in samples(block, "refuses"):
        with pytest.raises(Fault):
            check_intent(form(sample))


@pytest.mark.parametrize(("tag", "heard"), [("form", "Blue"), ("button", "skipped")])
async def test_clarifier(workspace: Workspace, tag: str, heard: str) -> None:
    await workspace.say("person", "Show a car")
    answers = await workspace.apply(read("25-clarifier.json"))
    assert [(answer.ok, answer.fault) for answer in answers] == [(True, None)]
    [window] = workspace.windows()
    assert window["title"] == "Clarify Details"
    drawn = elements(workspace, window["id"])
    shown = " ".join(each for _, each in every(workspace.desk.windows[window["id"]].content) if isinstance(each, str))
    for words in ("Please provide additional information:", "Answer", "Continue", "Skip"):
        assert words in shown
    [field] = [element for element in drawn if element.tag in ("input", "textarea")]
    assert (field.attributes["name"], field.attributes["placeholder"]) == ("answer", "Type here...")

    [command] = [element.command for element in drawn if element.tag == tag and element.command is not None]
    await workspace.press(window["id"], command.id, form={"answer": "Blue"})
    assert workspace.windows() == []
    assert heard in said(workspace)[-1]


async def test_write_text_file(workspace: Workspace, tmp_path: Path) -> None:
    for body in samples("26-write-text-file", "accepts"):
        answers = await workspace.apply([op("api.call", method="POST", url="tauri://fs/writeTextFile", body=body)])
        assert answers[0].fault is None
    for body in samples("26-write-text-file", "refuses"):
        assert TEXT_FILE.check(body).issues

    assert (tmp_path / "Desktop" / "a.txt").read_text() == "x"
