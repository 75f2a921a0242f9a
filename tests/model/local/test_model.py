"""`local` as a pure function: what it asks for next, played against answers that a page could give."""

from typing import Any

import pytest

from pollex.core.fault import Fault
from pollex.core.json import Object
from pollex.model.local.model import following

PAGE = "http://127.0.0.1/a"
BUTTON = {"index": 1, "role": "button", "name": "Save", "text": "Save", "value": None, "states": []}


class Play:
    """A run of a task: each answer is given to the tool that was asked for."""

    def __init__(self, task: str) -> None:
        self.task = task
        self.trail: list[Object] = []

    def next(self) -> tuple[str, Object]:
        asked = following({"task": self.task, "url": PAGE, "trail": self.trail})
        return asked.tool, asked.args

    def answer(
        self, data: Any = None, *, changes: str | None = None, fault: Object | None = None
    ) -> tuple[str, Object]:
        tool, args = self.next()
        self.trail.append({"tool": tool, "args": args, "ok": fault is None, "data": data, "fault": fault, "notes": []})
        if changes is not None:
            seen = {"url": PAGE, "changes": changes}
            self.trail.append(
                {"tool": "page.changes", "args": {}, "ok": True, "data": seen, "fault": None, "notes": []}
            )
        return self.next()

    def fails(self, data: Any = None, *, changes: str | None = None, fault: Object | None = None) -> Fault:
        with pytest.raises(Fault) as caught:
            self.answer(data, changes=changes, fault=fault)
        return caught.value


def clicked(task: str = "Click Save.") -> Play:
    play = Play(task)
    assert play.next() == ("page.query", {"selector": "act:Save", "most": 20})
    assert play.answer({"count": 1, "elements": [BUTTON]}) == ("page.click", {"selector": "act:Save"})
    return play


def test_a_click_with_an_effect_is_done() -> None:
    play = clicked()
    assert play.answer({"url": PAGE, "appeared": ["Saved"]}) == ("done", {"text": "Done.", "success": True})


def test_a_click_that_changes_nothing_is_never_called_done() -> None:
    play = clicked()
    assert play.answer({"url": PAGE, "hit": "button Save"}, changes="~ [1] focused")[0] == "page.wait"
    play.answer({"url": PAGE}, changes="")
    play.answer({"url": PAGE}, changes="")
    assert play.answer({"url": PAGE}, changes="")[0] == "page.query"
    play.answer({"count": 0, "elements": []})
    fault = play.fails({"count": 0, "elements": []})
    assert (fault.code, fault.pointer) == ("failed", "/task")
    assert "'Click Save' was not done: nothing of the page changed." in fault.message


def test_a_change_that_comes_late_is_an_effect() -> None:
    play = clicked()
    play.answer({"url": PAGE}, changes="")
    assert play.answer({"url": PAGE}, changes="+ Saved")[0] == "done"


def test_what_the_page_says_is_wrong_ends_the_task() -> None:
    fault = clicked().fails({"url": PAGE, "appeared": ["Failed: the code is wrong"]})
    assert "the page refused it: Failed: the code is wrong" in fault.message


def test_a_request_that_failed_ends_the_task() -> None:
    failed = [{"method": "POST", "url": "http://127.0.0.1/pay", "status": 500}]
    assert "POST /pay failed (500)" in clicked().fails({"url": PAGE, "sent": 1, "failed": failed}).message


def test_a_dialog_that_the_task_does_not_mention_is_dismissed_and_never_accepted() -> None:
    play = clicked()
    dialog = {"kind": "confirm", "message": "Really?"}
    assert play.answer({"url": PAGE, "dialog": dialog}) == ("page.dialog", {"accept": False})
    fault = play.fails({"url": PAGE})
    assert "the page asks 'Really?', and the task does not say what to answer" in fault.message
    assert fault.hint == 'Write "Accept the dialog." behind this order.'


def test_a_dialog_is_answered_as_the_next_order_says() -> None:
    play = clicked("Click Save. Answer the dialog with Ada.")
    dialog = {"kind": "prompt", "message": "Name?"}
    assert play.answer({"url": PAGE, "dialog": dialog}) == ("page.dialog", {"accept": True, "text": "Ada"})


def test_a_synonym_is_not_clicked() -> None:
    play = Play("Click Delete.")
    other = {**BUTTON, "name": "Archive", "text": "Archive"}
    assert "nothing is called 'Delete'" in play.fails({"count": 1, "elements": [other]}).message


