"""The first request of a run as a provider gets it: all of it, and how many bytes that takes."""

import json
from collections.abc import Iterator

import pytest

from pollex import App

from ..model_server import ModelServer
from ..servers import serving
from .site import Site

pytestmark = pytest.mark.asyncio(loop_scope="session")
BUTTONS = "<title>Three</title><button>Save</button><button>Send</button><button>Leave</button>"
MOST = 7_500
"""Bytes on a page with three buttons."""
TOOLS = 6_000
"""Bytes of the definitions of tools among them."""


@pytest.fixture
def site() -> Iterator[Site]:
    with serving(Site(BUTTONS)) as running:
        yield running


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with serving(ModelServer()) as running:
        yield running


async def test_a_page_with_three_buttons_is_a_small_request(app: App, site: Site, model: ModelServer) -> None:
    await app.run("Press Save", url=site.url, model=model.name, durable=False, pictures=False)
    asked = model.asked[0]
    assert len(asked.encode()) <= MOST
    assert len(json.dumps(json.loads(asked)["tools"], separators=(",", ":"))) <= TOOLS
    rules, opening = (message["content"] for message in json.loads(asked)["messages"])
    assert all(f"[{at}] button {name}" in opening for at, name in enumerate(("Save", "Send", "Leave"), 1))
    assert opening.count(site.url) == 1
    assert "checked against the page after" in rules
