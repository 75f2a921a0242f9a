"""Which test shows which row of the five source documents: the marks `document(NUMBER, ROW)` of the tests."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
TESTS: Final = ROOT / "tests"
MARK: Final = "pytest.mark.document"


@dataclass(frozen=True, order=True)
class DocumentRow:
    """What a document asks for, and the test that shows it."""

    document: str
    file: str
    line: int
    row: str
    test: str


def document_rows(folder: Path = TESTS) -> list[DocumentRow]:
    """The rows that tests are marked with, by document."""
    files = (file for file in folder.rglob("*.py") if "node_modules" not in file.parts)
    return sorted(row for file in files for row in _rows(file))


def _rows(file: Path) -> Iterator[DocumentRow]:
    text = file.read_text(encoding="utf-8")
    if MARK not in text:
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == MARK:
                    document, row = (ast.literal_eval(each) for each in mark.args)
                    yield DocumentRow(document, file.relative_to(ROOT).as_posix(), node.lineno, row, node.name)


def lines() -> Iterator[tuple[str, str, str]]:
    """Each row as the cells of a table."""
    for each in document_rows():
        yield each.document, each.row, f"`{each.file}` `{each.test}`"
