"""Nothing is committed twice: the same control with the same values needs a person's word the second time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pollex import App
from pollex.core.protocols import ModelReply
from pollex.testing import ScriptedModel

from ..servers import serving
from .site import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")
Says = Callable[..., ModelReply]
PAGE = """<!doctype html><title>Shop</title><h1>Basket</h1><label>Name <input id=name></label>
<button onclick="fetch('/order', {method: 'POST', body: document.getElementById('name').value})">Order now</button>
<button onclick="fetch('/more', {method: 'POST'})">One more</button>"""


@pytest.fixture
def shop() -> Iterator[Site]:
    with serving(Site(PAGE)) as server:
        yield server


ORDER, MORE = ("page_click", {"index": 2}), ("page_click", {"index": 3})
DONE = ("done", {"text": "The lamp is ordered.", "success": True})


def name(text: str) -> tuple[str, dict[str, Any]]:
    return "page_type", {"index": 1, "text": text}


async def did(app: App, shop: Site, *replies: ModelReply, **options: Any) -> list[str]:
    model = ScriptedModel(replies, judge="yes")
    await app.run("Order the lamp", url=shop.url, model=model, durable=False, pictures=False, **options)
    return shop.came


async def test_the_same_order_is_not_sent_twice(app: App, shop: Site, says: Says) -> None:
    assert await did(app, shop, says(name("Ada")), says(ORDER), says(ORDER), says(DONE)) == ["/order"]


async def test_nor_with_the_same_values_typed_again(app: App, shop: Site, says: Says) -> None:
    assert await did(app, shop, says(name("Ada"), ORDER), says(name("Ada"), ORDER), says(DONE)) == ["/order"]


async def test_with_other_values_it_is_another_order(app: App, shop: Site, says: Says) -> None:
    both = [says(name("Ada"), ORDER), says(name("Grace"), ORDER), says(DONE)]
    assert await did(app, shop, *both) == ["/order", "/order"]


async def test_who_allows_it_gets_it(app: App, shop: Site, says: Says) -> None:
    assert await did(app, shop, says(ORDER), says(ORDER), says(DONE), policy="allow") == ["/order", "/order"]


async def test_what_commits_nothing_may_be_pressed_again(app: App, shop: Site, says: Says) -> None:
    assert await did(app, shop, says(MORE), says(MORE), says(DONE)) == ["/more", "/more"]
