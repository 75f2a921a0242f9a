"""A list that was read page by page becomes one node that reads as many pages as there are."""

from pollex.browser.evidence import Evidence
from pollex.flow.compile.pagination import paged
from pollex.flow.compile.reads import READS
from pollex.flow.compile.recording import RecordedAction

READ = {"instruction": "items", "schema": {"type": "array"}}
NEXT = {"/selector": Evidence(tag="a", role="link", name="Next ›", css="a.next")}


def read(at: int, *rows: str) -> RecordedAction:
    return RecordedAction(f"/{at}/1", "page.extract", READ, data=list(rows), at=at)


def onward(at: int) -> RecordedAction:
    return RecordedAction(
        f"/{at}/1", "page.click", {"selector": "act:the next page"}, data={"url": "/2"}, proof=NEXT, at=at
    )


def test_pages_of_one_list_are_one_read() -> None:
    look = RecordedAction("/2/1", "page.query", {"selector": "act:the next page"}, data={"count": 1}, at=2)
    last = RecordedAction("/8/1", "aggregate", {"what": "count"}, at=8)
    turned = [read(1, "a"), look, onward(3), read(4, "b"), onward(5), read(6, "c")]
    made, groups = paged([*turned, last], READS)
    assert [act.tool for act in made] == ["page.collect", "aggregate"]
    assert made[0].args == {**READ, "selector": "act:the next page"}
    assert made[0].data["rows"] == ["a", "b", "c"]
    assert groups == {1: [act for act in turned if act is not look]}


def test_other_reads_and_other_clicks_stay() -> None:
    other = RecordedAction("/3/1", "page.click", {}, data={}, proof={"/selector": Evidence(name="Buy")}, at=3)
    acts = [read(1, "a"), other, read(4, "b")]
    assert paged(acts, READS) == (acts, {})
