"""The public JSON Schema test suite (2020-12, required part), through `Schema.valid`."""

import json
from pathlib import Path
from typing import Any

from pollex.core.schema import Schema

from ...vectors import each_of

SUITE = Path(__file__).parents[2] / "data" / "jsonschema-2020-12"
REMOTES = {
    f"http://localhost:1234/{file.relative_to(SUITE / 'remotes').as_posix()}": json.loads(file.read_text())
    for file in (SUITE / "remotes").rglob("*.json")
}

GROUPS = [(file.stem, group) for file in sorted(SUITE.glob("*.json")) for group in json.loads(file.read_text())]


@each_of((f"{name}: {group['description']}", group) for name, group in GROUPS)
def test_group(group: dict[str, Any]) -> None:
    schema = Schema(group["schema"], resources=REMOTES)
    verdicts = {test["description"]: schema.valid(test["data"]) for test in group["tests"]}
    assert verdicts == {test["description"]: test["valid"] for test in group["tests"]}


def test_all_required_assertions_are_here() -> None:
    assert sum(len(group["tests"]) for _, group in GROUPS) == 1299
