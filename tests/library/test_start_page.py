"""Where a generic login begins."""

from pathlib import Path

import pytest
from tests.library.sample import WORKFLOW, app, script, write_library

from pollex.library.library import Library
from pollex.library.publish import prepare
from pollex.library.start_page import start_page

SCRIPT = """
async def run(page, inputs, credentials):
    await page.navigate(%s)
    return {"price": len(inputs)}
"""


@pytest.mark.parametrize(
    ("address", "start"),
    [
        ("'https://www.shop.example/orders?open=1'", "https://www.shop.example/orders?open=1"),
        ("f'https://shop.example/item/{inputs}/x'", "https://shop.example/item/"),
        ("inputs['product']", "https://shop.example/"),
    ],
)
def test_the_first_page_that_the_tool_names_else_the_site(tmp_path: Path, address: str, start: str) -> None:
    tool = Library.load(write_library(tmp_path, script(SCRIPT % address))).find("tool", "shop.find-price")

    assert start_page(tool.domains, [tool]) == start


def test_an_address_has_no_certificate(tmp_path: Path) -> None:
    changes = app(allowedDomains=["127.0.0.1"]), script(SCRIPT % "inputs['product']")
    tool = Library.load(write_library(tmp_path, *changes)).find("tool", "shop.find-price")

    assert start_page(tool.domains, [tool]) == "http://127.0.0.1/"


def test_of_a_workflow_the_first_page_with_the_defaults_of_its_inputs(tmp_path: Path) -> None:
    base = {"display_name": "base", "type": "string", "default_value": "https://www.shop.example"}
    visit = {"position": 0, "type": "browser_action", "config": {"action": "navigate", "url": "{{base}}/orders/"}}
    root = write_library(tmp_path)
    made = prepare(
        root / "src",
        {**WORKFLOW, "inputs": [base], "nodes": [visit, WORKFLOW["nodes"][1]]},
        app="shop",
        slug="visit",
        stored={},
    )
    made.write(root / "src")
    tool = Library.load(root).find("tool", "shop.visit")

    assert start_page(tool.domains, [tool]) == "https://www.shop.example/orders/"


def test_an_input_that_says_where_the_site_is_moves_the_login(tmp_path: Path) -> None:
    address = {"action": "navigate", "url": "{{base}}/orders"}
    changed = {
        **WORKFLOW,
        "inputs": [{"display_name": "base", "type": "string", "default_value": "https://shop.example"}],
        "nodes": [{"position": 1, "type": "browser_action", "config": address}, WORKFLOW["nodes"][1]],
    }
    root = write_library(tmp_path) / "src"
    prepare(root, changed, app="shop", slug="orders", stored={}).write(root)
    tool = Library.load(tmp_path).find("tool", "shop.orders")

    assert start_page(tool.domains, [tool]) == "https://shop.example/orders"
    assert start_page(tool.domains, [tool], {"base": "https://eu.shop.example"}) == "https://eu.shop.example/orders"