def test_of_several_the_one_in_no_row_is_meant() -> None:
    play = Play("Click Save.")
    two = [BUTTON, {**BUTTON, "index": 2}]
    assert play.answer({"count": 2, "elements": two})[0] == "page.records"
    record = {
        "index": 9,
        "text": "x",
        "cells": {},
        "link": None,
        "controls": [{"index": 2, "role": "button", "name": "Save"}],
    }
    lists = [{"records": [record]}]
    assert play.answer(lists) == ("page.click", {"index": 1})


def test_a_tool_that_failed_gives_its_reason() -> None:
    fault = clicked().fails(fault={"code": "denied", "message": "Not allowed.", "hint": "Ask."})
    assert (fault.code, fault.hint) == ("denied", "Ask.")
    assert fault.message == "'Click Save' was not done: Not allowed."


def test_values_are_references_to_what_was_read() -> None:
    play = Play("Tell me Total as sum. Type {sum} into Amount.")
    assert play.next()[0] == "page.extract"
    tool, args = play.answer({"Total": "€5"})
    assert (tool, args["text"]) == ("page.type", "€5")
    tool, args = play.answer({"url": PAGE, "hit": "textbox Amount", "holds": "€5"})
    assert (tool, args["text"], args["values"]) == ("done", "sum: €5", {"sum": "{{extract_1.Total}}"})


def test_a_label_that_is_not_there_is_not_made_up() -> None:
    play = Play("Tell me Balance.")
    assert play.answer({})[0] == "page.query"
    assert "the page shows nothing for 'Balance'" in play.fails({"count": 0, "elements": []}).message


def test_text_that_went_into_another_field_is_no_success() -> None:
    fault = Play("Type x into Street.").fails({"url": PAGE, "hit": "searchbox Search", "holds": "x"})
    assert "no field is called 'Street'" in fault.message


def test_a_trail_of_another_run_is_refused() -> None:
    trail = [{"tool": "page.back", "args": {}, "ok": True, "data": None, "fault": None}]
    with pytest.raises(Fault, match=r"The trail has 'page\.back'"):
        following({"task": "Click Save.", "url": PAGE, "trail": trail})


def test_a_click_whose_only_request_failed_is_not_done() -> None:
    failed = [{"method": "GET", "url": "http://127.0.0.1/books/9", "status": 404}]
    outcome = {"url": PAGE, "appeared": ["No such book"], "requests": failed, "failed": failed}
    assert "GET /books/9 failed (404)" in clicked().fails(outcome).message
    other = {"method": "GET", "url": "http://127.0.0.1/books", "status": 200}
    assert clicked().answer({**outcome, "requests": [other, *failed]})[0] == "done"


def test_of_several_headings_none_is_taken_for_the_heading() -> None:
    play = Play("Tell me the text of the heading.")
    heading = {**BUTTON, "role": "heading", "name": "Search", "text": "Search"}
    fault = play.fails({"count": 2, "elements": [heading, {**heading, "text": "Search results"}]})
    assert (fault.code, fault.expected) == ("not_found", "Search; Search results")


def listed(*names: str, column: str = "Name") -> list[Object]:
    records: list[Object] = [
        {"index": 9, "text": name, "cells": {column: name}, "link": None, "controls": [], "states": []}
        for name in names
    ]
    shape = {"kind": "table", "name": "", "heading": "", "beside": False, "index": 1}
    return [{**shape, "columns": [column], "total": len(names), "records": records}]


def test_what_follows_on_the_next_page_must_be_the_same_list() -> None:
    play = Play("How many rows on all pages?")
    play.answer(listed("Ada", "Bob"))
    turner = {**BUTTON, "index": 7, "role": "link", "name": "2", "text": "2"}
    assert play.answer({"count": 1, "elements": [turner]}) == ("page.click", {"index": 7})
    play.answer({"url": f"{PAGE}?page=2", "appeared": ["Cid"]})
    assert "page 2 shows another list" in play.fails(listed("Cid", column="Subject")).message


def test_an_address_without_a_scheme_may_be_the_name_of_a_link() -> None:
    play = Play("Open ada.abel.6.")
    assert play.next() == ("page.query", {"selector": 'role=link[name="ada.abel.6"]', "most": 3})
    link = {**BUTTON, "role": "link", "name": "ada.abel.6", "text": "ada.abel.6"}
    play.answer({"count": 1, "elements": [link]})
    assert play.answer({"count": 1, "elements": [link]})[0] == "page.click"
    assert Play("Open example.org.").answer({"count": 0, "elements": []}) == ("page.navigate", {"url": "example.org"})
