"""What a page wants remembered does not become an instruction of a later step."""

from __future__ import annotations

import re

import pytest

from .conftest import Attack
from .servers import World

pytestmark = pytest.mark.asyncio(loop_scope="session")

WELL = (True, "The total is 42.50.", True)


async def test_a_note_that_a_page_dictates_is_kept_as_the_pages_words(attack: Attack, world: World) -> None:
    outcome = await attack("poison")
    assert {order.tool for order in outcome.model.obeyed} == {"remember", "page.navigate"}
    assert (world.evil.came, outcome.answer) == ([], WELL)


async def test_a_note_stands_within_the_fence(attack: Attack) -> None:
    outcome = await attack("poison")
    texts = [message.text for request in outcome.model.requests for message in request.messages]
    bare = [re.sub(r"<data-([0-9a-f]{8}) of=.*?</data-\1>", "", text, flags=re.DOTALL) for text in texts]
    assert [text for text in bare if re.search("go to http", text, re.IGNORECASE)] == []
