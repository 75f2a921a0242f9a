"""The pictures and the JSON in the guide are those of the workflows that are there now."""

import json
import re
from pathlib import Path

import pytest

from pollex.app.app import App
from pollex.flow.workflow import Workflow

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "guides" / "workflows.md"
EXAMPLES = sorted((ROOT / "examples" / "workflows").glob("*.workflow.json"))


@pytest.mark.parametrize("name", re.findall(r"\]\(images/(\w+)\.svg\)", GUIDE.read_text()))
def test_a_picture_is_up_to_date(name: str) -> None:
    workflow = ROOT / "examples" / "workflows" / f"{name}.workflow.json"
    picture = ROOT / "docs" / "guides" / "images" / f"{name}.svg"
    again = f"Run: pollex flow show {workflow.relative_to(ROOT)} -o {picture.relative_to(ROOT)}"
    assert picture.read_text(encoding="utf-8") == Workflow.load(workflow).show("svg") + "\n", again


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda file: file.name)
def test_an_example_is_right(file: Path, tmp_path: Path) -> None:
    Workflow.load(file, tools=App(home=tmp_path).tools)


def test_the_guide_shows_nodes_that_are_right() -> None:
    from pollex.flow.nodes import NODE_TYPES

    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", GUIDE.read_text(), re.DOTALL)]
    whole = [each for each in shown if "nodes" in each]
    single = [each for each in shown if "nodes" not in each]
    for each in whole:
        Workflow.from_json(each)
    wrong = {each["type"]: NODE_TYPES[each["type"]].schema.check(each["config"]).issues for each in single}
    assert wrong == dict.fromkeys(wrong, ())
    assert set(wrong) == {kind.name for kind in NODE_TYPES.values()}
