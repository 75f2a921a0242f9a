"""The prompts: everything that there is, said once, in few characters."""

import re

import pytest

from pollex.core.json import Object
from pollex.core.schema import Schema
from pollex.core.tool import Tool
from pollex.workspace.batch import draw_batch, read_batch
from pollex.workspace.components import CATALOGUE
from pollex.workspace.desk import Desk
from pollex.workspace.html.classes import CLASSES
from pollex.workspace.lint import lint
from pollex.workspace.operations import OPERATIONS
from pollex.workspace.own_components import OWN
from pollex.workspace.planner.prompt import EXAMPLE, actor_prompt, planner_prompt

PROMPT = planner_prompt("MARK")


@pytest.mark.parametrize("name", OPERATIONS)
def test_each_operation_is_explained_once(name: str) -> None:
    assert len(re.findall(rf"(?:^|\|){re.escape(name)}(?=[{{|])", PROMPT, re.MULTILINE)) == 1


@pytest.mark.parametrize("name", CATALOGUE)
def test_each_component_that_a_model_may_draw_is_explained_once(name: str) -> None:
    assert len(re.findall(rf"^{name}\{{", PROMPT, re.MULTILINE)) == (0 if name in OWN else 1)


def test_all_classes_are_listed() -> None:
    assert f"classes: {' '.join(CLASSES)}." in PROMPT


def test_the_example_can_be_applied_and_leaves_nothing_to_note() -> None:
    change = draw_batch(Desk(), "batch", read_batch(EXAMPLE), now=0)
    assert lint(EXAMPLE, Desk(), change.desk) == []
    assert [each.notes for each in change.applied] == [[], []]


def test_both_begin_alike_so_that_providers_can_keep_them() -> None:
    planner, actor = PROMPT.rsplit("\n\n", 1), actor_prompt("MARK").rsplit("\n\n", 1)
    assert planner[0] == actor[0]
    assert planner[1] != actor[1]


def test_it_stays_short() -> None:
    assert len(PROMPT) < 11_500


def tool(name: str, properties: Object, about: str = "List runs. The newest first.") -> Tool:
    schema = Schema({"type": "object", "properties": properties, "required": list(properties)[:1]})
    return Tool(name, about, schema, run=lambda args, context: None)


def test_tools_are_listed_by_name_and_parameters() -> None:
    made = tool("runs.list", {"limit": {"type": "integer"}, "of": {"type": "string"}})
    assert "\nruns.list{limit:number;of?:string} List runs.\n" in planner_prompt("MARK", [made])


def test_variants_of_a_tool_follow_it_a_line_each() -> None:
    made = tool("make", {"kind": {"type": "string"}})
    text = {"properties": {"text": {"type": "string"}, "size": {"type": "number"}}, "required": ["text"]}
    prompt = planner_prompt("MARK", [made.replace(variants={"kind note": text})])
    assert "\nmake{kind:string} List runs.\n  kind note{text:string;size?:number}\n" in prompt


def test_long_parameters_are_named_only_and_many_tools_too() -> None:
    long = tool("make", {"kind": {"enum": ["x" * 50 + str(at) for at in range(9)]}, "of": {"type": "string"}})
    assert "\nmake{kind;of?} List runs.\n" in planner_prompt("MARK", [long])
    many = planner_prompt("MARK", [tool(f"tool{at}", {}, "x" * 500) for at in range(200)])
    assert len(many) < len(PROMPT) + 12_000
    assert " tool199\n" in many
