"""The five source documents as fixtures: none is forgotten, none is orphaned, none waits for a part that is there."""

import json
import re
import textwrap
from pathlib import Path
from typing import Any, Final, Literal, TypedDict, get_args, get_type_hints

import pytest

from document_rows import document_rows

from .vectors import each_of

ROOT = Path(__file__).parents[1]
SEEDS = ROOT / "tests" / "seeds"
DOCUMENTS = ROOT.parent / "shared" / "seeds"
NOT_BLOCKS = {"index.json", "verdicts.json", "test_checks.py", "test_manifest.py"}
FENCE = re.compile(r"^( *)```\w*\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
GROWN = 800
"""Lines of source from which a part is no longer a beginning, and owes an answer to its seeds."""

Part = Literal["core", "library", "flow", "page", "agent", "extension", "workspace", "modules", "model"]


class Block(TypedDict):
    """One fixture: what it is, whose it is, and what is expected of it."""

    file: str
    document: Literal["000", "001", "002", "003", "004"]
    heading: str
    block: int
    form: Literal["fence", "inline", "table", "list"]
    language: str
    json: str | None
    part: Part
    waits_for: Part | None
    expect: str
    check: str | None


INDEX: list[Block] = json.loads((SEEDS / "index.json").read_text())
BLOCKS: Final = [(block["file"], block) for block in INDEX]


def document_text(number: str) -> str:
    found = list(DOCUMENTS.glob(f"{number}_*.txt"))
    if not found:
        pytest.skip("The source documents are not beside this checkout.")
    return found[0].read_text()


def squeezed(text: str) -> str:
    return " ".join(text.split())


def source_lines(part: str) -> int:
    files = [file for file in (ROOT / "src" / "pollex" / part).rglob("*") if file.suffix in {".py", ".js"}]
    own = [file for file in files if "extension/page" not in file.as_posix()]  # the page's scripts, not the extension's
    return sum(len(file.read_text().splitlines()) for file in own)


def is_there(part: str) -> bool:
    """A part answers for its seeds once it has a test of them, or has grown beyond a beginning."""
    return (ROOT / "tests" / part / "test_seeds.py").exists() or source_lines(part) > GROWN


def waiting_for(part: str, index: list[Block]) -> list[str]:
    return [block["file"] for block in index if block["waits_for"] == part]


@each_of(BLOCKS)
def test_the_index_says_everything_about_a_block(block: Block) -> None:
    hints = get_type_hints(Block)
    assert block.keys() == hints.keys()
    for field in ("document", "form", "part"):
        assert block[field] in get_args(hints[field])
    assert block["waits_for"] is None or block["waits_for"] in get_args(Part)
    assert block["waits_for"] or block["check"]
    assert block["expect"].endswith(".")
    assert Path(block["file"]).parts[0] == block["document"]


def test_a_check_that_another_part_makes_is_there() -> None:
    for part, check in (block["check"].split("/") for block in INDEX if block["check"] and "/" in block["check"]):
        assert re.search(rf"\b{check}\b", (ROOT / "tests" / part / "test_seeds.py").read_text())


@each_of(BLOCKS)
def test_a_block_reads_as_its_language_says(block: Block) -> None:
    text = (SEEDS / block["file"]).read_text()
    assert text.strip()
    if block["file"].endswith(".json"):
        assert block["language"] == "json"
        assert block["json"] == block["file"]
    if block["json"] is not None:
        json.loads((SEEDS / block["json"]).read_text())


def test_blocks_are_numbered_in_reading_order() -> None:
    for document in ("000", "001", "002", "003", "004"):
        blocks = [block for block in INDEX if block["document"] == document]
        assert [block["block"] for block in blocks] == list(range(1, len(blocks) + 1))
        assert all(Path(block["file"]).name.startswith(f"{block['block']:02}-") for block in blocks)


def test_every_file_is_in_the_index() -> None:
    files = {str(file.relative_to(SEEDS)) for file in SEEDS.rglob("*") if file.is_file() and file.suffix != ".pyc"}
    assert files - NOT_BLOCKS == {file for block in INDEX for file in (block["file"], block["json"]) if file}


@pytest.mark.parametrize("document", ["000", "001", "002", "003", "004"])
def test_every_fenced_block_of_the_documents_is_here(document: str) -> None:
    given = [textwrap.dedent(fence[2]) for fence in FENCE.finditer(document_text(document))]
    here = [block["file"] for block in INDEX if block["document"] == document and block["form"] == "fence"]
    assert [(SEEDS / file).read_text() for file in here] == given


@each_of(BLOCKS)
def test_a_block_stands_in_its_document_under_its_heading(block: Block) -> None:
    document = document_text(block["document"])
    sections = re.split(rf"^#+ {re.escape(block['heading'])}$", document, flags=re.MULTILINE)[1:]
    assert any(squeezed((SEEDS / block["file"]).read_text()) in squeezed(section) for section in sections)


@each_of((part, part) for part in get_args(Part))
def test_no_block_waits_for_a_part_that_is_there(part: str) -> None:
    waiting = waiting_for(part, INDEX)
    if is_there(part):
        assert waiting == [], f"{part} is there: check these in tests/{part}/test_seeds.py and set waits_for to null"


def test_a_waiting_block_is_found_by_its_part() -> None:
    example: Any = [{"file": "a", "waits_for": "flow"}, {"file": "b", "waits_for": None}]
    assert (waiting_for("flow", example), waiting_for("page", example)) == (["a"], [])


def test_a_row_that_a_test_is_marked_with_is_listed() -> None:
    listed = (ROOT / "docs" / "reference" / "conformance.md").read_text()

    for row in document_rows():
        assert row.document in {*get_args(get_type_hints(Block)["document"]), "all"}
        assert row.row.endswith(".")
        assert f"`{row.file}` `{row.test}` |" in listed
