"""`pollex flow run --heal` and `flow heal`, run as people run them, on a practice shop that was made anew."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pollex.core.json import Object
from pollex.practice.server import Server

from ..library.sample import write_library
from .terminal import Terminal

KNOWN: Object = {
    "tag": "a",
    "role": "link",
    "name": "Basket",
    "css": ".basket-link",
    "href": "/shop/basket",
    "part": "banner",
    "likes": 1,
}


@pytest.fixture(scope="module")
def anew() -> Iterator[Server]:
    """The practice shop, made anew."""
    with Server(layout=4) as running:
        yield running


@pytest.fixture
def file(tmp_path: Path, anew: Server) -> Path:
    nodes = [
        {"position": 1, "type": "browser_action", "config": {"action": "navigate", "url": f"{anew.url}/shop/"}},
        {
            "position": 2,
            "type": "browser_action",
            "config": {"action": "click", "selector": ".basket-link"},
            "evidence": KNOWN,
        },
    ]
    made = tmp_path / "basket.workflow.json"
    made.write_text(json.dumps({"name": "Basket", "version": 1, "nodes": nodes}))
    return made


def test_what_a_run_healed_is_written_when_one_says_so(pollex: Terminal, file: Path) -> None:
    ran = pollex("flow", "run", str(file), "--json").data
    assert [node["rung"] for node in ran["nodes"]] == [None, "healed"]
    before = file.read_bytes()
    code, said, _ = pollex("flow", "heal", str(file), "--dry-run")
    assert (code, file.read_bytes()) == (0, before)
    assert said.splitlines()[0] == f"{file}: version 2"
    healed = pollex("flow", "heal", str(file), "--run", ran["run"][:8], "--json").data
    [change] = healed["files"][0]["changes"]
    assert (change["version"], change["node"], change["from"]) == (2, 2, [".basket-link"])
    document = json.loads(file.read_text())
    assert (document["version"], document["changes"]) == (2, [change])
    again = pollex("flow", "run", str(file), "--json").data
    assert [node["rung"] for node in again["nodes"]] == [None, "first"]
    code, _, aside = pollex("flow", "heal", str(file))
    assert (code, "Nothing to heal" in aside) == (0, True)


def test_a_run_with_heal_writes_at_its_end(pollex: Terminal, file: Path) -> None:
    ran = pollex("flow", "run", str(file), "--heal", "--json")
    assert ran.returncode == 0
    assert ran.result["notes"][0] == f"{file}: version 2"
    assert json.loads(file.read_text())["version"] == 2


def test_a_run_that_is_not_there_is_told(pollex: Terminal, file: Path) -> None:
    refused = pollex("flow", "heal", str(file), "--run", "nobody", "--json")
    assert (refused.returncode, refused.fault["code"], refused.fault["pointer"]) == (1, "invalid_input", "/run")


@pytest.fixture
def library(tmp_path: Path, file: Path) -> Path:
    """A library whose only tool is the workflow."""
    shop = Path("src/apps/shop")
    workflow = {**json.loads(file.read_text()), "allowedDomains": ["127.0.0.1"]}
    template = {"slug": "basket", "name": "Basket", "type": "tool", "file": "basket.workflow.json", "app": "shop"}
    app = {"id": "shop", "name": "Shop", "description": "A shop.", "allowedDomains": ["127.0.0.1"]}
    tool = {shop / "tool/basket.workflow.json": workflow, shop / "tool/basket.template.json": template}
    left_out = {shop / "tool/find-price.template.json": None, shop / "tool/find-price.py": None}
    return write_library(tmp_path / "library", {shop / "app.json": app, **tool, **left_out})


def test_a_library_tool_is_healed_by_its_name(pollex: Terminal, library: Path) -> None:
    file = library / "src/apps/shop/tool/basket.workflow.json"
    nothing = pollex("library", "heal", "library", "shop/basket")
    ran = pollex("library", "run", "library", "shop/basket", "--json").data
    healed = pollex("library", "heal", "library", "shop.basket")
    document = json.loads(file.read_text())
    again = pollex("library", "run", "library", "shop/basket")

    assert "Nothing to heal: no run of 'shop/basket'" in nothing.stderr
    assert healed.stdout.splitlines()[0] == f"{Path('library/src/apps/shop/tool/basket.workflow.json')}: version 2"
    assert "      .basket-link" in healed.stdout.splitlines(), "the selector that was there stays, behind the new ones"
    assert (document["version"], document["changes"][0]["run"]) == (2, ran["run"])
    assert "healed" not in again.stderr
