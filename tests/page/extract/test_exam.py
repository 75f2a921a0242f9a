"""Some pages of the frozen exam of extraction: what was read right there stays so, and nothing else is read."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
from bench.extract.ask import bare
from bench.extract.check import compare
from bench.extract.frozen import changed

from pollex.page.extract import extract
from pollex.page.indices import Indices
from pollex.page.playwright_driver import PlaywrightTab

Open = Callable[..., Awaitable[PlaywrightTab]]
EXAM: Final = Path(__file__).parents[3] / "bench" / "extract"
PAPER: Final = {page["id"]: page for page in json.loads((EXAM / "paper.json").read_text(encoding="utf-8"))}


def test_papers_pages_and_checks_are_those_that_were_frozen() -> None:
    assert changed() == []


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("page", ["compare", "contact", "order", "results", "sales", "timetable"])
async def test_a_page_of_the_exam(open_tab: Open, page: str) -> None:
    tab = await open_tab("about:blank")
    await tab.page.set_content((EXAM / "pages" / f"{page}.html").read_text(encoding="utf-8"))
    question = next(each for each in PAPER[page]["questions"] if "fault" not in each)
    found = await extract(tab, Indices(), question["instruction"], question["schema"])
    outcomes = [each for each in compare(question["truth"], found.data, question["schema"]) if each.outcome != "right"]
    assert (found.fault, outcomes) == (None, [])


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize("page", ["car", "contact", "decoys", "invoice", "statement"])
async def test_what_the_page_does_not_have_is_a_fault_that_points_at_it_alone(open_tab: Open, page: str) -> None:
    tab = await open_tab("about:blank")
    await tab.page.set_content((EXAM / "pages" / f"{page}.html").read_text(encoding="utf-8"))
    question: dict[str, Any] = next(each for each in PAPER[page]["questions"] if "fault" in each)
    for schema in (question["schema"], bare(question["schema"])):
        found = await extract(tab, Indices(), question["instruction"], schema)
        assert found.fault is not None
        assert [issue.pointer for issue in found.fault.issues] == [f"/{name}" for name in question["fault"]]
        assert found.data
