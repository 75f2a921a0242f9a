"""Every page tool that may stand in a workflow: done in a run, compiled, and done again by the workflow alone.

An exercise ends in one place that says whether it was done; the workflow is asked for it at its end. `make test` plays
some of each table, `make sites` all.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pollex import App, Result
from pollex.core.json import Object
from pollex.flow.compile import Compiled
from pollex.flow.compile.reads import LOOKS
from pollex.practice.hard.pages import PAGES
from pollex.practice.server import Server

from ...selection import some
from .conftest import Call

pytestmark = pytest.mark.asyncio(loop_scope="session")

Perform = Callable[..., Awaitable[Compiled]]
Replay = Callable[..., Awaitable[Result]]
ARRIVED: Object = {"type": "exists", "selector": 'css=#outcome[data-state="done"]'}
NAMES: Object = {
    "type": "array",
    "items": {"type": "object", "properties": {"name": {"type": "string", "description": "The name."}}},
}
ACTS: dict[str, list[Call]] = {
    "autofocus": [("page.type", {"selector": "label=Digit 1", "text": "481516"})],
    "calendar": [("page.type", {"selector": "placeholder=Pick a day", "text": "2027-02-09"})],
    "contenteditable": [
        ("page.select_text", {"selector": "#note", "text": "Old text"}),
        ("page.keypress", {"key": "Delete"}),
        ("page.type", {"selector": "#note", "text": "Call the plumber", "clear": False}),
        ("page.click", {"selector": "text=Save"}),
    ],
    "context-menu": [
        ("page.click", {"selector": "text=report-2026.pdf", "button": "right"}),
        ("page.act", {"instruction": "click Archive"}),
    ],
    "dialog-confirm": [
        ("page.click", {"selector": "text=Delete drafts"}),
        ("page.dialog", {"accept": False}),
    ],
    "dialog-prompt": [
        ("page.click", {"selector": "#ask"}),
        ("page.dialog", {"accept": True, "text": "summer"}),
    ],
    "drag-drop": [("page.drag", {"selector": 'text="Tart"', "to": '[data-zone="tray"]'})],
    "file-label": [("page.upload", {"selector": "text=Choose a photo", "files": ["any.txt"]})],
    "hover-menu": [("page.hover", {"selector": "text=Help"}), ("page.click", {"selector": "text=Repairs"})],
    "iframe-srcdoc": [("page.click", {"selector": 'role=button[name="Yes"]'})],
    "list-virtual": [
        ("page.scroll", {"selector": ".scroller", "pages": 921}),
        ("page.click", {"selector": '//*[@role="listitem"][span="Parcel 7321"]/button'}),
    ],
    "push-state": [
        ("page.click", {"selector": "text=Library"}),
        ("page.click", {"selector": 'role=link[name="Garden"]'}),
        ("page.back", {}),
    ],
    "select-native": [
        ("page.select", {"selector": "label=Country", "option": "Portugal"}),
        ("page.click", {"selector": "text=Save"}),
    ],
    "shadow-nested": [
        ("page.check", {"selector": "label=I have read the terms"}),
        ("page.click", {"selector": "#join"}),
    ],
    "slider-drag": [("page.drag", {"selector": "role=slider", "by": {"x": 400, "y": 0}})],
    "validation-server": [
        ("page.fill", {"fields": {"Name": "Ada", "Guests": "4", "Day (DD.MM.YYYY)": "24.12.2026"}}),
        ("page.click", {"selector": 'role=button[name="Book"]'}),
    ],
    "window-blank": [
        ("page.click", {"selector": "text=Read the terms"}),
        ("page.switch_tab", {"tabName": "popup"}),
        ("page.close_tab", {}),
        ("page.type", {"selector": "label=Last word", "text": "lighthouse"}),
        ("page.click", {"selector": "text=Check"}),
    ],
}
"""For each exercise the calls that do it."""


READS: dict[str, tuple[str, Call, str, Any]] = {
    "page.tables": ("/hard/table-actions", ("page.tables", {}), "{{tables_1[0].rows[0].cells.Member}}", "Omar Haddad"),
    "page.extract": (
        "/shop/search?q=kettle",
        ("page.extract", {"instruction": "the products", "schema": NAMES}),
        "{{extract_1[0].name}}",
        "Halden Enamel Kettle",
    ),
    "page.collect": (
        "/shop/search?q=kettle",
        ("page.collect", {"instruction": "the products", "schema": NAMES, "next": "text=Next"}),
        "{{collect_1.rows[0].name}}",
        "Halden Enamel Kettle",
    ),
    "page.records": ("/hard/pagination", ("page.records", {}), "{{records_1[0].records[0].text}}", "Barn owl"),
    "page.choices": ("/hard/select-native", ("page.choices", {}), "{{choices_1[0].name}}", "Country"),
    "page.query": (
        "/hard/table-actions",
        ("page.query", {"selector": "td"}),
        "{{query_1.elements[0].name}}",
        "Omar Haddad",
    ),
    "page.text": ("/hard/deep", ("page.text", {}), "{{text_1.text}}", "At the bottom"),
    "page.read": ("/hard/deep", ("page.read", {}), "{{read_1.text}}", "At the bottom"),
    "page.inspect": (
        "/hard/table-actions",
        ("page.inspect", {"expression": "document.querySelector('td').textContent"}),
        "{{inspect_1}}",
        "Omar Haddad",
    ),
}
"""For each read the page, the call, the value in the answer, and what it has to be or contain."""


@pytest.mark.parametrize("name", some(ACTS, 5))
async def test_an_act_is_done_again(perform: Perform, replay: Replay, tmp_path: Path, name: str) -> None:
    file = tmp_path / "any.txt"
    file.write_text("hello")
    calls = [(tool, {**args, **({"files": [str(file)]} if "files" in args else {})}) for tool, args in ACTS[name]]

    compiled = await perform(PAGES[name].todo, f"/hard/{name}", *calls, files=[file])

    result = await replay(with_check(compiled))
    assert result.ok, (result.fault, compiled.document["nodes"])


@pytest.mark.parametrize("tool", some(READS, 4))
async def test_a_read_is_read_again(perform: Perform, replay: Replay, tool: str) -> None:
    start, call, value, expected = READS[tool]
    answered = ("done", {"text": "This.", "success": True, "values": {"found": value}})

    result = await replay(await perform("Tell me what is found.", start, call, answered))

    assert result.ok, result.fault
    assert expected in result.data["outputs"]["found"]


async def test_tabs_are_opened_and_changed_again(perform: Perform, replay: Replay, server: Server) -> None:
    there = f"{server.url}/hard/table-actions"
    read = ("page.query", {"selector": "td"})
    compiled = await perform(
        f"Open {there} in a new tab, reload it, take a screenshot and a pdf of it, and tell me its first member.",
        "/hard/tabs",
        ("page.open_tab", {"url": there, "name": "members"}),
        ("page.switch_tab", {"tabName": "main"}),
        ("page.click", {"selector": 'role=tab[name="Returns"]'}),
        ("page.switch_tab", {"tabName": "members"}),
        ("page.refresh", {}),
        ("page.wait", {"text": "Tomasz Wolski"}),
        ("page.screenshot", {}),
        ("page.pdf", {}),
        read,
        ("done", {"text": "This.", "success": True, "values": {"member": "{{query_1.elements[0].name}}"}}),
    )

    result = await replay(compiled)

    assert result.ok, result.fault
    assert result.data["outputs"] == {"member": "Omar Haddad"}
    files = [Path(file).suffix for node in result.data["nodes"] for file in node.get("files", ())]
    assert sorted(files) == [".pdf", ".png"]


async def test_every_page_tool_is_replayed_or_left_out(app: App) -> None:
    """`page.search` goes to the web, where nothing is tested; the others read what only a model can use."""
    elsewhere = {"page.download", "page.navigate", "page.forward", "page.search", *LOOKS}
    tabs = {"page.open_tab", "page.refresh", "page.wait"}
    played = {tool for calls in ACTS.values() for tool, _ in calls}
    known = {name for name in app.tools.names() if name.startswith("page.")}
    assert known - played - set(READS) - tabs == known & elsewhere


def with_check(compiled: Compiled) -> Compiled:
    """Return the workflow with a last node that looks whether the exercise was done."""
    end = {"position": 900, "type": "browser_query", "config": {"method": "validate", "rules": [ARRIVED]}}
    return replace(compiled, document={**compiled.document, "nodes": [*compiled.document["nodes"], end]})
