"""docs/why.md lists where Pollex departs from the five documents, each with a reason."""

import re
from pathlib import Path

import pytest

WHY = (Path(__file__).parents[1] / "docs" / "why.md").read_text()
_, _, REST = WHY.partition("## Other than the source documents, on purpose\n")
ROWS = [
    [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
    for line in REST.partition("\n## ")[0].splitlines()
    if re.match(r"\| 00\d \|", line)
]


@pytest.mark.document("all", "`docs/why.md` lists every departure from the documents with its reason.")
def test_every_departure_has_what_is_said_what_is_done_and_why() -> None:
    assert {row[0] for row in ROWS} == {"000", "001", "002", "003", "004"}
    assert [row for row in ROWS if len(row) != 4 or not all(row)] == []


@pytest.mark.parametrize("word", ["public_id", "a second between actions", "no retries", "Full Control", "`change`"])
def test_those_that_people_ask_about_are_there(word: str) -> None:
    assert [row[0] for row in ROWS if any(word in cell for cell in row)] != []
