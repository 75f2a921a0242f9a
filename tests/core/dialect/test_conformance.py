"""Every schema of the corpus in every dialect: clean, and every valid value can be sent or is excused by name."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from pollex.core.dialect import Rendering, render
from pollex.core.path import parse

SCRIPT = Path(__file__).parents[3] / "scripts" / "conformance.py"


def load() -> Any:
    spec = importlib.util.spec_from_file_location("conformance", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


conformance = load()


@pytest.fixture(scope="module")
def cases() -> list[Any]:
    """The corpus: made when it is first asked for, since every worker collects these tests and one runs them."""
    found: list[Any] = conformance.cases()
    return found


@pytest.fixture(scope="module")
def rendered(cases: list[Any]) -> list[tuple[Any, Rendering]]:
    """Each schema of the corpus, with what each dialect makes of it."""
    return [
        (case.schema, render(case.schema, dialect, strict=strict))
        for case in cases
        for dialect, strict in conformance.ROWS.values()
    ]


@pytest.mark.parametrize("row", conformance.ROWS)
def test_row(row: str, cases: list[Any]) -> None:
    measured = conformance.measure(row, cases)

    assert measured.schemas >= 400
    assert measured.clean == measured.schemas
    assert measured.neither == 0
    assert measured.sendable / measured.instances > (0.98 if "openai strict" in row else 0.9999)


def test_corpus_is_valid_under_its_own_schemas(cases: list[Any]) -> None:
    listed = {name: instances for name, _, instances in conformance.listed()}
    written = {case.name: list(case.instances) for case in cases if not case.name.startswith("generated")}

    assert written == {name: listed[name] for name in written}


def test_every_loss_points_into_the_rich_schema(rendered: list[tuple[Any, Rendering]]) -> None:
    for schema, made in rendered:
        for loss in made.losses:
            place: Any = schema
            for segment in parse(loss.pointer):
                place = place[int(segment)] if isinstance(place, list) else place[str(segment)]


def test_nothing_of_our_own_is_rendered(rendered: list[tuple[Any, Rendering]]) -> None:
    assert [made.schema for _, made in rendered if "x-pollex" in repr(made.schema)] == []


def test_table_has_a_line_for_each_dialect(cases: list[Any]) -> None:
    lines = conformance.table(cases[:5]).splitlines()

    assert [line.split(" | ")[0].strip("| ") for line in lines[2:]] == list(conformance.ROWS)
