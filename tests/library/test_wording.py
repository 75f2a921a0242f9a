"""The words of published tools: what they do, and never the task in which somebody once asked for it."""

import asyncio
from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.protocols import ModelReply, ToolRequest
from pollex.core.schema import Schema
from pollex.library.wording import ToolWording, examples, parameters, wording
from pollex.library.wording_request import ask_wording
from pollex.testing import ScriptedModel

from .sample import WORKFLOW

TASK = "hey can u pls find me the cheapest kettle thx"
SEARCH = {"tag": "input", "role": "searchbox", "name": "Search"}
QUERY = {"display_name": "query", "type": "string", "description": "Query.", "default_value": "kettle"}
CREATE = {"tag": "button", "role": "button", "name": "Create issue"}


def compiled(**changes: Any) -> dict[str, Any]:
    """Return a workflow as it is compiled from the run of a chatty task."""
    address = {"action": "navigate", "url": "{{base}}/shop/"}
    typing = {
        "action": "type",
        "selector": ['role=searchbox[name="Search"]'],
        "fallback": 'searchbox "Search"',
        "text": "{{query}}",
    }
    extracting = {"method": "extract", "instruction": "results", "schema": {"type": "array", "items": {}}}
    return {
        "name": TASK,
        "description": TASK,
        "inputs": [QUERY, {"display_name": "base", "type": "string", "default_value": "http://127.0.0.1:80"}],
        "outputs": [{"display_name": "price", "type": "string", "value": "{{results[0]}}"}],
        "nodes": [
            {"position": 1, "type": "browser_action", "config": address},
            {"position": 2, "type": "browser_action", "config": typing, "evidence": SEARCH},
            {"position": 3, "type": "browser_query", "alias": "results", "config": extracting},
        ],
        "changes": [{"version": 1, "reason": "Compiled from the run 6b069a7a.", "did": [], "unsure": []}],
        **changes,
    }


@pytest.mark.parametrize("name", [TASK, "t1"])
def test_a_tool_is_called_what_it_does_and_not_what_was_asked_or_its_file(name: str) -> None:
    made = wording(compiled(name=name))

    assert made.title == "Read price by query"
    assert made.sentence.startswith("Read price by query. Its steps: go to /shop/; type “query” into ")
    assert made.sentence.endswith(". Gives price.")
    assert TASK not in made.sentence


def test_a_tool_that_changes_something_is_called_after_that() -> None:
    press = {"action": "click", "selector": ["role=button"]}
    change = {"position": 4, "type": "browser_action", "config": press, "evidence": CREATE, "taken": True}

    assert wording(compiled(nodes=[*compiled()["nodes"], change])).title == "Create issue"


def test_a_button_of_one_word_is_told_with_what_is_given_to_it() -> None:
    press = {"action": "click", "selector": ["role=button"]}
    send = {"position": 4, "type": "browser_action", "config": press, "evidence": {"name": "Send"}, "taken": True}
    inputs = [{**QUERY, "display_name": name} for name in ("recipient", "subject", "message_text", "file")]

    assert wording(compiled(nodes=[send], inputs=inputs)).title == "Send with recipient, subject and 2 more"
    assert wording(compiled(nodes=[send], inputs=[])).title == "Send"


def test_an_element_is_told_as_it_was_asked_for_without_the_amounts_beside_it() -> None:
    name = "Holiday Fund €2,610.00 DE45 5001 0517 7837 9494 58"
    press = {"action": "click", "selector": [f'role=link[name="{name}"]'], "fallback": '"Holiday Fund"'}
    node = {"position": 1, "type": "browser_action", "config": press, "evidence": {"name": name}}
    assert wording(compiled(nodes=[node])).sentence.split(": ")[1].startswith("click the link “Holiday Fund”")


def test_words_that_somebody_chose_are_kept() -> None:
    assert wording(compiled(name="Find a kettle")).title == "Find a kettle"
    assert wording(compiled(), "Cheapest").title == "Cheapest"
    assert wording(WORKFLOW) == ToolWording("Find a price", "Find a price.")


def test_an_input_says_what_it_is_for_and_has_the_run_as_an_example() -> None:
    query, base = parameters(compiled(), "inputs")

    assert query == {
        "display_name": "query",
        "type": "string",
        "description": "Query, to type into the search box “Search”.",
        "required": True,
        "schema": {"examples": ["kettle"]},
    }
    assert base == {"display_name": "base", "type": "string", "default_value": "http://127.0.0.1:80", "hidden": True}
    assert examples(compiled()) == {"query": "kettle", "base": "http://127.0.0.1:80"}
    assert Schema.from_parameters([query, base]).check({}).issues


def test_what_the_task_did_not_say_stays_a_default() -> None:
    chosen = {**QUERY, "description": "Query; the run chose the default."}

    assert parameters(compiled(inputs=[chosen]), "inputs") == [chosen]


def reply(**args: Any) -> ModelReply:
    return ModelReply("", (ToolRequest("1", "describe", args),), stop="tools")


def test_a_model_writes_the_words_and_is_shown_the_task_as_data() -> None:
    model = ScriptedModel([reply(title="Find the cheapest product", sentence="Searches the shop.")])

    written = asyncio.run(ask_wording(model, compiled()))

    assert wording(compiled(), None, written) == ToolWording("Find the cheapest product", "Searches the shop.")
    system, user = model.requests[0].messages
    assert TASK in str(user.text)
    assert TASK not in str(system.text)


@pytest.mark.parametrize(
    "answer", [ModelReply("It finds kettles."), reply(title="Find"), reply(title="a\nb", sentence="ccc")]
)
def test_an_answer_that_does_not_fit_is_a_fault(answer: ModelReply) -> None:
    with pytest.raises(Fault, match="did not say what the tool does"):
        asyncio.run(ask_wording(ScriptedModel([answer]), compiled()))
