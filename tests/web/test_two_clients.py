"""Tabs that show one workspace stay equal, whatever is done to it, and equal to one that is opened afterwards."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any, Final

import pytest
from playwright.async_api import expect

from .desk_page import DeskPage, OpenDesk
from .random_commands import random_commands

pytestmark = pytest.mark.asyncio(loop_scope="session")
COMMANDS: Final = 1_000
BATCH: Final = 8
PICTURE: Final = """() => {
  const shown = element => {
    const names = Element.prototype.getAttributeNames.call(element).sort();
    const own = names.map(name => [name, Element.prototype.getAttribute.call(element, name)]);
    const value = 'value' in element ? [String(element.value), element.checked === true] : [];
    const inside = [...element.childNodes].filter(node => !(node instanceof Comment))
      .map(node => node instanceof Element ? shown(node) : node.data).filter(node => node !== '');
    return [element.localName, own, value, inside];
  };
  const name = element => element.dataset.window ?? element.title;
  return [...document.querySelectorAll('#workspace-root > .window, .window-tab')]
    .sort((one, other) => name(one) < name(other) ? -1 : 1).map(shown);
}"""


async def test_two_tabs_stay_equal_under_random_commands(desk: DeskPage, open_desk: OpenDesk) -> None:
    other = await open_desk(desk.workspace)
    commands = random_commands(Random(19))
    applied = 0
    while applied < COMMANDS:
        batch = [{"op": op, "params": params} for op, params in islice(commands, BATCH)]
        answer = desk.served.client.post(f"/api/workspace/{desk.workspace}/batch", json=batch)
        if answer.status_code == 422:
            refused = {int(issue["pointer"].split("/")[1]) for issue in answer.json()["error"]["issues"]}
            batch = [each for number, each in enumerate(batch) if number not in refused]
            answer = desk.served.client.post(f"/api/workspace/{desk.workspace}/batch", json=batch)
        applied += len(batch) if answer.status_code == 200 else 0
    desk.apply(("window.update", {"id": "last", "title": "The last"}))
    third = await open_desk(desk.workspace)
    pictures = []
    for each in (desk, other, third):
        await expect(each.window("last")).to_be_visible()
        pictures.append(await each.page.evaluate(PICTURE))
    assert len(pictures[0]) > 3
    assert difference(pictures[0], pictures[1]) is None
    assert difference(pictures[0], pictures[2]) is None
    await other.close()
    await third.close()
    assert other.complaints + third.complaints == []


def difference(one: Any, other: Any) -> Any:
    """The innermost parts that differ, so that a failure can be read."""
    if one == other:
        return None
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        inner = [(mine, theirs) for mine, theirs in zip(one, other, strict=True) if mine != theirs]
        return [difference(*each) for each in inner]
    return one, other
