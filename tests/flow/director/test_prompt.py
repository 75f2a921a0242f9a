"""The Director's prompt points to the definitions and documents nothing again."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from pollex.flow.director import WorkflowEditor, director_tools
from pollex.flow.director.prompt import PROMPT
from pollex.flow.nodes import TYPES

BENCH = Path(__file__).parents[3] / "bench" / "director.py"


def bench() -> Any:
    spec = spec_from_file_location("bench_director", BENCH)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_under_half_of_the_same_documentation_in_prose() -> None:
    assert len(PROMPT) * 2 < len(bench().prose())


def test_the_prose_it_is_compared_with_says_no_more_than_the_definitions() -> None:
    prose = bench().prose()
    names = {name for kind in TYPES for name in kind.properties}
    assert all(name in prose for name in names)


def test_it_names_tools_that_there_are_and_no_property_of_a_node() -> None:
    tools = {tool.name for tool in director_tools(WorkflowEditor())}
    words = set(PROMPT.replace(".", " ").replace(",", " ").replace(";", " ").split())
    assert {word for word in words if "_" in word} <= tools
    odd = {name for kind in TYPES for name in kind.properties if not name.islower() or "_" in name}
    assert not odd & words


def test_it_says_what_the_draft_is() -> None:
    editor = WorkflowEditor({"name": "orders", "inputs": [{"display_name": "email", "type": "string"}], "nodes": []})
    assert editor.prompt.endswith('The draft: {"name":"orders","inputs":["email"],"nodes":0}')
