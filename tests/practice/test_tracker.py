"""The tracker over real HTTP: its JSON interface changes what its pages and lists show."""

import json
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from pollex.practice.server import Server


def text(server: Server, path: str) -> str:
    with urlopen(f"{server.url}{path}") as answer:
        content: bytes = answer.read()
        return content.decode()


def ask(server: Server, method: str, path: str, body: object = None) -> Any:
    """What the tracker's interface answers; a refusal is answered too."""
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{server.url}/tracker/api/{path}", data, {"content-type": "application/json"}, method=method)
    try:
        with urlopen(request) as answer:
            return json.load(answer)
    except HTTPError as refusal:
        with refusal:
            return {"status": refusal.code, **json.load(refusal)}


def numbers(answer: dict[str, Any]) -> list[int]:
    return [issue["number"] for issue in answer["issues"]]


def test_the_seed_gives_400_issues_in_pages_of_50(server: Server) -> None:
    first = ask(server, "GET", "issues")
    assert (first["total"], first["pages"], numbers(first)) == (400, 8, list(range(400, 350, -1)))


@pytest.mark.parametrize("path", ["", "board", "activity", "issues/7"])
def test_every_page_is_served_in_both_layouts(path: str) -> None:
    with Server(layout=1) as usual, Server(layout=2) as redesigned:
        pages = [text(server, f"/tracker/{path}") for server in (usual, redesigned)]
    assert "New issue" in pages[0]
    assert "Create ticket" in pages[1]
    assert "New issue" not in pages[1]


def test_a_layout_changes_the_markup_but_not_the_data() -> None:
    with Server(layout=1) as usual, Server(layout=2) as redesigned:
        assert "<table" in text(usual, "/tracker/")
        assert "<table" not in text(redesigned, "/tracker/")
        assert ask(usual, "GET", "issues") == ask(redesigned, "GET", "issues")


def test_the_same_seed_gives_the_same_issues_and_another_seed_others() -> None:
    with Server(seed=5) as one, Server(seed=5) as same, Server(seed=6) as other:
        first, second, third = (ask(server, "GET", "issues") for server in (one, same, other))
    assert first == second
    assert first != third


def test_filters_and_order_work_together(server: Server) -> None:
    found = ask(server, "GET", "issues?status=Done&priority=Urgent&sort=number&direction=up")
    assert {(issue["status"], issue["priority"]) for issue in found["issues"]} == {("Done", "Urgent")}
    assert numbers(found) == sorted(numbers(found))


def test_a_new_issue_is_on_the_board_and_in_the_feed(server: Server) -> None:
    given = {"title": "Ring the bell", "priority": "High", "labels": ["docs", "api"], "due": "2026-12-24"}
    made = ask(server, "POST", "issues", given)["issue"]
    assert {key: made[key] for key in ("key", "status", "labels", "due")} == {
        "key": "KES-401", "status": "Backlog", "labels": ["api", "docs"], "due": "2026-12-24",
    }  # fmt: skip
    assert ask(server, "GET", "board")[0]["issues"][0]["number"] == 401
    newest = ask(server, "GET", "activity")["acts"][0]
    assert (newest["what"], newest["title"]) == ("opened", "Ring the bell")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"title": "no"}, "title"),
        ({"title": "Good title", "status": "Lost"}, "status"),
        ({"title": "Good title", "due": "24.12.2026"}, "due"),
        ({"title": "Good title", "labels": ["nonsense"]}, "labels"),
        ({"title": "Good title", "assignee": "Nobody We Know"}, "assignee"),
    ],
)
def test_what_does_not_fit_is_refused_at_its_field(server: Server, given: dict[str, Any], field: str) -> None:
    answer = ask(server, "POST", "issues", given)
    assert (answer["status"], answer["field"]) == (422, field)
    assert ask(server, "GET", "issues")["total"] == 400


def test_a_moved_card_lies_on_top_of_its_new_column(server: Server) -> None:
    ask(server, "PATCH", "issues/12", {"status": "In review"})
    column = next(column for column in ask(server, "GET", "board") if column["status"] == "In review")
    assert column["issues"][0]["number"] == 12


def test_a_bulk_change_is_taken_back_as_a_whole(server: Server) -> None:
    before = [ask(server, "GET", f"issues/{number}") for number in (3, 4)]
    done = ask(
        server, "POST", "issues/bulk", {"numbers": [3, 4], "change": {"assignee": "Hugo Martin", "status": "Done"}}
    )
    assert [ask(server, "GET", f"issues/{number}")["assignee"] for number in (3, 4)] == ["Hugo Martin"] * 2
    assert ask(server, "POST", f"undo/{done['undo']}") == {"count": 2}
    assert [ask(server, "GET", f"issues/{number}") for number in (3, 4)] == before
    assert ask(server, "POST", f"undo/{done['undo']}") == {"count": 0}


def test_a_deleted_issue_comes_back_by_undo(server: Server) -> None:
    token = ask(server, "DELETE", "issues/9")["undo"]
    assert ask(server, "GET", "issues")["total"] == 399
    ask(server, "POST", f"undo/{token}")
    assert ask(server, "GET", "issues")["total"] == 400


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("<b onclick='x()'>Yes</b><script>alert(1)</script>", "<b>Yes</b>"),
        ("<a href='javascript:x()'>in</a> <a href='https://pollex.example/?a=1&b'>out</a>",
         '<a>in</a> <a href="https://pollex.example/?a=1&amp;b">out</a>'),
        ("1 &lt; 2<img src=x onerror=x()><ul><li>one<br>two</li></ul>", "1 &lt; 2<ul><li>one<br>two</li></ul>"),
    ],
)  # fmt: skip
def test_a_comment_keeps_its_form_and_loses_what_could_act(server: Server, written: str, kept: str) -> None:
    assert ask(server, "POST", "issues/5/comments", {"html": written})["html"] == kept
    assert kept in text(server, "/tracker/issues/5")


def test_an_empty_comment_is_refused(server: Server) -> None:
    assert ask(server, "POST", "issues/5/comments", {"html": "<p><br></p>"})["status"] == 422


def test_a_reset_throws_away_what_visitors_did(server: Server) -> None:
    ask(server, "DELETE", "issues/9")
    urlopen(Request(f"{server.url}/reset", b"{}", {"content-type": "application/json"})).close()
    assert ask(server, "GET", "issues")["total"] == 400
