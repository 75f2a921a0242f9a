"""Answers of models, read into calls: native ones, and those that were written as text."""

import pytest

from pollex.agent.ask_model import wanted
from pollex.agent.task import Task
from pollex.agent.toolset import AgentToolset
from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.core.protocols import ModelReply, ToolRequest
from pollex.core.registry import Registry
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.page.tools import page_tools

EXPORTED = AgentToolset(Registry(*page_tools()), Task("look")).shown((), "openai")


def read(reply: ModelReply) -> list[tuple[str, Object]]:
    return [(call["tool"], call["args"]) for call in wanted(reply, EXPORTED)]


def test_a_native_call() -> None:
    assert read(ModelReply(requests=(ToolRequest("1", "page_click", {"index": 3}),))) == [("page.click", {"index": 3})]


@pytest.mark.parametrize(
    "text",
    [
        '{"type": "click", "index": 3}',
        '```json\n{"type": "click", "index": 3}\n```',
        'I will click.\n```\n[{"type": "click", "index": 3}]\n```',
        '{"actions": [{"page_click": {"index": 3}}]}',
        '{"tool": "page.click", "args": {"index": 3}}',
        '{"name": "page_click", "arguments": {"index": 3}}',
        "{'tool': 'page_click', 'args': {'index': 3,}}",
    ],
)
def test_calls_that_were_written_as_text(text: str) -> None:
    assert read(ModelReply(text=text)) == [("page.click", {"index": 3})]


def test_what_was_mended_is_marked() -> None:
    [call] = wanted(ModelReply(text="{'tool': 'page_click', 'args': {'index': 3}}"), EXPORTED)
    assert call["mended"]


def test_document_002s_done() -> None:
    said = '{"type": "done", "text": "All is well.", "success": true}'
    assert read(ModelReply(text=said)) == [("done", {"text": "All is well.", "success": True})]


def test_the_type_of_an_action_may_be_an_own_tool() -> None:
    own = Tool("press_twice", "Press twice.", Schema({"type": "object"}), run=lambda args, context: None)
    reply = ModelReply(text='{"type": "press_twice", "label": "Save"}')
    [call] = wanted(reply, EXPORTED, AgentToolset(Registry(own), Task("look", tools=(own.name,))))
    assert (call["tool"], call["args"]) == ("press_twice", {"label": "Save"})
    with pytest.raises(Fault, match="There is no action 'press_twice'"):
        wanted(reply, EXPORTED, AgentToolset(Registry(own), Task("look")))


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (ModelReply(text=""), "Failed to parse LLM response: it is empty."),
        (ModelReply(text="Click it."), "Failed to parse LLM response: there is no call in it."),
        (
            ModelReply(text='{"type": "cli', stop="length"),
            "Failed to parse LLM response: there is no call in it, and it was cut off at its limit.",
        ),
        (ModelReply(text="[3]"), "Failed to parse LLM response: an action is not an object."),
        (ModelReply(text='{"type": "jump", "to": 3}'), "Failed to parse LLM response: There is no action 'jump'."),
        (ModelReply(text="No.", stop="refused"), "LLM API Error: the model refused: No."),
    ],
)
def test_what_cannot_be_read(reply: ModelReply, message: str) -> None:
    with pytest.raises(Fault) as caught:
        wanted(reply, EXPORTED)
    assert caught.value.message == message
