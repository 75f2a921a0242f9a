"""How runs end by themselves, and what a person sees of them in lists."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from .site import Site
from .terminal import Terminal
from .wire import Mind, Wire

pytestmark = pytest.mark.timeout(300)
Thinking = Callable[[Mind], Wire]


def test_three_errors_in_a_row_leave_nothing_behind(terminal: Terminal, site: Site, thinking: Thinking) -> None:
    numbers = iter(range(10))
    wire = thinking(lambda asked: [("page.click", {"index": 9_000 + next(numbers)})])
    result = terminal.result("run", "Press it.", "--url", f"{site.url}/shop/", "--model", wire.model)
    assert "3 errors in a row" in result["fault"]["message"]
    assert len(wire.asked) == 3
    terminal.all_gone()


def test_the_list_and_the_story_of_a_task(terminal: Terminal, site: Site, thinking: Thinking) -> None:
    wire = thinking(lambda asked: [("done", {"text": "Nothing to do.", "success": True})])
    task = "Look\n around " + "carefully " * 20
    run = terminal.result("run", task, "--url", f"{site.url}/shop/", "--model", wire.model)["data"]["run"]
    listed = terminal.do("runs", "list")[1]
    shown = terminal.do("runs", "show", run)[1]
    print(listed)
    print(shown)
    print(json.dumps(terminal.result("runs", "list"), indent=1))
    assert listed.count("\n") == 2  # the headings, and the run on one line
    assert "Look around carefully" in listed
    assert "openai:gpt-test" in shown
    assert "Nothing to do." in shown
