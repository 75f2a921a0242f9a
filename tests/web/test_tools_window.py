"""The windows about tools and modules in the page: search, a form from the schema, faults at fields, calls to copy."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Sequence

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from playwright.async_api import Locator, expect

from .desk_page import DeskPage, OpenDesk
from .test_accessibility import axe, wrong  # noqa: F401 - a fixture

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def opened(desk: DeskPage, name: str) -> Locator:
    """Open a window by the launcher, as a person does."""
    await desk.page.get_by_role("button", name="Open", exact=True).click()
    await desk.page.get_by_role("menuitem", name=name).click()
    return desk.window(f"pollex-{'tools' if name == 'Library and tools' else name.lower()}")


def opened_tool(desk: DeskPage, name: str) -> Locator:
    body = {"name": "tool", "about": name}
    desk.apply(("api.call", {"method": "POST", "url": "pollex://tool/windows.open", "body": body}))
    return desk.window(f"pollex-tool-{name}")


async def test_a_tool_is_found_tried_and_its_result_shown(desk: DeskPage) -> None:
    tools = await opened(desk, "Library and tools")
    await tools.get_by_label("Search").fill("add two numbers")
    await expect(tools.get_by_text("best first")).to_be_visible()
    best = tools.locator("tbody tr").first
    await expect(best).to_contain_text("Add two whole numbers.")  # the table comes a moment after the words above it
    await best.click()
    tool = desk.window("pollex-tool-add")
    await expect(tool.get_by_label("A *")).to_have_value("1")
    await tool.get_by_label("B *").fill("41")
    await tool.get_by_role("button", name="Try it").click()
    await expect(tool.locator(".json-number")).to_have_text("42")


async def test_what_is_wrong_is_said_at_the_field(desk: DeskPage) -> None:
    tool = opened_tool(desk, "aggregate")
    where = tool.get_by_label("Where")
    await where.fill('[{"is": "larger", "value"')
    await tool.get_by_role("button", name="Try it").click()
    assert "This is not JSON" in await where.evaluate("area => area.validationMessage")
    await where.fill('[{"is": "larger", "value": 3}]')
    await tool.get_by_role("button", name="Try it").click()
    await expect(where).to_be_focused()
    await expect(where).to_have_attribute("aria-invalid", "true")
    await expect(where).to_have_accessible_description(re.compile("/0/is: .*Only rows of which all this holds"))
    await where.fill('[{"field": "name", "is": "starts", "value": "P"}]')
    await expect(where).not_to_have_attribute("aria-invalid", "true")
    await tool.get_by_role("button", name="Try it").click()
    await expect(tool.locator(".json")).to_contain_text("Pot")
    await expect(tool.get_by_role("alert")).to_have_count(0)


async def test_a_tool_that_fails_says_so_and_one_that_destroys_asks_first(desk: DeskPage) -> None:
    failing = opened_tool(desk, "explode")
    await failing.get_by_role("button", name="Try it").click()
    await expect(failing.get_by_text("failed")).to_be_visible()
    await desk.page.get_by_role("button", name="Close Tool explode").click()
    tool = opened_tool(desk, "wipe")
    await tool.get_by_role("button", name="Try it").click()
    await expect(tool.get_by_role("button", name="Stop")).to_be_visible()
    await desk.page.get_by_role("button", name="Approve").click()
    await expect(tool.get_by_text("wiped a")).to_be_visible()


async def test_a_copied_call_works(desk: DeskPage) -> None:
    await desk.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=desk.served.page_url)
    tool = opened_tool(desk, "add")
    await tool.get_by_role("tab", name="Copy as").click()
    texts = []
    for code in await tool.locator(".code").all():
        await code.get_by_role("button", name="Copy").click()
        texts.append(await desk.page.evaluate("navigator.clipboard.readText()"))
    curl, python, mcp = texts
    assert desk.served.token not in "".join(texts)
    assert json.loads(ran(["sh", "-c", curl]))["data"] == 3
    assert ran([sys.executable, "-c", python]).strip() == "3"
    server = json.loads(mcp)["mcpServers"]["pollex"]
    given = StdioServerParameters(command=server["command"], args=server["args"], env={**os.environ, **server["env"]})
    async with Client(stdio_client(given)) as client:
        assert "add" in {each.name for each in (await client.list_tools()).tools}


def ran(command: Sequence[str]) -> str:
    """What a command prints."""
    variables = {**os.environ, "NO_PROXY": "*"}
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, env=variables)
    assert done.returncode == 0, done.stderr
    return done.stdout


async def test_a_module_is_drafted_checked_and_removed(desk: DeskPage) -> None:
    modules = await opened(desk, "Modules")
    await modules.get_by_role("tab", name="Draft from a package").click()
    await modules.get_by_label("Package *").fill("colorsy")
    await modules.get_by_role("button", name="Draft module").click()
    await desk.page.get_by_role("button", name="Approve").click()
    await expect(modules.get_by_label("Package *")).to_have_attribute("aria-invalid", "true")
    await modules.get_by_label("Package *").fill("colorsys")
    await modules.get_by_role("button", name="Draft module").click()
    await desk.page.get_by_role("button", name="Approve").click()
    module = desk.window("pollex-module-colorsys")
    await expect(module.get_by_role("row", name="colorsys_rgb_to_hsv")).to_be_visible()
    await module.get_by_role("button", name="Check").click()
    await expect(module.get_by_text("has no mistakes")).to_be_visible()
    await module.get_by_role("button", name="Remove").click()
    await desk.page.get_by_role("button", name="Approve").click()
    await expect(module).to_have_count(0)
    await expect(modules.get_by_text("No module yet.")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_is_wrong_with_the_windows(open_desk: OpenDesk, axe: str, scheme: str) -> None:  # noqa: F811
    desk = await open_desk(color_scheme=scheme)
    tools = await opened(desk, "Library and tools")
    await expect(tools.get_by_role("row", name="aggregate")).to_be_visible()
    assert await wrong(desk, axe) == []
    await tools.get_by_role("tab", name="Libraries").click()
    tool = opened_tool(desk, "aggregate")
    await tool.get_by_label("Where").fill('[{"is": "larger", "value": 3}]')
    await tool.get_by_role("button", name="Try it").click()
    await expect(tool.get_by_role("alert")).to_be_visible()
    assert await wrong(desk, axe) == []
    await tool.get_by_role("tab", name="Copy as").click()
    assert await wrong(desk, axe) == []
    await tool.get_by_role("tab", name="Details").click()
    await opened(desk, "Modules")
    assert await wrong(desk, axe) == []
    await desk.close()
