"""How much of a run is kept on disk: everything but the bodies of its effects."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pollex import App
from pollex.core.protocols import ModelReply
from pollex.testing import ScriptedModel

from ..servers import serving
from .site import Site

Says = Callable[..., ModelReply]
pytestmark = pytest.mark.asyncio(loop_scope="session")
STEPS = 10
MOST = 300_000
"""Bytes a step: 30 MB in a run of a hundred."""
PAGE = """<title>Orders</title><h1>Orders</h1><button onclick="turn()">Next</button><table id=rows></table><script>
let page = 0
function turn() {
  page++
  rows.innerHTML = [...Array(300).keys()].map((at) => `<tr><td>Order ${page * 300 + at}<td>Lamp of brass, number ${at}
    <td>${at * page} euro<td><a href="#${at}">Show ${page}-${at}</a><td><button>Pay</button>`).join("")
}
turn()</script>"""


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site(PAGE)) as running:
        yield running


async def test_a_run_on_large_pages_that_change_keeps_little(tmp_path: Path, site: Site, says: Says) -> None:
    turns = [says(("page_click", {"index": "Next"}), ("page_read", {"whole": True})) for _ in range(STEPS)]
    model = ScriptedModel([*turns, says(("done", {"text": "No.", "success": False}))])
    async with App(home=tmp_path) as app:
        run = await app.run("Turn the pages", url=site.url, model=model, max_steps=STEPS + 2)
        assert run.result is not None
        assert run.result.data["steps"] == STEPS + 1
    sizes = on_disk(tmp_path)
    assert sum(sizes.values()) <= MOST * STEPS
    assert any(name.endswith(".jpg") for name in sizes), "pictures count"


def on_disk(home: Path) -> dict[str, int]:
    return {str(file): file.stat().st_size for file in home.rglob("*") if file.is_file()}
